//! Cards and decks.

use crate::errors::{CardError, DeckError, OrRaise, detached, raise};
use dracones::cards::def::TypeLine;
use dracones::cards::near::near_matches;
use dracones::cards::text::{self, Speaker};
use dracones::cards::{CardDb, Definition};
use dracones::game;
use dracones::model::ids::NameId;
use dracones::tools::decks::{self, DeckEntry, DeckList, DeckRules, shipped};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;

/// The cards that games can use: those of the package, and those of card files.
///
/// Args:
///     files: files or folders of definitions (docs/cards.md).
///
/// Raises:
///     CardError: a file that can't be used, with its place.
#[pyclass(frozen, module = "dracones")]
#[derive(Clone)]
pub(crate) struct Cards {
    pub(crate) db: CardDb,
    /// Files and folders that were read in addition, in order.
    files: Vec<PathBuf>,
}

impl Cards {
    /// The cards that were given, or those in the binary.
    pub(crate) fn or_embedded(cards: Option<&Bound<'_, Self>>) -> CardDb {
        cards.map_or_else(CardDb::embedded, |cards| cards.get().db.clone())
    }
}

/// The definition of a name.
///
/// # Errors
/// If nobody knows it, with names that are near.
pub(crate) fn find<'d>(db: &'d CardDb, name: &str) -> PyResult<&'d Arc<Definition>> {
    db.get(name).ok_or_else(|| {
        if let Some(why) = db.declined(name) {
            return raise!(CardError, why, name);
        }
        let near = near_matches(name, db.spellings(), 3);
        let hint = if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", near.join(" or ")) };
        raise!(CardError, format_args!("unknown card{hint}"), name)
    })
}

#[pymethods]
impl Cards {
    #[new]
    #[pyo3(signature = (*files))]
    fn new(py: Python<'_>, files: Vec<PathBuf>) -> PyResult<Self> {
        let (db, files) = detached(py, move || {
            let db = files.iter().try_fold(CardDb::embedded(), |db, path| db.with_files(path));
            db.map(|db| (db, files))
        })?
        .or_raise()?;
        Ok(Self { db, files })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        detached(py, || self.db.names().count())
    }

    fn __contains__(&self, name: &str) -> bool {
        self.db.get(name).is_some()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Card> {
        Ok(Card { definition: Arc::clone(find(&self.db, name)?) })
    }

    /// All names, sorted.
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        detached(py, || self.db.names().map(str::to_owned).collect())
    }

