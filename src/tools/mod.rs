//! Tools: benchmarks, scenarios, bulk games, matches, checks, decks, coverage.

pub mod bench;
pub mod coverage;
pub mod decks;
pub mod matches;
pub mod perft;
pub mod scenario;
pub mod simulate;
pub mod soak;
