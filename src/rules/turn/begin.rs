//! A turn begins (CR 500.7, 500.1): whose it is, which steps it has, and what is reset with it.

use super::step::skips_once;
use crate::cards::def::{Designation, ReplacedEvent, StepName, TurnPart, Unchosen};
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::decision::Settings;
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Event};
use crate::model::fact::History;
use crate::model::ids::{AbilityHandle, AbilityKey, ObjectId, ProgramHandle, Seat, SeatSet};
use crate::model::object::{Status, ThisTurn};
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::Players;
use crate::model::task::{LeavingTask, Task};
use crate::model::turn::{ExtraTurnWith, Turn, TurnTask};
use crate::rules::driver::{self, Flow, push};
use crate::rules::layers::{self, Ending};
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{ending, events, triggers};
use smallvec::SmallVec;

/// CR 500.1: the steps of a turn, the first one last. A first-strike step is added when it turns out to be needed.
const STEPS: [StepName; 12] = [
    StepName::Cleanup,
    StepName::End,
    StepName::PostcombatMain,
    StepName::EndCombat,
    StepName::CombatDamage,
    StepName::DeclareBlockers,
    StepName::DeclareAttackers,
    StepName::BeginCombat,
    StepName::PrecombatMain,
    StepName::Draw,
    StepName::Upkeep,
    StepName::Untap,
];

/// The steps of a turn that come after one of them, the next one last.
pub(crate) fn steps_after(step: StepName) -> Vec<StepName> {
    STEPS.into_iter().take_while(|s| *s != step).collect()
}

/// The next turn begins, unless an effect has the player skip it (CR 614.10). `prepared` if what is done first in it lies on the
/// agenda already.
pub(super) fn begin(world: &mut impl EditGame, prepared: bool) -> Flow {
    let cap = world.part::<Settings>().max_turns;
    if world.part::<Turn>().number >= cap {
        ending::end(world, Outcome::Inconclusive(Inconclusive::Turns));
        return Flow::Continue;
    }
    let (seat, extra) = who_is_next(world);
    if events::is_replaced(world, |event| matches!(event, ReplacedEvent::BeginsTurn { .. })) {
        push(world, Task::Turn(TurnTask::WouldBegin { seat, prepared }));
        events::propose(world, Batch::of([Event::BeginTurn { seat, extra }]));
        return Flow::Continue;
    }
    start(world, seat, prepared)
}

/// CR 614.10, 614.10b: the turn begins, or the one after it does; what is done instead of it comes first then.
pub(super) fn would_begin(world: &mut impl EditGame, seat: Seat, prepared: bool) -> Flow {
    let result = Returned::happened(world);
    if !result.happened.is_empty() {
        return start(world, seat, prepared);
    }
    let later = result.later.clone();
    if later.is_empty() {
        return begin(world, prepared);
    }
    if !prepared {
        push(world, Task::Turn(TurnTask::NextStep));
    }
    later.into_iter().rev().for_each(|program| events::start(world, program));
    push(world, Task::Turn(TurnTask::BeginPrepared));
    Flow::Continue
}

/// A player's turn begins.
fn start(world: &mut impl EditGame, active: Seat, prepared: bool) -> Flow {
    let turn = world.part_mut::<Turn>();
    turn.number += 1;
    turn.active = active;
    let (number, seats) = (turn.number, active.index() + 1);
    if turn.begun.len() < seats || turn.last.len() < seats {
        turn.begun.resize(seats, 0);
        turn.last.resize(seats, 0);
    }
    turn.begun[active.index()] += 1;
    turn.last[active.index()] = number;
    turn.steps.clear();
    turn.steps.extend(STEPS);
    turn.priority = None;
    turn.passed = SeatSet::NONE;
    let with = what_it_has(world.part_mut::<Turn>());
    let more = std::mem::take(&mut world.part_mut::<Players>().get_mut(active).turns_after_next);
    world.part_mut::<Turn>().extra.extend(std::iter::repeat_n(active, usize::from(more)));
    forget_last_turn(world);
    mark_dirty(world, StateClass::TURN | StateClass::HISTORY);
    layers::end_effects(world, Ending::TurnOf(active));
    if !prepared {
        push(world, Task::Turn(TurnTask::NextStep));
    }
    for ExtraTurnWith { handle, bindings, .. } in with.into_iter().rev() {
        follow(world, handle, bindings);
    }
    if world.part::<Players>().anyone_left() {
        push(world, Task::Leaving(LeavingTask::Forsaken));
    }
    Flow::Continue
}

/// CR 500.7: what there is in the turn that begins only, and in no other one.
fn what_it_has(turn: &mut Turn) -> Vec<ExtraTurnWith> {
    let still_to_come = turn.extra.len() as u32;
    let at = turn.extra_with.partition_point(|with| with.at < still_to_come);
    turn.extra_with.split_off(at)
}

