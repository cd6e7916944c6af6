//! Battles without defense, and those without a protector (CR 704.5v-x).

use super::{Look, Proposals};
use crate::model::dirt::StateClass;
use crate::model::ids::{ObjectRef, Seat};
use crate::model::object::Status;
use crate::rules::reading::{Board, Reading, battles};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;
use bevy_ecs::prelude::*;

/// CR 704.5v-x: a battle without defense goes to its owner's graveyard, unless an ability of it that has triggered has still to
/// leave the stack. Of others it is chosen who protects them, if nobody does or nobody who can; if nobody can, they go there, too.
pub(super) fn find(read: Reading, mut proposals: ResMut<Proposals>) {
    let live = read.live();
    for id in battles::all(&live) {
        let (object, chars) = (*live.object(id), live.chars(id));
        let spent = battles::is_spent(&live, id) && !battles::awaits(&live, id);
        if !spent && !battles::lacks_protector(&live, id) {
            continue;
        }
        let protectors = battles::protectors(live.players(), chars.subtypes, chars.controller);
        if spent || protectors.is_empty() {
            proposals.bury(object.reference(), object.owner);
        } else {
            proposals.protecting.push((chars.controller, object.reference(), protectors));
        }
    }
}

/// A player becomes the protector of a battle (CR 310.8f).
pub(super) fn protect(world: &mut impl EditGame, battle: ObjectRef, seat: Seat) {
    world.row_mut::<Status>(battle.id).protector = Some(seat);
    mark_dirty(world, StateClass::COUNTERS);
}

/// Counters, who is in the game, what is a battle, what attacks, and the stack; in a game with battles.
pub(super) fn reads(look: &Look<'_>) -> StateClass {
    if !look.live.table().0.traits.battles {
        return StateClass::empty();
    }
    let permanents = StateClass::COUNTERS | StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS;
    permanents | StateClass::PLAYERS | StateClass::COMBAT | StateClass::STACK
}

/// Whether one goes, or needs a protector.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    let live = &look.live;
    battles::all(live)
        .any(|id| battles::lacks_protector(live, id) || battles::is_spent(live, id) && !battles::awaits(live, id))
}
