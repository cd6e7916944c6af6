//! The ability of a player who has speed, which has no source (CR 702.179d).

use super::{fire, matching};
use crate::cards::{AbilityKind, CardTable};
use crate::model::bindings::Bindings;
use crate::model::fact::Fact;
use crate::model::ids::{AbilityKey, ObjectRef, Origin};
use crate::model::player::Players;
use crate::model::trigger::{PendingTrigger, PendingTriggers};
use crate::model::turn::Turn;
use crate::rules::events::speed::MOST;
use crate::rules::reading::{self, Live};
use crate::rules::state::{EditGame, ReadGame};

/// Whether the active player has speed that could be raised.
pub(super) fn is_watched(world: &impl ReadGame) -> bool {
    let active = world.part::<Turn>().active;
    world.part::<CardTable>().0.traits.speeds && (1..MOST).contains(&world.part::<Players>().get(active).speed)
}

/// CR 702.179d: the ability of the active player triggers as opponents lose life, once each turn.
#[cold]
pub(super) fn raced(world: &mut impl EditGame, facts: &[Fact]) {
    let (active, table) = (world.part::<Turn>().active, world.part::<CardTable>().clone());
    let handle = table.0.racing;
    let AbilityKind::Triggered { when, provided, only_if, per_turn, .. } = &table.ability(handle).kind else { return };
    // Each player has an ability of their own.
    let key = AbilityKey { object: ObjectRef::NONE, origin: Origin::Text, handle, nth: active.0 };
    let mut bindings = Bindings::new(active, ObjectRef::NONE);
    bindings.key = Some(key);
    let board = Live::new(world);
    bindings.event = facts.iter().find_map(|fact| matching::captured(&board, &bindings, when, fact, false));
    let holds = |condition| reading::holds(&board, &bindings, condition);
    if bindings.event.is_none() || !holds(provided) || !holds(only_if) || fire::is_used_up(world, key, *per_turn) {
        return;
    }
    fire::count_use(world, key);
    world.part_mut::<PendingTriggers>().0.push(PendingTrigger::new(key, bindings));
}
