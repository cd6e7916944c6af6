//! All mistakes of a text in RON, not only the first.
//!
//! The parser stops at the first mistake. So what that one stands in is blanked out, and the text is read again: first the
//! element of a list or the field alone, then, if that doesn't help, what it is a part of. Places stay what they are, because
//! blanks take as much room as what they replace.

use super::{expected, words::told};
use ron::Error;
use ron::error::SpannedError;
use serde::Deserialize;
use std::ops::Range;

/// The most mistakes that are looked for: for each the text is read once more.
const MOST: usize = 2 * super::MOST_TOLD;

/// Reads a text in RON.
///
/// # Errors
/// All mistakes that can be told apart: where each is, in bytes, and what was expected, in words; `guide` says where the terms
/// of a type are explained.
pub(crate) fn read<T: for<'de> Deserialize<'de>>(
    text: &str,
    guide: impl Fn(Option<&str>) -> &'static str + Copy,
) -> Result<T, Vec<(usize, String)>> {
    let first = match super::options().from_str(text) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let parts = parts(text);
    // What is blanked out, byte by byte.
    let (mut mask, mut left, mut error) = (vec![false; text.len()], text.to_owned(), first);
    let (mut cut, mut is_cut) = (Vec::<usize>::new(), vec![false; parts.len()]);
    let mut found: Vec<(usize, String)> = Vec::new();
    while found.len() < MOST {
        let at = expected::offset(text, error.span.start.line, error.span.start.col);
        // That a field is missing is noticed at the bracket behind the last one.
        let behind = usize::from(!matches!(error.code, Error::MissingStructField { .. }));
        let around = |part: &usize| parts[*part].range.start <= at && at < parts[*part].range.end + behind;
        let fresh = (0..parts.len()).filter(|part| !is_cut[*part]).filter(around);
        let innermost = fresh.min_by_key(|part| parts[*part].range.len());
        let caused = is_caused(&error, innermost.map(|part| &parts[part]), cut.iter().map(|part| &parts[*part]));
        if !caused && found.iter().all(|(other, _)| *other != at) {
            found.push((at, told::<T>(&left, &error, guide)));
        }
        let Some(innermost) = innermost else { break };
        mask[parts[innermost].range.clone()].fill(true);
        cut.push(innermost);
        is_cut[innermost] = true;
        left = blanked(text, &mask);
        match super::options().from_str::<T>(&left) {
            Ok(_) => break,
            Err(next) => error = next,
        }
    }
    found.sort_by_key(|(at, _)| *at);
    Err(found)
}

/// Whether there is a mistake only because something was cut out: a field is missing that was there.
fn is_caused<'p>(error: &SpannedError, around: Option<&Part>, mut cut: impl Iterator<Item = &'p Part>) -> bool {
    let Error::MissingStructField { field, .. } = &error.code else { return false };
    let is_within = |part: &Part| {
        around.is_none_or(|around| around.range.start <= part.range.start && part.range.end <= around.range.end)
    };
    cut.any(|part| part.field.as_deref() == Some(*field) && is_within(part))
}

/// Something that can be left out of a text: an element of a list or a map, or a field, with its comma.
struct Part {
    range: Range<usize>,
    /// Its name, if it is a field.
    field: Option<String>,
}

/// Everything that can be left out of a text, also within other such parts. Brackets that don't fit end the search.
fn parts(text: &str) -> Vec<Part> {
    let bytes = text.as_bytes();
    // Open brackets: which, and where the part that is being read begins.
    let mut open: Vec<(u8, usize)> = Vec::new();
    let (mut found, mut at) = (Vec::new(), 0);
    let mut end = |bracket: u8, from: usize, to: usize, comma: bool| {
        let start = from + content(&text[from..to]);
        let field = field(&text[start..to]);
        // What has its place in a term by position can't be left out.
        if start < to && (bracket != b'(' || field.is_some()) {
            found.push(Part { range: start..to + usize::from(comma), field });
        }
    };
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(bytes, at + 1),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().position(|b| *b == b'\n').unwrap_or(bytes.len() - at);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += text[at..].find("*/").map_or(bytes.len() - at, |end| end + 1);
            }
            bracket @ (b'(' | b'[' | b'{') => open.push((bracket, at + 1)),
            b',' => {
                if let Some((bracket, from)) = open.last_mut() {
                    end(*bracket, *from, at, true);
                    *from = at + 1;
                }
            }
            b')' | b']' | b'}' => match open.pop() {
                Some((bracket, from)) => end(bracket, from, at, false),
                None => break,
            },
            _ => {}
        }
        at += 1;
    }
    found
}

/// Where a text in quotes ends.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// The name of a field, if a part is one.
fn field(part: &str) -> Option<String> {
    let name = part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let length = part.len() - name.len();
    let is_field = length > 0 && name.trim_start().starts_with(':');
    is_field.then(|| part[..length].to_owned())
}

/// A text with blanks for what is masked. Lines stay what they are, and columns, which count characters.
fn blanked(text: &str, mask: &[bool]) -> String {
    text.char_indices().map(|(at, c)| if mask[at] && c != '\n' { ' ' } else { c }).collect()
}

/// Where a text begins behind blanks and comments.
fn content(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        rest = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(note), _) => note.find('\n').map_or("", |end| &note[end..]),
            (_, Some(note)) => note.find("*/").map_or("", |end| &note[end + 2..]),
            _ => return text.len() - rest.len(),
        };
    }
}
