//! Preparation cards (CR 722): which permanents are prepared, and the copies of their prepare spells.

use crate::cards::def::Designation;
use crate::model::continuous::Side;
use crate::model::dirt::StateClass;
use crate::model::ids::ObjectRef;
use crate::model::object::{CastAs, CopiableSource, Status};
use crate::model::zone::Zone;
use crate::rules::layers;
use crate::rules::reading::{Board, Live, values};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};

/// CR 722.2a: what a copy of the prepare spell of a permanent is; `None` if it has none.
pub(crate) fn prepare_spell(world: &impl ReadGame, permanent: ObjectRef) -> Option<CopiableSource> {
    let live = Live::new(world);
    let view = live.view(permanent)?;
    // CR 708.2: what is face down has none.
    if view.status.face_down {
        return None;
    }
    let base = layers::latest_copy(world, permanent).unwrap_or(view.object.base);
    values::other_side(live.table(), world.part(), base, Side::Prepare)
}

/// CR 722.3a: whether a permanent is there and prepared.
pub(crate) fn is_prepared(board: &impl Board, permanent: ObjectRef) -> bool {
    board.is_current(permanent)
        && board.object(permanent.id).zone == Zone::Battlefield
        && board.status(permanent.id).designations & Designation::Prepared.bit() != 0
}

/// CR 722.3c: as a copy of a prepare spell becomes cast, its permanent isn't prepared any more.
pub(crate) fn unprepare(world: &mut impl EditGame, spell: ObjectRef) {
    let Some(permanent) = world.row::<CastAs>(spell.id).prepared_by else { return };
    if is_prepared(&Live::new(world), permanent) {
        world.row_mut::<Status>(permanent.id).designations &= !Designation::Prepared.bit();
        mark_dirty(world, StateClass::COUNTERS);
    }
}
