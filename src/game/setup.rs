//! What a game begins with: decks, their cards in one table, and a world that is dealt them.

use super::needs;
use crate::cards::keywords::companion;
use crate::cards::printable::many;
use crate::cards::{CardDb, CardTable, Definition};
use crate::model::continuous::ActiveRules;
use crate::model::decision::Settings;
use crate::model::dirt::Dirt;
use crate::model::ids::{DefId, Seat};
use crate::model::player::{Player, Players};
use crate::model::rng::GameRng;
use crate::model::trigger::TriggerIndex;
use crate::model::zone::{Zone, Zones};
use crate::rules::slots::{ContinuousEffectSlots, Slots};
use crate::rules::state::{EditGame, GameParts, GameWorld, MissingRules, registered};
use crate::rules::variants::commander;
use crate::rules::{layers, legal, turn, zones};
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// What games of a match have in common: the decks, the table of their cards, the settings. Cheap to clone.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The main deck of each seat, as places in the table.
    pub decks: Vec<Vec<DefId>>,
    /// The commanders of each seat (CR 903.3).
    pub commanders: Vec<Vec<DefId>>,
    /// What each seat owns outside the game (CR 400.11), companions included.
    pub sideboards: Vec<Vec<DefId>>,
    /// The companion that each seat reveals (CR 103.2b), one of its sideboard.
    pub companions: Vec<Option<DefId>>,
    /// The cards in use.
    pub table: CardTable,
    /// How many of the table's definitions are cards (the rest are tokens).
    pub cards: usize,
    /// How games are run.
    pub settings: Settings,
}

/// The most different cards of all decks together: numbers of definitions have 16 bits, and tokens need some, too.
const MAX_DEFINITIONS: usize = 32_000;

/// Why a setup can't be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A card that the cards in use don't have.
    #[error("unknown card `{0}`")]
    UnknownCard(String),
    /// Too few or too many players.
    #[error("{}: expected 2 to 16", many(*.0, "player"))]
    Players(usize),
    /// More cards than a deck may have.
    #[error("{count} cards in the deck of player {}: at most {MAX_CARDS} are possible", .deck + 1)]
    TooManyCards {
        /// Which deck, from 0.
        deck: usize,
        /// How many cards it would have.
        count: u64,
    },
    /// More different cards than a game's table can hold.
    #[error("{0} different cards: a game can have at most {MAX_DEFINITIONS}")]
    TooManyDefinitions(usize),
    /// What can't be revealed as a companion (CR 702.139a).
    #[error("{name} can't be the companion of player {}: {why}", .deck + 1)]
    Companion {
        /// Which deck, from 0.
        deck: usize,
        /// The card.
        name: String,
        /// What keeps it from that.
        why: NoCompanion,
    },
    /// It needs rules that were left out.
    #[error(transparent)]
    Missing(#[from] MissingRules),
}

/// What a player brings to a game.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// The main deck.
    pub main: Vec<Arc<Definition>>,
    /// Commanders (CR 903.3). If anyone has one, everybody starts with 40 life (903.7).
    pub commanders: Vec<Arc<Definition>>,
    /// What the player owns outside the game (CR 400.11).
    pub sideboard: Vec<Arc<Definition>>,
    /// The companion that the player reveals before the game begins (CR 103.2b), one of the cards outside the game. The
    /// starting deck must satisfy its condition.
    pub companion: Option<Arc<Definition>>,
}

impl Deck {
    /// The fewest cards that any deck of its sort has: 40 (CR 100.2b), with a commander 100 (903.5a).
    pub fn fewest(&self) -> usize {
        if self.commanders.is_empty() { SMALLEST } else { WITH_COMMANDER }
    }

