//! Decks to play with: files, and those that are embedded.

use crate::cards::near::near_matches;
use crate::cards::printable::shown;
use crate::cards::{CardDb, Definition, reaches_outside};
use crate::game::Deck;
use crate::tools::decks::DeckError;
use crate::tools::decks::{self, DeckList, DeckRules};
use include_dir::{Dir, File, include_dir};
use std::borrow::Cow;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

static DECKS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/decks");

/// The embedded decks with their names, in alphabetical order.
///
/// # Panics
/// If one can't be read, which the tests exclude.
pub fn embedded_decks() -> Vec<(String, DeckList)> {
    let mut all: Vec<(String, DeckList)> = DECKS.files().map(parsed).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// An embedded deck with its name.
fn parsed(file: &File<'_>) -> (String, DeckList) {
    let text = file.contents_utf8().expect("embedded decks are UTF-8");
    let path = file.path().display().to_string();
    let list = decks::parse(&path, text).unwrap_or_else(|e| panic!("embedded deck: {e}"));
    (name_of(file).into_owned(), list)
}

/// What an embedded deck is called.
fn name_of<'a>(file: &'a File<'_>) -> Cow<'a, str> {
    file.path().file_stem().unwrap_or_default().to_string_lossy()
}

/// A deck by the path of its file or the name of an embedded one, with what to call it.
///
/// # Errors
/// A file that is there but can't be read or isn't a deck list; without such a file, a name that no embedded deck has.
pub fn read(deck: &str) -> Result<(String, DeckList), UnusableDeck> {
    let path = Path::new(deck);
    if path.exists() { Ok(read_file(path)?) } else { embedded(deck) }
}

/// A deck by the path of its file, with what to call it.
///
/// # Errors
/// A file that can't be read or isn't a deck list.
pub fn read_file(path: &Path) -> Result<(String, DeckList), DeckError> {
    let list = decks::read(path)?;
    let stem = shown(Path::new(path.file_stem().unwrap_or_default()));
    let name = list.name.clone().unwrap_or(stem);
    Ok((name, list))
}

/// Whether an embedded deck has a name.
pub fn is_embedded(name: &str) -> bool {
    DECKS.files().any(|file| name_of(file).eq_ignore_ascii_case(name))
}

/// An embedded deck by its name, with what to call it.
///
/// # Errors
/// A name that no embedded deck has; the message has names near it.
pub fn embedded(deck: &str) -> Result<(String, DeckList), UnusableDeck> {
    if let Some(file) = DECKS.files().find(|file| name_of(file).eq_ignore_ascii_case(deck)) {
        return Ok(parsed(file));
    }
    let mut names: Vec<Cow<'_, str>> = DECKS.files().map(name_of).collect();
    names.sort();
    let near = near_matches(deck, names.iter().map(AsRef::as_ref), 3);
    let hint = if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", near.join(" or ")) };
    Err(UnusableDeck::input(format!(
        "neither a file nor an embedded deck is called `{deck}`{hint}; `dracones deck list` lists the decks"
    )))
}

/// Checks that all cards of a deck are known, and that it keeps the rules for decks. Comments behind cards are taken off
/// their names.
///
/// # Errors
/// What is wrong with it.
pub fn check(name: &str, list: &mut DeckList, db: &CardDb, rules: &DeckRules) -> Result<(), UnusableDeck> {
    list.strip_comments(|card| db.get(card).is_some() || db.declined(card).is_some());
    // CR 712.4b: no card is what two cards meld into.
    let melded = |card: &str| db.get(card).is_some_and(|found| found.is_melded_as(card));
    let why = |card: &str| match melded(card) {
        true => Some("two cards meld into it (CR 712.4); a deck has these".to_owned()),
        false => db.declined(card).map(|why| why.to_string()),
    };
    decks::resolve_with(list, |card| db.get(card).is_some() && !melded(card), why, db.spellings())
        .map_err(|unknown| UnusableDeck::input(format!("{name}: {unknown}")))?;
    rules.check(name, list, db)
}

/// A deck to play with: by the path of its file or the name of an embedded one. Answers what to call it and its cards;
/// of the sideboard only the companion, unless something in the deck reaches outside the game.
///
/// # Errors
/// A file that can't be read, unknown cards, a deck against the rules for decks.
///
/// # Examples
/// ```
/// use dracones::prelude::*;
/// use dracones::tools::decks::{DeckRules, load_deck};
///
/// let db = CardDb::embedded();
/// let (name, deck) = load_deck("premodern-red", &db, &DeckRules::default()).unwrap();
/// assert_eq!((name.as_str(), deck.main.len()), ("premodern-red", 60));
/// let setup = GameSetup::new(&db, &[deck.clone(), deck]).unwrap();
/// assert_eq!(Game::new(&setup, 7, 0).seats(), 2);
/// ```
pub fn load_deck(deck: &str, db: &CardDb, rules: &DeckRules) -> Result<(String, Deck), UnusableDeck> {
    let (name, mut list) = read(deck)?;
    let deck = playable(&name, &mut list, db, rules)?;
    Ok((name, deck))
}

/// The cards of a deck that has been read or written by hand, checked as [`check`] does; of the sideboard only the
/// companion, unless something in the deck reaches outside the game.
///
/// # Errors
/// Unknown cards, a deck against the rules for decks.
pub fn playable(name: &str, list: &mut DeckList, db: &CardDb, rules: &DeckRules) -> Result<Deck, UnusableDeck> {
    check(name, list, db, rules)?;
    let copies = |entry: &decks::DeckEntry| {
        let card = Arc::clone(db.get(&entry.name).expect("all cards have been found"));
        std::iter::repeat_n(card, entry.count as usize)
    };
    let cards = |entries: &[decks::DeckEntry]| -> Vec<Arc<Definition>> { entries.iter().flat_map(copies).collect() };
    let mut deck = Deck { main: cards(&list.main), commanders: cards(&list.commanders), ..Deck::default() };
    deck.companion = list.companion().and_then(|entry| db.get(&entry.name)).cloned();
    if deck.main.iter().chain(&deck.commanders).any(|card| reaches_outside(&card.source)) {
        deck.sideboard = cards(&list.sideboard);
    } else {
        deck.sideboard.extend(deck.companion.clone());
    }
    Ok(deck)
}

/// Why a deck can't be played with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum UnusableDeck {
    /// In one sentence, or one a line.
    #[error("{0}")]
    Unfit(String),
    /// Its file can't be read.
    #[error(transparent)]
    Unreadable(#[from] DeckError),
}

impl UnusableDeck {
    pub(crate) fn input(message: impl Display) -> Self {
        Self::Unfit(message.to_string())
    }
}
