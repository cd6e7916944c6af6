//! What can be wrong with a deck file, and where.
//!
//! A file can have several mistakes: a [`DeckError`] is the first, and has the others.
//!
//! A [`DeckError`] owns the excerpt of the file that it shows: the one line concerned, clipped,
//! with harmless stand-ins for characters that a terminal would obey.
//!
//! # Invariants
//! - Lines and columns count from 1, columns in characters.
//! - The excerpt has a bounded length whatever the file is, so that a deck of one long line
//!   can't flood the screen, and errors are cheap to keep.

use super::MAX_COUNT;
use super::names::show_file;
use super::source::{Source, Span};
use crate::cards::files::NotRead;
use crate::cards::printable::is_unsafe;
use crate::game::MAX_CARDS;
use miette::{Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan};
use std::ops::Range;
use std::path::Path;
use std::{fmt, io};
use thiserror::Error;

/// The bytes shown before the place of an error, when its line is long.
const BEFORE: usize = 60;
/// The bytes shown from the place of an error on.
const AFTER: usize = 100;

/// The most mistakes of a file that are told.
pub(super) const MOST_TOLD: usize = 20;

/// A deck file that was refused: the first problem and its place, and the others.
#[derive(Error)]
#[error("{}", self.message())]
pub struct DeckError(Box<Refusal>);

/// The content of a [`DeckError`], boxed to keep results small.
struct Refusal {
    file: String,
    problem: DeckProblem,
    place: Option<Place>,
    others: Vec<DeckError>,
    /// Of the last that is listed: how many follow.
    more: usize,
}

/// A place in a file, with what is needed to show it.
struct Place {
    line: u32,
    column: u32,
    span: Range<usize>,
    excerpt: Excerpt,
    mark: SourceSpan,
}

/// What is wrong with a deck file. Text from the file is already escaped and clipped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DeckProblem {
    /// The file can't be opened or read.
    #[error("can't read the file: {reason}")]
    Unreadable {
        /// What the system says.
        reason: io::Error,
    },
    /// The file is not text in UTF-8.
    #[error("this is not text in UTF-8")]
    NotUtf8,
    /// The file is larger than [`MAX_BYTES`](super::MAX_BYTES).
    #[error("the file is larger than the limit of {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// XML elements or JSON values are nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    #[error("nested deeper than the limit of {limit} levels")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// The text is XML, but of no deck format that we know.
    #[error("unknown kind of deck: expected <Deck> (Magic Online), <cockatrice_deck> or <deck> (OCTGN), found {found}")]
    UnknownFormat {
        /// The root element.
        found: String,
    },
    /// The text is not well-formed XML.
    #[error("this is not well-formed XML: {reason}")]
    Xml {
        /// What the XML parser says.
        reason: String,
    },
    /// The text is not well-formed JSON.
    #[error("this is not well-formed JSON: {reason}")]
    Json {
        /// What the JSON parser says.
        reason: String,
    },
    /// A line, an element or a value is not what the format has here.
    #[error("expected {expected}, found {found}")]
    Malformed {
        /// What the format has here.
        expected: &'static str,
        /// What the file has, quoted.
        found: String,
    },
    /// A line that isn't a card or a heading, but nearly a heading.
    #[error("expected a count and a card name, like `4 Forest`, or a heading, found {found}: did you mean `{near}`?")]
    Heading {
        /// What the file has, quoted.
        found: String,
        /// The heading that is near to it.
        near: &'static str,
    },
    /// A count is 0, over [`MAX_COUNT`], or not a whole number.
    #[error("the count {found} is not a whole number from 1 to {MAX_COUNT}")]
    BadCount {
        /// The count as written.
        found: String,
    },
    /// The deck has more than [`MAX_CARDS`] cards.
    #[error("the deck has more than {MAX_CARDS} cards")]
    TooManyCards,
    /// A name is longer than [`MAX_NAME`](super::MAX_NAME).
    #[error("the name {name} has {length} characters, the limit is {limit}")]
    LongName {
        /// The beginning of the name, quoted.
        name: String,
        /// Its length in characters.
        length: usize,
        /// The limit.
        limit: usize,
    },
    /// A name has a control character or an invisible one.
    #[error("the name {name} has a control character or an invisible one")]
    UnsafeName {
        /// The name, escaped and quoted.
        name: String,
    },
    /// Cards in a section that a deck list has no room for, such as planes or schemes.
    #[error("cards in the section {section} are not supported")]
    UnsupportedSection {
        /// The section, quoted.
        section: String,
    },
    /// The main deck has no cards.
    #[error("the main deck is empty")]
    Empty,
}

impl DeckProblem {
    /// What stands under the marked text.
    fn label(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "not what the format has here",
            Self::Heading { .. } => "neither a card nor a heading",
            Self::BadCount { .. } => "this count",
            Self::TooManyCards => "the limit is passed here",
            Self::LongName { .. } | Self::UnsafeName { .. } => "this name",
            Self::UnsupportedSection { .. } => "this section",
            _ => "here",
        }
    }

    fn help(&self) -> Option<&'static str> {
        match self {
            Self::NotUtf8 => Some("save the file as UTF-8 text"),
            Self::UnsafeName { .. } => Some("retype the name by hand"),
            Self::UnsupportedSection { .. } => Some("remove the section to play without it"),
            _ => None,
        }
    }
}

