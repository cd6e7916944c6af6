//! The names that can be chosen (CR 201.4).

use super::def::{CardDef, Filter, KeywordSet, Layout};
use super::import::Library;
use super::shipped;
use super::table::{Definition, Face};
use crate::model::ids::{NameId, fold_name, is_interchangeable};
use crate::model::object::{Characteristics, Restrictions};
use bevy_platform::collections::HashSet;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A name of a card, with what the card of that name is.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Row {
    text: Box<str>,
    // Rows are moved as the list grows and is sorted.
    chars: Box<Characteristics>,
}

impl Row {
    /// The rows of all faces of a card, of which the abilities needn't be known; none if its faces can't go together.
    pub(super) fn of_card(card: &CardDef) -> Option<Vec<Self>> {
        let (layout, faces) = super::compile::printed(card)?;
        Some(Self::of_faces(layout, faces))
    }

    /// The rows of all faces of a definition.
    pub(super) fn of_definition(definition: &Definition) -> Vec<Self> {
        Self::of_faces(definition.layout, definition.faces.clone())
    }

    fn of_faces(layout: Option<Layout>, faces: Vec<Face>) -> Vec<Self> {
        let named = match layout {
            Some(Layout::Prototype) => 1,
            // CR 709.5: without an unlocked half it has no name.
            Some(Layout::SharedTypeLine) => 3,
            _ => usize::MAX,
        };
        let faces = faces.into_iter().take(named).filter(|face| face.chars.second_name == NameId::NONE);
        let row = |Face { name, mut chars, .. }| {
            chars.abilities.clear();
            (chars.keywords, chars.cant_have) = (KeywordSet::default(), KeywordSet::default());
            chars.restrictions = Restrictions::empty();
            Self { text: name.into_boxed_str(), chars: Box::new(chars) }
        };
        faces.map(row).collect()
    }

    /// The name.
    #[cfg(test)]
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// All names of cards that the process knows, with what the cards are. The list is made when somebody first asks for all of
/// it. Games don't: single cards are found without it, and so are the names alone, and the names of cards that fit a filter.
#[derive(Debug, Default)]
pub struct Names {
    /// Definitions that came with files.
    own: Vec<Arc<Definition>>,
    library: Option<Arc<Library>>,
    /// Whether the cards in the binary belong to it.
    shipped: bool,
    texts: OnceLock<Texts>,
    /// Sorted by text.
    rows: OnceLock<Vec<Row>>,
    /// What the cards of single names are, for each that somebody has asked about.
    single: Mutex<BTreeMap<NameId, Option<Arc<Characteristics>>>>,
    /// The names of the cards that fit a filter, for each one that somebody has asked about.
    fitting: Mutex<Vec<(Filter, Arc<[NameId]>)>>,
}

/// The texts of all names, without what the cards are.
#[derive(Debug)]
struct Texts {
    /// Sorted by text.
    all: Vec<(NameId, Cow<'static, str>)>,
    /// The places in that list, sorted by name.
    places: Vec<u32>,
}

impl Names {
    /// The names of the cards in the binary, of further definitions and of a file of texts.
    pub(super) fn new(own: Vec<Arc<Definition>>, library: Option<Arc<Library>>) -> Self {
        Self { own, library, shipped: true, ..Self::default() }
    }

    fn texts(&self) -> &Texts {
        self.texts.get_or_init(|| {
            let text_of = |row: Row| Cow::Owned(row.text.into_string());
            let own = self.own.iter().flat_map(|definition| Row::of_definition(definition)).map(text_of);
            let in_binary = self.shipped.then(shipped::spelled).into_iter().flatten();
            let in_library = self.library.iter().flat_map(|library| library.rows()).map(text_of);
            let texts = own.chain(in_binary).chain(in_library).map(|text| (NameId::of(&text), text));
            let mut seen = HashSet::new();
            let mut all: Vec<_> = texts.filter(|(name, _)| seen.insert(*name)).collect();
            all.sort_by(|a, b| a.1.cmp(&b.1));
            // It stays as long as the process: no more room than it needs.
            all.shrink_to_fit();
            let mut places: Vec<u32> = (0..all.len() as u32).collect();
            places.sort_unstable_by_key(|place| all[*place as usize].0);
            Texts { all, places }
        })
    }

