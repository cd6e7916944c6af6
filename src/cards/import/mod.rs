//! Cards from files of texts: the bulk data of Scryfall and MTGJSON, and cards of one's own in the same shape.
//!
//! | file | what |
//! | --- | --- |
//! | `source` | opening files, gzip, counting lines, limits |
//! | `read` | telling the shapes apart, going through a file record by record |
//! | `scryfall`, `mtgjson`, `plain` | from each shape to a [`Record`] |
//! | `record` | what a record has, and why one is skipped |
//! | `library` | the texts of a file, compiled when somebody asks for a card |
//! | `error` | why a file can't be read |
//!
//! # Invariants
//! * Every record of a file is accounted for: it is a card, or it is skipped with a reason.
//! * Memory is bounded, whatever is in a file: a record has at most [`MAX_RECORD`] bytes, and a library at most [`MAX_HELD`].
//! * Nothing from a file reaches a terminal unless its characters are harmless.

mod error;
mod library;
mod mtgjson;
mod plain;
mod read;
mod record;
mod scryfall;
mod source;

pub use error::ImportError;
pub use library::{Library, Unusable};
pub use read::{Read, Shape, is_bulk, read};
pub use record::{Entry, Legality, Record, Skip};

/// The longest record of a file, in bytes.
pub const MAX_RECORD: u64 = 1024 * 1024;
/// The most records of a file.
pub const MAX_RECORDS: u64 = 2_000_000;
/// The longest text of a face, in bytes.
pub const MAX_TEXT: usize = 8 * 1024;
/// The most lines of a face.
pub const MAX_LINES: usize = 100;
/// The longest name, type line or cost, in characters.
pub const MAX_WORD: usize = 200;
/// The most text that a [`Library`] holds, in bytes.
pub const MAX_HELD: usize = 256 * 1024 * 1024;

#[cfg(test)]
mod tests;
