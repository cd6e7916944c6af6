//! Rules about sets of options.

use serde::{Deserialize, Serialize};

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

    /// Whether an option can be chosen at all: alone or with those that count less than nothing.
    pub(crate) fn allows(&self, place: u16) -> bool {
        let less = (0..self.each.len() as u16).filter(|other| *other != place && self.each[usize::from(*other)] < 0);
        let with: Vec<u16> = less.chain([place]).collect();
        self.total(&with) <= self.most
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
