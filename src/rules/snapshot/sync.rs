//! The hash that tells whether two runs are in the same state.

use crate::model::continuous::{ContinuousEffect, ContinuousEffects};
use crate::model::ids::{ContinuousEffectId, ObjectId};
use crate::model::object::{CastAs, Counters, Linked, StackEntry, Status, ThisTurn};
use crate::model::saved::Portable;
use crate::model::zone::Zone;
use crate::rules::reading::{Board, Live};
use crate::rules::slots::{ContinuousEffectSlots, Slots};
use crate::rules::state::{GameWorld, ReadGame, registered};
use crate::rules::work::{self, Work};
use bevy_ecs::prelude::*;
use std::hash::{Hash, Hasher};

/// The 64-bit XXH3 of the state of a world: of every component and resource of [`state_types`](crate::game::snapshot::state_types), and of what permanents
/// and spells are like; and of all state that plugins have registered. Elsewhere characteristics follow from the rest. Equal on all platforms that store the low byte of a number first.
pub fn sync_hash(world: &World) -> u64 {
    work::note(Work::Hash);
    let mut bytes = Portable::with_capacity(1 << 15);
    let slots = world.part::<Slots>();
    let mut new = <(Status, ThisTurn, CastAs, Linked, Counters, StackEntry)>::default();
    let live = Live::with_columns(world);
    for id in (0..slots.len() as u32).map(ObjectId) {
        let (object, chars, status) = (live.object(id), live.chars(id), live.status(id));
        let (linked, counters, stack) = (live.linked(id), live.counters(id), live.stack_entry(id));
        // Slots that were never used are only there because another game had more objects.
        if object.incarnation == 0 && !slots.is_used(id) {
            continue;
        }
        object.hash(&mut bytes);
        if matches!(object.zone, Zone::Battlefield | Zone::Stack) {
            chars.hash(&mut bytes);
        }
        // Most objects are cards of which nothing is to be remembered.
        new.0.base_controller = status.base_controller;
        status.base_controller.hash(&mut bytes);
        let (this_turn, cast_as) = (live.this_turn(id), live.cast_as(id));
        let is_new = *status == new.0 && *this_turn == new.1 && *cast_as == new.2;
        if is_new && *linked == new.3 && *counters == new.4 && *stack == new.5 {
            // As below, in one piece: none of the six has changed.
            bytes.write(&[0; 6]);
            continue;
        }
        hash_unless_new(status, &new.0, &mut bytes);
        hash_unless_new(this_turn, &new.1, &mut bytes);
        hash_unless_new(cast_as, &new.2, &mut bytes);
        hash_unless_new(linked, &new.3, &mut bytes);
        hash_unless_new(counters, &new.4, &mut bytes);
        hash_unless_new(stack, &new.5, &mut bytes);
    }
    let effects = world.part::<ContinuousEffectSlots>();
    for id in (0..world.part::<ContinuousEffects>().used.len() as u32).map(ContinuousEffectId) {
        world.get::<ContinuousEffect>(effects.entity(id)).hash(&mut bytes);
    }
    world.parts().hash(&mut bytes);
    registered::hash(world, &mut bytes);
    bytes.finish()
}

/// Hashes a component, or that it is as it is for each new object.
fn hash_unless_new<C: Hash + PartialEq>(component: &C, new: &C, bytes: &mut Portable) {
    let changed = component != new;
    changed.hash(bytes);
    if changed {
        component.hash(bytes);
    }
}
