//! Flattening: from instructions inside instructions to one list with jumps.
//!
//! | file | what |
//! | --- | --- |
//! | `choices` | one of several courses, time travel |
//! | `until` | what is undone after an event |

mod choices;
mod until;

pub(crate) use choices::time_travellers;

use super::abilities::exception;
use super::compile::{CompileError, Compiler};
use super::def::{
    AbilityDef, Destination, Duration, Entry, Filter, Instruction, ManaRider, Measure, Modification, Obj, ObjectRule,
    Objects, PermanentAction, Quantity, Recipients, ReplaceWith, ReplacedEvent, Rule, StaticEffect, StepName, Subtype,
    SubtypeWord, TokenSource, TriggerEvent, Var, Walk, Who, Word, ZoneKind, ZoneOf,
};
use super::supported::unsupported_as_it_enters;
use crate::cards::{Op, RoundOrder, parts_use_x};
use crate::model::mana::ManaUntil;
use choices::{courses, time_travel};
use derive_visitor::visitor_enter_fn_mut;
use std::cell::Cell;

/// The flat program of a list of instructions.
pub(super) fn flatten(c: &mut Compiler<'_>, effects: &[Instruction]) -> Result<Vec<Op>, CompileError> {
    let mut ops = Vec::new();
    block(c, effects, &mut ops)?;
    if ops.iter().any(|op| matches!(op, Op::Again(_))) {
        close_process(effects, &mut ops)?;
    }
    Ok(ops)
}

/// What `Again` forgets. It can be used where nothing comes after it that could ask what was done in all rounds.
fn close_process(effects: &[Instruction], ops: &mut [Op]) -> Result<(), CompileError> {
    let again = |effect: &Instruction| {
        let mut found = false;
        effect.clone().each(|e: &mut Instruction| found |= *e == Instruction::Again);
        found
    };
    let earlier = effects.split_last().is_some_and(|(_, rest)| rest.iter().any(again));
    let ends: Vec<(usize, usize)> = ops
        .iter()
        .enumerate()
        .filter_map(|(at, op)| match op {
            Op::Next(end) => Some((at, usize::from(*end))),
            Op::Until(_, first) => Some((usize::from(*first), at)),
            _ => None,
        })
        .collect();
    let vars: Vec<Var> = super::lint::set_by_instructions(effects).into_iter().collect();
    for (at, op) in ops.iter_mut().enumerate() {
        if let Op::Again(forgotten) = op {
            if earlier || ends.iter().any(|(next, end)| (*next..*end).contains(&at)) {
                return Err(CompileError::Unsupported("`Again` before other instructions, or in a loop"));
            }
            forgotten.clone_from(&vars);
        }
    }
    Ok(())
}

fn block(c: &mut Compiler<'_>, effects: &[Instruction], ops: &mut Vec<Op>) -> Result<(), CompileError> {
    effects.iter().try_for_each(|effect| instruction(c, effect, ops))
}

/// The place after the last instruction so far.
fn here(ops: &[Op]) -> u16 {
    ops.len() as u16
}

