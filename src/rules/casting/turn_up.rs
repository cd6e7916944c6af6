//! Turning face-down permanents face up: a special action (CR 116.2b), for a cost (701.40b, 702.37e).

use super::begin::transaction;
use super::{CastFlow, reverse};
use crate::cards::def::CounterKind;
use crate::cards::{AbilityKind, CardTable};
use crate::model::bindings::Bindings;
use crate::model::cast::{CastStep, CastTask, Proposal, Transaction, Undo};
use crate::model::event::{Batch, Event};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::StackEntry;
use crate::model::task::Task;
use crate::rules::driver::{Flow, push};
use crate::rules::layers;
use crate::rules::legal::special::cost_up;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// CR 702.37e: its cost is paid first.
pub(super) fn begin(world: &mut impl EditGame, seat: Seat, object: ObjectRef, by: Option<u8>) -> Flow {
    let live = Live::new(world);
    if !live.is_current(object) {
        return Flow::Continue;
    }
    let up = layers::face_up(world, object);
    let Some(cost) = up.and_then(|up| cost_up(&live, object.id, &up, by)) else { return Flow::Continue };
    let undo = Undo::from_here(world);
    let mut action = transaction(seat, object, Proposal::TurnFaceUp(by), Bindings::new(seat, object), undo);
    action.base = Some(cost);
    action.step = CastStep::ChooseX;
    push(world, Task::Cast(Box::new(CastTask::Go(Box::new(action)))));
    Flow::Continue
}

/// The cost is paid: it is turned face up, and remembers X (CR 702.37f).
pub(super) fn turn(world: &mut impl EditGame, action: &mut Transaction, by: Option<u8>) -> CastFlow {
    if action.at > 0 {
        reverse::forget_refused(world);
        return CastFlow::Next;
    }
    action.at = 1;
    let object = action.object;
    world.row_mut::<StackEntry>(object.id).cast.x = action.bindings.x;
    let mut events = vec![Event::TurnFaceUp { object, by: action.bindings.you }];
    if counts(world, object, by) {
        let kind = CounterKind::PowerToughness(1, 1);
        events.push(Event::PutCounters { target: Referent::Object(object), kind, count: 1, by: action.bindings.you });
    }
    CastFlow::Propose(Batch::of(events))
}

/// CR 702.37b: whether a counter is put on it, too.
fn counts(world: &impl ReadGame, object: ObjectRef, by: Option<u8>) -> bool {
    let (Some(up), Some(n)) = (layers::face_up(world, object), by) else { return false };
    let ability = up.abilities.get(usize::from(n));
    let table = world.part::<CardTable>();
    ability.is_some_and(|a| matches!(table.ability(a.handle).kind, AbilityKind::Morph { counter: true, .. }))
}
