//! The cards in the binary: found by name, and parsed when somebody asks for them.
//!
//! | folder of `assets/` | what |
//! | --- | --- |
//! | `cards` | definitions written by hand, a file each (`hand`) |
//! | `dungeons.ron` | dungeons, all of them in games that need one (`dungeons`) |
//! | `oracle` | definitions compiled from the texts of cards, a line each (`lines`) |
//!
//! A definition written by hand wins over a compiled one of the same name.
//!
//! # Invariants
//! * What is found by a name has that name: a test goes through all of them.
//! * Nothing is parsed that nobody asks for; a process with one game reads the cards of its decks only.

pub mod dungeons;
mod hand;
mod header;
pub(crate) mod lines;
pub mod text;
pub(in crate::cards) mod the_ring;

use super::check;
use super::compile::{Tokens, definition};
use super::def::CardDef;
use super::names::Row;
use super::table::Definition;
use crate::model::ids::fold_name;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

static TOKENS: &str = include_str!("../../../assets/tokens.ron");

/// The predefined tokens.
pub(super) fn tokens() -> &'static Arc<Tokens> {
    static ALL: LazyLock<Arc<Tokens>> =
        LazyLock::new(|| Arc::new(check::parse_tokens("assets/tokens.ron", TOKENS).unwrap_or_else(|e| panic!("{e}"))));
    &ALL
}

/// The text of a definition in the binary, and its file for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shipped {
    pub(super) text: &'static str,
    pub(super) by_hand: bool,
}

/// The definition written by hand of the card with a name, which is folded.
pub(super) fn by_hand(key: &str) -> Option<&'static Arc<Definition>> {
    Some(hand::find(key)?.definition())
}

/// The compiled definition of the card with a name, which is folded. What was found once isn't looked for again: the lines
/// are text, and a search in them folds a name at each step.
pub(super) fn compiled(key: &str) -> Option<&'static Arc<Definition>> {
    static FOUND: Mutex<BTreeMap<String, &'static Arc<Definition>>> = Mutex::new(BTreeMap::new());
    // Who holds the lock only adds a name with its definition.
    let known = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(definition) = known().get(key).copied() {
        return Some(definition);
    }
    let definition = look_up(key)?;
    known().insert(key.to_owned(), definition);
    Some(definition)
}

/// Like [`compiled`], in the lines themselves.
fn look_up(key: &str) -> Option<&'static Arc<Definition>> {
    let Some((first, _)) = key.split_once(" // ") else {
        return Some(Shipped { text: lines::find(key)?, by_hand: false }.definition());
    };
    // A card with two names stands where its first one belongs.
    let found = Shipped { text: lines::find(first)?, by_hand: false }.definition();
    (fold_name(&found.name) == key).then_some(found)
}

impl Shipped {
    /// The parsed and compiled definition. It stays for the rest of the process, like the text that it is made of.
    ///
    /// # Panics
    /// If an embedded definition is wrong, which the tests exclude.
    pub(super) fn definition(self) -> &'static Arc<Definition> {
        static PARSED: Mutex<BTreeMap<usize, &'static Arc<Definition>>> = Mutex::new(BTreeMap::new());
        let place = self.text.as_ptr() as usize;
        // Who holds the lock only adds a definition that is whole.
        let mut parsed = PARSED.lock().unwrap_or_else(PoisonError::into_inner);
        parsed.entry(place).or_insert_with(|| Box::leak(Box::new(compile(self.text))))
    }

    /// All names: of a card with two faces both.
    pub(super) fn name(self) -> String {
        header::whole(&header::names(self.text))
    }

    /// The names that can be chosen (CR 201.4), with printed characteristics.
    fn rows(self) -> Vec<Row> {
        // Nothing else asks for most of them, so what has to be compiled isn't kept.
        let read = header::of(self.text).and_then(|card| Row::of_card(&card));
        read.unwrap_or_else(|| Row::of_definition(&compile(self.text)))
    }

    /// The names of [`Shipped::rows`], for which less is read.
    fn spelled(self) -> impl Iterator<Item = Cow<'static, str>> {
        let (first, other) = header::names(self.text);
        // A prototyped spell has the name of its card (CR 718.3).
        let other = other.filter(|other| *other != first);
        std::iter::once(first).chain(other)
    }
}

fn compile(text: &str) -> Arc<Definition> {
    let card: CardDef = check::options().from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"));
    definition(&card, tokens()).unwrap_or_else(|e| panic!("{}: {e}", card.name))
}

/// The name of a card in the binary, and the folded one.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) key: String,
    pub(super) name: String,
}

/// The texts of all definitions in the binary, those written by hand first.
fn texts() -> impl Iterator<Item = Shipped> {
    hand::all().chain(lines::all().map(|text| Shipped { text, by_hand: false }))
}

/// The names of all cards in the binary, sorted, each once. The first call goes through all their texts.
pub(super) fn all() -> &'static [Listed] {
    static ALL: OnceLock<Vec<Listed>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut list: Vec<Listed> = texts()
            .map(|card| {
                let name = card.name();
                Listed { key: fold_name(&name), name }
            })
            .collect();
        // The sort is stable: of two with the same name the one written by hand comes first.
        list.sort_by(|a, b| a.key.cmp(&b.key));
        list.dedup_by(|later, first| later.key == first.key);
        list
    })
}

/// The names of all cards in the binary that can be chosen (CR 201.4). Of two cards with the same name the first one counts.
pub(super) fn rows() -> impl Iterator<Item = Row> {
    texts().flat_map(Shipped::rows)
}

/// The rows of the card with a name, which is folded: of all its faces.
pub(super) fn rows_of(key: &str) -> Vec<Row> {
    let compiled = || Some(Shipped { text: lines::find(key)?, by_hand: false });
    hand::find(key).or_else(compiled).map_or_else(Vec::new, Shipped::rows)
}

/// The names of [`rows`], without what the cards are.
pub(super) fn spelled() -> impl Iterator<Item = Cow<'static, str>> {
    hand::all().flat_map(Shipped::spelled).chain(lines::names())
}

/// The formats in which a compiled card is legal, if that is known.
pub(super) fn formats(name: &str) -> Option<Vec<&'static str>> {
    lines::formats(&fold_name(name))
}

/// When the formats of the compiled cards were as the binary says, a date.
pub fn formats_as_of() -> Option<&'static str> {
    lines::formats_as_of()
}

#[cfg(test)]
mod tests;
