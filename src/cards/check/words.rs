//! What is wrong with a text in RON, in words.

use super::expected::expected;
use crate::cards::compile::MAX_DEPTH;
use crate::cards::near::near_matches;
use crate::cards::printable::many;
use ron::error::SpannedError;
use serde::Deserialize;

/// How many terms are listed at most where another one was expected.
const MOST_LISTED: usize = 12;

/// What is wrong with a text that can't be read as a `T`, with what was expected; `guide` is that of [`in_words`].
pub(super) fn told<T: for<'de> Deserialize<'de>>(
    text: &str,
    error: &SpannedError,
    guide: impl Fn(Option<&str>) -> &'static str,
) -> String {
    expected::<T>(text, error).unwrap_or_else(|| in_words(&error.code, guide))
}

/// What is wrong with a text in RON, and which term may have been meant; `guide` says where the terms of a type are
/// explained.
fn in_words(error: &ron::Error, guide: impl Fn(Option<&str>) -> &'static str) -> String {
    let outer = match error {
        ron::Error::NoSuchEnumVariant { outer, .. } | ron::Error::NoSuchStructField { outer, .. } => outer.as_deref(),
        _ => None,
    };
    let guide = guide(outer);
    let terms = |expected: &[&'static str], found: &str| {
        let mut near = near_matches(found, expected.iter().copied(), 2);
        if near.is_empty() && found.len() > 1 {
            near = expected.iter().copied().filter(|term| term.starts_with(found)).take(2).collect();
        }
        let list = |list: &[&str]| list.iter().map(|term| format!("`{term}`")).collect::<Vec<_>>().join(", ");
        match (near.is_empty(), expected.len()) {
            (false, _) => {
                format!("did you mean {}?", near.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" or "))
            }
            (true, 0) => "none was expected".to_owned(),
            (true, n) if n <= MOST_LISTED => format!("expected {}", list(expected)),
            (true, n) => format!("expected {} or another of {n} (see {guide})", list(&expected[..MOST_LISTED])),
        }
    };
    let of = |outer: &Option<String>| outer.as_ref().map_or_else(String::new, |outer| format!(" of `{outer}`"));
    match error {
        ron::Error::NoSuchEnumVariant { expected, found, outer } => {
            format!("unknown term `{found}`{}: {}", of(outer), terms(expected, found))
        }
        ron::Error::NoSuchStructField { expected, found, outer } => {
            format!("unknown field `{found}`{}: {}", of(outer), terms(expected, found))
        }
        ron::Error::MissingStructField { field, outer } => format!("the field `{field}`{} is missing", of(outer)),
        ron::Error::ExceededRecursionLimit => format!("the terms are nested too deeply ({MAX_DEPTH} at most)"),
        other => syntax(other),
    }
}

/// What is wrong with the form of a text, in words.
fn syntax(error: &ron::Error) -> String {
    use ron::Error as E;
    let words = match error {
        E::Eof => "the text ends here, but a bracket is still open",
        E::ExpectedArray => "expected a list, `[...]`",
        E::ExpectedArrayEnd => "expected a comma, or `]` at the end of the list",
        E::ExpectedBoolean => "expected `true` or `false`",
        E::ExpectedComma => "expected a comma, or the end of what the bracket holds",
        E::ExpectedInteger | E::ExpectedFloat => "expected a number",
        E::ExpectedMap => "expected `{`",
        E::ExpectedMapColon => "expected a colon",
        E::ExpectedMapEnd => "expected a comma, or `}` at the end",
        E::ExpectedStructLike | E::ExpectedNamedStructLike("") => "expected `(`, and what belongs to the term",
        E::ExpectedStructLikeEnd => "expected a comma, or `)` at the end",
        E::ExpectedUnit => "expected nothing but `()`",
        E::ExpectedString => "expected a text in quotes",
        E::ExpectedStringEnd => "this text in quotes has no end",
        E::ExpectedIdentifier => "expected a term",
        E::IntegerOutOfBounds => "this number is out of range",
        E::UnclosedBlockComment => "this comment has no end: `*/`",
        E::TrailingCharacters => "expected the end of the file",
        E::ExpectedNamedStructLike(name) => return format!("expected `{name}(...)`"),
        E::ExpectedStructName(name) => return format!("expected `{name}(...)`"),
        E::ExpectedDifferentStructName { expected, found } => {
            return format!("expected `{expected}(...)`, found `{found}`");
        }
        E::DuplicateStructField { field, outer } => {
            let of = outer.as_ref().map_or_else(String::new, |outer| format!(" of `{outer}`"));
            return format!("the field `{field}`{of} is there twice");
        }
        E::InvalidIdentifier(word) | E::SuggestRawIdentifier(word) => {
            return format!("expected a term, found `{word}`");
        }
        E::UnexpectedChar(c) => return format!("the character `{c}` has no place here"),
        E::InvalidEscape(_) => "there is no such escape in a text in quotes",
        E::InvalidIntegerDigit { digit, .. } => return format!("`{digit}` isn't a digit of a number"),
        E::InvalidValueForType { expected, found } => {
            return format!("expected {}, found {}", kind(expected), kind(found));
        }
        // Too many parts are noticed at the comma.
        E::ExpectedDifferentLength { expected, found } => {
            return format!("expected {}, found only {found}", kind(expected));
        }
        other => return other.to_string(),
    };
    words.to_owned()
}

/// What the parser calls a kind of value, as this format calls it.
fn kind(parsers: &str) -> String {
    let number = |low: i128, high: i128| format!("a whole number from {low} to {high}");
    let parts = |rest: &str| rest.rsplit(' ').nth(1).and_then(|n| n.parse::<u64>().ok()).map(|n| many(n, "part"));
    let whole = match parsers {
        "u8" => number(0, u8::MAX.into()),
        "u16" => number(0, u16::MAX.into()),
        "u32" => number(0, u32::MAX.into()),
        "u64" | "usize" => "a whole number from 0 on".to_owned(),
        "i8" => number(i8::MIN.into(), i8::MAX.into()),
        "i16" => number(i16::MIN.into(), i16::MAX.into()),
        "i32" => number(i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" | "a borrowed string" | "a character" => "a text in quotes".to_owned(),
        "a sequence" => "a list, `[...]`".to_owned(),
        "a map" => "a map, `{...}`".to_owned(),
        "a boolean" => "`true` or `false`".to_owned(),
        "a unit value" | "unit" => "`()`".to_owned(),
        _ => String::new(),
    };
    if !whole.is_empty() {
        return whole;
    }
    // `tuple variant Filter::Power with 2 elements`, `a tuple of size 2`, `struct PlayerSetup with 1 element`.
    let term = || parsers.split(' ').find(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
    let term = term().map(|term| term.rsplit("::").next().unwrap_or(term));
    match (parsers.starts_with("a tuple of size "), term, parsers.contains(" element")) {
        (true, ..) => {
            let n = parsers.rsplit(' ').next().and_then(|n| n.parse::<u64>().ok()).unwrap_or_default();
            format!("{} in brackets, `(...)`", many(n, "part"))
        }
        (_, Some(term), true) => parts(parsers).map_or_else(|| format!("`{term}`"), |n| format!("{n} of `{term}`")),
        (_, Some(term), false) if parsers.starts_with(['s', 't', 'u', 'n']) => format!("`{term}(...)`"),
        (_, None, true) => parts(parsers).unwrap_or_else(|| parsers.to_owned()),
        _ => parsers.to_owned(),
    }
}
