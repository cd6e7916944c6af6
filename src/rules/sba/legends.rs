//! The legend rule (CR 704.5j).

use super::{Look, Proposals};
use crate::cards::def::{Rule, StaticEffect, Supertypes};
use crate::model::dirt::StateClass;
use crate::model::ids::{NameId, ObjectId, ObjectRef, Seat};
use crate::rules::reading::{self, Board, Reading};
use bevy_ecs::prelude::*;

/// CR 704.5j: legendary permanents with the same name and controller form a group of which the controller keeps one.
pub(super) fn group(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    let mut groups: Vec<(Seat, NameId, Vec<ObjectRef>)> = Vec::new();
    for id in &board.zones().battlefield {
        let chars = board.chars(*id);
        let legendary = chars.supertypes.contains(Supertypes::LEGENDARY) && chars.name != NameId::NONE;
        if !legendary || board.status(*id).phased_out {
            continue;
        }
        if is_spared(&board, *id) {
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
    let order: Vec<Seat> = board.players().in_turn_order(board.turn().active).collect();
    groups.sort_by_key(|(seat, ..)| std::cmp::Reverse(order.iter().position(|s| s == seat)));
    let groups = groups.into_iter().map(|(seat, _, members)| (seat, members));
    proposals.keep_one.extend(groups.filter(|(seat, _)| board.players().is_alive(*seat)));
}

/// Whether an effect says that the legend rule doesn't apply to a permanent.
pub(super) fn is_spared(board: &impl Board, id: ObjectId) -> bool {
    board.rules().rules.iter().any(|row| match &board.table().static_row(row.handle).effect {
        StaticEffect::Rule(Rule::NoLegendRule(filter)) => {
            reading::matches(board, board.bindings_of(row), filter, board.object(id).reference())
        }
        _ => false,
    })
}

/// What is legendary, and whose.
pub(super) fn reads(_: &Look<'_>) -> StateClass {
    StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS
}

/// Whether a player controls two legendary permanents with one name.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.seen.legend_twice
}
