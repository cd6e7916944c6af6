//! More or less damage and life than there would be (CR 614.1a).

use crate::cards::oracle::grammar::help::{is_yours, other, with, without, yours};
use crate::cards::oracle::grammar::replacement::gains::{Would, always, is_plus, plus, replaced, times};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind, Participle, Referent, Rule, alternate, rule};

/// A permanent that an opponent controls.
fn theirs() -> Filter {
    with(Filter::Permanent, Filter::Controlled(Who::EachOpponent))
}

fn either() -> DamageTo {
    DamageTo::PlayerOrObject(Who::EachOpponent, theirs())
}

fn another(quality: Filter) -> Filter {
    with(yours(quality), other())
}

fn is_another(filter: &Filter) -> Option<Filter> {
    without(filter, &other()).and_then(|filter| is_yours(&filter))
}

fn hue(filter: Option<Filter>) -> Vec<(Color,)> {
    match filter {
        Some(Filter::Color(hue)) => vec![(hue,)],
        _ => Vec::new(),
    }
}

fn dealt(source: Filter, to: DamageTo, combat: Option<bool>) -> Would {
    (ReplacedEvent::Damage { source, to, combat }, Condition::Always)
}

/// An ability says so: what follows may be about how much it is, that it is prevented, and the player to whom it is dealt.
fn said(context: &mut Context, would: Would) -> Option<Would> {
    context.event = true;
    context.done.push((Participle::Prevented, Word::new("damage")?));
    if let ReplacedEvent::Damage { to: DamageTo::Player(Who::EachPlayer | Who::EachOpponent), .. } = would.0 {
        context.mention(Referent::Player(Who::Event), Kind::PLAYER, false);
    }
    Some(would)
}

fn is_dealt(would: &Would, wanted: Option<bool>) -> Vec<(Filter, DamageTo)> {
    match would {
        (ReplacedEvent::Damage { source, to, combat }, Condition::Always) if *combat == wanted => {
            vec![(source.clone(), to.clone())]
        }
        _ => Vec::new(),
    }
}

fn amount(would: Would, many: Quantity) -> AbilityDef {
    replaced(would.0, would.1, ReplaceWith::Amount(many), None)
}

fn is_amount(ability: &AbilityDef) -> Vec<(Would, Quantity)> {
    let found = always(ability).and_then(|replacement| match (&replacement.event, &replacement.with) {
        (event @ ReplacedEvent::Damage { .. }, ReplaceWith::Amount(many)) => {
            Some(((event.clone(), Condition::Always), many.clone()))
        }
        _ => None,
    });
    found.into_iter().collect()
}

/// Such an effect until the end of the turn.
fn now(would: Would, many: Quantity) -> Vec<Instruction> {
    let with = ReplaceWith::Amount(many);
    let replacement = Replacement { event: would.0, only_if: would.1, with, optional: None };
    vec![Instruction::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)]
}

