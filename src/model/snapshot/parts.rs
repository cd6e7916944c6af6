//! What there is once a game and is its state.

use crate::model::agenda::{Agenda, Returned};
use crate::model::by_field::clone_by_field;
use crate::model::cast::Refused;
use crate::model::combat::Combat;
use crate::model::continuous::{ContinuousEffects, InternedValues};
use crate::model::decision::{DecisionCount, Pending, Settings};
use crate::model::fact::History;
use crate::model::object::LastKnownTable;
use crate::model::outcome::Outcome;
use crate::model::player::Players;
use crate::model::references::references;
use crate::model::rng::GameRng;
use crate::model::trigger::{DelayedTriggers, PendingTriggers};
use crate::model::turn::{LoopWatch, Turn};
use crate::model::zone::Zones;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// What there is once a game and is its state: saved, forked and hashed. A component of the entity of the game.
#[derive(Component, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct GameParts {
    /// What is to be done.
    pub agenda: Agenda,
    /// The open decision.
    pub pending: Pending,
    /// How the game is run.
    pub settings: Settings,
    /// How many decisions were answered.
    pub decisions: DecisionCount,
    /// Whether it is over.
    pub outcome: Outcome,
    /// The zones.
    pub zones: Zones,
    /// The players.
    pub players: Players,
    /// Last known information.
    pub last_known: LastKnownTable,
    /// This turn's facts.
    pub history: History,
    /// Randomness.
    pub rng: GameRng,
    /// The turn.
    pub turn: Turn,
    /// What is known of a loop that may be under way.
    pub loops: LoopWatch,
    /// Combat.
    pub combat: Combat,
    /// What tasks, batches and players have returned to tasks that wait for it.
    pub returned: Returned,
    /// Proposals that couldn't be completed in this step.
    pub refused: Refused,
    /// Triggered abilities that wait.
    pub triggers: PendingTriggers,
    /// Delayed triggered abilities.
    pub delayed: DelayedTriggers,
    /// Continuous effects in use.
    pub effects: ContinuousEffects,
    /// Values made in play.
    pub made: InternedValues,
}

clone_by_field! { GameParts { agenda, pending, settings, decisions, outcome, zones, players, last_known, history, rng, turn, loops, combat, returned, refused, triggers, delayed, effects, made } }
references! { struct GameParts { agenda, pending, settings, decisions, outcome, zones, players, last_known, history, rng, turn, loops, combat, returned, refused, triggers, delayed, effects, made } }
