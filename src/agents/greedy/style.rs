//! The numbers by which a greedy agent plays. The frozen set is the baseline that others are measured against.
//!
//! What the baseline does must never change, so that measurements stand for good: a mend of the greedy agent is a
//! number here that leaves the old way to the baseline. `.ci/batch-hashes` notices if it plays otherwise.

/// What a greedy agent plays by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    /// What an agent with it is called.
    pub(super) name: &'static str,
    /// The version of what it does.
    pub(super) version: u32,
    /// The weight, in tenths, of the damage of an attack against life lost now.
    pub(super) pressure: i32,
    /// The weight, in tenths, of what the attack back costs.
    pub(super) risk: i32,
    /// The weight, in percent, of the damage that a block stops which only loses the blocker.
    pub(super) chump: i32,
    /// What using up a card costs, so that burn waits for something worth burning.
    pub(super) card: i32,
    /// What a land that is given up costs more for each land that the player has less than seven.
    pub(super) land: i32,
    /// The weight, in percent, of the life of opponents that spells and abilities take.
    pub(super) face: i32,
    /// The weight, in percent, of the damage that blocks stop.
    pub(super) guard: i32,
    /// A player with this much life or less can be burnt out soon.
    pub(super) low: i32,
    /// The damage that is expected of the next draws.
    pub(super) drawn: i32,
    /// A spell is cast for more than this.
    pub(super) spell: i32,
    /// An ability is activated for more than this.
    pub(super) ability: i32,
}

impl Style {
    /// The frozen one.
    pub(super) const BASELINE: Self = Self {
        name: "baseline",
        version: 1,
        pressure: 40,
        risk: 6,
        chump: 100,
        card: 60,
        land: 0,
        face: 100,
        guard: 100,
        low: 9,
        drawn: 5,
        spell: 10,
        ability: 14,
    };
    /// The mended one.
    pub(super) const MENDED: Self = Self { name: "greedy", version: 2, pressure: 25, land: 40, ..Self::BASELINE };
}
