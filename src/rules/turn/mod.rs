//! The game's course: setting up (CR 103), turns, phases and steps (500-514), priority (117).
//!
//! The turn is a queue of data: what remains of it is [`Turn::steps`](crate::model::turn::Turn::steps), extra turns are [`Turn::extra`](crate::model::turn::Turn::extra). Extra phases
//! and steps are entries, not cases.
//!
//! | file | what |
//! | --- | --- |
//! | `setup` | shuffling, opening hands, mulligans (CR 103) |
//! | `opening` | what is done with cards of opening hands (103.6) |
//! | `begin` | a turn begins: whose, and what is reset (500.7, 800.4k) |
//! | `step` | a step begins and ends, its turn-based actions (500.2-500.6, 703) |
//! | `untap` | the untap step (502) |
//! | `cleanup` | the cleanup step (514), and what is forgotten after it |
//! | `priority` | who may act, and passing (117) |
//! | `settle` | layers, state-based actions, triggers, before anyone gets priority (117.5) |
//! | `loops` | loops without a choice (104.4b, 732) |
//! | `growth` | what may grow in such a loop, and what looks at it |
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
mod settle;
mod setup;
mod step;
#[cfg(test)]
mod tests;
mod untap;

pub(crate) use begin::steps_after;
pub(crate) use loops::answered;
pub(crate) use priority::{ask_again, settle_again};
pub(crate) use settle::quiet;
pub use setup::start_game;

use crate::model::decision::Prompt;
use crate::model::task::{Task, TaskKind};
use crate::model::turn::TurnTask;
use crate::rules::driver::{Flow, TaskApp};
use crate::rules::state::{EditGame, GameState};
use bevy_app::{App, Plugin};

/// The course of the game: setting up, turns, priority.
#[derive(Default, Debug)]
pub struct TurnPlugin;

impl Plugin for TurnPlugin {
    fn build(&self, app: &mut App) {
        app.add_task_runner(TaskKind::Setup, setup::run).add_asking_again(TaskKind::Setup, setup::again);
        app.add_task_runner(TaskKind::Turn, run).add_asking_again(TaskKind::Turn, again);
        app.add_task_runner(TaskKind::Priority, priority::run).add_asking_again(TaskKind::Priority, priority::again);
        app.add_task_runner(TaskKind::Settle, settle::run);
        app.add_runners(TaskKind::Round, loops::run, loops::run_exclusive);
    }
}

/// A player has left the game while another one was asked, or while they were themselves.
pub(crate) fn again(world: &mut impl EditGame, task: Task, _: &Prompt) -> Flow {
    let Task::Turn(task) = task else { panic!("the turn runs its own tasks only, not {task:?}") };
    match task {
        TurnTask::Untap => untap::untap(world),
        TurnTask::CleanupDiscard => cleanup::ask_to_discard(world),
        other => panic!("{other:?} asks nothing"),
    }
}

/// Runs a task of the turn.
fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::Turn(task) = task else { panic!("the turn runs its own tasks only, not {task:?}") };
    match task {
        TurnTask::Begin => begin::begin(world, false),
        TurnTask::BeginPrepared => begin::begin(world, true),
        TurnTask::WouldBegin { seat, prepared } => begin::would_begin(world, seat, prepared),
        TurnTask::Ending => step::ending(world),
        TurnTask::NextStep => step::next_step(world),
        TurnTask::EndStep => step::end_step(world),
        TurnTask::Phased => untap::check_day_night(world),
        TurnTask::DayNightChecked => untap::untap(world),
        TurnTask::Untap => untap::chosen(world),
        TurnTask::CleanupDiscard => cleanup::discard(world),
        TurnTask::StepBegun => step::begun(world),
        TurnTask::CleanupEnd => cleanup::finish(world),
        TurnTask::CleanupCheck => cleanup::check(world),
        TurnTask::CleanupTriggers => cleanup::triggers(world),
        TurnTask::CleanupAgain => cleanup::again(world),
    }
}
