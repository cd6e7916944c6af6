//! The parts of the game that a board reads.

use crate::cards::CardTable;
use crate::model::combat::Combat;
use crate::model::continuous::{ActiveRules, ContinuousEffects, InternedValues};
use crate::model::decision::Settings;
use crate::model::fact::History;
use crate::model::object::LastKnownTable;
use crate::model::player::Players;
use crate::model::trigger::DelayedTriggers;
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::slots::{ContinuousEffectSlots, Slots};
use crate::rules::state::{DerivedParts, GameParts, GameState};

/// The parts of the game that a board reads.
#[derive(Clone, Copy)]
pub(super) struct Parts<'w> {
    pub(super) table: &'w CardTable,
    pub(super) slots: &'w Slots,
    pub(super) zones: &'w Zones,
    pub(super) players: &'w Players,
    pub(super) turn: &'w Turn,
    pub(super) combat: &'w Combat,
    pub(super) history: &'w History,
    pub(super) last_known: &'w LastKnownTable,
    pub(super) rules: &'w ActiveRules,
    pub(super) delayed: &'w DelayedTriggers,
    pub(super) effect_slots: &'w ContinuousEffectSlots,
    pub(super) made: &'w InternedValues,
    pub(super) list: &'w ContinuousEffects,
    pub(super) settings: &'w Settings,
}

impl<'w> Parts<'w> {
    #[inline]
    pub(super) fn of(parts: &'w GameParts, derived: &'w DerivedParts) -> Self {
        Self {
            table: &derived.table,
            slots: &derived.slots,
            zones: &parts.zones,
            players: &parts.players,
            turn: &parts.turn,
            combat: &parts.combat,
            history: &parts.history,
            last_known: &parts.last_known,
            rules: &derived.rules,
            delayed: &parts.delayed,
            effect_slots: &derived.effect_slots,
            made: &parts.made,
            list: &parts.effects,
            settings: &parts.settings,
        }
    }
    #[inline]
    pub(super) fn of_state(state: &'w GameState<'w>) -> Self {
        Self {
            table: state.table,
            slots: state.slots,
            zones: state.zones,
            players: state.players,
            turn: state.turn,
            combat: state.combat,
            history: state.history,
            last_known: state.last_known,
            rules: state.rules,
            delayed: state.delayed,
            effect_slots: state.effect_slots,
            made: state.made,
            list: state.effects,
            settings: state.settings,
        }
    }
}
