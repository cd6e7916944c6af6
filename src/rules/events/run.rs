//! The task of a batch: replace, perform, draw, and what comes right after.

use super::{applicable, asks, drawn, entering, perform, possible, record, replace};
use crate::cards::CardTable;
use crate::model::agenda::{Agenda, Returned};
use crate::model::bindings::Frame;
use crate::model::decision::{Decision, Prompt};
use crate::model::event::{Batch, BatchPhase, Event, ReplacementProgram};
use crate::model::ids::{ProgramHandle, SeatSet};
use crate::model::task::{LeavingTask, Preparation, Task, TaskKind};
use crate::rules::driver::{Flow, TaskApp, push};
use crate::rules::state::{EditGame, GameState};
use crate::rules::{layers, triggers};
use bevy_app::{App, Plugin};

/// Registers what runs batches.
#[derive(Clone, Copy, Default, Debug)]
pub struct EventsPlugin;

impl Plugin for EventsPlugin {
    fn build(&self, app: &mut App) {
        app.add_task_runner(TaskKind::Batch, run).add_asking_again(TaskKind::Batch, again);
        app.add_exclusive_runner(TaskKind::Prepare, entering::prepare_exclusive).add_follower(record::follow);
    }
}

/// Proposes events that happen at once. The task that reads what they did
/// ([`Returned::happened`]) is already on top of the agenda.
pub fn propose(world: &mut impl EditGame, batch: Batch) {
    push(world, Task::Batch(Box::new(batch)));
}

/// A player has left the game while another one was asked: replacements are looked for again, orders stay as they are.
fn again(world: &mut impl EditGame, task: Task, _: &Prompt) -> Flow {
    let Task::Batch(mut batch) = task else { panic!("only batches are run here, not {:?}", task.kind()) };
    if batch.phase == BatchPhase::Copying
        && let Some(choice) = batch.open.last()
    {
        // It has begun to apply.
        let at = batch.at as usize;
        batch.events[at].applied.retain(|key| *key != choice.key);
    }
    if batch.phase == BatchPhase::Reading {
        // The number of counters hasn't been chosen.
        let at = batch.at as usize;
        batch.events[at].applied.retain(|key| *key != applicable::SAGA);
    }
    batch.phase = match batch.phase {
        BatchPhase::Ordering => BatchPhase::Perform,
        BatchPhase::Revealing => BatchPhase::Drawn,
        _ => BatchPhase::Replace,
    };
    batch.open.clear();
    if batch.phase != BatchPhase::Drawn {
        batch.options.clear();
    }
    push(world, Task::Batch(batch));
    Flow::Continue
}

/// CR 104.3a, 800.4: takes out of all waiting batches the events that can't happen after players have left.
pub(crate) fn give_up(world: &mut impl EditGame) {
    layers::expect_fresh(world);
    let mut agenda = std::mem::take(world.part_mut::<Agenda>());
    for batch in agenda.batches_mut() {
        for row in &mut batch.events {
            if row.event.as_ref().is_some_and(|event| possible::names_what_left(world, event)) {
                possible::drop_event(world, row);
            }
        }
    }
    *world.part_mut::<Agenda>() = agenda;
}

/// Gives up a batch: none of its events happens.
pub(crate) fn drop_batch(world: &mut impl EditGame, mut batch: Batch) {
    batch.events.iter_mut().for_each(|row| possible::drop_event(world, row));
}

/// What a batch does next.
pub(super) enum BatchFlow {
    /// Continues with its next phase.
    Go,
    /// Asks, then continues with the answer.
    Ask(Box<Decision>),
    /// Performs another batch first (CR 610.3), then continues.
    First(Batch),
    /// Runs the program of a replacement effect, then continues.
    Program(Box<ReplacementProgram>),
    /// Has something prepared first, then continues.
    Prepare(Preparation),
    /// Ends the task, and continues with the layers up to date.
    Refresh,
    /// Players leave the game first (CR 104.5, 800.4a), then the batch continues.
    Leave(SeatSet),
    /// Ends: all is done.
    Done,
}

