//! What the line formats share: `4 Name`, `SB:`, comments, sets in brackets.
//!
//! # Invariants
//! - A piece is cut, never copied, so that every error can point at it.

use super::DeckError;
use super::build::Builder;
use super::source::{Piece, Source};

/// What a line of cards is, for messages.
const CARD: &str = "a count and a card name, like `4 Forest`";

/// Cuts `4 Name` or `4x Name` into the count and the name.
pub(super) fn counted<'a>(source: &Source<'_>, line: Piece<'a>) -> Result<(Piece<'a>, Piece<'a>), DeckError> {
    let malformed = || source.malformed(line.span(), CARD);
    split_count(line).ok_or_else(malformed)
}

/// The count and the name, if the line has both.
pub(super) fn split_count(line: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let digits = line.text.bytes().take_while(u8::is_ascii_digit).count();
    let (count, rest) = line.split_at(digits);
    let rest = match rest.text.strip_prefix(['x', 'X']) {
        Some(_) => rest.split_at(1).1,
        None => rest,
    };
    let name = rest.trim();
    // A letter right after the count would make `4Forest` a card, or `4xForest` two.
    let apart = rest.text.starts_with(char::is_whitespace);
    (digits > 0 && apart && !name.is_empty()).then_some((count, name))
}

/// The text of a comment that starts with `//` or with `#`.
pub(super) fn comment(line: Piece<'_>) -> Option<Piece<'_>> {
    line.after("//").or_else(|| line.after("#"))
}

/// Takes the name of the deck from a comment like `// Name: Stompy`; others say nothing.
pub(super) fn note_name(deck: &mut Builder<'_, '_>, comment: Piece<'_>) -> Result<(), DeckError> {
    match comment.after("name").and_then(|rest| rest.after(":")) {
        Some(name) => deck.name(name.text, name.span()),
        None => Ok(()),
    }
}

/// Cuts `[SET] Name` into what the brackets hold and the name.
pub(super) fn bracketed(piece: Piece<'_>) -> Option<(Piece<'_>, Piece<'_>)> {
    let (set, name) = piece.after("[")?.split_once(']')?;
    let name = name.trim();
    (!set.text.contains('[') && !name.is_empty()).then_some((set, name))
}

/// A name without a set, and maybe a number, in brackets behind it: `Lava Spike [CHK]`, `Lava Spike [chk:178]`. Anything else in
/// brackets (the categories of some deck builders) stays, and isn't part of any name.
pub(super) fn without_set(name: Piece<'_>) -> Piece<'_> {
    let cut = name.text.strip_suffix(']').and_then(|text| text.rfind(" [")).map(|at| name.split_at(at));
    let Some((before, tail)) = cut else { return name };
    let held = tail.text.trim().trim_start_matches('[').trim_end_matches(']');
    let (code, number) = held.split_once([':', '#', ' ']).unwrap_or((held, "0"));
    let plain = (2..=6).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let one_case = !code.bytes().any(|b| b.is_ascii_lowercase()) || !code.bytes().any(|b| b.is_ascii_uppercase());
    let numbered = number.bytes().any(|byte| byte.is_ascii_digit());
    if plain && one_case && numbered { before.trim() } else { name }
}