fn instruction(c: &mut Compiler<'_>, effect: &Instruction, ops: &mut Vec<Op>) -> Result<(), CompileError> {
    match effect {
        Instruction::If { cond, then, otherwise } => {
            branch(c, ops, |to, end| Op::JumpUnless(cond.clone(), to, end), then, otherwise)?;
        }
        Instruction::May { who, then, otherwise } => {
            branch(c, ops, |to, end| Op::AskMay(*who, to, end), then, otherwise)?;
        }
        Instruction::MayPay { who, cost, then, otherwise } => {
            let at = ops.len();
            let chosen = !c.announced && parts_use_x(&cost.0);
            if chosen {
                ops.push(Op::Jump(0));
            }
            branch(c, ops, |to, end| Op::AskPay(*who, cost.clone(), to, end), then, otherwise)?;
            if let (true, Some(Op::AskPay(_, _, to, _))) = (chosen, ops.get(at + 1)) {
                ops[at] = Op::ChooseX(*who, cost.clone(), *to);
            }
        }
        Instruction::ForEach(group, body) => repeat(c, ops, Op::Each(group.clone(), round_order(body)), body)?,
        Instruction::Repeat(times, body) => repeat(c, ops, Op::Times(times.clone()), body)?,
        Instruction::RepeatUntil(condition, body) => {
            let first = here(ops);
            block(c, body, ops)?;
            ops.push(Op::Until(condition.clone(), first));
        }
        Instruction::Again => ops.push(Op::Again(Vec::new())),
        Instruction::OnceEachTurn(body) => branch(c, ops, |to, _| Op::UnlessDone(to), body, &[])?,
        Instruction::ChooseOne(who, list) => courses(c, ops, list, |starts, end| Op::ChooseOne(*who, starts, end))?,
        // CR 701.55c-d: one player after the other, each as often as they have to.
        Instruction::FaceVillainousChoice(who, list) => {
            looped(ops, Op::Each(Recipients::Players(*who), RoundOrder::Any), |ops| {
                let face = |starts, end| Op::Face(Who::It, starts, end);
                looped(ops, Op::Facings(Who::It), |ops| courses(c, ops, list, face))
            })?;
        }
        Instruction::TimeTravel => ops.extend(time_travel().map(|effect| Op::Do(Box::new(effect)))),
        Instruction::Continuous(effect, duration) => {
            if matches!(duration, Duration::NextSpell(_)) && !suits_next_spell(effect) {
                return Err(CompileError::Unsupported("such an effect for `NextSpell`"));
            }
            let for_once = matches!(effect, StaticEffect::Replace(_) | StaticEffect::Rule(Rule::Permit { .. }));
            if *duration == Duration::OnceThisTurn && !for_once {
                return Err(CompileError::Unsupported("such an effect for `OnceThisTurn`"));
            }
            let row = c.static_row(effect)?;
            ops.push(Op::Continuous(row, duration.clone()));
        }
        Instruction::Delayed { ability, .. } | Instruction::Reflexive(ability)
            if matches!(ability.when, TriggerEvent::FirstTime(_) | TriggerEvent::FirstTimeForIt(_)) =>
        {
            return Err(CompileError::Unsupported("`FirstTime` of a delayed ability"));
        }
        Instruction::Delayed { ability, .. } if matches!(ability.when, TriggerEvent::Triggers { .. }) => {
            return Err(CompileError::Unsupported("`Triggers` of a delayed ability"));
        }
        Instruction::Delayed { until: Some(Duration::NextSpell(_)), .. } => {
            return Err(CompileError::Unsupported("`NextSpell` of a delayed ability"));
        }
        Instruction::Delayed { ability, until } => {
            let ability = c.triggered(ability)?;
            ops.push(Op::Delayed(ability, until.clone()));
        }
        Instruction::ExtraTurnWith { who, effects } => {
            if !effects.iter().all(lasts_a_turn) {
                return Err(CompileError::Unsupported(
                    "what doesn't last until the end of the turn in `ExtraTurnWith`",
                ));
            }
            let ability = c.at(&TriggerEvent::Beginning(StepName::Untap, Who::EachPlayer), effects)?;
            ops.push(Op::ExtraTurn(*who, ability));
        }
        Instruction::Reflexive(ability) => {
            let ability = c.triggered(ability)?;
            ops.push(Op::Reflexive(ability));
        }
        Instruction::AddMana { who, mana, times, only, riders } if !riders.is_empty() => {
            let (mana, times, only) = (mana.clone(), times.clone(), only.clone());
            ops.push(Op::Do(Box::new(Instruction::AddMana { who: *who, mana, times, only, riders: Vec::new() })));
            for rider in riders {
                if matches!(rider, ManaRider::IfSpent { until: Duration::NextSpell(_), .. }) {
                    return Err(CompileError::Unsupported("`NextSpell` of mana"));
                }
                ops.push(match rider {
                    ManaRider::IfSpent { on, effect, until } => {
                        Op::IfSpent(on.clone(), c.static_row(effect)?, until.clone())
                    }
                    ManaRider::WhenSpent { on, ability } => Op::WhenSpent(on.clone(), c.triggered(ability)?),
                    ManaRider::Lasts(Duration::EndOfTurn) => Op::Lasts(ManaUntil::EndOfTurn),
                    ManaRider::Lasts(Duration::EndOfCombat) => Op::Lasts(ManaUntil::EndOfCombat),
                    ManaRider::Lasts(_) => return Err(CompileError::Unsupported("such a duration of mana")),
                });
            }
        }
        Instruction::Move { until: Some(event), .. } | Instruction::PhaseOutUntil { until: event, .. } => {
            until::compile(c, ops, effect, event)?;
        }
        Instruction::SacrificeAndMove { to, .. } if !is_settled(to) => {
            return Err(CompileError::Unsupported("such a destination of `SacrificeAndMove`"));
        }
        Instruction::ExchangeControl { what, into } => exchange_control(c, ops, what, *into)?,
        Instruction::ExchangeText { what, until } => exchange_text(c, ops, what, until)?,
        Instruction::ExchangeLifeWith { measure, .. } => exchange_life_with(c, ops, effect, *measure)?,
        Instruction::ExchangeZones(_, one, other) if !have_owners(*one, *other) => {
            return Err(CompileError::Unsupported("these zones in `ExchangeZones`"));
        }
        Instruction::ChooseOfEach { who, kind, from, into } => choose_of_each(ops, *who, *kind, from, *into),
        // CR 702.140d: only spells that resolve have creatures mutate.
        Instruction::Does(PermanentAction::Mutate, _) => {
            return Err(CompileError::Unsupported("`Does(Mutate, ..)` as an instruction"));
        }
        Instruction::Does(PermanentAction::BecomePlotted, _) => {
            return Err(CompileError::Unsupported("`Does(BecomePlotted, ...)` beside `BecomePlotted`"));
        }
        Instruction::ChooseSubtype { kind, except, among, .. }
            if among.iter().any(|s| s.kind() != kind.kind() || except.contains(s)) =>
        {
            return Err(CompileError::Unsupported("such a subtype in `among`"));
        }
        Instruction::Emblem(who, abilities) => {
            let token = c.emblem(abilities)?;
            ops.push(Op::Emblem(*who, token));
        }
        Instruction::CreateToken { who, count, token, tapped, attacking, counters, into }
            if !matches!(token, TokenSource::CopyOf(..) | TokenSource::CopiesOf(..)) =>
        {
            let host = match token {
                TokenSource::PredefinedOn(_, host) => Some(*host),
                _ => None,
            };
            let size = match token {
                TokenSource::Sized(_, power, toughness) => Some((power.clone(), toughness.clone())),
                _ => None,
            };
            if attacking.is_some() && matches!(token, TokenSource::Several(_)) {
                return Err(CompileError::Unsupported("`Several` that enter attacking"));
            }
            let tokens = c.token(token)?;
            let (count, attacking, counters) = (count.clone(), *attacking, counters.clone());
            ops.push(Op::CreateToken {
                who: *who,
                count,
                tokens,
                tapped: *tapped,
                attacking,
                counters,
                host,
                size,
                into: *into,
            });
        }
        leaf => {
            if let Instruction::CreateToken {
                token: TokenSource::CopyOf(_, exceptions) | TokenSource::CopiesOf(_, exceptions),
                ..
            } = leaf
            {
                exceptions.iter().try_for_each(exception)?;
                ops.push(Op::Do(Box::new(with_entries(c, leaf)?)));
                if exceptions.iter().any(quotes) {
                    let row = c.static_row(&StaticEffect::Affect(Objects::The(Obj::It), exceptions.clone()))?;
                    ops.push(Op::Except(row));
                }
                return Ok(());
            }
            ops.push(Op::Do(Box::new(with_entries(c, leaf)?)));
        }
    }
    Ok(())
}

