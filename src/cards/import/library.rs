//! The texts of a file, compiled when somebody asks for a card.

use super::record::{Entry, Record, Skip};
use super::{ImportError, MAX_HELD, read};
use crate::cards::compile::definition;
use crate::cards::def::{CardDef, FORMAT, ManaCost, TypeLine};
use crate::cards::names::Row;
use crate::cards::oracle::{self, CardText, Decline, FaceText};
use crate::cards::printable::shown;
use crate::cards::{Definition, shipped};
use crate::model::ids::fold_name;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The cards of a file by name, as texts. A card is compiled when it is first asked for.
///
/// # Examples
/// ```no_run
/// use dracones::cards::{CardDb, import::Library};
///
/// let library = Library::read("oracle-cards.json".as_ref())?;
/// let db = CardDb::embedded().with_library(library);
/// assert!(db.get("Grizzly Bears").is_some());
/// # Ok::<(), dracones::cards::import::ImportError>(())
/// ```
#[derive(Debug)]
pub struct Library {
    file: PathBuf,
    cards: Vec<Held>,
    /// By folded name, of a card and of each of its faces.
    places: BTreeMap<String, u32>,
    /// What is in the file, but isn't compiled.
    skipped: BTreeMap<String, Skip>,
    /// The names of formats; cards have a bit each.
    formats: Vec<String>,
}

#[derive(Debug)]
struct Held {
    text: CardText,
    /// The formats in which it is legal; `None` if the file says of no format whether it is.
    legal: Option<u64>,
    made: OnceLock<Result<Arc<Definition>, Unusable>>,
}

/// Why a card of a file can't be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unusable {
    /// Its text can't be compiled.
    Declined(Decline),
    /// It isn't compiled.
    Skipped(Skip),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declined(decline) => decline.fmt(f),
            Self::Skipped(why) => why.fmt(f),
        }
    }
}

impl Library {
    /// Reads a file in one of the shapes that [`read`](super::read()) knows.
    ///
    /// # Errors
    /// A file that can't be read to its end, isn't a list of cards, or has more text than [`MAX_HELD`].
    pub fn read(path: &Path) -> Result<Self, ImportError> {
        let (cards, places, skipped, formats) = Default::default();
        let mut library = Self { file: path.to_owned(), cards, places, skipped, formats };
        let (mut held, mut too_much) = (0, None);
        read(path, &mut |entry| {
            match entry {
                Entry::Card(record) => {
                    held += size(&record.text);
                    if held > MAX_HELD {
                        too_much = Some(record.line);
                        return ControlFlow::Break(());
                    }
                    library.add(record);
                }
                Entry::Skipped { name, why, .. } => {
                    held += name.len() + size_of::<(String, Skip)>();
                    library.skipped.entry(fold_name(&name)).or_insert(why);
                }
            }
            ControlFlow::Continue(())
        })?;
        if let Some(line) = too_much {
            return Err(ImportError::TooMuch { file: shown(path), line, limit: MAX_HELD });
        }
        library.add_faces();
        Ok(library)
    }

    fn add(&mut self, record: Record) {
        let mut legal = 0;
        for format in record.legal() {
            let place = self.formats.iter().position(|known| known == format).unwrap_or_else(|| {
                self.formats.push(format.to_owned());
                self.formats.len() - 1
            });
            legal |= 1u64.checked_shl(place as u32).unwrap_or(0);
        }
        self.places.insert(fold_name(&record.text.name), self.cards.len() as u32);
        let legal = (!record.formats.is_empty()).then_some(legal);
        self.cards.push(Held { text: record.text, legal, made: OnceLock::new() });
    }

    /// CR 709.4a: the name of a face names the card, too, unless it is that of another card.
    fn add_faces(&mut self) {
        for (place, held) in (0..).zip(&self.cards) {
            for face in held.text.faces.iter().filter(|_| held.text.faces.len() > 1) {
                self.places.entry(fold_name(&face.name)).or_insert(place);
            }
        }
    }

    /// The file that has been read.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The texts of all cards, in the order of the file.
    pub fn texts(&self) -> impl Iterator<Item = &CardText> {
        self.cards.iter().map(|held| &held.text)
    }

