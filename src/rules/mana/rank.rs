//! How much using an offer costs its player beside the tapping, least first. The payer avoids what ranks high.

/// Nothing.
pub const FREE: u8 = 0;
/// A permanent that could do something else.
pub const USEFUL: u8 = 1;
/// A creature that could attack or block.
pub const CREATURE: u8 = 2;
/// Damage, life, or another side effect.
pub const PAINFUL: u8 = 3;
/// A creature that convokes.
pub const CONVOKE: u8 = 4;
/// The permanent itself, or counters.
pub const USED_UP: u8 = 5;
