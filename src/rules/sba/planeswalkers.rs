//! Planeswalkers without loyalty (CR 704.5i).

use super::{Look, Proposals};
use crate::cards::def::{CardTypes, CounterKind};
use crate::model::dirt::StateClass;
use crate::rules::reading::{Board, Reading};
use bevy_ecs::prelude::*;

/// CR 704.5i: put into its owner's graveyard.
pub(super) fn die(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    for &id in &board.zones().battlefield {
        let object = *board.object(id);
        let spent = board.chars(id).is(CardTypes::PLANESWALKER) && board.counters(id).get(CounterKind::Loyalty) == 0;
        if spent && !board.status(id).phased_out {
            proposals.bury(object.reference(), object.owner);
        }
    }
}

/// Loyalty counters, and what is a planeswalker.
pub(super) fn reads(_: &Look<'_>) -> StateClass {
    StateClass::COUNTERS | StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS
}

/// Whether a planeswalker has no loyalty.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.seen.walker_is_spent
}
