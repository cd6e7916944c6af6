//! What a system asks for that reads the game.

use super::Live;
use super::board::Parts;
use crate::cards::CardTable;
use crate::model::combat::Combat;
use crate::model::continuous::{ActiveRules, ContinuousEffect, EffectList, MadeValues};
use crate::model::decision::Settings;
use crate::model::fact::History;
use crate::model::object::{Characteristics, Counters, LastKnownTable, Object, StackEntry, Status};
use crate::model::player::Players;
use crate::model::trigger::DelayedTriggers;
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::slots::{Columns, EffectSlots, Slots};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
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
    game: Single<'w, 's, PartsData>,
    pub(super) effects: Query<'w, 's, &'static ContinuousEffect>,
    pub(super) objects: Query<'w, 's, Row<'static>>,
}

/// The parts of the game that a board reads.
#[derive(QueryData)]
pub struct PartsData {
    table: &'static CardTable,
    slots: &'static Slots,
    zones: &'static Zones,
    players: &'static Players,
    turn: &'static Turn,
    combat: &'static Combat,
    history: &'static History,
    last_known: &'static LastKnownTable,
    rules: &'static ActiveRules,
    delayed: &'static DelayedTriggers,
    effect_slots: &'static EffectSlots,
    made: &'static MadeValues,
    list: &'static EffectList,
    settings: &'static Settings,
}

impl Reading<'_, '_> {
    /// The published values.
    pub fn live(&self) -> Live<'_> {
        Live::of_params(self.parts(), &self.objects, &self.effects, self.columns())
    }

    fn parts(&self) -> Parts<'_> {
        let game = &*self.game;
        Parts {
            table: game.table,
            slots: game.slots,
            zones: game.zones,
            players: game.players,
            turn: game.turn,
            combat: game.combat,
            history: game.history,
            last_known: game.last_known,
            rules: game.rules,
            delayed: game.delayed,
            effect_slots: game.effect_slots,
            made: game.made,
            list: game.list,
            settings: game.settings,
        }
    }

    /// The components of all objects side by side, if they stand in one table.
    fn columns(&self) -> Option<Columns<'_>> {
        let (objects, chars, status, counters, stack) = self.objects.contiguous_iter().ok()?.next()?;
        Some(Columns { objects, chars, status, counters, stack })
    }
}
