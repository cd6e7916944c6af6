//! Copies of prepare spells in exile (CR 722.3c): one for each prepared permanent, and none for others.

use super::{Look, Proposals};
use crate::model::dirt::StateClass;
use crate::model::ids::ObjectRef;
use crate::model::object::{CastAs, ObjectKind};
use crate::model::zone::Zone;
use crate::rules::prepared::{is_prepared, prepare_spell};
use crate::rules::reading::{Board, Live, Reading};
use crate::rules::resolving::put_new;
use crate::rules::state::EditGame;
use bevy_ecs::prelude::*;

/// Prepared permanents without a copy, and copies of permanents that aren't prepared any more.
fn missing_and_left(live: &Live<'_>) -> (Vec<ObjectRef>, Vec<ObjectRef>) {
    let zones = live.zones();
    let copies = || zones.exile.iter().filter_map(|id| Some((*id, live.cast_as(*id).prepared_by?)));
    let there = zones.battlefield.iter().map(|id| live.object(*id).reference());
    let missing = there.filter(|p| is_prepared(live, *p) && !copies().any(|(_, of)| of == *p));
    let left = copies().filter(|(_, of)| !is_prepared(live, *of));
    (missing.collect(), left.map(|(id, _)| live.object(id).reference()).collect())
}

/// CR 722.3c: a copy is made as a permanent becomes prepared or phases in prepared, and stays no longer than it is prepared.
pub(super) fn find(read: Reading, mut proposals: ResMut<Proposals>) {
    let (missing, left) = missing_and_left(&read.live());
    proposals.preparing = missing;
    proposals.ceasing.extend(left);
}

/// Permanents and what they are, in a game with preparation cards.
pub(super) fn reads(look: &Look<'_>) -> StateClass {
    if look.live.table().0.traits.prepares {
        StateClass::BATTLEFIELD | StateClass::COUNTERS | StateClass::CEASING
    } else {
        StateClass::empty()
    }
}

/// Whether a copy is missing, or is there without a reason.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.live.table().0.traits.prepares && {
        let (missing, left) = missing_and_left(&look.live);
        !missing.is_empty() || !left.is_empty()
    }
}

/// CR 722.3c: the controller of a prepared permanent creates a copy of its prepare spell in exile.
pub(super) fn copy(world: &mut impl EditGame, permanent: ObjectRef) {
    let Some(base) = prepare_spell(world, permanent) else { return };
    let controller = Live::new(world).chars(permanent.id).controller;
    let copy = put_new(world, ObjectKind::Copy, controller, base, Zone::Exile);
    *world.row_mut(copy.id) = CastAs { prepared_by: Some(permanent), ..CastAs::NEW };
}
