//! Places within the lists of zones that change without a move: what is taken back, and games that are dealt.

use crate::model::ids::{ObjectId, Seat};
use crate::model::object::Object;
use crate::model::zone::{Zone, Zones};
use crate::rules::state::EditGame;

/// CR 733.1: the last object of a zone goes to a place of its list, as though it had never left it. Nothing happens if
/// another object is the last one.
pub(crate) fn put_back(world: &mut impl EditGame, id: ObjectId, zone: Zone, place: usize) {
    if zone == Zone::Outside {
        let owner = world.row::<Object>(id).owner;
        let sideboard = &mut world.part_mut::<Zones>().lists_mut().own[owner.index()].sideboard;
        sideboard.insert(place.min(sideboard.len()), id);
    } else if let Some(list) = world.part_mut::<Zones>().lists_mut().list_mut(zone)
        && list.last() == Some(&id)
    {
        let at = place.min(list.len() - 1);
        list.pop();
        list.insert(at, id);
    }
}

/// CR 800.4a: the cards that a player has outside the game leave with them.
pub(crate) fn clear_sideboard(world: &mut impl EditGame, seat: Seat) {
    world.part_mut::<Zones>().lists_mut().own[seat.index()].sideboard.clear();
}

/// Another object stands at a place of a zone, or of the owner's sideboard: for games that are dealt from what a seat
/// knows, in which hidden objects have other numbers.
pub(crate) fn replace(world: &mut impl EditGame, (zone, owner): (Zone, Seat), place: usize, id: ObjectId) {
    let zones = world.part_mut::<Zones>().lists_mut();
    let list = match zone {
        Zone::Outside => &mut zones.own[owner.index()].sideboard,
        zone => zones.list_mut(zone).expect("every other zone has a list"),
    };
    list[place] = id;
}

/// Two objects of a zone change places: for games that are dealt.
pub(crate) fn swap(world: &mut impl EditGame, zone: Zone, one: ObjectId, other: ObjectId) {
    let Some(list) = world.part_mut::<Zones>().lists_mut().list_mut(zone) else { return };
    let place = |id: ObjectId| list.iter().position(|o| *o == id);
    if let (Some(a), Some(b)) = (place(one), place(other)) {
        list.swap(a, b);
    }
}

/// A copy of the zones without an object, for a look at how it would enter (CR 614.12).
pub(crate) fn without(zones: &Zones, object: &Object) -> Zones {
    let mut copy = zones.clone();
    if let Some(list) = copy.lists_mut().list_mut(object.zone)
        && let Some(at) = list.iter().rposition(|id| *id == object.id)
    {
        list.remove(at);
    }
    copy
}
