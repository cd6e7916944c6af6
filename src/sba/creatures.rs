//! Creatures that die (CR 704.5f-h).

use super::{Families, Proposals, bury};
use crate::cards::def::Keyword;
use crate::events::Event;
use crate::ids::ObjectId;
use crate::object::{Slots, Status};
use crate::reading::{Board, Live};
use bevy_ecs::prelude::*;
use smallvec::SmallVec;

/// CR 704.5f: toughness 0 or less is no destruction. CR 704.5g-h: lethal damage, and damage by a source with deathtouch
/// since the last check, destroy; what is indestructible stays (702.12b).
pub(super) fn die(world: &mut World) {
    if !world.resource::<Proposals>().due.contains(Families::CREATURES) {
        return;
    }
    let board = Live::new(world);
    let mut touched: SmallVec<[ObjectId; 4]> = SmallVec::new();
    let mut events: SmallVec<[Event; 4]> = SmallVec::new();
    for &id in &board.zones().battlefield {
        let (status, chars) = (board.status(id), board.chars(id));
        if status.deathtouched {
            touched.push(id);
        }
        if !chars.is_creature() || status.phased_out {
            continue;
        }
        let lethal = status.deathtouched || (status.damage > 0 && status.damage >= chars.toughness);
        if chars.toughness <= 0 {
            let object = board.object(id);
            events.push(bury(object.reference(), object.owner));
        } else if lethal && !chars.has(Keyword::Indestructible) {
            let object = board.object(id).reference();
            events.push(Event::Destroy { object, no_regeneration: false, by_effect: false });
        }
    }
    for id in touched {
        let entity = world.resource::<Slots>().entity(id);
        world.get_mut::<Status>(entity).expect("slots hold objects").deathtouched = false;
    }
    world.resource_mut::<Proposals>().events.extend(events);
}
