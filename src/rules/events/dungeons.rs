//! Dungeons (CR 309): the one that a player owns in the command zone, its rooms, and what completes it.

use super::record;
use crate::cards::dungeons;
use crate::model::dirt::StateClass;
use crate::model::event::Cause;
use crate::model::fact::Fact;
use crate::model::ids::{DefId, ObjectRef, Seat};
use crate::model::object::CopiableSource;
use crate::model::player::Players;
use crate::model::trigger::PendingTriggers;
use crate::model::zone::{Move, Zone};
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;
use crate::rules::zones::move_objects;

/// A dungeon in the command zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dungeon {
    /// The dungeon card.
    pub object: ObjectRef,
    /// Its definition.
    pub def: DefId,
    /// The room in which its owner's venture marker is.
    pub room: u8,
}

/// CR 309.3: the dungeon that a player owns in the command zone.
pub(crate) fn of(board: &impl Board, seat: Seat) -> Option<Dungeon> {
    let room = board.players().get(seat).venture.room?;
    board.zones().command.iter().find_map(|id| {
        let object = board.object(*id);
        match object.base {
            CopiableSource::Def(def, _) if object.owner == seat && board.table().0.dungeons.contains(&def) => {
                Some(Dungeon { object: object.reference(), def, room })
            }
            _ => None,
        }
    })
}

/// Whether the venture marker is in the bottommost room.
pub(crate) fn is_at_the_bottom(board: &impl Board, dungeon: Dungeon) -> bool {
    dungeons::next_rooms(board.table(), dungeon.def, dungeon.room).is_empty()
}

/// CR 309.6: whether nothing of a dungeon has still to leave the stack.
pub(crate) fn is_over(live: &Live<'_>, seat: Seat) -> bool {
    let Some(dungeon) = of(live, seat) else { return false };
    let is_of = |key: crate::model::ids::AbilityKey| key.object == dungeon.object;
    is_at_the_bottom(live, dungeon)
        && !live.part::<PendingTriggers>().0.iter().any(|pending| is_of(pending.key))
        && !live.zones().stack.iter().any(|id| live.stack_entry(*id).ability.is_some_and(is_of))
}

/// CR 309.4a, 309.5a: a player moves their venture marker into a room of the dungeon that they own in the command zone.
pub(crate) fn enter(world: &mut impl EditGame, seat: Seat, dungeon: ObjectRef, room: u8) {
    world.part_mut::<Players>().get_mut(seat).venture.room = Some(room);
    mark_dirty(world, StateClass::PLAYERS);
    record(world, &[Fact::EnteredRoom { seat, dungeon, room }]);
}

/// CR 309.6, 309.7: a player removes their dungeon from the game and has completed it.
pub(crate) fn complete(world: &mut impl EditGame, seat: Seat) {
    let Some(Dungeon { object, def, .. }) = of(&Live::new(world), seat) else { return };
    let moved = move_objects(world, &[Move::plain(object, Zone::Outside, Cause::StateBased)]);
    EventLog::moved(world, &moved);
    let venture = &mut world.part_mut::<Players>().get_mut(seat).venture;
    venture.room = None;
    venture.completed.push(def);
    mark_dirty(world, StateClass::PLAYERS);
    record(world, &[Fact::CompletedDungeon { seat, dungeon: object }]);
}

/// What a room is called of a dungeon that is or was in the command zone.
pub(crate) fn room_name(board: &impl Board, dungeon: ObjectRef, room: u8) -> String {
    let base = board.view(dungeon).map(|view| view.object.base);
    match base {
        Some(CopiableSource::Def(def, _)) => dungeons::room_name(board.table(), def, room),
        _ => String::new(),
    }
}
