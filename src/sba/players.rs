//! Players who lose the game (CR 704.5a-c, 704.6c).

use super::{Families, Proposals};
use crate::cards::def::{CounterKind, Rule};
use crate::events::Event;
use crate::ids::Seat;
use crate::player::{LossReason, Player, Players};
use crate::turn::concerns;
use crate::variants::commander;
use bevy_ecs::prelude::*;

/// CR 704.5a-c: no life, a draw from an empty library, ten poison counters. That someone drew from an empty library
/// only counts for the next check.
pub(super) fn lose(world: &mut World) {
    if !world.resource::<Proposals>().due.contains(Families::PLAYERS) {
        return;
    }
    for i in 0..world.resource::<Players>().0.len() {
        let seat = Seat(i as u8);
        let Some(reason) = reason(world.resource::<Players>().get(seat)) else { continue };
        world.resource_mut::<Players>().get_mut(seat).drew_from_empty = false;
        let cant = |rule: &Rule| match rule {
            Rule::CantLose(who) => Some(*who),
            _ => None,
        };
        if !concerns(world, seat, cant) {
            world.resource_mut::<Proposals>().events.push(Event::Lose { seat, reason });
        }
    }
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
    } else if commander::is_beaten(player) {
        Some(LossReason::CommanderDamage)
    } else {
        None
    }
}