    /// The rows of all names, in no order. Of two cards with the same name the first one counts.
    fn all(&self) -> impl Iterator<Item = Row> {
        let own = self.own.iter().flat_map(|definition| Row::of_definition(definition));
        let in_binary = self.shipped.then(shipped::rows).into_iter().flatten();
        let in_library = self.library.iter().flat_map(|library| library.rows());
        let mut seen = HashSet::new();
        own.chain(in_binary).chain(in_library).filter(move |row| seen.insert(row.chars.name))
    }

    /// Every name: its text, itself, what the card's name, cost, colours, types, power, toughness and loyalty are. Sorted by
    /// text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, NameId, &Characteristics)> {
        let rows = self.rows.get_or_init(|| {
            let mut rows: Vec<Row> = self.all().collect();
            rows.sort_by(|a, b| a.text.cmp(&b.text));
            rows.shrink_to_fit();
            rows
        });
        rows.iter().map(|row| (&*row.text, row.chars.name, &*row.chars))
    }

    /// The names of the cards that fit a filter, sorted by text. `fits` says of a card whether it does, and always the same of
    /// the same filter: each one is asked about once in a process.
    pub(crate) fn fitting(&self, filter: &Filter, fits: impl Fn(&Characteristics) -> bool) -> Arc<[NameId]> {
        // Who holds the lock only adds a list that is whole.
        let mut known = self.fitting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, names)) = known.iter().find(|(of, _)| of == filter) {
            return Arc::clone(names);
        }
        let names: Arc<[NameId]> = if *filter == Filter::Any {
            // What the cards are doesn't matter.
            self.texts().all.iter().map(|(name, _)| *name).collect()
        } else {
            // A list of what all of them are would take much more room than the names of those that fit.
            let fitting = self.all().filter(|row| fits(&row.chars)).map(|row| (row.text, row.chars.name));
            let mut fitting: Vec<(Box<str>, NameId)> = fitting.collect();
            fitting.sort_by(|a, b| a.0.cmp(&b.0));
            fitting.into_iter().map(|(_, name)| name).collect()
        };
        known.push((filter.clone(), Arc::clone(&names)));
        names
    }

    /// What the card with a name is, if it is one of a card; `text` is what the name says. No other card is looked at.
    pub(super) fn single<'t>(
        &self,
        name: NameId,
        text: impl FnOnce() -> Option<&'t str>,
    ) -> Option<Arc<Characteristics>> {
        // Who holds the lock only adds an answer that is whole.
        let mut known = self.single.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chars) = known.get(&name) {
            return chars.clone();
        }
        let row = match text() {
            Some(text) => self.look_up(name, text),
            None => self.text(name).and_then(|text| self.look_up(name, text)),
        };
        let found = row.map(|row| Arc::from(row.chars));
        known.insert(name, found.clone());
        found
    }

    /// The row of a name in the list, found without the list.
    fn look_up(&self, name: NameId, text: &str) -> Option<Row> {
        let key = fold_name(text);
        let own = self.own.iter().filter(|definition| definition.faces.iter().any(|face| face.chars.name == name));
        let own = own.flat_map(|definition| Row::of_definition(definition));
        let in_binary = self.shipped.then(|| shipped::rows_of(&key)).into_iter().flatten();
        let in_library = self.library.iter().flat_map(|library| library.rows_of(&key));
        own.chain(in_binary).chain(in_library).find(|row| row.chars.name == name)
    }

    /// The text of a name, if it is one of a card.
    pub fn text(&self, name: NameId) -> Option<&str> {
        let Texts { all, places } = self.texts();
        let at = places.binary_search_by_key(&name, |place| all[*place as usize].0).ok()?;
        Some(&all[places[at] as usize].1)
    }

    /// The name with this text, or with which it is interchangeable (CR 201.4g).
    pub fn find(&self, text: &str) -> Option<NameId> {
        let all = &self.texts().all;
        let at = all.binary_search_by(|(_, known)| (**known).cmp(text)).ok();
        let same = || is_interchangeable(text).then(|| NameId::of(text)).filter(|name| self.text(*name).is_some());
        at.map(|at| all[at].0).or_else(same)
    }
}
