//! Cards where a game or a position begins: the one place that puts a card into a zone without moving it there.

use crate::cards::CardTable;
use crate::model::ids::{DefId, ObjectRef, Seat, SeatSet};
use crate::model::object::{Characteristics, CopiableSource, Object, ObjectKind, Status};
use crate::model::player::Players;
use crate::model::trigger::TriggerIndex;
use crate::model::zone::{Zone, Zones};
use crate::rules::slots::Slots;
use crate::rules::state::EditGame;

/// A card on top of a zone in which it starts, face up there if everybody sees it. Nothing has entered, and nothing
/// triggers; other derived values are not brought up to date.
pub fn start_card(world: &mut impl EditGame, def: DefId, owner: Seat, zone: Zone) -> ObjectRef {
    let id = Slots::take(world, ObjectKind::Card);
    let chars = world.part::<CardTable>().printed(def, owner).clone();
    let known_to = match zone {
        Zone::Library(_) => SeatSet::NONE,
        Zone::Hand(seat) => SeatSet::only(seat),
        Zone::Outside => SeatSet::only(owner),
        _ => SeatSet::ALL,
    };
    // Abilities can function in every zone, so no two cards have the same one.
    let timestamp = world.part_mut::<Zones>().tick();
    let handle = world.part_mut::<Zones>().next_handle();
    let object = world.row_mut::<Object>(id);
    (object.owner, object.base, object.zone) = (owner, CopiableSource::Def(def, 0), zone);
    (object.known_to, object.timestamp, object.handle) = (known_to, timestamp, handle);
    let reference = object.reference();
    *world.row_mut::<Characteristics>(id) = chars;
    world.row_mut::<Status>(id).base_controller = owner;
    let zones = world.part_mut::<Zones>().lists_mut();
    match zones.list_mut(zone) {
        Some(list) => list.push(id),
        // CR 400.11a: a sideboard isn't a zone.
        None => zones.own[owner.index()].sideboard.push(id),
    }
    world.part_mut::<TriggerIndex>().stale = true;
    reference
}

/// CR 103.2b: a player reveals a card that they own outside the game as their companion, and it stays there.
pub fn reveal_companion(world: &mut impl EditGame, card: ObjectRef) {
    let object = world.row_mut::<Object>(card.id);
    object.known_to = SeatSet::ALL;
    let owner = object.owner;
    world.part_mut::<Players>().get_mut(owner).companion = card;
}
