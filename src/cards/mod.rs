//! Cards are data: the vocabulary of their files, their checking and loading, and definitions as the engine runs them.
//!
//! | file | what |
//! | --- | --- |
//! | `def` | the RON types |
//! | `check`, `files`, `near`, `supported` | reading files, errors with line and column |
//! | `lint`, `looks` | what makes no sense although its terms exist; how much work words are |
//! | `printable` | texts that can be shown on a terminal |
//! | `text` | every term in English |
//! | `oracle` | definitions from Oracle text |
//! | `compile`, `abilities`, `faces`, `program`, `keywords`, `watch`, `reads` | from the RON types to runtime rows |
//! | `reword` | definitions in which a word is replaced (612) |
//! | `letters` | where X stands in costs |
//! | `table`, `op`, `printed`, `traits` | runtime rows, what cards show, what their abilities need that is asked for at once |
//! | `shipped` | the cards in the binary, parsed on demand |
//! | `import` | cards from files of texts: Scryfall, MTGJSON |
//! | `db`, `names` | all cards of a process, the table of a game, the names that can be chosen (201.4) |
//!
//! # Invariants
//! * No card has Rust of its own, and nothing is decided by a card's name.
//! * A definition's runtime form depends on its file alone.

mod abilities;
pub mod check;
mod compile;
mod db;
pub mod def;
mod faces;
pub mod files;
pub mod import;
pub(crate) mod keywords;
mod letters;
mod lint;
mod looks;
mod names;
pub mod near;
pub(crate) mod op;
pub mod oracle;
pub mod printable;
mod printed;
mod program;
pub mod reads;
mod reword;
pub mod shipped;
pub(crate) mod supported;
mod table;
pub mod text;
mod traits;
mod watch;

pub use crate::model::snapshot::{Reworded, TextWord};
pub use compile::{CompileError, Tokens, definition};
pub use db::{CardDb, Origin};
pub use letters::{parts_filter_by_x, parts_use_x};
pub use lint::reaches_outside;
pub use looks::{BOARD, MOST_LOOKS, most_looks};
pub use names::Names;
pub use op::{Op, RoundOrder};
pub use printed::PrintedRows;
pub(crate) use program::{exchanged, time_travellers};
pub use shipped::dungeons;
pub use supported::{unsupported, unsupported_exception};
pub use table::*;
pub(crate) use watch::is_own_discard;
