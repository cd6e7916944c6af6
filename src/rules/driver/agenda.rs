//! What runs each kind of task, and what running one leads to.

use crate::rules::state::EditGame;
use crate::model::decision::{Answer, Inbox, Prompt};
use crate::model::task::{Agenda, Task, TaskKind};
use bevy_ecs::prelude::*;

impl Inbox {
    /// Takes the answer. A continuation is only run with one, so a missing answer is a broken task.
    #[track_caller]
    pub fn take(world: &mut impl EditGame) -> Answer {
        world.part_mut::<Self>().0.take().expect("a continuation runs with an answer")
    }
}

/// What running a task led to.
#[derive(Debug)]
pub enum Flow {
    /// Go on with the agenda.
    Continue,
    /// CR 104.3a: the task on top of the agenda, which has asked this, asks again: a player has left the game meanwhile.
    AskAgain(Prompt),
    /// Ask; the continuation is on the agenda.
    Ask(Box<crate::model::decision::Decision>),
}

/// How many kinds of tasks there are.
const KINDS: usize = 14;

/// What runs a kind of task.
type Run = fn(&mut World, Task) -> Flow;

/// What asks again: the continuation of a question, which gets no answer, and the prompt of the question.
type Again = fn(&mut World, Task, &Prompt) -> Flow;

/// What follows a task that has changed what the layers read. Whether there was anything to do.
type Follow = fn(&mut World) -> bool;

/// What runs each kind of task: filled by the plugins, so that the driver names none of them.
#[derive(Resource, Clone)]
pub struct TaskTable {
    run: [Run; KINDS],
    again: [Again; KINDS],
    follow: Follow,
}

impl Default for TaskTable {
    fn default() -> Self {
        Self {
            run: [|_, task| panic!("no plugin runs {:?}", task.kind()); KINDS],
            again: [|_, task, _| panic!("{:?} asks nothing", task.kind()); KINDS],
            follow: |_| false,
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
    /// Registers what follows a task that has changed what the layers read, before the next task begins: what could only
    /// be looked at with the layers up to date.
    pub fn register_follow(&mut self, follow: Follow) {
        self.follow = follow;
    }
    /// What follows a task.
    pub(super) fn follow(&self) -> Follow {
        self.follow
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
pub fn push(world: &mut impl EditGame, task: Task) {
    world.part_mut::<Agenda>().push(task);
}
