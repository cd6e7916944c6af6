//! What can go wrong before a game is played, and with the files of results.

use super::stats::SprtError;
use crate::agents::AgentError;
use crate::cards::check::MOST_TOLD;
use crate::cards::printable;
use crate::game::SetupError;
use crate::tools::decks::{DeckError, DeckProblem, UnusableDeck};
use miette::{Diagnostic, NamedSource, SourceSpan};
use std::io;
use thiserror::Error;

/// A mistake in a text that people write: a description of a run, plans for sideboards.
#[derive(Debug, Error, Diagnostic)]
#[error("{file}:{line}:{column}: {message}")]
pub struct PlacedError {
    /// The path of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// Further mistakes in the same text, in order; those have no others.
    #[related]
    pub others: Vec<PlacedError>,
    /// The text, for display.
    #[source_code]
    pub source_code: NamedSource<String>,
    /// The place in it.
    #[label("here")]
    pub span: Option<SourceSpan>,
}

impl PlacedError {
    /// A mistake at a line and a column, both from 1.
    pub(super) fn at(file: &str, text: &str, line: usize, column: usize, message: &str) -> Box<Self> {
        let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let rest = text.get(start..).unwrap_or("");
        let within = rest.char_indices().nth(column.saturating_sub(1)).map_or(0, |(i, _)| i);
        let (excerpt, offset) = printable::excerpt(text, (start + within).min(text.len().saturating_sub(1)));
        Box::new(Self {
            file: file.to_owned(),
            line,
            column,
            message: printable::shorten(message),
            others: Vec::new(),
            source_code: NamedSource::new(file, excerpt),
            span: Some(SourceSpan::new(offset.into(), 1)),
        })
    }

    /// One error for mistakes at bytes of a text, of which there must be one.
    pub(super) fn all(file: &str, text: &str, mistakes: Vec<(usize, String)>) -> Box<Self> {
        let at = |(offset, message): (usize, String)| {
            let before = &text[..text.floor_char_boundary(offset)];
            let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
            *Self::at(file, text, before.matches('\n').count() + 1, column, &message)
        };
        let mut all: Vec<Self> = mistakes.into_iter().take(MOST_TOLD).map(at).collect();
        let first = all.remove(0);
        Box::new(Self { others: all, ..first })
    }

    /// A text with a character that can't be shown: the text isn't shown with it.
    pub(super) fn first_unsafe(file: &str, text: &str) -> Option<Box<Self>> {
        let (at, c) = printable::first_unsafe(text)?;
        let before = &text[..at];
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let message = printable::unsafe_message(c);
        let error = Self::at(file, "", before.matches('\n').count() + 1, column, &message);
        Some(Box::new(Self { span: None, ..*error }))
    }
}

/// Why a run can't be played, continued or merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A mistake in a text, with its place.
    #[error(transparent)]
    Placed(Box<PlacedError>),
    /// A file or folder that can't be read or written.
    #[error("{path}: {error}")]
    Io {
        /// Its path.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A deck that can't be played.
    #[error(transparent)]
    Deck(#[from] UnusableDeck),
    /// A file that a description names, and that isn't a deck. What is in it isn't told.
    #[error("{path}{place}: this isn't a deck; `dracones deck check` shows what is wrong with it")]
    NoDeck {
        /// Its path.
        path: String,
        /// The line, if there is one, as `:LINE`.
        place: String,
    },
    /// Decks that don't fit into one game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A number of players that the schedule can't use.
    #[error("{}: {schedule} needs {needed}, each given by --player or in a description", printable::many(*.found, "player"))]
    Players {
        /// How many there are.
        found: usize,
        /// The name of the schedule.
        schedule: String,
        /// How many it needs, in words.
        needed: &'static str,
    },
    /// Two players of one name.
    #[error("two players are called `{0}`: give one of them another name")]
    SameName(String),
    /// A name that can't be shown, or is too long.
    #[error("`{0}` isn't a name: expected 1 to 100 characters that can be shown")]
    BadName(String),
    /// An agent that isn't built in, or not with this budget.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// An agent whose answers depend on the clock.
    #[error(
        "the agent `{0}` answers by the clock, so that no game could be played again: give it a number of iterations"
    )]
    Clock(String),
    /// A share of the field that isn't a positive number.
    #[error("`{player}` has weight {weight}: expected a number above 0")]
    Weight {
        /// The name of the player.
        player: String,
        /// The weight that was given.
        weight: f64,
    },
    /// A number that is out of range.
    #[error("{what}: {found} (expected {expected})")]
    Range {
        /// What the number is of.
        what: &'static str,
        /// The number that was given.
        found: u64,
        /// What it should be.
        expected: String,
    },
    /// Two things that can't be asked for together.
    #[error("{0}")]
    Together(&'static str),
    /// A sequential test that isn't one.
    #[error("sprt: {0}")]
    Sprt(#[from] SprtError),
    /// Something that isn't understood on the command line.
    #[error("`{found}` isn't {expected}")]
    Form {
        /// The text that was given.
        found: String,
        /// What it should be, with an example.
        expected: &'static str,
    },
    /// A file of results with a line that can't be read.
    #[error("{path}:{line}: {message}")]
    Line {
        /// Its path.
        path: String,
        /// The line, from 1.
        line: u64,
        /// What is wrong with the line.
        message: String,
    },
    /// Something is there already.
    #[error("{0}: there are results already; --force replaces them, --resume continues them")]
    There(String),
    /// Results of another run, or of another build.
    #[error("{path}: {what}")]
    Other {
        /// The path of the results.
        path: String,
        /// How they differ from what would be played now.
        what: String,
    },
    /// Results that don't make up one run.
    #[error("{0}")]
    Incomplete(String),
}

impl MatchError {
    /// Of a file that nobody has looked at it is only told that it isn't a deck.
    pub(super) fn no_deck(path: &std::path::Path, error: &DeckError) -> Self {
        let path = printable::shown(path);
        match error.problem() {
            DeckProblem::Unreadable { reason } => {
                Self::Io { path, error: io::Error::new(reason.kind(), reason.to_string()) }
            }
            _ => Self::NoDeck { path, place: error.line().map(|line| format!(":{line}")).unwrap_or_default() },
        }
    }

    /// An error of the system, with the path.
    pub(super) fn io(path: &std::path::Path) -> impl Fn(io::Error) -> Self {
        let path = printable::shown(path);
        move |error| Self::Io { path: path.clone(), error }
    }
}
