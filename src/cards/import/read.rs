//! Going through a file record by record, whatever its shape.

use super::record::{Entry, Skip};
use super::source::{Meter, Source};
use super::{ImportError, MAX_RECORDS, mtgjson, plain, scryfall};
use crate::cards::printable::shown;
use serde::Deserializer as _;
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

/// What a file of cards is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A JSON array of cards, as Scryfall's bulk data are.
    Array,
    /// A JSON object with the faces of cards by name below `data`, as MTGJSON's `AtomicCards` is.
    Atomic,
    /// JSON objects one after the other, usually one a line.
    Objects,
}

/// What has been read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// What the file is like.
    pub shape: Shape,
    /// The records: cards and what was skipped.
    pub records: u64,
    /// The latest date in it, if it has one.
    pub as_of: Option<String>,
}

/// Whether a file looks like one of cards, and not like a deck or a list. Only its beginning is read.
///
/// # Errors
/// A file that can't be opened.
pub fn is_bulk(path: &Path) -> Result<bool, ImportError> {
    let mut source = Source::open(path)?;
    let Ok(head) = source.head() else { return Ok(false) };
    let text = String::from_utf8_lossy(head);
    let has = |word: &str| text.contains(word);
    Ok(match shape_of(&text) {
        Some(Shape::Array | Shape::Objects) => has("\"type_line\"") || has("\"faces\"") || has("\"card_faces\""),
        Some(Shape::Atomic) => !has("\"mainBoard\""),
        None => false,
    })
}

/// The shape of a file by its first characters.
fn shape_of(head: &str) -> Option<Shape> {
    let head = head.trim_start();
    if head.starts_with('[') {
        return Some(Shape::Array);
    }
    let first = head.strip_prefix('{')?.trim_start().strip_prefix('"')?;
    Some(if first.starts_with("meta\"") || first.starts_with("data\"") { Shape::Atomic } else { Shape::Objects })
}

/// Goes through the records of a file, which may be compressed by gzip, until the end or until `each` breaks. Of cards with the
/// same name the first one counts, the others are skipped.
///
/// # Errors
/// A file that can't be read to its end or isn't a list of cards. What came before has been handed on by then.
pub fn read(path: &Path, each: &mut dyn FnMut(Entry) -> ControlFlow<()>) -> Result<Read, ImportError> {
    let mut source = Source::open(path)?;
    let (meter, is_packed) = (source.meter(), source.is_packed);
    let shape = match source.head() {
        Ok(head) => shape_of(&String::from_utf8_lossy(head)),
        Err(error) => return Err(damaged(path, is_packed, &meter, None, error.to_string())),
    };
    let Some(shape) = shape else {
        return Err(ImportError::no_cards(path, "it begins neither with `[` nor with `{` and a name in quotes"));
    };
    let mut walk = Walk {
        meter: Rc::clone(&meter),
        each,
        seen: HashSet::new(),
        form: None,
        records: 0,
        as_of: None,
        last: None,
        is_read: false,
        wrong: None,
        stopped: false,
    };
    let json = serde_json::Deserializer::from_reader;
    let end = match shape {
        Shape::Array => {
            let mut json = json(source);
            json.deserialize_seq(&mut walk).and_then(|()| json.end())
        }
        Shape::Atomic => {
            let mut json = json(source);
            json.deserialize_map(&mut walk).and_then(|()| json.end())
        }
        Shape::Objects => objects(source, &mut walk),
    };
    let Walk { records, as_of, last, is_read, wrong, stopped, .. } = walk;
    let nothing = || match &wrong {
        Some(wrong) => format!("there is no card in it; its first record can't be read: {wrong}"),
        None => "there is no card in it".to_owned(),
    };
    match end {
        Err(_) if records > MAX_RECORDS => Err(ImportError::ManyRecords { file: shown(path), line: meter.place().0 }),
        Err(error) if !stopped => Err(explain(path, is_packed, &meter, last, &error)),
        _ if !is_read && !stopped => Err(ImportError::no_cards(path, &nothing())),
        _ => Ok(Read { shape, records, as_of }),
    }
}

/// Goes through objects one after the other: line by line as long as each stands on a line of its own, which is much faster
/// than byte by byte.
fn objects(mut source: Source, walk: &mut Walk<'_>) -> serde_json::Result<()> {
    let mut line = Vec::new();
    while source.line(&mut line) {
        match serde_json::from_slice::<&RawValue>(&line) {
            Ok(record) => {
                source.pass(&line);
                walk.record(record)?;
            }
            Err(_) => {
                source.put_back(std::mem::take(&mut line));
                break;
            }
        }
    }
    let mut stream = serde_json::Deserializer::from_reader(source).into_iter::<Box<RawValue>>();
    while let Some(record) = stream.next().transpose()? {
        walk.record(&record)?;
    }
    Ok(())
}

fn damaged(path: &Path, is_packed: bool, meter: &Meter, last: Option<String>, reason: String) -> ImportError {
    let (file, (line, column)) = (shown(path), meter.place());
    if is_packed {
        ImportError::Gzip { file, line, column, last, reason }
    } else {
        ImportError::Unreadable { file, reason }
    }
}

