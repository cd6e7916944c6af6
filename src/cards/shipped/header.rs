//! What the text of a definition says before its abilities: enough for a list of names, without reading the rest.

use super::lines::{CARD, FACE};
use crate::cards::check;
use crate::cards::def::{CardDef, ManaCost, TypeLine};
use memchr::memmem::{self, Finder};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The names of a definition: of its only or first face, and of the other one.
pub(super) fn names(text: &str) -> (Cow<'_, str>, Option<Cow<'_, str>>) {
    let other = other(text).and_then(|at| name_after(&text[at..], "name: \""));
    (first_name(text), other)
}

/// The first name in a definition, or in the line of a further name.
pub(super) fn first_name(text: &str) -> Cow<'_, str> {
    // Nearly all begin with the name, and it has nothing that is escaped.
    let begin = text.strip_prefix(CARD).or_else(|| text.strip_prefix(FACE));
    let plain = begin.and_then(quoted).map(|(name, _)| name).filter(|name| !name.contains('\\'));
    plain.map_or_else(|| name_after(text, "name: \"").unwrap_or_default(), Cow::Borrowed)
}

/// Both names of a definition, or the only one.
pub(super) fn whole((first, second): &(Cow<'_, str>, Option<Cow<'_, str>>)) -> String {
    match second {
        None => first.to_string(),
        Some(second) => format!("{first} // {second}"),
    }
}

/// Whether something stands in a text that may be the beginning of another face.
fn has_other(text: &str) -> bool {
    static OTHER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("other: ("));
    OTHER.find(text.as_bytes()).is_some()
}

/// The definition without its abilities; none if that can't be read without reading all of it.
pub(super) fn of(text: &str) -> Option<CardDef> {
    if let Some(at) = other(text) {
        let (first, second) = text.split_at(at);
        let first = first[..abilities(first).unwrap_or(first.len())].trim_end();
        let second = match abilities(second) {
            Some(end) => format!("{})))", &second[..end]),
            None => second.to_owned(),
        };
        return check::options().from_str(&format!("{first} {second}")).ok();
    }
    let Some(end) = abilities(text) else { return check::options().from_str(text).ok() };
    if let Some(card) = plain(&text[..end]) {
        return Some(card);
    }
    check::options().from_str(&format!("{})", &text[..end])).ok()
}

/// Where the abilities of the first face of a text begin.
fn abilities(text: &str) -> Option<usize> {
    static ABILITIES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("abilities: ["));
    ABILITIES.find(text.as_bytes())
}

/// A beginning as nearly all compiled cards have it: name, cost, types, power and toughness, and nothing else. All of them are
/// read where names are listed.
fn plain(text: &str) -> Option<CardDef> {
    let (name, rest) = quoted(text.strip_prefix(CARD)?)?;
    let (cost, rest) = match rest.strip_prefix("cost: \"") {
        Some(rest) => quoted(rest).map(|(cost, rest)| (Some(cost), rest))?,
        None => (None, rest),
    };
    let (types, rest) = quoted(rest.strip_prefix("types: \"")?)?;
    let pt = match rest.strip_prefix("pt: (") {
        Some(rest) => {
            let (power, toughness) = rest.strip_suffix("), ")?.split_once(", ")?;
            Some((number(power)?, number(toughness)?))
        }
        None if rest.is_empty() => None,
        None => return None,
    };
    if name.contains('\\') {
        return None;
    }
    Some(CardDef {
        format: 1,
        name: name.to_owned(),
        cost: cost.map(ManaCost::parse).transpose().ok()?,
        color_indicator: Vec::new(),
        types: TypeLine::parse(types).ok()?,
        pt,
        loyalty: None,
        defense: None,
        abilities: Vec::new(),
        other: None,
    })
}

/// A string up to its end, and what comes after the comma behind it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let end = memchr::memchr(b'"', text.as_bytes())?;
    Some((&text[..end], text[end..].strip_prefix("\", ")?))
}

/// A number, or `None`.
fn number(text: &str) -> Option<Option<i32>> {
    if text == "None" { Some(None) } else { text.parse().ok().map(Some) }
}

/// Where the other face begins. Most cards have none: that is seen faster than where one begins.
fn other(text: &str) -> Option<usize> {
    if has_other(text) { memmem::rfind(text.as_bytes(), b"other: (") } else { None }
}

/// The string that begins behind a mark.
pub(super) fn name_after<'t>(text: &'t str, mark: &str) -> Option<Cow<'t, str>> {
    let rest = &text[memmem::find(text.as_bytes(), mark.as_bytes())? + mark.len()..];
    let mut escaped = false;
    let end = rest.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    let raw = &rest[..end];
    if raw.contains('\\') {
        ron::from_str(&format!("\"{raw}\"")).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(raw))
    }
}
