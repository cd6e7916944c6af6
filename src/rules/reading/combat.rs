//! Who attacks and blocks what in combat, as it is or last was (CR 506, 508, 509).

use super::Board;
use crate::cards::def::CardTypes;
use crate::model::ids::{ObjectRef, Referent, Seat};

/// CR 506.5: whether it is attacking and no other creature is, or blocking and no other creature is.
pub(super) fn is_alone(board: &impl Board, object: ObjectRef) -> bool {
    let combat = board.combat();
    let (mut attackers, mut blockers) = (combat.attackers.iter(), combat.blockers.iter());
    let only = |first: Option<ObjectRef>, more: bool| first == Some(object) && !more;
    let attacker = attackers.next().map(|a| a.object);
    let blocker = blockers.next().map(|b| b.object);
    only(attacker, attackers.next().is_some()) || only(blocker, blockers.next().is_some())
}

/// CR 508.1k, 608.2h: whether an attacking creature, as it is or last was, is blocked; `None` if it isn't an attacker.
pub(super) fn attack(board: &impl Board, object: ObjectRef) -> Option<Option<bool>> {
    match board.combat().attacker(object) {
        Some(attacker) => Some(attacker.blocked),
        None if board.is_current(object) => None,
        None => Some(board.last_known().get(object)?.attack()?.blocked),
    }
}

/// CR 506.4, 608.2h: the player whom an attacking creature attacks, or attacked as it last was, if it is a player.
pub(super) fn attacked_player(board: &impl Board, object: ObjectRef) -> Option<Seat> {
    match board.combat().attacker(object) {
        Some(attacker) => (!attacker.attacks_nothing).then_some(attacker.target)?.player(),
        None if board.is_current(object) => None,
        None => board.last_known().get(object)?.attack()?.target.player(),
    }
}

/// CR 506.4, 608.2h: the permanent that an attacking creature attacks, or attacked as it last was, if it is one.
pub(super) fn attacked_object(board: &impl Board, object: ObjectRef) -> Option<ObjectRef> {
    match board.combat().attacker(object) {
        Some(attacker) => (!attacker.attacks_nothing).then_some(attacker.target)?.object(),
        None if board.is_current(object) => None,
        None => board.last_known().get(object)?.attack()?.target.object(),
    }
}

/// CR 508.1b, 608.2h: the player or planeswalker that an attacking creature attacks, or attacked as it last was.
pub(super) fn attacked(board: &impl Board, object: ObjectRef) -> Option<Referent> {
    let planeswalker = || {
        let attacked = attacked_object(board, object)?;
        board.view(attacked)?.chars.is(CardTypes::PLANESWALKER).then_some(Referent::Object(attacked))
    };
    attacked_player(board, object).map(Referent::Player).or_else(planeswalker)
}

/// CR 509.1g, 608.2h: what a blocking creature blocks, or blocked as it last was; `None` if it isn't a blocker.
pub(super) fn blocks(board: &impl Board, object: ObjectRef) -> Option<&[ObjectRef]> {
    match board.combat().blocker(object) {
        Some(blocker) => Some(&blocker.blocks),
        None if board.is_current(object) => None,
        None => board.last_known().get(object)?.blocked(),
    }
}
