//! Which cards of a file of texts can be played, by format and in decks, and what would help most.
//!
//! | file | what |
//! | --- | --- |
//! | `obstacles` | what keeps cards from being accepted: all of it, not only the first |
//! | `decks` | how much of decks there is |

mod decks;
mod obstacles;

pub use decks::{DeckGroup, GroupCoverage, MissingCard, collect};
pub use obstacles::{key_of, obstacles};

use crate::cards::import::{Library, Skip, Unusable};
use crate::cards::{CardDb, Origin};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What there is of the cards of a file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Coverage {
    /// The cards in the file that aren't skipped.
    pub cards: usize,
    /// How many of them can be played: their texts are accepted, or they have a definition of their own.
    pub playable: usize,
    /// How many texts are accepted.
    pub accepted: usize,
    /// How many have a definition that is written by hand.
    pub by_hand: usize,
    /// What was skipped, by kind.
    pub skipped: BTreeMap<&'static str, usize>,
    /// By format, those with the most cards first.
    pub formats: Vec<FormatCoverage>,
    /// By group of decks.
    pub decks: Vec<GroupCoverage>,
    /// What keeps cards from being accepted, what would help most first.
    pub next: Vec<Next>,
}

/// What there is of the cards that are legal in a format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FormatCoverage {
    /// The format.
    pub format: String,
    /// The cards that are legal in it.
    pub cards: usize,
    /// How many of them can be played.
    pub playable: usize,
}

/// Something that keeps cards from being accepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Next {
    /// What it is: a missing term, words that no rule reads, and the like.
    pub obstacle: String,
    /// The cards that nothing else keeps from being accepted.
    pub alone: usize,
    /// All cards with it.
    pub cards: usize,
    /// The copies of those cards in the decks.
    pub copies: u64,
    /// A card with it, one with nothing else if there is one.
    pub example: String,
}

/// What there is of the cards of a library, and of decks.
pub fn coverage(library: Library, decks: &[DeckGroup]) -> Coverage {
    let mut all = Coverage::default();
    for why in library.skipped().map(Skip::kind) {
        *all.skipped.entry(why).or_default() += 1;
    }
    let shipped = CardDb::embedded();
    let library = Arc::new(library);
    let db = shipped.with_library(Arc::clone(&library));
    let copies = decks::copies(decks, &library);
    let mut formats: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut next: BTreeMap<String, Next> = BTreeMap::new();
    for text in library.texts() {
        all.cards += 1;
        let verdict = library.verdict(&text.name);
        let is_playable = db.get(&text.name).is_some();
        all.by_hand += usize::from(shipped.origin(&text.name) == Some(Origin::ByHand));
        all.playable += usize::from(is_playable);
        for format in library.formats_of(&text.name) {
            let (cards, playable) = formats.entry(format).or_default();
            *cards += 1;
            *playable += usize::from(is_playable);
        }
        let decline = match verdict {
            Some(Err(Unusable::Declined(decline))) => decline,
            Some(Ok(_)) => {
                all.accepted += 1;
                continue;
            }
            _ => continue,
        };
        if is_playable {
            continue;
        }
        let found = obstacles(text, decline);
        let is_alone = found.len() == 1;
        for obstacle in found {
            let row = next.entry(obstacle.clone()).or_insert_with(|| {
                let example = text.name.clone();
                Next { obstacle, alone: 0, cards: 0, copies: 0, example }
            });
            row.cards += 1;
            row.copies += copies.get(text.name.as_str()).copied().unwrap_or(0);
            if is_alone {
                if row.alone == 0 {
                    row.example.clone_from(&text.name);
                }
                row.alone += 1;
            }
        }
    }
    all.formats = formats
        .into_iter()
        .map(|(format, (cards, playable))| FormatCoverage { format: format.to_owned(), cards, playable })
        .collect();
    all.formats.sort_by(|a, b| b.cards.cmp(&a.cards).then_with(|| a.format.cmp(&b.format)));
    all.next = next.into_values().collect();
    all.next.sort_by(|a, b| (b.alone, b.cards).cmp(&(a.alone, a.cards)).then_with(|| a.obstacle.cmp(&b.obstacle)));
    all.decks = decks.iter().map(|group| group.coverage(&db)).collect();
    all
}
