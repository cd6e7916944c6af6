//! Effects of resolutions begin and end (CR 611.2).
//!
//! `next_spell` has those on the next spell that a player casts.

mod next_spell;

pub(crate) use next_spell::{awaits, spell_announced, spell_cast};

use super::copiable::{copiable, with_granted};
use super::{evaluate, make_copy, slots};
use crate::cards::def::{
    Condition, Duration, KeywordSet, Modification, ObjectRule, ReplaceWith, Replacement, Rule, StaticEffect, Who,
};
use crate::cards::{AbilityKind, CardTable, Op};
use crate::model::agenda::Agenda;
use crate::model::bindings::{Bindings, Frame, Value};
use crate::model::continuous::{ContinuousEffect, ContinuousEffects, EffectOrigin, Since};
use crate::model::dirt::StateClass;
use crate::model::event::EntersAs;
use crate::model::ids::{
    AbilityHandle, ContinuousEffectId, ObjectRef, ProgramHandle, Referent, Seat, StaticHandle, Timestamp,
};
use crate::model::object::{CopiableSource, StackEntry};
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use crate::model::zone::{Zone, Zones};
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::{effect, effect_mut};
use crate::rules::state::{EditGame, GameState, PlannedMove, ReadGame};

/// Whether an effect for one future turn or step still waits for it.
pub(super) fn waits(turn: &Turn, effect: &ContinuousEffect) -> bool {
    let begun = |seat: Seat| turn.begun.get(seat.index()).copied().unwrap_or(0);
    match effect.duration {
        Duration::NextTurnOf(_) => matches!(effect.since, Since::TurnsOf(seat, before) if begun(seat) <= before),
        Duration::AfterThisTurn => matches!(effect.since, Since::Turn(number) if turn.number <= number),
        Duration::NextUntapStepOf(_) => effect.since.player() != Some(turn.active),
        _ => false,
    }
}

/// Whether whose turn it is decides what an effect does, or will.
pub(super) fn depends_on_turn(turn: &Turn, effect: &ContinuousEffect) -> bool {
    waits(turn, effect) || matches!(effect.duration, Duration::NextUntapStepOf(_))
}

/// What ends effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The turn (CR 514.2).
    Turn,
    /// The combat phase (CR 511.3).
    Combat,
    /// A player's turn begins.
    TurnOf(Seat),
    /// A player's upkeep begins.
    UpkeepOf(Seat),
    /// A player's end step begins.
    EndStepOf(Seat),
    /// The turn of a player who has left the game would begin (CR 800.4m).
    TurnNeverOf(Seat),
    /// Something has changed that effects may depend on: those that last as long as a condition holds are checked.
    SourceGone,
}

/// Whether also the rules of a resolved effect hold only for the objects that it found as it began: CR 502.3 of what doesn't
/// untap, the one spell of an effect on the next one, and CR 701.15a-b: what is goaded has that designation from then on.
pub(super) fn fixes_rules(duration: &Duration, all: &[Modification]) -> bool {
    matches!(duration, Duration::NextUntapStep | Duration::NextSpell(_))
        || all.iter().any(|m| matches!(m, Modification::Rule(ObjectRule::Goaded)))
}

