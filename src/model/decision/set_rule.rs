//! Rules about sets of options.

use super::AnswerError;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A rule about sets of options. Legality of a set is not legality of its options.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SetRule {
    /// Groups of options.
    pub groups: Vec<Group>,
    /// Requirements: what each option counts (empty: none count), and the total must reach `min_weight`.
    pub weights: Vec<i32>,
    /// Requirements that count once, however many of their options are chosen.
    #[serde(default)]
    pub once: Vec<Requirement>,
    /// The largest total that can be reached (CR 508.1d, 509.1c); 0 requires nothing.
    pub min_weight: i32,
    /// Options that can't be chosen without others (CR 508.1c, 509.1b).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub company: Vec<Company>,
    /// Totals that can't be exceeded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
}

/// What options count, and how much they may count in all.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Limit {
    /// What each option counts.
    pub each: Vec<i32>,
    /// The most that the chosen ones may count together.
    pub most: i32,
}

impl Limit {
    /// What the options at these places count together.
    pub fn total(&self, chosen: &[u16]) -> i32 {
        chosen.iter().filter_map(|place| self.each.get(usize::from(*place))).fold(0, |sum, n| sum.saturating_add(*n))
    }

    /// Whether these can be among the chosen options: as they are, or with what counts less than nothing.
    pub fn allows(&self, chosen: &[u16]) -> bool {
        let less = (0..self.each.len() as u16).filter(|place| self.each[usize::from(*place)] < 0);
        let less: Vec<u16> = less.filter(|place| !chosen.contains(place)).collect();
        self.total(chosen).saturating_add(self.total(&less)) <= self.most
    }
}

/// Options of which none can be chosen without one of some others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Company {
    /// The options, by their places.
    pub members: Vec<u16>,
    /// The others, by their places.
    pub with: Vec<u16>,
}

/// A requirement that any of these options meets.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Requirement {
    /// The options, by their places.
    pub members: Vec<u16>,
    /// How much it counts.
    pub weight: i32,
}

/// Options of which between `min` and `max` are chosen, or none if `or_none`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Group {
    /// The options, by their places.
    pub members: Vec<u16>,
    /// The fewest, if any is chosen.
    pub min: u16,
    /// The most that can be chosen of the group.
    pub max: u16,
    /// Whether none at all is allowed.
    pub or_none: bool,
}

impl SetRule {
    /// Checks whether a set of ascending places fulfils the rule.
    ///
    /// # Errors
    /// Names the group or requirement that is broken.
    pub fn check(&self, chosen: &[u16]) -> Result<(), AnswerError> {
        for (i, group) in self.groups.iter().enumerate() {
            let n = group.members.iter().filter(|m| chosen.binary_search(m).is_ok()).count() as u16;
            if (n < group.min || n > group.max) && !(n == 0 && group.or_none) {
                let (min, max, or_none) = (group.min, group.max, group.or_none);
                return Err(AnswerError::Group { group: i, chosen: n, min, max, or_none });
            }
        }
        let lonely = |c: &Company| any(&c.members, chosen) && !any(&c.with, chosen);
        if self.company.iter().any(lonely) {
            return Err(AnswerError::Alone);
        }
        let met = self.weight(chosen);
        if met < self.min_weight {
            return Err(AnswerError::Requirements { met, possible: self.min_weight });
        }
        self.limits.iter().try_for_each(|limit| {
            let (total, most) = (limit.total(chosen), limit.most);
            if total <= most { Ok(()) } else { Err(AnswerError::Total { total, most }) }
        })
    }

    /// Whether a set that breaks no rule may begin with these: no group has too many, and no total is too large for good.
    pub fn may_begin_with(&self, chosen: &[u16]) -> bool {
        let few = |g: &Group| chosen.iter().filter(|c| g.members.contains(c)).count() <= usize::from(g.max);
        self.groups.iter().all(few) && self.limits.iter().all(|limit| limit.allows(chosen))
    }

    /// Whether some set with this many of the first `count` options fulfils the rule, as far as a search of bounded length finds one.
    pub fn has_set_of(&self, size: usize, count: usize) -> bool {
        self.is_plain() && size <= count || self.extends_to(size, 0..count as u16, &mut Vec::new(), &mut 10_000)
    }

    /// Whether one of such sets has this option, which can be chosen alone or with whatever makes room for it.
    pub fn has_set_with(&self, option: u16, size: usize, count: usize) -> bool {
        size <= 1
            || self.is_plain() && size <= count
            || self.extends_to(size, 0..count as u16, &mut vec![option], &mut 10_000)
    }

    /// Whether options of these places make some that are chosen a set of that size.
    fn extends_to(&self, size: usize, places: Range<u16>, chosen: &mut Vec<u16>, steps: &mut u32) -> bool {
        if chosen.len() == size {
            let mut sorted = chosen.clone();
            sorted.sort_unstable();
            return self.check(&sorted).is_ok();
        }
        for next in places.clone().filter(|next| chosen.first() != Some(next)).collect::<Vec<u16>>() {
            let Some(left) = steps.checked_sub(1) else { return false };
            *steps = left;
            chosen.push(next);
            if self.may_begin_with(chosen) && self.extends_to(size, next + 1..places.end, chosen, steps) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// Whether every set of options fulfils the rule, as far as that can be seen without trying.
    pub fn is_plain(&self) -> bool {
        self.groups.is_empty() && self.min_weight == 0 && self.company.is_empty() && self.limits.is_empty()
    }

    /// How many requirements a set meets.
    pub fn weight(&self, chosen: &[u16]) -> i32 {
        let each: i32 = chosen.iter().map(|i| self.weights.get(*i as usize).copied().unwrap_or(0)).sum();
        let met = self.once.iter().filter(|r| r.members.iter().any(|m| chosen.contains(m)));
        each + met.map(|r| r.weight).sum::<i32>()
    }

    /// How many requirements one option meets by itself.
    pub fn worth(&self, option: u16) -> i32 {
        let once = self.once.iter().filter(|r| r.members.contains(&option)).map(|r| r.weight);
        self.weights.get(option as usize).copied().unwrap_or(0) + once.sum::<i32>()
    }
}

/// Whether one of some options is among the chosen ones.
pub(super) fn any(options: &[u16], chosen: &[u16]) -> bool {
    options.iter().any(|o| chosen.contains(o))
}
