//! Losing, leaving, and the end of the game (CR 104, 800.4).

use super::record;
use crate::model::dirt::StateClass;
use crate::model::event::Cause;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Seat, SeatSet};
use crate::model::object::{Characteristics, Object, ObjectKind};
use crate::model::outcome::Outcome;
use crate::model::player::{LastZones, Left, LossReason, Players};
use crate::model::task::{LeavingTask, Task};
use crate::model::turn::Turn;
use crate::model::zone::{Move, Moved, Zone, Zones};
use crate::rules::driver::push;
use crate::rules::ending;
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::{clear_sideboard, move_objects};
use crate::rules::{layers, triggers};
use smallvec::SmallVec;

/// Players lose at the same time (CR 104.4a). Answers who leaves the game now (104.5): nobody if the game is over.
pub(super) fn lose(world: &mut impl EditGame, losers: &[(Seat, LossReason)]) -> Option<SeatSet> {
    if losers.is_empty() {
        return None;
    }
    for (seat, reason) in losers {
        let players = world.part_mut::<Players>();
        let player = players.get_mut(*seat);
        if player.lost.is_none() {
            player.lost = Some(*reason);
            mark_dirty(world, StateClass::PLAYERS);
            record(world, &[Fact::Lost { seat: *seat }]);
        }
    }
    check_outcome(world);
    let goes_on = !world.part::<Outcome>().is_over();
    goes_on.then(|| losers.iter().map(|(seat, _)| *seat).collect())
}

/// CR 104.3a: a player who concedes loses; they leave the game at once, unless it is over.
pub(crate) fn concede(world: &mut impl EditGame, seat: Seat) {
    world.part_mut::<Players>().get_mut(seat).lost = Some(LossReason::Conceded);
    mark_dirty(world, StateClass::PLAYERS);
    // A term for a player means nobody once that player has lost.
    layers::invalidate(world);
    check_outcome(world);
    if !world.part::<Outcome>().is_over() {
        record(world, &[Fact::Lost { seat }]);
    }
}

/// CR 104.2a, 104.4a: the last player left wins; if nobody is left the game is a draw.
pub fn check_outcome(world: &mut impl EditGame) {
    if world.part::<Outcome>().is_over() {
        return;
    }
    let players = world.part::<Players>();
    let alive: SmallVec<[Seat; 4]> = players.alive().collect();
    let outcome = match alive.as_slice() {
        [] => Outcome::Draw,
        [last] if players.seats() > 1 => Outcome::Win(*last),
        _ => return,
    };
    ending::end(world, outcome);
}

/// CR 800.4a: everything that players own leaves the game with them. What follows is put on the agenda.
pub(crate) fn leave_game(world: &mut impl EditGame, seats: SeatSet) {
    layers::expect_fresh(world);
    seats.iter().for_each(|seat| remember(world, seat));
    let owned = objects(world, |object, _| seats.contains(object.owner));
    gone(world, &owned, Zone::Outside);
    for seat in seats.iter() {
        clear_sideboard(world, seat);
    }
    // What defined cards outside the game no longer does.
    layers::invalidate(world);
    push(world, Task::Leaving(LeavingTask::Forget(seats)));
    push(world, Task::Leaving(LeavingTask::Forsaken));
}

/// CR 800.4d: what players who have left would still do is forgotten.
pub(crate) fn forget(world: &mut impl EditGame, seats: SeatSet) {
    seats.iter().for_each(|seat| triggers::forget_player(world, seat));
    mark_dirty(world, StateClass::PLAYERS);
}

/// CR 800.4i: keeps what can be asked about a player after they have left.
fn remember(world: &mut impl EditGame, seat: Seat) {
    let own = &world.part::<Zones>().own[seat.index()];
    let [hand, library, graveyard] = [&own.hand, &own.library, &own.graveyard].map(|zone| zone.len() as u32);
    let turn = world.part::<Turn>();
    let own_turn = if turn.active == seat { turn.number } else { 0 };
    world.part_mut::<Players>().get_mut(seat).left = Left(Some(LastZones { hand, library, graveyard, own_turn }));
    succeed(world, seat);
}