impl DeckError {
    /// An error about a file as a whole.
    pub(super) fn of_file(file: &str, problem: DeckProblem) -> Self {
        Self(Box::new(Refusal { file: show_file(file), problem, place: None, others: Vec::new(), more: 0 }))
    }

    /// Something in a folder that is called like a file, and isn't read.
    pub fn not_read(path: &Path, why: NotRead) -> Self {
        let reason = io::Error::other(why);
        Self::of_file(&path.to_string_lossy(), DeckProblem::Unreadable { reason })
    }

    /// An error about a part of a file.
    pub(super) fn at(source: &Source<'_>, span: Span, problem: DeckProblem) -> Self {
        let Span { start, end } = source.clamp(span);
        let (line, bounds) = source.line_around(start);
        let column = source.slice(bounds.start, start).chars().count() + 1;
        // Only a long line is clipped, to a window around the place.
        let long = bounds.len() > BEFORE + AFTER;
        let from = if long { source.floor(start.saturating_sub(BEFORE)) } else { bounds.start };
        let from = from.max(bounds.start);
        let to = if long { source.floor(start.saturating_add(AFTER)) } else { bounds.end };
        let to = to.min(bounds.end).max(start);
        let column = u32::try_from(column).unwrap_or(u32::MAX);
        let excerpt = Excerpt {
            name: show_file(source.file),
            text: harmless(source.slice(from, to)),
            line: line as usize - 1,
            column: column as usize - 1,
        };
        let mark = SourceSpan::from(start - from..end.clamp(start, to) - from);
        let place = Place { line, column, span: start..end, excerpt, mark };
        let file = show_file(source.file);
        Self(Box::new(Refusal { file, problem, place: Some(place), others: Vec::new(), more: 0 }))
    }

    /// One error for several problems of a file, and for `more` that aren't listed; `None` if there are none.
    pub(super) fn of_all(mut errors: Vec<Self>, more: usize) -> Option<Self> {
        errors.last_mut()?.0.more = more;
        let mut first = errors.remove(0);
        first.0.others = errors;
        Some(first)
    }

    /// The other problems of the file, in the order in which they were found. They have no others.
    pub fn others(&self) -> &[Self] {
        &self.0.others
    }

    /// How many further problems there are, which aren't listed.
    pub fn more(&self) -> usize {
        self.0.others.last().unwrap_or(self).0.more
    }

    /// What is wrong, without the place.
    pub fn problem(&self) -> &DeckProblem {
        &self.0.problem
    }

    /// The name of the file, escaped.
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// The line of the problem, from 1, or `None` when it is with the file as a whole.
    pub fn line(&self) -> Option<u32> {
        self.0.place.as_ref().map(|place| place.line)
    }

    /// The column of the problem in characters, from 1.
    pub fn column(&self) -> Option<u32> {
        self.0.place.as_ref().map(|place| place.column)
    }

    /// The bytes concerned, counted after a byte order mark.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.place.as_ref().map(|place| place.span.clone())
    }

    fn message(&self) -> String {
        let Refusal { file, problem, place, .. } = &*self.0;
        match place {
            Some(Place { line, column, .. }) => format!("{file}:{line}:{column}: {problem}"),
            None => format!("{file}: {problem}"),
        }
    }
}

impl fmt::Debug for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The excerpt would only repeat the file.
        write!(f, "DeckError({:?}, {:?})", self.message(), self.0.problem)
    }
}

impl Diagnostic for DeckError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let more = (self.0.more > 0).then(|| format!("... and {} more", self.0.more));
        let parts: Vec<String> = self.0.problem.help().map(str::to_owned).into_iter().chain(more).collect();
        if parts.is_empty() { None } else { Some(Box::new(parts.join("\n"))) }
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        if self.0.others.is_empty() {
            return None;
        }
        Some(Box::new(self.0.others.iter().map(|other| other as &dyn Diagnostic)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.0.place.as_ref()?.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.0.place.as_ref()?;
        let label = self.0.problem.label().to_owned();
        let label = LabeledSpan::new_primary_with_span(Some(label), place.mark);
        Some(Box::new(std::iter::once(label)))
    }
}

/// A piece of one line that knows where it comes from; spans are relative to the piece.
struct Excerpt {
    name: String,
    text: String,
    line: usize,
    column: usize,
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        context_lines_before: usize,
        _context_lines_after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, MietteError> {
        // Without context, the header's place is asked for; with it, the text to print.
        let column = if context_lines_before == 0 { self.column } else { 0 };
        let span = SourceSpan::from(0..self.text.len());
        let data = self.text.as_bytes();
        let name = self.name.clone();
        Ok(Box::new(MietteSpanContents::new_named(name, data, span, self.line, column, 1)))
    }
}

/// The text with every character that a terminal might obey replaced, byte for byte, so that
/// spans still fit.
fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\t' && is_unsafe(c) {
            shown.extend(std::iter::repeat_n('?', c.len_utf8()));
        } else {
            shown.push(c);
        }
    }
    shown
}
