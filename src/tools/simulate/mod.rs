//! Bulk games: many games between the same decks on all cores, with rows, statistics and replay.
//!
//! Each thread has one pooled [`Game`](crate::Game) and plays one game after another in it. Game i depends on
//! (seed, i) alone, and rows leave in the order of their numbers, so that the result doesn't depend on the threads.
//!
//! | file | what |
//! | --- | --- |
//! | `plan` | what is played |
//! | `start` | games that begin with a position |
//! | `play` | one game |
//! | `run` | all games on threads |
//! | `row` | rows of games and the header of their file |
//! | `hash` | what proves that two runs are the same |
//! | `stats`, `summary` | counts, quantiles, intervals |
//! | `replay` | a game of a file again |
//!
//! # Invariants
//! * The same plan gives the same rows and the same batch hash on any number of threads.
//! * A game in which something panicked is counted as an error; its `Game` is not used again.

mod hash;
mod plan;
mod play;
pub mod replay;
mod row;
pub mod run;
mod start;
mod stats;
mod summary;

pub use hash::{BatchHash, GameHash, INTERVAL};
pub use plan::{First, Plan};
pub(crate) use play::play_unless;
pub use play::{Failure, Played, Spectator, play};
pub use replay::{Difference, MAX_LINE, ReplayError, Replayed, find_row, play_on, position_at, record_to, replay};
pub use row::{FILE_FORMAT, Header, Origin, Row};
pub use run::{Watch, catch, play_all, quiet_panics, run, run_range};
pub use start::{Start, StartError};
pub use stats::{Histogram, wilson};
pub use summary::{Quantiles, SeatSummary, Split, Summary};
