//! Commanders that may go back to the command zone (CR 704.6d, 903.9a).

use super::commander;
use crate::model::dirt::StateClass;
use crate::rules::reading::{Board, Reading};
use crate::rules::sba::{Look, Proposals};
use bevy_ecs::prelude::*;

/// CR 704.6d: those that have come to a graveyard or exile since the last check; the first owner to choose is last.
pub(super) fn find(read: Reading, mut proposals: ResMut<Proposals>) {
    let mut found = commander::elsewhere(&read.live());
    found.reverse();
    proposals.returning = found;
}

/// Where commanders may go back from, if there are any.
pub(super) fn reads(look: &Look<'_>) -> StateClass {
    if crate::model::commander::is_used(look.live.players()) {
        StateClass::GRAVEYARDS | StateClass::EXILE
    } else {
        StateClass::empty()
    }
}

/// Whether a commander has come there.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.changed.intersects(reads(look)) && !commander::elsewhere(&look.live).is_empty()
}
