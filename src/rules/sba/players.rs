//! Players who lose the game (CR 704.5a-c, 704.6c).

use super::{Look, Proposals};
use crate::cards::def::{CounterKind, Rule};
use crate::model::dirt::StateClass;
use crate::model::event::Event;
use crate::model::ids::Seat;
use crate::model::player::{LossReason, Player};
use crate::rules::reading::{Board, Reading, rules_for};
use bevy_ecs::prelude::*;

/// CR 704.5a-c: no life, a draw from an empty library, ten poison counters. That someone drew from an empty library
/// only counts for the next check.
pub(super) fn lose(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    let cant = |rule: &Rule| match rule {
        Rule::CantLose(who) => Some(*who),
        _ => None,
    };
    for seat in (0..board.players().seats()).map(Seat) {
        let Some(reason) = reason(board.players().get(seat)) else { continue };
        proposals.drew.insert(seat);
        if rules_for(&board, seat, cant).next().is_none() {
            proposals.events.push(Event::Lose { seat, reason });
        }
    }
}

/// Life, counters of players, and what says that they can't lose.
pub(super) fn reads(_: &Look<'_>) -> StateClass {
    StateClass::LIFE | StateClass::PLAYERS | StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS
}

/// Whether a player would lose.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.live.players().0.iter().any(|player| reason(player).is_some())
}

fn reason(player: &Player) -> Option<LossReason> {
    if player.lost.is_some() {
        None
    } else if player.life <= 0 {
        Some(LossReason::NoLife)
    } else if player.drew_from_empty {
        Some(LossReason::DrewFromEmptyLibrary)
    } else if player.counters.get(CounterKind::Poison) >= 10 {
        Some(LossReason::Poison)
    } else if crate::model::commander::is_beaten(player) {
        Some(LossReason::CommanderDamage)
    } else {
        None
    }
}