/// What belongs to an extra turn is made as it begins, unless the player has left who would control it (CR 800.4d).
fn follow(world: &mut impl EditGame, handle: AbilityHandle, bindings: Bindings) {
    if !world.part::<Players>().is_alive(bindings.you) {
        return;
    }
    let table = world.part::<CardTable>().clone();
    let AbilityKind::Triggered { body, .. } = &table.ability(handle).kind else { return };
    if let Some(mode) = body.modes.first() {
        driver::start(world, ProgramHandle { def: handle.def, index: mode.program }, bindings, 0);
    }
}

/// CR 500.7: extra turns first; also whether it is one. CR 800.4k, m: the turn of a player who has left doesn't begin, but what
/// would last until it ends now.
fn who_is_next(world: &mut impl EditGame) -> (Seat, bool) {
    loop {
        let turn = world.part_mut::<Turn>();
        // CR 614.10a: of a turn that was skipped nothing is left.
        what_it_has(turn);
        let extra = turn.extra.pop();
        let seat = extra.unwrap_or(turn.next);
        let players = world.part::<Players>();
        let alive = players.is_alive(seat);
        if extra.is_none() {
            let after = Seat((seat.0 + 1) % players.seats());
            world.part_mut::<Turn>().next = after;
        }
        if alive && !skips_once(world, seat, TurnPart::Turn) {
            return (seat, extra.is_some());
        }
        if alive {
            continue;
        }
        layers::end_effects(world, Ending::TurnNeverOf(seat));
        triggers::turn_never_of(world, seat);
    }
}

/// The permanents that match, phased out or not.
pub(super) fn permanents(
    world: &impl ReadGame,
    matches: impl Fn(&Live<'_>, ObjectId) -> bool,
) -> SmallVec<[ObjectId; 16]> {
    let board = Live::new(world);
    board.zones().battlefield.iter().copied().filter(|id| matches(&board, *id)).collect()
}

/// What is remembered of a turn is forgotten as the next one begins.
fn forget_last_turn(world: &mut impl EditGame) {
    let traits = world.part::<CardTable>().0.traits;
    if traits.day_night || traits.last_turn || world.part::<Turn>().day_night.is_some() {
        world.part_mut::<Players>().0.iter_mut().for_each(|player| player.spells_last_turn = player.spells_this_turn);
    }
    for player in &mut world.part_mut::<Players>().0 {
        player.lands_played = 0;
        player.planar_rolls = 0;
        player.drawn_this_turn = 0;
        player.spells_this_turn = 0;
        player.gained_life = 0;
        player.lost_life = 0;
        player.damaged = 0;
        player.noncombat_damage = 0;
        player.attacked = false;
        player.committed_crime = false;
        player.played_elsewhere = false;
        player.turned_face_up = false;
        player.searched = false;
    }
    let uses = once_in_a_game(world);
    let modes = modes_in_a_game(world);
    let resolved_spells = std::mem::take(&mut world.part_mut::<History>().resolved_spells);
    let cast_spells = std::mem::take(&mut world.part_mut::<History>().cast_spells);
    *world.part_mut::<History>() = History { uses, modes, resolved_spells, cast_spells, ..History::default() };
    let marked = |status: &Status| status.designations & Designation::FOR_THE_TURN != 0;
    for id in permanents(world, |board, id| *board.this_turn(id) != ThisTurn::NEW || marked(board.status(id))) {
        *world.row_mut(id) = world.row::<ThisTurn>(id).next_turn();
        let status = world.row_mut::<Status>(id);
        if status.designations & Designation::FOR_THE_TURN != 0 {
            status.designations &= !Designation::FOR_THE_TURN;
            mark_dirty(world, StateClass::COUNTERS);
        }
    }
}

/// Which modes were chosen of abilities for which none is chosen twice, of objects that are still there.
fn modes_in_a_game(world: &impl ReadGame) -> Vec<(AbilityKey, u32)> {
    let (table, live) = (world.part::<CardTable>(), Live::new(world));
    let modes = world.part::<History>().modes.iter().filter(|(key, _)| {
        let kind = &table.ability(key.handle).kind;
        let (AbilityKind::Activated { body, .. } | AbilityKind::Triggered { body, .. }) = kind else { return false };
        body.unchosen == Some(Unchosen::Ever) && live.is_current(key.object)
    });
    modes.copied().collect()
}

/// CR 702.177a: what was activated that can be activated only once, of objects that are still there.
fn once_in_a_game(world: &impl ReadGame) -> Vec<(AbilityKey, u8)> {
    let (table, live) = (world.part::<CardTable>(), Live::new(world));
    let uses = world.part::<History>().uses.iter().filter(|(key, _)| {
        let once = matches!(table.ability(key.handle).kind, AbilityKind::Activated { once: true, .. });
        once && live.is_current(key.object)
    });
    uses.copied().collect()
}
