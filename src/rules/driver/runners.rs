//! What runs each kind of task, and what running one leads to.

use crate::cards::def::StepName;
use crate::model::agenda::{Agenda, Returned};
use crate::model::decision::{Answer, Prompt};
use crate::model::event::{BatchResult, Event};
use crate::model::fact::Fact;
use crate::model::ids::Seat;
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::saved::SavedValue;
use crate::model::task::{PluginTask, PluginTaskData, Return, Task, TaskKind};
use crate::rules::ending;
use crate::rules::log::EventLog;
use crate::rules::reading::Live;
use crate::rules::state::{Changing, EditGame, GameState, GameWorld, ReadGame};
use crate::rules::work::{self, Work};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::{BoxedSystem, SystemState};

/// What a task takes of what was returned to it.
impl Returned {
    /// Takes the result that was returned to the task that runs.
    #[inline]
    pub fn to_me(world: &mut impl EditGame) -> Option<Return> {
        if world.part::<Self>().is_empty() {
            return None;
        }
        let me = world.part::<Agenda>().running();
        world.part_mut::<Self>().take(me)
    }
    /// Takes the answer to what was asked, for the continuation that runs.
    ///
    /// # Panics
    /// If the task that runs has asked nothing: a broken task.
    #[track_caller]
    pub fn answer(world: &mut impl EditGame) -> Answer {
        let me = world.part::<Agenda>().running();
        world.part_mut::<Self>().take_answer(me).expect("a continuation runs with an answer")
    }
    /// Takes the answer if it is that nothing is to be done ([`Answer::Cancel`]). Whether it was.
    pub(crate) fn is_cancelled(world: &mut impl EditGame) -> bool {
        let me = world.part::<Agenda>().running();
        let returned = world.part_mut::<Self>();
        returned.answer_to(me) == Some(&Answer::Cancel) && returned.take_answer(me).is_some()
    }
    /// What the batch did that the task that runs has proposed. Nothing if it has proposed none, or the batch was given up.
    #[inline]
    pub fn happened(world: &impl ReadGame) -> &BatchResult {
        world.part::<Self>().happened_to(world.part::<Agenda>().running())
    }
    /// Answers what was asked: the continuation on top of the agenda gets it.
    pub(crate) fn give_answer(world: &mut impl EditGame, answer: Answer) {
        let to = world.part::<Agenda>().len();
        world.part_mut::<Self>().put_answer(to, answer);
    }
}

/// What running a task led to.
#[derive(Debug)]
pub enum Flow {
    /// The next task is run.
    Continue,
    /// CR 104.3a: the task on top of the agenda, which has asked this, asks again: a player has left the game meanwhile.
    AskAgain(Prompt),
    /// Ask; the continuation is on the agenda.
    Ask(Box<crate::model::decision::Decision>),
    /// The next task is run: it has waited for this result ([`Returned::to_me`]).
    Return(Return),
    /// The next task is run: the batch that it has proposed has happened ([`Returned::happened`]).
    Happened(BatchResult),
}

/// How many kinds of tasks there are.
const KINDS: usize = TaskKind::Plugin as usize + 1;

/// What runs a kind of task.
#[derive(Clone, Copy)]
pub(super) enum Runner {
    /// Nothing: no plugin has registered for it.
    None,
    /// A function over the borrowed state.
    State(RunTask),
    /// A function that needs the world: to run a schedule, to make entities, to keep and restore whole games.
    Exclusive(RunExclusive),
    /// A function over the borrowed state that gives back a task that needs the world, and what runs such a task.
    Either(RunUnlessExclusive, RunExclusive),
}

/// What runs a task that needs the world.
pub(crate) type RunExclusive = fn(&mut World, Task) -> Flow;

