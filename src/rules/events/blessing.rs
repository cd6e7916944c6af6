//! The city's blessing (CR 702.131): who gets it, and when.

use crate::cards::CardTable;
use crate::cards::def::Rule;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::Seat;
use crate::model::player::Players;
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live, concerns};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// CR 702.131b: how many permanents a player with ascend has to control.
const ENOUGH: usize = 10;

/// Whether ascend could still give anybody the blessing.
pub(crate) fn is_watched(world: &impl ReadGame) -> bool {
    let players = world.part::<Players>();
    world.part::<CardTable>().0.traits.ascends && players.alive().any(|seat| !players.get(seat).blessing)
}

/// CR 702.131b: the players who get the blessing now by a static ability. The layers must be up to date.
pub(crate) fn due(world: &impl ReadGame) -> SmallVec<[Seat; 2]> {
    if !is_watched(world) {
        return SmallVec::new();
    }
    let board = Live::new(world);
    let ascends = |rule: &Rule| match rule {
        Rule::Ascends(who) => Some(*who),
        _ => None,
    };
    let controls_enough = |seat: Seat| {
        let there = board.zones().battlefield.iter().filter(|id| !board.status(**id).phased_out);
        let own = there.filter(|id| board.chars(**id).controller == seat);
        own.take(ENOUGH).count() == ENOUGH
    };
    let players = world.part::<Players>();
    let without = players.alive().filter(|seat| !players.get(*seat).blessing);
    without.filter(|seat| concerns(world, *seat, ascends) && controls_enough(*seat)).collect()
}

/// CR 702.131b: those who are due get the blessing. Answers whether anybody did. The layers must be up to date.
#[inline]
pub(crate) fn bestow(world: &mut impl EditGame) -> bool {
    world.part::<CardTable>().0.traits.ascends && give_due(world)
}

/// What [`bestow`] does in a game with ascend.
#[cold]
fn give_due(world: &mut impl EditGame) -> bool {
    let due = due(world);
    due.iter().for_each(|seat| get(world, *seat));
    !due.is_empty()
}

/// CR 702.131c: a player gets the blessing for the rest of the game, unless they have it.
pub(crate) fn get(world: &mut impl EditGame, seat: Seat) {
    let player = world.part_mut::<Players>().get_mut(seat);
    if player.blessing {
        return;
    }
    player.blessing = true;
    mark_dirty(world, StateClass::PLAYERS);
    EventLog::aside(world, || Fact::GotBlessing { seat });
}
