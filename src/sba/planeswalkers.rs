//! Planeswalkers without loyalty (CR 704.5i).

use super::{Families, Proposals};
use crate::cards::def::{CardTypes, CounterKind};
use crate::reading::{Board, Live};
use crate::zones::Zones;
use bevy_ecs::prelude::*;

/// CR 704.5i: put into its owner's graveyard.
pub(super) fn die(world: &mut World) {
    if !world.resource::<Proposals>().due.contains(Families::PLANESWALKERS) {
        return;
    }
    for i in 0..world.resource::<Zones>().battlefield.len() {
        let id = world.resource::<Zones>().battlefield[i];
        let board = Live::new(world);
        let object = *board.object(id);
        let spent = board.chars(id).is(CardTypes::PLANESWALKER) && board.counters(id).get(CounterKind::Loyalty) == 0;
        if spent && !board.status(id).phased_out {
            world.resource_mut::<Proposals>().bury(object.reference(), object.owner);
        }
    }
}
