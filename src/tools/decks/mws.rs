//! Magic Workstation's `.mwDeck`: `4 [SET] Name`, `SB: 4 [SET] Name`, comments with `//`.
//!
//! The set may be missing or empty. A number in parentheses after the name, as in `Forest (2)`,
//! picks a picture.
//!
//! # Invariants
//! - Blank lines say nothing, as in `.dec`.

use super::lines::{bracketed, split_count};
use super::sections::{self, Style};
use super::source::{Piece, Source};
use super::{DeckError, DeckList};

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    sections::read(source, &Style { about: false, blanks: false, marks: false, name: name_of })
}

/// Whether a text has sets in brackets, as only this format writes them.
pub(super) fn fits(source: &Source<'_>) -> bool {
    source.lines().any(|line| {
        let card = line.after("SB:").unwrap_or(line);
        split_count(card).is_some_and(|(_, rest)| bracketed(rest).is_some())
    })
}

/// Cuts the set and the picture off a name.
fn name_of<'a>(source: &Source<'_>, piece: Piece<'a>) -> Result<Piece<'a>, DeckError> {
    match bracketed(piece) {
        Some((_, name)) => Ok(without_picture(name)),
        None if piece.text.starts_with('[') => Err(source.malformed(piece.span(), "a set in brackets and a card name")),
        None => Ok(without_picture(piece)),
    }
}

fn without_picture(name: Piece<'_>) -> Piece<'_> {
    let Some(at) = name.text.rfind(" (") else {
        return name;
    };
    let (before, tail) = name.split_at(at);
    let number = tail.text.strip_prefix(" (").and_then(|tail| tail.strip_suffix(')'));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if number.is_some_and(digits) { before.trim() } else { name }
}
