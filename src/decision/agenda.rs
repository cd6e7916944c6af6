//! The agenda: what the game is going to do next, as data.

use super::{Answer, Prompt};
use crate::casting::CastTask;
use crate::combat::CombatTask;
use crate::effects::Frame;
use crate::events::Batch;
use crate::leaving::LeavingTask;
use crate::sba::SbaTask;
use crate::triggers::TriggerTask;
use crate::turn::{PriorityTask, SetupTask, TurnTask};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// A step of the game. Each kind belongs to one rules folder, which registers what runs it in the [`TaskTable`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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

/// The kind of a task: its place in the [`TaskTable`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
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
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Agenda(pub Vec<Task>);

impl Agenda {
    /// Puts a task on top.
    #[inline]
    pub fn push(&mut self, task: Task) {
        self.0.push(task);
    }
}

/// The answer to the last decision, until its continuation takes it.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Inbox(pub Option<Answer>);

impl Inbox {
    /// Takes the answer. A continuation is only run with one, so a missing answer is a broken task.
    #[track_caller]
    pub fn take(world: &mut World) -> Answer {
        world.resource_mut::<Self>().0.take().expect("a continuation runs with an answer")
    }
}

/// What running a task led to.
#[derive(Debug)]
pub enum Flow {
    /// Go on with the agenda.
    Continue,
    /// Ask; the continuation is on the agenda.
    Ask(Box<super::Decision>),
}

/// How many kinds of tasks there are.
const KINDS: usize = 11;

/// What runs a kind of task.
type Run = fn(&mut World, Task) -> Flow;

/// What asks again: the continuation of a question, which gets no answer, and the prompt of the question.
type Again = fn(&mut World, Task, &Prompt) -> Flow;

/// What runs each kind of task: filled by the plugins, so that the driver names none of them.
#[derive(Resource, Clone)]
pub struct TaskTable {
    run: [Run; KINDS],
    again: [Again; KINDS],
}

impl Default for TaskTable {
    fn default() -> Self {
        Self {
            run: [|_, task| panic!("no plugin runs {:?}", task.kind()); KINDS],
            again: [|_, task, _| panic!("{:?} asks nothing", task.kind()); KINDS],
        }
    }
}

impl TaskTable {
    /// Registers what runs a kind of task.
    pub fn register(&mut self, kind: TaskKind, run: Run) {
        self.run[kind as usize] = run;
    }
    /// Registers what asks again after a player has left the game meanwhile (CR 104.3a).
    pub fn register_again(&mut self, kind: TaskKind, again: Again) {
        self.again[kind as usize] = again;
    }
    /// What runs a kind of task.
    #[inline]
    pub fn get(&self, kind: TaskKind) -> Run {
        self.run[kind as usize]
    }
    /// What asks again.
    pub fn again(&self, kind: TaskKind) -> Again {
        self.again[kind as usize]
    }
}

/// Puts a task on top of the agenda.
#[inline]
pub fn push(world: &mut World, task: Task) {
    world.resource_mut::<Agenda>().push(task);
}
