//! Random games with all shipped cards mixed into random decks: two to four players, some of them with commanders.

use super::support::play_checked;
use dracones::cards::def::{AbilityDef, CardTypes, CostPart, Supertypes};
use dracones::cards::{CardDb, Definition};
use dracones::rng::Stream;
use dracones::{Deck, Game, GameSetup};
use std::sync::Arc;

const SEED: u64 = 29;
/// Games between the same decks.
const EACH: u64 = 5;

/// How many sets of decks are drawn; `DRACONES_SLOW=1` draws two thousand: ten thousand games.
fn drawn() -> u64 {
    if std::env::var_os("DRACONES_SLOW").is_some() { 2_000 } else { 20 }
}

/// A deck of twenty-four basic lands of all sorts and thirty-six of all other cards, no matter which.
fn deck(rng: &mut Stream, lands: &[Arc<Definition>], others: &[Arc<Definition>], commander: bool) -> Deck {
    let mut pick = |from: &[Arc<Definition>]| Arc::clone(&from[rng.below(from.len() as u32) as usize]);
    let mut main: Vec<_> = (0..24).map(|i| Arc::clone(&lands[i % lands.len()])).collect();
    main.extend((0..36).map(|_| pick(others)));
    let sideboard = (0..5).map(|_| pick(others)).collect();
    let legends: Vec<_> = others
        .iter()
        .filter(|c| {
            let chars = &c.faces[0].chars;
            chars.supertypes.contains(Supertypes::LEGENDARY) && chars.types.contains(CardTypes::CREATURE)
        })
        .cloned()
        .collect();
    let commanders = if commander { vec![pick(&legends)] } else { Vec::new() };
    Deck { main, commanders, sideboard }
}

/// Whether a card has an ability that costs nothing: whoever plays at random uses it again and again, and hundreds of
/// effects of one turn make each look at the layers slow.
fn is_free(card: &Arc<Definition>) -> bool {
    let nothing = |part: &CostPart| matches!(part, CostPart::Mana(cost) if cost.mana_value(0) == 0);
    card.source.abilities.iter().any(|a| match a {
        AbilityDef::Activated(a) => a.cost.0.iter().all(nothing),
        _ => false,
    })
}

/// The cards that random decks are drawn from: basic lands, and the others.
pub fn drawable(db: &CardDb) -> (Vec<Arc<Definition>>, Vec<Arc<Definition>>) {
    let is_basic = |c: &&Arc<Definition>| c.faces[0].chars.supertypes.contains(Supertypes::BASIC);
    db.definitions().filter(|c| !is_free(c)).cloned().partition(|c| is_basic(&c))
}

/// Random decks, one a player.
pub fn decks_of(
    rng: &mut Stream,
    lands: &[Arc<Definition>],
    others: &[Arc<Definition>],
    players: u64,
    commander: bool,
) -> Vec<Deck> {
    (0..players).map(|_| deck(rng, lands, others, commander)).collect()
}

#[test]
fn games_with_all_cards_keep_the_invariants() {
    let db = CardDb::embedded();
    let (lands, others) = drawable(&db);
    for number in 0..drawn() {
        let mut rng = Stream::new(SEED, number);
        let players = 2 + u64::from(number % 4 == 1) + 2 * u64::from(number % 8 == 2);
        let commander = number % 3 == 0;
        let decks = decks_of(&mut rng, &lands, &others, players, commander);
        let setup = GameSetup::new(&db, &decks).expect("two to four players");
        let mut game = Game::new(&setup, SEED, number * EACH);
        for index in number * EACH..(number + 1) * EACH {
            game.reset(&setup, SEED, index, None);
            let mut rng = Stream::new(SEED + 1, index);
            play_checked(&mut game, &mut rng, &format!("decks {number}, game {index}"));
        }
    }
}
