//! Random decks, and settings that differ from game to game.

use crate::cards::def::{AbilityDef, CardTypes, CostPart, Supertypes};
use crate::cards::oracle::terms;
use crate::cards::{CardDb, Definition, Origin};
use crate::game::{Deck, GameSetup, SetupError};
use crate::model::decision::RulesEdition;
use crate::model::rng::Stream;
use crate::tools::replay::anybody;
use crate::tools::simulate::{First, Plan};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Cards to draw decks from.
#[derive(Clone, Debug)]
pub struct Pool {
    lands: Vec<Arc<Definition>>,
    others: Vec<Arc<Definition>>,
    legends: Vec<Arc<Definition>>,
    // By term of the vocabulary, those of `others` that use it.
    by_term: Vec<Vec<Arc<Definition>>>,
}

/// Whether a card has an ability that costs nothing: a random player uses it again and again.
fn is_free(card: &Definition) -> bool {
    let nothing = |part: &CostPart| matches!(part, CostPart::Mana(cost) if cost.mana_value(0) == 0);
    card.source.abilities.iter().any(|a| match a {
        AbilityDef::Activated(a) => a.cost.0.iter().all(nothing),
        _ => false,
    })
}

impl Pool {
    /// All cards; those with abilities that cost nothing only if wanted: hundreds of effects in one turn make games slow. Cards
    /// that were compiled from their text and have no abilities are left out: they would crowd out those that meet rules.
    pub fn new(db: &CardDb, free: bool) -> Self {
        let is_basic = |c: &Arc<Definition>| c.faces[0].chars.supertypes.contains(Supertypes::BASIC);
        let is_plain = |c: &Definition| c.abilities.is_empty() && db.origin(&c.name) == Some(Origin::Compiled);
        let all = db.definitions().filter(|c| !is_plain(c) && (free || !is_free(c))).cloned();
        let (lands, others): (Vec<_>, Vec<_>) = all.partition(is_basic);
        let is_legend = |c: &&Arc<Definition>| {
            let chars = &c.faces[0].chars;
            chars.supertypes.contains(Supertypes::LEGENDARY) && chars.types.contains(CardTypes::CREATURE)
        };
        let legends = others.iter().filter(is_legend).cloned().collect();
        let mut by_term: BTreeMap<(&str, String), Vec<Arc<Definition>>> = BTreeMap::new();
        for card in &others {
            for term in terms(&card.source) {
                by_term.entry(term).or_default().push(Arc::clone(card));
            }
        }
        Self { lands, others, legends, by_term: by_term.into_values().collect() }
    }
}

/// A deck of twenty-four basic lands of all sorts and thirty-six other cards; five more are outside the game. Every second of
/// the others is one of those that use some term of the vocabulary, each term as often as any other, so that rare ones are met,
/// too; the rest are of all cards, no matter which. With `commander`, it has a legendary creature of the pool as its commander,
/// if there is one.
///
/// # Panics
/// If the pool has no basic lands, or no other cards.
pub fn deck(pool: &Pool, rng: &mut Stream, commander: bool) -> Deck {
    let mut main: Vec<_> = (0..24).map(|i| Arc::clone(&pool.lands[i % pool.lands.len()])).collect();
    for i in 0..36 {
        let term = rng.below(pool.by_term.len().max(1) as u32) as usize;
        let from = pool.by_term.get(term).filter(|_| i % 2 == 0).unwrap_or(&pool.others);
        main.push(Arc::clone(&from[rng.below(from.len() as u32) as usize]));
    }
    let mut pick = |from: &[Arc<Definition>]| Arc::clone(&from[rng.below(from.len() as u32) as usize]);
    let sideboard = (0..5).map(|_| pick(&pool.others)).collect();
    let commanders = if commander && !pool.legends.is_empty() { vec![pick(&pool.legends)] } else { Vec::new() };
    Deck { main, commanders, sideboard, companion: None }
}

/// What game `number` of a seed is: two to four players, decks, settings.
///
/// # Errors
/// More different cards than a game can have.
///
/// # Panics
/// If the pool has no basic lands, or no other cards.
pub fn plan(db: &CardDb, pool: &Pool, seed: u64, number: u64) -> Result<Plan, SetupError> {
    let mut rng = Stream::new(seed, number);
    let players = match rng.below(8) {
        0 => 3,
        1 => 4,
        _ => 2,
    };
    let commander = rng.below(3) == 0;
    let decks: Vec<Deck> = (0..players).map(|_| deck(pool, &mut rng, commander)).collect();
    let mut setup = GameSetup::new(db, &decks)?;
    let settings = &mut setup.settings;
    settings.auto_pay = rng.below(5) != 0;
    settings.order_graveyards = rng.below(6) == 0;
    settings.skip_forced = rng.below(10) != 0;
    if rng.below(10) == 0 {
        settings.edition = RulesEdition::Classic;
    }
    (settings.max_decisions, settings.max_objects, settings.max_turns) = (3_000, 1_000, 120);
    Ok(Plan { seed, first: First::Random, ..Plan::new(setup, &anybody("soak")) })
}
