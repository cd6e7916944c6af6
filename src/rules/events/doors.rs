//! Locking and unlocking halves of permanents (CR 709.5).

use crate::cards::CardTable;
use crate::model::continuous::Side;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::{CopiableSource, Door, Doors, Status};
use crate::rules::events::record;
use crate::rules::layers;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// CR 709.5f-g: the halves of a permanent that are locked, or those that are unlocked.
pub(crate) fn among(world: &impl ReadGame, object: ObjectRef, unlocked: bool) -> SmallVec<[Door; 2]> {
    let live = Live::new(world);
    let Some(view) = live.view(object) else { return SmallVec::new() };
    let is = |door: &Door| view.status.unlocked.contains(*door) == unlocked;
    Door::BOTH.into_iter().filter(|door| is(door) && layers::half(world, object, *door).is_some()).collect()
}

/// CR 709.5e-g: a player unlocks a half of a permanent, or locks it. Nothing happens if it is unlocked or locked already.
pub(crate) fn set(world: &mut impl EditGame, seat: Seat, object: ObjectRef, (door, unlock): (Door, bool)) {
    if !among(world, object, !unlock).contains(&door) {
        return;
    }
    let status = world.row_mut::<Status>(object.id);
    status.unlocked = status.unlocked.with(door, unlock);
    let fully = status.unlocked == Doors::BOTH;
    mark_dirty(world, StateClass::BATTLEFIELD | StateClass::EFFECTS);
    let fact = if unlock { Fact::Unlocked { seat, object, door, fully } } else { Fact::Locked { seat, object, door } };
    record(world, &[fact]);
}

/// CR 709.5d: the half as which a spell was cast that is one half of an object with a shared type line; of a copy of a spell
/// that of the original.
pub(crate) fn cast_half(world: &impl ReadGame, spell: ObjectId) -> Doors {
    let table = world.part::<CardTable>();
    if !table.0.traits.halves {
        return Doors::NONE;
    }
    let base = Live::new(world).object(spell).base;
    let own = |door: &Door| {
        let half = layers::other_side(table, world.part(), base, Side::Unlocked(Doors::only(*door)));
        half.is_some_and(|half| match base {
            CopiableSource::Def(..) => half == base,
            CopiableSource::Interned(_) => layers::base_values(world, half) == layers::base_values(world, base),
        })
    };
    Door::BOTH.into_iter().find(own).map_or(Doors::NONE, Doors::only)
}
