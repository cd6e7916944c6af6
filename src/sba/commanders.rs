//! Commanders that may go back to the command zone (CR 704.6d, 903.9a).

use super::{Families, Proposals};
use crate::events::{Cause, Event, Place};
use crate::ids::ObjectRef;
use crate::reading::Live;
use crate::variants::commander;
use crate::zones::Zone;
use bevy_ecs::prelude::*;

/// CR 704.6d: those that have come to a graveyard or exile since the last check; the first owner to choose is last.
pub(super) fn find(world: &mut World) {
    if !world.resource::<Proposals>().due.contains(Families::COMMANDERS) {
        return;
    }
    let mut found = commander::elsewhere(&Live::new(world));
    found.reverse();
    world.resource_mut::<Proposals>().returning = found;
}

/// The event that puts a commander into the command zone.
pub(super) fn home(object: ObjectRef) -> Event {
    let (to, place, cause) = (Zone::Command, Place::Top, Cause::StateBased);
    Event::Move { object, to, place, cause, face_down: None, reveal: true, enter: None }
}
