//! Casting spells (CR 601), activating abilities (602), playing lands (305, 116.2a), mana abilities (605), paying
//! costs (118), resolving (608), taking back what can't be completed (733).
//!
//! A cast or activation is a [`Transaction`](crate::model::cast::Transaction): a task that goes through the steps of CR
//! 601.2, one file a step, and asks in between. Triggered abilities and copies go through the same steps for their
//! modes and targets (603.3c-d, 115.7).
//!
//! | file | what |
//! | --- | --- |
//! | `begin` | what a choice starts; lands (305); putting spells and abilities on the stack (601.2a, 602.2a, 603.3) |
//! | `steps` | the runner of a transaction |
//! | `modes`, `optional`, `variable`, `targets`, `divide` | 601.2b-d |
//! | `affordable` | which targets can be paid for and may be chosen (601.2c, e-f) |
//! | `payment`, `choose_parts`, `pay_mana`, `pay_manually`, `pay_parts` | paying (601.2g-h) |
//! | `complete` | the spell becomes cast, the ability activated (601.2i); mana abilities resolve at once (605.3b) |
//! | `reverse`, `undo` | taking a proposal back (733) |
//! | `kept` | the whole game, kept and gone back to (733.1) |
//! | `retarget` | new targets (115.7) |
//! | `bestow` | spells and permanents that are bestowed (702.103) |
//! | `mutate` | mutating spells that resolve (702.140) |
//! | `hand_actions` | special actions with cards of the hand (116.2f-h, k) |
//! | `turn_up`, `unlock` | turning face-down permanents face up (116.2b); unlocking halves of permanents (116.2m) |
//! | `resolve` | resolving (608) |
//!
//! What could be done, without doing it, is in [`legal`](crate::rules::legal).
//!
//! Data enters by [`begin()`], [`cast_during_resolution`], [`pay`], [`put_ability_on_stack`] and [`resolve_top`]; it
//! leaves as batches of events, facts, [`StackEntry`](crate::model::object::StackEntry), and results for the tasks that wait
//! ([`Return`](crate::model::task::Return)).
//!
//! A step that changes what the layers read ends its task: the transaction continues when they are up to date. Of all
//! tasks only those of `kept` need the world for themselves.
//!
//! # Invariants
//! * Everything that a player chooses for a cost is asked before mana is paid.
//! * A proposal that [`legal::actions`](crate::rules::legal::actions) offers can be completed. Choices that can't be paid for
//!   aren't offered; those that make it illegal are (601.2e), and it is taken back.

mod affordable;
mod begin;
pub(crate) mod bestow;
mod choose_parts;
mod complete;
mod divide;
mod hand_actions;
mod kept;
mod modes;
mod mutate;
mod optional;
mod pay_mana;
mod pay_manually;
mod pay_parts;
mod payment;
mod resolve;
mod retarget;
mod reverse;
mod steps;
mod targets;
#[cfg(test)]
mod tests;
mod turn_up;
mod undo;
mod unlock;
mod variable;

pub use begin::{begin, cast_during_resolution, put_ability_on_stack};
pub(crate) use complete::note_produced;
pub(crate) use kept::{forget_states, left_libraries_alone};
pub(crate) use pay_mana::take_added;
pub use payment::{can_pay, pay};
pub use resolve::resolve_top;
pub use retarget::{choose_new_targets, choose_targets_for, could_target};
pub(crate) use steps::give_up;

use crate::model::agenda::Agenda;
use crate::model::decision::Decision;
use crate::model::event::Batch;
use crate::model::task::{Task, TaskKind};
use crate::rules::driver::{Flow, TaskApp};
use crate::rules::state::{EditGame, ZoneMoveApp, ZoneMoveSet};
use bevy_app::{App, Plugin};
use smallvec::SmallVec;

/// Registers what runs casting, activating, paying and resolving.
#[derive(Default)]
pub struct CastingPlugin;

impl Plugin for CastingPlugin {
    fn build(&self, app: &mut App) {
        app.add_task_runner(TaskKind::Cast, steps::run).add_asking_again(TaskKind::Cast, steps::again);
        app.add_exclusive_runner(TaskKind::Undo, kept::run_exclusive);
        app.add_zone_move_step(ZoneMoveSet::Leave, bestow::hosts_leave);
        app.add_zone_move_step(ZoneMoveSet::Know, undo::keep_draws_unseen);
    }
}

/// What a step of casting or activating leads to: what the transaction does next.
enum CastFlow {
    /// The next one.
    Next,
    /// Waits for an answer.
    Ask(Box<Decision>),
    /// Waits for a batch.
    Propose(Batch),
    /// Waits for tasks, the first of which runs first.
    Call(SmallVec<[Task; 1]>),
    /// Continues when the layers are up to date with what was written.
    Refresh,
    /// It can't be completed.
    Illegal,
}

impl CastFlow {
    /// Waits for one task.
    fn call(task: Task) -> Self {
        Self::Call(SmallVec::from_iter([task]))
    }
}

/// Pushes a task and what it waits for. `below` is how many tasks there were when it began.
fn wait(world: &mut impl EditGame, below: usize, waiting: Task, step: CastFlow) -> Flow {
    debug_assert_eq!(world.part::<Agenda>().len(), below, "what a step pushes itself must run before it continues");
    crate::rules::driver::push(world, waiting);
    match step {
        CastFlow::Ask(decision) => return Flow::Ask(decision),
        CastFlow::Propose(batch) => crate::rules::events::propose(world, batch),
        CastFlow::Call(tasks) => {
            for task in tasks.into_iter().rev() {
                crate::rules::driver::push(world, task);
            }
        }
        CastFlow::Refresh => {}
        CastFlow::Next | CastFlow::Illegal => panic!("only questions, batches and tasks are waited for"),
    }
    Flow::Continue
}
