//! Which families have something to do: gates, asked over one look at the game.

use super::Proposals;
use crate::model::dirt::StateClass;
use crate::rules::reading::Live;
use crate::rules::schedule::{SbaSystems, StateBasedActions};
use crate::rules::state::EditGame;
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleConfigs;
use bevy_ecs::system::ScheduleSystem;

/// The game as one check sees it.
pub struct Look<'w> {
    /// What has changed since the last check.
    pub changed: StateClass,
    /// The published values.
    pub live: Live<'w>,
    /// What one walk over the battlefield has found.
    pub seen: Seen,
}

/// What one walk over the battlefield finds. Permanents that are phased out aren't looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Something is attached to something.
    pub attached: bool,
    /// Something is attached where it can't be, or an Aura to nothing (CR 704.5m, n, p).
    pub falls_off: bool,
    /// A creature dies (CR 704.5f-h), or a permanent was dealt damage by a source with deathtouch.
    pub creature_dies: bool,
    /// A planeswalker has no loyalty (CR 704.5i).
    pub walker_is_spent: bool,
    /// A player controls two legendary permanents with one name (CR 704.5j).
    pub legend_twice: bool,
    /// How many world permanents there are (CR 704.5k).
    pub worlds: u32,
    /// Counters annihilate each other, or there are too many (CR 704.5q, r).
    pub counters_go: bool,
    /// A player controls two Roles that are attached to one permanent (CR 704.5y).
    pub role_twice: bool,
}

/// A family's gate: what makes a look necessary, as things stand, and whether the family has something to do.
#[derive(Clone, Copy, Debug)]
struct Gate {
    reads: fn(&Look<'_>) -> StateClass,
    due: fn(&Look<'_>) -> bool,
}

/// The gates of all families, in the order in which they were added. No state of a game.
#[derive(Clone, Debug, Default)]
pub struct SbaGates(Vec<Gate>);

impl SbaGates {
    /// Adds a gate; answers the condition under which the family's system runs.
    ///
    /// # Panics
    /// If there are 64 already.
    pub(super) fn add(
        &mut self,
        reads: fn(&Look<'_>) -> StateClass,
        due: fn(&Look<'_>) -> bool,
    ) -> impl FnMut(Res<Proposals>) -> bool + Clone + use<> {
        assert!(self.0.len() < 64, "there are 64 families of state-based actions at most");
        let bit = 1 << self.0.len();
        self.0.push(Gate { reads, due });
        move |proposals: Res<Proposals>| proposals.due & bit != 0
    }

    /// The families that have something to do, a bit for each; and what makes the next look necessary.
    pub(super) fn ask(&self, look: &Look<'_>) -> (u64, StateClass) {
        self.0.iter().enumerate().fold((0, StateClass::empty()), |(due, reads), (i, gate)| {
            (due | u64::from((gate.due)(look)) << i, reads | (gate.reads)(look))
        })
    }
}

/// Adds state-based actions to the rules.
pub trait StateBasedActionApp {
    /// Adds a family of state-based actions (CR 704.5): a system that pushes to [`Proposals`] what is to happen.
    ///
    /// `reads` says which changes make a look necessary, as things stand; `due`, over such a look, whether the system has
    /// something to do. Both are asked at every look, so they should cost next to nothing. The system runs after those of
    /// the rules and after those that were added before.
    ///
    /// A system may propose only what can happen: otherwise the check is repeated until the game ends as inconclusive.
    ///
    /// # Panics
    /// If the rules aren't there yet: add [`RulesPlugins`](crate::RulesPlugins) first. If there are 64 families already.
    fn add_state_based_action<M>(
        &mut self,
        reads: fn(&Look<'_>) -> StateClass,
        due: fn(&Look<'_>) -> bool,
        system: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self;
}

impl StateBasedActionApp for App {
    fn add_state_based_action<M>(
        &mut self,
        reads: fn(&Look<'_>) -> StateClass,
        due: fn(&Look<'_>) -> bool,
        system: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self {
        assert!(
            self.world().contains_resource::<Proposals>(),
            "state-based actions need the rules: add `RulesPlugins` first"
        );
        let is_due = self.world_mut().part_mut::<SbaGates>().add(reads, due);
        let system: ScheduleConfigs<ScheduleSystem> = system.into_configs();
        self.add_systems(StateBasedActions, system.run_if(is_due).in_set(SbaSystems::Look))
    }
}