/// CR 707.9a: whether a modification quotes abilities that aren't mere keywords.
fn quotes(m: &Modification) -> bool {
    let Modification::GainAbilities(abilities) = m else { return false };
    !abilities.iter().all(|a| matches!(a, AbilityDef::Keywords(_)))
}

/// Whether nothing is to be chosen or found out before something goes there, but what an Aura enchants (CR 303.4f).
fn is_settled(to: &Destination) -> bool {
    match to {
        Destination::Battlefield(entry) => {
            let free = !entry.attacking && entry.attacks_as.is_none() && entry.melded.is_none();
            free && entry.attached_to.is_none() && entry.attached_to_player.is_none() && entry.attached_among.is_none()
        }
        to => !to.is_ordered() && !matches!(to, Destination::LibraryTopRandom | Destination::LibraryBottomRandom),
    }
}

/// CR 611.2e: an instruction whose ways of entering know the static effects that say what enters is.
fn with_entries(c: &mut Compiler<'_>, leaf: &Instruction) -> Result<Instruction, CompileError> {
    let mut leaf = leaf.clone();
    let mut failed = None;
    leaf.each(|entry: &mut Entry| {
        if !entry.is.is_empty() {
            match entry_row(c, entry) {
                Ok(row) => entry.row = Some(row),
                Err(error) => failed = Some(error),
            }
        }
    });
    failed.map_or(Ok(leaf), Err)
}

fn entry_row(c: &mut Compiler<'_>, entry: &Entry) -> Result<u16, CompileError> {
    if entry.is_face_down() {
        return Err(CompileError::Unsupported("`is` of what enters face down"));
    }
    if let Some(term) = entry.is.iter().find_map(unsupported_as_it_enters) {
        return Err(CompileError::Unsupported(term));
    }
    c.static_row(&StaticEffect::Affect(Objects::The(Obj::It), entry.is.clone()))
}

