//! Places in JSON text: which bytes are which member or element.
//!
//! `serde_json` checks the syntax and decodes the values, but doesn't tell where they are; so
//! the text is walked a second time, when it is known to be well-formed.
//!
//! # Invariants
//! - Nothing here recurses, and on text that is not JSON the walks end, if with nonsense.

use serde::de::IgnoredAny;

use super::names::show;
use super::source::{Piece, Source};
use super::{DeckError, DeckProblem, MAX_DEPTH};

/// Checks that the text is JSON of a bounded depth, and gives its one value.
pub(super) fn document<'a>(source: &Source<'a>) -> Result<Piece<'a>, DeckError> {
    bounds(source)?;
    match serde_json::from_str::<IgnoredAny>(source.text) {
        Ok(_) => Ok(Piece { text: source.text, start: 0 }.trim()),
        Err(error) => {
            let column = |line: &str| error.column().saturating_sub(1).min(line.len());
            let at = source.floor(source.offset_of(error.line(), column));
            let text = error.to_string();
            // The parser's own mention of the place would double ours.
            let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
            Err(source.error((at..at + 1).into(), DeckProblem::Json { reason: show(reason) }))
        }
    }
}

/// The keys and values of an object, or `None` for another value.
pub(super) fn members<'a>(object: Piece<'a>) -> Option<Vec<(String, Piece<'a>)>> {
    let inner = inside(object, '{', '}')?;
    let pair = |part: Piece<'a>| {
        let (key, rest) = part.split_at(end_of_value(part.text));
        let value = rest.trim().after(":")?;
        Some((serde_json::from_str(key.text.trim()).ok()?, value))
    };
    parts(inner).into_iter().map(pair).collect()
}

/// The elements of an array, or `None` for another value.
pub(super) fn elements(array: Piece<'_>) -> Option<Vec<Piece<'_>>> {
    Some(parts(inside(array, '[', ']')?))
}

fn inside(value: Piece<'_>, open: char, close: char) -> Option<Piece<'_>> {
    let inner = value.text.strip_prefix(open)?.strip_suffix(close)?;
    Some(value.split_at(1).1.split_at(inner.len()).0.trim())
}

/// The texts between the commas of this level.
fn parts(list: Piece<'_>) -> Vec<Piece<'_>> {
    let mut parts = Vec::new();
    let mut rest = list;
    while !rest.is_empty() {
        let mut end = 0;
        // A member is a key, a colon and a value: several tokens up to the comma.
        while let Some(tail) = rest.text.get(end..).filter(|tail| !tail.is_empty()) {
            if tail.starts_with(',') {
                break;
            }
            end += end_of_value(tail);
        }
        let (part, tail) = rest.split_at(end);
        parts.push(part.trim());
        rest = tail.split_at(1).1.trim();
    }
    parts
}

/// The bytes of the first token: a string, a list or an object to its end, or one character.
fn end_of_value(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if quoted {
            escaped = c == '\\';
            quoted = c != '"';
        } else {
            match c {
                '"' => quoted = true,
                '{' | '[' => depth += 1,
                '}' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        if depth == 0 && !quoted {
            return at + c.len_utf8();
        }
    }
    text.len()
}

/// Checks the depth before any parser that might recurse.
fn bounds(source: &Source<'_>) -> Result<(), DeckError> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in source.text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            let problem = DeckProblem::TooDeep { limit: MAX_DEPTH };
            return Err(source.error((at..at + 1).into(), problem));
        }
    }
    Ok(())
}
