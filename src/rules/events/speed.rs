//! The speed of players (CR 702.179): who gets it, and how it is raised.

use crate::cards::def::Rule;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{Seat, SeatSet};
use crate::model::player::Players;
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, rules_for};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;

/// CR 702.178a, 702.179e: the speed of a player who has max speed; nothing that the rules say raises it further.
pub(crate) const MOST: u8 = 4;

/// CR 704.5z: the players without speed who control a permanent by which they get it. The layers must be up to date.
pub(crate) fn starting(board: &impl Board) -> SeatSet {
    if !board.table().0.traits.speeds {
        return SeatSet::NONE;
    }
    let starts = |rule: &Rule| match rule {
        Rule::StartsEngines(who) => Some(*who),
        _ => None,
    };
    let without = board.players().alive().filter(|seat| board.players().get(*seat).speed == 0);
    without.filter(|seat| rules_for(board, *seat, starts).next().is_some()).collect()
}

/// CR 702.179c: the speed of a player becomes 1 more.
pub(crate) fn raise(world: &mut impl EditGame, seat: Seat) {
    let player = world.part_mut::<Players>().get_mut(seat);
    if player.speed >= MOST {
        return;
    }
    player.speed += 1;
    let speed = player.speed;
    mark_dirty(world, StateClass::PLAYERS);
    EventLog::aside(world, || Fact::GotFaster { seat, speed });
}
