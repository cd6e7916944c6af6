//! What the text of a definition says before its abilities: enough for a list of names, without reading the rest.

use crate::cards::check;
use crate::cards::def::CardDef;
use std::borrow::Cow;

/// The names of a definition: of its only or first face, and of the other one.
pub(super) fn names(text: &str) -> (Cow<'_, str>, Option<Cow<'_, str>>) {
    let first = name_after(text, "name: \"").unwrap_or_default();
    let other = other(text).and_then(|at| name_after(&text[at..], "name: \""));
    (first, other)
}

/// The definition without its abilities; none if it has another face, of which the first alone says too little.
pub(super) fn of(text: &str) -> Option<CardDef> {
    if other(text).is_some() {
        return None;
    }
    let Some(end) = text.find("abilities: [") else { return check::options().from_str(text).ok() };
    check::options().from_str(&format!("{})", &text[..end])).ok()
}

/// Where the other face begins.
fn other(text: &str) -> Option<usize> {
    text.rfind("other: (")
}

/// The string that begins behind a mark.
pub(super) fn name_after<'t>(text: &'t str, mark: &str) -> Option<Cow<'t, str>> {
    let rest = &text[text.find(mark)? + mark.len()..];
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
