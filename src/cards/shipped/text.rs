//! Definitions as text, a card a line: what `dracones cards import --out` writes and the binary has.

use super::lines::{self, CARD, FACE, FORMATS, OF};
use crate::cards::check;
use crate::cards::def::CardDef;
use crate::model::ids::fold_name;
use bevy_platform::collections::HashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Writes definitions as lines. It finds out once what the default of each field is, and leaves out fields that have it.
///
/// A field is known by its term and name and by the field around them, since terms of several types have one name. Where that
/// isn't enough, what is known of one may be wrong for the other: a line that doesn't read back as its definition is written
/// again, and each of its fields is tried by itself.
#[derive(Debug, Default)]
pub struct Writer {
    /// By [`Field::path`]: the text of the default; `None` if the field can't be left out.
    defaults: HashMap<String, Option<String>>,
}

/// A field of a term in a text.
struct Field {
    /// Where it begins.
    start: usize,
    /// Where its value ends.
    end: usize,
    /// Where its term and its name stand.
    name: Named,
    /// Where the field around its term stands, if there is one.
    around: Option<Named>,
}

/// Where a term and the name of one of its fields stand. A term in a list may have no name.
#[derive(Clone)]
struct Named {
    term: Range<usize>,
    field: Range<usize>,
}

impl Field {
    /// The field around the term, the term, and the field.
    fn path(&self, text: &str, path: &mut String) {
        path.clear();
        for Named { term, field } in self.around.iter().chain([&self.name]) {
            path.extend([&text[term.clone()], ".", &text[field.clone()], " "]);
        }
    }
}

impl Writer {
    /// A definition as a line of text that reads back as the same definition. Fields with their default value are left out.
    ///
    /// # Errors
    /// If a value of the definition has no text.
    pub fn line(&mut self, card: &CardDef) -> Result<String, ron::Error> {
        let full = full(card)?;
        let short = self.shorten(&full);
        Ok(if reads_as(&short, card) { short } else { shorten_by_trying(&full, card) })
    }

    /// A full text without the fields that have their default.
    fn shorten(&mut self, full: &str) -> String {
        let (fields, mut key) = (fields(full), String::new());
        shorten(full, &fields, |_, field| {
            field.path(full, &mut key);
            if !self.defaults.contains_key(&key) {
                self.defaults.insert(key.clone(), default_of(full, field));
            }
            self.defaults[&key].as_deref() == Some(&full[field.start..field.end])
        })
    }
}

/// A definition with all of its fields.
fn full(card: &CardDef) -> Result<String, ron::Error> {
    let config = ron::ser::PrettyConfig::new().depth_limit(0).struct_names(false).new_line("");
    Ok(plain_quotes(&format!(
        "Card{}",
        check::options().to_string_pretty(card as &dyn erased_serde::Serialize, config)?
    )))
}

/// The text of a field that isn't there: what is read without it, written in full. Up to the field it is the same text.
fn default_of(full_text: &str, field: &Field) -> Option<String> {
    let without = shorten(full_text, std::slice::from_ref(field), |_, _| true);
    let read = check::options().from_str::<CardDef>(&without).ok()?;
    let text = full(&read).ok()?;
    let same = fields(&text).into_iter().find(|other| other.start == field.start)?;
    Some(text[same.start..same.end].to_owned())
}

/// What stands behind a field that isn't the last one of its term.
fn rest<'a>(text: &'a str, field: &Field) -> Option<&'a str> {
    text[field.end..].strip_prefix(", ")
}

/// A text without some of its fields. In the order of the text each field is asked for, with the text so far, unless one
/// around it is left out.
fn shorten(full: &str, fields: &[Field], mut is_left_out: impl FnMut(&str, &Field) -> bool) -> String {
    let (mut text, mut done) = (String::with_capacity(full.len()), 0);
    for field in fields {
        if field.start < done {
            continue;
        }
        text.push_str(&full[done..field.start]);
        done = field.start;
        if !is_left_out(&text, field) {
            continue;
        }
        // With the comma that parts it from the others.
        done = field.end;
        match rest(full, field) {
            Some(_) => done += ", ".len(),
            None if text.ends_with(", ") => text.truncate(text.len() - ", ".len()),
            None => {}
        }
    }
    text.push_str(&full[done..]);
    text
}

/// Like [`Writer::shorten`], without anything that is known: a field is left out if the text reads as the card without it.
fn shorten_by_trying(full: &str, card: &CardDef) -> String {
    shorten(full, &fields(full), |before, field| {
        let without = match rest(full, field) {
            Some(rest) => format!("{before}{rest}"),
            None => format!("{}{}", before.strip_suffix(", ").unwrap_or(before), &full[field.end..]),
        };
        reads_as(&without, card)
    })
}

