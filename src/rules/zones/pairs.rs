//! Paired creatures (CR 702.95b-e).

use crate::model::ids::ObjectRef;
use crate::model::object::{Object, Status};
use crate::rules::state::EditGame;

/// CR 702.95b: two creatures become paired with each other.
pub(crate) fn pair(world: &mut impl EditGame, a: ObjectRef, b: ObjectRef) {
    world.row_mut::<Status>(a.id).pair = Some(b);
    world.row_mut::<Status>(b.id).pair = Some(a);
}

/// CR 702.95e: a creature and the one with which it is paired become unpaired. Whether it was paired with one that is still there.
pub(crate) fn unpair(world: &mut impl EditGame, object: ObjectRef) -> bool {
    if world.row::<Status>(object.id).pair.is_none() {
        return false;
    }
    let Some(other) = world.row_mut::<Status>(object.id).pair.take() else { return false };
    let there = world.row::<Object>(other.id).reference() == other;
    if there && world.row::<Status>(other.id).pair == Some(object) {
        world.row_mut::<Status>(other.id).pair = None;
    }
    there
}