/// Whether an instruction makes an ability or an effect that ends with the turn.
fn lasts_a_turn(effect: &Instruction) -> bool {
    match effect {
        Instruction::Delayed { until, .. } => {
            matches!(until, Some(Duration::EndOfTurn | Duration::OnceThisTurn))
        }
        Instruction::Continuous(_, until) => *until == Duration::EndOfTurn,
        _ => false,
    }
}

/// Whether an effect can be one on the next spell: a rule about casting, abilities of the spell, which is `It`, or counters with which the
/// permanent enters that it becomes, which is `Event`.
fn suits_next_spell(effect: &StaticEffect) -> bool {
    match effect {
        StaticEffect::Rule(rule) => rule.is_about_casting(),
        StaticEffect::Affect(Objects::The(Obj::It), modifications) => modifications.iter().all(|m| {
            let firm = Modification::Rule(ObjectRule::CantBeCountered);
            matches!(m, Modification::Gain(_) | Modification::GainAbilities(_)) || *m == firm
        }),
        StaticEffect::Replace(replacement) => {
            replacement.event == ReplacedEvent::Enters(Filter::Is(Obj::Event))
                && replacement.optional.is_none()
                && matches!(replacement.with, ReplaceWith::Counters(..))
        }
        StaticEffect::Affect(..) => false,
    }
}

/// CR 701.12b: two effects that last, if the exchange can be made; otherwise they are passed over.
fn exchange_control(
    c: &mut Compiler<'_>,
    ops: &mut Vec<Op>,
    what: &Objects,
    into: Option<Var>,
) -> Result<(), CompileError> {
    ops.push(Op::Do(Box::new(Instruction::ExchangeControl { what: what.clone(), into })));
    for (object, player) in exchanged() {
        let change = vec![Modification::Control(Who::Var(player))];
        let row = c.static_row(&StaticEffect::Affect(Objects::Var(object), change))?;
        ops.push(Op::Continuous(row, Duration::Forever));
    }
    Ok(())
}

/// CR 701.12h: two effects that last, if the exchange can be made; otherwise they are passed over.
fn exchange_text(
    c: &mut Compiler<'_>,
    ops: &mut Vec<Op>,
    what: &Objects,
    until: &Duration,
) -> Result<(), CompileError> {
    if matches!(
        until,
        Duration::NextSpell(_) | Duration::NextUntapStep | Duration::NextUntapStepOf(_) | Duration::OnceThisTurn
    ) {
        return Err(CompileError::Unsupported("such a duration of `ExchangeText`"));
    }
    ops.push(Op::Do(Box::new(Instruction::ExchangeText { what: what.clone(), until: until.clone() })));
    for (object, text) in exchanged() {
        let change = vec![Modification::RulesText(text)];
        let row = c.static_row(&StaticEffect::Affect(Objects::Var(object), change))?;
        ops.push(Op::Continuous(row, until.clone()));
    }
    Ok(())
}

/// CR 701.12g: an effect that lasts, if the exchange can be made; otherwise it is passed over.
fn exchange_life_with(
    c: &mut Compiler<'_>,
    ops: &mut Vec<Op>,
    exchange: &Instruction,
    measure: Measure,
) -> Result<(), CompileError> {
    let [(object, life), _] = exchanged();
    let life = Quantity::Var(life);
    let change = match measure {
        Measure::Power => Modification::SetPower(life),
        Measure::Toughness => Modification::SetToughness(life),
        Measure::ManaValue => return Err(CompileError::Unsupported("`ManaValue` in `ExchangeLifeWith`")),
    };
    ops.push(Op::Do(Box::new(exchange.clone())));
    let row = c.static_row(&StaticEffect::Affect(Objects::Var(object), vec![change]))?;
    ops.push(Op::Continuous(row, Duration::Forever));
    Ok(())
}

/// Whether these are two different zones of which each player has one of their own.
fn have_owners(one: ZoneKind, other: ZoneKind) -> bool {
    let own = |kind| matches!(kind, ZoneKind::Hand | ZoneKind::Library | ZoneKind::Graveyard);
    one != other && own(one) && own(other)
}

/// The variables of an exchange: of control, each object with who gets it; of texts, each object with the text it gets; of a life total,
/// the object with the life.
pub(crate) fn exchanged() -> [(Var, Var); 2] {
    let word = |text| Word::new(text).expect("it is a word");
    [(word("first exchanged"), word("first goes to")), (word("other exchanged"), word("other goes to"))]
}

