//! What runs each kind of task, and what running one leads to.

use crate::model::decision::{Answer, Inbox, Prompt};
use crate::model::task::{Agenda, Task, TaskKind};
use crate::rules::state::EditGame;
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::BoxedSystem;

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
enum Runner {
    /// Nothing: no plugin has registered for it.
    None,
    /// A system with parameters.
    System(BoxedSystem<In<Task>, Flow>),
    /// A function that needs the world: to run a schedule, to make entities, to keep and restore whole games.
    Exclusive(fn(&mut World, Task) -> Flow),
}

/// What asks again: the continuation of a question, which gets no answer, and the prompt of the question.
type Again = fn(&mut World, Task, &Prompt) -> Flow;

/// What follows a task that has changed what the layers read. Whether there was anything to do.
type Follow = fn(&mut World) -> bool;

/// What runs each kind of task: filled by the plugins, so that the driver names none of them.
#[derive(Resource)]
pub struct TaskTable(Option<Box<Runners>>);

/// The runners, taken out of the world while they run.
pub(super) struct Runners {
    run: [Runner; KINDS],
    again: [Again; KINDS],
    follow: Follow,
}

impl Default for TaskTable {
    fn default() -> Self {
        Self(Some(Box::new(Runners {
            run: [const { Runner::None }; KINDS],
            again: [|_, task, _| panic!("{:?} asks nothing", task.kind()); KINDS],
            follow: |_| false,
        })))
    }
}

impl Runners {
    /// Runs a task.
    ///
    /// # Panics
    /// If no plugin runs such tasks, or a part of the game is missing that its system asks for.
    #[inline]
    pub(super) fn run(&mut self, world: &mut World, task: Task) -> Flow {
        match &mut self.run[task.kind() as usize] {
            Runner::System(system) => match system.run_without_applying_deferred(task, world) {
                Ok(flow) => flow,
                Err(error) => panic!("{}: {error:?}", system.name()),
            },
            Runner::Exclusive(run) => run(world, task),
            Runner::None => panic!("no plugin runs {:?}", task.kind()),
        }
    }
    /// What asks again after a player has left the game meanwhile (CR 104.3a).
    pub(super) fn again(&self, kind: TaskKind) -> Again {
        self.again[kind as usize]
    }
    /// What follows a task.
    pub(super) fn follow(&self) -> Follow {
        self.follow
    }
}

/// The runners are back in the world when this is dropped, also if a task panics.
pub(super) struct Running<'w> {
    pub(super) world: &'w mut World,
    runners: Option<Box<Runners>>,
}

impl<'w> Running<'w> {
    /// # Panics
    /// If a task is running.
    pub(super) fn new(world: &'w mut World) -> Self {
        let runners = world.resource_mut::<TaskTable>().0.take();
        assert!(runners.is_some(), "a task doesn't run others, it pushes them");
        Self { world, runners }
    }
    /// The world and what runs tasks in it.
    pub(super) fn parts(&mut self) -> (&mut World, &mut Runners) {
        (self.world, self.runners.as_mut().expect("they are here until the end"))
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.world.resource_mut::<TaskTable>().0 = self.runners.take();
    }
}

/// Registers what runs tasks, while an app is built.
pub trait TaskApp {
    /// Registers the system that runs a kind of task. It is run without deferred commands.
    ///
    /// # Panics
    /// If its parameters conflict with each other, or another one runs that kind of task.
    fn add_task_runner<M>(&mut self, kind: TaskKind, run: impl IntoSystem<In<Task>, Flow, M>) -> &mut Self;
    /// Registers a function that runs a kind of task and needs the world.
    ///
    /// # Panics
    /// If another one runs that kind of task.
    fn add_exclusive_runner(&mut self, kind: TaskKind, run: fn(&mut World, Task) -> Flow) -> &mut Self;
    /// Registers what asks again after a player has left the game meanwhile (CR 104.3a).
    fn add_asking_again(&mut self, kind: TaskKind, again: Again) -> &mut Self;
    /// Registers what follows a task that has changed what the layers read, before the next task begins: what could only
    /// be looked at with the layers up to date.
    fn add_follower(&mut self, follow: Follow) -> &mut Self;
}

impl TaskApp for App {
    fn add_task_runner<M>(&mut self, kind: TaskKind, run: impl IntoSystem<In<Task>, Flow, M>) -> &mut Self {
        let mut system: BoxedSystem<In<Task>, Flow> = Box::new(IntoSystem::into_system(run));
        system.initialize(self.world_mut());
        register(self, kind, Runner::System(system));
        self
    }
    fn add_exclusive_runner(&mut self, kind: TaskKind, run: fn(&mut World, Task) -> Flow) -> &mut Self {
        register(self, kind, Runner::Exclusive(run));
        self
    }
    fn add_asking_again(&mut self, kind: TaskKind, again: Again) -> &mut Self {
        runners(self).again[kind as usize] = again;
        self
    }
    fn add_follower(&mut self, follow: Follow) -> &mut Self {
        runners(self).follow = follow;
        self
    }
}

fn runners(app: &mut App) -> &mut Runners {
    let table = app.world_mut().get_resource_mut::<TaskTable>().expect("CorePlugin comes first").into_inner();
    table.0.as_mut().expect("no task runs while an app is built")
}

fn register(app: &mut App, kind: TaskKind, runner: Runner) {
    let place = &mut runners(app).run[kind as usize];
    assert!(matches!(place, Runner::None), "{kind:?} is run already");
    *place = runner;
}

/// Puts a task on top of the agenda.
#[inline]
pub fn push(world: &mut impl EditGame, task: Task) {
    world.part_mut::<Agenda>().push(task);
}
