//! Continuous effects as entities.

use crate::model::continuous::{ContinuousEffect, ContinuousEffects, InternedValues};
use crate::model::dirt::Dirt;
use crate::model::ids::{ContinuousEffectId, ObjectRef};
use crate::rules::slots::{ContinuousEffectSlots, RESERVE, effect, effect_mut};
use crate::rules::state::{EditGame, ReadGame};
use bevy_ecs::prelude::*;

impl ContinuousEffectSlots {
    /// The entity of an effect.
    #[inline]
    pub fn entity(&self, id: ContinuousEffectId) -> Entity {
        self.entities[id.0 as usize]
    }
    /// How many slots there are, free ones included.
    pub fn len(&self) -> usize {
        self.entities.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// Makes all slots free, for a new game in a used world.
    pub fn reset(world: &mut impl EditGame) {
        world.with_state(|state| Self::restore(state, []));
        let list = world.part_mut::<ContinuousEffects>();
        list.order.clear();
        list.used.clear();
        let made = world.part_mut::<InternedValues>();
        made.0.clear();
        made.1.clear();
    }

    /// Writes the effects of a restored game, in the order of their numbers, and frees all other slots. [`ContinuousEffects`] is
    /// restored apart.
    pub fn restore<'a>(world: &mut impl EditGame, effects: impl IntoIterator<Item = &'a ContinuousEffect>) {
        let mut end = 0;
        for effect in effects {
            end = effect.id.0 as usize + 1;
            world.make_effect_slots(end);
            effect_mut(world, effect.id).clone_from(effect);
        }
        for id in (end..world.part::<Self>().len()).map(|i| ContinuousEffectId(i as u32)) {
            let effect = effect_mut(world, id);
            if effect.active {
                *effect = ContinuousEffect::free(id);
            }
        }
        super::invalidate(world);
    }

    /// Makes sure that there are at least this many slots.
    pub(crate) fn ensure(world: &mut World, count: usize) {
        while world.part::<Self>().len() < count {
            let id = ContinuousEffectId(world.part::<Self>().len() as u32);
            let entity = world.spawn(ContinuousEffect::free(id)).id();
            world.part_mut::<Self>().entities.push(entity);
        }
    }
}

/// Puts an effect into a slot and into the list.
pub(super) fn insert(world: &mut impl EditGame, effect: ContinuousEffect) {
    let (id, timestamp) = (effect.id, effect.timestamp);
    let index = id.0 as usize;
    world.make_effect_slots(index + 1);
    if world.part::<ContinuousEffectSlots>().len() < index + RESERVE as usize / 2 {
        world.part_mut::<Dirt>().few_slots = true;
    }
    *effect_mut(world, id) = effect;
    let list = world.part::<ContinuousEffects>();
    // Nearly always at the end: effects begin with the latest timestamp.
    let later =
        list.order.iter().rev().take_while(|e| crate::rules::slots::effect(world, **e).timestamp > timestamp).count();
    let list = world.part_mut::<ContinuousEffects>();
    if list.used.len() <= index {
        list.used.resize(index + 1, false);
    }
    list.used[index] = true;
    let at = list.order.len() - later;
    list.order.insert(at, id);
}

/// Frees slots.
pub(super) fn remove(world: &mut impl EditGame, ids: &[ContinuousEffectId]) {
    if ids.is_empty() {
        return;
    }
    for id in ids {
        *effect_mut(world, *id) = ContinuousEffect::free(*id);
    }
    let ContinuousEffects { order, used } = &mut *world.part_mut::<ContinuousEffects>();
    for id in ids {
        used[id.0 as usize] = false;
    }
    order.retain(|id| used[id.0 as usize]);
    let end = used.iter().rposition(|u| *u).map_or(0, |i| i + 1);
    used.truncate(end);
}

/// Removes the effects of static abilities of objects: they begin again if the objects still have the abilities.
pub(crate) fn forget_statics(world: &mut impl EditGame, objects: &[ObjectRef]) {
    let list = world.part::<ContinuousEffects>();
    let theirs = |id: &ContinuousEffectId| effect(world, *id).key().is_some_and(|key| objects.contains(&key.object));
    let gone: Vec<ContinuousEffectId> = list.order.iter().copied().filter(theirs).collect();
    remove(world, &gone);
}

/// The lowest slot that is free.
pub(super) fn lowest_free(used: &[bool]) -> ContinuousEffectId {
    ContinuousEffectId(used.iter().position(|u| !u).unwrap_or(used.len()) as u32)
}
