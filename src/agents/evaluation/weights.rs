//! What features weigh, in logits. Printed by `cargo run --release --example fit`: don't change them by hand.

use super::{FEATURES, HAND_FEATURES};

/// The weight of each feature, in order.
#[rustfmt::skip]
pub(super) const WEIGHTS: [f64; FEATURES] = [
    0.175, // Turn
    1.764, // Life
    0.250, // Danger
    0.022, // EachLife
    -0.202, // Hand
    0.195, // EachCard
    0.497, // Use
    0.145, // Drop
    0.632, // Burn
    0.590, // Lands
    -0.119, // Short
    0.126, // Sources
    0.129, // Creatures
    0.045, // Bodies
    0.108, // Power
    -0.077, // Toughness
    0.144, // Evasion
    0.260, // Others
    0.000, // Loyalty
    0.147, // Again
    0.093, // Clock
    0.688, // ClockNow
    -0.214, // Lethal
    0.522, // LethalNow
    0.912, // Force
];

/// The weight of each feature of a hand to begin with, in order.
#[rustfmt::skip]
pub(super) const HANDS: [f64; HAND_FEATURES] = [
    -0.071, // Begins
    0.027, // BeginsDear
    0.339, // Cards
    -0.740, // NoLand
    -0.028, // OneLand
    0.174, // TwoLands
    -0.111, // FourLands
    -0.229, // FiveLands
    -0.160, // MoreLands
    0.080, // FewAndDraws
    -0.107, // FewAndDear
    0.229, // Colors
    0.167, // Early
    0.019, // Later
    0.196, // Dear
    0.120, // Sources
    0.110, // Slow
];
