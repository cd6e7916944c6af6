//! What can't enter the battlefield, from where spells can't be cast, what doesn't make abilities trigger.

use crate::cards::oracle::grammar::help::with;
use crate::cards::oracle::grammar::statics::{game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

type GameRule = crate::cards::def::Rule;

const BURIED: [ZoneKind; 1] = [ZoneKind::Graveyard];
const UNSEEN: [ZoneKind; 2] = [ZoneKind::Graveyard, ZoneKind::Library];
const GONE: [ZoneKind; 2] = [ZoneKind::Graveyard, ZoneKind::Exile];
/// Everywhere but hands that a spell can be cast from (CR 601.2a), outside the game among it (400.11b).
const ELSEWHERE: [ZoneKind; 5] =
    [ZoneKind::Graveyard, ZoneKind::Library, ZoneKind::Exile, ZoneKind::Command, ZoneKind::Outside];

fn kept_out(what: Filter, from: &[ZoneKind]) -> AbilityDef {
    game_rule(GameRule::CantEnter { what: with(what, Filter::Card), from: from.to_vec() })
}

fn is_kept_out(def: &AbilityDef, zones: &[ZoneKind]) -> Vec<(Filter,)> {
    match is_rule(def) {
        Some(GameRule::CantEnter { what, from }) if from == zones => {
            help::without(&what, &Filter::Card).map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn uncast(who: Who, what: Filter, from: &[ZoneKind]) -> AbilityDef {
    game_rule(GameRule::CantCastFrom { who, what, from: from.to_vec() })
}

fn is_uncast(def: &AbilityDef, players: Who, zones: &[ZoneKind]) -> Vec<(Filter,)> {
    match is_rule(def) {
        Some(GameRule::CantCastFrom { who, what, from }) if who == players && from == zones => vec![(what,)],
        _ => Vec::new(),
    }
}

fn silent(of: Filter, when: TriggerEvent) -> AbilityDef {
    game_rule(GameRule::NoTriggers { of, when })
}

fn enters(noun: &Filter) -> TriggerEvent {
    TriggerEvent::Enters(noun.clone())
}

fn comes_or_goes(noun: &Filter) -> TriggerEvent {
    TriggerEvent::AnyOf(vec![TriggerEvent::Enters(noun.clone()), TriggerEvent::Dies(noun.clone())])
}

/// What the event is of, and whose abilities it doesn't make trigger.
fn is_silent(def: &AbilityDef, event: fn(&Filter) -> TriggerEvent) -> Option<(Filter, Filter)> {
    let Some(GameRule::NoTriggers { of, when }) = is_rule(def) else { return None };
    let noun = match &when {
        TriggerEvent::Enters(noun) => noun.clone(),
        TriggerEvent::AnyOf(list) => match list.first()? {
            TriggerEvent::Enters(noun) => noun.clone(),
            _ => return None,
        },
        _ => return None,
    };
    (event(&noun) == when).then_some((noun, of))
}

/// Abilities of such permanents trigger an additional time (CR 603.2d).
pub(in crate::cards::oracle::grammar) fn more(of: Filter, when: TriggerEvent) -> AbilityDef {
    game_rule(GameRule::TriggersMore { of: with(of, Filter::Permanent), when: Some(when) })
}

fn is_more(def: &AbilityDef) -> Option<(Filter, TriggerEvent)> {
    match is_rule(def) {
        Some(GameRule::TriggersMore { of, when }) => Some((help::without(&of, &Filter::Permanent)?, when?)),
        _ => None,
    }
}

macro_rules! kept_out {
    ($words:literal, $zones:expr; $example:literal) => {
        rule!(Static: $words (cards: CardNoun) => |_, cards| Some(kept_out(cards, &$zones)), |_, d: &_| is_kept_out(d, &$zones); $example)
    };
}
macro_rules! uncast {
    ($words:literal, $who:expr, $zones:expr; $example:literal) => {
        rule!(Static: $words (spells: SpellNoun) => |_, spells| Some(uncast($who, spells, &$zones)), |_, d: &_| is_uncast(d, $who, &$zones); $example)
    };
}
macro_rules! silent {
    ($words:literal, $of_some:literal, $event:expr; $example:literal, $other:literal) => {
        &[
            rule!(Static: $words (noun: Noun) => |_, noun| Some(silent(Filter::Any, $event(&noun))),
                |_, d: &_| is_silent(d, $event).filter(|(_, of)| *of == Filter::Any).map(|(noun, _)| (noun,)).into_iter().collect(); $example),
            rule!(Static: $of_some (noun: Noun, of: Noun) => |_, noun, of| (of != Filter::Any).then(|| silent(with(of, Filter::Permanent), $event(&noun))),
                |_, d: &_| is_silent(d, $event).and_then(|(noun, of)| Some((noun, help::without(&of, &Filter::Permanent)?))).into_iter().collect(); $other),
        ]
    };
}

pub(super) const ENTERING: &[Rule] = silent!(
    "{noun.p} entering don't cause abilities to trigger .",
    "{noun.p} entering don't cause abilities of {of.p} to trigger .",
    enters;
    "creatures entering don't cause abilities to trigger.",
    "permanents entering don't cause abilities of permanents your opponents control to trigger."
);

pub(super) const DYING: &[Rule] = silent!(
    "{noun.p} entering or dying don't cause abilities to trigger .",
    "{noun.p} entering or dying don't cause abilities of {of.p} to trigger .",
    comes_or_goes;
    "creatures entering or dying don't cause abilities to trigger.",
    "artifacts entering or dying don't cause abilities of creatures you control to trigger."
);

/// What would enter without having been cast is exiled instead.
fn uninvited(noun: Filter) -> AbilityDef {
    let event = ReplacedEvent::Enters(with(noun, help::not(Filter::WasCast)));
    statics::replace(event, ReplaceWith::MoveTo(Destination::Exile))
}

fn is_uninvited(def: &AbilityDef) -> Option<Filter> {
    match def {
        AbilityDef::Static(StaticDef {
            effect: StaticEffect::Replace(Replacement { event: ReplacedEvent::Enters(what), .. }),
            ..
        }) => help::without(what, &help::not(Filter::WasCast)).filter(|noun| *def == uninvited(noun.clone())),
        _ => None,
    }
}

/// What was mentioned wasn't cast.
fn uncalled(context: &Context) -> Option<Condition> {
    let it = context.it(true)?;
    let obj = help::one(&context.now(it)?)?;
    context.event.then(|| Condition::Not(Box::new(Condition::Is(obj, Filter::WasCast))))
}

macro_rules! again {
    ($words:literal, $event:ident; $example:literal) => {
        rule!(Static: $words (noun: Noun, of: Noun) => |_, noun, of| Some(more(of, TriggerEvent::$event(noun))),
            |_, d: &_| match is_more(d) { Some((of, TriggerEvent::$event(noun))) => vec![(noun, of)], _ => Vec::new() }; $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    again!("if a {noun.s} entering causes a triggered ability of a {of.s} to trigger , that ability triggers a additional time .", Enters;
        "if an artifact entering causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."),
    again!("if a {noun.s} dying causes a triggered ability of a {of.s} to trigger , that ability triggers a additional time .", Dies;
        "if a creature dying causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."),
    again!("if a {noun.s} attacking causes a triggered ability of a {of.s} to trigger , that ability triggers a additional time .", Attacks;
        "if a creature attacking causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."),
    rule!(Cond: "it wasn't cast" () => |c| uncalled(c), |c, cond: &_| if uncalled(c).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "if a {noun.s} would enter and it wasn't cast , exile it instead ." (noun: Noun) => |_, noun| Some(uninvited(noun)),
        |_, d: &_| is_uninvited(d).map(|noun| (noun,)).into_iter().collect(); "if a nontoken creature would enter and it wasn't cast, exile it instead."),
    kept_out!("{cards.p} in graveyards can't enter the battlefield .", BURIED; "permanent cards in graveyards can't enter the battlefield."),
    kept_out!("{cards.p} in graveyards and libraries can't enter the battlefield .", UNSEEN; "artifact cards in graveyards and libraries can't enter the battlefield."),
    uncast!("players can't cast {spells.p} from graveyards .", Who::EachPlayer, BURIED; "players can't cast creature spells from graveyards."),
    uncast!("players can't cast {spells.p} from graveyards or libraries .", Who::EachPlayer, UNSEEN; "players can't cast artifact spells from graveyards or libraries."),
    uncast!("players can't cast {spells.p} from graveyards or exile .", Who::EachPlayer, GONE; "players can't cast noncreature spells from graveyards or exile."),
    uncast!("players can't cast {spells.p} from anywhere other than their hands .", Who::EachPlayer, ELSEWHERE; "players can't cast spells from anywhere other than their hands."),
    uncast!("your opponents can't cast {spells.p} from anywhere other than their hands .", Who::EachOpponent, ELSEWHERE; "your opponents can't cast creature spells from anywhere other than their hands."),
];
