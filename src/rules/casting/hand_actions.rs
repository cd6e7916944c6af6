//! Special actions that exile a card of a hand: to plot, foretell or suspend it (CR 116.2f, h, k).

use super::begin::transaction;
use super::{Step, reverse};
use crate::cards::def::{CounterKind, HandAction};
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{CastStep, CastTask, Proposal, Transaction, Undo};
use crate::model::dirt::Inputs;
use crate::model::event::{Batch, Cause, Event};
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::{SinceAction, Status};
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::model::zone::{Move, Zone};
use crate::rules::driver::{Flow, push};
use crate::rules::legal::special::{TIME, cost_of};
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::touch;
use crate::rules::state::{EditGame, ReadGame};

/// CR 702.62a, 702.143a, 702.170a: its cost is paid, and it is exiled.
pub(super) fn begin(world: &mut impl EditGame, seat: Seat, object: ObjectRef, (action, by): (HandAction, u8)) -> Flow {
    let live = Live::new(world);
    if !live.is_current(object) {
        return Flow::Continue;
    }
    let Some(cost) = cost_of(&live, object.id, by).cloned() else { return Flow::Continue };
    let undo = Undo::from_here(world);
    let what = Proposal::ExileFromHand(action, by);
    let mut begun = transaction(seat, object, what, Bindings::new(seat, object), undo);
    begun.base = Some(cost);
    begun.payment.held.push(object.id);
    begun.step = CastStep::ChooseX;
    push(world, Task::Cast(Box::new(CastTask::Go(begun))));
    Flow::Continue
}

/// The cost is paid: the card is exiled, foretold face down, and what lets it be cast later is remembered.
pub(super) fn exile(world: &mut impl EditGame, begun: &mut Transaction, action: HandAction, by: u8) -> Step {
    if begun.at == 0 {
        begun.at = 1;
        begun.bindings.x = suspended_with(world, begun.object, by);
        let request = Move::plain(begun.object, Zone::Exile, Cause::Effect);
        let request = match action {
            HandAction::Foretell => request.with_face_down(SeatSet::only(begun.seat)),
            HandAction::Plot | HandAction::Suspend => request.with_reveal(true),
        };
        return Step::Propose(Batch::of([request.into()]));
    }
    reverse::forget_refused(world);
    if begun.at > 1 {
        return Step::Next;
    }
    begun.at = 2;
    let moved = Returned::happened(world).objects.first().map(|(_, card)| *card);
    let Some(card) = moved.filter(|card| Live::new(world).object(card.id).zone == Zone::Exile) else {
        return Step::Next;
    };
    if action == HandAction::Suspend {
        let count = u32::try_from(begun.bindings.x).unwrap_or(0);
        let target = Referent::Object(card);
        return Step::Propose(Batch::of([Event::PutCounters { target, kind: CounterKind::Named(*TIME), count }]));
    }
    let turn = world.part::<Turn>().number;
    world.row_mut::<Status>(card.id).since_action = Some(SinceAction { turn, action });
    touch(world, Inputs::EXILE | Inputs::HISTORY);
    Step::Next
}

/// With how many time counters an ability of a card has it exiled (CR 702.62a).
fn suspended_with(world: &impl ReadGame, card: ObjectRef, by: u8) -> i32 {
    let ability = Live::new(world).chars(card.id).abilities.get(usize::from(by)).copied();
    match ability.map(|a| &world.part::<CardTable>().ability(a.handle).kind) {
        Some(AbilityKind::Suspend { counters, .. }) => i32::try_from(*counters).unwrap_or(i32::MAX),
        _ => 0,
    }
}