/// What is wrong with the file.
fn explain(
    path: &Path,
    is_packed: bool,
    meter: &Meter,
    last: Option<String>,
    error: &serde_json::Error,
) -> ImportError {
    let (file, (line, column)) = (shown(path), meter.place());
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or(&text).to_owned();
    if meter.has_failed() {
        return damaged(path, is_packed, meter, last, reason);
    }
    if meter.is_over() {
        return ImportError::LongRecord { file, line, column, last };
    }
    match error.classify() {
        serde_json::error::Category::Io => damaged(path, is_packed, meter, last, reason),
        serde_json::error::Category::Data if last.is_none() => ImportError::NoCards { file, found: reason },
        _ => ImportError::Json { file, line, column, last, reason },
    }
}

/// How the records of an array or of a row of objects are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Scryfall,
    Plain,
}

/// A file on the way through its records.
struct Walk<'a> {
    meter: Rc<Meter>,
    each: &'a mut dyn FnMut(Entry) -> ControlFlow<()>,
    /// Hashes of the names that have come.
    seen: HashSet<u64>,
    form: Option<Form>,
    records: u64,
    as_of: Option<String>,
    /// The last card.
    last: Option<String>,
    /// Whether any record was like those of cards.
    is_read: bool,
    /// What was wrong with the first one that wasn't.
    wrong: Option<String>,
    stopped: bool,
}

/// Which fields the first record has.
#[derive(serde::Deserialize)]
struct Probe {
    faces: Option<IgnoredAny>,
    type_line: Option<IgnoredAny>,
    card_faces: Option<IgnoredAny>,
}

impl Walk<'_> {
    /// A record of an array or of a row of objects.
    fn record(&mut self, record: &RawValue) -> serde_json::Result<()> {
        self.meter.begin();
        let (json, line) = (record.get(), self.meter.place().0);
        let form = match self.form {
            Some(form) => form,
            None => match serde_json::from_str::<Probe>(json) {
                Ok(Probe { type_line: None, card_faces: None, faces: None }) | Err(_) => {
                    let what = "its first record has neither `type_line` (Scryfall) nor `faces`";
                    return Err(serde_json::Error::custom(what));
                }
                Ok(Probe { faces: Some(_), .. }) => Form::Plain,
                Ok(_) => Form::Scryfall,
            },
        };
        self.form = Some(form);
        let read = match form {
            Form::Scryfall => scryfall::read(json, line),
            Form::Plain => plain::read(json, line),
        };
        match read {
            Ok((entry, date)) => {
                self.is_read = true;
                self.note_date(date);
                self.tell(entry)
            }
            Err(error) => {
                self.wrong.get_or_insert_with(|| in_short(&error));
                self.tell(unreadable(json, line, &error))
            }
        }
    }

    /// The faces of all cards with a name.
    fn named(&mut self, name: &str, record: &RawValue) -> serde_json::Result<()> {
        self.meter.begin();
        let line = self.meter.place().0;
        match mtgjson::read(record.get(), line) {
            Ok(entries) => {
                self.is_read |= !entries.is_empty();
                entries.into_iter().try_for_each(|entry| self.tell(entry))
            }
            Err(error) => {
                self.wrong.get_or_insert_with(|| in_short(&error));
                let name = super::error::harmless(name);
                self.tell(Entry::Skipped { name, line, why: Skip::Unreadable(in_short(&error)) })
            }
        }
    }

    fn note_date(&mut self, date: Option<String>) {
        let date = date.and_then(|date| Some(date.get(..10)?.to_owned()));
        let is_date = |date: &String| date.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        if let Some(date) = date.filter(is_date)
            && self.as_of.as_ref().is_none_or(|known| *known < date)
        {
            self.as_of = Some(date);
        }
    }

    fn tell(&mut self, entry: Entry) -> serde_json::Result<()> {
        self.records += 1;
        if self.records > MAX_RECORDS {
            return Err(serde_json::Error::custom("too many records"));
        }
        let entry = match entry {
            Entry::Card(record) => {
                self.last = Some(record.text.name.clone());
                let hash = crate::model::ids::NameId::of(&record.text.name).0;
                if self.seen.insert(hash) {
                    Entry::Card(record)
                } else {
                    Entry::Skipped { name: record.text.name, line: record.line, why: Skip::Duplicate }
                }
            }
            skipped => skipped,
        };
        if (self.each)(entry).is_break() {
            self.stopped = true;
            return Err(serde_json::Error::custom("stopped"));
        }
        Ok(())
    }
}

/// A record that isn't like those of cards, by its name if it has one.
fn unreadable(json: &str, line: u64, error: &serde_json::Error) -> Entry {
    #[derive(serde::Deserialize)]
    struct Named {
        name: String,
    }
    let name = serde_json::from_str::<Named>(json).map(|named| super::error::harmless(&named.name)).unwrap_or_default();
    Entry::Skipped { name, line, why: Skip::Unreadable(in_short(error)) }
}

/// What is wrong with a record, without the place within it.
fn in_short(error: &serde_json::Error) -> String {
    let text = error.to_string();
    super::error::harmless(text.split(" at line ").next().unwrap_or(&text))
}

impl<'de> Visitor<'de> for &mut Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(record) = list.next_element::<Box<RawValue>>()? {
            self.record(&record).map_err(A::Error::custom)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        #[derive(serde::Deserialize)]
        struct Meta {
            date: Option<String>,
        }
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "data" => map.next_value_seed(Data(&mut *self))?,
                "meta" => self.note_date(map.next_value::<Meta>()?.date),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// The cards of MTGJSON by name.
struct Data<'w, 'a>(&'w mut Walk<'a>);

impl<'de> DeserializeSeed<'de> for Data<'_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Data<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cards by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            let record: Box<RawValue> = map.next_value()?;
            self.0.named(&name, &record).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}
