//! What a record of a file has, whatever its shape, and why one is skipped.

use super::error::harmless;
use super::{MAX_LINES, MAX_TEXT, MAX_WORD};
use crate::cards::def::Color;
use crate::cards::oracle::CardText;
use crate::cards::printable::is_unsafe;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A card of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The texts of its faces.
    pub text: CardText,
    /// The formats that know it, in small letters as the file has them.
    pub formats: BTreeMap<String, Legality>,
    /// The line of the file on which its record ends, from 1.
    pub line: u64,
}

impl Record {
    /// The formats in which it can be in a deck.
    pub fn legal(&self) -> impl Iterator<Item = &str> {
        self.formats.iter().filter(|(_, legality)| **legality != Legality::Banned).map(|(format, _)| format.as_str())
    }
}

/// Whether a card of a format can be in a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legality {
    /// Any number of copies that the rules of the format permit.
    Legal,
    /// At most one copy.
    Restricted,
    /// No copy at all.
    Banned,
}

/// A record of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A card.
    Card(Record),
    /// Something that isn't compiled.
    Skipped {
        /// Its name, as far as it can be shown.
        name: String,
        /// The line of the file on which its record ends, from 1.
        line: u64,
        /// The reason why it isn't compiled.
        why: Skip,
    },
}

/// Why a record isn't compiled.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Skip {
    /// A token or an emblem.
    Token,
    /// A card of an art series.
    ArtSeries,
    /// A card for fun only: of an un-set, and in no format.
    Funny,
    /// A card that exists in digital games only.
    Digital,
    /// A plane, scheme, vanguard or the like: not a card of a deck.
    Supplementary,
    /// A card of the same name came before.
    Duplicate,
    /// A part of it is missing in the file.
    Incomplete,
    /// It is longer than any card.
    TooLong(&'static str),
    /// It has a character that can't be shown.
    Unsafe(char),
    /// Its record isn't like those of cards.
    Unreadable(String),
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token => f.write_str("a token or emblem"),
            Self::ArtSeries => f.write_str("a card of an art series"),
            Self::Funny => f.write_str("a card for fun only"),
            Self::Digital => f.write_str("in digital games only"),
            Self::Supplementary => f.write_str("not a card of a deck"),
            Self::Duplicate => f.write_str("a card of the same name came before"),
            Self::Incomplete => f.write_str("a part of it is missing in the file"),
            Self::TooLong(what) => write!(f, "{what} is longer than that of any card"),
            Self::Unsafe(c) => write!(f, "it has the character U+{:04X}, which can't be shown", u32::from(*c)),
            Self::Unreadable(why) => write!(f, "its record can't be read: {why}"),
        }
    }
}

impl Skip {
    /// Its kind in a word or two, for counts.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Token => "tokens and emblems",
            Self::ArtSeries => "art series",
            Self::Funny => "for fun only",
            Self::Digital => "digital only",
            Self::Supplementary => "not for decks",
            Self::Duplicate => "twice in the file",
            Self::Incomplete => "incomplete",
            Self::TooLong(_) => "too long",
            Self::Unsafe(_) => "unsafe characters",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

/// What the shapes say of a record besides its text.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) token: bool,
    pub(super) art: bool,
    pub(super) funny: bool,
    /// Not on paper, as the record says.
    pub(super) digital: bool,
    pub(super) incomplete: bool,
    pub(super) legalities: BTreeMap<String, String>,
}

/// A letter of a colour.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum Letter {
    W,
    U,
    B,
    R,
    G,
}

impl From<Letter> for Color {
    fn from(letter: Letter) -> Self {
        Self::ALL[letter as usize]
    }
}

/// Formats of digital games. A card that only they know isn't on paper.
const DIGITAL: [&str; 8] =
    ["alchemy", "brawl", "competitivebrawl", "gladiator", "historic", "historicbrawl", "standardbrawl", "timeless"];

