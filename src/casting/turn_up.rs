//! Turning face-down permanents face up: a special action (CR 116.2b), for a cost (701.40b, 702.37e).

use super::begin::transaction;
use super::{Bill, CastStep, CastTask, Help, Proposal, Step, Transaction, Undo, payable, reverse};
use crate::cards::def::{CardTypes, Cost, CostPart, CounterKind};
use crate::cards::{AbilityKind, CardTable};
use crate::decision::{Flow, Task, push};
use crate::effects::Bindings;
use crate::events::{Batch, Event};
use crate::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::layers;
use crate::mana::Means;
use crate::object::{Characteristics, Restrictions, Slots, StackEntry};
use crate::reading::{Board, Live};
use bevy_ecs::prelude::*;
use smallvec::SmallVec;

/// What is paid to turn a face-down permanent face up, if it may be: by the n-th ability that it will have, or as it is
/// manifested (CR 701.40b, 702.37e).
pub(crate) fn cost_up(live: &Live<'_>, id: ObjectId, up: &Characteristics, by: Option<u8>) -> Option<Cost> {
    let status = live.status(id);
    let fixed = live.chars(id).restrictions.contains(Restrictions::CANT_BE_TURNED_FACE_UP);
    if !status.face_down || !up.is(CardTypes::PERMANENT) || fixed {
        return None;
    }
    match by {
        Some(n) => match &live.table().ability(up.abilities.get(usize::from(n))?.handle).kind {
            AbilityKind::Morph { cost, .. } => Some(cost.clone()),
            _ => None,
        },
        None if status.down.manifested && up.is_creature() => Some(Cost(vec![CostPart::Mana(up.cost.clone()?)])),
        None => None,
    }
}

/// The ways in which a player can turn a permanent face up now.
pub(crate) fn can_turn_up(live: &Live<'_>, means: &Means, seat: Seat, id: ObjectId) -> SmallVec<[Option<u8>; 1]> {
    let status = live.status(id);
    if !status.face_down || status.phased_out || live.chars(id).controller != seat {
        return SmallVec::new();
    }
    let object = live.object(id).reference();
    let Some(up) = layers::face_up(live.world(), object) else { return SmallVec::new() };
    let ways = [None].into_iter().chain((0..up.abilities.len() as u8).map(Some));
    let able = |by: &Option<u8>| {
        cost_up(live, id, &up, *by).is_some_and(|cost| {
            let bindings = Bindings::new(seat, object);
            let mut bill = Bill::default();
            bill.add(live, &bindings, &cost.0);
            means.unproven || payable(live, means, &bindings, &bill, Help::default())
        })
    };
    ways.filter(able).collect()
}

/// CR 702.37e: its cost is paid first.
pub(super) fn begin(world: &mut World, seat: Seat, object: ObjectRef, by: Option<u8>) -> Flow {
    layers::refresh(world);
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
    push(world, Task::Cast(Box::new(CastTask::Go(action))));
    Flow::Continue
}

/// The cost is paid: it is turned face up, and remembers X (CR 702.37f).
pub(super) fn turn(world: &mut World, action: &mut Transaction, by: Option<u8>) -> Step {
    if action.at > 0 {
        reverse::forget_refused(world);
        return Step::Next;
    }
    action.at = 1;
    let object = action.object;
    let entity = world.resource::<Slots>().entity(object.id);
    world.get_mut::<StackEntry>(entity).expect("slots have stack entries").cast.x = action.bindings.x;
    let mut events = vec![Event::TurnFaceUp { object }];
    if counts(world, object, by) {
        let kind = CounterKind::PowerToughness(1, 1);
        events.push(Event::PutCounters { target: Referent::Object(object), kind, count: 1 });
    }
    Step::Propose(Batch::of(events))
}

/// CR 702.37b: whether a counter is put on it, too.
fn counts(world: &World, object: ObjectRef, by: Option<u8>) -> bool {
    let (Some(up), Some(n)) = (layers::face_up(world, object), by) else { return false };
    let ability = up.abilities.get(usize::from(n));
    let table = world.resource::<CardTable>();
    ability.is_some_and(|a| matches!(table.ability(a.handle).kind, AbilityKind::Morph { counter: true, .. }))
}
