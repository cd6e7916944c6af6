//! Apprentice's `.dec`: `4 Name`, `SB: 4 Name`, comments with `//`.
//!
//! # Invariants
//! - Blank lines say nothing: `SB:` makes a card one of the sideboard, or `//Sideboard` all
//!   that follow.

use super::sections::{self, Style};
use super::source::Source;
use super::{DeckError, DeckList};

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    sections::read(source, &Style { about: false, blanks: false, marks: false, name: |_, name| Ok(name) })
}
