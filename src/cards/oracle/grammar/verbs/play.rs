//! What players may and can't do for a while, and shields.

use crate::cards::oracle::grammar::help::{one, permit};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Participle, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

fn lasting(rule: GameRule, duration: Duration) -> Vec<Instruction> {
    vec![Instruction::Continuous(StaticEffect::Rule(rule), duration)]
}

/// Cards that were moved may be played or cast.
pub(in crate::cards::oracle::grammar) fn may_play(
    what: Objects,
    cast_only: bool,
    cost: Option<Cost>,
    duration: Duration,
) -> Option<Vec<Instruction>> {
    matches!(what, Objects::Var(_)).then(|| lasting(permit(what, cast_only, cost), duration))
}

pub(in crate::cards::oracle::grammar) fn played(
    effects: &[Instruction],
    cast_only: bool,
    cost: Option<Cost>,
) -> Vec<(Duration, Objects)> {
    match effects {
        [Instruction::Continuous(StaticEffect::Rule(GameRule::Permit { what, .. }), duration)]
            if effects == lasting(permit(what.clone(), cast_only, cost), duration.clone()) =>
        {
            vec![(duration.clone(), what.clone())]
        }
        _ => Vec::new(),
    }
}

/// Nothing, in the place of the mana cost (CR 118.9).
pub(in crate::cards::oracle::grammar) fn for_nothing() -> Option<Cost> {
    Some(Cost::default())
}

/// Cards that were exiled just now, each of them.
fn exiled(context: &Context) -> Option<Objects> {
    help::done(context, Participle::Exiled).filter(|_| !context.undone).map(Objects::Var)
}

fn no_spells(effects: &[Instruction]) -> Option<(Who, Filter)> {
    match effects {
        [Instruction::Continuous(StaticEffect::Rule(GameRule::CantCast(who, filter)), Duration::EndOfTurn)] => {
            Some((*who, filter.clone()))
        }
        _ => None,
    }
}

fn no_lands(effects: &[Instruction]) -> Vec<(Who,)> {
    match effects {
        [
            Instruction::Continuous(StaticEffect::Rule(GameRule::CantPlayLand(who, Filter::Any)), Duration::EndOfTurn),
        ] => {
            vec![(*who,)]
        }
        _ => Vec::new(),
    }
}

fn replacing(event: ReplacedEvent, with: ReplaceWith, duration: Duration) -> Instruction {
    let replacement = Replacement { event, only_if: Condition::Always, with, optional: None };
    Instruction::Continuous(StaticEffect::Replace(replacement), duration)
}

/// Damage by sources of a colour that is chosen is prevented.
fn strands(context: &mut Context) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let event = ReplacedEvent::Damage { source: Filter::ColorVar(into), to: DamageTo::Any, combat: None };
    let choose = Instruction::ChooseColor { who: Who::You, other_than: None, except: Vec::new(), into };
    Some(vec![choose, replacing(event, ReplaceWith::Prevent(None), Duration::EndOfTurn)])
}

/// It is exiled instead of dying this turn.
fn exiled_instead(obj: Obj) -> Instruction {
    let (from, to) = (Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard));
    let event = ReplacedEvent::Moves { what: Filter::Is(obj), from, to };
    replacing(event, ReplaceWith::MoveTo(Destination::Exile), Duration::EndOfTurn)
}

fn is_exiled_instead(effects: &[Instruction]) -> Vec<(Objects,)> {
    match effects {
        [
            only @ Instruction::Continuous(
                StaticEffect::Replace(Replacement {
                    event: ReplacedEvent::Moves { what: Filter::Is(obj), .. }, ..
                }),
                _,
            ),
        ] if *only == exiled_instead(*obj) => match obj {
            Obj::Target(n) => vec![(Objects::Targets(*n),)],
            Obj::Var(v) => vec![(Objects::Var(*v),)],
            obj => vec![(Objects::The(*obj),)],
        },
        _ => Vec::new(),
    }
}

/// All damage by some permanents is prevented this turn.
fn shield(source: Filter, combat: Option<bool>) -> Instruction {
    let event = ReplacedEvent::Damage { source, to: DamageTo::Any, combat };
    replacing(event, ReplaceWith::Prevent(None), Duration::EndOfTurn)
}

