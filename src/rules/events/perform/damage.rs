//! Damage as it is dealt (CR 120.3e, 120.6); its other results are events of their own.

use super::Performed;
use crate::cards::def::Keyword;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent};
use crate::model::object::ThisTurn;
use crate::rules::reading::{Board, Live};
use crate::rules::state::EditGame;

/// Deals damage: marks it on a creature unless it becomes counters (CR 120.3d), and remembers deathtouch (702.2b).
pub(super) fn deal(
    world: &mut impl EditGame,
    performed: &mut Performed<'_>,
    place: u16,
    (source, target, amount, combat): (ObjectRef, Referent, i32, bool),
) {
    if let Referent::Object(object) = target {
        let board = Live::new(world);
        let (mut deathtouch, mut marks) = (false, board.chars(object.id).is_creature());
        if let Some(source) = board.view(source) {
            deathtouch = source.chars.has(Keyword::Deathtouch);
            marks &= !source.chars.has(Keyword::Wither) && !source.chars.has(Keyword::Infect);
        }
        let is_creature = board.chars(object.id).is_creature();
        let this_turn = world.row_mut::<ThisTurn>(object.id);
        this_turn.damaged = true;
        this_turn.deathtouched |= deathtouch && is_creature;
        if marks {
            this_turn.damage = this_turn.damage.saturating_add(amount);
        }
    }
    performed.inputs |= StateClass::DAMAGE;
    performed.facts.push(Fact::Damaged { source, target, amount, combat });
    performed.amount(place, amount);
}
