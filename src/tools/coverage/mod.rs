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
use crate::cards::oracle::CardText;
use crate::cards::{CardDb, Origin};
use crate::tools::in_order::in_order;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
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

/// A card of a library.
struct Judged<'a> {
    text: &'a CardText,
    by_hand: bool,
    accepted: bool,
    playable: bool,
    /// What keeps it from being accepted, if it can't be played.
    obstacles: BTreeSet<String>,
}

/// Compiles a card of a library.
fn judge<'a>(text: &'a CardText, library: &Library, db: &CardDb, shipped: &CardDb) -> Judged<'a> {
    let verdict = library.verdict(&text.name);
    let by_hand = shipped.origin(&text.name) == Some(Origin::ByHand);
    let (accepted, playable) = (matches!(verdict, Some(Ok(_))), db.get(&text.name).is_some());
    let obstacles = match verdict {
        Some(Err(Unusable::Declined(decline))) if !playable => obstacles(text, decline),
        _ => BTreeSet::new(),
    };
    Judged { text, by_hand, accepted, playable, obstacles }
}

/// What there is of the cards of a library, and of decks. The cards are compiled on `threads` threads.
pub fn coverage(library: Library, decks: &[DeckGroup], threads: usize) -> Coverage {
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
    let count = |Judged { text, by_hand, accepted, playable: is_playable, obstacles }: Judged<'_>| {
        all.cards += 1;
        all.by_hand += usize::from(by_hand);
        all.accepted += usize::from(accepted);
        all.playable += usize::from(is_playable);
        for format in library.formats_of(&text.name) {
            let (cards, playable) = formats.entry(format).or_default();
            *cards += 1;
            *playable += usize::from(is_playable);
        }
        let is_alone = obstacles.len() == 1;
        for obstacle in obstacles {
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
        ControlFlow::Continue(())
    };
    let judge = |text| judge(text, &library, &db, &shipped);
    // Nothing ends it early.
    let _ = in_order(threads, judge, count, |each| library.texts().try_for_each(each));
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