/// CR 611.2: starts a continuous effect of a resolution. Its objects, numbers and copied values are fixed now
/// (611.2c-d). `None` if it does nothing: its duration is over already (611.2b), or there is nothing to change.
pub fn start_effect(
    world: &mut impl EditGame,
    handle: StaticHandle,
    bindings: Bindings,
    duration: Duration,
) -> Option<ContinuousEffectId> {
    if let Duration::While(condition) = &duration
        && !reading::lasts(&Live::new(world), &bindings, condition)
    {
        return None;
    }
    let table = world.part::<CardTable>().clone();
    let row = table.static_row(handle);
    let mut effect = ContinuousEffect::free(slots::lowest_free(&world.part::<ContinuousEffects>().used));
    if let StaticEffect::Affect(group, all) = &row.effect {
        let board = Live::new(world);
        let fixed = fixes_rules(&duration, all);
        let locks = fixed || all.iter().any(|m| !matches!(m, Modification::Rule(_)));
        if locks {
            effect.locked = reading::objects(&board, &bindings, group);
            effect.locked.retain(|o| board.is_current(*o));
        }
        let later = !fixed && all.iter().any(|m| matches!(m, Modification::Rule(_)));
        if effect.locked.is_empty() && !later && !matches!(duration, Duration::NextSpell(_)) {
            return None;
        }
        effect.values = evaluate::fixed_values(&board, &bindings, all, &effect.locked);
        effect.denied = denied(&board, all, &effect.locked);
        let granted = row.granted.iter().map(|i| AbilityHandle { def: handle.def, index: *i });
        effect.copied = copied(world, all, &granted.collect::<Vec<_>>(), &bindings)?;
    }
    // CR 615.7: how much a shield prevents in all. One for the next damage only prevents that much of it, whatever it is then.
    if let StaticEffect::Replace(Replacement {
        with: ReplaceWith::Prevent(Some(limit)) | ReplaceWith::RedirectUpTo(limit, _),
        ..
    }) = &row.effect
        && duration != Duration::OnceThisTurn
    {
        effect.remaining = Some(reading::value(&Live::new(world), &bindings, limit).max(0));
    }
    let turn = world.part::<Turn>();
    effect.since = Since::Turn(turn.number);
    if let Duration::UntilTurnOf(who)
    | Duration::UntilUpkeepOf(who)
    | Duration::UntilEndStepOf(who)
    | Duration::UntilEndOfNextTurnOf(who)
    | Duration::NextTurnOf(who)
    | Duration::NextUntapStepOf(who) = &duration
    {
        let seat = whose(&Live::new(world), &bindings, *who);
        let begun = |seat: Seat| turn.begun.get(seat.index()).copied().unwrap_or(0);
        effect.since = seat.map_or(effect.since, |seat| Since::TurnsOf(seat, begun(seat)));
    }
    effect.active = true;
    effect.timestamp = world.part_mut::<Zones>().tick();
    effect.origin = EffectOrigin::Resolved;
    effect.handle = handle;
    effect.bindings = bindings;
    if matches!((&row.effect, &duration), (StaticEffect::Replace(_), Duration::NextSpell(_))) {
        // Until it is announced there is no spell that the effect is about.
        effect.bindings.event = None;
    }
    effect.duration = duration;
    let id = effect.id;
    slots::insert(world, effect);
    mark_dirty(world, StateClass::EFFECTS);
    Some(id)
}

fn whose(board: &impl Board, bindings: &Bindings, who: Who) -> Option<Seat> {
    reading::seat(board, bindings, who).or_else(|| reading::seats(board, bindings, who).first().copied())
}

/// CR 113.11: notes which abilities the effect doesn't give to objects that can't have them now.
fn denied(board: &impl Board, all: &[Modification], locked: &[ObjectRef]) -> Vec<(ObjectRef, KeywordSet)> {
    let gains = all.iter().map(|m| match m {
        Modification::Gain(keywords) => keywords.iter().fold(KeywordSet::empty(), |set, k| set | k.set()),
        Modification::GainAbilities(abilities) => evaluate::quoted_keywords(abilities),
        _ => KeywordSet::empty(),
    });
    let gains = gains.fold(KeywordSet::empty(), KeywordSet::union);
    let without = locked.iter().map(|o| (*o, board.chars(o.id).cant_have & gains));
    without.filter(|(_, keywords)| !keywords.is_empty()).collect()
}

/// CR 707.2b: the values that a copy effect takes; they don't change later. `None` if it copies something unknown.
fn copied(
    world: &mut impl EditGame,
    all: &[Modification],
    granted: &[AbilityHandle],
    bindings: &Bindings,
) -> Option<Option<CopiableSource>> {
    let copy = all.iter().find_map(|m| match m {
        Modification::CopyOf(of, exceptions) => Some((*of, exceptions)),
        _ => None,
    });
    let Some((of, exceptions)) = copy else { return Some(None) };
    let object = reading::object(&Live::new(world), bindings, of)?;
    let values = copiable(world, object)?.single_faced();
    let values = values.map(|chars| with_granted(world, chars, exceptions, granted, bindings));
    Some(Some(make_copy(world, values)))
}

/// Ends one effect.
pub fn end_effect(world: &mut impl EditGame, id: ContinuousEffectId) {
    end_all(world, &[id]);
}

fn end_all(world: &mut impl EditGame, ids: &[ContinuousEffectId]) {
    if !ids.is_empty() {
        slots::remove(world, ids);
        mark_dirty(world, StateClass::EFFECTS);
    }
}