/// What runs a task with the state that the driver has borrowed, once for many tasks.
pub(crate) type RunTask = fn(&mut GameState<'_>, Task) -> Flow;

/// What runs a task with the borrowed state if that is enough. Otherwise it changes nothing and gives the task back.
pub(crate) type RunUnlessExclusive = fn(&mut GameState<'_>, Task) -> Result<Flow, Task>;

/// What asks again: the continuation of a question, which gets no answer, and the prompt of the question.
type Again = fn(&mut World, Task, &Prompt) -> Flow;

/// What follows a task that has recorded facts that wait for the layers ([`WaitingFacts`](crate::model::trigger::WaitingFacts)),
/// as soon as these are up to date. Whether there was anything to do.
pub(super) type Follow = fn(&mut GameState<'_>) -> bool;

/// A system of a plugin with the saved data of its task; an error if those can't be read.
type RunPlugin = Box<dyn FnMut(&mut World, &SavedValue) -> Result<Flow, String> + Send + Sync>;

/// What runs the tasks of a plugin, of one type.
struct PluginRunner {
    name: &'static str,
    /// The system; an error if the data can't be read.
    run: RunPlugin,
    /// Whether the data can be read.
    check: fn(&SavedValue) -> Result<(), String>,
    /// The task that asks again.
    again: fn(&SavedValue) -> Result<Task, String>,
}

/// Why a task of a plugin can't be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// No plugin runs such tasks here.
    #[error("no plugin runs the task `{0}` here")]
    Unknown(String),
    /// It isn't what the plugin makes of such tasks.
    #[error("the task `{name}` can't be read: {problem}")]
    Unreadable {
        /// What it is called.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// What runs each kind of task: filled by the plugins, so that the driver names none of them.
#[derive(Resource)]
pub struct TaskTable(Option<Box<Runners>>);

/// The runners, taken out of the world while they run.
pub(super) struct Runners {
    run: [Runner; KINDS],
    /// How the state is borrowed, kept for the next time.
    borrowing: Option<SystemState<Changing<'static, 'static>>>,
    again: [Again; KINDS],
    follow: Follow,
    plugins: Vec<PluginRunner>,
    followers: Vec<BoxedSystem<In<Fact>, ()>>,
}

impl Default for TaskTable {
    fn default() -> Self {
        Self(Some(Box::new(Runners {
            run: [const { Runner::None }; KINDS],
            borrowing: None,
            again: [|_, task, _| panic!("{:?} asks nothing", task.kind()); KINDS],
            follow: |_| false,
            plugins: Vec::new(),
            followers: Vec::new(),
        })))
    }
}

impl Runners {
    /// What runs a task of a plugin.
    fn plugin(&mut self, task: &PluginTask) -> Result<&mut PluginRunner, TaskError> {
        let found = self.plugins.iter_mut().find(|plugin| plugin.name == task.name);
        found.ok_or_else(|| TaskError::Unknown(task.name.clone()))
    }
}

/// What runs each kind of task.
pub(super) type Table = [Runner; KINDS];

/// Keeps what a task has returned for the one below it.
#[inline]
fn returned(world: &mut impl EditGame, flow: Flow) -> Flow {
    match flow {
        Flow::Return(what) => {
            let to = world.part::<Agenda>().len();
            world.part_mut::<Returned>().put(to, what);
        }
        Flow::Happened(result) => {
            let to = world.part::<Agenda>().len();
            world.part_mut::<Returned>().put_happened(to, result);
        }
        other => return other,
    }
    Flow::Continue
}

/// What comes of a task that the driver runs.
pub(super) enum Next {
    /// The next task is run.
    Continue,
    /// It needs the world.
    World(Task),
    /// It has led to something else.
    Flow(Flow),
}

/// Runs the task on top of the agenda with the borrowed state. A task that needs the world comes back.
///
/// # Panics
/// If there is none: a game that isn't over has something to do.
#[inline]
pub(super) fn run_next(state: &mut GameState<'_>, table: &Table) -> Next {
    let task = state.agenda.begin().expect("a game that isn't over has something to do");
    let flow = match &table[task.kind() as usize] {
        Runner::State(run) => run(state, task),
        Runner::Either(run, _) => match run(state, task) {
            Ok(flow) => flow,
            Err(task) => return Next::World(task),
        },
        Runner::Exclusive(_) | Runner::None => return Next::World(task),
    };
    let flow = returned(state, flow);
    if let Flow::Continue = flow {
        // Most tasks end like this, with nothing to drop.
        std::mem::forget(flow);
        return Next::Continue;
    }
    Next::Flow(flow)
}

/// Nobody does what is to be done: an honest end.
fn missing(world: &mut impl EditGame) -> Flow {
    ending::end(world, Outcome::Inconclusive(Inconclusive::Missing));
    Flow::Continue
}

/// Checks that all tasks of plugins on the agenda can be run.
///
/// # Errors
/// One that can't.
pub(crate) fn check_plugin_tasks(world: &World) -> Result<(), TaskError> {
    let runners = world.resource::<TaskTable>().0.as_ref().expect("no task is running");
    for PluginTask { name, data } in world.part::<Agenda>().plugin_tasks() {
        let check = runners.plugins.iter().find(|plugin| plugin.name == *name).map(|plugin| plugin.check);
        match check.map(|check| check(data)) {
            Some(Ok(())) => {}
            Some(Err(problem)) => return Err(TaskError::Unreadable { name: name.clone(), problem }),
            None => return Err(TaskError::Unknown(name.clone())),
        }
    }
    Ok(())
}

/// The event of a turn-based action of the active player, if there is one now.
type TurnBased = fn(&Live<'_>, Seat) -> Option<Event>;

/// What plugins do as a step begins. No state of a game.
#[derive(Default, Debug)]
pub struct StepTasks {
    /// Tasks with which a step begins.
    tasks: Vec<(StepName, Task)>,
    /// Turn-based actions of a step.
    actions: Vec<(StepName, TurnBased)>,
}

impl StepTasks {
    /// Puts those of a step on top of the agenda.
    pub(crate) fn begin(world: &mut impl EditGame, step: StepName) {
        let of_step = |(of, task): &(StepName, Task)| (*of == step).then(|| task.clone());
        let tasks: Vec<Task> = world.part::<Self>().tasks.iter().rev().filter_map(of_step).collect();
        tasks.into_iter().for_each(|task| push(world, task));
    }
    /// Whether a step has some.
    pub(crate) fn has(&self, step: StepName) -> bool {
        self.tasks.iter().any(|(of, _)| *of == step)
    }
    /// CR 703.2: the events of turn-based actions as a step of a player begins.
    pub(crate) fn turn_based(world: &impl ReadGame, step: StepName, active: Seat) -> Vec<Event> {
        let actions = world.part::<Self>().actions.iter().filter(|(of, _)| *of == step);
        actions.filter_map(|(_, action)| action(&Live::new(world), active)).collect()
    }
}

/// A world and what runs tasks in it. The runners are back in the world when this is dropped, also if a task panics.
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
    fn parts(&mut self) -> (&mut World, &mut Runners) {
        (self.world, self.runners.as_mut().expect("they are here until the end"))
    }
    /// Borrows the state of the game, for as many tasks as need nothing else.
    ///
    /// # Panics
    /// If a part of the game is missing.
    pub(super) fn within<R>(&mut self, run: impl FnOnce(&mut GameState<'_>, &Table) -> R) -> R {
        work::note(Work::Loan);
        let (world, Runners { run: table, borrowing, .. }) = self.parts();
        let borrowing = borrowing.get_or_insert_with(|| SystemState::new(world));
        let mut changing = borrowing.get_mut(world).unwrap_or_else(|e| panic!("the state of the game: {e:?}"));
        run(&mut changing.state(), table)
    }
    /// Runs a task that needs the world, and keeps what it returns. Without a plugin that runs such tasks the game ends as
    /// inconclusive.
    ///
    /// # Panics
    /// If a part of the game is missing that its system asks for.
    pub(super) fn run(&mut self, task: Task) -> Flow {
        let (world, runners) = self.parts();
        let flow = match runners.run[task.kind() as usize] {
            Runner::State(run) => self.within(|state, _| run(state, task)),
            Runner::Exclusive(run) | Runner::Either(_, run) => run(world, task),
            Runner::None => {
                let flow = match task {
                    Task::Plugin(task) => runners.plugin(&task).ok().map(|plugin| (plugin.run)(world, &task.data)),
                    _ => None,
                };
                flow.and_then(Result::ok).unwrap_or_else(|| missing(world))
            }
        };
        returned(self.world, flow)
    }
    /// Has a task ask again after a player has left the game meanwhile (CR 104.3a).
    pub(super) fn again(&mut self, task: Task, prompt: &Prompt) -> Flow {
        let (world, runners) = self.parts();
        let Task::Plugin(task) = task else { return runners.again[task.kind() as usize](world, task, prompt) };
        match runners.plugin(&task).ok().and_then(|plugin| (plugin.again)(&task.data).ok()) {
            Some(task) => {
                push(world, task);
                Flow::Continue
            }
            None => missing(world),
        }
    }
    /// Tells plugins that follow facts.
    ///
    /// # Panics
    /// If something is missing that a system asks for.
    pub(super) fn tell(&mut self, fact: &Fact) {
        let (world, runners) = self.parts();
        for system in &mut runners.followers {
            if let Err(error) = system.run(fact.clone(), world) {
                panic!("{}: {error:?}", system.name());
            }
        }
    }
    /// What follows a task.
    pub(super) fn follow(&mut self) -> Follow {
        self.parts().1.follow
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.world.resource_mut::<TaskTable>().0 = self.runners.take();
    }
}

/// Registers what runs tasks, while an app is built.
pub trait TaskApp {
    /// Registers the function that runs a kind of task with the borrowed state.
    ///
    /// # Panics
    /// If another one runs that kind of task.
    fn add_task_runner(&mut self, kind: TaskKind, run: RunTask) -> &mut Self;
    /// Registers a function that runs a kind of task and needs the world.
    ///
    /// # Panics
    /// If another one runs that kind of task.
    fn add_exclusive_runner(&mut self, kind: TaskKind, run: RunExclusive) -> &mut Self;
    /// Like [`TaskApp::add_task_runner`], with what runs tasks for which the borrowed state isn't enough.
    fn add_runners(&mut self, kind: TaskKind, run: RunUnlessExclusive, exclusive: RunExclusive) -> &mut Self;
    /// Registers what asks again after a player has left the game meanwhile (CR 104.3a).
    fn add_asking_again(&mut self, kind: TaskKind, again: Again) -> &mut Self;
    /// Registers what looks at facts that wait for the layers
    /// ([`WaitingFacts`](crate::model::trigger::WaitingFacts)), after a task and before the next one begins.
    fn add_follower(&mut self, follow: Follow) -> &mut Self;
    /// Adds a type of tasks of a plugin's own, and the system that runs them. Like tasks of the rules they are plain data on
    /// the agenda: a snapshot or a fork in the middle of one continues with it.
    ///
    /// The system takes the data as [`In`], and what it needs of the game as
    /// [`Changing`](crate::rules::state::Changing). It proposes a batch of events, pushes further tasks ([`push`]), or asks a
    /// decision with its continuation already pushed. A task comes onto the agenda in three ways: another one pushes it;
    /// a state-based action proposes it ([`Proposals::tasks`](crate::rules::sba::Proposals::tasks)); a step begins with it
    /// ([`add_step_task`](TaskApp::add_step_task)).
    ///
    /// # Panics
    /// If its parameters conflict with each other, or another one runs tasks of that name.
    fn add_plugin_task<T: PluginTaskData, M>(&mut self, run: impl IntoSystem<In<T>, Flow, M> + 'static) -> &mut Self;
    /// From now on each such step begins with this task: before its turn-based actions, and before anyone gets priority.
    /// Tasks of one step run in the order in which they were added.
    fn add_step_task<T: PluginTaskData>(&mut self, step: StepName, task: &T) -> &mut Self;
    /// Adds a turn-based action (CR 703): from now on the event that `action` answers for the active player happens as such a
    /// step begins, after the tasks of the step and before anyone gets priority. All of one step happen at once.
    ///
    /// It is for steps in which the rules have nothing to do by themselves: upkeep, main phases, the beginning and the
    /// end of combat, the end step.
    ///
    /// # Panics
    /// If the step is another one: what its own actions are to wait for, a task of the step does.
    fn add_turn_based_action(&mut self, step: StepName, action: fn(&Live<'_>, Seat) -> Option<Event>) -> &mut Self;
    /// From now on a system of a plugin is told each fact that the rules record, in order, right after the task that did
    /// it and before the next one. It keeps [state](crate::rules::state::StateApp) of its own, and may change the game.
    /// It pushes no task, because something may be under way: a state-based action does, or a step.
    ///
    /// # Panics
    /// If its parameters conflict with each other.
    fn add_fact_follower<M>(&mut self, run: impl IntoSystem<In<Fact>, (), M>) -> &mut Self;
}

impl TaskApp for App {
    fn add_task_runner(&mut self, kind: TaskKind, run: RunTask) -> &mut Self {
        register(self, kind, Runner::State(run));
        self
    }
    fn add_exclusive_runner(&mut self, kind: TaskKind, run: RunExclusive) -> &mut Self {
        register(self, kind, Runner::Exclusive(run));
        self
    }
    fn add_runners(&mut self, kind: TaskKind, run: RunUnlessExclusive, exclusive: RunExclusive) -> &mut Self {
        register(self, kind, Runner::Either(run, exclusive));
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
    fn add_plugin_task<T: PluginTaskData, M>(&mut self, run: impl IntoSystem<In<T>, Flow, M> + 'static) -> &mut Self {
        let mut system: BoxedSystem<In<T>, Flow> = Box::new(IntoSystem::into_system(run));
        system.initialize(self.world_mut());
        let plugins = &mut runners(self).plugins;
        assert!(plugins.iter().all(|plugin| plugin.name != T::NAME), "tasks called `{}` are run already", T::NAME);
        plugins.push(PluginRunner {
            name: T::NAME,
            run: Box::new(move |world, data| match system.run(data.read()?, world) {
                Ok(flow) => Ok(flow),
                Err(error) => panic!("{}: {error:?}", system.name()),
            }),
            check: |data| data.read::<T>().map(|_| ()),
            again: |data| data.read::<T>().map(|task| Task::plugin(&task.ask_again())),
        });
        self
    }
    fn add_step_task<T: PluginTaskData>(&mut self, step: StepName, task: &T) -> &mut Self {
        let tasks = self.world_mut().get_part_mut::<StepTasks>().expect("CorePlugin comes first");
        tasks.tasks.push((step, Task::plugin(task)));
        self
    }
    fn add_turn_based_action(&mut self, step: StepName, action: fn(&Live<'_>, Seat) -> Option<Event>) -> &mut Self {
        let has_own = matches!(
            step,
            StepName::Untap
                | StepName::Draw
                | StepName::DeclareAttackers
                | StepName::DeclareBlockers
                | StepName::FirstStrikeDamage
                | StepName::CombatDamage
                | StepName::Cleanup
        );
        assert!(!has_own, "{step:?}: a step with turn-based actions of its own takes a task (`add_step_task`)");
        let tasks = self.world_mut().get_part_mut::<StepTasks>().expect("CorePlugin comes first");
        tasks.actions.push((step, action));
        self
    }
    fn add_fact_follower<M>(&mut self, run: impl IntoSystem<In<Fact>, (), M>) -> &mut Self {
        let mut system: BoxedSystem<In<Fact>, ()> = Box::new(IntoSystem::into_system(run));
        system.initialize(self.world_mut());
        runners(self).followers.push(system);
        self.world_mut().get_part_mut::<EventLog>().expect("CorePlugin comes first").follows = true;
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
