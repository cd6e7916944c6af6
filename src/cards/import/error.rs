//! Why a file of cards can't be read.

use super::{MAX_RECORD, MAX_RECORDS};
use crate::cards::printable::{is_unsafe, shorten, shown};
use miette::Diagnostic;
use std::io;
use std::path::Path;
use thiserror::Error;

/// What is wrong with a file of cards. Lines and columns count from 1; of a compressed file they are those of its content.
#[derive(Debug, Error, Diagnostic)]
#[non_exhaustive]
pub enum ImportError {
    /// It can't be opened or read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The path of the file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// The compressed data is damaged or ends early.
    #[error("{file}: the gzip data is damaged or cut off behind line {line}, column {column}{}: {reason}", after(.last))]
    #[diagnostic(help("download it again; a whole file can be tested with `gzip -t`"))]
    Gzip {
        /// The path of the file.
        file: String,
        /// The last line that could be unpacked.
        line: u64,
        /// The column in it, from 1.
        column: u64,
        /// The last card that was read whole.
        last: Option<String>,
        /// What the decompressor says about it.
        reason: String,
    },
    /// It isn't a list of cards.
    #[error("{file}: this isn't a list of cards: {found}")]
    #[diagnostic(help(
        "expected `oracle_cards` of Scryfall (a JSON array), `AtomicCards` of MTGJSON, or a JSON object for each card; \
         all of them may be compressed by gzip"
    ))]
    NoCards {
        /// The path of the file.
        file: String,
        /// The kind of value that stands there instead.
        found: String,
    },
    /// It isn't JSON from some place on.
    #[error("{file}:{line}:{column}: broken JSON{}: {reason}", after(.last))]
    Json {
        /// The path of the file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: u64,
        /// The last card that was read whole.
        last: Option<String>,
        /// What the parser says about it.
        reason: String,
    },
    /// A record doesn't end.
    #[error("{file}:{line}:{column}: a card with more than {MAX_RECORD} bytes{}", after(.last))]
    LongRecord {
        /// The path of the file.
        file: String,
        /// The line in which the record begins, from 1.
        line: u64,
        /// The column in which it begins, from 1.
        column: u64,
        /// The last card that was read whole.
        last: Option<String>,
    },
    /// More records than any such file has.
    #[error("{file}:{line}: more than {MAX_RECORDS} records")]
    ManyRecords {
        /// The path of the file.
        file: String,
        /// The line of the first one that is too many.
        line: u64,
    },
    /// More cards than can be held in memory at once.
    #[error("{file}:{line}: more text than can be kept in memory, {limit} bytes")]
    #[diagnostic(help("`dracones cards import` goes through files of any size"))]
    TooMuch {
        /// The path of the file.
        file: String,
        /// The line that is too much.
        line: u64,
        /// The limit.
        limit: usize,
    },
}

impl ImportError {
    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable { file: shown(path), reason: error.to_string() }
    }

    pub(super) fn no_cards(path: &Path, found: &str) -> Self {
        Self::NoCards { file: shown(path), found: found.to_owned() }
    }
}

/// Which card was the last, in words.
fn after(last: &Option<String>) -> String {
    match last {
        Some(name) => format!(" after the card `{}`", harmless(name)),
        None => String::new(),
    }
}

/// A text without what could steer a terminal, shortened if it is long.
pub(super) fn harmless(text: &str) -> String {
    let plain: String = text.chars().take(super::MAX_WORD).filter(|c| !is_unsafe(*c)).collect();
    shorten(&plain)
}
