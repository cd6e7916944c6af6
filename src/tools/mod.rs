//! Tools: scenarios, bulk games, checks, decks, coverage.

pub mod coverage;
pub mod decks;
pub mod perft;
pub mod scenario;
pub mod simulate;
pub mod soak;