/// The text without the backslashes before apostrophes, which a string in double quotes doesn't need.
fn plain_quotes(text: &str) -> String {
    let (mut plain, mut chars) = (String::with_capacity(text.len()), text.chars());
    while let Some(c) = chars.next() {
        match (c, chars.clone().next()) {
            ('\\', Some('\'')) => {}
            // What else is escaped stays escaped.
            ('\\', Some(next)) => {
                plain.extend([c, next]);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    plain
}

fn reads_as(text: &str, card: &CardDef) -> bool {
    check::options().from_str::<CardDef>(text).is_ok_and(|read| read == *card)
}

/// All fields of all terms, in the order in which they begin.
fn fields(text: &str) -> Vec<Field> {
    let bytes = text.as_bytes();
    // What is open: the term, and the field that has begun in it.
    let mut open: Vec<(Range<usize>, Option<usize>)> = Vec::new();
    let mut found: Vec<Field> = Vec::new();
    let (mut at, mut word) = (0, 0..0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while bytes.get(at).is_some_and(|b| *b != b'"') {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b if b.is_ascii_alphanumeric() || b == b'_' => {
                let start = at;
                while bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
                    at += 1;
                }
                word = start..at;
                continue;
            }
            b'(' | b'[' | b'{' => {
                open.push((if word.end == at { word.clone() } else { at..at }, None));
            }
            b':' if word.end == at => {
                if let Some(((term, begun), outer)) = open.split_last_mut() {
                    *begun = Some(found.len());
                    let around = outer.iter().rev().find_map(|(_, begun)| Some(found[(*begun)?].name.clone()));
                    let name = Named { term: term.clone(), field: word.clone() };
                    found.push(Field { start: word.start, end: word.start, name, around });
                }
            }
            b @ (b',' | b')' | b']' | b'}') => {
                if let Some(begun) = open.last_mut().and_then(|(_, begun)| begun.take()) {
                    found[begun].end = at;
                }
                if b != b',' {
                    open.pop();
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// A card for [`files`].
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its names, folded: its own (the first one of two), and the other one.
    keys: (String, Option<(String, String)>),
    name: String,
    line: String,
    formats: Option<Vec<String>>,
}

impl Entry {
    /// How much memory it takes, in bytes.
    pub fn size(&self) -> usize {
        size_of::<Self>() + self.keys.0.len() + self.name.len() + self.line.len()
    }

    /// A card with its line and the formats in which it is legal, if that is known.
    ///
    /// # Errors
    /// See [`Writer::line`].
    pub fn new(card: &CardDef, formats: Option<Vec<String>>, writer: &mut Writer) -> Result<Self, ron::Error> {
        let other = card.other.as_ref().map(|(_, face)| (fold_name(&face.name), face.name.clone()));
        let name = match &other {
            Some((_, other)) => format!("{} // {other}", card.name),
            None => card.name.clone(),
        };
        Ok(Self { keys: (fold_name(&card.name), other), name, line: writer.line(card)?, formats })
    }
}

/// The files of a folder of compiled definitions, by name. The order of the cards doesn't matter.
///
/// A definition stands in the file of its first letter, lines sorted by name. `formats.txt` says where cards are legal.
pub fn files(cards: &[Entry], as_of: &str) -> BTreeMap<String, String> {
    let mut lines: BTreeMap<&str, String> = BTreeMap::new();
    for card in cards {
        lines.insert(&card.keys.0, card.line.clone());
    }
    for card in cards {
        if let Some((key, name)) = &card.keys.1 {
            // What is the name of a card finds that card.
            let quoted = |name: &str| plain_quotes(&ron::to_string(name).unwrap_or_default());
            let line = format!("{FACE}{}{OF}{})", &quoted(name)[1..], &quoted(first(&card.name))[1..]);
            lines.entry(key).or_insert(line);
        }
    }
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (key, line) in lines {
        debug_assert!(line.starts_with(CARD) || line.starts_with(FACE), "{line}");
        let file = files.entry(lines::file_of(key)).or_default();
        file.push_str(&line);
        file.push('\n');
    }
    files.insert(FORMATS.to_owned(), formats_file(cards, as_of));
    files
}

/// The first of two names.
fn first(name: &str) -> &str {
    name.split_once(" // ").map_or(name, |(first, _)| first)
}

/// The file that says in which formats cards are legal: `as of DATE`, then lines of a name, a tab and formats, by name.
fn formats_file(cards: &[Entry], as_of: &str) -> String {
    let known = cards.iter().filter_map(|card| Some((&card.name, card.formats.as_ref()?)));
    let lines: BTreeSet<(String, String)> =
        known.map(|(name, formats)| (fold_name(name), format!("{name}\t{}\n", formats.join(" ")))).collect();
    let lines: String = lines.into_iter().map(|(_, line)| line).collect();
    format!("as of {as_of}\n{lines}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardDb;

    #[test]
    fn what_is_known_of_defaults_gives_the_line_that_trying_gives() {
        let db = CardDb::embedded();
        let mut writer = Writer::default();
        let by_hand = db.names().filter(|name| db.is_by_hand(name)).filter_map(|name| db.get(name));
        let mut count = 0;
        for card in by_hand.step_by(9).map(|definition| &definition.source) {
            assert_eq!(writer.line(card).unwrap(), shorten_by_trying(&full(card).unwrap(), card));
            count += 1;
        }
        assert!(count > 20);
    }
}