/// CR 611.2a: ends the effects whose time has come.
pub fn end_effects(world: &mut impl EditGame, ending: Ending) {
    if world.part::<ContinuousEffects>().order.is_empty() {
        return;
    }
    if ending == Ending::SourceGone {
        end_conditional(world);
        return;
    }
    let turn = world.part::<Turn>();
    let over = |id: &ContinuousEffectId| {
        let effect = effect(world, *id);
        match (&effect.duration, ending) {
            _ if effect.key().is_some() => false,
            (_, Ending::Turn) if is_spent(world, effect) => true,
            (Duration::EndOfTurn | Duration::OnceThisTurn | Duration::NextSpell(_), Ending::Turn) => true,
            (Duration::EndOfCombat, Ending::Combat | Ending::Turn) => true,
            (Duration::UntilTurnOf(_), Ending::TurnOf(seat)) => effect.since.player().is_none_or(|s| s == seat),
            (Duration::UntilUpkeepOf(_), Ending::UpkeepOf(seat))
            | (Duration::UntilEndStepOf(_), Ending::EndStepOf(seat)) => effect.since.player().is_none_or(|s| s == seat),
            (
                Duration::UntilTurnOf(_)
                | Duration::UntilUpkeepOf(_)
                | Duration::UntilEndStepOf(_)
                | Duration::UntilEndOfNextTurnOf(_)
                | Duration::NextTurnOf(_)
                | Duration::NextUntapStepOf(_),
                Ending::TurnNeverOf(seat),
            ) => effect.since.player() == Some(seat),
            (Duration::NextUntapStepOf(_), Ending::Turn) => effect.since.player().is_none(),
            // CR 723.1: it lasts until the next turn begins.
            (Duration::NextTurnOf(_), Ending::Turn) if controls_players(world, effect) => false,
            (Duration::NextTurnOf(_), Ending::TurnOf(active)) if controls_players(world, effect) => {
                let Since::TurnsOf(seat, before) = effect.since else { return true };
                let begun = turn.begun.get(seat.index()).copied().unwrap_or(0);
                begun > before && !(seat == active && begun == before + 1)
            }
            (Duration::UntilEndOfNextTurnOf(_) | Duration::NextTurnOf(_), Ending::Turn) => {
                let Since::TurnsOf(seat, before) = effect.since else { return true };
                seat == turn.active && turn.begun.get(seat.index()).is_some_and(|begun| *begun > before)
            }
            _ => false,
        }
    };
    let ids: Vec<ContinuousEffectId> = world.part::<ContinuousEffects>().order.iter().copied().filter(over).collect();
    end_all(world, &ids);
}

/// Whether an effect gives control of players (CR 723).
fn controls_players(world: &impl ReadGame, effect: &ContinuousEffect) -> bool {
    let row = world.part::<CardTable>().static_row(effect.handle);
    matches!(row.effect, StaticEffect::Rule(Rule::ControlPlayers { .. }))
}

/// CR 502.3: the active player's permanents have untapped: effects through that untap step end for them.
pub fn untapped(world: &mut impl EditGame) {
    let live = Live::new(world);
    let this_step = |id: &ContinuousEffectId| {
        let effect = effect(world, *id);
        matches!(effect.duration, Duration::NextUntapStepOf(_)) && !waits(live.turn(), effect)
    };
    let done: Vec<_> = world.part::<ContinuousEffects>().order.iter().copied().filter(this_step).collect();
    let asleep = |id: &&ContinuousEffectId| effect(world, **id).duration == Duration::NextUntapStep;
    let active = live.turn().active;
    let over = |o: &ObjectRef| !live.is_same(*o) || live.chars(o.id).controller == active;
    let order = &world.part::<ContinuousEffects>().order;
    let left = |id: &ContinuousEffectId| {
        let locked = &effect(world, *id).locked;
        (*id, locked.iter().copied().filter(|o| !over(o)).collect::<Vec<_>>())
    };
    let all: Vec<_> = order.iter().filter(asleep).map(left).collect();
    end_all(world, &done);
    for (id, locked) in all {
        if locked.is_empty() {
            end_effect(world, id);
        } else {
            effect_mut(world, id).locked = locked;
            mark_dirty(world, StateClass::EFFECTS);
        }
    }
}

/// CR 400.7: whether all objects of the effect are gone, so that it does nothing any more. The end of a turn removes such
/// effects.
fn is_spent(world: &impl ReadGame, effect: &ContinuousEffect) -> bool {
    let row = world.part::<CardTable>().static_row(effect.handle);
    let lasts = |m: &Modification| !matches!(m, Modification::Rule(_));
    matches!(&row.effect, StaticEffect::Affect(_, all) if all.iter().all(lasts))
        && !effect.locked.iter().any(|o| Live::new(world).is_same(*o))
}

