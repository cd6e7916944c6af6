//! The text of a deck file with the places of its lines, and pieces of it that keep theirs.
//!
//! # Invariants
//! - A byte order mark is not part of the text: offsets count after it.
//! - Looking up a line is logarithmic, so that a file of many errors or cards stays linear.

use std::string::FromUtf8Error;

use super::names::show;
use super::{DeckError, DeckProblem, MAX_BYTES};

/// A range of bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// A deck file: its name for messages, its text, and where the lines start.
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Source<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Result<Self, DeckError> {
        if text.len() > MAX_BYTES {
            return Err(DeckError::of_file(file, DeckProblem::TooLarge { limit: MAX_BYTES }));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Ok(Self { file, text, starts })
    }

    /// The error for a file with bytes that are not UTF-8, at the first of them.
    pub(super) fn not_utf8(file: &str, error: &FromUtf8Error) -> DeckError {
        let bytes = error.as_bytes();
        let at = error.utf8_error().valid_up_to();
        // The line continues after the bad byte, but can only be shown up to it.
        let valid = bytes.get(..at).unwrap_or_default();
        let text = String::from_utf8_lossy(valid);
        match Source::new(file, &text) {
            Ok(source) => {
                let end = source.text.len();
                source.error((end..end).into(), DeckProblem::NotUtf8)
            }
            Err(error) => error,
        }
    }

    /// The lines, trimmed, from the first to the last.
    pub(super) fn lines(&self) -> impl Iterator<Item = Piece<'a>> + use<'a> {
        let mut start = 0;
        self.text.split('\n').map(move |text| {
            let piece = Piece { text, start };
            start += text.len() + 1;
            piece.trim()
        })
    }

    /// The number, from 1, and the bounds of the line that has this byte.
    pub(super) fn line_around(&self, at: usize) -> (u32, std::ops::Range<usize>) {
        let after = self.starts.partition_point(|&start| start <= at);
        let start = self.starts.get(after.saturating_sub(1)).copied().unwrap_or(0);
        let end = self.starts.get(after).map_or(self.text.len(), |&next| next - 1);
        let number = u32::try_from(after.max(1)).unwrap_or(u32::MAX);
        (number, start..end.max(start))
    }

    /// The number of the line that has this byte, from 1.
    pub(super) fn line_of(&self, at: usize) -> u32 {
        self.line_around(at).0
    }

    /// The byte at a line and a column as the XML and JSON parsers count them, from 1.
    pub(super) fn offset_of(&self, line: usize, columns: impl Fn(&str) -> usize) -> usize {
        let index = line.saturating_sub(1).min(self.starts.len().saturating_sub(1));
        let start = self.starts.get(index).copied().unwrap_or(0);
        let (_, bounds) = self.line_around(start);
        start + columns(self.slice(bounds.start, bounds.end))
    }

    /// The nearest character boundary at or before a byte.
    pub(super) fn floor(&self, at: usize) -> usize {
        self.text.floor_char_boundary(at)
    }

    /// A span moved inside the text and onto character boundaries.
    pub(super) fn clamp(&self, span: Span) -> Span {
        let start = self.floor(span.start);
        Span { start, end: self.floor(span.end).max(start) }
    }

    /// The text between two bytes, or nothing if they don't delimit any.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    pub(super) fn error(&self, span: Span, problem: DeckProblem) -> DeckError {
        DeckError::at(self, span, problem)
    }

    /// The error for text that is not what the format has at its place.
    pub(super) fn malformed(&self, span: Span, expected: &'static str) -> DeckError {
        let Span { start, end } = self.clamp(span);
        let found = match self.slice(start, end) {
            "" => "nothing".to_owned(),
            text => show_quoted(text),
        };
        self.error(span, DeckProblem::Malformed { expected, found })
    }
}

/// Text from a file in quotes, escaped and clipped.
pub(super) fn show_quoted(text: &str) -> String {
    format!("\"{}\"", show(text))
}

/// A piece of the text that knows its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl<'a> Piece<'a> {
    pub(super) fn span(self) -> Span {
        Span { start: self.start, end: self.start + self.text.len() }
    }

    pub(super) fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn trim(self) -> Self {
        let text = self.text.trim_start();
        let start = self.start + self.text.len() - text.len();
        Self { text: text.trim_end(), start }
    }

    /// The parts before and after a byte, which must be a character boundary.
    pub(super) fn split_at(self, at: usize) -> (Self, Self) {
        let (head, tail) = self.text.split_at_checked(at).unwrap_or((self.text, ""));
        let start = self.start + head.len();
        (Self { text: head, ..self }, Self { text: tail, start })
    }

    /// What follows a prefix in any case, trimmed.
    pub(super) fn after(self, prefix: &str) -> Option<Self> {
        let head = self.text.get(..prefix.len())?;
        let (_, tail) = self.split_at(prefix.len());
        head.eq_ignore_ascii_case(prefix).then(|| tail.trim())
    }

    /// The parts before and after the first `mark`, which must be ASCII.
    pub(super) fn split_once(self, mark: char) -> Option<(Self, Self)> {
        let at = self.text.find(mark)?;
        let (head, tail) = self.split_at(at);
        Some((head, tail.split_at(mark.len_utf8()).1))
    }
}
