//! What was expected where a text in RON has something that begins no term: a number, an object instead of a filter.
//!
//! The parser doesn't say which type it was about to read. So a word that no type has is put before the place, and the text
//! is read again: the error then names the type and its terms.

use crate::cards::def::{Obj, Who};
use ron::Error;
use ron::error::SpannedError;
use serde::Deserialize;

/// A word that isn't a term of any type.
const NO_TERM: &str = "NoTermAtAll";

/// What is wrong with a text that can't be read as a `T`, if more can be said of it than the parser does.
pub(super) fn expected<T: for<'de> Deserialize<'de>>(text: &str, error: &SpannedError) -> Option<String> {
    if let Error::NoSuchEnumVariant { expected, found, outer } = &error.code {
        return wrapped(found, expected).map(|instead| format!("expected {}: {instead}", noun(outer.as_deref())));
    }
    if !matches!(error.code, Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) | Error::InvalidIdentifier(_)) {
        return None;
    }
    let places = [error.span.start, error.span.end].map(|at| offset(text, at.line, at.col));
    places.into_iter().flat_map(|at| [at, word_start(text, at)]).find_map(|at| {
        let (before, rest) = text.split_at_checked(at)?;
        let again = super::options().from_str::<T>(&format!("{before}{NO_TERM} {rest}")).err()?;
        let Error::NoSuchEnumVariant { expected, found, outer } = again.code else { return None };
        if found != NO_TERM {
            return None;
        }
        let instead = wrapped(word(rest), expected);
        let noun = noun(outer.as_deref());
        Some(
            instead.map_or_else(
                || format!("expected {noun}, found `{}`", shown(rest)),
                |it| format!("expected {noun}: {it}"),
            ),
        )
    })
}

/// The byte at a line and a column, both from 1.
pub(super) fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '+' | '-')
}

/// Where the word begins that ends at a byte.
fn word_start(text: &str, at: usize) -> usize {
    let before = text[..at].trim_end();
    before.trim_end_matches(is_of_word).len()
}

/// The word at the beginning of a text.
fn word(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(is_of_word).len()]
}

/// What a message repeats of a text: a word, or a character.
fn shown(text: &str) -> String {
    let found = if word(text).is_empty() { text.chars().take(1).collect() } else { word(text).to_owned() };
    found.chars().take(40).collect()
}

/// What a type is called in messages.
fn noun(outer: Option<&str>) -> String {
    match outer {
        Some("Quantity") => "a quantity".to_owned(),
        Some("Filter") => "a filter".to_owned(),
        Some("Objects") => "objects".to_owned(),
        Some("Recipients") => "objects or players".to_owned(),
        Some("Condition") => "a condition".to_owned(),
        Some("Obj") => "an object".to_owned(),
        Some("Who") => "players".to_owned(),
        Some(outer) => format!("a term of `{outer}`"),
        None => "a term".to_owned(),
    }
}

/// The term among some that a number, an object or a player is put into.
fn wrapped(word: &str, terms: &[&str]) -> Option<String> {
    let is_term = |term: &str| terms.contains(&term);
    let reads = |read: bool, term: &str| (read && is_term(term)).then(|| format!("`{term}({word})`"));
    let options = super::options();
    let is_object = options.from_str::<Obj>(word).is_ok();
    reads(word.parse::<i32>().is_ok(), "N")
        .or_else(|| reads(is_object, "The"))
        .or_else(|| reads(is_object, "Is"))
        .or_else(|| (is_object && is_term("Objects")).then(|| format!("`Objects(The({word}))`")))
        .or_else(|| reads(options.from_str::<Who>(word).is_ok(), "Players"))
}
