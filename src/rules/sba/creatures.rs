//! Creatures that die (CR 704.5f-h).

use super::{Look, Proposals};
use crate::cards::def::Keyword;
use crate::model::dirt::StateClass;
use crate::model::event::Event;
use crate::rules::reading::{Board, Reading};
use bevy_ecs::prelude::*;

/// CR 704.5f: toughness 0 or less isn't destruction. CR 704.5g-h: lethal damage, and damage by a source with deathtouch
/// since the last check, destroy; what is indestructible stays (702.12b).
pub(super) fn die(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    for &id in &board.zones().battlefield {
        let (this_turn, chars) = (board.this_turn(id), board.chars(id));
        if this_turn.deathtouched {
            proposals.deathtouched.push(id);
        }
        if !chars.is_creature() || board.status(id).phased_out {
            continue;
        }
        let lethal = this_turn.deathtouched || (this_turn.damage > 0 && this_turn.damage >= chars.toughness);
        if chars.toughness <= 0 {
            let object = board.object(id);
            proposals.bury(object.reference(), object.owner);
        } else if lethal && !chars.has(Keyword::Indestructible) {
            let object = board.object(id).reference();
            proposals.events.push(Event::Destroy { object, no_regeneration: false, by_effect: false });
        }
    }
}

/// Damage, and what creatures are.
pub(super) fn reads(_: &Look<'_>) -> StateClass {
    StateClass::DAMAGE | StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS | StateClass::COUNTERS
}

/// Whether a creature dies, or damage by a source with deathtouch is to be forgotten.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.seen.creature_dies
}
