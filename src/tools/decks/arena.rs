//! Arena's export, which Moxfield and others copy: `4 Name (SET) 123` under headers.
//!
//! The set and the number may be missing, and marks of foils (`*F*`, `*E*`) may follow.
//!
//! # Invariants
//! - Only a code of one case with no spaces is a set: `Hazmat Suit (Used)` and `B.F.M. (Big
//!   Furry Monster)` are names.

use super::lines::{self, split_count};
use super::sections::{self, Part, Style};
use super::source::{Piece, Source};
use super::{DeckError, DeckList};

pub(super) fn parse(source: &Source<'_>) -> Result<DeckList, DeckError> {
    sections::read(source, &Style { about: true, blanks: true, marks: true, name: without_set })
}

/// Whether a text has what only Arena writes.
pub(super) fn fits(source: &Source<'_>) -> bool {
    source.lines().any(|line| {
        let card = line.after("SB:").unwrap_or(line);
        matches!(sections::header(line), Some(Part::About | Part::Companion))
            || split_count(card).is_some_and(|(_, name)| set_at(name).is_some())
    })
}

/// Cuts the set, the number and the marks off a name.
fn without_set<'a>(source: &Source<'_>, piece: Piece<'a>) -> Result<Piece<'a>, DeckError> {
    let Some((name, rest)) = set_at(piece) else {
        return Ok(lines::without_set(piece));
    };
    let mut words = rest.text.split_whitespace();
    let number = words.next();
    let marks = words.all(|word| matches!(word, "*F*" | "*E*" | "F" | "E"));
    // A number has a digit; some sets put letters, dashes or stars around it.
    let numbered = number.is_none_or(|number| number.bytes().any(|byte| byte.is_ascii_digit()));
    if marks && numbered {
        Ok(name)
    } else {
        Err(source.malformed(rest.span(), "a collector number at the end of the line"))
    }
}

/// The name before the last ` (SET)`, and what follows it.
fn set_at(piece: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let (name, tail) = piece.split_at(piece.text.rfind(" (")?);
    let (code, rest) = tail.trim().after("(")?.split_once(')')?;
    let name = name.trim();
    let code = code.text;
    let plain = (2..=6).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let upper = code.bytes().all(|byte| !byte.is_ascii_lowercase());
    let lower = code.bytes().all(|byte| !byte.is_ascii_uppercase());
    (plain && (upper || lower) && !name.is_empty()).then(|| (name, rest.trim()))
}
