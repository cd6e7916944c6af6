//! Sagas whose last chapter is over (CR 704.5s).

use super::{Look, Proposals};
use crate::model::dirt::StateClass;
use crate::model::event::Cause;
use crate::model::zone::{Move, Zone};
use crate::rules::events::sagas;
use crate::rules::reading::{Board, Reading};
use bevy_ecs::prelude::*;

/// CR 704.5s, 714.4: their controllers sacrifice them.
pub(super) fn end(read: Reading, mut proposals: ResMut<Proposals>) {
    let live = read.live();
    for saga in sagas::over(&live) {
        let grave = Zone::Graveyard(live.object(saga.id).owner);
        proposals.events.push(Move::plain(saga, grave, Cause::Sacrifice).into());
    }
}

/// Counters, what is a Saga and what is a chapter; if one waits for an ability, what is on the stack, too.
pub(super) fn reads(look: &Look<'_>) -> StateClass {
    let permanents = StateClass::COUNTERS | StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS;
    if sagas::finished(&look.live).next().is_some() { permanents | StateClass::STACK } else { permanents }
}

/// Whether one is over.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    sagas::over(&look.live).next().is_some()
}
