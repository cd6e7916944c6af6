//! Auras, Equipment and whatever else is attached where it can't be (CR 704.5m, n, p).

use super::{Look, Proposals};
use crate::cards::def::{CardTypes, Subtype};
use crate::model::dirt::StateClass;
use crate::model::event::Event;
use crate::model::ids::ObjectId;
use crate::model::object::Characteristics;
use crate::rules::legal;
use crate::rules::reading::{Board, Reading};
use bevy_ecs::prelude::*;
use std::sync::LazyLock;

/// The subtypes that this rule names.
struct Attaching {
    aura: Subtype,
    equipment: Subtype,
    fortification: Subtype,
}

static SUBTYPES: LazyLock<Attaching> = LazyLock::new(|| {
    let named = |name| Subtype::named(name).expect("a subtype of CR 205.3");
    Attaching { aura: named("Aura"), equipment: named("Equipment"), fortification: named("Fortification") }
});

/// Whether it is an Aura (CR 303.4).
pub(super) fn is_aura(chars: &Characteristics) -> bool {
    chars.is(CardTypes::ENCHANTMENT) && chars.subtypes.contains(SUBTYPES.aura)
}

/// CR 704.5m: an Aura that is attached illegally or not at all goes to its owner's graveyard. CR 704.5n, p: anything
/// else that can't be attached so becomes unattached.
pub(super) fn fall_off(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    for &id in &board.zones().battlefield {
        if !falls_off(&board, id) {
            continue;
        }
        let object = *board.object(id);
        let attached = board.status(id).attached_to.is_some();
        // CR 702.103f: a bestowed Aura stays, as a creature.
        let stays = attached && never_attached(board.chars(id)) || board.cast_as(id).bestowed.is_some();
        let goes = is_aura(board.chars(id)) && !stays;
        if goes {
            proposals.bury(object.reference(), object.owner);
        } else {
            proposals.events.push(Event::Unattach { object: object.reference() });
        }
    }
}

/// What is attached to what. What it can be attached to is told by a filter, which may read a lot; if nothing is attached,
/// nothing asks it.
pub(super) fn reads(look: &Look<'_>) -> StateClass {
    const ALWAYS: StateClass = StateClass::ATTACHMENT.union(StateClass::BATTLEFIELD).union(StateClass::CHARACTERISTICS);
    const BY_FILTERS: StateClass = StateClass::TAPPED
        .union(StateClass::GRAVEYARDS)
        .union(StateClass::COMBAT)
        .union(StateClass::CHOSEN)
        .union(StateClass::EFFECTS);
    if look.seen.attached { ALWAYS | BY_FILTERS } else { ALWAYS }
}

/// Whether something is attached where it can't be, or an Aura to nothing.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.seen.falls_off
}

/// Whether a permanent is attached where it can't be, or is an Aura that isn't attached.
pub(super) fn falls_off(board: &impl Board, id: ObjectId) -> bool {
    let (chars, status) = (board.chars(id), board.status(id));
    if status.phased_out {
        return false;
    }
    let Some(to) = status.attached_to else { return is_aura(chars) };
    let there = to.object().is_none_or(|host| board.is_current(host));
    !there || never_attached(chars) || !legal::stays_attached(board, board.object(id).reference(), to)
}

/// CR 704.5p: what is a creature or a battle, or neither Aura nor Equipment nor Fortification, is attached to nothing.
fn never_attached(chars: &Characteristics) -> bool {
    let attaches = [SUBTYPES.equipment, SUBTYPES.fortification].iter().any(|s| chars.subtypes.contains(*s));
    chars.is(CardTypes::CREATURE.union(CardTypes::BATTLE)) || !(attaches || is_aura(chars))
}
