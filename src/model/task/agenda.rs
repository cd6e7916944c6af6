//! What the game is going to do next, as data, and what tasks return to those that wait for them.
//!
//! Tasks don't look into each other. Each runs alone, pushes what comes first, and takes what that returns to it
//! ([`Returned`]). Some rules need to know what is begun and waits: what is being cast, which batch a permanent is about to
//! enter by. [`Agenda`] has a method for each of these questions, and its list is closed otherwise; `tests/architecture.rs`
//! lists who asks which.

use crate::model::bindings::Bindings;
use crate::model::by_field::clone_by_field;
use crate::model::cast::{CastTask, Payment, Transaction, Undo};
use crate::model::combat::CombatTask;
use crate::model::decision::Answer;
use crate::model::event::{Batch, BatchResult};
use crate::model::ids::{ObjectRef, Seat};
use crate::model::references::{ReferenceMut, ReferenceVisitor, References};
use crate::model::snapshot::Snapshot;
use crate::model::task::{PluginTask, Return, Task};
use crate::model::trigger::TriggerTask;
use crate::model::turn::TurnTask;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// What is to be done, the next thing last. Two agendas are equal if the same is to be done.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Agenda {
    tasks: Vec<Task>,
    /// The place of the task that runs now, or ran last: how many tasks there were with it.
    #[serde(skip)]
    running: usize,
}

clone_by_field! {
    Agenda { tasks, running }
}

impl PartialEq for Agenda {
    fn eq(&self, other: &Self) -> bool {
        self.tasks == other.tasks
    }
}

impl Eq for Agenda {}

impl Hash for Agenda {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tasks.hash(state);
    }
}

impl References for Agenda {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        let Self { tasks, running: _ } = self;
        tasks.visit(visitor);
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        let Self { tasks, running: _ } = self;
        tasks.visit_mut(editor);
    }
}

/// What everybody may do: put tasks on top, and see the one on top.
impl Agenda {
    /// An agenda with these tasks, the next one last.
    pub fn of(tasks: impl IntoIterator<Item = Task>) -> Self {
        Self { tasks: tasks.into_iter().collect(), running: 0 }
    }
    /// Puts a task on top.
    #[inline]
    pub fn push(&mut self, task: Task) {
        self.tasks.push(task);
    }
    /// The task on top: while a decision is open, its continuation.
    #[inline]
    pub fn top(&self) -> Option<&Task> {
        self.tasks.last()
    }
    /// The number of tasks.
    #[inline]
    pub fn len(&self) -> usize {
        self.tasks.len()
    }
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }
    /// All tasks, the next one last: for those who look at a game from outside. Rules ask the questions below.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }
}

/// What the driver does, and what takes a task off because something else is done instead.
impl Agenda {
    /// Takes the task on top, which runs next.
    #[inline]
    pub(crate) fn begin(&mut self) -> Option<Task> {
        self.running = self.tasks.len();
        self.tasks.pop()
    }
    /// A task runs that wasn't on the agenda.
    #[cfg(test)]
    pub(crate) fn begin_unlisted(&mut self) {
        self.running = self.tasks.len() + 1;
    }
    /// The place of the task that runs.
    #[inline]
    pub(crate) fn running(&self) -> usize {
        self.running
    }
    /// Takes the task on top off, which isn't run.
    pub(crate) fn take_top(&mut self) -> Option<Task> {
        self.tasks.pop()
    }
    /// CR 724.1: takes off all that was to be done before the current step ends, the next thing last.
    pub(crate) fn cut_to_end_of_step(&mut self) -> Vec<Task> {
        let end = self.tasks.iter().rposition(|task| matches!(task, Task::Turn(TurnTask::EndStep)));
        end.map_or_else(Vec::new, |end| self.tasks.split_off(end + 1))
    }
    /// CR 800.4a: takes off the lowest task of casting or activating that is over, and all that it waits for.
    pub(crate) fn cut(&mut self, at: usize) -> Vec<Task> {
        self.tasks.split_off(at)
    }
}