/// CR 611.2b: ends for good the effects whose condition no longer holds; answers whether there were any. They end also while
/// something is cast or activated. But what ends because it was announced waits until it can't be taken back any more: if it is,
/// nothing has changed (733.1). What ends because of mana abilities comes back with the state from before these.
pub(super) fn end_conditional(world: &mut impl EditGame) -> bool {
    let board = Live::new(world);
    let over = |id: &&ContinuousEffectId| {
        let effect = effect(world, **id);
        matches!(&effect.duration, Duration::While(c) if !reading::lasts(&board, &effect.bindings, c))
    };
    let order = &world.part::<ContinuousEffects>().order;
    let mut over: Vec<Waiting> = order.iter().filter(over).map(|id| (*id, effect(world, *id).timestamp)).collect();
    let (mut open, mut begun) = (false, false);
    let mut due: Vec<Waiting> = Vec::new();
    for cast in world.part::<Agenda>().transactions() {
        let waiting = &cast.undo.waiting;
        if cast.can_be_taken_back() {
            (open, begun) = (true, begun || !cast.undo.segments.is_empty());
            over.retain(|one| !waiting.contains(one));
        } else {
            due.extend(waiting);
        }
    }
    if !open || begun {
        due.append(&mut over);
    } else if !over.is_empty()
        && let Some(cast) = world.part_mut::<Agenda>().transactions_mut().find(|cast| cast.can_be_taken_back())
    {
        cast.undo.waiting.append(&mut over);
    }
    end_waiting(world, &due)
}

/// An effect, told from a later one in the same slot by when it began.
type Waiting = (ContinuousEffectId, Timestamp);

/// Ends those effects that are still there; answers whether there were any.
pub(crate) fn end_waiting(world: &mut impl EditGame, waiting: &[Waiting]) -> bool {
    let mut ids: Vec<ContinuousEffectId> =
        waiting.iter().filter(|one| is_there(world, one)).map(|(id, _)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    end_all(world, &ids);
    !ids.is_empty()
}

fn is_there(world: &impl ReadGame, (id, timestamp): &Waiting) -> bool {
    let effect = effect(world, *id);
    effect.active && effect.timestamp == *timestamp
}

/// Whether an effect lasts as long as a condition holds.
pub(crate) fn any_conditional(world: &impl ReadGame) -> bool {
    let mut order = world.part::<ContinuousEffects>().order.iter();
    order.any(|id| matches!(effect(world, *id).duration, Duration::While(_)))
}

/// Whether an effect that lasted as long as a condition held has ended since then.
pub(crate) fn any_ended_since(world: &impl ReadGame, before: &Snapshot) -> bool {
    let mut conditional = before.effects.iter().filter(|e| e.active && matches!(e.duration, Duration::While(_)));
    conditional.any(|e| !is_there(world, &(e.id, e.timestamp)))
}

/// CR 611.2e: effects begin that say what permanents are as they enter.
pub(super) fn arrive(world: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    for one in moves.iter().filter(|one| one.to() == Zone::Battlefield) {
        for is in one.request().enter.iter().flat_map(|enter| &enter.is) {
            begin_with(world, is, one.request().object, one.new_object());
        }
    }
}

/// Starts the effect that says what a permanent is as it enters, which was another object before.
pub(super) fn begin_with(
    world: &mut impl EditGame,
    is: &EntersAs,
    before: ObjectRef,
    permanent: ObjectRef,
) -> Option<ContinuousEffectId> {
    let mut bindings = Bindings { it: Some(Referent::Object(permanent)), ..is.bindings.clone() };
    rename(&mut bindings, before, permanent);
    start_effect(world, is.handle, bindings, Duration::Forever)
}

/// Variables that hold an object hold the other one instead.
fn rename(bindings: &mut Bindings, old: ObjectRef, new: ObjectRef) {
    for (_, value) in &mut bindings.vars {
        if let Value::Objects(list) = value {
            list.iter_mut().filter(|o| **o == old).for_each(|o| *o = new);
        }
    }
}

/// CR 400.7a-c: effects on permanent spells that resolve go along.
pub(super) fn go_along(world: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    for one in moves.iter().filter(|one| one.old().zone == Zone::Stack) {
        // CR 702.140f.
        let becomes = if one.to() == Zone::Battlefield { Some(one.new_object()) } else { one.merges_with() };
        if let Some(becomes) = becomes {
            rebind(world, one.request().object, becomes);
        }
    }
}

/// CR 400.7a-b, 609.7a: effects on a permanent spell, or on damage from it, continue with the permanent that it becomes.
pub(super) fn rebind(world: &mut impl EditGame, old: ObjectRef, new: ObjectRef) {
    let in_words = |bindings: &Bindings| {
        bindings.vars.iter().any(|(_, value)| matches!(value, Value::Objects(list) if list.contains(&old)))
    };
    let holds = |id: &ContinuousEffectId| {
        let effect = effect(world, *id);
        effect.locked.contains(&old) || in_words(&effect.bindings)
    };
    let ids: Vec<ContinuousEffectId> = world.part::<ContinuousEffects>().order.iter().copied().filter(holds).collect();
    for id in ids {
        let effect = effect_mut(world, id);
        effect.locked.iter_mut().filter(|o| **o == old).for_each(|o| *o = new);
        effect.denied.iter_mut().filter(|(o, _)| *o == old).for_each(|(o, _)| *o = new);
        rename(&mut effect.bindings, old, new);
        mark_dirty(world, StateClass::EFFECTS);
    }
}

/// How many conditions of one object on the stack are watched.
const WATCHED: usize = 8;

/// The conditions on which effects of an object on the stack will last, each with the place of its instruction.
fn conditions<'t>(
    table: &'t CardTable,
    texts: &'t [AbilityHandle],
) -> impl Iterator<Item = (ProgramHandle, usize, &'t Condition)> {
    let modes = texts.iter().flat_map(|text| {
        let (AbilityKind::Spell(body) | AbilityKind::Activated { body, .. } | AbilityKind::Triggered { body, .. }) =
            &table.ability(*text).kind
        else {
            return Vec::new();
        };
        body.modes.iter().map(|mode| ProgramHandle { def: text.def, index: mode.program }).collect()
    });
    let all = modes.flat_map(|program| {
        let ops = table.program(program).iter().enumerate();
        ops.filter_map(move |(place, op)| match op {
            Op::Continuous(_, Duration::While(condition)) => Some((program, place, condition)),
            _ => None,
        })
    });
    all.take(WATCHED)
}

