//! How much of decks can be played.

use crate::cards::CardDb;
use crate::cards::files::{Below, below};
use crate::cards::import::Library;
use crate::tools::decks::{self, DeckError, DeckList};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// Decks of a format, or of a folder.
#[derive(Clone, Debug, Default)]
pub struct DeckGroup {
    /// What it is called.
    pub name: String,
    /// The decks.
    pub decks: Vec<DeckList>,
}

/// How much of a group of decks can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GroupCoverage {
    /// What the group is called.
    pub name: String,
    /// How many decks there are.
    pub decks: usize,
    /// Decks of which every card can be played.
    pub whole: usize,
    /// Decks of which every card but those of the sideboard can be played.
    pub whole_main: usize,
    /// Copies of cards, sideboards included.
    pub copies: u64,
    /// Copies of cards that can be played.
    pub copies_playable: u64,
    /// The cards that can't, those in the most decks first.
    pub missing: Vec<MissingCard>,
}

/// A card that can't be played.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct MissingCard {
    /// The name of the card.
    pub name: String,
    /// How many decks have it.
    pub decks: usize,
    /// How many copies they have.
    pub copies: u64,
}

impl DeckGroup {
    pub(super) fn coverage(&self, db: &CardDb) -> GroupCoverage {
        let (decks, name) = (self.decks.len(), self.name.clone());
        let mut all =
            GroupCoverage { name, decks, whole: 0, whole_main: 0, copies: 0, copies_playable: 0, missing: Vec::new() };
        let mut missing: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
        for deck in &self.decks {
            let (mut lacks, mut lacks_main) = (BTreeMap::new(), false);
            for (section, entry) in deck.entries() {
                let copies = u64::from(entry.count);
                all.copies += copies;
                let name =
                    decks::without_comment(&entry.name, |name| db.get(name).is_some() || db.declined(name).is_some());
                if db.get(name).is_some() {
                    all.copies_playable += copies;
                    continue;
                }
                lacks_main |= section != decks::Section::Sideboard;
                *lacks.entry(name).or_insert(0) += copies;
            }
            all.whole += usize::from(lacks.is_empty());
            all.whole_main += usize::from(!lacks_main);
            for (name, copies) in lacks {
                let (decks, all) = missing.entry(name).or_default();
                *decks += 1;
                *all += copies;
            }
        }
        let row = |(name, (decks, copies)): (&str, (usize, u64))| MissingCard { name: name.to_owned(), decks, copies };
        all.missing = missing.into_iter().map(row).collect();
        all.missing.sort_by(|a, b| (b.decks, b.copies).cmp(&(a.decks, a.copies)).then_with(|| a.name.cmp(&b.name)));
        all
    }
}

/// How many copies of each card of a library the decks have.
pub(super) fn copies(groups: &[DeckGroup], library: &Library) -> BTreeMap<String, u64> {
    let mut copies: BTreeMap<String, u64> = BTreeMap::new();
    let decks = groups.iter().flat_map(|group| &group.decks);
    for (_, entry) in decks.flat_map(DeckList::entries) {
        // Several spellings are one card.
        let name = decks::without_comment(&entry.name, |name| library.text(name).is_some());
        if let Some(text) = library.text(name) {
            *copies.entry(text.name.clone()).or_default() += u64::from(entry.count);
        }
    }
    copies
}

/// The decks below a folder, and the files that couldn't be read: decks in any format, grouped by folder, and rows of decks
/// (`.jsonl`, see [`decks::read_rows`]), grouped by the format that they give.
///
/// # Errors
/// A folder that can't be read.
pub fn collect(folder: &Path) -> io::Result<(Vec<DeckGroup>, Vec<DeckError>)> {
    let hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let Below { files, refused } = below(folder, &|path| !hidden(path)).map_err(|(_, error)| error)?;
    let mut groups = BTreeMap::<String, Vec<DeckList>>::new();
    let mut unread: Vec<DeckError> = refused.iter().map(|(path, why)| DeckError::not_read(path, *why)).collect();
    for file in files {
        let named = |path: Option<&Path>| {
            path.and_then(Path::file_name).map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        };
        if file.extension().is_some_and(|e| e == "jsonl") {
            match decks::read_rows(&file) {
                Ok(rows) => {
                    let stem = named(file.file_stem().map(Path::new));
                    for (format, deck) in rows {
                        groups.entry(format.unwrap_or_else(|| stem.clone())).or_default().push(deck);
                    }
                }
                Err(error) => unread.push(error),
            }
        } else {
            match decks::read(&file) {
                Ok(deck) => groups.entry(named(file.parent())).or_default().push(deck),
                Err(error) => unread.push(error),
            }
        }
    }
    Ok((groups.into_iter().map(|(name, decks)| DeckGroup { name, decks }).collect(), unread))
}