/// What is begun and waits, the innermost first.
impl Agenda {
    /// The place of the lowest task of casting and activating of which this holds.
    pub(crate) fn lowest_cast(&self, mut holds: impl FnMut(&CastTask) -> bool) -> Option<usize> {
        self.tasks.iter().position(|task| matches!(task, Task::Cast(task) if holds(task)))
    }
    /// What is being cast or activated, put on the stack or given new targets.
    pub(crate) fn transactions(&self) -> impl Iterator<Item = &Transaction> {
        self.tasks.iter().rev().filter_map(|task| match task {
            Task::Cast(task) => match &**task {
                CastTask::Go(transaction) => Some(&**transaction),
                _ => None,
            },
            _ => None,
        })
    }
    /// Like [`transactions`](Self::transactions), to write to.
    pub(crate) fn transactions_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Transaction> {
        self.tasks.iter_mut().rev().filter_map(|task| match task {
            Task::Cast(task) => match &mut **task {
                CastTask::Go(transaction) => Some(&mut **transaction),
                _ => None,
            },
            _ => None,
        })
    }
    /// What a player is paying for.
    pub(crate) fn payments_mut(&mut self, seat: Seat) -> impl Iterator<Item = &mut Payment> {
        self.tasks.iter_mut().rev().filter_map(move |task| {
            let Task::Cast(task) = task else { return None };
            let (bindings, payment) = match &mut **task {
                CastTask::Go(cast) => (&cast.bindings, &mut cast.payment),
                CastTask::Pay(paid) => (&paid.bindings, &mut paid.payment),
                _ => return None,
            };
            (bindings.you == seat).then_some(&mut **payment)
        })
    }
    /// What is needed to take back what is begun: transactions and payments of instructions.
    pub(crate) fn undos_mut(&mut self) -> impl Iterator<Item = &mut Undo> {
        self.tasks.iter_mut().rev().filter_map(Task::undo_mut)
    }
    /// Whether the game may go back to a state that is kept.
    pub(crate) fn may_go_back(&self) -> bool {
        let keeps = |undo: &Undo| undo.segments.iter().any(|segment| segment.before.is_some());
        self.tasks.iter().any(|task| match task {
            Task::Cast(task) => match &**task {
                CastTask::Go(transaction) => keeps(&transaction.undo),
                CastTask::Pay(separate) | CastTask::Unpay(separate) => keeps(&separate.undo),
                _ => false,
            },
            Task::Combat(CombatTask::Declaration { before, .. }) => before.is_some(),
            _ => false,
        })
    }
    /// The states to which the game goes back if attackers aren't paid for.
    pub(crate) fn declarations_mut(&mut self) -> impl Iterator<Item = &mut Option<Box<Snapshot>>> {
        self.tasks.iter_mut().filter_map(|task| match task {
            Task::Combat(CombatTask::Declaration { before, .. }) => Some(before),
            _ => None,
        })
    }
    /// Batches that aren't done.
    pub(crate) fn batches(&self) -> impl Iterator<Item = &Batch> {
        self.tasks.iter().rev().filter_map(|task| match task {
            Task::Batch(batch) => Some(&**batch),
            _ => None,
        })
    }
    /// Batches that aren't done, to write to.
    pub(crate) fn batches_mut(&mut self) -> impl Iterator<Item = &mut Batch> {
        self.tasks.iter_mut().rev().filter_map(|task| match task {
            Task::Batch(batch) => Some(&mut **batch),
            _ => None,
        })
    }
    /// What puts triggered abilities on the stack.
    pub(crate) fn trigger_tasks(&self) -> impl Iterator<Item = &TriggerTask> {
        self.tasks.iter().rev().filter_map(|task| match task {
            Task::Trigger(task) => Some(&**task),
            _ => None,
        })
    }
    /// What puts triggered abilities on the stack, to write to.
    pub(crate) fn trigger_tasks_mut(&mut self) -> impl Iterator<Item = &mut TriggerTask> {
        self.tasks.iter_mut().rev().filter_map(|task| match task {
            Task::Trigger(task) => Some(&mut **task),
            _ => None,
        })
    }
    /// What the words refer to that are being followed: those of instructions, or of a replacement effect that is chosen.
    pub(crate) fn words(&self) -> Option<&Bindings> {
        self.tasks.iter().rev().find_map(|task| match task {
            Task::Run(frame) => Some(&frame.bindings),
            Task::Batch(batch) => batch.open.last().map(|choice| &choice.bindings),
            _ => None,
        })
    }
    /// The innermost task that says why something happens: no batch or question, and nothing that is only prepared.
    pub(crate) fn reason(&self) -> Option<&Task> {
        let is_reason =
            |task: &&Task| !matches!(task, Task::Batch(_) | Task::Leaving(_) | Task::Undo(_) | Task::Prepare(_));
        self.tasks.iter().rev().find(is_reason)
    }
    /// The spell or ability whose instructions cause what happens now, and who controls it.
    pub(crate) fn cause(&self) -> Option<(ObjectRef, Seat)> {
        // What is paid for an instruction is caused by the spell or ability that has it.
        let passed = |task: &&Task| match task {
            Task::Batch(_) | Task::Leaving(_) | Task::Undo(_) | Task::Prepare(_) => true,
            Task::Cast(cast) => matches!(**cast, CastTask::Pay(_) | CastTask::Unpay(_)),
            _ => false,
        };
        match self.tasks.iter().rev().find(|task| !passed(task)) {
            Some(Task::Run(frame)) => {
                // A mana ability isn't on the stack (CR 605.3b), nor is a static ability whose effect does something instead: that is known by
                // the object that has it.
                let source = frame.bindings.stack.unwrap_or(frame.bindings.this);
                (source != ObjectRef::NONE).then_some((source, frame.bindings.you))
            }
            _ => None,
        }
    }
    /// Tasks of plugins.
    pub(crate) fn plugin_tasks(&self) -> impl Iterator<Item = &PluginTask> {
        self.tasks.iter().rev().filter_map(|task| match task {
            Task::Plugin(task) => Some(&**task),
            _ => None,
        })
    }
}

