//! Deck files: from the text a player has to a checked list of counts and names.
//!
//! | Format | Extension | File |
//! | --- | --- | --- |
//! | plain text, MTGO text | `.txt` | `text.rs` |
//! | Arena, Moxfield | `.mtga`, `.txt` | `arena.rs` |
//! | Magic Online | `.dek` | `mtgo.rs` |
//! | Forge | `.dck` | `forge.rs` |
//! | XMage | `.dck` | `xmage.rs` |
//! | Cockatrice | `.cod` | `cockatrice.rs` |
//! | Apprentice | `.dec` | `dec.rs` |
//! | Magic Workstation | `.mwDeck` | `mws.rs` |
//! | OCTGN | `.o8d` | `octgn.rs` |
//! | MTGJSON | `.json` | `mtgjson.rs` |
//!
//! A file with a deck a line (`rows.rs`) is read by [`read_rows`].
//!
//! Lists of names without counts (`plain_names.rs`) are no decks; [`read_names`] takes them, too.
//!
//! Data enters by [`read`] (a path) or [`parse`] (a name and a text): `detect.rs` picks the
//! format by extension and content, the format's file finds sections, counts and names with
//! their places, and the builder in `build.rs`, the only writer of a [`DeckList`], checks them.
//! It leaves as a [`DeckList`] of names or as a [`DeckError`] that points at the file.
//! Whether the cards exist is asked afterwards, by [`resolve`]. `shipped.rs` has the embedded decks, `formats.rs`
//! the rules for decks.
//!
//! What a deck file can say and a [`DeckList`] can't:
//! - printings (set, number, foil) are read and dropped: rules don't depend on them;
//! - tokens and display copies are not cards of a deck and are dropped;
//! - a comment behind a card may be the other half of a split card: [`DeckList::strip_comments`] asks which names there are;
//! - a companion is a card of the sideboard (702.139), and added there unless already listed;
//! - planes, schemes, attractions and the like are refused, not dropped.
//!
//! # Invariants
//! - A deck is never shortened: each line is understood or is an error.
//! - An error has all that is wrong with the file, as far as what follows a mistake can be read.
//! - Counts are 1 to [`MAX_COUNT`], their sum is at most [`MAX_CARDS`](crate::game::MAX_CARDS), the main deck has a card.
//! - Names have 1 to [`MAX_NAME`] characters, none of them a control or an invisible one, single
//!   spaces, straight apostrophes, and ` // ` between the halves of a split card.
//! - No input panics, and work and memory are bounded by [`MAX_BYTES`] and [`MAX_DEPTH`].
//! - Nothing from a file reaches a terminal unescaped through an error.

mod arena;
mod build;
mod cockatrice;
mod dec;
mod detect;
mod error;
mod forge;
pub mod formats;
mod json;
mod lines;
mod mtgjson;
mod mtgo;
mod mws;
mod names;
mod near;
mod octgn;
mod plain_names;
mod rows;
mod sections;
pub mod shipped;
mod source;
mod text;
mod xmage;
mod xml;

use crate::cards::files;
use source::Source;
use std::io::Read;
use std::path::Path;

pub use error::{DeckError, DeckProblem};
pub use formats::DeckRules;
pub use names::without_comment;
pub use near::{UnknownCard, UnknownCards, resolve, resolve_with};
pub use rows::read_rows;
pub use shipped::{UnusableDeck, embedded_decks, load_deck};

/// The largest deck file that is read, in bytes.
pub const MAX_BYTES: usize = 1024 * 1024;
/// The largest count on one line of a deck.
pub const MAX_COUNT: u32 = 1000;
/// The longest card or deck name, in characters.
pub const MAX_NAME: usize = 200;
/// The deepest nesting of XML elements or JSON values.
pub const MAX_DEPTH: usize = 64;

