//! Dungeons that are completed (CR 704.5t).

use super::{Look, Proposals};
use crate::model::dirt::StateClass;
use crate::model::ids::Seat;
use crate::rules::events::dungeons;
use crate::rules::reading::{Board, Live, Reading};
use bevy_ecs::prelude::*;

/// The players whose venture marker is in the bottommost room of a dungeon of which no room ability has still to leave the stack.
fn over<'a>(live: &'a Live<'_>) -> impl Iterator<Item = Seat> + 'a {
    live.players().alive().filter(|seat| dungeons::is_over(live, *seat))
}

/// CR 704.5t: they remove it from the game.
pub(super) fn find(read: Reading, mut proposals: ResMut<Proposals>) {
    proposals.completing = over(&read.live()).collect();
}

/// Where venture markers are; if one is in a room, what is on the stack, too.
pub(super) fn reads(look: &Look<'_>) -> StateClass {
    let anyone = look.live.players().0.iter().any(|player| player.venture.room.is_some());
    if anyone { StateClass::PLAYERS | StateClass::STACK } else { StateClass::PLAYERS }
}

/// Whether one is completed.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.live.players().0.iter().any(|player| player.venture.room.is_some()) && over(&look.live).next().is_some()
}
