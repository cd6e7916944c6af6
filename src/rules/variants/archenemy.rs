//! Archenemy (CR 314, 904): schemes are set in motion one a turn, and go away once nothing of them is left to happen.
//!
//! A scheme deck are its owner's face-down schemes in the command zone; the top is last.

use super::planechase::{face_up, top};
use crate::cards::def::{CardTypes, Supertypes};
use crate::model::event::Event;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Seat};
use crate::model::object::Characteristics;
use crate::model::trigger::PendingTriggers;
use crate::model::zone::{Zone, Zones};
use crate::rules::layers;
use crate::rules::reading::{Board, Live};
use crate::rules::state::ReadGame;

/// CR 701.32b: the event that sets the top scheme of a player's scheme deck in motion.
pub(crate) fn motion(board: &impl Board, seat: Seat) -> Option<Event> {
    top(board, CardTypes::SCHEME, seat).map(|object| Event::TurnFaceUp { object })
}

/// CR 701.32b: a scheme that is turned face up has been set in motion.
pub(crate) fn in_motion(world: &impl ReadGame, object: ObjectRef) -> Option<Fact> {
    let board = Live::new(world);
    let there = board.object(object.id).zone == Zone::Command;
    let scheme = there && layers::face_up(world, object).is_some_and(|chars| chars.is(CardTypes::SCHEME));
    scheme.then(|| Fact::SetInMotion { seat: board.object(object.id).owner, scheme: object })
}

/// CR 314.6, 704.6e: the face-up schemes that go to the bottom of their decks: those that aren't ongoing, once no ability of
/// a scheme has triggered that hasn't left the stack.
pub(crate) fn over(world: &impl ReadGame) -> Vec<ObjectRef> {
    if world.part::<Zones>().command.is_empty() {
        return Vec::new();
    }
    let board = Live::new(world);
    let ends = |o: &ObjectRef| !board.chars(o.id).supertypes.contains(Supertypes::ONGOING);
    let ending: Vec<ObjectRef> = face_up(&board, CardTypes::SCHEME).into_iter().filter(ends).collect();
    if ending.is_empty() {
        return ending;
    }
    let of_scheme = |source: ObjectRef| {
        let is = |chars: &Characteristics| chars.is(CardTypes::SCHEME);
        board.view(source).is_some_and(|v| is(v.chars))
    };
    let waits = world.part::<PendingTriggers>().0.iter().any(|t| of_scheme(t.key.object));
    let mut stack = board.zones().stack.iter().filter_map(|id| board.stack_entry(*id).ability);
    let busy = waits || stack.any(|key| of_scheme(key.object));
    if busy { Vec::new() } else { ending }
}
