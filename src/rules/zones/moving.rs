//! Changes of zones while a game is played (CR 400.7, 613.7d, 613.7m).
//!
//! [`move_objects`] takes a whole simultaneous set: it keeps last known information of all of them first, then moves
//! them in APNAP order, so that timestamps come out right (613.7m). It does so in the six sets of steps of [`ZoneMoveSet`].
//! This folder does its own part in each; plugins add the rest, those of combat, the layers and casting like those of
//! others. An object that changes zones is a new object: its incarnation rises, everything that it remembered is gone, and
//! its characteristics are its base values until the layers have looked at it. What enters the battlefield takes what the (replaced) event says about it from [`Enter`].
//!
//! | file | what |
//! | --- | --- |
//! | `arrive` | the new object: status, counters, base |
//! | `components` | permanents of several objects: all of them move (701.42a, 712.21, 730) |
//! | `depart` | last known information and what follows an object that leaves |
//! | `knowledge` | who knows which card it is now (CR 400.2, 406.3, 708.9) |

mod arrive;
mod components;
mod depart;
mod knowledge;

use crate::cards::Traits;
use crate::model::dirt::{Dirt, LayerWatch, StateClass};
use crate::model::event::{Enter, Place};
use crate::model::ids::{Handle, ObjectId, ObjectRef, Seat, SeatSet, Timestamp};
use crate::model::object::{CopiableSource, Object, ObjectKind, Status};
use crate::model::player::Players;
use crate::model::trigger::TriggerIndex;
use crate::model::turn::Turn;
use crate::model::zone::{Move, Moved, OtherCard, Zone, Zones};
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::{mark_dirty, mark_hand};
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, PlannedMove, ReadGame, ZoneMoveSet, ZoneMoves};
use crate::rules::work::{self, Work};
use crate::rules::zones::shuffle_objects;
use smallvec::SmallVec;

pub(crate) use components::{is_token_with_cards, join, others, turn_components};
pub use knowledge::learn;
pub(crate) use knowledge::{keep_seen, keep_unseen, share_with_controllers, show};

/// Whether it was a card where cards are as they are printed, unless effects reach them there.
fn was_idle(step: &PlannedMove<'_>) -> bool {
    step.old.kind == ObjectKind::Card && arrive::is_idle(step.old.zone)
}

/// What an object that moves gets as a new object (CR 400.7), from the counters of the game: timestamps, a handle.
#[derive(Clone, Copy)]
struct NewIdentity {
    timestamp: Timestamp,
    /// CR 613.7c: of the counters with which it enters.
    counters: Timestamp,
    handle: Handle,
}

/// Moves objects, all at once, by the steps of [`ZoneMoveSet`]: what the rules do in each, then what plugins have added to
/// it. Moves of objects that are gone or can't go there are skipped. The results are in the order of
/// `moves`. The layers must be up to date if anything leaves a public zone, because last known information is taken from
/// what they published.
pub fn move_objects(world: &mut impl EditGame, moves: &[Move]) -> Vec<Moved> {
    if let Some(all) = components::of_all(world, moves) {
        return move_set(world, &all);
    }
    match moves {
        [] => Vec::new(),
        [one] => move_object(world, one).into_iter().collect(),
        many => move_set(world, many),
    }
}

/// [`move_objects`], of a single object with no other components: the same steps in the same order, without lists.
pub fn move_object(world: &mut impl EditGame, request: &Move) -> Option<Moved> {
    let mut step = admit(world, request)?;
    then(world, ZoneMoveSet::Admit, std::slice::from_mut(&mut step));
    if step.refused {
        return None;
    }
    depart::remember(world, &mut step);
    then(world, ZoneMoveSet::Remember, std::slice::from_mut(&mut step));
    then(world, ZoneMoveSet::Leave, std::slice::from_mut(&mut step));
    let (known_to, blurs) = knowledge::of_one(world.part::<Zones>(), &step);
    step.known_to = known_to;
    if let Some(who) = blurs {
        knowledge::blur(world, step.old.zone, who);
    }
    let identity = relist(world.part_mut::<Zones>(), &step);
    then(world, ZoneMoveSet::Relist, std::slice::from_mut(&mut step));
    let inputs = make(world, &step, identity);
    then(world, ZoneMoveSet::Arrive, std::slice::from_mut(&mut step));
    then(world, ZoneMoveSet::Know, std::slice::from_mut(&mut step));
    finish(world, inputs, step.old.zone, step.to);
    let moved = step.moved();
    tell(world, &[moved]);
    Some(moved)
}