impl Task {
    /// What is needed to take back what this task is about.
    pub(crate) fn undo_mut(&mut self) -> Option<&mut Undo> {
        let Self::Cast(task) = self else { return None };
        match &mut **task {
            CastTask::Go(transaction) => Some(&mut transaction.undo),
            CastTask::Pay(separate) | CastTask::Unpay(separate) => Some(&mut separate.undo),
            _ => None,
        }
    }
}

/// What tasks have returned to tasks that wait for it, each with the place on the agenda of the task that it is for: how many
/// tasks there are with it. No other task gets it.
///
/// A task takes what is for it by [`to_me`](Self::to_me), [`answer`](Self::answer) and [`happened`](Self::happened).
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Returned {
    /// Results, the last of which is meant.
    results: SmallVec<[(u32, Return); 1]>,
    /// The answer to the last decision, for its continuation.
    answer: Option<(u32, Answer)>,
    /// What the last batch did.
    happened: BatchResult,
    /// Whom that is for.
    happened_to: u32,
}

clone_by_field! {
    Returned { answer, happened, happened_to; lists: results }
}

impl References for Returned {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        let Self { results, answer, happened, happened_to: _ } = self;
        results.visit(visitor);
        answer.visit(visitor);
        happened.visit(visitor);
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        let Self { results, answer, happened, happened_to: _ } = self;
        results.visit_mut(editor);
        answer.visit_mut(editor);
        happened.visit_mut(editor);
    }
}

/// No batch has been proposed.
static NOTHING: BatchResult =
    BatchResult { objects: Vec::new(), amounts: Vec::new(), happened: Vec::new(), later: Vec::new() };

impl Returned {
    /// A task returns something to the one at a place.
    pub(crate) fn put(&mut self, to: usize, what: Return) {
        self.results.retain(|(place, _)| (*place as usize) < to);
        self.results.push((to as u32, what));
    }
    /// Takes what was returned to the task at a place.
    pub(crate) fn take(&mut self, to: usize) -> Option<Return> {
        self.results.last().filter(|(place, _)| *place as usize == to)?;
        self.results.pop().map(|(_, what)| what)
    }
    /// Whether no result waits.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.results.is_empty()
    }
    /// The result that was returned last and hasn't been taken.
    pub fn last(&self) -> Option<Return> {
        self.results.last().map(|(_, what)| *what)
    }
    /// A player has answered what the task before the one at a place has asked.
    pub(crate) fn put_answer(&mut self, to: usize, answer: Answer) {
        self.answer = Some((to as u32, answer));
    }
    /// Whether an answer waits.
    pub(crate) fn has_answer(&self) -> bool {
        self.answer.is_some()
    }
    /// The answer for the task at a place.
    pub(crate) fn answer_to(&self, place: usize) -> Option<&Answer> {
        self.answer.as_ref().filter(|(to, _)| *to as usize == place).map(|(_, answer)| answer)
    }
    /// Takes the answer for the task at a place.
    pub(crate) fn take_answer(&mut self, place: usize) -> Option<Answer> {
        self.answer_to(place)?;
        self.answer.take().map(|(_, answer)| answer)
    }
    /// A batch has happened that the task at a place has proposed.
    pub(crate) fn put_happened(&mut self, to: usize, result: BatchResult) {
        (self.happened, self.happened_to) = (result, to as u32);
    }
    /// What a batch did that the task at a place has proposed.
    pub(crate) fn happened_to(&self, place: usize) -> &BatchResult {
        if self.happened_to as usize == place { &self.happened } else { &NOTHING }
    }
    /// An empty result; what the last one had allocated serves it.
    pub(crate) fn spare(&mut self) -> BatchResult {
        let mut result = std::mem::take(&mut self.happened);
        result.clear();
        result
    }
}
