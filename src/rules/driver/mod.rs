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
use crate::model::continuous::EffectList;
use crate::model::decision::{Decision, Pending, Settings, forced};
use crate::model::dirt::Dirt;
use crate::model::ids::ProgramHandle;
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::Players;
use crate::model::task::{LeavingTask, Task};
use crate::model::trigger::WaitingFacts;
use crate::rules::log::EventLog;
use crate::rules::schedule::{ZonesChanged, run_kept};
use crate::rules::slots::{RESERVE, Slots};
use crate::rules::state::{EditGame, GameState, ReadGame, ZoneMoves, registered};
use crate::rules::work::{self, Work};
use crate::rules::{facts, layers};
use bevy_ecs::prelude::*;

pub(crate) use runners::check_plugin_tasks;
pub use runners::{Flow, StepTasks, TaskApp, TaskError, TaskTable, push};
use runners::{Runners, Running, run_next};

mod runners;

/// The number of tasks without a decision after which a game ends as inconclusive, so that nobody waits forever.
const MOST_TASKS: u32 = 300_000;

/// Runs the agenda until a decision is open ([`Pending`]) or the game is over ([`Outcome`]).
///
/// # Panics
/// If the agenda runs empty before the game is over: a broken task.
pub fn advance(world: &mut World) {
    run_agenda(world);
    facts::send(world);
}

fn run_agenda(world: &mut World) {
    let mut running = Running::new(world);
    let (world, runners) = running.parts();
    let mut tasks = 0u32;
    let follow = runners.follow();
    loop {
        let stop = runners.within(world, |state, table| run_tasks(state, (table, follow), &mut tasks));
        let mut flow = match stop {
            Stop::Over => {
                if world.part::<Dirt>().facts {
                    catch_up(world, runners);
                }
                return;
            }
            Stop::Asked => return,
            Stop::Stale => {
                // CR 613.5: a task finds the game as the continuous effects make it.
                catch_up(world, runners);
                continue;
            }
            Stop::World(task) => runners.run(world, task),
            Stop::Flow(flow) => flow,
        };
        if let Flow::AskAgain(prompt) = flow {
            let asked = world.part_mut::<Agenda>().begin().expect("a question has a continuation");
            flow = runners.again(world, asked, &prompt);
        }
        match flow {
            Flow::Continue => catch_up(world, runners),
            Flow::AskAgain(_) => unreachable!("a task that asks again asks itself"),
            Flow::Return(_) | Flow::Happened(_) => unreachable!("what is returned is kept for the task below"),
            Flow::Ask(decision) => {
                if let Some(decision) = to_be_asked(world, decision) {
                    // The player who is asked sees the game as it is now.
                    catch_up(world, runners);
                    world.part_mut::<Pending>().0 = Some(decision);
                    return;
                }
                catch_up(world, runners);
            }
        }
    }
}

/// Why tasks don't go on with the borrowed state.
enum Stop {
    /// The game is over.
    Over,
    /// A decision is open.
    Asked,
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
            *state.outcome = Outcome::Inconclusive(Inconclusive::Steps);
            return Stop::Over;
        }
        match run_next(state, table) {
            Err(task) => return Stop::World(task),
            Ok(Flow::Continue) => {}
            Ok(Flow::Ask(decision)) => {
                if let Some(decision) = to_be_asked(state, decision) {
                    if state.dirt.is_any() {
                        return Stop::Flow(Flow::Ask(decision));
                    }
                    state.pending.0 = Some(decision);
                    return Stop::Asked;
                }
            }
            Ok(flow) => return Stop::Flow(flow),
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

/// The decision, unless it has one answer only, or its player has left.
#[inline]
fn to_be_asked(world: &mut impl EditGame, decision: Box<Decision>) -> Option<Box<Decision>> {
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
    Some(decision)
}

/// Brings everything up to date that a task has left behind.
#[inline]
fn catch_up(world: &mut World, runners: &mut Runners) {
    let dirt = world.part::<Dirt>();
    if !dirt.is_any() {
        return;
    }
    let (mut stale, facts) = (dirt.are_layers_stale(), dirt.facts);
    if dirt.few_slots || dirt.moved || dirt.renewed {
        stale = prepare(world);
    }
    if stale {
        refresh(world, runners);
    }
    if facts {
        tell_followers(world, runners);
    }
}

/// Brings the layers up to date, and what waits for them.
fn refresh(world: &mut World, runners: &mut Runners) {
    let mut stale = true;
    while stale {
        layers::refresh(world);
        let waits = !world.part::<WaitingFacts>().0.is_empty();
        let follow = runners.follow();
        stale = waits && runners.within(world, |state, _| follow(state)) && !layers::is_fresh(world);
    }
}

/// What is seldom needed: new objects lose what plugins had put on the old ones, systems of others look at what has moved,
/// and slots are made. Whether the layers are to be brought up to date.
#[cold]
fn prepare(world: &mut World) -> bool {
    if world.part::<Dirt>().renewed {
        registered::forget_renewed(world);
    }
    while std::mem::take(&mut world.part_mut::<Dirt>().moved) {
        let seen = world.part::<ZoneMoves>().made().len();
        run_kept(world, ZonesChanged);
        world.part_mut::<ZoneMoves>().forget(seen);
    }
    if world.part::<Dirt>().few_slots {
        prepare_slots(world);
    }
    !layers::is_fresh(world)
}

/// Tells plugins what has happened. What they record themselves they are told after the next task.
#[cold]
fn tell_followers(world: &mut World, runners: &mut Runners) {
    world.part_mut::<Dirt>().facts = false;
    for fact in std::mem::take(&mut world.part_mut::<EventLog>().unfollowed) {
        runners.tell(world, &fact);
    }
    if prepare(world) {
        refresh(world, runners);
    }
}

/// Notes whether fewer slots are free than a task may need.
fn note_few_slots(state: &mut GameState<'_>) {
    let effects = state.effects.order.len() + RESERVE as usize;
    state.dirt.few_slots |= state.slots.left() < RESERVE || state.effect_slots.len() < effects;
}

/// Makes slots, which tasks can't: that takes the world.
fn prepare_slots(world: &mut World) {
    Slots::reserve(world, RESERVE);
    let effects = world.part::<EffectList>().order.len() + RESERVE as usize;
    world.make_effect_slots(effects);
    world.part_mut::<Dirt>().few_slots = false;
}

/// Brings everything up to date, as between two tasks. For tests of a single folder.
#[cfg(test)]
pub(crate) fn settle(world: &mut World) {
    let mut running = Running::new(world);
    let (world, runners) = running.parts();
    catch_up(world, runners);
}

/// Runs one task. For tests of a single folder.
#[cfg(test)]
pub(crate) fn run_task(world: &mut World, task: Task) -> Flow {
    world.part_mut::<Agenda>().begin_unlisted();
    prepare_slots(world);
    let mut running = Running::new(world);
    let (world, runners) = running.parts();
    runners.run(world, task)
}

/// Pushes a program to be run: of a resolving mode, whose instances of "target" are counted from `first_target` on
/// among all those in the bindings; of a replacement effect; of a delayed ability.
pub fn start(world: &mut impl EditGame, program: ProgramHandle, mut bindings: Bindings, first_target: u8) {
    bindings.rebase_targets(first_target);
    push(world, Task::Run(Box::new(Frame { first_target, ..Frame::new(program, bindings) })));
}
