//! Archenemy (CR 314, 904): schemes are set in motion one a turn, and go away once nothing of them is left to happen.
//!
//! A scheme deck are its owner's face-down schemes in the command zone; the top is last.

use crate::cards::def::{CardTypes, Supertypes};
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::ObjectRef;
use crate::model::object::Characteristics;
use crate::model::trigger::PendingTriggers;
use crate::model::zone::Zone;
use crate::rules::layers;
use crate::rules::reading::{Board, Live, Reading};
use crate::rules::resolving::{face_up, has_cards_of, to_bottom_of_deck};
use crate::rules::sba::{Look, Proposals};
use crate::rules::state::GameState;
use bevy_ecs::prelude::*;

/// CR 701.32b: a scheme that is turned face up has been set in motion.
pub(super) fn in_motion(world: &mut GameState<'_>, fact: &Fact) -> Option<Fact> {
    let Fact::Turned { object, up: true } = *fact else { return None };
    let board = Live::new(world);
    let there = board.object(object.id).zone == Zone::Command;
    let scheme = there && layers::face_up(world, object).is_some_and(|chars| chars.is(CardTypes::SCHEME));
    scheme.then(|| Fact::SetInMotion { seat: board.object(object.id).owner, scheme: object })
}

/// The face-up schemes that go to the bottom of their decks: those that aren't ongoing, once no ability of
/// a scheme has triggered that hasn't left the stack.
fn over(board: &Live<'_>) -> Vec<ObjectRef> {
    if board.zones().command.is_empty() {
        return Vec::new();
    }
    let ends = |o: &ObjectRef| !board.chars(o.id).supertypes.contains(Supertypes::ONGOING);
    let ending: Vec<ObjectRef> = face_up(board, CardTypes::SCHEME).into_iter().filter(ends).collect();
    if ending.is_empty() {
        return ending;
    }
    let of_scheme = |source: ObjectRef| {
        let is = |chars: &Characteristics| chars.is(CardTypes::SCHEME);
        board.view(source).is_some_and(|v| is(v.chars))
    };
    let waits = board.part::<PendingTriggers>().0.iter().any(|t| of_scheme(t.key.object));
    let mut stack = board.zones().stack.iter().filter_map(|id| board.stack_entry(*id).ability);
    let busy = waits || stack.any(|key| of_scheme(key.object));
    if busy { Vec::new() } else { ending }
}

/// CR 314.6, 704.6e: schemes whose time is over go to the bottom of their decks.
pub(super) fn find(read: Reading, mut proposals: ResMut<Proposals>) {
    proposals.events.extend(over(&read.live()).into_iter().map(to_bottom_of_deck));
}

/// In a game with schemes everything may end one: abilities leave the stack in many ways.
pub(super) fn reads(look: &Look<'_>) -> StateClass {
    if has_cards_of(&look.live, CardTypes::SCHEME) { StateClass::all() } else { StateClass::empty() }
}

/// Whether a scheme's time is over.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    !over(&look.live).is_empty()
}