    /// CR 702.139a, b: what keeps its companion from being one, if something does. `fewest` is how many cards a deck must have.
    pub fn refuses_companion(&self, fewest: usize) -> Option<NoCompanion> {
        let companion = self.companion.as_ref()?;
        if !self.sideboard.iter().any(|card| Arc::ptr_eq(card, companion)) {
            return Some(NoCompanion::NotOutside);
        }
        let Some(condition) = companion::condition(&companion.source) else { return Some(NoCompanion::NoAbility) };
        let deck: Vec<&Definition> = self.main.iter().chain(&self.commanders).map(AsRef::as_ref).collect();
        (!companion::is_fulfilled(condition, &deck, fewest)).then_some(NoCompanion::Unfulfilled)
    }
}

/// What keeps a card from being revealed as a companion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCompanion {
    /// The player doesn't own it outside the game.
    #[error("it isn't outside the game")]
    NotOutside,
    /// It has no companion ability.
    #[error("it has no companion ability")]
    NoAbility,
    /// The starting deck isn't as its ability asks.
    #[error("the starting deck doesn't fulfil its condition")]
    Unfulfilled,
}

/// The fewest cards of any deck without a commander (CR 100.2b).
const SMALLEST: usize = 40;

/// The cards of a deck with a commander (CR 903.5a).
const WITH_COMMANDER: usize = 100;

impl From<Vec<Arc<Definition>>> for Deck {
    fn from(main: Vec<Arc<Definition>>) -> Self {
        Self { main, ..Self::default() }
    }
}

impl GameSetup {
    /// A setup with these decks, one a seat.
    ///
    /// # Errors
    /// Fewer than two or more than sixteen players, more cards than a deck or a game can have ([`MAX_CARDS`]), a companion
    /// that can't be one.
    pub fn new(db: &CardDb, decks: &[impl Clone + Into<Deck>]) -> Result<Self, SetupError> {
        let decks: Vec<Deck> = decks.iter().cloned().map(Into::into).collect();
        Self::with(db, &decks, &[])
    }

    /// Like [`GameSetup::new`], with further definitions in the table.
    ///
    /// # Errors
    /// As [`GameSetup::new`].
    pub fn with(db: &CardDb, decks: &[Deck], others: &[Arc<Definition>]) -> Result<Self, SetupError> {
        if !(2..=16).contains(&decks.len()) {
            return Err(SetupError::Players(decks.len()));
        }
        for (deck, cards) in decks.iter().enumerate() {
            let count = (cards.main.len() + cards.commanders.len() + cards.sideboard.len()) as u64;
            if count > MAX_CARDS.into() {
                return Err(SetupError::TooManyCards { deck, count });
            }
            if let (Some(card), Some(why)) = (&cards.companion, cards.refuses_companion(cards.fewest())) {
                return Err(SetupError::Companion { deck, name: card.name.clone(), why });
            }
        }
        let mut used: Vec<Arc<Definition>> = Vec::new();
        let cards = decks.iter().flat_map(|d| d.main.iter().chain(&d.commanders).chain(&d.sideboard));
        for card in cards.chain(others) {
            if !used.iter().any(|u| Arc::ptr_eq(u, card)) {
                used.push(Arc::clone(card));
            }
        }
        if used.len() > MAX_DEFINITIONS {
            return Err(SetupError::TooManyDefinitions(used.len()));
        }
        let table = db.table(&used);
        let place = |card: &Arc<Definition>| {
            DefId(used.iter().position(|u| Arc::ptr_eq(u, card)).expect("every card was collected") as u16)
        };
        let places = |list: fn(&Deck) -> &Vec<Arc<Definition>>| -> Vec<Vec<DefId>> {
            decks.iter().map(|deck| list(deck).iter().map(place).collect()).collect()
        };
        let mut settings = Settings::default();
        if decks.iter().any(|deck| !deck.commanders.is_empty()) {
            settings.life = commander::LIFE;
        }
        Ok(Self {
            decks: places(|deck| &deck.main),
            commanders: places(|deck| &deck.commanders),
            sideboards: places(|deck| &deck.sideboard),
            companions: decks.iter().map(|deck| deck.companion.as_ref().map(place)).collect(),
            table,
            cards: used.len(),
            settings,
        })
    }

