//! What the stages of a pass read besides the working table.

use crate::cards::CardTable;
use crate::model::continuous::{ContinuousEffect, ContinuousEffects, InternedValues};
use crate::model::decision::RulesEdition;
use crate::model::ids::{ContinuousEffectId, ObjectId};
use crate::model::object::{Characteristics, Counters, Object, StackEntry, Status};
use crate::model::zone::Zones;
use crate::rules::reading::{Live, Reading};
use crate::rules::slots::{ContinuousEffectSlots, Slots};
use crate::rules::state::ReadGame;
use bevy_ecs::system::SystemParam;

/// What a stage asks for.
#[derive(SystemParam)]
pub(super) struct LayerReading<'w, 's> {
    read: Reading<'w, 's>,
}

impl LayerReading<'_, '_> {
    pub(super) fn ctx(&self) -> Ctx<'_> {
        Ctx::of(self.read.live())
    }
}

/// The game as a pass reads it: plain references, from the parameters of a system or from the world.
#[derive(Clone, Copy)]
pub(super) struct Ctx<'w> {
    pub live: Live<'w>,
    pub table: &'w CardTable,
    pub made: &'w InternedValues,
    pub list: &'w ContinuousEffects,
    pub objects: &'w Slots,
    pub zones: &'w Zones,
    pub edition: RulesEdition,
    effects: &'w ContinuousEffectSlots,
}

impl<'w> Ctx<'w> {
    /// Reads a world: for callers outside the schedule.
    pub(super) fn new(world: &'w impl ReadGame) -> Self {
        Self::of(Live::new(world))
    }

    /// Like [`Ctx::new`], for callers that look at many objects.
    pub(super) fn with_columns(world: &'w impl ReadGame) -> Self {
        Self::of(Live::with_columns(world))
    }

    fn of(live: Live<'w>) -> Self {
        let (made, list, edition) = (live.world_made(), live.world_effects(), live.settings().edition);
        let (table, objects, zones) = (live.world_table(), live.world_slots(), live.world_zones());
        Self { live, table, made, list, objects, zones, edition, effects: live.world_effect_slots() }
    }

    /// What and where an object is.
    #[inline]
    pub(super) fn object(&self, id: ObjectId) -> &'w Object {
        self.live.world_object(id)
    }
    /// Its published characteristics.
    #[inline]
    pub(super) fn chars(&self, id: ObjectId) -> &'w Characteristics {
        self.live.world_chars(id)
    }
    /// Its status.
    #[inline]
    pub(super) fn status(&self, id: ObjectId) -> &'w Status {
        self.live.world_status(id)
    }
    /// Its counters.
    #[inline]
    pub(super) fn counters(&self, id: ObjectId) -> &'w Counters {
        self.live.world_counters(id)
    }
    /// What it remembers of the stack.
    #[inline]
    pub(super) fn stack_entry(&self, id: ObjectId) -> &'w StackEntry {
        self.live.world_stack_entry(id)
    }
    /// An effect that is in use.
    #[inline]
    pub(super) fn effect(&self, id: ContinuousEffectId) -> &'w ContinuousEffect {
        self.live.effect_at(self.effects.entity(id))
    }
}
