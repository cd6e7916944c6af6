//! Mana (CR 106): pools, and how costs are paid with them (118, 601.2g-h, 605).
//!
//! [`Means`] is what a player could pay with: the pool and what mana abilities offer, read from their programs without
//! running them. [`Means::covers`] says whether a [`Need`] can be met, [`Means::plan`] with which abilities. Casting
//! carries a plan out with real activations and then pays from the pool
//! ([`ManaPool::pay`](crate::model::mana::ManaPool::pay)).
//!
//! `boost` foresees triggered mana abilities (605.4a), `candidates` what is sacrificed, discarded or tapped for mana;
//! `producible` says what something could produce (106.7).
//!
//! # Invariants
//! * A plan only names abilities that can be activated now, each source once. An ability for which something is chosen is a
//!   source for each time that it can be activated.
//! * Only [`add_mana`], [`produce`], [`ManaPool::pay`](crate::model::mana::ManaPool::pay) and the end of steps change pools.

mod boost;
mod candidates;
mod means;
mod need;
mod offer;
mod plan;
mod pool;
pub(crate) mod producible;
mod search;
mod supply;
#[cfg(test)]
mod tests;

pub use means::{AS_ITSELF, Helper, Means, Reserved, Source, convokers, spend_as};
pub use need::{COLORS, HELP, Need, SNOW, TYPES, has_ways, need_for, ways_to_pay};
pub use offer::{CostCandidates, Offer, fixed, rank};
pub use plan::{Demand, Plan};
pub use producible::could_produce;
pub use supply::Supply;

use crate::cards::def::{ManaType, Supertypes, Var, Word};
use crate::model::bindings::{Bindings, Value};
use crate::model::dirt::Inputs;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Seat};
use crate::model::player::Players;
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::touch;
use bevy_ecs::prelude::*;

/// CR 106.4: adds mana to a player's pool.
pub fn add_mana(world: &mut World, seat: Seat, mana: ManaType, n: u16) {
    if n > 0 {
        world.resource_mut::<Players>().get_mut(seat).pool.add(mana, n);
        touch(world, Inputs::PLAYERS);
        EventLog::aside(world, || Fact::AddedMana { seat, mana, count: n });
    }
}

/// CR 106.3: adds mana made by `source`, which is snow mana if the source is snow (CR 107.4h).
pub fn produce(world: &mut World, seat: Seat, source: ObjectRef, mana: ManaType, n: u16) {
    let snow = Live::new(world).view(source).is_some_and(|v| v.chars.supertypes.contains(Supertypes::SNOW));
    add_mana(world, seat, mana, n);
    if snow {
        let mut players = world.resource_mut::<Players>();
        let pool = &mut players.get_mut(seat).pool;
        pool.snow[mana as usize] = pool.snow[mana as usize].saturating_add(n);
    }
}

/// The variable in which the payer tells a mana ability which mana to make, so that it needn't ask.
fn planned_var() -> Var {
    Word::new("planned mana").expect("a short word")
}

/// Tells the mana ability that runs with these bindings what to make, by type; at most 31 of each.
pub fn plan_into(bindings: &mut Bindings, makes: &[u8; 6]) {
    let packed = makes.iter().enumerate().fold(0, |sum, (i, n)| sum | (i32::from((*n).min(31)) << (5 * i)));
    bindings.set(planned_var(), Value::Number(packed));
}

/// What the payer wants of a mana ability: the next mana to make among `types`, which is then crossed off. `None` if
/// nobody has planned it, and its player is to be asked.
pub fn take_planned(bindings: &mut Bindings, types: u8) -> Option<ManaType> {
    let mana = planned(bindings, types)?;
    if let Some(Value::Number(packed)) = bindings.var(planned_var()).cloned() {
        bindings.set(planned_var(), Value::Number(packed - (1 << (5 * mana as usize))));
    }
    Some(mana)
}

/// Like [`take_planned`], without crossing it off: for the choice of a colour.
pub fn planned(bindings: &Bindings, types: u8) -> Option<ManaType> {
    let Some(Value::Number(packed)) = bindings.var(planned_var()) else { return None };
    let wanted = |m: &ManaType| types & m.bit() != 0 && (packed >> (5 * *m as usize)) & 31 > 0;
    let any = |m: &ManaType| types & m.bit() != 0;
    ManaType::ALL.into_iter().find(wanted).or_else(|| ManaType::ALL.into_iter().find(any))
}
