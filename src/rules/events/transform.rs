//! Double-faced permanents are turned over (CR 701.27, 712.9).

use super::record;
use crate::cards::def::CardTypes;
use crate::model::continuous::Side;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Timestamp};
use crate::model::object::{CopiableSource, Linked, Object, Status};
use crate::model::trigger::TriggerIndex;
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
    // CR 730.2i: a merged permanent transforms if one of its components does.
    if board.linked(object.id).merged.effect.is_some() {
        return faces(world, object).first().map(|(_, over)| *over);
    }
    other_face_of(world, represented_by(&board, object))
}

/// CR 730.2i: the components of a merged permanent that are turned over as it transforms, each with its other face.
fn faces(world: &impl ReadGame, permanent: ObjectRef) -> SmallVec<[(ObjectRef, CopiableSource); 2]> {
    let board = Live::new(world);
    let linked = board.linked(permanent.id);
    let others = linked.components.iter().map(|other| (*other, board.object(other.id).base));
    let own = (permanent, represented_by(&board, permanent));
    let up = std::iter::once(own).chain(others).filter(|(component, _)| !linked.down.contains(component));
    up.filter_map(|(component, base)| Some((component, other_face_of(world, base)?))).collect()
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

/// CR 701.27a, 613.7g: permanents are turned over at once, each to its [`other_face`]: the same objects, with new timestamps. Day and night
/// do so; what an instruction turns over is a batch of events.
pub(super) fn turn_over(world: &mut impl EditGame, turning: &[(ObjectRef, CopiableSource)]) {
    if turning.is_empty() {
        return;
    }
    let facts: SmallVec<[Fact; 4]> = turning.iter().map(|(object, over)| turn(world, *object, *over)).collect();
    mark_dirty(world, StateClass::BATTLEFIELD | StateClass::EFFECTS);
    record(world, &facts);
}

/// Turns one permanent over; answers what has happened.
pub(super) fn turn(world: &mut impl EditGame, object: ObjectRef, over: CopiableSource) -> Fact {
    let now = world.part_mut::<Zones>().tick();
    // Abilities come or go with the face.
    world.part_mut::<TriggerIndex>().stale = true;
    if world.row::<Linked>(object.id).merged.effect.is_some() {
        return turn_components(world, object, now);
    }
    let status = world.row_mut::<Status>(object.id);
    status.turned = now;
    let is_copy = status.own_face.is_some();
    if is_copy {
        status.own_face = Some(over);
    }
    let row = world.row_mut::<Object>(object.id);
    row.timestamp = now;
    if !is_copy {
        row.base = over;
    }
    Fact::Transformed { object }
}

/// CR 730.2i: each component of a merged permanent that can be is turned over.
fn turn_components(world: &mut impl EditGame, permanent: ObjectRef, now: Timestamp) -> Fact {
    for (component, over) in faces(world, permanent) {
        match &mut world.row_mut::<Status>(component.id).own_face {
            Some(own) => *own = over,
            None => world.row_mut::<Object>(component.id).base = over,
        }
    }
    world.row_mut::<Status>(permanent.id).turned = now;
    world.row_mut::<Object>(permanent.id).timestamp = now;
    layers::remerge(world, permanent);
    Fact::Transformed { object: permanent }
}
