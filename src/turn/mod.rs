//! The game's course: setting up (CR 103), turns, phases and steps (500-514), priority (117).
//!
//! The turn is a queue of data: what remains of it is [`Turn::steps`], extra turns are [`Turn::extra`]. Extra phases
//! and steps are entries, not cases.
//!
//! | file | what |
//! | --- | --- |
//! | `setup` | shuffling, opening hands, mulligans (CR 103) |
//! | `opening` | what is done with cards of opening hands (103.6) |
//! | `begin` | a turn begins: whose, and what starts anew (500.7, 800.4k) |
//! | `step` | a step begins and ends, its turn-based actions (500.2-500.6, 703) |
//! | `untap` | the untap step (502) |
//! | `cleanup` | the cleanup step (514), and what is forgotten after it |
//! | `priority` | who may act, and passing (117) |
//! | `settle` | layers, state-based actions, triggers, before anyone gets priority (117.5) |
//! | `loops` | loops without a choice (104.4b, 732) |
//! | `growth` | what may grow in such a loop, and what looks at it |
//! | `rules` | rules in force that concern a player (613.10, 613.11) |
//!
//! Data enters by [`start_game`]; from then on the agenda always holds what the turn does next: below everything else
//! the end of the current step, above it who gets priority.
//!
//! # Invariants
//! * Nobody is asked who has nothing to do but pass, and such a window costs no allocation and no schedule.
//! * The characteristics are up to date whenever a player is asked.

mod begin;
mod cleanup;
mod growth;
mod loops;
mod opening;
mod priority;
mod rules;
mod settle;
mod setup;
mod step;
#[cfg(test)]
mod tests;
mod untap;

pub(crate) use begin::steps_after;
pub use loops::LoopWatch;
pub(crate) use loops::answered;
pub(crate) use priority::{ask_again, go_on_with_priority, settle_again};
pub(crate) use rules::{concerns, rules_for};
pub(crate) use settle::quiet;
pub use setup::start_game;

use crate::cards::def::StepName;
use crate::decision::{Choice, Flow, Prompt, Task, TaskKind, TaskTable};
use crate::ids::{AbilityKey, ObjectRef, Seat, SeatSet};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Where the game is.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Turns begun so far, this one included; 0 before the first.
    pub number: u32,
    /// How many turns each player has begun, by seat.
    pub begun: Vec<u32>,
    /// The number of each player's most recent turn, by seat; 0 before their first (CR 302.6).
    pub last: Vec<u32>,
    /// Whose turn it is (CR 102.1).
    pub active: Seat,
    /// The current step or phase.
    pub step: StepName,
    /// The steps of this turn that are still to come, the next one last.
    pub steps: Vec<StepName>,
    /// Extra turns, the next one last (CR 500.7).
    pub extra: Vec<Seat>,
    /// Whose turn comes after the extra ones.
    pub next: Seat,
    /// Who has priority, while someone has.
    pub priority: Option<Seat>,
    /// Who has passed in succession.
    pub passed: SeatSet,
    /// Who began the game.
    pub first: Seat,
    /// The world permanent that there was at the last check of state-based actions, if any (CR 704.5k).
    pub world: Option<ObjectRef>,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            number: 0,
            begun: Vec::new(),
            last: Vec::new(),
            active: Seat(0),
            step: StepName::Untap,
            steps: Vec::new(),
            extra: Vec::new(),
            next: Seat(0),
            priority: None,
            passed: SeatSet::NONE,
            first: Seat(0),
            world: None,
        }
    }
}

/// Tasks of setting up (CR 103).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum SetupTask {
    /// Shuffle, draw opening hands.
    Begin,
    /// CR 103.5: ask the next player who hasn't decided in this round; `deciding` are those who haven't kept.
    Mulligan {
        /// Who hasn't kept a hand yet.
        undecided: SeatSet,
        /// Who has decided to mulligan in this round.
        again: SeatSet,
        /// Who was asked.
        asked: Option<Seat>,
    },
    /// Cards to the bottom after mulligans, player by player.
    Bottom {
        /// Who was asked.
        asked: Option<Seat>,
        /// What they chose, while its order is asked for.
        cards: Vec<ObjectRef>,
        /// Who still has to choose.
        left: SeatSet,
        /// Who took a mulligan in this round.
        again: SeatSet,
    },
    /// CR 103.6: hands are kept, players may act with cards of them.
    OpeningHands,
    /// The next action with a card of an opening hand.
    Opening {
        /// What can still be done.
        rest: Vec<AbilityKey>,
        /// Who was asked.
        asked: Option<Seat>,
    },
}

/// Tasks of the turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TurnTask {
    /// The next turn begins.
    Begin,
    /// The next step of the turn begins, or the turn ends.
    NextStep,
    /// The current step ends: mana empties (CR 500.5), effects end; then the next one begins.
    EndStep,
    /// Permanents that may stay tapped: the answer is awaited.
    Untap,
    /// CR 514.1: the answer about what to discard is awaited.
    CleanupDiscard,
    /// CR 514.2, 514.3.
    CleanupEnd,
}

/// Tasks of priority.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum PriorityTask {
    /// A player gets priority: settle first (CR 117.5), then ask.
    Give(Seat),
    /// A player has priority and nothing is left to settle: ask, or pass at once if nothing can be done.
    Open(Seat),
    /// A player has answered, having had these options.
    Answered(Seat, Vec<Choice>),
    /// All have passed: resolve the top of the stack or end the step (CR 117.4).
    AllPassed,
}

/// The course of the game: setting up, turns, priority.
#[derive(Default, Debug)]
pub struct TurnPlugin;

impl Plugin for TurnPlugin {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        world.init_resource::<Turn>();
        world.init_resource::<LoopWatch>();
        let mut table = world.resource_mut::<TaskTable>();
        table.register(TaskKind::Setup, setup::run);
        table.register(TaskKind::Turn, run);
        table.register(TaskKind::Priority, priority::run);
        table.register(TaskKind::Settle, settle::run);
        table.register_again(TaskKind::Setup, setup::again);
        table.register_again(TaskKind::Turn, again);
        table.register_again(TaskKind::Priority, priority::again);
    }
}

/// A player has left the game while another one was asked, or while they were themselves.
fn again(world: &mut World, task: Task, _: &Prompt) -> Flow {
    let Task::Turn(task) = task else { panic!("the turn runs its own tasks only, not {task:?}") };
    match task {
        TurnTask::Untap => untap::untap(world),
        TurnTask::CleanupDiscard => cleanup::ask_to_discard(world),
        other => panic!("{other:?} asks nothing"),
    }
}

/// Runs a task of the turn.
fn run(world: &mut World, task: Task) -> Flow {
    let Task::Turn(task) = task else { panic!("the turn runs its own tasks only, not {task:?}") };
    match task {
        TurnTask::Begin => begin::begin(world),
        TurnTask::NextStep => step::next_step(world),
        TurnTask::EndStep => step::end_step(world),
        TurnTask::Untap => untap::chosen(world),
        TurnTask::CleanupDiscard => cleanup::discard(world),
        TurnTask::CleanupEnd => cleanup::finish(world),
    }
}
