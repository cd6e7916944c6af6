//! Random games with all shipped cards mixed into random decks: two to four players, some of them with commanders.

use super::support::play_checked;
use dracones::cards::CardDb;
use dracones::model::rng::Stream;
use dracones::tools::soak::{Pool, deck};
use dracones::{Deck, Game, GameSetup};

const SEED: u64 = 29;
/// Games between the same decks.
const EACH: u64 = 5;

/// How many sets of decks are drawn; `DRACONES_SLOW=1` draws two thousand: ten thousand games.
fn drawn() -> u64 {
    if std::env::var_os("DRACONES_SLOW").is_some() { 2_000 } else { 20 }
}

/// The cards that random decks are drawn from.
pub(crate) fn drawable(db: &CardDb) -> Pool {
    Pool::new(db, false)
}

/// Random decks, one a player.
pub(crate) fn decks_of(rng: &mut Stream, pool: &Pool, players: u64, commander: bool) -> Vec<Deck> {
    (0..players).map(|_| deck(pool, rng, commander)).collect()
}

#[test]
fn games_with_all_cards_keep_the_invariants() {
    let db = CardDb::embedded();
    let pool = drawable(&db);
    for number in 0..drawn() {
        let mut rng = Stream::new(SEED, number);
        let players = 2 + u64::from(number % 4 == 1) + 2 * u64::from(number % 8 == 2);
        let commander = number % 3 == 0;
        let decks = decks_of(&mut rng, &pool, players, commander);
        let mut setup = GameSetup::new(&db, &decks).expect("two to four players");
        // A player who has found a way to make ever more tokens does it again and again, by chance, for a long time.
        setup.settings.max_objects = 1_000;
        let mut game = Game::new(&setup, SEED, number * EACH);
        for index in number * EACH..(number + 1) * EACH {
            game.reset(&setup, SEED, index, None).unwrap();
            let mut rng = Stream::new(SEED + 1, index);
            play_checked(&mut game, &mut rng, &format!("decks {number}, game {index}"));
        }
    }
}
