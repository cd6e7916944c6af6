//! Sources whose offers are alternatives or cost mana themselves: which of their offers to take, in which order.
//!
//! A converter (an ability that costs mana) makes its mana available one stage later than the mana that pays for it.
//! A sequence of offers works if all units, those of the converters' costs included, can be matched to mana that is
//! there at their stage.

use super::bound::Barred;
use super::means::{Means, Reserved};
use super::need::{Need, need_for};
use super::supply::{BoundMask, Group, Supply, match_units};
use crate::cards::def::ManaSymbol;
use crate::model::mana::ManaTotal;
use smallvec::SmallVec;

/// Offers taken, by their places in [`Means::offers`], with the source of each.
pub(super) type Combo = SmallVec<[(u16, u16); 4]>;

/// How many sequences are tried, at most; beyond, the cost counts as not payable by the engine.
pub(super) const BUDGET: u32 = 600;
/// How many complex sources are used for one cost, at most.
const DEPTH: usize = 6;

/// What the cost of a converter needs.
pub(super) fn cost_of(means: &Means, offer: u16) -> Need {
    let mut total = ManaTotal::default();
    total.add(&means.offers[offer as usize].cost, 0);
    need_for(&total, &[])
}

/// More generic mana of the cost of a converter isn't counted.
const MOST_GENERIC: u32 = 64;

/// How much mana the cost of a converter takes.
fn mana_of(cost: &[ManaSymbol]) -> u32 {
    let (mut generic, mut typed) = (0u32, 0);
    for symbol in cost {
        match symbol {
            ManaSymbol::Generic(n) => generic += u32::from(*n),
            ManaSymbol::X => {}
            _ => typed += 1,
        }
    }
    generic.min(MOST_GENERIC) + typed
}

impl Means {
    /// What is barred from the costs of the offers of a sequence that cost mana, in their order.
    pub(super) fn barred_from(&self, combo: &[(u16, u16)]) -> SmallVec<[Barred; 2]> {
        let offers = combo.iter().map(|(offer, _)| &self.offers[*offer as usize]);
        offers.filter(|offer| !offer.cost.is_empty()).map(|offer| offer.barred).collect()
    }

    /// Whether there is as much mana, whatever it is, as a sequence of offers and a need take together. Most sequences fail by that.
    fn is_enough(&self, supply: &Supply, combo: &[(u16, u16)], need: &Need) -> bool {
        let (mut made, mut taken) = (supply.total(), need.total());
        for (offer, _) in combo {
            let offer = &self.offers[*offer as usize];
            made = made.saturating_add(offer.makes.len() as u32);
            taken = taken.saturating_add(mana_of(&offer.cost));
        }
        made >= taken
    }

    /// Whether a need can be met with simple sources and a sequence of offers.
    pub(super) fn combo_works(&self, supply: &Supply, combo: &[(u16, u16)], need: &Need) -> bool {
        if !self.is_enough(supply, combo, need) {
            return false;
        }
        let barred = self.barred_from(combo);
        let mut groups = supply.staged(&barred);
        let mut units: SmallVec<[(u8, u8); 24]> = SmallVec::new();
        let mut stage = 0;
        for (offer, source) in combo {
            let snow = self.sources[*source as usize].snow;
            let offer = (&self.offers[*offer as usize], *offer);
            if !offer.0.cost.is_empty() {
                let cost = cost_of(self, offer.1);
                units.extend(cost.exact.iter().map(|mask| (*mask, stage)));
                units.extend((0..cost.generic.min(MOST_GENERIC)).map(|_| (u8::MAX, stage)));
                stage += 1;
            }
            for types in &offer.0.makes {
                let mana = BoundMask::of(offer.0.terms, self.counts_as(*types, snow));
                groups.push(Group::bound(&mana, &barred, stage, 1));
            }
        }
        units.extend(need.exact.iter().map(|mask| (*mask, stage)));
        match_units(&groups, &units).is_some()
    }

    /// A shortest sequence of offers that works, if it is found before the budget is spent.
    pub(super) fn search(
        &self,
        supply: &Supply,
        complex: &[u16],
        need: &Need,
        reserved: &Reserved,
        max_rank: u8,
        budget: &mut u32,
    ) -> Option<Combo> {
        if complex.is_empty() {
            return None;
        }
        // As if every offer were taken at once and for nothing: if that isn't enough, nothing is.
        let mut most = supply.clone();
        for source in complex {
            let source = &self.sources[*source as usize];
            let offers = self.offers_of(source);
            let all = offers.iter().flat_map(|o| &o.makes).fold(0, |mask, types| mask | types);
            let count = offers.iter().map(|o| o.makes.len()).max().unwrap_or(0);
            most.add(self.counts_as(all, source.snow), count as u32);
        }
        if !most.covers(need) {
            return None;
        }
        (1..=complex.len().min(DEPTH)).find_map(|depth| {
            let mut combo = Combo::new();
            let found = self.extend(supply, complex, need, reserved, max_rank, depth, &mut combo, budget);
            found.then_some(combo)
        })
    }

    #[expect(clippy::too_many_arguments, reason = "a recursion over what `search` was given")]
    fn extend(
        &self,
        supply: &Supply,
        complex: &[u16],
        need: &Need,
        reserved: &Reserved,
        max_rank: u8,
        depth: usize,
        combo: &mut Combo,
        budget: &mut u32,
    ) -> bool {
        if *budget == 0 {
            return false;
        }
        if depth == 0 {
            *budget -= 1;
            return self.combo_works(supply, combo, need);
        }
        for &source in complex {
            if combo.iter().any(|(_, used)| *used == source) {
                continue;
            }
            let row = self.sources[source as usize];
            for (i, offer) in self.offers_of(&row).iter().enumerate() {
                if !Self::free(offer, row.object.id, reserved, max_rank) || offer.life > self.life - reserved.life {
                    continue;
                }
                // Offers for no mana come first and in order: the order among them doesn't matter.
                if offer.cost.is_empty()
                    && let Some((last, used)) = combo.last()
                    && (!self.offers[*last as usize].cost.is_empty() || *used > source)
                {
                    continue;
                }
                combo.push((row.first + i as u16, source));
                if self.extend(supply, complex, need, reserved, max_rank, depth - 1, combo, budget) {
                    return true;
                }
                combo.pop();
            }
        }
        false
    }
}
