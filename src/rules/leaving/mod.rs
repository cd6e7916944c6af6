//! Players leave the game while others play on (CR 104.3a, 800.4): at once, also in the middle of a question.
//!
//! What they own goes with them ([`LeavingTask::Leave`]). What was being done by them or with
//! what they own is given up, the question that was open is asked again as the game is now, and later questions to
//! them are answered by other players.
//!
//! | file | what |
//! | --- | --- |
//! | `stand_in` | who answers for a player who has left (800.4f-h) |
//!
//! # Invariants
//! * Nobody who has left is asked anything.
//! * Each kind of task that asks can ask again ([`TaskApp::add_asking_again`]).

mod stand_in;

use crate::model::decision::{Decision, Pending, Prompt};
use crate::model::ids::{Seat, SeatSet};
use crate::model::outcome::Outcome;
use crate::model::player::Players;
use crate::model::task::{LeavingTask, Task, TaskKind};
use crate::rules::driver::{Flow, TaskApp, push};
use crate::rules::state::{EditGame, GameState};
use crate::rules::{casting, combat, events, layers, triggers};
use bevy_app::{App, Plugin};

/// Players who leave.
#[derive(Clone, Copy, Default, Debug)]
pub struct LeavingPlugin;

impl Plugin for LeavingPlugin {
    fn build(&self, app: &mut App) {
        app.add_task_runner(TaskKind::Leaving, run).add_asking_again(TaskKind::Leaving, again);
    }
}

/// Runs a task of leaving.
fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::Leaving(task) = task else { panic!("only tasks of leaving are run here, not {:?}", task.kind()) };
    match task {
        LeavingTask::Leave(seats) => {
            events::leave_game(world, seats);
            Flow::Continue
        }
        LeavingTask::Forsaken => {
            events::exile_forsaken(world);
            Flow::Continue
        }
        LeavingTask::Forget(seats) => {
            events::forget(world, seats);
            Flow::Continue
        }
        LeavingTask::Resume(decision) => resume(world, decision),
        LeavingTask::Again(prompt) => Flow::AskAgain(prompt),
        LeavingTask::Ask(decision) => Flow::Ask(decision),
        LeavingTask::Find(decision) => stand_in::find(world, decision),
        LeavingTask::Found { decision, from } => stand_in::found(world, decision, &from),
    }
}

/// Who answers is found again.
fn again(world: &mut impl EditGame, task: Task, _: &Prompt) -> Flow {
    if let Task::Leaving(LeavingTask::Found { decision, .. }) = task {
        push(world, Task::Leaving(LeavingTask::Again(decision.prompt)));
    }
    Flow::Continue
}

/// CR 104.3a: a player concedes and leaves the game as soon as it [continues](crate::rules::driver::advance), before anything else
/// happens. The game must not be over, nor the player have left.
pub(crate) fn concede(world: &mut impl EditGame, seat: Seat) {
    debug_assert!(world.part::<Players>().is_alive(seat), "a player leaves once");
    events::concede(world, seat);
    let decision = world.part_mut::<Pending>().0.take();
    if world.part::<Outcome>().is_over() {
        return;
    }
    push(world, Task::Leaving(LeavingTask::Resume(decision)));
    push(world, Task::Leaving(LeavingTask::Leave(SeatSet::only(seat))));
}

/// What they were doing is given up; what was asked is asked again.
fn resume(world: &mut impl EditGame, decision: Option<Box<Decision>>) -> Flow {
    if combat::prune(world) && !layers::is_fresh(world) {
        push(world, Task::Leaving(LeavingTask::Resume(decision)));
        return Flow::Continue;
    }
    // The game doesn't go back to when they were there.
    casting::forget_states(world);
    let given_up = casting::give_up(world);
    events::give_up(world);
    if let Some(decision) = decision.filter(|_| !given_up) {
        let task = if world.part::<Players>().is_alive(decision.player) && is_private(&decision.prompt) {
            LeavingTask::Ask(decision)
        } else {
            LeavingTask::Again(decision.prompt)
        };
        push(world, Task::Leaving(task));
    }
    // CR 610.3.
    if let Some(returning) = triggers::due(world) {
        events::propose(world, returning);
    }
    Flow::Continue
}

/// Whether a question is about nothing but cards of the player who is asked: others who leave change nothing about it.
fn is_private(prompt: &Prompt) -> bool {
    matches!(
        prompt,
        Prompt::Mulligan { .. }
            | Prompt::MulliganBottom
            | Prompt::OpeningHand
            | Prompt::CleanupDiscard
            | Prompt::OrderGraveyard
            | Prompt::OrderTimestamps
    )
}
