//! The world rule (CR 704.5k).

use super::{Families, Proposals};
use crate::cards::def::Supertypes;
use crate::ids::{ObjectRef, Seat, Timestamp};
use crate::reading::{Board, Live};
use crate::turn::Turn;
use bevy_ecs::prelude::*;

/// CR 704.5k: only the newest world permanent stays. Those that came since the last check came together, as far as this
/// rule goes: then none of them is the newest, and all leave.
pub(super) fn leave(world: &mut World) {
    if !world.resource::<Proposals>().due.contains(Families::WORLDS) {
        return;
    }
    let board = Live::new(world);
    let mut worlds: Vec<(Timestamp, ObjectRef, Seat)> = Vec::new();
    for id in &board.zones().battlefield {
        if board.chars(*id).supertypes.contains(Supertypes::WORLD) && !board.status(*id).phased_out {
            let object = board.object(*id);
            worlds.push((object.timestamp, object.reference(), object.owner));
        }
    }
    if worlds.len() < 2 {
        return;
    }
    let checked = world.resource::<Turn>().checked;
    let tie = worlds.iter().filter(|(since, ..)| *since > checked).count() > 1;
    let newest = worlds.iter().map(|(since, ..)| *since).max();
    let leaving = worlds.into_iter().filter(|(since, ..)| tie || Some(*since) != newest);
    let leaving: Vec<_> = leaving.collect();
    let mut proposals = world.resource_mut::<Proposals>();
    for (_, object, owner) in leaving {
        proposals.bury(object, owner);
    }
}
