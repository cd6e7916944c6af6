//! Plotting cards: a special action (CR 116.2k, 702.170), and what may be cast because it is plotted.

use super::begin::transaction;
use super::{Bill, CastStep, CastTask, Help, Proposal, Step, Transaction, Undo, payable, reverse};
use crate::cards::AbilityKind;
use crate::cards::def::Cost;
use crate::decision::{Flow, Task, push};
use crate::effects::Bindings;
use crate::events::{Batch, BatchResult, Cause, Event, Place};
use crate::ids::{ObjectId, ObjectRef, Seat};
use crate::layers;
use crate::legal::sorcery_time;
use crate::mana::Means;
use crate::object::{Slots, Status};
use crate::reading::{Board, Live};
use crate::schedule::{Inputs, touch};
use crate::turn::Turn;
use crate::zones::Zone;
use bevy_ecs::prelude::*;

/// The plot costs of a card in hand, each with the place of its ability.
fn costs<'w>(live: &Live<'w>, id: ObjectId) -> impl Iterator<Item = (u8, &'w Cost)> {
    let table = live.world_table();
    let abilities = live.world_chars(id).abilities.iter().enumerate();
    abilities.filter_map(|(n, a)| match &table.ability(a.handle).kind {
        AbilityKind::Plot(cost) => Some((n as u8, cost)),
        _ => None,
    })
}

/// CR 702.170a: by which of its abilities a player can plot a card of their hand now.
pub(crate) fn can_plot(live: &Live<'_>, means: &Means, seat: Seat, id: ObjectId, mut each: impl FnMut(u8)) {
    for (n, cost) in costs(live, id) {
        let bindings = Bindings::new(seat, live.object(id).reference());
        let mut bill = Bill::default();
        bill.add(live, &bindings, &cost.0);
        if sorcery_time(live, seat) && (means.unproven || payable(live, means, &bindings, &bill, Help::default())) {
            each(n);
        }
    }
}

/// CR 702.170a: its cost is paid, and it is exiled.
pub(super) fn begin(world: &mut World, seat: Seat, object: ObjectRef, by: u8) -> Flow {
    layers::refresh(world);
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
pub(super) fn plot(world: &mut World, action: &mut Transaction) -> Step {
    if action.at == 0 {
        action.at = 1;
        let event = Event::Move {
            object: action.object,
            to: Zone::Exile,
            place: Place::Top,
            cause: Cause::Effect,
            face_down: None,
            reveal: true,
            enter: None,
        };
        return Step::Propose(Batch::of([event]));
    }
    reverse::forget_refused(world);
    let moved = world.resource::<BatchResult>().objects.first().map(|(_, card)| *card);
    if let Some(card) = moved.filter(|card| Live::new(world).object(card.id).zone == Zone::Exile) {
        let turn = world.resource::<Turn>().number;
        let entity = world.resource::<Slots>().entity(card.id);
        world.get_mut::<Status>(entity).expect("slots have a status").plotted = Some(turn);
        touch(world, Inputs::EXILE | Inputs::HISTORY);
    }
    Step::Next
}

/// CR 702.170d: whether a player may cast a card from exile because it is plotted, at the right time of a later turn.
pub(super) fn castable_as_plotted(live: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
    let object = live.object(id);
    object.zone == Zone::Exile
        && object.owner == seat
        && live.status(id).plotted.is_some_and(|turn| turn < live.turn().number)
}
