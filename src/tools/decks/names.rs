//! The form of names: which characters they may have, and one spelling for each card.
//!
//! # Invariants
//! - [`card_name`] gives the same name for every way that the formats write it, and leaves a
//!   name that it has already given unchanged.

use super::source::show_quoted;
use super::{DeckProblem, MAX_NAME};
use crate::cards::printable::is_unsafe;

/// The most characters of a text that a message repeats.
const SHOWN: usize = 80;

/// Single names that contain slashes of their own, with a spelling that no rule gives.
const SLASHED: [&str; 2] = ["SP//dr, Piloted by Peni", "Summon: Choco/Mog"];

/// Text from a file for a message: escaped where it isn't plain, and clipped.
pub(super) fn show(text: &str) -> String {
    escape(text, SHOWN)
}

/// The name of a file for a message: escaped, and clipped so late that real paths are whole.
pub(super) fn show_file(file: &str) -> String {
    escape(file, 1000)
}

fn escape(text: &str, most: usize) -> String {
    let mut shown = String::new();
    let mut chars = text.chars();
    for c in chars.by_ref().take(most) {
        if is_unsafe(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    if chars.next().is_some() {
        shown.push_str("...");
    }
    shown
}

/// The name of a deck, or `None` if it is blank.
pub(super) fn deck_name(text: &str) -> Result<Option<String>, DeckProblem> {
    let name = plain(text)?;
    Ok((!name.is_empty()).then_some(name))
}

/// The name of a card: plain, and with ` // ` between the halves of a split card.
pub(super) fn card_name(text: &str) -> Result<String, DeckProblem> {
    let name = plain(text)?;
    let expected = "a card name";
    if name.is_empty() {
        return Err(DeckProblem::Malformed { expected, found: "nothing".to_owned() });
    }
    // A bracket is never part of a name: it is a set in a format that we took for another.
    if name.starts_with('[') {
        return Err(DeckProblem::Malformed { expected, found: show_quoted(&name) });
    }
    if !name.contains('/') {
        return Ok(name);
    }
    if let Some(known) = SLASHED.iter().find(|known| known.eq_ignore_ascii_case(&name)) {
        return Ok((*known).to_owned());
    }
    let halves: Option<Vec<&str>> = halves(&name).collect();
    let Some(halves) = halves else {
        let expected = "a name on each side of `//`";
        return Err(DeckProblem::Malformed { expected, found: show_quoted(&name) });
    };
    let name = halves.join(" // ");
    short(&name)?;
    Ok(name)
}

/// What of a name is a card: all of it, or else the most before a ` // ` that is one. What follows is a comment. Quotes around
/// a name are taken off, unless they are part of the name of a card.
pub fn without_comment(name: &str, is_card: impl Fn(&str) -> bool) -> &str {
    let cut = name.rmatch_indices(" // ").map(|(at, _)| &name[..at]);
    let mut parts = std::iter::once(name).chain(cut).flat_map(|part| [part, unquoted(part)]);
    parts.find(|card| is_card(card)).unwrap_or_else(|| unquoted(name))
}

/// A name without quotes around it.
fn unquoted(name: &str) -> &str {
    let between = |(open, close)| name.strip_prefix(open)?.strip_suffix(close);
    let inner = [('"', '"'), ('\u{201c}', '\u{201d}')].into_iter().find_map(between).map(str::trim);
    inner.filter(|inner| !inner.is_empty()).unwrap_or(name)
}

/// The texts between `/` or `//`, each `None` if it is blank.
fn halves(name: &str) -> impl Iterator<Item = Option<&str>> {
    // After `//` is made one mark, a third slash leaves an empty half.
    let parts = name.split("//").flat_map(|part| part.split('/'));
    parts.map(|part| Some(part.trim()).filter(|part| !part.is_empty()))
}

/// A name with single spaces and straight apostrophes, if all its characters are visible.
fn plain(text: &str) -> Result<String, DeckProblem> {
    let mut name = String::new();
    let mut gap = false;
    let mut length = 0;
    for c in text.chars() {
        // A line end is a space too: XML and JSON can have it inside a name.
        let space = matches!(c, '\t' | '\n') || (c.is_whitespace() && !is_unsafe(c));
        if space {
            gap = !name.is_empty();
            continue;
        }
        if is_unsafe(c) {
            return Err(DeckProblem::UnsafeName { name: show_quoted(text) });
        }
        length += 1 + usize::from(gap);
        // A file of one long name is not copied.
        if length <= MAX_NAME {
            if gap {
                name.push(' ');
            }
            name.push(if matches!(c, '\u{2018}' | '\u{2019}' | '\u{2bc}') { '\'' } else { c });
        }
        gap = false;
    }
    if length > MAX_NAME { Err(long(text, length)) } else { Ok(name) }
}

fn short(name: &str) -> Result<(), DeckProblem> {
    let length = name.chars().count();
    if length > MAX_NAME { Err(long(name, length)) } else { Ok(()) }
}

fn long(name: &str, length: usize) -> DeckProblem {
    DeckProblem::LongName { name: show_quoted(name), length, limit: MAX_NAME }
}
