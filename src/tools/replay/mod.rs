//! Replay files: a game as what was answered, for saving, resuming, proving and taking back.
//!
//! The files are those of `simulate --out` ([`Header`](crate::tools::simulate::Header),
//! [`Row`](crate::tools::simulate::Row)): a line of JSON with decks, seed, settings, the engine and the card set, then
//! a line a game. A row with a [`Record`] has every answer, so that nobody has to answer again: an unfinished game is a
//! saved one. Reading one plays it, answer by answer: each has to be legal, and each has to lead to the question and
//! the state that the row has hashes of. What differs is refused with the line and the decision.
//!
//! | file | what |
//! | --- | --- |
//! | `answers` | answers as a short text |
//! | `recording` | a game that is recorded as it is played, written and read |
//! | `timeline` | taking back: earlier decisions, and which of them are open to whom |
//!
//! # Example
//! ```
//! use dracones::tools::replay::{Recording, anybody};
//! use dracones::prelude::*;
//! use dracones::tools::simulate::Plan;
//!
//! let db = CardDb::embedded();
//! let deck = vec![("Forest", 24), ("Grizzly Bears", 36)];
//! let setup = GameSetup::from_names(&db, &[deck.clone(), deck]).unwrap();
//! // The names of those who play are for readers; the file doesn't need them.
//! let plan = Plan::new(setup, &anybody("a person"));
//! let (mut game, mut recording) = Recording::begin(&plan, 0);
//! let mut random = Stream::new(1, 1);
//! for _ in 0..30 {
//!     let answer = game.decision().unwrap().sample(&mut random);
//!     recording.submit(&mut game, answer).unwrap();
//! }
//! let mut file = Vec::new();
//! recording.write(&game, &mut file).unwrap();
//! // In another process:
//! let (resumed, _) = Recording::read(file.as_slice(), None, &db).unwrap();
//! assert_eq!(resumed.sync_hash(), game.sync_hash());
//! ```

mod answers;
mod recording;
mod timeline;

pub use answers::{Given, GivenError};
pub use recording::{Record, Recording, Refused};
pub use timeline::{Timeline, Undo, UndoError};

use crate::agents::{AgentMaker, Random};

/// Somebody who plays and isn't an agent that the engine could ask: a person, a client, an agent of another program.
pub fn anybody(name: &str) -> AgentMaker {
    AgentMaker::new(name, || Box::new(Random))
}