    /// The text of the card with a name.
    pub fn text(&self, name: &str) -> Option<&CardText> {
        self.held(&fold_name(name)).map(|held| &held.text)
    }

    /// Why each of the records that aren't compiled is skipped; of several with the same name the first.
    pub fn skipped(&self) -> impl Iterator<Item = &Skip> {
        self.skipped.values()
    }

    /// What is made of the text of the card with a name, if there is one.
    pub fn verdict(&self, name: &str) -> Option<Result<&Arc<Definition>, Unusable>> {
        self.get(&fold_name(name))
    }

    /// The formats in which the card with a name is legal.
    pub fn formats_of(&self, name: &str) -> Vec<&str> {
        self.formats(&fold_name(name)).unwrap_or_default()
    }

    fn held(&self, key: &str) -> Option<&Held> {
        self.cards.get(*self.places.get(key)? as usize)
    }

    /// The card of a folded name, or why there is none.
    pub(in crate::cards) fn get(&self, key: &str) -> Option<Result<&Arc<Definition>, Unusable>> {
        let Some(held) = self.held(key) else {
            return self.skipped.get(key).map(|why| Err(Unusable::Skipped(why.clone())));
        };
        Some(held.made.get_or_init(|| compile(&held.text)).as_ref().map_err(Clone::clone))
    }

    /// The formats in which the card of a folded name is legal; `None` if it isn't there or the file doesn't
    /// say.
    pub(in crate::cards) fn formats(&self, key: &str) -> Option<Vec<&str>> {
        let legal = self.held(key)?.legal?;
        let bit = |place: usize| legal & 1u64.checked_shl(place as u32).unwrap_or(0) != 0;
        Some(self.formats.iter().enumerate().filter(|(place, _)| bit(*place)).map(|(_, f)| f.as_str()).collect())
    }

    /// Folded names and names of all cards.
    pub(in crate::cards) fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let places = self.places.iter().map(|(key, place)| (key.as_str(), &self.cards[*place as usize].text));
        places.filter(|(key, text)| fold_name(&text.name) == *key).map(|(key, text)| (key, text.name.as_str()))
    }

    /// The names that can be chosen (CR 201.4): of all cards whose type lines and costs can be read.
    pub(in crate::cards) fn rows(&self) -> impl Iterator<Item = Row> {
        self.cards.iter().flat_map(rows)
    }

    /// Those of the card with a folded name.
    pub(in crate::cards) fn rows_of(&self, key: &str) -> impl Iterator<Item = Row> {
        self.held(key).into_iter().flat_map(rows)
    }
}

/// The names of a card with what its faces say of themselves.
fn rows(held: &Held) -> impl Iterator<Item = Row> {
    held.text.faces.iter().filter_map(|face| Row::of_card(&header(face)?)).flatten()
}

/// The text of a card as a definition that can be played.
fn compile(text: &CardText) -> Result<Arc<Definition>, Unusable> {
    let card = oracle::compile(text).map_err(Unusable::Declined)?;
    Ok(definition(&card, shipped::tokens()).expect("what is accepted can be compiled"))
}

/// How much memory a text takes, in bytes.
fn size(card: &CardText) -> usize {
    let faces = card.faces.iter().map(|face| {
        let strings = [&face.name, &face.mana_cost, &face.type_line, &face.text];
        size_of_val(face) + strings.iter().map(|text| text.len()).sum::<usize>()
    });
    // Names stand in the index, too.
    size_of::<Held>() + 2 * card.name.len() + card.layout.len() + faces.sum::<usize>()
}

/// What a face says but for its text; `None` if its types or its cost are unknown.
fn header(face: &FaceText) -> Option<CardDef> {
    let number = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
    let has_pt = face.power.is_some() && face.toughness.is_some();
    Some(CardDef {
        format: FORMAT,
        name: face.name.clone(),
        cost: if face.mana_cost.is_empty() { None } else { Some(ManaCost::parse(&face.mana_cost).ok()?) },
        color_indicator: face.color_indicator.clone(),
        types: TypeLine::parse(&face.type_line).ok()?,
        pt: has_pt.then(|| (number(&face.power), number(&face.toughness))),
        loyalty: number(&face.loyalty),
        defense: number(&face.defense),
        abilities: Vec::new(),
        other: None,
    })
}
