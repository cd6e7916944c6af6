//! Mana (CR 106): pools, and how costs are paid with them (118, 601.2g-h, 605).
//!
//! [`Means`] is what a player could pay with: the pool and what mana abilities offer, read from their programs without
//! running them. [`Means::covers`] says whether a [`Need`] can be met, [`Means::plan`] with which abilities. Casting
//! carries a plan out with real activations and then pays from the pool
//! ([`ManaPool::pay`](crate::model::mana::ManaPool::pay)).
//!
//! Mana that can't be spent on everything is a part of the pool by itself, and [`Reserved`] says which of it can't pay for the
//! cost that is being paid ([`Barred`], CR 106.6). The payer spends it before other mana. It isn't planned for the costs of mana abilities if
//! it can't be spent on the cost itself, too: a player can activate those first.
//!
//! `foreseen` reads what the program of a mana ability adds, `boost` foresees triggered mana abilities (605.4a), `candidates` what is sacrificed, discarded or tapped for mana;
//! `producible` says what something could produce (106.7), `instead` what is produced instead of that (106.12b).
//!
//! # Invariants
//! * A plan only names abilities that can be activated now, each source once. An ability for which something is chosen is a
//!   source for each time that it can be activated.
//! * Only [`add_mana`], [`produce`], [`lose`] and [`ManaPool::pay`](crate::model::mana::ManaPool::pay) change pools.

mod boost;
mod bound;
mod candidates;
mod foreseen;
mod gather;
mod helpers;
pub(crate) mod instead;
mod lazy;
mod means;
mod need;
mod offer;
mod plan;
mod pool;
pub(crate) mod producible;
pub mod rank;
mod ruled;
mod search;
mod supply;
#[cfg(test)]
mod tests;

pub use bound::{Barred, terms_at, terms_of};
pub(crate) use bound::{is_among, riders_for};
pub use foreseen::fixed;
pub use helpers::{Helper, convokers};
pub(crate) use helpers::{benders, could_convoke};
pub(crate) use lazy::LazyMeans;
pub use means::{AS_ITSELF, Means, Reserved, Source};
pub use need::{COLORS, HELP, Need, SNOW, TYPES, has_ways, need_for, ways_to_pay};
pub use offer::{CostCandidates, Offer};
pub use plan::{Demand, Plan};
pub use producible::could_produce;
pub(crate) use ruled::cant_lose_life;
pub use ruled::spend_as;
pub use supply::{BoundMask, Supply};

use crate::cards::def::{ManaType, Supertypes};
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Seat};
use crate::model::mana::{ManaTerms, ManaUntil};
use crate::model::player::Players;
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;

/// CR 106.4: adds mana to a player's pool.
pub fn add_mana(world: &mut impl EditGame, seat: Seat, mana: ManaType, n: u16) {
    if n > 0 {
        world.part_mut::<Players>().get_mut(seat).pool.add(mana, n);
        mark_dirty(world, StateClass::POOLS);
        EventLog::aside(world, || Fact::AddedMana { seat, mana, count: n });
    }
}

/// CR 106.4: a player loses the mana in their pool.
pub fn lose(world: &mut impl EditGame, seat: Seat) {
    lose_but(world, seat, |_| false);
}

/// CR 500.5: a player loses the mana in their pool, but for what lasts longer.
pub fn lose_but(world: &mut impl EditGame, seat: Seat, lasts: impl Fn(ManaUntil) -> bool) {
    let pool = &mut world.part_mut::<Players>().get_mut(seat).pool;
    let before = pool.total();
    if before == 0 {
        return;
    }
    pool.empty(lasts);
    let count = before.saturating_sub(pool.total()) as u16;
    if count > 0 {
        mark_dirty(world, StateClass::POOLS);
        EventLog::aside(world, || Fact::LostMana { seat, count });
    }
}

/// CR 106.3: adds mana made by `source`, which is snow mana if the source is snow (CR 107.4h). With `terms` it can't be spent
/// on everything (CR 106.6).
pub fn produce(
    world: &mut impl EditGame,
    seat: Seat,
    source: ObjectRef,
    (mana, n): (ManaType, u16),
    terms: Option<ManaTerms>,
) {
    let terms = terms.map(|terms| (terms, bound::lasts(world.part(), &terms)));
    let snow = Live::new(world).view(source).is_some_and(|v| v.chars.supertypes.contains(Supertypes::SNOW));
    add_mana(world, seat, mana, n);
    let pool = &mut world.part_mut::<Players>().get_mut(seat).pool;
    if snow {
        pool.snow[mana as usize] = pool.snow[mana as usize].saturating_add(n);
    }
    if let Some((terms, until)) = terms.filter(|_| n > 0) {
        pool.bind((terms, until), mana, n, if snow { n } else { 0 });
    }
}
