//! Playing until something breaks: random decks of all cards, with what must hold checked at every decision.
//!
//! | file | what |
//! | --- | --- |
//! | `decks` | random decks, and settings that differ from game to game |
//! | `invariants` | what must hold of a position |
//! | `probe` | what must hold of a decision: forks, saving, refused answers, layers, conceding |
//! | `game` | one game with probes |
//! | `shrink` | fewer and simpler answers that still break |
//! | `run` | games on threads until the time is up |
//!
//! [`run`] is `dracones soak`; [`check`] plays the game of a file that it wrote with every probe at every decision.
//!
//! # Invariants
//! * A game depends on (seed, number) alone, but for what is given up because it takes too long.

mod decks;
mod game;
mod invariants;
mod probe;
mod run;
mod shrink;

pub use decks::{Pool, deck, plan};
pub use game::{Broken, Soaked, play_checked};
pub use invariants::position;
pub use probe::{Probe, Probes};
pub use run::{Report, Soak, Watch, check, run};
pub use shrink::shrink;
