//! Scenarios: positions with a script and what is expected of it, as RON.
//!
//! One format for tests, documents and the command line. [`def`] is what a file says, [`load`] reads files, [`run`]
//! builds the position and follows the script. A script is strict: a choice that isn't offered, a decision that isn't
//! scripted, an answer that isn't used, an unknown card, label or field is a [`ScenarioError`] with its place.
//!
//! | file | what |
//! | --- | --- |
//! | `def` | the terms of the format |
//! | `load` | files, folders, errors with places |
//! | `build` | the position |
//! | `names` | objects and options by label and name |
//! | `play` | steps |
//! | `reply` | answers in words |
//! | `expect` | expectations |
//!
//! # Invariants
//! * A position is made of the same parts as a game that was played, so that everything else works on it: a position
//!   can be forked and saved.
//! * Nothing passes by itself: `skip_forced` is off.

mod build;
pub mod def;
mod expect;
mod load;
mod names;
mod play;
mod reply;

pub use build::{Case, position};
pub use def::{FORMAT, Scenario};
pub use load::{File, MAX_FILE, ScenarioError, files, load, parse};
pub use names::Labels;
pub use play::run;