/// One subtype after the other: a choice, and what was chosen so far with it.
fn choose_of_each(ops: &mut Vec<Op>, who: Who, kind: SubtypeWord, from: &Objects, into: Var) {
    let one = Word::new("one of its kind").expect("it is a word");
    let mut push = |effect: Instruction| ops.push(Op::Do(Box::new(effect)));
    push(Instruction::Keep(into, Objects::Union(Vec::new())));
    let basic = |subtype: &Subtype| kind != SubtypeWord::BasicLand || Subtype::BASIC_LANDS.contains(subtype);
    for subtype in Subtype::all().filter(|s| s.kind() == kind.kind()).filter(basic) {
        let from = Objects::Only(Box::new(from.clone()), Filter::Subtype(subtype));
        let (min, max) = (Quantity::N(1), Quantity::N(1));
        push(Instruction::Choose { who, from, min, max, random: false, together: Vec::new(), into: one });
        push(Instruction::Keep(into, Objects::Union(vec![Objects::Var(into), Objects::Var(one)])));
    }
}

/// CR 608.2f, 701.44d, 701.50d: who says in which order a loop is gone through.
fn round_order(body: &[Instruction]) -> RoundOrder {
    let it = Objects::The(Obj::It);
    let acts = |effect: &Instruction| match effect {
        Instruction::Does(PermanentAction::Explore | PermanentAction::Connive, what) => *what == it,
        _ => false,
    };
    if body.iter().any(acts) {
        RoundOrder::Controllers
    } else if takes_turns(body) {
        RoundOrder::Follower
    } else {
        RoundOrder::Any
    }
}

/// CR 608.2f: whether a loop can't do its actions simultaneously, as it takes cards from a library, casts or copies
/// spells: for which object that is done first makes a difference.
fn takes_turns(body: &[Instruction]) -> bool {
    let found = Cell::new(false);
    let or_if = |so: bool| found.set(found.get() || so);
    let mut group = visitor_enter_fn_mut(|group: &mut Objects| {
        or_if(matches!(
            group,
            Objects::Top(..) | Objects::TopOf(_, ZoneOf::Library(_), _) | Objects::BottomOf(_, ZoneOf::Library(_))
        ));
    });
    let mut action = visitor_enter_fn_mut(|effect: &mut Instruction| {
        or_if(match effect {
            Instruction::ExileUntil { .. }
            | Instruction::RevealUntil { .. }
            | Instruction::Scry(..)
            | Instruction::Surveil(..)
            // CR 701.55d, 701.44d, 701.50d.
            | Instruction::FaceVillainousChoice(..)
            | Instruction::Does(PermanentAction::Explore | PermanentAction::Connive, _) => true,
            Instruction::Draw { into, .. } | Instruction::Mill { into, .. } => into.is_some(),
            Instruction::CastNow { .. }
            | Instruction::CopySpell { .. }
            | Instruction::CopySpellFor { .. }
            | Instruction::CopyInExile { .. } => true,
            _ => false,
        });
    });
    for effect in &mut body.to_vec() {
        effect.walk(&mut group);
        effect.walk(&mut action);
    }
    found.get()
}

fn branch(
    c: &mut Compiler<'_>,
    ops: &mut Vec<Op>,
    ask: impl Fn(u16, u16) -> Op,
    then: &[Instruction],
    otherwise: &[Instruction],
) -> Result<(), CompileError> {
    let at = ops.len();
    ops.push(Op::Jump(0));
    block(c, then, ops)?;
    if otherwise.is_empty() {
        ops[at] = ask(here(ops), here(ops));
        return Ok(());
    }
    let skip = ops.len();
    ops.push(Op::Jump(0));
    let to = here(ops);
    block(c, otherwise, ops)?;
    ops[at] = ask(to, here(ops));
    ops[skip] = Op::Jump(here(ops));
    Ok(())
}

fn repeat(c: &mut Compiler<'_>, ops: &mut Vec<Op>, begin: Op, body: &[Instruction]) -> Result<(), CompileError> {
    looped(ops, begin, |ops| block(c, body, ops))
}

/// `begin; next(end); body; jump next; end:`
fn looped(
    ops: &mut Vec<Op>,
    begin: Op,
    body: impl FnOnce(&mut Vec<Op>) -> Result<(), CompileError>,
) -> Result<(), CompileError> {
    ops.push(begin);
    let next = ops.len();
    ops.push(Op::Jump(0));
    body(ops)?;
    ops.push(Op::Jump(next as u16));
    ops[next] = Op::Next(here(ops));
    Ok(())
}
