//! Players who start their engines (CR 704.5z).

use super::{Look, Proposals};
use crate::model::dirt::StateClass;
use crate::rules::events::speed;
use crate::rules::reading::{Board, Reading};
use bevy_ecs::prelude::*;

/// CR 704.5z: their speed becomes 1.
pub(super) fn find(read: Reading, mut proposals: ResMut<Proposals>) {
    proposals.starting = speed::starting(&read.live());
}

/// The rules in force, in a game with cards that are about speed.
pub(super) fn reads(look: &Look<'_>) -> StateClass {
    if look.live.table().0.traits.speeds {
        StateClass::PLAYERS | StateClass::EFFECTS | StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS
    } else {
        StateClass::empty()
    }
}

/// Whether somebody gets speed.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.live.table().0.traits.speeds && !speed::starting(&look.live).is_empty()
}
