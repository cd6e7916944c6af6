//! Double-faced permanents are turned over (CR 701.27, 712.9).

use super::record;
use crate::cards::def::CardTypes;
use crate::model::continuous::Side;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::ObjectRef;
use crate::model::object::{CopiableSource, Object, Status};
use crate::model::zone::{Zone, Zones};
use crate::rules::layers;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// What a permanent is once it is turned over. `None` for one that is face down (CR 712.15a), that shows a single face, or whose
/// other face isn't a permanent (701.27c-d).
pub(crate) fn other_face(world: &impl ReadGame, object: ObjectRef) -> Option<CopiableSource> {
    let board = Live::new(world);
    if board.object(object.id).zone != Zone::Battlefield || board.status(object.id).face_down {
        return None;
    }
    other_face_of(world, represented_by(&board, object))
}

/// The other face of what shows this one, if that face is a permanent.
pub(super) fn other_face_of(world: &impl ReadGame, own: CopiableSource) -> Option<CopiableSource> {
    let over = layers::other_side(world.part(), world.part(), own, Side::Turned)?;
    layers::base_values(world, over).is(CardTypes::PERMANENT).then_some(over)
}

/// CR 712.9: what represents a permanent, whatever it is a copy of; that is turned over.
pub(super) fn represented_by(board: &impl Board, object: ObjectRef) -> CopiableSource {
    board.status(object.id).own_face.unwrap_or(board.object(object.id).base)
}

/// CR 701.27a, 613.7g: permanents are turned over at once, each to its [`other_face`]: the same objects, with new timestamps.
pub(crate) fn turn_over(world: &mut impl EditGame, turning: &[(ObjectRef, CopiableSource)]) {
    if turning.is_empty() {
        return;
    }
    for (object, over) in turning {
        let now = world.part_mut::<Zones>().tick();
        let status = world.row_mut::<Status>(object.id);
        status.turned = now;
        let is_copy = status.own_face.is_some();
        if is_copy {
            status.own_face = Some(*over);
        }
        let row = world.row_mut::<Object>(object.id);
        row.timestamp = now;
        if !is_copy {
            row.base = *over;
        }
    }
    mark_dirty(world, StateClass::BATTLEFIELD | StateClass::EFFECTS);
    let facts: SmallVec<[Fact; 4]> = turning.iter().map(|(object, _)| Fact::Transformed { object: *object }).collect();
    record(world, &facts);
}
