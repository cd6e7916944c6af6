//! Bestow (CR 702.103): as long as a spell or permanent is bestowed, an effect makes it an Aura.

use crate::cards::def::Duration;
use crate::model::bindings::Bindings;
use crate::model::continuous::ContinuousEffects;
use crate::model::ids::{ContinuousEffectId, ObjectRef, Referent, StaticHandle};
use crate::model::object::CastAs;
use crate::model::zone::Zone;
use crate::rules::layers;
use crate::rules::reading::{Board, Live};
use crate::rules::slots;
use crate::rules::state::{EditGame, GameState, PlannedMove};
use smallvec::SmallVec;

/// CR 702.103b: a spell that is put onto the stack bestowed becomes an Aura. The effect continues to apply to the permanent.
pub(crate) fn begin(world: &mut impl EditGame, spell: ObjectRef, becomes: StaticHandle) {
    let you = Live::new(world).chars(spell.id).controller;
    let effect = layers::start_effect(world, becomes, Bindings::new(you, spell), Duration::Forever);
    world.row_mut::<CastAs>(spell.id).bestowed = effect;
}

/// CR 702.103c: a copy of a bestowed spell is bestowed, too.
pub(crate) fn copied(world: &mut impl EditGame, original: ObjectRef, copy: ObjectRef) {
    let bestowed = Live::new(world).view(original).and_then(|view| view.cast_as.bestowed);
    if let Some(effect) = bestowed {
        let becomes = slots::effect(world, effect).handle;
        begin(world, copy, becomes);
    }
}

/// CR 701.3d, 702.103f: what was attached to objects that leave becomes unattached at once, and ceases to be bestowed.
pub(super) fn hosts_leave(world: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    for one in moves.iter().filter(|one| one.old().zone == Zone::Battlefield) {
        host_leaves(world, one.request().object);
    }
}

fn host_leaves(world: &mut impl EditGame, host: ObjectRef) {
    let board = Live::new(world);
    let aura = |id: &ContinuousEffectId| {
        let effect = slots::effect(world, *id);
        let [aura] = effect.locked.as_slice() else { return None };
        let is_on_host = || {
            let status = board.status(aura.id);
            board.is_current(*aura)
                && board.cast_as(aura.id).bestowed == Some(*id)
                && status.attached_to == Some(Referent::Object(host))
        };
        (effect.duration == Duration::Forever && is_on_host()).then_some(*aura)
    };
    let fallen: SmallVec<[ObjectRef; 2]> = world.part::<ContinuousEffects>().order.iter().filter_map(aura).collect();
    for object in fallen {
        cease(world, object);
    }
}

/// CR 702.103e-f: it ceases to be bestowed. Answers whether it was.
pub(crate) fn cease(world: &mut impl EditGame, object: ObjectRef) -> bool {
    let Some(effect) = world.row_mut::<CastAs>(object.id).bestowed.take() else { return false };
    layers::end_effect(world, effect);
    true
}
