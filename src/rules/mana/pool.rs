//! Mana pools.

use super::bound::Barred;
use super::means::AS_ITSELF;
use super::need::{Need, SNOW};
use super::plan::Demand;
use super::supply::{Group, match_units};
use crate::cards::def::ManaType;
use crate::model::mana::{BoundMana, ManaPool, ManaTerms, ManaUntil, SpentMana};
use smallvec::SmallVec;

/// Mana of a pool that can be spent on the same, by type, and how much of it is from snow sources.
#[derive(Clone)]
pub(super) struct Share {
    /// The place of its terms in [`ManaPool::bound`].
    pub bound: Option<u8>,
    pub amount: [u16; 6],
    pub snow: [u16; 6],
}

impl Share {
    /// Takes one mana of a type out, snow mana last.
    fn take(&mut self, i: usize) {
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
}

fn minus(a: &[u16; 6], b: &[u16; 6]) -> [u16; 6] {
    std::array::from_fn(|i| a[i].saturating_sub(b[i]))
}

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
    /// Of mana that is there, this much is bound (CR 106.6).
    pub fn bind(&mut self, (terms, until): (ManaTerms, Option<ManaUntil>), mana: ManaType, n: u16, snow: u16) {
        let place = self.bound.iter().position(|b| b.terms == terms);
        let place = place.unwrap_or_else(|| {
            self.bound.push(BoundMana { terms, amount: [0; 6], snow: [0; 6], until });
            self.bound.len() - 1
        });
        let (group, i) = (&mut self.bound[place], mana as usize);
        group.amount[i] = group.amount[i].saturating_add(n);
        group.snow[i] = group.snow[i].saturating_add(snow);
    }
    /// What has been added since it was like that.
    pub fn since(&self, before: &Self) -> Self {
        let bound = self.bound.iter().map(|now| match before.bound.iter().find(|b| b.terms == now.terms) {
            Some(then) => {
                let (amount, snow) = (minus(&now.amount, &then.amount), minus(&now.snow, &then.snow));
                BoundMana { terms: now.terms, amount, snow, until: now.until }
            }
            None => now.clone(),
        });
        let bound = bound.filter(|b| b.amount != [0; 6]).collect();
        Self { amount: minus(&self.amount, &before.amount), snow: minus(&self.snow, &before.snow), bound }
    }
    /// The mana that can be spent on everything, by type, and how much of it is from snow sources.
    pub fn free(&self) -> ([u16; 6], [u16; 6]) {
        let all = (self.amount, self.snow);
        self.bound.iter().fold(all, |(amount, snow), b| (minus(&amount, &b.amount), minus(&snow, &b.snow)))
    }
    /// Whether there is all of some mana, that with the same terms, and besides that mana of these types.
    pub fn has(&self, mana: &Self, beside: &[u16; 6]) -> bool {
        let covers = |have: &[u16; 6], want: &[u16; 6]| (0..6).all(|i| have[i] >= want[i]);
        let all: [u16; 6] = std::array::from_fn(|i| mana.amount[i].saturating_add(beside[i]));
        covers(&self.amount, &all)
            && covers(&self.snow, &mana.snow)
            && covers(&self.free().0, &mana.free().0)
            && mana.bound.iter().all(|b| {
                let own = self.bound.iter().find(|own| own.terms == b.terms);
                own.is_some_and(|own| covers(&own.amount, &b.amount) && covers(&own.snow, &b.snow))
            })
    }
    /// Takes some mana out, that with the same terms.
    pub fn remove(&mut self, mana: &Self) {
        (self.amount, self.snow) = (minus(&self.amount, &mana.amount), minus(&self.snow, &mana.snow));
        for b in &mana.bound {
            if let Some(own) = self.bound.iter_mut().find(|own| own.terms == b.terms) {
                (own.amount, own.snow) = (minus(&own.amount, &b.amount), minus(&own.snow, &b.snow));
            }
        }
        self.bound.retain(|b| b.amount != [0; 6]);
    }
    /// CR 500.5: unspent mana is lost, but for what lasts longer.
    pub fn empty(&mut self, lasts: impl Fn(ManaUntil) -> bool) {
        let (mut all, before) = (Self::default(), std::mem::take(self));
        for group in before.bound.into_iter().filter(|group| group.until.is_some_and(&lasts)) {
            for i in 0..6 {
                all.amount[i] = all.amount[i].saturating_add(group.amount[i]);
                all.snow[i] = all.snow[i].saturating_add(group.snow[i]);
            }
            all.bound.push(group);
        }
        *self = all;
    }
    /// What can be spent where these terms are barred: bound mana first, which can be used for less else, and last what isn't lost
    /// as the step ends.
    pub(super) fn shares(&self, barred: Barred) -> SmallVec<[Share; 1]> {
        let bound = self.bound.iter().enumerate().map(|(i, b)| {
            let place = u8::try_from(i).unwrap_or(u8::MAX);
            Share { bound: Some(place), amount: b.amount, snow: b.snow }
        });
        let mut all: SmallVec<[Share; 1]> = bound.filter(|share| barred.allows(share.bound)).collect();
        let (amount, snow) = self.free();
        if !barred.is_all() {
            all.push(Share { bound: None, amount, snow });
        }
        if self.bound.iter().any(|b| b.until.is_some()) {
            let lasts = |share: &Share| share.bound.is_some_and(|place| self.bound[usize::from(place)].until.is_some());
            all.sort_by_key(lasts);
        }
        all
    }

