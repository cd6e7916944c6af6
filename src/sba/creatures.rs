//! Creatures that die (CR 704.5f-h).

use super::{Families, Proposals};
use crate::cards::def::Keyword;
use crate::events::Event;
use crate::object::{Slots, Status};
use crate::reading::{Board, Live};
use crate::zones::Zones;
use bevy_ecs::prelude::*;

/// CR 704.5f: toughness 0 or less is no destruction. CR 704.5g-h: lethal damage, and damage by a source with deathtouch
/// since the last check, destroy; what is indestructible stays (702.12b).
pub(super) fn die(world: &mut World) {
    if !world.resource::<Proposals>().due.contains(Families::CREATURES) {
        return;
    }
    for i in 0..world.resource::<Zones>().battlefield.len() {
        let id = world.resource::<Zones>().battlefield[i];
        let board = Live::new(world);
        let (status, chars, object) = (board.status(id), board.chars(id), board.object(id));
        let (touched, this, owner) = (status.deathtouched, object.reference(), object.owner);
        let creature = chars.is_creature() && !status.phased_out;
        let buried = creature && chars.toughness <= 0;
        let lethal = touched || (status.damage > 0 && status.damage >= chars.toughness);
        let destroyed = creature && !buried && lethal && !chars.has(Keyword::Indestructible);
        if touched {
            let entity = world.resource::<Slots>().entity(id);
            world.get_mut::<Status>(entity).expect("slots hold objects").deathtouched = false;
        }
        if buried {
            world.resource_mut::<Proposals>().bury(this, owner);
        } else if destroyed {
            let event = Event::Destroy { object: this, no_regeneration: false };
            world.resource_mut::<Proposals>().events.push(event);
        }
    }
}
