//! What is tapped to help to pay for something: for convoke and improvise (CR 702.51, 702.126), and for waterbend costs (701.67).

use super::means::Reserved;
use super::need::{COLORS, HELP};
use crate::cards::def::CardTypes;
use crate::model::cast::AlternatePayment;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::Characteristics;
use crate::rules::reading::Board;
use smallvec::SmallVec;

/// A permanent that could be tapped for a spell with convoke or improvise (CR 702.51, 702.126).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Helper {
    /// The permanent.
    pub object: ObjectRef,
    /// For what it can be tapped.
    pub mask: u8,
}

pub(super) fn helper_mask(helpers: &[Helper], object: ObjectId) -> u8 {
    helpers.iter().find(|h| h.object.id == object).map_or(0, |h| h.mask)
}

/// CR 702.51a, 702.126a: the untapped creatures that a player could tap for a spell with convoke, the untapped artifacts for
/// one with improvise.
pub fn convokers(board: &impl Board, seat: Seat, help: AlternatePayment, reserved: &Reserved) -> SmallVec<[Helper; 8]> {
    let mut helpers = SmallVec::new();
    for &id in &board.zones().battlefield {
        let chars = board.chars(id);
        let status = board.status(id);
        let convokes = help.convoke && chars.is_creature();
        if chars.controller == seat
            && could_convoke(chars, help)
            && !status.tapped
            && !status.phased_out
            && !reserved.tapped.contains(&id)
        {
            let colors = if convokes { chars.colors.bits() & COLORS } else { 0 };
            let mask = colors | HELP;
            helpers.push(Helper { object: board.object(id).reference(), mask });
        }
    }
    helpers
}

/// Whether a permanent with these characteristics can be tapped for a spell that has convoke or improvise.
pub(crate) fn could_convoke(chars: &Characteristics, help: AlternatePayment) -> bool {
    help.convoke && chars.is_creature() || help.improvise && chars.is(CardTypes::ARTIFACT)
}

/// CR 701.67a: the untapped artifacts and creatures that a player could tap for generic mana of a waterbend cost, but for those that
/// could convoke.
pub(crate) fn benders(
    board: &impl Board,
    seat: Seat,
    help: AlternatePayment,
    reserved: &Reserved,
) -> SmallVec<[Helper; 8]> {
    let mut helpers = SmallVec::new();
    for &id in &board.zones().battlefield {
        let (chars, status) = (board.chars(id), board.status(id));
        if chars.controller == seat
            && (chars.is_creature() || chars.is(CardTypes::ARTIFACT))
            && !could_convoke(chars, help)
            && !status.tapped
            && !status.phased_out
            && !reserved.tapped.contains(&id)
        {
            helpers.push(Helper { object: board.object(id).reference(), mask: HELP });
        }
    }
    helpers
}
