//! Mana at hand as a multiset of masks, and whether a need can be met with it.
//!
//! A mana fits a symbol if their masks share a bit. So a need can be met if and only if, for every set of symbols,
//! there are as many mana that fit one of them as there are symbols (Hall's theorem); it is enough to look at unions
//! of the masks that occur, and generic mana only counts in the total.

use super::bound::Barred;
use super::need::Need;
use smallvec::SmallVec;

/// A multiset of masks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Supply {
    groups: SmallVec<[(u8, u32); 12]>,
    total: u32,
    /// Which of it counts otherwise for the costs of mana abilities.
    bound: Vec<(BoundMask, u32)>,
}

/// The terms of what helps to pay for something and isn't mana: it pays for nothing else, and so for no mana ability on the way to it
/// (CR 702.51a, 702.126a, 701.67a).
const HELPING: u8 = u8::MAX - 1;

/// Mana that is bound, or that could be made bound or free (CR 106.6).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoundMask {
    /// What it pays for in the cost that is being paid.
    pub mask: u8,
    /// The masks of which it can have one, each with the terms by their place in [`Means::terms`](super::Means::terms).
    pub parts: SmallVec<[(Option<u8>, u8); 2]>,
}

impl BoundMask {
    /// Mana of these terms that pays for one mask.
    pub(super) fn of(terms: Option<u8>, mask: u8) -> Self {
        Self { mask, parts: SmallVec::from_slice(&[(terms, mask)]) }
    }
    /// Who helps to pay for this mask.
    pub(super) fn of_helper(mask: u8) -> Self {
        Self::of(Some(HELPING), mask)
    }
    /// It can help to pay for this mask, too.
    pub(super) fn or_help(mut self, mask: u8) -> Self {
        if mask != 0 {
            self.mask |= mask;
            self.parts.push((Some(HELPING), mask));
        }
        self
    }
    /// What it pays for in the cost of a mana ability from which these terms are barred.
    pub(super) fn without(&self, barred: Barred) -> u8 {
        let pays = |terms: Option<u8>| terms != Some(HELPING) && barred.allows(terms);
        self.parts.iter().filter(|(terms, _)| pays(*terms)).fold(0, |all, (_, mask)| all | mask)
    }
}

/// Needs with more different masks than this are matched instead of counted.
const MAX_COUNTED: usize = 6;

impl Supply {
    /// Takes everything out.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.total = 0;
        self.bound.clear();
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
    /// Adds mana that is bound or may be.
    pub(super) fn add_bound(&mut self, mana: BoundMask, n: u32) {
        if n == 0 {
            return;
        }
        self.add(mana.mask, n);
        match self.bound.iter_mut().find(|(m, _)| *m == mana) {
            Some((_, have)) => *have = have.saturating_add(n),
            None => self.bound.push((mana, n)),
        }
    }
    /// Takes one such mana out.
    pub(super) fn remove_bound(&mut self, mana: &BoundMask) {
        self.remove(mana.mask, 1);
        if let Some((_, have)) = self.bound.iter_mut().find(|(m, _)| m == mana) {
            *have = have.saturating_sub(1);
        }
    }
    /// All of it, for a cost that is paid with the help of mana abilities that cost mana: what is barred from the cost of
    /// each of them.
    pub(super) fn staged(&self, barred: &[Barred]) -> SmallVec<[Group; 24]> {
        let mut groups: SmallVec<[Group; 24]> = self.groups.iter().map(|(mask, n)| Group::new(*mask, 0, *n)).collect();
        for (mana, n) in &self.bound {
            if let Some(all) = groups.iter_mut().find(|g| g.masks[0] == mana.mask && g.count >= *n) {
                all.count -= n;
            }
        }
        groups.extend(self.bound.iter().map(|(mana, n)| Group::bound(mana, barred, 0, *n)));
        groups
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
        let groups: SmallVec<[Group; 12]> = self.groups.iter().map(|(mask, n)| Group::new(*mask, 0, *n)).collect();
        let units: SmallVec<[(u8, u8); 16]> = need.exact.iter().map(|mask| (*mask, 0)).collect();
        let matched = match_units(&groups, &units)?;
        Some(matched.iter().map(|g| groups[*g as usize].masks[0]).collect())
    }
}

/// Mana that becomes available together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// The bits of what one mana of it can pay for, at each stage.
    pub masks: [u8; STAGES],
    /// From which stage on it is there.
    pub stage: u8,
    /// How many mana these are.
    pub count: u32,
}

/// How many stages there can be: one for each mana ability that costs mana, and one for the cost itself.
pub(super) const STAGES: usize = 8;

impl Group {
    /// Mana that pays for the same whatever it is spent on.
    #[inline]
    pub(super) const fn new(mask: u8, stage: u8, count: u32) -> Self {
        Self { masks: [mask; STAGES], stage, count }
    }
    /// Mana that is bound or may be; these terms are barred from the cost of the mana ability of each stage.
    pub(super) fn bound(mana: &BoundMask, barred: &[Barred], stage: u8, count: u32) -> Self {
        let mut group = Self::new(mana.mask, stage, count);
        for (mask, barred) in group.masks.iter_mut().zip(barred) {
            *mask = mana.without(*barred);
        }
        group
    }
}

/// A unit that no group is matched to.
const NONE: u8 = u8::MAX;

/// A maximum matching of units (mask, stage) to groups: a unit takes a mana whose mask shares a bit with it and that is
/// there at its stage. Answers the group of each unit, or `None` if not all can be matched. Augmenting paths.
pub(super) fn match_units(groups: &[Group], units: &[(u8, u8)]) -> Option<SmallVec<[u8; 16]>> {
    let mut taken: SmallVec<[u8; 16]> = SmallVec::from_elem(NONE, units.len());
    for unit in 0..units.len() {
        let mut seen = 0u64;
        if !augment(groups, units, unit, &mut taken, &mut seen) {
            return None;
        }
    }
    Some(taken)
}

/// Which units are matched when as many are as can be, a `bool` for each. One that comes first is preferred.
pub(super) fn match_most(groups: &[Group], units: &[(u8, u8)]) -> SmallVec<[bool; 16]> {
    let mut taken: SmallVec<[u8; 16]> = SmallVec::from_elem(NONE, units.len());
    for unit in 0..units.len() {
        augment(groups, units, unit, &mut taken, &mut 0);
    }
    taken.into_iter().map(|group| group != NONE).collect()
}

fn augment(groups: &[Group], units: &[(u8, u8)], unit: usize, taken: &mut [u8], seen: &mut u64) -> bool {
    let (mask, stage) = units[unit];
    for (g, group) in groups.iter().enumerate().take(64) {
        if group.masks[usize::from(stage)] & mask == 0
            || group.stage > stage
            || *seen & (1 << g) != 0
            || group.count == 0
        {
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
