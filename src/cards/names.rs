//! The names that can be chosen (CR 201.4).

use crate::model::ids::NameId;
use crate::model::object::Characteristics;

/// All names of cards that the process knows, with the characteristics of the card.
#[derive(Debug, Default)]
pub struct Names {
    /// Sorted by text.
    rows: Vec<(String, NameId, Characteristics)>,
    /// The places of the rows, sorted by name.
    places: Vec<(NameId, u32)>,
}

impl Names {
    /// These names, each once.
    pub fn new(mut rows: Vec<(String, NameId, Characteristics)>) -> Self {
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows.dedup_by(|a, b| a.1 == b.1);
        let mut places: Vec<(NameId, u32)> = (0..).zip(&rows).map(|(i, row)| (row.1, i)).collect();
        places.sort_unstable();
        Self { rows, places }
    }

    /// Every name: its text, itself, the card's characteristics. Sorted by text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, NameId, &Characteristics)> {
        self.rows.iter().map(|(text, name, chars)| (text.as_str(), *name, chars))
    }

    /// A name's text and the card's characteristics, if it is one of a card.
    pub fn get(&self, name: NameId) -> Option<(&str, &Characteristics)> {
        let at = self.places.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        let (text, _, chars) = &self.rows[self.places[at].1 as usize];
        Some((text, chars))
    }

    /// The name with this text.
    pub fn find(&self, text: &str) -> Option<NameId> {
        let at = self.rows.binary_search_by(|(known, ..)| known.as_str().cmp(text)).ok()?;
        Some(self.rows[at].1)
    }
}
