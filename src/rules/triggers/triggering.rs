//! Abilities that trigger as another ability triggers (CR 603.3b): they go onto the stack after it.

use super::additional::Of;
use super::{fire, matching};
use crate::cards::def::TriggerEvent;
use crate::cards::{AbilityKind, CardTable};
use crate::model::bindings::{Bindings, EventData};
use crate::model::fact::{Fact, FactMask};
use crate::model::ids::{ObjectRef, Referent};
use crate::model::object::AbilityInstance;
use crate::model::trigger::{PendingTrigger, PendingTriggers};
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// An ability that functions now, of an object, with what it watches.
pub(super) type Watching = (ObjectRef, AbilityInstance, FactMask);

/// An ability that triggers on a fact, which stands among others, with those that trigger because it does.
pub(super) fn followed(
    world: &mut impl EditGame,
    table: &CardTable,
    now: &[Watching],
    ability: Of,
    mut trigger: PendingTrigger,
    (fact, facts, at): (&Fact, &[Fact], usize),
) -> PendingTrigger {
    if !table.0.traits.asks_triggering {
        return trigger;
    }
    let causes = fire::causes(world, ability, &trigger.bindings, (fact, facts, at));
    for (object, instance, _) in now {
        let AbilityKind::Triggered { when: TriggerEvent::Triggers { of, on }, per_turn, .. } =
            &table.ability(instance.handle).kind
        else {
            continue;
        };
        let caused = causes.iter().any(|fact| concerns(world, (*object, *instance), (of, on), ability, fact));
        if let Some(follower) = caused.then(|| follower(world, table, (*object, *instance), &trigger)).flatten() {
            if per_turn.is_some() {
                fire::count_use(world, follower.key);
            }
            trigger.followers.push(follower);
        }
    }
    trigger
}

/// Whether a fact is the event, and the ability that triggers on it is of such an object.
fn concerns(
    world: &impl ReadGame,
    (object, instance): (ObjectRef, AbilityInstance),
    (of, on): (&crate::cards::def::Filter, &TriggerEvent),
    ability: Of,
    fact: &Fact,
) -> bool {
    let board = Live::new(world);
    let Some(bindings) = bindings(world, object, instance) else { return false };
    let event = [false, true].into_iter().find_map(|back| matching::captured(&board, &bindings, on, fact, back));
    event.is_some_and(|event| {
        let of_event = Bindings { event: Some(event), ..bindings };
        reading::matches(&board, &of_event, of, ability.object)
    })
}

/// What the words of an ability refer to before its event.
fn bindings(world: &impl ReadGame, object: ObjectRef, instance: AbilityInstance) -> Option<Bindings> {
    let board = Live::new(world);
    let mut bindings = Bindings::new(board.view(object)?.chars.controller, object);
    board.note_granter(&mut bindings, instance.origin, instance.handle);
    Some(bindings)
}

/// An ability that triggers because another one does, if what it asks besides is so. Which object that one is on the stack is known later.
fn follower(
    world: &impl ReadGame,
    table: &CardTable,
    (object, instance): (ObjectRef, AbilityInstance),
    trigger: &PendingTrigger,
) -> Option<PendingTrigger> {
    let AbilityKind::Triggered { provided, only_if, per_turn, once, .. } = &table.ability(instance.handle).kind else {
        return None;
    };
    let mut bindings = bindings(world, object, instance)?;
    let (source, player) = (Some(trigger.key.object), Some(trigger.bindings.you));
    bindings.event = Some(EventData { source, player, ..EventData::default() });
    fire::capture(world, &mut bindings, object, instance);
    let (board, key) = (Live::new(world), instance.key(object));
    let so = reading::holds(&board, &bindings, provided) && reading::holds(&board, &bindings, only_if);
    let fires = so && !fire::is_used_up(world, key, per_turn.or(once.then_some(1)));
    fires.then(|| PendingTrigger::new(key, bindings))
}

/// An ability has been put on the stack: those that triggered because it did wait to be put there, too.
pub(super) fn placed(world: &mut impl EditGame, followers: Vec<PendingTrigger>, object: ObjectRef) {
    for mut follower in followers {
        if let Some(event) = &mut follower.bindings.event {
            event.subject = Some(Referent::Object(object));
        }
        world.part_mut::<PendingTriggers>().0.push(follower);
    }
}

/// CR 603.3b: what has triggered because others did goes onto the stack before what has triggered since. How many those are.
pub(super) fn bring_forward(world: &mut impl EditGame) -> usize {
    let table = world.part::<CardTable>();
    if !table.0.traits.asks_triggering || world.part::<PendingTriggers>().0.is_empty() {
        return 0;
    }
    let table = table.clone();
    let follows = |trigger: &PendingTrigger| {
        matches!(
            &table.ability(trigger.key.handle).kind,
            AbilityKind::Triggered { when: TriggerEvent::Triggers { .. }, .. }
        )
    };
    let waiting = &mut world.part_mut::<PendingTriggers>().0;
    // The sort is stable: otherwise they keep their order.
    waiting.sort_by_key(|trigger| !follows(trigger));
    waiting.iter().filter(|trigger| follows(trigger)).count()
}