impl BatchFlow {
    /// Asks.
    pub(super) fn ask(decision: Decision) -> Self {
        Self::Ask(Box::new(decision))
    }
}

/// Runs a batch until it is done, asks, or lets instructions of a replacement run.
///
/// # Panics
/// If the task is not a batch.
pub(super) fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::Batch(mut batch) = task else { panic!("only batches are run here, not {:?}", task.kind()) };
    if batch.phase == BatchPhase::Replace && batch.result.is_empty() {
        // What the last batch allocated for its result serves this one.
        batch.result = world.part_mut::<Returned>().spare();
    }
    loop {
        if !layers::is_fresh(world) {
            push(world, Task::Batch(batch));
            return Flow::Continue;
        }
        let step = match batch.phase {
            BatchPhase::Replace => replace::replace_events(world, &mut batch),
            BatchPhase::Running => {
                batch.phase = BatchPhase::Replace;
                BatchFlow::Go
            }
            BatchPhase::Chosen => replace::chosen(world, &mut batch, 0).unwrap_or(BatchFlow::Go),
            BatchPhase::Perform => perform::all(world, &mut batch),
            BatchPhase::After => after(world, &mut batch),
            BatchPhase::Drawn => drawn::offer(world, &mut batch),
            BatchPhase::Choosing
            | BatchPhase::Optional
            | BatchPhase::Copying
            | BatchPhase::Enchanting
            | BatchPhase::Protecting
            | BatchPhase::Reading
            | BatchPhase::Attacking
            | BatchPhase::Shielding
            | BatchPhase::Revealing
            | BatchPhase::Ordering => asks::answered(world, &mut batch),
        };
        match step {
            BatchFlow::Go => {}
            BatchFlow::Ask(decision) => {
                push(world, Task::Batch(batch));
                return Flow::Ask(decision);
            }
            BatchFlow::First(other) => {
                push(world, Task::Batch(batch));
                propose(world, other);
                return Flow::Continue;
            }
            BatchFlow::Program(program) => {
                push(world, Task::Batch(batch));
                start(world, *program);
                return Flow::Continue;
            }
            BatchFlow::Prepare(what) => {
                push(world, Task::Batch(batch));
                push(world, Task::Prepare(what));
                return Flow::Continue;
            }
            BatchFlow::Refresh => {
                push(world, Task::Batch(batch));
                return Flow::Continue;
            }
            BatchFlow::Leave(seats) => {
                push(world, Task::Batch(batch));
                push(world, Task::Leaving(LeavingTask::Leave(seats)));
                return Flow::Continue;
            }
            BatchFlow::Done => return Flow::Happened(std::mem::take(&mut batch.result)),
        }
    }
}

/// Pushes the program that belongs to a replacement effect, if it has one, with all that has applied to the event that it modifies
/// (CR 614.5), and how an object would have entered by it.
pub(crate) fn start(world: &mut impl EditGame, of: ReplacementProgram) {
    let ReplacementProgram { handle, bindings, applied, entering } = of;
    if let Some(index) = world.part::<CardTable>().static_row(handle).program {
        let program = ProgramHandle { def: handle.def, index };
        push(world, Task::Run(Box::new(Frame { applied, entering, ..Frame::new(program, bindings) })));
    }
}

/// What follows the performed events: what returns because of them (CR 610.3), the draws, one at a time (CR 121.7),
/// then the instructions of replacement effects (CR 615.5). What they do isn't part of the batch's result.
fn after(world: &mut impl EditGame, batch: &mut Batch) -> BatchFlow {
    if let Some(returning) = triggers::due(world) {
        return BatchFlow::First(returning);
    }
    if !batch.drawing && batch.events.iter().any(|p| matches!(p.event, Some(Event::Draw { .. }))) {
        batch.drawing = true;
        batch.at = 0;
        batch.phase = BatchPhase::Replace;
        return BatchFlow::Go;
    }
    if let Some(program) = batch.after.pop() {
        return BatchFlow::Program(Box::new(program));
    }
    BatchFlow::Done
}