/// A deck as its file lists it: names that have been checked for form, not for existence.
///
/// Entries keep the order of the file, and a name listed twice stays two entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeckList {
    /// The name that the file gives its deck.
    pub name: Option<String>,
    /// The starting deck.
    pub main: Vec<DeckEntry>,
    /// The sideboard, with the companion if there is one.
    pub sideboard: Vec<DeckEntry>,
    /// The place in the sideboard of the companion that the file names (CR 702.139).
    pub companion: Option<usize>,
    /// The cards that start in the command zone.
    pub commanders: Vec<DeckEntry>,
    /// Cards that the builder of the deck still thinks about: no part of it.
    pub maybeboard: Vec<DeckEntry>,
}

impl DeckList {
    /// Takes the comments behind cards (`Lightning Bolt // all of it`) and quotes (`"Shock"`) off their names; `is_card` says
    /// which names are of cards.
    pub fn strip_comments(&mut self, is_card: impl Fn(&str) -> bool) {
        for entry in
            [&mut self.main, &mut self.sideboard, &mut self.commanders, &mut self.maybeboard].into_iter().flatten()
        {
            let name = without_comment(&entry.name, &is_card);
            if name.len() < entry.name.len() {
                entry.name = name.to_owned();
            }
        }
    }

    /// All entries with their sections: commanders, main deck, sideboard. A maybeboard is none.
    pub fn entries(&self) -> impl Iterator<Item = (Section, &DeckEntry)> {
        let commanders = self.commanders.iter().map(|entry| (Section::Commander, entry));
        let main = self.main.iter().map(|entry| (Section::Main, entry));
        let sideboard = self.sideboard.iter().map(|entry| (Section::Sideboard, entry));
        commanders.chain(main).chain(sideboard)
    }

    /// The companion, if the file names one: an entry of the sideboard.
    pub fn companion(&self) -> Option<&DeckEntry> {
        self.sideboard.get(self.companion?)
    }

    /// The number of cards in one section.
    pub fn count(&self, section: Section) -> u32 {
        let entries = match section {
            Section::Main => &self.main,
            Section::Sideboard => &self.sideboard,
            Section::Commander => &self.commanders,
            Section::Maybeboard => &self.maybeboard,
        };
        // The fields are public, so the sum of a hand-made list may not fit.
        entries.iter().fold(0, |sum: u32, entry| sum.saturating_add(entry.count))
    }
}

/// A line of a deck: a number of copies of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckEntry {
    /// The number of copies.
    pub count: u32,
    /// The name of the card; the halves of a split card are parted by ` // `.
    pub name: String,
    /// The line of the file, from 1.
    pub line: u32,
}

/// A part of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The starting deck.
    Main,
    /// The sideboard.
    Sideboard,
    /// The cards that start in the command zone.
    Commander,
    /// Cards that aren't in the deck: its builder still thinks about them.
    Maybeboard,
}

/// A way to write a deck down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeckFormat {
    /// `4 Name`, with the sideboard after a blank line, a header or `SB:`; also MTGO's `.txt`.
    Text,
    /// `4 Name (SET) 123` under headers, as Arena and Moxfield copy decks.
    Arena,
    /// The XML `.dek` of Magic Online.
    Mtgo,
    /// The `.dck` of Forge: `[Main]` and `4 Name|SET|1`.
    Forge,
    /// The `.dck` of XMage: `4 [SET:123] Name`.
    Xmage,
    /// The XML `.cod` of Cockatrice.
    Cockatrice,
    /// The `.dec` of Apprentice and its heirs: `4 Name` and `SB: 4 Name`.
    Dec,
    /// The `.mwDeck` of Magic Workstation: `4 [SET] Name`.
    Mws,
    /// The XML `.o8d` of OCTGN.
    Octgn,
    /// The deck `.json` of MTGJSON.
    Mtgjson,
}

impl DeckFormat {
    /// Every format, in the order of the table above.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Arena,
        Self::Mtgo,
        Self::Forge,
        Self::Xmage,
        Self::Cockatrice,
        Self::Dec,
        Self::Mws,
        Self::Octgn,
        Self::Mtgjson,
    ];
}