/// CR 725.4: if the monarch leaves, the active player becomes the monarch, or if that is the one who leaves, the next in turn
/// order.
fn succeed(world: &mut impl EditGame, seat: Seat) {
    let active = world.part::<Turn>().active;
    let players = world.part_mut::<Players>();
    if players.get(seat).monarch {
        players.get_mut(seat).monarch = false;
        let next = players.in_turn_order(active).find(|s| *s != seat);
        if let Some(next) = next {
            players.crown(next);
        }
        EventLog::aside(world, || Fact::BecameMonarch { seat: next });
    }
    take_over(world, seat);
}

/// CR 726.4: if the player who has the initiative leaves, the active player takes it, or if that is the one who leaves, the next in
/// turn order.
fn take_over(world: &mut impl EditGame, seat: Seat) {
    let active = world.part::<Turn>().active;
    let players = world.part_mut::<Players>();
    if !players.get(seat).venture.initiative {
        return;
    }
    players.get_mut(seat).venture.initiative = false;
    let next = players.in_turn_order(active).find(|s| *s != seat);
    match next {
        Some(next) => triggers::initiative::take(world, next),
        None => EventLog::aside(world, || Fact::TookInitiative { seat: None }),
    }
}

/// CR 800.4a, c: the objects that players who have left still control, because no effect gives control to anybody else:
/// first abilities and copies on the stack, which cease to exist, then what is exiled.
fn forsaken(world: &impl ReadGame) -> Option<(Vec<ObjectRef>, Zone)> {
    let players = world.part::<Players>();
    if !players.anyone_left() {
        return None;
    }
    let there = |object: &Object| matches!(object.zone, Zone::Battlefield | Zone::Stack);
    let is_uncarded = |object: &Object| object.zone == Zone::Stack && object.kind != ObjectKind::Card;
    [(true, Zone::Outside), (false, Zone::Exile)].into_iter().find_map(|(uncarded, to)| {
        let forsaken = objects(world, |object, chars| {
            there(object) && !players.is_alive(chars.controller) && is_uncarded(object) == uncarded
        });
        (!forsaken.is_empty()).then_some((forsaken, to))
    })
}

/// Whether anything is controlled by a player who has left.
pub(crate) fn anything_forsaken(world: &impl ReadGame) -> bool {
    forsaken(world).is_some()
}

/// Exiles what is controlled by players who have left, or has it cease to exist. This isn't a state-based action: it happens
/// as soon as a player leaves, or an effect ends that gave control to one who is still in the game.
pub(crate) fn exile_forsaken(world: &mut impl EditGame) {
    layers::expect_fresh(world);
    if let Some((objects, to)) = forsaken(world) {
        gone(world, &objects, to);
        push(world, Task::Leaving(LeavingTask::Forsaken));
    }
}

/// The objects in zones that match, zone by zone.
fn objects(world: &impl ReadGame, wanted: impl Fn(&Object, &Characteristics) -> bool) -> Vec<ObjectRef> {
    let zones = world.part::<Zones>();
    let own = zones.own.iter().flat_map(|o| [&o.library, &o.hand, &o.graveyard]);
    let shared = [&zones.battlefield, &zones.stack, &zones.exile, &zones.command];
    let ids = own.chain(shared).flatten();
    let rows = ids.map(|id| (world.row::<Object>(*id), world.row::<Characteristics>(*id)));
    rows.filter(|(object, chars)| wanted(object, chars)).map(|(object, _)| object.reference()).collect()
}

/// CR 603.6c: permanents that leave the game with their owner leave the battlefield. Nothing triggers on those that are phased out
/// (702.26k).
fn gone(world: &mut impl EditGame, objects: &[ObjectRef], to: Zone) {
    let moves: Vec<Move> = objects.iter().map(|o| Move::plain(*o, to, Cause::StateBased)).collect();
    let before = triggers::look_back(world, crate::model::fact::FactMask::LEFT | crate::model::fact::FactMask::MOVED);
    let phased_out = |object: &&ObjectRef| Live::new(world).status(object.id).phased_out;
    let unseen: Vec<ObjectRef> = objects.iter().filter(phased_out).copied().collect();
    let moved = move_objects(world, &moves);
    let is_seen = |m: &&Moved| (m.from == Zone::Battlefield || m.to != Zone::Outside) && !unseen.contains(&m.old);
    let left = moved.iter().filter(is_seen);
    let facts: Vec<Fact> =
        left.map(|m| Fact::Moved { old: m.old, new: m.new, from: m.from, to: m.to, cause: m.cause }).collect();
    if !facts.is_empty() {
        record::note(world, &facts, before);
    }
    EventLog::moved(world, moved.iter().filter(|m| !is_seen(m)));
}
