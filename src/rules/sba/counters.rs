//! Counters that annihilate each other (CR 704.5q, 122.3), and too many of a kind (704.5r).

use super::check::{MINUS, PLUS};
use super::{Look, Proposals};
use crate::cards::def::{CounterKind, ObjectRule};
use crate::model::dirt::StateClass;
use crate::model::event::Event;
use crate::model::ids::{ObjectId, Referent};
use crate::rules::reading::{self, Board, Reading};
use bevy_ecs::prelude::*;
use smallvec::SmallVec;

/// CR 704.5r: the kinds of counters of which a permanent has more than it can have, and how many too many.
pub(super) fn too_many(board: &impl Board, id: ObjectId) -> impl Iterator<Item = (CounterKind, u32)> + '_ {
    let counters = board.counters(id);
    reading::rules_of(board, id).filter_map(|(rule, _)| match rule {
        ObjectRule::MostCounters(kind, most) => {
            Some((*kind, counters.get(*kind).saturating_sub(*most))).filter(|(_, more)| *more > 0)
        }
        _ => None,
    })
}

/// CR 704.5q: as many +1/+1 as -1/-1 counters are removed. CR 704.5r: counters beyond the number that a
/// permanent can have of a kind are removed.
pub(super) fn annihilate(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    for &id in &board.zones().battlefield {
        if board.status(id).phased_out {
            continue;
        }
        let count = board.counters(id).get(PLUS).min(board.counters(id).get(MINUS));
        let pair = [(PLUS, count), (MINUS, count)].into_iter().filter(|(_, count)| *count > 0);
        let removed: SmallVec<[(CounterKind, u32); 2]> = pair.chain(too_many(&board, id)).collect();
        let target = Referent::Object(board.object(id).reference());
        let events = removed.into_iter().map(|(kind, count)| Event::RemoveCounters { target, kind, count });
        proposals.events.extend(events);
    }
}

/// Counters, and rules about them.
pub(super) fn reads(_: &Look<'_>) -> StateClass {
    StateClass::COUNTERS | StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS
}

/// Whether some annihilate each other, or there are too many.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.seen.counters_go
}