fn move_set(world: &mut impl EditGame, moves: &[Move]) -> Vec<Moved> {
    let mut steps: Vec<PlannedMove<'_>> = Vec::with_capacity(moves.len());
    for request in moves {
        // A card named twice moves once.
        if let Some(step) = admit(world, request)
            && !steps.iter().any(|s| s.old.id == step.old.id)
        {
            steps.push(step);
        }
    }
    then(world, ZoneMoveSet::Admit, &mut steps);
    steps.retain(|step| !step.refused);
    for step in &mut steps {
        depart::remember(world, step);
    }
    then(world, ZoneMoveSet::Remember, &mut steps);
    then(world, ZoneMoveSet::Leave, &mut steps);
    knowledge::of_set(world, &mut steps);
    let order = apnap(world, &steps);
    let zones = world.part_mut::<Zones>();
    let identities: SmallVec<[Option<NewIdentity>; 8]> =
        order.iter().map(|i| relist(zones, &steps[usize::from(*i)])).collect();
    then(world, ZoneMoveSet::Relist, &mut steps);
    let mut inputs = StateClass::empty();
    for (i, identity) in order.into_iter().zip(identities) {
        let step = &steps[usize::from(i)];
        inputs |= make(world, step, identity);
    }
    then(world, ZoneMoveSet::Arrive, &mut steps);
    then(world, ZoneMoveSet::Know, &mut steps);
    for step in &steps {
        finish(world, StateClass::empty(), step.old.zone, step.to);
    }
    mark_dirty(world, inputs);
    let moved: Vec<Moved> = steps.iter().map(PlannedMove::moved).collect();
    tell(world, &moved);
    moved
}

/// What plugins have added to a set.
#[inline]
fn then(world: &mut impl EditGame, set: ZoneMoveSet, moves: &mut [PlannedMove<'_>]) {
    if world.part::<ZoneMoves>().step(set, 0).is_some() {
        world.with_state(|state| {
            let mut place = 0;
            while let Some(step) = state.zone_moves.step(set, place) {
                step(state, moves);
                place += 1;
            }
        });
    }
}

/// What has moved is kept for systems that follow.
#[inline]
fn tell(world: &mut impl EditGame, moved: &[Moved]) {
    let steps = world.part_mut::<ZoneMoves>();
    if steps.is_followed() {
        steps.note(moved);
        world.part_mut::<Dirt>().moved = true;
    }
}

/// CR 613.7m: the order in which timestamps are given out: by the player who controls (or owns) the object.
fn apnap(world: &impl ReadGame, steps: &[PlannedMove<'_>]) -> SmallVec<[u16; 8]> {
    let active = world.part::<Turn>().active.0;
    let seats = world.part::<Players>().seats().max(1);
    let seat = |step: &PlannedMove<'_>| {
        let seat = step.request.enter.as_ref().map_or(step.old.owner, |e| e.controller);
        (seat.0 + seats - active.min(seats - 1)) % seats
    };
    let mut order: SmallVec<[u16; 8]> = (0..steps.len() as u16).collect();
    order.sort_by_key(|i| seat(&steps[*i as usize]));
    order
}

/// Whether a move can be made at all, and where it goes. A step is large: it stays where it is made.
#[inline(always)]
fn admit<'a>(world: &impl ReadGame, request: &'a Move) -> Option<PlannedMove<'a>> {
    if request.object == ObjectRef::NONE {
        return None;
    }
    let entity = world.part::<Slots>().entity(request.object.id);
    let old = *world.row::<Object>(request.object.id);
    if old.reference() != request.object || old.kind == ObjectKind::Unused {
        return None;
    }
    let to = Zone::of(request.to.kind(), old.owner);
    let allowed = match (old.zone, to) {
        // The other components of a permanent leave the game along with it.
        (_, Zone::Outside) => old.zone != Zone::Outside || matches!(request.other, OtherCard::Of(_)),
        // CR 400.8, 400.10: it doesn't change zones, but becomes a new object.
        (Zone::Exile, Zone::Exile) | (Zone::Command, Zone::Command) => true,
        (Zone::Library(_), Zone::Library(_)) => true,
        (from, to) if from == to => false,
        // CR 111.8: a token that has left the battlefield stays where it is.
        (from, _) if old.kind == ObjectKind::Token => matches!(from, Zone::Battlefield | Zone::Outside),
        _ => true,
    };
    let looks = matches!(old.zone, Zone::Battlefield | Zone::Stack | Zone::Exile);
    let was_face_down = looks && world.row::<Status>(old.id).face_down;
    let mut step = PlannedMove {
        request,
        old,
        to,
        entity,
        kind: components::own_kind(world, &old),
        refused: false,
        was_face_down,
        as_printed: false,
        counted: false,
        keeps_counters: false,
        known_to: SeatSet::NONE,
    };
    step.as_printed = was_idle(&step) && world.part::<LayerWatch>().shows_its_own(request.object);
    allowed.then_some(step)
}