/// Reads a deck from a file, in the format that its extension and content tell.
///
/// # Errors
/// When the file can't be read, is not UTF-8, or is not a deck; see [`DeckProblem`].
pub fn read(path: impl AsRef<Path>) -> Result<DeckList, DeckError> {
    let path = path.as_ref();
    parse(&path.to_string_lossy(), &load(path)?)
}

/// Reads names of cards from a file: those of a deck in any format, or one name a line without counts.
///
/// # Errors
/// As [`read`].
pub fn read_names(path: impl AsRef<Path>) -> Result<DeckList, DeckError> {
    let path = path.as_ref();
    parse_names(&path.to_string_lossy(), &load(path)?)
}

/// Reads names of cards from what is open already, as [`read_from`] does a deck.
///
/// # Errors
/// As [`read`].
pub fn read_names_from(name: &str, from: impl Read) -> Result<DeckList, DeckError> {
    parse_names(name, &text_of(name, from)?)
}

fn parse_names(file: &str, text: &str) -> Result<DeckList, DeckError> {
    let source = Source::new(file, text)?;
    if plain_names::fits(&source) { plain_names::parse(&source) } else { parse(file, text) }
}

/// Reads a deck from what is open already, such as standard input; `name` serves messages, and its extension tells the
/// format as that of a file does.
///
/// # Errors
/// As [`read`].
pub fn read_from(name: &str, from: impl Read) -> Result<DeckList, DeckError> {
    parse(name, &text_of(name, from)?)
}

/// The text of a file, if it isn't too large.
fn load(path: &Path) -> Result<String, DeckError> {
    let file = path.to_string_lossy();
    text_of(&file, files::open(path).map_err(|reason| unreadable(&file, reason))?)
}

fn text_of(file: &str, from: impl Read) -> Result<String, DeckError> {
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that is too large from one that just fits, and
    // an endless one (a pipe, a device) is not read to its end.
    let limit = MAX_BYTES as u64 + 1;
    from.take(limit).read_to_end(&mut bytes).map_err(|reason| unreadable(file, reason))?;
    if bytes.len() > MAX_BYTES {
        return Err(DeckError::of_file(file, DeckProblem::TooLarge { limit: MAX_BYTES }));
    }
    String::from_utf8(bytes).map_err(|error| Source::not_utf8(file, &error))
}

fn unreadable(file: &str, reason: std::io::Error) -> DeckError {
    DeckError::of_file(file, DeckProblem::Unreadable { reason })
}

/// Parses a deck in the format that the extension of `file_name` and the text tell.
///
/// # Errors
/// When the text is not a deck; see [`DeckProblem`].
pub fn parse(file_name: &str, text: &str) -> Result<DeckList, DeckError> {
    let source = Source::new(file_name, text)?;
    parse_source(detect::detect(&source)?, &source)
}

/// Parses a deck in a known format; `file_name` only serves messages.
///
/// # Errors
/// When the text is not a deck in that format; see [`DeckProblem`].
pub fn parse_as(format: DeckFormat, file_name: &str, text: &str) -> Result<DeckList, DeckError> {
    parse_source(format, &Source::new(file_name, text)?)
}

/// The format that the extension of `file_name` and the text tell.
///
/// # Errors
/// When the text is too large or XML of an unknown kind. Any other text is taken for
/// [`DeckFormat::Text`] when nothing else fits.
pub fn detect_format(file_name: &str, text: &str) -> Result<DeckFormat, DeckError> {
    detect::detect(&Source::new(file_name, text)?)
}

fn parse_source(format: DeckFormat, source: &Source<'_>) -> Result<DeckList, DeckError> {
    match format {
        DeckFormat::Text => text::parse(source),
        DeckFormat::Arena => arena::parse(source),
        DeckFormat::Mtgo => mtgo::parse(source),
        DeckFormat::Forge => forge::parse(source),
        DeckFormat::Xmage => xmage::parse(source),
        DeckFormat::Cockatrice => cockatrice::parse(source),
        DeckFormat::Dec => dec::parse(source),
        DeckFormat::Mws => mws::parse(source),
        DeckFormat::Octgn => octgn::parse(source),
        DeckFormat::Mtgjson => mtgjson::parse(source),
    }
}
