//! The initiative and its three abilities, which have no source (CR 726).

use super::{fire, matching, without_source};
use crate::cards::CardTable;
use crate::model::bindings::Bindings;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{AbilityHandle, AbilityKey, ObjectRef, Origin, Seat, SeatSet};
use crate::model::player::Players;
use crate::model::trigger::{PendingTrigger, PendingTriggers};
use crate::rules::events::record;
use crate::rules::reading::Live;
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};

/// The abilities: in the upkeep, as damage is dealt to the player, and as a player takes it.
fn abilities(world: &impl ReadGame) -> Option<[AbilityHandle; 3]> {
    world.part::<CardTable>().0.initiative
}

/// CR 726.2, 726.3, 726.5: a player takes the initiative.
pub(crate) fn take(world: &mut impl EditGame, seat: Seat) {
    world.part_mut::<Players>().give_initiative(seat);
    mark_dirty(world, StateClass::PLAYERS);
    record(world, &[Fact::TookInitiative { seat: Some(seat) }]);
    if let Some([_, _, taken]) = abilities(world) {
        without_source(world, seat, taken);
    }
}

/// CR 726.2: the ability that triggers at the beginning of the upkeep of the player who has the initiative.
pub(crate) fn upkeep(world: &mut impl EditGame, active: Seat) {
    if world.part::<Players>().get(active).venture.initiative
        && let Some([upkeep, ..]) = abilities(world)
    {
        without_source(world, active, upkeep);
    }
}

/// CR 726.2: the ability that triggers as creatures deal combat damage to the player who has the initiative, once for each player
/// who controls some of them.
pub(super) fn seized(world: &mut impl EditGame, facts: &[Fact]) {
    let Some(seat) = world.part::<Players>().initiative() else { return };
    let Some([_, handle, _]) = abilities(world) else { return };
    let table = world.part::<CardTable>().clone();
    let Some((when, _)) = fire::parts(table.ability(handle)) else { return };
    let key = AbilityKey { object: ObjectRef::NONE, origin: Origin::Text, handle, nth: 0 };
    let board = Live::new(world);
    let mut fired = Vec::new();
    let mut by = SeatSet::NONE;
    for fact in facts {
        let mut bindings = Bindings::new(seat, ObjectRef::NONE);
        bindings.key = Some(key);
        bindings.event = matching::captured(&board, &bindings, when, fact, false);
        let source = bindings.event.as_ref().and_then(|event| event.source);
        let Some(source) = source.map(|source| matching::controller(&board, source)) else { continue };
        if !by.contains(source) {
            by.insert(source);
            fired.push(PendingTrigger::new(key, bindings));
        }
    }
    world.part_mut::<PendingTriggers>().0.extend(fired);
}