    /// CR 118.3a, 106.6: pays a need with what isn't barred; answers what was spent. Changes nothing if there isn't enough. Where
    /// several types would do (generic and hybrid mana), what is kept is of most use: see [`Demand`], which says what else is
    /// wanted.
    pub fn pay(&mut self, need: &Need, spend_as: &[u8; 6], demand: &Demand, barred: Barred) -> Option<SpentMana> {
        if self.total() < need.total() || barred.is_all() && need.total() > 0 {
            return None;
        }
        let before = self.shares(barred);
        let mut left = before.clone();
        // The common case: each exact symbol is one type.
        let plain = *spend_as == AS_ITSELF && need.exact.iter().all(|m| m.is_power_of_two() && m & SNOW == 0);
        match left.as_mut_slice() {
            [only] if plain => {
                for mask in &need.exact {
                    let i = mask.trailing_zeros() as usize;
                    if only.amount[i] == 0 {
                        return None;
                    }
                    only.take(i);
                }
            }
            _ => {
                let mut groups: SmallVec<[Group; 12]> = SmallVec::new();
                let mut places: SmallVec<[(u8, u8); 6]> = SmallVec::new();
                for (at, share) in before.iter().enumerate() {
                    let mut order = [0, 1, 2, 3, 4, 5];
                    order.sort_by_key(|i| std::cmp::Reverse(share.gladness(*i, demand)));
                    // Of what is bound only the types that are there.
                    for i in order.into_iter().filter(|i| share.bound.is_none() || share.amount[*i] > 0) {
                        let mask = spend_as[i];
                        let snow = share.snow[i].min(share.amount[i]);
                        groups.push(Group::new(mask, 0, u32::from(share.amount[i] - snow)));
                        groups.push(Group::new(mask | SNOW, 0, u32::from(snow)));
                        places.push((at as u8, i as u8));
                    }
                }
                let units: SmallVec<[(u8, u8); 16]> = need.exact.iter().map(|m| (*m, 0)).collect();
                for group in match_units(&groups, &units)? {
                    let (at, i) = places[group as usize / 2];
                    let (share, i) = (&mut left[usize::from(at)], usize::from(i));
                    if group % 2 == 1 {
                        share.take_snow(i);
                    } else {
                        share.amount[i] -= 1;
                    }
                }
            }
        }
        for _ in 0..need.generic {
            let share = left.iter_mut().find(|share| share.amount != [0; 6])?;
            let most = (0..6).rev().max_by_key(|i| share.gladness(*i, demand))?;
            share.take(most);
        }
        Some(self.settle(&before, &left))
    }

    /// Of each share something was spent.
    fn settle(&mut self, before: &[Share], left: &[Share]) -> SpentMana {
        let mut spent = SpentMana::default();
        for (before, left) in before.iter().zip(left) {
            let (amount, snow) = (minus(&before.amount, &left.amount), minus(&before.snow, &left.snow));
            (self.amount, self.snow) = (minus(&self.amount, &amount), minus(&self.snow, &snow));
            for (total, n) in spent.types.iter_mut().zip(amount) {
                *total = total.saturating_add(n.min(u16::from(u8::MAX)) as u8);
            }
            let group = before.bound.and_then(|place| self.bound.get_mut(usize::from(place)));
            if let Some(group) = group.filter(|_| amount != [0; 6]) {
                let n = amount.iter().map(|n| u32::from(*n)).sum::<u32>().min(u32::from(u8::MAX));
                spent.bound.push((group.terms, n as u8));
                (group.amount, group.snow) = (left.amount, left.snow);
            }
        }
        if !spent.bound.is_empty() {
            self.bound.retain(|b| b.amount != [0; 6]);
        }
        spent
    }

    /// Removes exactly these amounts of each type, of what isn't barred; `None` if it isn't there.
    pub fn pay_exactly(&mut self, spend: &[u8; 6], barred: Barred) -> Option<SpentMana> {
        let before = self.shares(barred);
        let mut left = before.clone();
        for (i, n) in spend.iter().enumerate() {
            for _ in 0..*n {
                left.iter_mut().find(|share| share.amount[i] > 0)?.take(i);
            }
        }
        Some(self.settle(&before, &left))
    }
}
