//! Definitions compiled from the texts of cards: `assets/oracle`, a card a line, sorted by folded name, a file a letter.
//!
//! A line is all that a card file has, or `Face(name: "..", of: "..")` for the further name of a card with two. Lines are
//! found by binary search in the text itself, so that a process touches few pages of it.

use super::header::{first_name, name_after};
use crate::model::ids::fold_name;
use include_dir::{Dir, include_dir};
use std::borrow::Cow;
use std::cmp::Ordering;

static ORACLE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/oracle");

/// How the line of a card begins.
pub(crate) const CARD: &str = "Card(format: 1, name: \"";
/// How the line of a further name begins.
pub(crate) const FACE: &str = "Face(name: \"";
/// Where a further name says whose it is.
pub(crate) const OF: &str = ", of: \"";
/// The file of legalities.
pub(crate) const FORMATS: &str = "formats.txt";

/// The file in which the line of a folded name stands.
pub(crate) fn file_of(key: &str) -> String {
    match key.chars().next() {
        Some(letter @ 'a'..='z') => format!("{letter}.ron"),
        _ => "other.ron".to_owned(),
    }
}

/// A file as a whole. Who looks for something in it takes its [`bytes`]: to see that it is UTF-8 all of it must be read.
#[cfg(test)]
pub(super) fn text(file: &str) -> &'static str {
    str::from_utf8(bytes(file)).expect("the files of compiled cards are UTF-8")
}

fn bytes(file: &str) -> &'static [u8] {
    ORACLE.get_file(file).map_or(&[], include_dir::File::contents)
}

/// The line of the card with a name, which is folded.
pub(super) fn find(key: &str) -> Option<&'static str> {
    let line = search(bytes(&file_of(key)), key, &key_of_line)?;
    if line.starts_with(CARD) {
        return Some(line);
    }
    let of = fold_name(&name_after(line, OF)?);
    search(bytes(&file_of(&of)), &of, &key_of_line).filter(|line| line.starts_with(CARD))
}

/// The lines of all cards, in order.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    lines().filter(|line| line.starts_with(CARD))
}

/// All names of all cards, in the order of the lines. No more is read than how the lines begin.
pub(super) fn names() -> impl Iterator<Item = Cow<'static, str>> {
    lines().map(first_name)
}

/// The lines of all files.
fn lines() -> impl Iterator<Item = &'static str> {
    let mut files: Vec<_> = ORACLE.files().filter(|file| file.path().extension().is_some_and(|e| e == "ron")).collect();
    files.sort_by_key(|file| file.path());
    files.into_iter().flat_map(|file| {
        let text = file.contents_utf8().expect("the files of compiled cards are UTF-8");
        let mut start = 0;
        // Lines are long: where they end is found faster among bytes.
        memchr::memchr_iter(b'\n', text.as_bytes()).map(move |end| &text[std::mem::replace(&mut start, end + 1)..end])
    })
}

/// The formats in which the card with a folded name is legal.
pub(super) fn formats(key: &str) -> Option<Vec<&'static str>> {
    let (_, names) = split_first_line(bytes(FORMATS))?;
    let line = search(names, key, &|line| fold_name(line.split_once('\t').map_or(line, |(name, _)| name)))?;
    // Of a card that is legal nowhere only the name is left.
    Some(line.split_once('\t').map_or("", |(_, formats)| formats).split_whitespace().collect())
}

/// When the legalities were as the file says, a date.
pub(crate) fn formats_as_of() -> Option<&'static str> {
    let (first, _) = split_first_line(bytes(FORMATS))?;
    str::from_utf8(first).ok()?.trim_end().strip_prefix("as of ")
}

fn split_first_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = text.iter().position(|b| *b == b'\n')?;
    Some((&text[..end], &text[end + 1..]))
}

/// The folded name with which a line begins.
pub(crate) fn key_of_line(line: &str) -> String {
    let name = name_after(line, "name: \"").unwrap_or(Cow::Borrowed(line));
    fold_name(&name)
}

/// The line with a key of a text whose lines are sorted by keys.
fn search<'t>(bytes: &'t [u8], key: &str, key_of: &dyn Fn(&str) -> String) -> Option<&'t str> {
    // Both are where lines begin.
    let (mut from, mut to) = (0, bytes.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let start = bytes[from..middle].iter().rposition(|b| *b == b'\n').map_or(from, |at| from + at + 1);
        let end = bytes[middle..to].iter().position(|b| *b == b'\n').map_or(to, |at| middle + at + 1);
        let line = str::from_utf8(&bytes[start..end]).ok()?.trim_end();
        match key_of(line).as_str().cmp(key) {
            Ordering::Equal => return Some(line),
            Ordering::Less => from = end,
            Ordering::Greater => to = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_found_and_nothing_else() {
        let names = ["Aa", "Ab Cd", "Abc", "B\u{e9}d", "Zz"];
        for count in 0..=names.len() {
            let text: String = names[..count].iter().map(|n| format!("Face(name: \"{n}\", of: \"X\")\n")).collect();
            for name in names {
                let found = search(text.as_bytes(), &fold_name(name), &key_of_line);
                let there = names[..count].contains(&name);
                assert_eq!(found.is_some(), there, "{name} of {count}");
                assert!(found.is_none_or(|line| line.contains(name)));
            }
            for other in ["", "a", "abcd", "zzz"] {
                assert_eq!(search(text.as_bytes(), other, &key_of_line), None);
            }
        }
        assert_eq!(search(b"Face(name: \"Last\", of: \"X\")", "last", &key_of_line).map(str::len), Some(27));
    }
}