fn by_group(effect: &Instruction, combat: Option<bool>) -> Vec<(Filter,)> {
    match effect {
        Instruction::Continuous(
            StaticEffect::Replace(Replacement { event: ReplacedEvent::Damage { source, .. }, .. }),
            _,
        ) if !matches!(source, Filter::Is(_) | Filter::Any) && *effect == shield(source.clone(), combat) => {
            vec![(source.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// It becomes a colour that is chosen as it happens.
fn colored(context: &mut Context, what: Objects, duration: Duration) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let choose = Instruction::ChooseColor { who: Who::You, other_than: None, except: Vec::new(), into };
    let change = StaticEffect::Affect(what, vec![Modification::SetColorVar(into)]);
    Some(vec![choose, Instruction::Continuous(change, duration)])
}

fn must(what: Objects, rule: ObjectRule) -> Instruction {
    Instruction::Continuous(StaticEffect::Affect(what, vec![Modification::Rule(rule)]), Duration::EndOfTurn)
}

fn of_must(effect: &Instruction, rule: &ObjectRule) -> Vec<(Objects,)> {
    match effect {
        Instruction::Continuous(StaticEffect::Affect(what, _), _) if *effect == must(what.clone(), rule.clone()) => {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// Cards that were moved may be played or cast, with more sorts of mana.
fn spend(
    what: Objects,
    cast_only: bool,
    any_mana: bool,
    any_color: bool,
    duration: Duration,
) -> Option<Vec<Instruction>> {
    let moved = matches!(what, Objects::Var(_));
    let mut rule = permit(what, cast_only, None);
    if let GameRule::Permit { any_mana: mana, any_color: color, .. } = &mut rule {
        (*mana, *color) = (any_mana, any_color);
    }
    moved.then(|| lasting(rule, duration))
}

fn spent(effects: &[Instruction], cast_only: bool, any_mana: bool, any_color: bool) -> Vec<(Duration, Objects)> {
    match effects {
        [Instruction::Continuous(StaticEffect::Rule(GameRule::Permit { what, .. }), duration)]
            if spend(what.clone(), cast_only, any_mana, any_color, duration.clone()).as_deref() == Some(effects) =>
        {
            vec![(duration.clone(), what.clone())]
        }
        _ => Vec::new(),
    }
}

macro_rules! spending {
    ($words:literal, $cast_only:literal, $any_mana:literal, $any_color:literal) => {
        rule!(Said: $words (dur: Dur, what: Objs) => |_, dur, what| spend(what, $cast_only, $any_mana, $any_color, dur), |_, e: &_| spent(e, $cast_only, $any_mana, $any_color); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- playing what was exiled
    rule!(Said: "{dur} , you may play {what}" (dur: Dur, what: Objs) => |_, dur, what| may_play(what, false, None, dur), |_, e: &_| played(e, false, None); ""),
    rule!(Said: "{dur} , you may cast {what}" (dur: Dur, what: Objs) => |_, dur, what| may_play(what, true, None, dur), |_, e: &_| played(e, true, None); ""),
    rule!(Said: "{dur} , you may play {what} without paying its mana cost" (dur: Dur, what: Objs) => |_, dur, what| may_play(what, false, for_nothing(), dur), |_, e: &_| played(e, false, for_nothing()); ""),
    alternate!(Objs: "cards exiled this way" () => |c| exiled(c); ""),
    alternate!(Said: "you may play {what} {dur}" (what: Objs, dur: Dur) => |_, what, dur| may_play(what, false, None, dur); ""),
    alternate!(Said: "you may play {what} this turn" (what: Objs) => |_, what| may_play(what, false, None, Duration::EndOfTurn); ""),
    alternate!(Said: "you may cast {what} this turn" (what: Objs) => |_, what| may_play(what, true, None, Duration::EndOfTurn); ""),
    rule!(Plain: "choose {what} . you may cast that card this turn ." (what: Target) => |_, what| Some(lasting(permit(what, true, None), Duration::EndOfTurn)),
        |_, e: &_| match e.as_slice() {
            [Instruction::Continuous(StaticEffect::Rule(GameRule::Permit { what: what @ Objects::Targets(_), .. }), _)] if *e == lasting(permit(what.clone(), true, None), Duration::EndOfTurn) => vec![(what.clone(),)],
            _ => Vec::new(),
        }; "choose target artifact card in your graveyard. You may cast that card this turn."),
    alternate!(Said: "you may cast {what} this turn" (what: Target) => |_, what| Some(lasting(permit(what, true, None), Duration::EndOfTurn)); "you may cast target artifact card from your graveyard this turn"),
    rule!(Said: "damage can't be prevented this turn" () => |_| Some(lasting(GameRule::DamageCantBePrevented, Duration::EndOfTurn)),
        |_, e: &_| if *e == lasting(GameRule::DamageCantBePrevented, Duration::EndOfTurn) { vec![()] } else { Vec::new() }; "damage can't be prevented this turn"),
    spending!(
        "{dur} , you may cast {what} and you may spend mana as though it were mana of any color to cast that spell",
        true,
        false,
        true
    ),
    spending!("{dur} , you may cast {what} and mana of any type can be spent to cast that spell", true, true, false),
    spending!("{dur} , you may play {what} and mana of any type can be spent to cast it", false, true, false),
    // ---- what players can't do
    rule!(Said: "{who#} can't cast spells this turn" (who: SubjPlayer) => |_, who| Some(lasting(GameRule::CantCast(who, Filter::Any), Duration::EndOfTurn)),
        |_, e: &_| no_spells(e).filter(|(_, f)| *f == Filter::Any).map(|(who, _)| (who,)).into_iter().collect(); "target player can't cast spells this turn"),
    rule!(Said: "{who#} can't cast {spells.p} this turn" (who: SubjPlayer, spells: SpellNoun) => |_, who, spells| (spells != Filter::Any).then(|| lasting(GameRule::CantCast(who, spells), Duration::EndOfTurn)),
        |_, e: &_| no_spells(e).filter(|(_, f)| *f != Filter::Any).into_iter().collect(); "target player can't cast creature spells this turn"),
    rule!(Said: "{who#} can't play lands this turn" (who: SubjPlayer) => |_, who| Some(lasting(GameRule::CantPlayLand(who, Filter::Any), Duration::EndOfTurn)),
        |_, e: &_| no_lands(e); "target player can't play lands this turn"),
    // ---- what objects have to do
    rule!(Pred: "attacks|attack this turn if able" (what: Subject) => |_, what| Some(must(what, ObjectRule::AttacksThisTurnIfAble)), |_, e: &_| of_must(e, &ObjectRule::AttacksThisTurnIfAble); ""),
    rule!(Pred: "blocks|block this turn if able" (what: Subject) => |_, what| Some(must(what, ObjectRule::BlocksIfAble)), |_, e: &_| of_must(e, &ObjectRule::BlocksIfAble); ""),
    alternate!(Pred: "can't be blocked this turn except by {noun.p}" (what: Subject, noun: Noun) => |_, what, noun| Some(must(what, ObjectRule::CantBeBlockedExceptBy(noun))); ""),
    // ---- shields
    rule!(Verbs: "prevent all damage that sources of the color of your choice would deal this turn" () => |c| strands(c),
        |c, e: &_| if strands(&mut c.clone()).as_ref() == Some(e) { vec![()] } else { Vec::new() }; "prevent all damage that sources of the color of your choice would deal this turn"),
    rule!(Verb: "prevent all damage that would be dealt by {noun.p} this turn" (noun: Noun) => |_, noun| Some(shield(noun, None)), |_, e: &_| by_group(e, None); "prevent all damage that would be dealt by creatures this turn"),
    rule!(Verb: "prevent all combat damage that would be dealt by {noun.p} this turn" (noun: Noun) => |_, noun| Some(shield(noun, Some(true))), |_, e: &_| by_group(e, Some(true)); "prevent all combat damage that would be dealt by creatures with power 4 or less this turn"),
    alternate!(Verb: "prevent all combat damage that would be dealt this turn by {noun.p}" (noun: Noun) => |_, noun| Some(shield(noun, Some(true))); "prevent all combat damage that would be dealt this turn by creatures with power 4 or less"),
    rule!(Plain: "if {what.s} would die this turn , exile it instead ." (what: Np) => |_, what| Some(vec![exiled_instead(one(&what)?)]), |_, e: &_| is_exiled_instead(e); "if target creature would die this turn, exile it instead."),
    rule!(Said: "{what#} becomes|become the color of your choice" (what: SubjObjs) => |c, what| colored(c, what, Duration::Forever),
        |c, e: &_| match e.as_slice() {
            [Instruction::ChooseColor { .. }, Instruction::Continuous(StaticEffect::Affect(what, _), Duration::Forever)]
                if colored(&mut c.clone(), what.clone(), Duration::Forever).as_ref() == Some(e) => vec![(what.clone(),)],
            _ => Vec::new(),
        }; "target creature becomes the color of your choice"),
    rule!(Said: "{what#} becomes|become the color of your choice {dur}" (what: SubjObjs, dur: Dur) => |c, what, dur| colored(c, what, dur),
        |c, e: &_| match e.as_slice() {
            [Instruction::ChooseColor { .. }, Instruction::Continuous(StaticEffect::Affect(what, _), dur)]
                if colored(&mut c.clone(), what.clone(), dur.clone()).as_ref() == Some(e) => vec![(what.clone(), dur.clone())],
            _ => Vec::new(),
        }; "target creature becomes the color of your choice until end of turn"),
];