/// CR 611.2b: looks which durations of effects to come have ended already: those whose condition has held since the spell or ability
/// is on the stack, and holds no more.
pub(crate) fn watch_stack(world: &mut impl EditGame) {
    if !watches_stack(world) {
        return;
    }
    let live = Live::new(world);
    let mut changed = Vec::new();
    for id in &live.zones().stack {
        let entry = live.stack_entry(*id);
        let Some(bindings) = &entry.bindings else { continue };
        let (mut held, mut lapsed) = (entry.held, entry.lapsed);
        for (nth, (.., condition)) in conditions(live.table(), &entry.text).enumerate() {
            let bit = 1 << nth;
            if reading::lasts(&live, bindings, condition) {
                held |= bit;
            } else {
                lapsed |= held & bit;
            }
        }
        if (held, lapsed) != (entry.held, entry.lapsed) {
            changed.push((*id, held, lapsed));
        }
    }
    for (id, held, lapsed) in changed {
        let entry = world.row_mut::<StackEntry>(id);
        (entry.held, entry.lapsed) = (held, lapsed);
    }
}

/// Whether something on the stack may have a duration that ends before its effect begins.
pub(crate) fn watches_stack(world: &impl ReadGame) -> bool {
    world.part::<CardTable>().0.traits.lasts_while && !world.part::<Zones>().stack.is_empty()
}

/// CR 611.2b: whether the duration of an instruction of a spell or ability on the stack has ended before its effect begins.
pub(crate) fn has_lapsed(world: &impl ReadGame, frame: &Frame) -> bool {
    let live = Live::new(world);
    let Some(entry) = frame.bindings.stack.and_then(|object| live.view(object)).map(|view| view.stack) else {
        return false;
    };
    let here = |(program, place, _): &(ProgramHandle, usize, &Condition)| {
        (*program, *place) == (frame.program, usize::from(frame.pc))
    };
    entry.lapsed != 0
        && conditions(live.table(), &entry.text)
            .position(|at| here(&at))
            .is_some_and(|nth| entry.lapsed & (1 << nth) != 0)
}
