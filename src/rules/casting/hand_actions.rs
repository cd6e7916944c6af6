//! Special actions that exile a card of a hand, to plot, foretell or suspend it, or that put a companion into it (CR 116.2f-h, k).

use super::begin::transaction;
use super::{CastFlow, reverse};
use crate::cards::def::{CounterKind, HandAction, PermanentAction};
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{CastStep, CastTask, Proposal, Transaction, Undo};
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Cause, Event};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::{CastAs, SinceAction};
use crate::model::player::Players;
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::model::zone::{Move, Zone};
use crate::rules::driver::{Flow, push};
use crate::rules::events::record;
use crate::rules::legal::special::{TIME, cost_of};
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};

/// CR 702.62a, 702.139a, 702.143a, 702.170a: its cost is paid, and it is exiled or put into the hand.
pub(super) fn begin(world: &mut impl EditGame, seat: Seat, object: ObjectRef, (action, by): (HandAction, u8)) -> Flow {
    let live = Live::new(world);
    if !live.is_current(object) {
        return Flow::Continue;
    }
    let Some(cost) = cost_of(&live, object.id, by).cloned() else { return Flow::Continue };
    let text = live.chars(object.id).abilities.get(usize::from(by)).map(|ability| ability.handle);
    let undo = Undo::from_here(world);
    let what = Proposal::HandAction(action, by);
    let mut begun = transaction(seat, object, what, Bindings::new(seat, object), undo);
    begun.base = Some(cost);
    begun.texts.extend(text);
    begun.payment.held.push(object.id);
    begun.step = CastStep::ChooseX;
    push(world, Task::Cast(Box::new(CastTask::Go(Box::new(begun)))));
    Flow::Continue
}

/// The cost is paid: the card is exiled, foretold face down, and what lets it be cast later is remembered; or the companion is put
/// into the hand.
pub(super) fn carry_out(world: &mut impl EditGame, begun: &mut Transaction, action: HandAction) -> CastFlow {
    if begun.at == 0 {
        begun.at = 1;
        let to = if action == HandAction::Companion { Zone::Hand(begun.seat) } else { Zone::Exile };
        let request = Move::plain(begun.object, to, Cause::Effect);
        let request = match action {
            HandAction::Foretell => request.with_face_down(SeatSet::only(begun.seat)),
            HandAction::Plot | HandAction::Suspend | HandAction::Companion => request.with_reveal(true),
        };
        return CastFlow::Propose(Batch::of([request.into()]));
    }
    reverse::forget_refused(world);
    if action == HandAction::Companion {
        // CR 116.2g: once a game.
        world.part_mut::<Players>().get_mut(begun.seat).companion = ObjectRef::NONE;
        return CastFlow::Next;
    }
    if begun.at > 1 {
        return CastFlow::Next;
    }
    begun.at = 2;
    let moved = Returned::happened(world).objects.first().map(|(_, card)| *card);
    let Some(card) = moved.filter(|card| Live::new(world).object(card.id).zone == Zone::Exile) else {
        return CastFlow::Next;
    };
    if action == HandAction::Suspend {
        let count = time_counters(world, begun);
        let target = Referent::Object(card);
        let (kind, by) = (CounterKind::Named(*TIME), begun.bindings.you);
        return CastFlow::Propose(Batch::of([Event::PutCounters { target, kind, count, by }]));
    }
    let turn = world.part::<Turn>().number;
    world.row_mut::<CastAs>(card.id).since_action = Some(SinceAction { turn, action });
    mark_dirty(world, StateClass::EXILE | StateClass::HISTORY);
    if action == HandAction::Plot {
        record(world, &[Fact::Did { object: card, by: begun.seat, action: PermanentAction::BecomePlotted }]);
    }
    CastFlow::Next
}

/// With how many time counters the ability has the card exiled (CR 702.62a).
fn time_counters(world: &impl ReadGame, begun: &Transaction) -> u32 {
    match begun.texts.first().map(|text| &world.part::<CardTable>().ability(*text).kind) {
        Some(AbilityKind::Suspend { counters, .. }) => *counters,
        _ => 0,
    }
}
