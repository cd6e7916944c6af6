//! The world rule (CR 704.5k).

use super::{Look, Proposals};
use crate::cards::def::Supertypes;
use crate::model::dirt::StateClass;
use crate::model::ids::{ObjectRef, Seat};
use crate::rules::reading::{Board, Reading};
use bevy_ecs::prelude::*;

/// CR 704.5k: only the newest world permanent stays. At the last check there was at most one ([`Turn::world`]); what has
/// come since came together, as far as this rule goes: if that is more than one, none of them is the newest.
pub(super) fn leave(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    let mut worlds: Vec<(ObjectRef, Seat)> = Vec::new();
    for id in &board.zones().battlefield {
        if board.chars(*id).supertypes.contains(Supertypes::WORLD) && !board.status(*id).phased_out {
            worlds.push((board.object(*id).reference(), board.object(*id).owner));
        }
    }
    let before = board.turn().world;
    let is_new = |object: ObjectRef| Some(object) != before;
    if worlds.len() < 2 {
        return;
    }
    let newcomers = worlds.iter().filter(|(object, _)| is_new(*object)).count();
    for (object, owner) in worlds {
        if newcomers > 1 || !is_new(object) {
            proposals.bury(object, owner);
        }
    }
}

/// Which permanents have the supertype.
pub(super) fn reads(_: &Look<'_>) -> StateClass {
    StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS
}

/// Whether there are two.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.seen.worlds > 1
}
