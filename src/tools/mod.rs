//! Tools: benchmarks, scenarios, bulk games, replays, matches, checks, decks, coverage; work on threads.

pub mod bench;
pub mod coverage;
pub mod decks;
pub mod in_order;
pub mod matches;
pub mod perft;
pub mod replay;
pub mod scenario;
pub mod simulate;
pub mod soak;