fn is_now(effects: &[Instruction]) -> Vec<(Would, Quantity)> {
    match effects {
        [Instruction::Continuous(StaticEffect::Replace(r), Duration::EndOfTurn)] => match (&r.event, &r.with) {
            (event @ ReplacedEvent::Damage { .. }, ReplaceWith::Amount(many)) => {
                let would = (event.clone(), r.only_if.clone());
                if now(would.clone(), many.clone()) == effects { vec![(would, many.clone())] } else { Vec::new() }
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn to(would: &Would) -> Option<&DamageTo> {
    match &would.0 {
        ReplacedEvent::Damage { to, .. } => Some(to),
        _ => None,
    }
}

fn to_anything(would: &Would) -> bool {
    to(would) == Some(&DamageTo::Any)
}

fn to_player(would: &Would) -> bool {
    matches!(to(would), Some(DamageTo::Player(_)))
}

fn to_you(would: &Would) -> bool {
    to(would) == Some(&DamageTo::Player(Who::You))
}

fn to_itself(would: &Would) -> bool {
    to(would) == Some(&DamageTo::Object(Filter::Is(Obj::This)))
}

fn to_host(would: &Would) -> bool {
    to(would) == Some(&DamageTo::Object(Filter::Is(Obj::Host)))
}

fn to_creature(would: &Would) -> bool {
    matches!(to(would), Some(DamageTo::Object(what)) if help::permanent_kind(what).contains(Kind::CREATURE))
}

/// You, or a permanent you control.
fn own() -> DamageTo {
    DamageTo::PlayerOrObject(Who::You, Filter::Controlled(Who::You))
}

/// Half of the damage is prevented each time.
fn halved(would: Would, round: Round) -> AbilityDef {
    replaced(would.0, would.1, help::half_prevented(round), None)
}

fn is_halved(ability: &AbilityDef, round: Round) -> Vec<(Would,)> {
    let found = always(ability).filter(|replacement| replacement.with == help::half_prevented(round));
    found.map(|replacement| ((replacement.event.clone(), Condition::Always),)).into_iter().collect()
}

/// Only as long as something holds.
fn while_so(would: Would, cond: Condition, many: Quantity) -> Option<AbilityDef> {
    (cond != Condition::Always).then(|| replaced(would.0, cond, ReplaceWith::Amount(many), None))
}

fn is_while_so(ability: &AbilityDef) -> Vec<(Condition, Would, Quantity)> {
    match ability {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(r), .. }) => match (&r.event, &r.with) {
            (event @ ReplacedEvent::Damage { .. }, ReplaceWith::Amount(many)) => {
                let would = (event.clone(), Condition::Always);
                let same = while_so(would.clone(), r.only_if.clone(), many.clone()).as_ref() == Some(ability);
                if same { vec![(r.only_if.clone(), would, many.clone())] } else { Vec::new() }
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// An instant, a sorcery or such a source that you control.
fn spells() -> Filter {
    yours(Filter::Type(CardTypes::INSTANT | CardTypes::SORCERY))
}

fn to_either(would: &Would) -> bool {
    matches!(to(would), Some(DamageTo::PlayerOrObject(..)))
}

fn life(who: Who, only_if: Condition, many: Quantity) -> AbilityDef {
    replaced(ReplacedEvent::GainLife(who), only_if, ReplaceWith::Amount(many), None)
}

fn is_life(ability: &AbilityDef) -> Option<Quantity> {
    let replacement = always(ability)?;
    match (&replacement.event, &replacement.with) {
        (ReplacedEvent::GainLife(Who::You), ReplaceWith::Amount(many)) => Some(many.clone()),
        _ => None,
    }
}

/// Losing life instead of gaining it.
fn poisoned() -> AbilityDef {
    let lose = Instruction::LoseLife(Who::Event, Quantity::EventAmount, None);
    let with = ReplaceWith::Instead(vec![lose]);
    replaced(ReplacedEvent::GainLife(Who::EachOpponent), Condition::Always, with, None)
}

/// Drawing cards instead of gaining life.
fn learned(context: &mut Context) -> AbilityDef {
    let draw = Instruction::Draw { who: Who::You, count: Quantity::EventAmount, into: context.variable() };
    replaced(ReplacedEvent::GainLife(Who::You), Condition::Always, ReplaceWith::Instead(vec![draw]), None)
}

fn is_learned(ability: &AbilityDef) -> bool {
    always(ability).is_some_and(|replacement| match (&replacement.event, &replacement.with) {
        (ReplacedEvent::GainLife(Who::You), ReplaceWith::Instead(effects)) => {
            matches!(effects.as_slice(), [Instruction::Draw { who: Who::You, count: Quantity::EventAmount, .. }])
        }
        _ => false,
    })
}

/// Opponents lose more life in your turn.
fn bled(many: Quantity) -> AbilityDef {
    let with = ReplaceWith::Amount(many);
    replaced(ReplacedEvent::LoseLife(Who::EachOpponent), Condition::TurnOf(Who::You), with, None)
}

macro_rules! damage {
    ($damage:literal, $combat:expr; $to:literal, $plain:literal, $turn:literal, $turn_first:literal, $turn_plain:literal) => {
        &[
            rule!(Harm: $to (by: Harmer, to: Harmed) => |c, by, to| said(c, dealt(by, to, $combat)), |_, w: &_| is_dealt(w, $combat); ""),
            alternate!(Harm: $plain (by: Harmer) => |c, by| said(c, dealt(by, DamageTo::Any, $combat)); ""),
            rule!(HarmNow: $turn (by: Harmer, to: Harmed) => |_, by, to| Some(dealt(by, to, $combat)), |_, w: &_| is_dealt(w, $combat); ""),
            alternate!(HarmNow: $turn_first (by: Harmer, to: Harmed) => |_, by, to| Some(dealt(by, to, $combat)); ""),
            alternate!(HarmNow: $turn_plain (by: Harmer) => |_, by| Some(dealt(by, DamageTo::Any, $combat)); ""),
        ]
    };
}

/// A tail that says again what it is dealt to.
macro_rules! tail {
    ($words:literal, $now:literal, $to:expr) => {
        &[
            alternate!(Static: $words (harm: Harm, much: Much) => |_, harm, much| $to(&harm).then(|| amount(harm, much)); ""),
            alternate!(Plain: $now (harm: HarmNow, much: Much) => |_, harm, much| $to(&harm).then(|| now(harm, much)); ""),
        ]
    };
}

/// What is dealt to what.
pub(super) const SAID: &[&[Rule]] = &[
    damage!("damage", None; "{by} would deal damage to {to}", "{by} would deal damage", "{by} would deal damage to {to} this turn", "{by} would deal damage this turn to {to}", "{by} would deal damage this turn"),
    damage!("combat damage", Some(true); "{by} would deal combat damage to {to}", "{by} would deal combat damage", "{by} would deal combat damage to {to} this turn", "{by} would deal combat damage this turn to {to}", "{by} would deal combat damage this turn"),
    damage!("noncombat damage", Some(false); "{by} would deal noncombat damage to {to}", "{by} would deal noncombat damage", "{by} would deal noncombat damage to {to} this turn", "{by} would deal noncombat damage this turn to {to}", "{by} would deal noncombat damage this turn"),
    tail!(
        "if {harm} , it deals {much} to that permanent or player instead .",
        "if {harm} , it deals {much} to that permanent or player instead .",
        to_anything
    ),
    tail!(
        "if {harm} , it deals {much} to that player instead .",
        "if {harm} , it deals {much} to that player instead .",
        to_player
    ),
    tail!(
        "if {harm} , it deals {much} to this creature instead .",
        "if {harm} , it deals {much} to this creature instead .",
        to_itself
    ),
    tail!(
        "if {harm} , it deals {much} to equipped creature instead .",
        "if {harm} , it deals {much} to equipped creature instead .",
        to_host
    ),
    tail!(
        "if {harm} , it deals {much} to that creature instead .",
        "if {harm} , it deals {much} to that creature instead .",
        to_creature
    ),
    tail!("if {harm} , it deals {much} to you instead .", "if {harm} , it deals {much} to you instead .", to_you),
    tail!(
        "if {harm} , it deals {much} to that player or permanent instead .",
        "if {harm} , it deals {much} to that player or permanent instead .",
        to_either
    ),
    tail!(
        "if {harm} , that source deals {much} to that player or permanent instead .",
        "if {harm} , that source deals {much} to that player or permanent instead .",
        to_either
    ),
];

pub(super) const RULES: &[Rule] = &[
    // ---- sources
    rule!(Harmer: "a source" () <=> {Filter::Any}; ""),
    rule!(Harmer: "a source you control" () <=> {Filter::Controlled(Who::You)}; ""),
    rule!(Harmer: "another source you control" () => |_| Some(with(Filter::Controlled(Who::You), other())), |_, f: &_| if *f == with(Filter::Controlled(Who::You), other()) { vec![()] } else { Vec::new() }; ""),
    rule!(Harmer: "a {hue} source" (hue: Hue) <=> {Filter::Color(hue)}; ""),
    rule!(Harmer: "a {color} source you control" (color: Hue) => |_, color| Some(yours(Filter::Color(color))), |_, f: &_| hue(is_yours(f)); ""),
    rule!(Harmer: "another {color} source you control" (color: Hue) => |_, color| Some(another(Filter::Color(color))), |_, f: &_| hue(is_another(f)); ""),
    rule!(Harmer: "a {sub.s} source you control" (sub: Sub) => |_, sub| Some(yours(help::sources(Filter::Subtype(sub)))), |_, f: &_| match is_yours(f).and_then(|f| help::of_sources(&f)) { Some(Filter::Subtype(sub)) => vec![(sub,)], _ => Vec::new() }; ""),
    rule!(Harmer: "{what.s}" (what: EventObj) => |c, what| {
            // Of what isn't a creature "another" means something else.
            let own = without(&what, &other()).is_none() || c.face.types.contains(CardTypes::CREATURE);
            own.then_some(what)
        }, |_, f: &_| vec![(f.clone(),)]; ""),
    rule!(Harmer: "a {kind} source you control" (kind: TypeAdj) => |_, kind| Some(yours(help::sources(Filter::Type(kind)))),
        |_, f: &_| match is_yours(f).and_then(|f| help::of_sources(&f)) { Some(Filter::Type(kind)) if *f != spells() => vec![(kind,)], _ => Vec::new() }; ""),
    rule!(Harmer: "a {color} or {kind} source you control" (color: Hue, kind: TypeAdj) => |_, color, kind| Some(yours(help::sources(Filter::Or(vec![Filter::Color(color), Filter::Type(kind)])))),
        |_, f: &_| match is_yours(f).and_then(|f| help::of_sources(&f)) { Some(Filter::Or(list)) => match list.as_slice() { [Filter::Color(color), Filter::Type(kind)] => vec![(*color, *kind)], _ => Vec::new() }, _ => Vec::new() }; ""),
    rule!(Harmer: "a instant or sorcery source you control" () => |_| Some(spells()), |_, f: &_| if *f == spells() { vec![()] } else { Vec::new() }; ""),
    // ---- what it is dealt to
    rule!(Harmed: "a permanent or player" () <=> {DamageTo::Any}; ""),
    rule!(Harmed: "a player" () <=> {DamageTo::Player(Who::EachPlayer)}; ""),
    rule!(Harmed: "a opponent" () <=> {DamageTo::Player(Who::EachOpponent)}; ""),
    rule!(Harmed: "you" () <=> {DamageTo::Player(Who::You)}; ""),
    rule!(Harmed: "a opponent or a permanent a opponent controls" () => |_| Some(either()), |_, to: &_| if *to == either() { vec![()] } else { Vec::new() }; ""),
    rule!(Harmed: "you or a permanent you control" () => |_| Some(own()), |_, to: &_| if *to == own() { vec![()] } else { Vec::new() }; ""),
    rule!(Harmed: "{what.s}" (what: EventObj) => |_, what| Some(DamageTo::Object(what)), |_, to: &_| match to { DamageTo::Object(what) => vec![(what.clone(),)], _ => Vec::new() }; ""),
    // ---- how much
    rule!(Much: "double that damage" () => |_| Some(times(2)), |_, q: &_| if *q == times(2) { vec![()] } else { Vec::new() }; ""),
    rule!(Much: "triple that damage" () => |_| Some(times(3)), |_, q: &_| if *q == times(3) { vec![()] } else { Vec::new() }; ""),
    rule!(Much: "that much damage plus {more}" (more: Digits) => |_, more| (more > 0).then(|| plus(more)), |_, q: &_| is_plus(q); ""),
    rule!(Static: "if {harm} , it deals {much} instead ." (harm: Harm, much: Much) => |_, harm, much| Some(amount(harm, much)), |_, d: &_| is_amount(d);
        "if a source you control would deal damage to an opponent, it deals double that damage instead."),
    rule!(Plain: "if {harm} , it deals {much} instead ." (harm: HarmNow, much: Much) => |_, harm, much| Some(now(harm, much)), |_, e: &_| is_now(e);
        "if a source you control would deal damage to an opponent this turn, it deals double that damage instead."),
    rule!(Static: "as long as {cond} , if {harm} , it deals {much} instead ." (cond: Cond, harm: Harm, much: Much) => |_, cond, harm, much| while_so(harm, cond, much), |_, d: &_| is_while_so(d);
        "as long as you have no cards in hand, if a source you control would deal damage to an opponent, it deals double that damage instead."),
    alternate!(Static: "as long as {cond} , if {harm} , it deals {much} to that permanent or player instead ." (cond: Cond, harm: Harm, much: Much) => |_, cond, harm, much| to_anything(&harm).then(|| while_so(harm, cond, much))?; ""),
    rule!(Static: "if {harm} , prevent half that damage , rounded up ." (harm: Harm) => |_, harm| Some(halved(harm, Round::Up)), |_, d: &_| is_halved(d, Round::Up);
        "if a source would deal damage to you or a permanent you control, prevent half that damage, rounded up."),
    rule!(Static: "if {harm} , prevent half that damage , rounded down ." (harm: Harm) => |_, harm| Some(halved(harm, Round::Down)), |_, d: &_| is_halved(d, Round::Down);
        "if a source would deal damage to you, prevent half that damage, rounded down."),
    // ---- life
    rule!(Static: "if you would gain life , you gain twice that much life instead ." () => |_| Some(life(Who::You, Condition::Always, times(2))), |_, d: &_| if is_life(d) == Some(times(2)) { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "if you would gain life , you gain that much life plus {more} instead ." (more: Digits) => |_, more| (more > 0).then(|| life(Who::You, Condition::Always, plus(more))),
        |_, d: &_| is_life(d).iter().flat_map(is_plus).collect(); "if you would gain life, you gain that much life plus 1 instead."),
    rule!(Static: "if you would gain life while {cond} , you gain twice that much life instead ." (cond: Cond) => |_, cond| (cond != Condition::Always).then(|| life(Who::You, cond, times(2))),
        |_, d: &_| match d {
            AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(r), .. }) if r.only_if != Condition::Always && *d == life(Who::You, r.only_if.clone(), times(2)) => vec![(r.only_if.clone(),)],
            _ => Vec::new(),
        }; "if you would gain life while you have 5 or less life, you gain twice that much life instead."),
    rule!(Static: "if a opponent would gain life , that player loses that much life instead ." () => |_| Some(poisoned()), |_, d: &_| if *d == poisoned() { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "if you would gain life , draw that many cards instead ." () => |c| Some(learned(c)), |_, d: &_| if is_learned(d) { vec![()] } else { Vec::new() }; ""),
    rule!(Static: "if a opponent would lose life during your turn , they lose twice that much life instead ." () => |_| Some(bled(times(2))), |_, d: &_| if *d == bled(times(2)) { vec![()] } else { Vec::new() }; ""),
];
