//! Shipped decks as setups.

use dracones::GameSetup;
use dracones::cards::CardDb;
use dracones::tools::decks::{DeckRules, load_deck};

/// A setup of two shipped decks.
pub(crate) fn setup_of(a: &str, b: &str) -> GameSetup {
    let db = CardDb::embedded();
    let deck = |name| load_deck(name, &db, &DeckRules::default()).expect("the deck is shipped").1;
    GameSetup::new(&db, &[deck(a), deck(b)]).expect("two decks make a game")
}
