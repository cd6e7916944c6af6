//! The driver: pops a task, runs it, until a decision is open or the game is over.
//!
//! Before each task it brings the layers up to date ([`layers::refresh`]). So a task reads characteristics as they are
//! when it begins. One that changes something and then reads what the change leads to ends in between: it pushes the rest
//! of its work as a task and returns [`Flow::Continue`].
//!
//! The state is borrowed once for many tasks: until one needs the world, something has to be brought up to date, or a
//! player is asked.

use crate::model::agenda::{Agenda, Returned};
use crate::model::bindings::{Bindings, Frame};
use crate::model::continuous::ContinuousEffects;
use crate::model::decision::{Decision, Pending, Settings, forced};
use crate::model::dirt::Dirt;
use crate::model::ids::ProgramHandle;
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::Players;
use crate::model::task::{LeavingTask, Task};
use crate::model::trigger::WaitingFacts;
use crate::rules::ending;
use crate::rules::log::EventLog;
use crate::rules::schedule::{ZonesChanged, run_kept};
use crate::rules::slots::{RESERVE, Slots};
use crate::rules::state::{EditGame, GameState, ReadGame, ZoneMoves, registered};
use crate::rules::work::{self, Work};
use crate::rules::{facts, layers, reading, zones};
use bevy_ecs::prelude::*;

pub(crate) use runners::check_plugin_tasks;
pub use runners::{Flow, StepTasks, TaskApp, TaskError, TaskTable, push};
use runners::{Next, Running, run_next};

mod runners;

/// The number of tasks without a decision after which a game ends as inconclusive, so that nobody waits forever.
const MOST_TASKS: u32 = 300_000;

/// Runs the agenda until a decision is open ([`Pending`]) or the game is over ([`Outcome`]).
///
/// # Panics
/// If the agenda runs empty before the game is over: a broken task.
pub fn advance(world: &mut World) {
    let told = Running::new(world).run_agenda();
    if told {
        facts::send(world);
    }
}

impl Running<'_> {
    /// Runs the agenda, as [`advance`] says. Whether there may be facts to send.
    fn run_agenda(&mut self) -> bool {
        let mut tasks = 0u32;
        let follow = self.follow();
        loop {
            let stop = self.within(|state, table| run_tasks(state, (table, follow), &mut tasks));
            let mut flow = match stop {
                Stop::Over => {
                    if self.world.part::<Dirt>().facts {
                        self.catch_up();
                    }
                    return true;
                }
                Stop::Asked { told } => return told,
                Stop::Stale => {
                    // CR 613.5: a task finds the game as the continuous effects make it.
                    self.catch_up();
                    continue;
                }
                Stop::World(task) => self.run(task),
                Stop::Flow(flow) => flow,
            };
            if let Flow::AskAgain(prompt) = flow {
                let asked = self.world.part_mut::<Agenda>().begin().expect("a question has a continuation");
                flow = self.again(asked, &prompt);
            }
            match flow {
                Flow::Continue => self.catch_up(),
                Flow::AskAgain(_) => unreachable!("a task that asks again asks itself"),
                Flow::Return(_) | Flow::Happened(_) => unreachable!("what is returned is kept for the task below"),
                Flow::Ask(decision) => {
                    if let Some(decision) = to_be_asked(self.world, decision) {
                        // The player who is asked sees the game as it is now.
                        self.catch_up();
                        self.world.part_mut::<Pending>().0 = Some(decision);
                        return true;
                    }
                    self.catch_up();
                }
            }
        }
    }

    /// Brings everything up to date that a task has left behind.
    #[inline]
    fn catch_up(&mut self) {
        let dirt = self.world.part::<Dirt>();
        if !dirt.is_any() {
            return;
        }
        let (mut stale, facts) = (dirt.are_layers_stale(), dirt.facts);
        if dirt.few_slots || dirt.moved || dirt.renewed {
            stale = self.prepare();
        }
        if stale {
            self.refresh();
        }
        if facts {
            self.tell_followers();
        }
    }

    /// Brings the layers up to date, and what waits for them.
    fn refresh(&mut self) {
        let mut stale = true;
        while stale {
            layers::refresh(self.world);
            let waits = !self.world.part::<WaitingFacts>().0.is_empty();
            let follow = self.follow();
            stale = waits && self.within(|state, _| follow(state)) && !layers::is_fresh(self.world);
        }
    }

    /// What is seldom needed: new objects lose what plugins had put on the old ones, systems of others look at what has moved,
    /// and slots are made. Whether the layers are to be brought up to date.
    #[cold]
    fn prepare(&mut self) -> bool {
        if self.world.part::<Dirt>().renewed {
            // CR 400.7: objects that have become new ones since the last task have forgotten what they had.
            self.world.part_mut::<Dirt>().renewed = false;
            let renewed = self.world.part_mut::<Slots>().take_renewed();
            registered::forget(self.world, renewed);
        }
        while std::mem::take(&mut self.world.part_mut::<Dirt>().moved) {
            let seen = self.world.part::<ZoneMoves>().made().len();
            run_kept(self.world, ZonesChanged);
            self.world.part_mut::<ZoneMoves>().forget(seen);
        }
        if self.world.part::<Dirt>().few_slots {
            self.prepare_slots();
        }
        !layers::is_fresh(self.world)
    }

    /// Tells plugins what has happened. What they record themselves they are told after the next task.
    #[cold]
    fn tell_followers(&mut self) {
        self.world.part_mut::<Dirt>().facts = false;
        for fact in std::mem::take(&mut self.world.part_mut::<EventLog>().unfollowed) {
            self.tell(&fact);
        }
        if self.prepare() {
            self.refresh();
        }
    }

    /// Makes slots, which tasks can't: that takes the world.
    fn prepare_slots(&mut self) {
        Slots::reserve(self.world, RESERVE);
        let effects = self.world.part::<ContinuousEffects>().order.len() + RESERVE as usize;
        self.world.make_effect_slots(effects);
        self.world.part_mut::<Dirt>().few_slots = false;
    }
}

