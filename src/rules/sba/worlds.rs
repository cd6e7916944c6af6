//! The world rule (CR 704.5k).

use super::{Look, Proposals};
use crate::cards::def::Supertypes;
use crate::model::dirt::StateClass;
use crate::model::ids::ObjectRef;
use crate::rules::reading::{Board, Reading};
use bevy_ecs::prelude::*;

/// The rank of what wasn't there at the last check.
const NEW: u8 = u8::MAX;

/// The world permanents, phased out or not (CR 702.26d), with their ranks: the higher, the later they got the supertype.
fn ranked(board: &impl Board) -> Vec<(ObjectRef, u8)> {
    let mut all = Vec::new();
    for id in &board.zones().battlefield {
        if board.chars(*id).supertypes.contains(Supertypes::WORLD) {
            let object = board.object(*id).reference();
            let before = board.turn().worlds.iter().find(|(known, _)| *known == object);
            all.push((object, before.map_or(NEW, |(_, rank)| *rank)));
        }
    }
    all
}

/// The world permanents as the next check is to know them, with ranks from 0 on.
pub(super) fn ranks(board: &impl Board) -> Vec<(ObjectRef, u8)> {
    let all = ranked(board);
    let mut known: Vec<u8> = all.iter().map(|(_, rank)| *rank).collect();
    known.sort_unstable();
    known.dedup();
    let older = |rank: u8| known.iter().filter(|other| **other < rank).count();
    all.iter().map(|(object, rank)| (*object, u8::try_from(older(*rank)).unwrap_or(NEW - 1))).collect()
}

/// CR 704.5k: only the newest world permanent stays. What has come since the last check came together, as far as this rule goes: if
/// that is more than one, none of them is the newest.
pub(super) fn leave(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    let mut worlds = ranked(&board);
    worlds.retain(|(object, _)| !board.status(object.id).phased_out);
    if worlds.len() < 2 {
        return;
    }
    let newest = worlds.iter().map(|(_, rank)| *rank).max();
    let tied = worlds.iter().filter(|(_, rank)| Some(*rank) == newest).count() > 1;
    for (object, rank) in worlds {
        if tied || Some(rank) != newest {
            proposals.bury(object, board.object(object.id).owner);
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
