//! Definitions as text, a card a line: what `dracones cards import --out` writes and the binary has.

use super::lines::{self, CARD, FACE, FORMATS, OF};
use crate::cards::check;
use crate::cards::def::CardDef;
use crate::model::ids::fold_name;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Writes definitions as lines. It remembers which fields have their default value, and needn't be written.
#[derive(Debug, Default)]
pub struct Writer {
    /// Whether a field can be left out, by the term that has it, its name and its value.
    defaults: HashMap<String, bool>,
}

/// A field of a term in a text.
struct Field {
    /// Where it begins.
    start: usize,
    /// Where its value ends.
    end: usize,
    /// The term and the field.
    path: String,
}

impl Writer {
    /// A definition as a line of text that reads back as the same definition. Fields with their default value are left out.
    ///
    /// # Errors
    /// If a value of the definition has no text.
    pub fn line(&mut self, card: &CardDef) -> Result<String, ron::Error> {
        let config = ron::ser::PrettyConfig::new().depth_limit(0).struct_names(false).new_line("");
        let full = plain_quotes(&format!("Card{}", check::options().to_string_pretty(card, config)?));
        let short = self.shorten(&full, card, true);
        // A field may be a default in one term and not in another of the same name: then each is tried by itself.
        Ok(if reads_as(&short, card) { short } else { self.shorten(&full, card, false) })
    }

    fn shorten(&mut self, full: &str, card: &CardDef, by_memory: bool) -> String {
        let (mut text, mut from) = (full.to_owned(), 0);
        while let Some(field) = fields(&text).into_iter().find(|field| field.start >= from) {
            let without = without(&text, &field);
            let key = format!("{}: {}", field.path, &text[field.start..field.end]);
            let is_default = match self.defaults.get(&key).filter(|_| by_memory) {
                Some(known) => *known,
                None => reads_as(&without, card),
            };
            self.defaults.insert(key, is_default);
            // Of what stays, the fields within are next.
            if is_default { text = without } else { from = field.start + 1 }
        }
        text
    }
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

/// The text without a field, and without the comma that parts it from the others.
fn without(text: &str, field: &Field) -> String {
    let (before, after) = (&text[..field.start], &text[field.end..]);
    match after.strip_prefix(", ") {
        Some(after) => format!("{before}{after}"),
        None => format!("{}{after}", before.strip_suffix(", ").unwrap_or(before)),
    }
}

/// All fields of all terms, in the order in which they begin.
fn fields(text: &str) -> Vec<Field> {
    let bytes = text.as_bytes();
    // What is open: the term, and the field that has begun in it.
    let mut open: Vec<(&str, Option<usize>)> = Vec::new();
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
                let term = if word.end == at { &text[word.clone()] } else { "" };
                open.push((term, None));
            }
            b':' if word.end == at => {
                if let Some((term, begun)) = open.last_mut() {
                    *begun = Some(found.len());
                    let path = format!("{term}.{}", &text[word.clone()]);
                    found.push(Field { start: word.start, end: word.start, path });
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
