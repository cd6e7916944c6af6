//! Tools: scenarios, bulk games, checks, decks.

pub mod decks;
pub mod perft;
pub mod scenario;
pub mod simulate;
pub mod soak;
