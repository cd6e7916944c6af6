//! First strike and double strike: who deals damage in which of two combat damage steps (CR 510.4, 702.4, 702.7).

use crate::cards::def::Keyword;
use crate::model::ids::ObjectRef;
use crate::rules::layers;
use crate::rules::reading::{Board, Live};
use crate::rules::state::ReadGame;

/// CR 510.4: whether there are two combat damage steps: an attacking or blocking creature has first strike or double strike as
/// the step would begin.
pub(crate) fn has_two_steps(world: &impl ReadGame) -> bool {
    layers::expect_fresh(world);
    let board = Live::new(world);
    let combat = board.combat();
    let mut all = combat.attackers.iter().map(|a| a.object).chain(combat.blockers.iter().map(|b| b.object));
    all.any(|object| strikes_first(&board, object))
}

/// CR 510.4: whether a creature assigns damage in this step: in the `first` of two those with first strike or double strike;
/// in the other one, or the only one, those that didn't as the first began, and who has double strike now.
pub(super) fn deals_damage(board: &impl Board, object: ObjectRef, first: bool) -> bool {
    if first {
        strikes_first(board, object)
    } else {
        !board.combat().struck_first.contains(&object) || board.chars(object.id).has(Keyword::DoubleStrike)
    }
}

fn strikes_first(board: &impl Board, object: ObjectRef) -> bool {
    let chars = board.chars(object.id);
    chars.has(Keyword::FirstStrike) || chars.has(Keyword::DoubleStrike)
}
