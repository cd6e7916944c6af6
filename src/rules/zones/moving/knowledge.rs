//! Who knows which card an object is after it has moved (CR 400.2, 401.2, 406.3, 708.9).
//!
//! A player who can't see which card leaves a hidden zone loses track of all of its cards: the one that left may be any
//! of them.

use crate::model::ids::{ObjectId, ObjectRef, Seat, SeatSet};
use crate::model::object::Object;
use crate::model::player::Players;
use crate::model::zone::{Zone, Zones};
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, PlannedMove};
use smallvec::SmallVec;

/// Who knows the object after a single move, and who alone still knows the other cards of its old zone afterwards ([`blur`]).
pub(super) fn of_one(zones: &Zones, step: &PlannedMove<'_>) -> (SeatSet, Option<SeatSet>) {
    if !hides(step) {
        return (shown(step), None);
    }
    if !is_seen_leaving(zones, step, 1) {
        return (unseen(step), Some(followers(step)));
    }
    (followed(step, step.old.known_to), None)
}

/// Who knows the objects of a simultaneous set of moves. Several cards put into one library can be arranged unseen, even if they were revealed (CR 401.4);
/// of several that leave one library for hidden places only who arranges them sees which goes where.
pub(super) fn of_set(world: &mut impl EditGame, steps: &mut [PlannedMove<'_>]) {
    let zones = world.part::<Zones>();
    let mut blurred: SmallVec<[(Zone, SeatSet); 2]> = SmallVec::new();
    for i in 0..steps.len() {
        let step = &steps[i];
        let in_library = |zone: Zone| matches!(zone, Zone::Library(_));
        let arranged = in_library(step.to) && steps.iter().filter(|s| s.to == step.to).count() > 1;
        let known_to = if hides(step) {
            let together = steps.iter().filter(|s| s.old.zone == step.old.zone).count();
            let parted = in_library(step.old.zone)
                && steps.iter().any(|s| s.old.zone == step.old.zone && s.to != step.to && hides(s));
            if !is_seen_leaving(zones, step, together) {
                blurred.push((step.old.zone, followers(step)));
                unseen(step)
            } else if arranged || parted {
                unseen(step)
            } else {
                followed(step, step.old.known_to)
            }
        } else if arranged {
            SeatSet(shown(step).0 & followers(step).0)
        } else {
            shown(step)
        };
        steps[i].known_to = known_to;
    }
    blurred.dedup();
    for (zone, who) in blurred {
        blur(world, zone, who);
    }
}

/// Whether not all players can see the card where it goes.
fn hides(step: &PlannedMove<'_>) -> bool {
    let face_down = match step.to {
        Zone::Exile | Zone::Command => step.request.face_down.is_some(),
        Zone::Battlefield | Zone::Stack => step.request.enter.as_ref().is_some_and(|e| e.face_down),
        _ => false,
    };
    let hidden = matches!(step.to, Zone::Library(_) | Zone::Hand(_)) || face_down;
    // CR 708.9: what was face down is revealed as it leaves.
    let reveals = step.was_face_down && step.old.zone != Zone::Exile && step.to != Zone::Battlefield;
    hidden && !reveals && !step.request.reveal
}

fn shown(step: &PlannedMove<'_>) -> SeatSet {
    match step.to {
        Zone::Outside if !step.joins() => SeatSet::NONE,
        _ => SeatSet::ALL,
    }
}

/// Whether everyone sees from where it leaves, with the others that leave together: all see public zones and the ends of a library; of a hand only
/// its owner sees it, unless the whole hand goes.
fn is_seen_leaving(zones: &Zones, step: &PlannedMove<'_>, together: usize) -> bool {
    let list = zones.list(step.old.zone);
    match step.old.zone {
        Zone::Hand(_) => list.len() <= together,
        Zone::Library(_) => {
            list.iter().rev().take(together).any(|o| *o == step.old.id) || list.first() == Some(&step.old.id)
        }
        _ => true,
    }
}

/// Those who knew it still do, and those who may see it where it goes learn it.
fn followed(step: &PlannedMove<'_>, mut known_to: SeatSet) -> SeatSet {
    match step.to {
        Zone::Hand(owner) => known_to.insert(owner),
        Zone::Exile => known_to.0 |= step.request.face_down.unwrap_or_default().0,
        Zone::Battlefield | Zone::Stack => {
            known_to.insert(step.request.enter.as_ref().map_or(step.old.owner, |e| e.controller));
        }
        _ => {}
    }
    known_to
}

/// The players who can follow a card that others don't see moving.
const fn followers(step: &PlannedMove<'_>) -> SeatSet {
    step.request.arranged.followers(step.old.owner)
}

/// Only who arranged it could follow it.
fn unseen(step: &PlannedMove<'_>) -> SeatSet {
    followed(step, SeatSet(step.old.known_to.0 & followers(step).0))
}

/// Nobody but these players knows any card of a zone any more.
pub(super) fn blur(world: &mut impl EditGame, zone: Zone, who: SeatSet) {
    let list = world.part::<Zones>().list(zone);
    let is_known = |id: &ObjectId| world.row::<Object>(*id).known_to.0 & !who.0 != 0;
    let known: SmallVec<[ObjectId; 8]> = list.iter().copied().filter(is_known).collect();
    for id in known {
        world.row_mut::<Object>(id).known_to.0 &= who.0;
    }
}

/// All players know which card this is: it lies face up, or is turned face up, where everybody sees it.
pub(crate) fn show(world: &mut impl EditGame, object: ObjectId) {
    world.row_mut::<Object>(object).known_to = SeatSet::ALL;
}

/// CR 121.8: who didn't know a card before doesn't know it.
pub(crate) fn keep_unseen(world: &mut impl EditGame, object: ObjectId, knew: SeatSet) {
    world.row_mut::<Object>(object).known_to.0 &= knew.0;
}

/// CR 733.1: players know what they have seen of a card that is where it was again.
pub(crate) fn keep_seen(world: &mut impl EditGame, object: ObjectId, who: SeatSet) {
    world.row_mut::<Object>(object).known_to.0 |= who.0;
}

/// Players learn which cards these are. In hidden zones the cards get new handles: handles must not show which of
/// the cards that nobody could tell apart they are.
pub fn learn(world: &mut impl EditGame, objects: &[ObjectRef], who: SeatSet) {
    let mut hidden: SmallVec<[ObjectId; 8]> = SmallVec::new();
    for object in objects {
        let row = world.row_mut::<Object>(object.id);
        if row.reference() != *object {
            continue;
        }
        row.known_to.0 |= who.0;
        if matches!(row.zone, Zone::Library(_) | Zone::Hand(_)) && !hidden.contains(&object.id) {
            hidden.push(object.id);
        }
    }
    rename(world, &hidden);
    crate::rules::log::looked(world, objects, who);
}

/// New handles for cards of hidden zones, in an order that only depends on which cards they are.
pub(super) fn rename(world: &mut impl EditGame, cards: &[ObjectId]) {
    let mut sorted: SmallVec<[ObjectId; 8]> = SmallVec::from_slice(cards);
    sorted.sort_by_key(|id| {
        let object = world.row::<Object>(*id);
        (object.owner, object.base)
    });
    for id in sorted {
        let handle = world.part_mut::<Zones>().next_handle();
        world.row_mut::<Object>(id).handle = handle;
    }
}

/// CR 723.4: who controls another player sees all that they see, but for cards outside the game.
pub(crate) fn share_with_controllers(world: &mut impl EditGame) {
    let seats = world.part::<Players>().seats();
    // Who controls a player may be controlled, too.
    for seat in (0..seats).flat_map(|_| (0..seats).map(Seat)) {
        let controller = reading::controller_of(world, seat);
        if controller == seat || !world.part::<Players>().is_alive(seat) {
            continue;
        }
        let live = Live::new(world);
        let told = |id: &ObjectId| {
            let (object, status, chars) = (live.object(*id), live.status(*id), live.chars(*id));
            let known = |seat| object.is_known_to(seat, status, chars.controller);
            object.zone != Zone::Outside && known(seat) && !known(controller)
        };
        let zones = live.zones();
        let public = [&zones.battlefield, &zones.stack, &zones.exile, &zones.command].into_iter().flatten();
        let own = zones.own.iter().flat_map(|own| own.hand.iter().chain(&own.library));
        let all: Vec<ObjectRef> =
            public.chain(own).filter(|id| told(id)).map(|id| live.object(*id).reference()).collect();
        learn(world, &all, SeatSet::only(controller));
    }
}