/// Layouts of what isn't put into decks.
const SUPPLEMENTARY: [&str; 3] = ["planar", "scheme", "vanguard"];

/// First words of type lines of what isn't put into decks.
const OTHER_TYPES: [&str; 4] = ["Card", "Dungeon", "Stickers", "Hero"];

/// A record as a card, or why it is skipped.
pub(super) fn judge(mut text: CardText, marks: Marks, line: u64) -> Entry {
    // The same card on both sides is one card.
    if text.layout == "reversible_card" && text.faces.windows(2).all(|pair| pair[0] == pair[1]) {
        text.faces.truncate(1);
        text.name = text.faces.first().map(|face| face.name.clone()).unwrap_or_default();
        "normal".clone_into(&mut text.layout);
    }
    const LEGALITIES: [(&str, Legality); 3] =
        [("legal", Legality::Legal), ("restricted", Legality::Restricted), ("banned", Legality::Banned)];
    let format = |(mut format, text): (String, String)| {
        let (_, legality) = LEGALITIES.iter().find(|(name, _)| text.eq_ignore_ascii_case(name))?;
        format.make_ascii_lowercase();
        Some((format, *legality))
    };
    let formats: BTreeMap<String, Legality> = marks.legalities.into_iter().filter_map(format).collect();
    let types = text.faces.first().map_or("", |face| face.type_line.as_str());
    let on_paper = formats.keys().any(|format| !DIGITAL.contains(&format.as_str()));
    let why = if let Some(why) = unfit(&text) {
        Some(why)
    } else if marks.token || matches!(text.layout.as_str(), "token" | "double_faced_token" | "emblem") {
        Some(Skip::Token)
    } else if marks.art || text.layout == "art_series" {
        Some(Skip::ArtSeries)
    } else if marks.funny && formats.is_empty() {
        Some(Skip::Funny)
    } else if text.name.starts_with("A-") || !on_paper && (marks.digital || !formats.is_empty()) {
        Some(Skip::Digital)
    } else if SUPPLEMENTARY.contains(&text.layout.as_str())
        || types.split_whitespace().next().is_some_and(|first| OTHER_TYPES.contains(&first))
    {
        Some(Skip::Supplementary)
    } else if marks.incomplete {
        Some(Skip::Incomplete)
    } else {
        None
    };
    match why {
        Some(why) => Entry::Skipped { name: harmless(&text.name), line, why },
        None => Entry::Card(Record { text, formats, line }),
    }
}

/// Why a text can't be one of a card.
fn unfit(card: &CardText) -> Option<Skip> {
    let long = |text: &str| text.chars().nth(MAX_WORD).is_some();
    let bad = |text: &str| text.chars().find(|c| is_unsafe(*c)).map(Skip::Unsafe);
    if card.name.trim().is_empty() || card.faces.is_empty() {
        return Some(Skip::Unreadable("it has no name or no face".to_owned()));
    }
    if long(&card.name) {
        return Some(Skip::TooLong("the name"));
    }
    if long(&card.layout) || card.faces.len() > 8 {
        return Some(Skip::TooLong("the list of faces"));
    }
    let whole = [&card.name, &card.layout].into_iter().find_map(|text| bad(text));
    whole.or_else(|| {
        card.faces.iter().find_map(|face| {
            let words = [&face.name, &face.mana_cost, &face.type_line];
            let numbers = [&face.power, &face.toughness, &face.loyalty, &face.defense].into_iter().flatten();
            let mut words = words.into_iter().chain(numbers);
            if words.clone().any(|word| long(word)) {
                return Some(Skip::TooLong("a line of it"));
            }
            if face.text.len() > MAX_TEXT || face.text.lines().count() > MAX_LINES {
                return Some(Skip::TooLong("the text"));
            }
            words.find_map(|word| bad(word)).or_else(|| face.text.split('\n').find_map(bad))
        })
    })
}
