//! Mana pools.

use super::means::AS_ITSELF;
use super::need::{Need, SNOW};
use super::plan::Demand;
use super::supply::{Group, match_units};
use crate::cards::def::ManaType;
use crate::model::mana::ManaPool;
use smallvec::SmallVec;

impl ManaPool {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.amount == [0; 6]
    }
    /// Adds mana of a type.
    pub fn add(&mut self, mana: ManaType, n: u16) {
        self.amount[mana as usize] = self.amount[mana as usize].saturating_add(n);
    }
    /// How much there is in all.
    pub fn total(&self) -> u32 {
        self.amount.iter().map(|n| u32::from(*n)).sum()
    }
    /// What has been added since it was like that.
    pub fn since(&self, before: &Self) -> Self {
        let added = |now: &[u16; 6], then: &[u16; 6]| std::array::from_fn(|i| now[i].saturating_sub(then[i]));
        Self { amount: added(&self.amount, &before.amount), snow: added(&self.snow, &before.snow) }
    }
    /// CR 500.5: unspent mana is lost.
    pub fn empty(&mut self) {
        *self = Self::default();
    }
    /// Takes one mana of a type out, snow mana last.
    pub fn take(&mut self, mana: ManaType) {
        let i = mana as usize;
        self.amount[i] = self.amount[i].saturating_sub(1);
        self.snow[i] = self.snow[i].min(self.amount[i]);
    }
    /// Takes snow mana of a type out.
    fn take_snow(&mut self, i: usize) {
        self.amount[i] = self.amount[i].saturating_sub(1);
        self.snow[i] = self.snow[i].saturating_sub(1);
    }

    /// How gladly a type is spent where several would do: colourless mana that nothing else wants first, then the type of which
    /// there is most beyond what is wanted of it, then of which there is most, then in the order of colours.
    fn gladness(&self, i: usize, demand: &Demand) -> (bool, bool, i32, u16) {
        let spare = i32::from(self.amount[i]) - i32::from(demand[i]);
        (self.amount[i] > 0, i == ManaType::C as usize && spare > 0, spare, self.amount[i])
    }

    /// CR 118.3a: pays a need; answers what was spent, by type. Changes nothing if there isn't enough. Where several types would
    /// do (generic and hybrid mana), what is kept is of most use: see [`Demand`], which says what else is wanted.
    pub fn pay(&mut self, need: &Need, spend_as: &[u8; 6], demand: &Demand) -> Option<[u8; 6]> {
        if self.total() < need.total() {
            return None;
        }
        let mut spent = [0u8; 6];
        // The common case: each exact symbol is one type.
        let plain = *spend_as == AS_ITSELF && need.exact.iter().all(|m| m.is_power_of_two() && m & SNOW == 0);
        let mut left = self.clone();
        if plain {
            for mask in &need.exact {
                let i = mask.trailing_zeros() as usize;
                if left.amount[i] == 0 {
                    return None;
                }
                left.take(ManaType::ALL[i]);
                spent[i] += 1;
            }
        } else {
            let mut groups: SmallVec<[Group; 12]> = SmallVec::new();
            let mut order = [0, 1, 2, 3, 4, 5];
            order.sort_by_key(|i| std::cmp::Reverse(self.gladness(*i, demand)));
            for i in order {
                let mask = spend_as[i];
                let snow = self.snow[i].min(self.amount[i]);
                let plain = u32::from(self.amount[i] - snow);
                groups.push(Group { mask, stage: 0, count: plain });
                groups.push(Group { mask: mask | SNOW, stage: 0, count: u32::from(snow) });
            }
            let units: SmallVec<[(u8, u8); 16]> = need.exact.iter().map(|m| (*m, 0)).collect();
            for group in match_units(&groups, &units)? {
                let i = order[group as usize / 2];
                if group % 2 == 1 {
                    left.take_snow(i);
                } else {
                    left.amount[i] -= 1;
                }
                spent[i] += 1;
            }
        }
        for _ in 0..need.generic {
            let most = (0..6).rev().max_by_key(|i| left.gladness(*i, demand))?;
            if left.amount[most] == 0 {
                return None;
            }
            left.take(ManaType::ALL[most]);
            spent[most] = spent[most].saturating_add(1);
        }
        *self = left;
        Some(spent)
    }

    /// Removes exactly these amounts of each type; `false` if it isn't there.
    pub fn pay_exactly(&mut self, spend: &[u8; 6]) -> bool {
        if (0..6).any(|i| self.amount[i] < u16::from(spend[i])) {
            return false;
        }
        for (i, n) in spend.iter().enumerate() {
            for _ in 0..*n {
                self.take(ManaType::ALL[i]);
            }
        }
        true
    }
}