    /// A setup with decks given by names and counts.
    ///
    /// # Errors
    /// A card that `db` doesn't have; a wrong number of players; more than 5,000 cards in a deck.
    pub fn from_names(db: &CardDb, decks: &[Vec<(&str, u32)>]) -> Result<Self, SetupError> {
        let mut lists = Vec::new();
        for (deck, cards) in decks.iter().enumerate() {
            let count = cards.iter().map(|(_, count)| u64::from(*count)).sum();
            if count > MAX_CARDS.into() {
                return Err(SetupError::TooManyCards { deck, count });
            }
            let mut list = Vec::new();
            for (name, count) in cards {
                let card = db.get(name).ok_or_else(|| SetupError::UnknownCard((*name).to_owned()))?;
                list.extend((0..*count).map(|_| Arc::clone(card)));
            }
            lists.push(list);
        }
        Self::new(db, &lists)
    }
}

/// Puts a new game into a world that has the rules: decks in libraries, the first tasks on the agenda. Whatever game
/// was there before is gone without a trace. `seed` and `number` choose the randomness; `first` begins.
///
/// # Panics
/// May panic, at once or later, if the setup has no seat `first`.
///
/// # Errors
/// If the setup needs rules that the world doesn't have. The world is unchanged then.
pub fn setup(world: &mut World, setup: &GameSetup, seed: u64, number: u64, first: Seat) -> Result<(), SetupError> {
    needs::check(world, setup)?;
    deal(world, setup, seed, number, first);
    Ok(())
}

/// Like [`setup`], for a world whose rules are known to suffice.
pub(super) fn deal(world: &mut World, setup: &GameSetup, seed: u64, number: u64, first: Seat) {
    clear(world, setup, seed, number);
    let lists = setup.decks.iter().chain(&setup.commanders).chain(&setup.sideboards);
    Slots::grow(world, lists.map(Vec::len).sum());
    world.with_state(|state| {
        for (seat, def) in by_seat(&setup.decks) {
            zones::start_card(state, def, seat, Zone::Library(seat));
        }
        for (seat, def) in by_seat(&setup.commanders) {
            let card = zones::start_card(state, def, seat, Zone::Command);
            commander::designate(state, card.id);
        }
        let mut companions = setup.companions.clone();
        for (seat, def) in by_seat(&setup.sideboards) {
            let card = zones::start_card(state, def, seat, Zone::Outside);
            if let Some(companion) = companions.get_mut(seat.index())
                && *companion == Some(def)
            {
                zones::reveal_companion(state, card);
                *companion = None;
            }
        }
    });
    crate::rules::layers::begin(world);
    crate::game::client::restart(world);
    turn::start_game(world, first);
}

/// The cards of lists, one list a seat, each with its seat.
fn by_seat(lists: &[Vec<DefId>]) -> impl Iterator<Item = (Seat, DefId)> {
    lists.iter().enumerate().flat_map(|(seat, list)| list.iter().map(move |def| (Seat(seat as u8), *def)))
}

/// Makes a world that has the rules ready for a game: its players and cards are known, all zones are empty.
pub(super) fn clear(world: &mut World, setup: &GameSetup, seed: u64, number: u64) {
    Slots::reset(world);
    ContinuousEffectSlots::reset(world);
    world.clear_trackers();
    let seats = setup.decks.len();
    let (parts, derived) = world.parts_mut();
    *parts = GameParts {
        settings: setup.settings.clone(),
        rng: GameRng::new(seed, number),
        zones: Zones::for_players(seats),
        players: Players((0..seats).map(|_| Player::new(setup.settings.life)).collect()),
        ..GameParts::default()
    };
    derived.table = setup.table.clone();
    derived.dirt = Dirt::default();
    derived.watched = TriggerIndex::default();
    derived.rules = ActiveRules::default();
    derived.forget_tasks();
    registered::reset(world);
    layers::invalidate(world);
    legal::invalidate(world);
}

/// The most cards in a deck, all sections together.
pub const MAX_CARDS: u32 = 5000;
