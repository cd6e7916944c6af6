//! What the game is going to do next, as data.

use crate::model::bindings::Frame;
use crate::model::by_field::clone_by_field;
use crate::model::cast::CastTask;
use crate::model::combat::CombatTask;
use crate::model::decision::{Decision, Prompt};
use crate::model::event::{Batch, Event};
use crate::model::ids::{ObjectRef, Seat};
use crate::model::trigger::TriggerTask;
use crate::model::turn::{PriorityTask, SetupTask, TurnTask};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// A step of the game. Each kind belongs to one rules folder, which registers what runs it in the
/// [`TaskTable`](crate::rules::driver::TaskTable).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Task {
    /// CR 103: setting up, mulligans.
    Setup(SetupTask),
    /// CR 500-514: the turn.
    Turn(TurnTask),
    /// CR 117: priority.
    Priority(PriorityTask),
    /// CR 117.5, 704.3: layers, state-based actions, triggers, until nothing changes.
    Settle,
    /// CR 704: choices and performance of state-based actions.
    Sba(SbaTask),
    /// CR 603.3: putting triggered abilities on the stack.
    Trigger(Box<TriggerTask>),
    /// CR 601, 602, 605: casting a spell, activating an ability, playing a land.
    Cast(Box<CastTask>),
    /// CR 508-510.
    Combat(CombatTask),
    /// Instructions.
    Run(Box<Frame>),
    /// Events that happen at once.
    Batch(Box<Batch>),
    /// CR 800.4f-h: questions to players who have left.
    Leaving(LeavingTask),
}

/// The kind of a task: its place in the [`TaskTable`](crate::rules::driver::TaskTable).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum TaskKind {
    /// [`Task::Setup`].
    Setup,
    /// [`Task::Turn`].
    Turn,
    /// [`Task::Priority`].
    Priority,
    /// [`Task::Settle`].
    Settle,
    /// [`Task::Sba`].
    Sba,
    /// [`Task::Trigger`].
    Trigger,
    /// [`Task::Cast`].
    Cast,
    /// [`Task::Combat`].
    Combat,
    /// [`Task::Run`].
    Run,
    /// [`Task::Batch`].
    Batch,
    /// [`Task::Leaving`].
    Leaving,
}

impl Task {
    /// Its kind.
    #[inline]
    pub const fn kind(&self) -> TaskKind {
        match self {
            Self::Setup(_) => TaskKind::Setup,
            Self::Turn(_) => TaskKind::Turn,
            Self::Priority(_) => TaskKind::Priority,
            Self::Settle => TaskKind::Settle,
            Self::Sba(_) => TaskKind::Sba,
            Self::Trigger(_) => TaskKind::Trigger,
            Self::Cast(_) => TaskKind::Cast,
            Self::Combat(_) => TaskKind::Combat,
            Self::Run(_) => TaskKind::Run,
            Self::Batch(_) => TaskKind::Batch,
            Self::Leaving(_) => TaskKind::Leaving,
        }
    }
}

/// What is to be done, the next thing last.
#[derive(Resource, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Agenda(pub Vec<Task>);

clone_by_field! {
    Agenda(0)
}

impl Agenda {
    /// Puts a task on top.
    #[inline]
    pub fn push(&mut self, task: Task) {
        self.0.push(task);
    }
}

/// Tasks about questions to players who have left the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum LeavingTask {
    /// The task below asks again, as the game is now.
    Again(Prompt),
    /// The question is asked as it was.
    Ask(Box<Decision>),
    /// CR 800.4f-h: somebody else is found who answers.
    Find(Box<Decision>),
    /// CR 800.4g: a player was asked which of these answers.
    Found {
        /// What is to be answered.
        decision: Box<Decision>,
        /// The players to choose from.
        from: Vec<Seat>,
    },
}

/// Tasks of state-based actions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum SbaTask {
    /// Asks the next choice of the check, then performs all at once.
    Choose {
        /// What is proposed so far.
        events: Vec<Event>,
        /// Groups still to choose from, the next one last.
        keep_one: Vec<(Seat, Vec<ObjectRef>)>,
        /// Commanders whose owners are still to be asked, the next one last.
        returning: Vec<(Seat, ObjectRef)>,
        /// Whether the last group, or else the last commander, was asked for.
        asked: bool,
    },
}
