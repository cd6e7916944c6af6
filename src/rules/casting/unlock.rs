//! Unlocking halves of permanents: a special action (CR 116.2m).

use super::begin::transaction;
use super::{CastFlow, reverse};
use crate::model::bindings::Bindings;
use crate::model::cast::{CastStep, CastTask, Proposal, Transaction, Undo};
use crate::model::ids::{ObjectRef, Seat};
use crate::model::object::Door;
use crate::model::task::Task;
use crate::rules::driver::{Flow, push};
use crate::rules::events::doors;
use crate::rules::legal::special::unlock_cost;
use crate::rules::reading::Live;
use crate::rules::state::EditGame;

/// CR 709.5e: the mana cost of the half is paid first.
pub(super) fn begin(world: &mut impl EditGame, seat: Seat, object: ObjectRef, door: Door) -> Flow {
    let Some(cost) = unlock_cost(&Live::new(world), object, door) else { return Flow::Continue };
    let undo = Undo::from_here(world);
    let mut action = transaction(seat, object, Proposal::Unlock(door), Bindings::new(seat, object), undo);
    action.base = Some(cost);
    action.step = CastStep::ChooseX;
    push(world, Task::Cast(Box::new(CastTask::Go(Box::new(action)))));
    Flow::Continue
}

/// The cost is paid: the half is unlocked.
pub(super) fn unlock(world: &mut impl EditGame, action: &Transaction, door: Door) -> CastFlow {
    reverse::forget_refused(world);
    doors::set(world, action.seat, action.object, (door, true));
    CastFlow::Next
}
