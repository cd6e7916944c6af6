//! What a system asks for that reads the game.

use super::Live;
use crate::cards::CardTable;
use crate::model::combat::Combat;
use crate::model::continuous::{ActiveRules, ContinuousEffect};
use crate::model::fact::History;
use crate::model::object::{Characteristics, Counters, LastKnownTable, Object, StackEntry, Status};
use crate::model::player::Players;
use crate::model::trigger::DelayedTriggers;
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::slots::{Columns, EffectSlots, Slots};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

/// The components of one object.
pub(super) type Row<'w> = (&'w Object, &'w Characteristics, &'w Status, &'w Counters, &'w StackEntry);

/// Everything that rules can read of a game, as a parameter of a system. A system that takes it can't also write what is
/// in it; it puts what it finds into a resource of its own, as the families of state-based actions do.
///
/// ```
/// use dracones::rules::reading::{Board, Reading};
///
/// /// How many permanents there are.
/// fn permanents(read: Reading) -> usize {
///     read.live().zones().battlefield.len()
/// }
/// ```
#[derive(SystemParam)]
pub struct Reading<'w, 's> {
    pub(super) table: Res<'w, CardTable>,
    pub(super) slots: Res<'w, Slots>,
    pub(super) zones: Res<'w, Zones>,
    pub(super) players: Res<'w, Players>,
    pub(super) turn: Res<'w, Turn>,
    pub(super) combat: Res<'w, Combat>,
    pub(super) history: Res<'w, History>,
    pub(super) last_known: Res<'w, LastKnownTable>,
    pub(super) rules: Res<'w, ActiveRules>,
    pub(super) delayed: Res<'w, DelayedTriggers>,
    pub(super) effect_slots: Res<'w, EffectSlots>,
    effects: Query<'w, 's, &'static ContinuousEffect>,
    objects: Query<'w, 's, Row<'static>>,
}

impl Reading<'_, '_> {
    /// The published values.
    pub fn live(&self) -> Live<'_> {
        Live::of_params(self)
    }

    /// The components of all objects side by side, if they stand in one table.
    pub(super) fn columns(&self) -> Option<Columns<'_>> {
        let (objects, chars, status, counters, stack) = self.objects.contiguous_iter().ok()?.next()?;
        Some(Columns { objects, chars, status, counters, stack })
    }

    pub(super) fn row(&self, entity: Entity) -> Option<Row<'_>> {
        self.objects.get(entity).ok()
    }

    pub(super) fn effect(&self, entity: Entity) -> &ContinuousEffect {
        self.effects.get(entity).expect("effect slots hold effects")
    }
}
