//! Plotting cards: a special action (CR 116.2k, 702.170), and what may be cast because it is plotted.

use super::begin::transaction;
use super::{Step, reverse};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{CastStep, CastTask, Proposal, Transaction, Undo};
use crate::model::dirt::Inputs;
use crate::model::event::{Batch, Cause};
use crate::model::ids::{ObjectRef, Seat};
use crate::model::object::Status;
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::model::zone::{Move, Zone};
use crate::rules::driver::{Flow, push};
use crate::rules::legal::special::costs;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::touch;
use crate::rules::state::EditGame;

/// CR 702.170a: its cost is paid, and it is exiled.
pub(super) fn begin(world: &mut impl EditGame, seat: Seat, object: ObjectRef, by: u8) -> Flow {
    let live = Live::new(world);
    if !live.is_current(object) {
        return Flow::Continue;
    }
    let Some((_, cost)) = costs(&live, object.id).find(|(n, _)| *n == by) else { return Flow::Continue };
    let cost = cost.clone();
    let undo = Undo::from_here(world);
    let mut action = transaction(seat, object, Proposal::Plot(by), Bindings::new(seat, object), undo);
    action.base = Some(cost);
    action.payment.held.push(object.id);
    action.step = CastStep::ChooseX;
    push(world, Task::Cast(Box::new(CastTask::Go(action))));
    Flow::Continue
}

/// The cost is paid: the card is exiled, and remembers since when it is plotted.
pub(super) fn plot(world: &mut impl EditGame, action: &mut Transaction) -> Step {
    if action.at == 0 {
        action.at = 1;
        let request = Move::plain(action.object, Zone::Exile, Cause::Effect).with_reveal(true);
        return Step::Propose(Batch::of([request.into()]));
    }
    reverse::forget_refused(world);
    let moved = Returned::happened(world).objects.first().map(|(_, card)| *card);
    if let Some(card) = moved.filter(|card| Live::new(world).object(card.id).zone == Zone::Exile) {
        let turn = world.part::<Turn>().number;
        world.row_mut::<Status>(card.id).plotted = Some(turn);
        touch(world, Inputs::EXILE | Inputs::HISTORY);
    }
    Step::Next
}
