//! Effects that move something "until" an event (CR 610.3): the second one-shot effect, which moves it back.
//!
//! It waits among the delayed triggered abilities, but doesn't trigger: when the event comes it is due, and happens right
//! after the batch of the event, before anything else; what is due at once happens at once (610.3b).

use super::fire;
use crate::cards::CardTable;
use crate::cards::def::{Filter, TriggerEvent, ZoneKind};
use crate::model::bindings::Bindings;
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Cause, Enter};
use crate::model::ids::{AbilityHandle, ObjectRef};
use crate::model::object::LastKnownTable;
use crate::model::trigger::{DelayedTrigger, DelayedTriggers, OnEvent, TriggerIndex};
use crate::model::turn::Turn;
use crate::model::zone::{Move, Zone};
use crate::rules::reading::{self, Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones;

/// CR 610.3a: whether the event has happened already, so that nothing moves. The objects that events of this kind name
/// leave once only; of a monarch the next one is meant.
pub(crate) fn is_over(world: &impl ReadGame, handle: AbilityHandle, bindings: &Bindings) -> bool {
    let table = world.part::<CardTable>();
    let Some((TriggerEvent::Leaves(what), _)) = fire::parts(table.ability(handle)) else { return false };
    let board = Live::new(world);
    if let Filter::Is(obj) = what
        && let Some(object) = reading::object(&board, bindings, *obj)
    {
        let there = board.is_same(object) && board.object(object.id).zone == Zone::Battlefield;
        return !there;
    }
    false
}

/// CR 610.3: what has moved waits for the event to be moved back to where it came from.
pub(crate) fn wait(
    world: &mut impl EditGame,
    handle: AbilityHandle,
    bindings: Bindings,
    moved: &[(ObjectRef, ObjectRef)],
) {
    let table = world.part::<LastKnownTable>();
    let from = |old: ObjectRef| table.get(old).map(|was| was.object.zone.kind());
    let board = Live::new(world);
    // CR 712.21c, 730.3c: all components of a permanent.
    let cards = |(old, new): &(ObjectRef, ObjectRef)| {
        let all: Vec<ObjectRef> = std::iter::once(*new).chain(reading::other_successors(&board, *old)).collect();
        from(*old).into_iter().flat_map(move |zone| all.clone().into_iter().map(move |object| (object, zone)))
    };
    let cards: Vec<(ObjectRef, ZoneKind)> = moved.iter().flat_map(cards).collect();
    if cards.is_empty() {
        return;
    }
    let made = world.part::<Turn>().number;
    // CR 610.3: what has moved itself by this has left already.
    let due = is_over(world, handle, &bindings);
    if due {
        mark_dirty(world, StateClass::CEASING);
    }
    let then = OnEvent::Return { cards, due };
    world.part_mut::<DelayedTriggers>().0.push(DelayedTrigger { handle, bindings, until: None, made, then });
    world.part_mut::<TriggerIndex>().stale = true;
}

/// CR 610.3: what has phased out waits for the event to phase in.
pub(crate) fn wait_out(world: &mut impl EditGame, handle: AbilityHandle, bindings: Bindings, objects: Vec<ObjectRef>) {
    let then = OnEvent::PhaseIn { objects, due: false };
    let made = world.part::<Turn>().number;
    world.part_mut::<DelayedTriggers>().0.push(DelayedTrigger { handle, bindings, until: None, made, then });
    world.part_mut::<TriggerIndex>().stale = true;
}

fn is_due(delayed: &DelayedTrigger) -> bool {
    matches!(delayed.then, OnEvent::Return { due: true, .. } | OnEvent::PhaseIn { due: true, .. })
}

/// Whether something is due now.
fn returns_now(world: &impl ReadGame) -> bool {
    world.part::<DelayedTriggers>().0.iter().any(is_due)
}

/// CR 610.3b: the batch of all that is due now.
pub(crate) fn due(world: &mut impl EditGame) -> Option<Batch> {
    if !returns_now(world) {
        return None;
    }
    let waiting = world.part_mut::<DelayedTriggers>();
    let (now, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut waiting.0).into_iter().partition(is_due);
    waiting.0 = rest;
    world.part_mut::<TriggerIndex>().stale = true;
    for delayed in &now {
        if let OnEvent::PhaseIn { objects, .. } = &delayed.then {
            zones::phase_in(world, objects);
        }
    }
    let board = Live::new(world);
    let mut events = Vec::new();
    for delayed in now {
        let OnEvent::Return { cards, .. } = delayed.then else { continue };
        for (object, zone) in cards.into_iter().filter(|(object, _)| board.is_current(*object)) {
            let owner = board.object(object.id).owner;
            let enter =
                (zone == ZoneKind::Battlefield).then(|| Box::new(Enter { controller: owner, ..Enter::default() }));
            let request = Move { enter, ..Move::plain(object, Zone::of(zone, owner), Cause::Effect) };
            events.push(request.into());
        }
    }
    (!events.is_empty()).then(|| Batch::of(events))
}