/// Takes an object from the list of its zone to that of the new one. What stays the same object gets no new identity.
fn relist(zones: &mut Zones, step: &PlannedMove<'_>) -> Option<NewIdentity> {
    take_out(zones, step.old.id, step.old.owner, step.old.zone);
    put_in(zones, step.old.id, step.to, step.request.place);
    let counted = step.to == Zone::Battlefield && step.request.enter.as_ref().is_some_and(|e| !e.counters.is_empty());
    (!step.stays()).then(|| {
        let timestamp = zones.tick();
        let counters = if counted { zones.tick() } else { timestamp };
        NewIdentity { timestamp, counters, handle: zones.next_handle() }
    })
}

/// Makes the object what it is in its new place.
fn make(world: &mut impl EditGame, step: &PlannedMove<'_>, identity: Option<NewIdentity>) -> StateClass {
    work::note(Work::Move);
    let Some(identity) = identity else {
        let object = world.row_mut::<Object>(step.old.id);
        object.known_to = step.known_to;
        if step.known_to.0 & !step.old.known_to.0 != 0 {
            knowledge::rename(world, &[step.old.id]);
        }
        return StateClass::LIBRARIES;
    };
    let mut inputs = depart::leaves(step) | arrive::arrive(world, step, identity);
    let ceases = matches!(step.kind, ObjectKind::Token | ObjectKind::Copy);
    if ceases && !matches!(step.to, Zone::Battlefield | Zone::Stack | Zone::Outside) {
        // CR 704.5d-e.
        inputs |= StateClass::CEASING;
    }
    if step.to == Zone::Outside && !step.joins() {
        Slots::free(world, step.old.id);
    } else {
        Slots::renew(world, step.old.id);
    }
    inputs
}

/// Takes an object out of the list of its zone. The likely places are looked at first: the top.
fn take_out(zones: &mut Zones, id: ObjectId, owner: Seat, from: Zone) {
    let lists = zones.lists_mut();
    let list = match from {
        Zone::Outside => lists.own.get_mut(owner.index()).map(|own| &mut own.sideboard),
        _ => lists.list_mut(from),
    };
    let Some(list) = list else { return };
    if list.last() == Some(&id) {
        list.pop();
    } else if let Some(i) = list.iter().rposition(|o| *o == id) {
        list.remove(i);
    }
}

/// CR 401.7: "N-th from the top" of a library with fewer cards is its bottom.
fn put_in(zones: &mut Zones, id: ObjectId, to: Zone, place: Place) {
    let Some(list) = zones.lists_mut().list_mut(to) else { return };
    match (place, to) {
        (Place::Bottom, Zone::Library(_) | Zone::Command) => list.insert(0, id),
        (Place::At(above), Zone::Library(_)) => list.insert(list.len().saturating_sub(above as usize), id),
        _ => list.push(id),
    }
}

/// The classes of state that a zone belongs to, besides hands ([`mark_hand`]).
const fn inputs_of(zone: Zone) -> StateClass {
    match zone {
        Zone::Library(_) => StateClass::LIBRARIES,
        Zone::Battlefield => StateClass::BATTLEFIELD,
        Zone::Graveyard(_) => StateClass::GRAVEYARDS,
        Zone::Stack => StateClass::STACK,
        Zone::Exile | Zone::Command => StateClass::EXILE,
        Zone::Hand(_) | Zone::Outside => StateClass::empty(),
    }
}

/// Tells those who keep derived values that something has moved.
fn finish(world: &mut impl EditGame, inputs: StateClass, from: Zone, to: Zone) {
    let index = world.part::<TriggerIndex>();
    if !index.stale && index.zones & (Traits::bit(from.kind()) | Traits::bit(to.kind())) != 0 {
        world.part_mut::<TriggerIndex>().stale = true;
    }
    for zone in [from, to] {
        if let Zone::Hand(seat) = zone {
            mark_hand(world, seat);
        }
    }
    if !inputs.is_empty() {
        mark_dirty(world, inputs);
    }
}

/// What an object's copiable values would come from if it entered the battlefield so, but for `enter.copy`.
pub fn entering_base(object: &Object, enter: &Enter) -> CopiableSource {
    arrive::face_up(object.kind, object.zone, object.base, Zone::Battlefield, Some(enter))
}

/// Shuffles a library (CR 701.24): nobody knows its order afterwards.
pub fn shuffle(world: &mut impl EditGame, seat: Seat) {
    let mut library = std::mem::take(&mut world.part_mut::<Zones>().lists_mut().own[seat.index()].library);
    // The top of a library is last.
    library.reverse();
    shuffle_objects(world, &mut library);
    library.reverse();
    let board = Live::new(world);
    let known = |id: &&ObjectId| !board.object(**id).known_to.is_empty();
    let known: SmallVec<[ObjectId; 8]> = library.iter().filter(known).copied().collect();
    for id in known {
        world.row_mut::<Object>(id).known_to = SeatSet::NONE;
    }
    world.part_mut::<Zones>().lists_mut().own[seat.index()].library = library;
    mark_dirty(world, StateClass::LIBRARIES);
}