    /// The formats in which a card is legal, if that is known.
    ///
    /// Raises:
    ///     CardError: an unknown card.
    fn formats(&self, name: &str) -> PyResult<Option<Vec<String>>> {
        find(&self.db, name)?;
        Ok(self.db.formats(name).map(|all| all.into_iter().map(str::to_owned).collect()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((slf.get_type().into_any(), PyTuple::new(slf.py(), &slf.get().files)?))
    }

    fn __repr__(&self) -> String {
        let files: Vec<String> = self.files.iter().map(|path| format!("{:?}", path.display().to_string())).collect();
        format!("Cards({})", files.join(", "))
    }
}

/// One card, by its definition.
#[pyclass(frozen, module = "dracones")]
pub(crate) struct Card {
    definition: Arc<Definition>,
}

impl Card {
    fn type_line(&self) -> String {
        let chars = &self.definition.faces[0].chars;
        TypeLine { supertypes: chars.supertypes, types: chars.types, subtypes: chars.subtypes }.in_short()
    }
}

#[pymethods]
impl Card {
    /// The name; of split cards both, with // between.
    #[getter]
    fn name(&self) -> &str {
        &self.definition.name
    }

    /// The mana cost of the first face, as in {1}{R}; None without one.
    #[getter]
    fn cost(&self) -> Option<String> {
        self.definition.faces[0].chars.cost.as_ref().map(ToString::to_string)
    }

    /// The mana value of the first face.
    #[getter]
    fn mana_value(&self) -> i32 {
        self.definition.faces[0].chars.mana_value(0)
    }

    /// The colours of the first face.
    #[getter]
    fn colors(&self) -> Vec<String> {
        self.definition.faces[0].chars.colors.colors().map(|color| format!("{color:?}").to_lowercase()).collect()
    }

    /// The type line of the first face.
    #[getter]
    fn types(&self) -> String {
        self.type_line()
    }

    /// Printed power and toughness of the first face; None without.
    #[getter]
    fn power_toughness(&self) -> Option<(i32, i32)> {
        let chars = &self.definition.faces[0].chars;
        chars.has_pt.then_some((chars.power, chars.toughness))
    }

    /// The names of the faces.
    #[getter]
    fn faces(&self) -> Vec<String> {
        // CR 709.4: the first face of a split card is both halves together.
        let printed = self.definition.faces.iter().filter(|face| face.chars.second_name == NameId::NONE);
        printed.map(|face| face.name.clone()).collect()
    }

    /// What the abilities do, a line each, rendered from the definition.
    #[getter]
    fn text(&self) -> Vec<String> {
        let source = &self.definition.source;
        let mut lines = text::card(source);
        if let Some((_, other)) = &source.other {
            lines.extend(text::abilities(&Speaker::of(&other.types, &other.abilities), &other.abilities));
        }
        lines
    }

    fn __repr__(&self) -> String {
        let cost = self.cost().map(|cost| format!(" {cost}")).unwrap_or_default();
        let size = self.power_toughness().map(|(power, toughness)| format!(" {power}/{toughness}"));
        format!("Card({}{cost}, {}{})", self.definition.name, self.type_line(), size.unwrap_or_default())
    }
}

/// A deck: pairs of names and counts.
///
/// Args:
///     main: the main deck.
///     name: what it is called.
///     sideboard: the sideboard.
///     commanders: cards that begin in the command zone.
///     companion: the card of the sideboard that is revealed as a companion.
///
/// Raises:
///     DeckError: a count or a name that isn't one, with its place in the list.
#[pyclass(frozen, module = "dracones")]
pub(crate) struct Deck {
    pub(crate) name: String,
    pub(crate) list: DeckList,
}

type Lines = Vec<(String, u32)>;

fn lines(entries: &[DeckEntry]) -> Lines {
    entries.iter().map(|entry| (entry.name.clone(), entry.count)).collect()
}

/// Entries of names and counts, with the limits that files have.
fn entries(lines: Lines, section: &str) -> PyResult<Vec<DeckEntry>> {
    let entry = |(place, (name, count)): (usize, (String, u32))| {
        let wrong = |what: String| raise!(DeckError, what, format_args!("{section}[{place}]"));
        if !(1..=decks::MAX_COUNT).contains(&count) {
            return Err(wrong(format!("the count {count} is not a whole number from 1 to {}", decks::MAX_COUNT)));
        }
        if name.trim().is_empty() || name.chars().count() > decks::MAX_NAME {
            return Err(wrong(format!("a name has 1 to {} characters", decks::MAX_NAME)));
        }
        Ok(DeckEntry { count, name: name.trim().to_owned(), line: place as u32 + 1 })
    };
    lines.into_iter().enumerate().map(entry).collect()
}

#[pymethods]
impl Deck {
    #[new]
    #[pyo3(signature = (main, *, name=None, sideboard=None, commanders=None, companion=None))]
    fn new(
        main: Lines,
        name: Option<String>,
        sideboard: Option<Lines>,
        commanders: Option<Lines>,
        companion: Option<String>,
    ) -> PyResult<Self> {
        let sideboard = entries(sideboard.unwrap_or_default(), "sideboard")?;
        let place = |card: String| {
            let wrong = || raise!(DeckError, format!("`{card}` isn't in the sideboard"), "companion");
            sideboard.iter().position(|entry| entry.name == card).ok_or_else(wrong)
        };
        let companion = companion.map(place).transpose()?;
        let list = DeckList {
            name: name.clone(),
            main: entries(main, "main")?,
            companion,
            sideboard,
            commanders: entries(commanders.unwrap_or_default(), "commanders")?,
            ..DeckList::default()
        };
        Ok(Self { name: name.unwrap_or_else(|| "deck".to_owned()), list })
    }

    /// A deck by the path of its file, in any of ten formats, or the name of an embedded deck.
    ///
    /// Raises:
    ///     DeckError: with file, line and column.
    #[staticmethod]
    fn load(deck: &str) -> PyResult<Self> {
        let (name, list) = shipped::read(deck).or_raise()?;
        Ok(Self { name, list })
    }

    /// A deck from a text; the extension of the file name tells the format.
    ///
    /// Raises:
    ///     DeckError: with line and column.
    #[staticmethod]
    #[pyo3(signature = (text, *, file="deck.txt"))]
    fn parse(text: &str, file: &str) -> PyResult<Self> {
        let list = decks::parse(file, text).or_raise()?;
        Ok(Self { name: list.name.clone().unwrap_or_else(|| "deck".to_owned()), list })
    }

    /// The names of the embedded decks.
    #[staticmethod]
    fn embedded() -> Vec<String> {
        decks::embedded_decks().into_iter().map(|(name, _)| name).collect()
    }

    /// Checks that all cards are known and the deck keeps the rules of a format.
    ///
    /// Raises:
    ///     DeckError: what is wrong with it.
    #[pyo3(signature = (*, cards=None, format=None, allow_small=false))]
    fn check(&self, cards: Option<&Bound<'_, Cards>>, format: Option<String>, allow_small: bool) -> PyResult<()> {
        let rules = DeckRules { format, allow_small };
        shipped::check(&self.name, &mut self.list.clone(), &Cards::or_embedded(cards), &rules).or_raise()
    }

    /// What it is called.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The main deck: names and counts.
    #[getter]
    fn main(&self) -> Lines {
        lines(&self.list.main)
    }

    /// The sideboard: names and counts.
    #[getter]
    fn sideboard(&self) -> Lines {
        lines(&self.list.sideboard)
    }

    /// The commanders: names and counts.
    #[getter]
    fn commanders(&self) -> Lines {
        lines(&self.list.commanders)
    }

    /// The companion, a card of the sideboard.
    #[getter]
    fn companion(&self) -> Option<String> {
        self.list.companion().map(|entry| entry.name.clone())
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Lines,), Bound<'py, PyDict>)> {
        let rest = PyDict::new(py);
        rest.set_item("name", &self.name)?;
        rest.set_item("sideboard", self.sideboard())?;
        rest.set_item("commanders", self.commanders())?;
        rest.set_item("companion", self.companion())?;
        Ok(((self.main(),), rest))
    }

    fn __len__(&self) -> usize {
        self.list.count(decks::Section::Main) as usize
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.name == other.name
            && self.main() == other.main()
            && self.sideboard() == other.sideboard()
            && self.commanders() == other.commanders()
            && self.companion() == other.companion()
    }

    fn __hash__(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(format!("{}{:?}", self.name, self.main()).as_bytes())
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sections = PyDict::new(py);
        sections.set_item("Commanders", self.commanders())?;
        sections.set_item("Main deck", self.main())?;
        sections.set_item("Sideboard", self.sideboard())?;
        py.import("dracones._html")?.call_method1("deck", (&self.name, sections))
    }

    fn __repr__(&self) -> String {
        format!("Deck({:?}, {} cards)", self.name, self.__len__())
    }
}

/// What Python gives for a deck: one of ours, the path of a file or the name of an embedded deck, or names and counts.
#[derive(FromPyObject)]
pub(crate) enum DeckArg<'py> {
    Deck(Bound<'py, Deck>),
    Name(PathBuf),
    List(Lines),
}

impl DeckArg<'_> {
    /// What it is called, and what is in it.
    ///
    /// # Errors
    /// A file that can't be read, a count or name that isn't one.
    pub(crate) fn read(&self) -> PyResult<(String, DeckList)> {
        match self {
            Self::Deck(deck) => Ok((deck.get().name.clone(), deck.get().list.clone())),
            Self::Name(name) => shipped::read(&name.to_string_lossy()).or_raise(),
            Self::List(lines) => {
                let list = DeckList { main: entries(lines.clone(), "main")?, ..DeckList::default() };
                Ok(("deck".to_owned(), list))
            }
        }
    }
}

/// The decks of games, a deck a seat; one alone plays against itself.
///
/// # Errors
/// A deck that can't be read, or that breaks the rules for decks.
pub(crate) fn playable(
    decks: &[DeckArg<'_>],
    db: &CardDb,
    rules: &DeckRules,
) -> PyResult<(Vec<String>, Vec<game::Deck>)> {
    let all: Vec<&DeckArg<'_>> = match decks {
        [one] => vec![one, one],
        several => several.iter().collect(),
    };
    let mut read = Vec::new();
    for deck in all {
        let (name, mut list) = deck.read()?;
        let deck = shipped::playable(&name, &mut list, db, rules).or_raise()?;
        read.push((name, deck));
    }
    Ok(read.into_iter().unzip())
}
