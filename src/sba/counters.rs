//! Counters that annihilate each other (CR 704.5q, 122.3).

use super::check::{MINUS, PLUS};
use super::{Families, Proposals};
use crate::events::Event;
use crate::ids::Referent;
use crate::reading::{Board, Live};
use crate::zones::Zones;
use bevy_ecs::prelude::*;

/// CR 704.5q: as many +1/+1 as -1/-1 counters are removed.
pub(super) fn annihilate(world: &mut World) {
    if !world.resource::<Proposals>().due.contains(Families::COUNTERS) {
        return;
    }
    for i in 0..world.resource::<Zones>().battlefield.len() {
        let id = world.resource::<Zones>().battlefield[i];
        let board = Live::new(world);
        let count = board.counters(id).get(PLUS).min(board.counters(id).get(MINUS));
        if count == 0 || board.status(id).phased_out {
            continue;
        }
        let target = Referent::Object(board.object(id).reference());
        let mut proposals = world.resource_mut::<Proposals>();
        proposals.events.push(Event::RemoveCounters { target, kind: PLUS, count });
        proposals.events.push(Event::RemoveCounters { target, kind: MINUS, count });
    }
}
