//! Damage as it is dealt (CR 120.3e, 120.6); its other results are events of their own.

use super::super::possible;
use super::Performed;
use crate::cards::CardTable;
use crate::cards::def::Keyword;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent};
use crate::model::object::ThisTurn;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// What damage to a permanent comes to in a batch (CR 120.10).
pub(super) struct DealtTo {
    object: ObjectRef,
    /// What would have been lethal before the batch.
    lethal: i32,
    dealt: i32,
    combat: bool,
}

/// CR 120.10: adds up what is dealt to permanents. It must be called before the damage is marked.
fn add_up(
    world: &impl ReadGame,
    dealt: &mut SmallVec<[DealtTo; 2]>,
    object: ObjectRef,
    (amount, combat): (i32, bool),
    deathtouch: bool,
) {
    match dealt.iter_mut().find(|sum| sum.object == object) {
        Some(sum) => {
            sum.dealt = sum.dealt.saturating_add(amount);
            if deathtouch && Live::new(world).chars(object.id).is_creature() {
                sum.lethal = sum.lethal.min(1);
            }
        }
        None => {
            let board = Live::new(world);
            let Some(view) = board.view(object) else { return };
            dealt.push(DealtTo { object, lethal: reading::lethal(view, deathtouch), dealt: amount, combat });
        }
    }
}

/// CR 120.10: the excess damage that a batch has dealt.
pub(super) fn excess(dealt: &[DealtTo]) -> impl Iterator<Item = Fact> + '_ {
    dealt.iter().filter(|sum| sum.dealt > sum.lethal).map(|sum| Fact::DealtExcess {
        object: sum.object,
        amount: sum.dealt.saturating_sub(sum.lethal),
        combat: sum.combat,
    })
}

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
        if world.part::<CardTable>().0.traits.asks_excess {
            add_up(world, &mut performed.dealt, object, (amount, combat), deathtouch);
        }
        let this_turn = world.row_mut::<ThisTurn>(object.id);
        this_turn.damaged = true;
        this_turn.deathtouched |= deathtouch && is_creature;
        if marks {
            this_turn.damage = this_turn.damage.saturating_add(amount);
        }
    }
    performed.inputs |= StateClass::DAMAGE;
    let by = possible::controller(world, source);
    performed.facts.push(Fact::Damaged { source, target, amount, combat, by });
    performed.amount(place, amount);
}
