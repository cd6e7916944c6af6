//! Why a card isn't accepted, and where.

use std::fmt;
use std::ops::Range;

/// A card that isn't accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Decline {
    /// The name of the face.
    pub face: String,
    /// The line of its text, from 1; 0 if it isn't about the text.
    pub line: usize,
    /// The characters of the line that no reading gets past; empty if it isn't about a place.
    pub columns: Range<usize>,
    /// The words there.
    pub words: String,
    /// The words from there on, with `~` for the card's names: what other cards may have, too.
    pub alike: String,
    /// What could have stood there, at most a dozen.
    pub expected: Vec<String>,
    /// The term that the vocabulary lacks, if that is the cause.
    pub missing: Option<String>,
    /// The reason why it isn't accepted.
    pub reason: Reason,
}

/// The sorts of reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The face has something that definitions can't say: its layout, its types, its cost.
    Unsupported(String),
    /// No rule reads these words.
    NoRule,
    /// A word refers to what isn't there or to more than one thing.
    Reference(String),
    /// Readings that mean different things.
    Ambiguous(usize),
    /// The reading doesn't print as the text was.
    NotReversible(String),
    /// The definition is faulty or can't be compiled.
    Faulty(String),
    /// A word can be left out without changing the meaning.
    Unread(String),
}

impl Decline {
    /// A decline of a whole face.
    pub(super) fn face(face: &str, reason: Reason) -> Self {
        let (columns, words, alike, expected, missing) = Default::default();
        Self { face: face.to_owned(), line: 0, columns, words, alike, expected, missing, reason }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "{what} can't be used yet"),
            Self::NoRule => f.write_str("no rule"),
            Self::Reference(what) => write!(f, "unclear reference: {what}"),
            Self::Ambiguous(usize::MAX) => f.write_str("more readings than can be compared"),
            Self::Ambiguous(n) => write!(f, "{n} different meanings"),
            Self::NotReversible(what) => write!(f, "doesn't read back: {what}"),
            Self::Faulty(what) => write!(f, "faulty definition: {what}"),
            Self::Unread(word) => write!(f, "`{word}` makes no difference"),
        }
    }
}

impl fmt::Display for Decline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.face)?;
        if self.line > 0 {
            let Range { start, end } = &self.columns;
            write!(f, "line {}, columns {}-{}: \"{}\": ", self.line, start + 1, (*end).max(start + 1), self.words)?;
        }
        write!(f, "{}", self.reason)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected.join(", "))?;
        }
        match &self.missing {
            Some(term) => write!(f, "; missing term: {term}"),
            None => Ok(()),
        }
    }
}
