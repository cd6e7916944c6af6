//! When something may be done: sorcery timing (CR 307.1), summoning sickness (302.6), limits of abilities (602.5).

use crate::cards::def::{Condition, Keyword};
use crate::model::bindings::Bindings;
use crate::model::ids::{AbilityKey, ObjectId, Seat};
use crate::model::object::{Characteristics, Restrictions, Status};
use crate::model::turn::Turn;
use crate::rules::reading::{self, Board};

/// CR 307.1, 116.2a: a player's own main phase with an empty stack.
#[inline]
pub fn sorcery_time(board: &impl Board, seat: Seat) -> bool {
    let turn = board.turn();
    turn.active == seat && turn.step.is_main() && board.zones().stack.is_empty()
}

/// CR 302.6: a creature without haste that its controller hasn't controlled continuously since the beginning of their
/// most recent turn.
#[inline]
pub fn summoning_sick(board: &impl Board, id: ObjectId) -> bool {
    is_sick(board.turn(), board.chars(id), || board.status(id))
}

/// CR 302.6, 602.5a: whether the tap symbol and the untap symbol can't be paid with a creature yet.
#[inline]
pub fn too_new(board: &impl Board, id: ObjectId) -> bool {
    summoning_sick(board, id) && !board.chars(id).restrictions.contains(Restrictions::ACTIVATES_AS_HASTY)
}

/// CR 302.6: the same of a permanent with these characteristics and this status.
#[inline]
pub(crate) fn is_sick<'s>(turn: &Turn, chars: &Characteristics, status: impl FnOnce() -> &'s Status) -> bool {
    if !chars.is_creature() || chars.has(Keyword::Haste) {
        return false;
    }
    let began = if turn.active == chars.controller {
        turn.number
    } else {
        let known = turn.last.get(chars.controller.index()).copied();
        known.unwrap_or(turn.number.saturating_sub(1))
    };
    status().controlled_since >= began
}

/// CR 702.61a: whether a spell with split second is on the stack.
pub fn split_second(board: &impl Board) -> bool {
    board.zones().stack.iter().any(|id| board.chars(*id).has(Keyword::SplitSecond))
}

/// CR 602.5: whether the instructions of an activated ability allow `seat` to activate it now: its condition, its
/// limit each turn, its timing.
pub fn use_allowed(
    board: &impl Board,
    seat: Seat,
    key: AbilityKey,
    only_if: &Condition,
    per_turn: Option<u8>,
    sorcery_speed: bool,
) -> bool {
    if sorcery_speed && !sorcery_time(board, seat) {
        return false;
    }
    if per_turn.is_some_and(|limit| board.history().uses_of(key) >= limit) {
        return false;
    }
    if *only_if == Condition::Always {
        return true;
    }
    let mut bindings = Bindings::new(seat, key.object);
    bindings.key = Some(key);
    reading::holds(board, &bindings, only_if)
}
