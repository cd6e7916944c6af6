//! The legend rule (CR 704.5j).

use super::{Families, Proposals};
use crate::cards::def::Supertypes;
use crate::ids::{NameId, ObjectRef, Seat};
use crate::player::Players;
use crate::reading::{Board, Live};
use crate::turn::Turn;
use bevy_ecs::prelude::*;

/// CR 704.5j: legendary permanents with the same name and controller form a group of which the controller keeps one.
pub(super) fn group(world: &mut World) {
    if !world.resource::<Proposals>().due.contains(Families::LEGENDS) {
        return;
    }
    let board = Live::new(world);
    let mut groups: Vec<(Seat, NameId, Vec<ObjectRef>)> = Vec::new();
    for id in &board.zones().battlefield {
        let chars = board.chars(*id);
        let legendary = chars.supertypes.contains(Supertypes::LEGENDARY) && chars.name != NameId::NONE;
        if !legendary || board.status(*id).phased_out {
            continue;
        }
        let this = board.object(*id).reference();
        match groups.iter_mut().find(|(seat, name, _)| (*seat, *name) == (chars.controller, chars.name)) {
            Some((_, _, members)) => members.push(this),
            None => groups.push((chars.controller, chars.name, vec![this])),
        }
    }
    groups.retain(|(_, _, members)| members.len() > 1);
    // CR 101.4: in APNAP order, the first to choose last in the list.
    let order: Vec<Seat> = board.players().in_turn_order(world.resource::<Turn>().active).collect();
    groups.sort_by_key(|(seat, ..)| std::cmp::Reverse(order.iter().position(|s| s == seat)));
    let groups = groups.into_iter().map(|(seat, _, members)| (seat, members));
    let groups: Vec<_> = groups.filter(|(seat, _)| world.resource::<Players>().is_alive(*seat)).collect();
    world.resource_mut::<Proposals>().keep_one.extend(groups);
}
