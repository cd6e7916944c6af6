//! Battles (CR 310): who protects them, and what can be attacked.

use super::{Board, Live};
use crate::cards::AbilityKind;
use crate::cards::def::{CardTypes, CounterKind, Subtype, SubtypeSet};
use crate::model::ids::{AbilityKey, ObjectId, Referent, Seat};
use crate::model::player::Players;
use crate::model::trigger::PendingTriggers;
use std::sync::LazyLock;

static SIEGE: LazyLock<Subtype> = LazyLock::new(|| Subtype::named("Siege").expect("a subtype of CR 205.3q"));

/// CR 310.8d, 506.2, 508.5: the player who defends a permanent that can be attacked: who protects a battle, or controls a
/// planeswalker. Nobody defends what can't be attacked.
#[inline]
pub(crate) fn defends(board: &impl Board, id: ObjectId) -> Option<Seat> {
    let chars = board.chars(id);
    if !chars.is(CardTypes::PLANESWALKER | CardTypes::BATTLE) {
        return None;
    }
    let status = board.status(id);
    let defender = if chars.is(CardTypes::BATTLE) { status.protector } else { Some(chars.controller) };
    defender.filter(|_| !status.phased_out)
}

/// CR 310.8a, 310.11a: the players who can protect a battle with these subtypes: an opponent of its controller a Siege, the
/// controller one without a battle type.
pub(crate) fn protectors(players: &Players, subtypes: SubtypeSet, controller: Seat) -> Vec<Seat> {
    if subtypes.contains(*SIEGE) {
        players.in_turn_order(controller).filter(|seat| *seat != controller).collect()
    } else {
        players.in_turn_order(controller).filter(|seat| *seat == controller).collect()
    }
}

/// The battles that aren't phased out, in a game with any.
pub(crate) fn all<'a>(live: &'a Live<'_>) -> impl Iterator<Item = ObjectId> + 'a {
    let battlefield = if live.table().0.traits.battles { live.zones().battlefield.as_slice() } else { &[] };
    let battles = battlefield.iter().filter(|id| live.chars(**id).is(CardTypes::BATTLE));
    battles.copied().filter(|id| !live.status(*id).phased_out)
}

/// CR 704.5v: whether a battle has no defense.
pub(crate) fn is_spent(live: &Live<'_>, id: ObjectId) -> bool {
    live.counters(id).get(CounterKind::Defense) == 0
}

/// CR 704.5v: whether a triggered ability of a battle has still to leave the stack.
pub(crate) fn awaits(live: &Live<'_>, id: ObjectId) -> bool {
    let battle = live.object(id).reference();
    let triggered = |key: AbilityKey| {
        key.object == battle && matches!(live.table().ability(key.handle).kind, AbilityKind::Triggered { .. })
    };
    live.part::<PendingTriggers>().0.iter().any(|pending| pending.key.object == battle)
        || live.zones().stack.iter().any(|id| live.stack_entry(*id).ability.is_some_and(triggered))
}

/// CR 704.5w-x: whether a battle lacks a protector: it has none that is in the game, and nothing attacks it; or it is a Siege of
/// which that is its controller.
pub(crate) fn lacks_protector(live: &Live<'_>, id: ObjectId) -> bool {
    let (chars, protector) = (live.chars(id), live.status(id).protector);
    if protector.is_some_and(|seat| live.players().is_alive(seat)) {
        return protector == Some(chars.controller) && chars.subtypes.contains(*SIEGE);
    }
    let battle = Referent::Object(live.object(id).reference());
    !live.combat().attackers.iter().any(|a| a.target == battle && !a.attacks_nothing)
}