/// Why tasks don't go on with the borrowed state.
enum Stop {
    /// The game is over.
    Over,
    /// A decision is open.
    Asked {
        /// There are facts to send.
        told: bool,
    },
    /// Something has to be brought up to date.
    Stale,
    /// A task needs the world.
    World(Task),
    /// A task has led to something that does.
    Flow(Flow),
}

/// Runs tasks with the borrowed state for as long as nothing else is needed.
fn run_tasks(state: &mut GameState<'_>, (table, follow): (&runners::Table, runners::Follow), tasks: &mut u32) -> Stop {
    note_few_slots(state);
    if state.dirt.is_any() {
        return Stop::Stale;
    }
    loop {
        if state.outcome.is_over() {
            return Stop::Over;
        }
        *tasks += 1;
        work::note(Work::Task);
        if *tasks > MOST_TASKS {
            ending::end(state, Outcome::Inconclusive(Inconclusive::Steps));
            return Stop::Over;
        }
        match run_next(state, table) {
            Next::World(task) => return Stop::World(task),
            Next::Continue => {}
            Next::Flow(Flow::Ask(decision)) => {
                if let Some(decision) = to_be_asked(state, decision) {
                    if state.dirt.is_any() {
                        return Stop::Flow(Flow::Ask(decision));
                    }
                    state.pending.0 = Some(decision);
                    return Stop::Asked { told: !state.log.unsent.is_empty() };
                }
            }
            Next::Flow(flow) => return Stop::Flow(flow),
        }
        while state.dirt.is_any() {
            if state.dirt.needs_world() || !layers::settles(state) {
                return Stop::Stale;
            }
            if !state.facts.0.is_empty() {
                follow(state);
            }
        }
    }
}

/// The decision, unless it has one answer only, or its player has left. CR 723.5: who controls a player decides for them.
#[inline]
fn to_be_asked(world: &mut impl EditGame, mut decision: Box<Decision>) -> Option<Box<Decision>> {
    if world.part::<Settings>().skip_forced
        && let Some(answer) = forced(&decision)
    {
        Returned::give_answer(world, answer);
        return None;
    }
    // CR 800.4f-h.
    if !world.part::<Players>().is_alive(decision.player) {
        push(world, Task::Leaving(LeavingTask::Find(decision)));
        return None;
    }
    decision.decider = decision.player;
    if reading::are_controlled(world) {
        zones::share_with_controllers(world);
        decision.decider = reading::decides_for(world, decision.player);
    }
    Some(decision)
}

/// Notes whether fewer slots are free than a task may need.
fn note_few_slots(state: &mut GameState<'_>) {
    let effects = state.effects.order.len() + RESERVE as usize;
    state.dirt.few_slots |= state.slots.left() < RESERVE || state.effect_slots.len() < effects;
}

/// Brings everything up to date, as between two tasks. For tests of a single folder.
#[cfg(test)]
pub(crate) fn settle(world: &mut World) {
    Running::new(world).catch_up();
}

/// Runs one task. For tests of a single folder.
#[cfg(test)]
pub(crate) fn run_task(world: &mut World, task: Task) -> Flow {
    world.part_mut::<Agenda>().begin_unlisted();
    let mut running = Running::new(world);
    running.prepare_slots();
    running.run(task)
}

/// Pushes a program to be run: of a resolving mode, whose instances of "target" are counted from `first_target` on
/// among all those in the bindings; of a replacement effect; of a delayed ability.
pub fn start(world: &mut impl EditGame, program: ProgramHandle, mut bindings: Bindings, first_target: u8) {
    bindings.rebase_targets(first_target);
    push(world, Task::Run(Box::new(Frame { first_target, ..Frame::new(program, bindings) })));
}
