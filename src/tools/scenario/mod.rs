//! Scenarios: positions with a script and what is expected of it, as RON.
//!
//! One format for tests, documents and the command line. [`def`] is what a file says, [`load`] reads files, [`run`]
//! builds the position and follows the script. A script is strict: a choice that isn't offered, a decision that isn't
//! scripted, an answer that isn't used, an unknown card, label or field is a [`ScenarioError`] with its place.
//!
//! | file | what |
//! | --- | --- |
//! | `def`, `action` | the terms of the format |
//! | `load`, `error`, `place` | files and folders; errors, and where in the text they are |
//! | `include` | set-ups that files share, below one folder |
//! | `build`, `entries`, `fight` | the position |
//! | `names` | objects and options by label and name |
//! | `setup`, `status` | what players start with, and what is special about it |
//! | `runs` | all variants and orders of a scenario |
//! | `play` | steps |
//! | `answers`, `reply`, `options` | answers in words |
//! | `expect`, `problem` | expectations, and what is otherwise |
//! | `pick`, `after` | one scenario of a file, and its position at the end |
//! | `explain` | why an object is what it is there |
//! | `cited` | which rules scenarios cite |
//! | `trace`, `text` | what happens, in words |
//! | `write`, `export` | scenarios as files, positions of games as scenarios |
//!
//! ```
//! use dracones::cards::CardDb;
//! use dracones::tools::scenario;
//!
//! let text = r#"Scenario(
//!     format: 1,
//!     title: "Giant Growth",
//!     rules: ["611.2a"],
//!     why: "The effect lasts until the turn ends.",
//!     players: [(battlefield: ["Forest", "Grizzly Bears"], hand: ["Giant Growth"]), ()],
//!     script: [
//!         Cast(by: 1, card: "Giant Growth", answers: [Pick(["Grizzly Bears"])]),
//!         Resolve,
//!         Expect([PT("Grizzly Bears", 5, 5)]),
//!     ],
//! )"#;
//! let file = scenario::parse("growth.ron", text.to_owned()).unwrap();
//! scenario::run(&file, 0, &CardDb::embedded()).unwrap();
//! ```
//!
//! # Invariants
//! * A position is made of the same parts as a game that was played, so that everything else works on it: a position
//!   can be forked and saved.
//! * Nothing passes by itself: `skip_forced` is off.

mod action;
mod after;
mod answers;
mod build;
mod cited;
pub mod def;
mod entries;
mod error;
mod expect;
mod explain;
pub mod export;
mod fight;
mod include;
mod load;
mod names;
mod options;
mod pick;
mod place;
mod play;
mod problem;
mod reply;
mod runs;
pub(crate) mod setup;
mod status;
mod text;
mod trace;
mod write;

pub use after::{After, after};
pub use build::{Case, position};
pub use cited::Citations;
pub use def::{FORMAT, Scenario};
pub use error::ScenarioError;
pub use explain::{
    AbilityData, AppliedData, EffectData, ExplainError, Explained, ExplanationData, LayerData, ValuesData, WhyData,
};
pub use export::{Export, ExportError, export};
pub use include::{IncludeError, MAX_INCLUDED, MAX_INCLUDES, Root};
pub use load::{File, MAX_FILE, files, load, parse};
pub use names::Labels;
pub use pick::PickError;
pub use problem::{Difference, Unfit};
pub use runs::{run, run_prepared, trace};
pub use write::to_ron;
