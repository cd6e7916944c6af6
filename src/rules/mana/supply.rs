//! Mana at hand as a multiset of masks, and whether a need can be met with it.
//!
//! A mana fits a symbol if their masks share a bit. So a need can be met if and only if, for every set of symbols,
//! there are as many mana that fit one of them as there are symbols (Hall's theorem); it is enough to look at unions
//! of the masks that occur, and generic mana only counts in the total.

use super::need::Need;
use smallvec::SmallVec;

/// A multiset of masks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Supply {
    groups: SmallVec<[(u8, u32); 12]>,
    total: u32,
}

/// Needs with more different masks than this are matched instead of counted.
const MAX_COUNTED: usize = 6;

impl Supply {
    /// Takes everything out.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.total = 0;
    }
    /// Adds `n` mana that fit what shares a bit with `mask`.
    #[inline]
    pub fn add(&mut self, mask: u8, n: u32) {
        if n == 0 {
            return;
        }
        self.total = self.total.saturating_add(n);
        match self.groups.iter_mut().find(|(m, _)| *m == mask) {
            Some((_, have)) => *have = have.saturating_add(n),
            None => self.groups.push((mask, n)),
        }
    }
    /// Takes `n` of a mask out.
    #[inline]
    pub fn remove(&mut self, mask: u8, n: u32) {
        if let Some((_, have)) = self.groups.iter_mut().find(|(m, _)| *m == mask) {
            let n = n.min(*have);
            *have -= n;
            self.total -= n;
        }
    }
    /// How much there is.
    #[inline]
    pub fn total(&self) -> u32 {
        self.total
    }
    /// The masks and how many there are of each.
    pub fn groups(&self) -> &[(u8, u32)] {
        &self.groups
    }

    /// Whether a need can be met.
    #[inline]
    pub fn covers(&self, need: &Need) -> bool {
        if self.total < need.total() {
            return false;
        }
        let Some((first, others)) = need.exact.split_first() else { return true };
        if others.iter().all(|mask| mask == first) {
            return self.fitting(*first) >= need.exact.len() as u32;
        }
        let mut masks: SmallVec<[(u8, u32); 8]> = SmallVec::new();
        for mask in &need.exact {
            match masks.iter_mut().find(|(m, _)| m == mask) {
                Some((_, n)) => *n += 1,
                None => masks.push((*mask, 1)),
            }
        }
        if masks.len() > MAX_COUNTED {
            return self.assign(need).is_some();
        }
        (1u32..1 << masks.len()).all(|set| {
            let (mut union, mut wanted) = (0u8, 0u32);
            for (i, (mask, n)) in masks.iter().enumerate() {
                if set & (1 << i) != 0 {
                    union |= mask;
                    wanted += n;
                }
            }
            self.fitting(union) >= wanted
        })
    }

    /// How much of it shares a bit with a mask.
    #[inline]
    fn fitting(&self, mask: u8) -> u32 {
        let fitting = self.groups.iter().filter(|(m, _)| m & mask != 0);
        fitting.map(|(_, n)| *n).fold(0, u32::saturating_add)
    }

    /// For each exact mana of a need, the mask of what pays for it; `None` if it can't be met.
    pub fn assign(&self, need: &Need) -> Option<SmallVec<[u8; 8]>> {
        if self.total < need.total() {
            return None;
        }
        let groups: SmallVec<[Group; 12]> =
            self.groups.iter().map(|(mask, n)| Group { mask: *mask, stage: 0, count: *n }).collect();
        let units: SmallVec<[(u8, u8); 16]> = need.exact.iter().map(|mask| (*mask, 0)).collect();
        let matched = match_units(&groups, &units)?;
        Some(matched.iter().map(|g| groups[*g as usize].mask).collect())
    }
}

/// Mana that becomes available together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// The bits of what one mana of it can pay for.
    pub mask: u8,
    /// From which stage on it is there.
    pub stage: u8,
    /// How many mana these are.
    pub count: u32,
}

/// A maximum matching of units (mask, stage) to groups: a unit takes a mana whose mask shares a bit with it and that is
/// there at its stage. Answers the group of each unit, or `None` if not all can be matched. Augmenting paths.
pub(super) fn match_units(groups: &[Group], units: &[(u8, u8)]) -> Option<SmallVec<[u8; 16]>> {
    const NONE: u8 = u8::MAX;
    let mut taken: SmallVec<[u8; 16]> = SmallVec::from_elem(NONE, units.len());
    for unit in 0..units.len() {
        let mut seen = 0u64;
        if !augment(groups, units, unit, &mut taken, &mut seen) {
            return None;
        }
    }
    Some(taken)
}

fn augment(groups: &[Group], units: &[(u8, u8)], unit: usize, taken: &mut [u8], seen: &mut u64) -> bool {
    let (mask, stage) = units[unit];
    for (g, group) in groups.iter().enumerate().take(64) {
        if group.mask & mask == 0 || group.stage > stage || *seen & (1 << g) != 0 || group.count == 0 {
            continue;
        }
        *seen |= 1 << g;
        let used = taken.iter().filter(|t| **t == g as u8).count() as u32;
        if used < group.count {
            taken[unit] = g as u8;
            return true;
        }
        for other in 0..units.len() {
            if taken[other] == g as u8 && augment(groups, units, other, taken, seen) {
                // `other` has moved away, so this group has room for the unit.
                taken[unit] = g as u8;
                return true;
            }
        }
    }
    false
}
