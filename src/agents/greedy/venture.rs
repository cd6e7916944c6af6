//! What rooms of dungeons are worth (CR 309).

use super::evaluator::Evaluator;
use crate::cards::dungeons;
use crate::model::bindings::Bindings;
use crate::model::ids::{DefId, ObjectRef};

/// What a room is worth to the agent, with those that can be reached from it: each is a venture further away.
pub(super) fn room(evaluator: &Evaluator<'_, '_>, dungeon: DefId, room: u8) -> i32 {
    let table = evaluator.view.table();
    let mut bindings = Bindings::new(evaluator.me, ObjectRef::NONE);
    let own = dungeons::room_ability(table, dungeon, room).map_or(0, |handle| evaluator.ability(handle, &mut bindings));
    let next = dungeons::next_rooms(table, dungeon, room);
    let best = next.into_iter().map(|next| self::room(evaluator, dungeon, next)).max().unwrap_or(0);
    own.saturating_add(best.saturating_mul(3) / 4)
}
