//! Changes of zones as a batch makes them, and draws (CR 121).

use super::Performed;
use crate::cards::def::ZoneKind;
use crate::cards::{AbilityKind, ActivatedTag, CardTable};
use crate::model::agenda::Agenda;
use crate::model::cast::Proposal;
use crate::model::combat::Combat;
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Cause, Event, Proposed};
use crate::model::fact::{Fact, FactMask};
use crate::model::ids::{ObjectRef, Referent};
use crate::model::object::Doors;
use crate::model::player::Players;
use crate::model::trigger::Before;
use crate::model::zone::{Move, Moved, Zone};
use crate::rules::events::{possible, record};
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::triggers;
use crate::rules::zones::{move_object, move_objects};
use smallvec::SmallVec;

/// The moves of a batch, and the place of the event that each belongs to.
pub(super) fn collect(batch: &mut Batch) -> (SmallVec<[Move; 1]>, SmallVec<[u16; 4]>) {
    let mut moves = SmallVec::new();
    let mut places = SmallVec::new();
    for row in &mut batch.events {
        if let Some(Event::Move(one)) = &mut row.event {
            let enter = one.enter.take();
            moves.push(Move { enter, ..one.clone() });
            places.push(row.place);
        }
    }
    (moves, places)
}

/// CR 603.10a: the triggered abilities as they are right before, if something leaves that one of them could watch.
pub(super) fn look_back(world: &mut impl EditGame, moves: &[Move]) -> Option<Before> {
    let mut mask = FactMask::empty();
    for one in moves {
        match (possible::zone_of(world, one.object).unwrap_or(Zone::Outside), one.to) {
            (Zone::Battlefield, _) => mask |= FactMask::LEFT | FactMask::MOVED | FactMask::SACRIFICED,
            (Zone::Graveyard(_), _) => mask |= FactMask::MOVED,
            (from, Zone::Hand(_) | Zone::Library(_)) if from.is_public() => mask |= FactMask::MOVED,
            _ => {}
        }
    }
    if mask.is_empty() { None } else { triggers::look_back(world, mask) }
}

/// Makes the moves and reports them.
pub(super) fn make(world: &mut impl EditGame, performed: &mut Performed<'_>, moves: &[Move], places: &[u16]) {
    if moves.is_empty() {
        return;
    }
    let components = world.part::<CardTable>().0.traits.components;
    let moved: SmallVec<[Moved; 1]> = match moves {
        [one] if !components => move_object(world, one).into_iter().collect(),
        many => SmallVec::from_vec(move_objects(world, many)),
    };
    EventLog::moved(world, moved.iter().filter(|done| !changes_zones(done)));
    let mut next = 0;
    for done in moved {
        // Results are in the order of the requests, without those that couldn't be carried out; all components of a permanent
        // belong to its request, wherever they lie among the others (CR 712.21a).
        let whose = done.with.unwrap_or(done.old);
        let Some(at) = (next..moves.len()).chain(0..next).find(|at| moves[*at].object == whose) else { continue };
        next = at;
        let place = places[next];
        if place != Proposed::WITHIN {
            if done.new != ObjectRef::NONE && done.to != Zone::Outside {
                performed.result.objects.push((place, done.new));
            }
            let happened = &mut performed.result.happened;
            let known = if components { happened.contains(&place) } else { happened.last() == Some(&place) };
            if !known {
                happened.push(place);
            }
        }
        report(world, performed, &moves[next], &done);
        met(world, performed, &moves[next], &done);
    }
}

/// A card that stays in its zone, and what ceases to exist anywhere but on the battlefield, hasn't changed zones.
fn changes_zones(done: &Moved) -> bool {
    done.from != done.to && (done.to != Zone::Outside || done.from == Zone::Battlefield)
}

/// The fact that reports a move.
fn report(world: &impl ReadGame, performed: &mut Performed<'_>, request: &Move, done: &Moved) {
    let Moved { old, new, from, to, cause, with } = *done;
    if !changes_zones(done) {
        return;
    }
    performed.facts.push(Fact::Moved { old, new, from, to, cause });
    // CR 712.21, 730.3: one permanent was sacrificed, and several objects were moved.
    if with.is_some() {
        return;
    }
    match cause {
        Cause::Sacrifice => {
            let seat = possible::controller(world, old);
            performed.facts.push(Fact::Sacrificed { seat, old });
        }
        Cause::Discard => {
            let seat = Live::new(world).object(new.id).owner;
            let cycling = is_cycled(world, old);
            performed.facts.push(Fact::Discarded { seat, card: new, cycling });
        }
        _ => {}
    }
    // CR 709.5h: what enters with a half unlocked has had it unlocked.
    if let Some(enter) = request.enter.as_deref().filter(|_| to == Zone::Battlefield) {
        let (seat, fully) = (enter.controller, enter.unlocked == Doors::BOTH);
        let unlocked = enter.unlocked.iter().map(|door| Fact::Unlocked { seat, object: new, door, fully });
        performed.facts.extend(unlocked);
    }
    // CR 122.6, 122.6a: what enters with counters has them put on it, by its controller.
    for enter in request.enter.iter().filter(|_| to.kind() == ZoneKind::Battlefield) {
        let (target, by) = (Referent::Object(new), enter.controller);
        let put = |(kind, count): &(_, u32)| Fact::PutCounters { target, kind: *kind, count: *count, by };
        performed.facts.extend(enter.counters.iter().map(put));
    }
}

/// CR 509.1h, 509.3c: an attacking creature that wasn't blocked becomes blocked by what enters blocking it.
fn met(world: &mut impl EditGame, performed: &mut Performed<'_>, request: &Move, done: &Moved) {
    let Some(attacker) = request.enter.as_deref().and_then(|enter| enter.blocking) else { return };
    let combat = world.part_mut::<Combat>();
    if combat.blocker(done.new).is_none() {
        return;
    }
    let open = combat.attackers.iter_mut().find(|a| a.object == attacker && a.blocked != Some(true));
    if let Some(row) = open {
        row.blocked = Some(true);
        performed.facts.push(Fact::BecameBlocked { attacker });
    }
}

/// CR 702.29c: whether a card is discarded to pay for a cycling ability of its own, which is being activated below.
fn is_cycled(world: &impl ReadGame, card: ObjectRef) -> bool {
    let activating = world.part::<Agenda>().transactions().next().map(|cast| cast.what);
    let Some(Proposal::Ability(key)) = activating else { return false };
    let table = world.part::<CardTable>();
    let cycling = |kind: &AbilityKind| matches!(kind, AbilityKind::Activated { tag: Some(ActivatedTag::Cycling), .. });
    key.object == card && cycling(&table.ability(key.handle).kind)
}

/// CR 121.1, 121.4: one card is drawn, or the attempt to draw from an empty library is remembered.
pub(in crate::rules::events) fn draw(world: &mut impl EditGame, batch: &mut Batch, i: usize) {
    let Some(Event::Draw { seat }) = batch.events[i].event else { return };
    let place = batch.events[i].place;
    let Some(card) = possible::top_card(world, seat) else {
        world.part_mut::<Players>().get_mut(seat).drew_from_empty = true;
        mark_dirty(world, StateClass::LIBRARIES | StateClass::PLAYERS);
        return;
    };
    let request = Move::plain(card, Zone::Hand(seat), Cause::Draw);
    let Some(Moved { old, new, from, to, cause, .. }) = move_object(world, &request) else { return };
    batch.result.objects.push((place, new));
    batch.result.happened.push(place);
    record::note(world, &[Fact::Moved { old, new, from, to, cause }, Fact::Drew { seat, card: new }], None);
}
