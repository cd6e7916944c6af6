//! One game: a thin facade over a world with the rules.
//!
//! ```
//! use dracones::{Game, GameSetup, cards::CardDb, rng::Stream};
//!
//! let db = CardDb::embedded();
//! let deck = vec![("Forest", 24), ("Grizzly Bears", 36)];
//! let setup = GameSetup::from_names(&db, &[deck.clone(), deck]).unwrap();
//! let mut game = Game::new(&setup, 7, 0);
//! let mut random = Stream::new(1, 1);
//! while let Some(decision) = game.decision() {
//!     let answer = decision.sample(&mut random);
//!     game.submit(answer).unwrap();
//! }
//! assert!(game.outcome().is_over());
//! ```

use crate::cards::{CardDb, CardTable, Definition};
use crate::decision::{Answer, AnswerError, Decision, Inbox, Pending, Prompt, Settings, advance};
use crate::events::Fact;
use crate::ids::{DefId, ObjectId, Seat};
use crate::layers::Explanation;
use crate::log::EventLog;
use crate::object::Slots;
use crate::outcome::{Inconclusive, Outcome};
use crate::player::{Player, Players};
use crate::plugins::RulesPlugins;
use crate::rng::GameRng;
use crate::schedule::Dirt;
use crate::snapshot::{self, DecisionCount, Snapshot, SnapshotError, canonical_hash};
use crate::variants::commander;
use crate::view::SeatView;
use crate::zones::{self, OwnZones, Zone, Zones};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// What games of a match have in common: the decks, the table of their cards, the settings. Cheap to clone.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The main deck of each seat, as places in the table.
    pub decks: Vec<Vec<DefId>>,
    /// The commanders of each seat (CR 903.3).
    pub commanders: Vec<Vec<DefId>>,
    /// What each seat owns outside the game (CR 400.11).
    pub sideboards: Vec<Vec<DefId>>,
    /// The cards in use.
    pub table: CardTable,
    /// How many of the table's definitions are cards (the rest are tokens).
    pub cards: usize,
    /// How games are run.
    pub settings: Settings,
}

/// Why a setup can't be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// A card that isn't there.
    #[error("unknown card `{0}`")]
    UnknownCard(String),
    /// Too few or too many players.
    #[error("{0} players: expected 2 to 16")]
    Players(usize),
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
}

impl From<Vec<Arc<Definition>>> for Deck {
    fn from(main: Vec<Arc<Definition>>) -> Self {
        Self { main, ..Self::default() }
    }
}

impl GameSetup {
    /// A setup with these decks, one a seat.
    ///
    /// # Errors
    /// Fewer than two or more than sixteen players.
    pub fn new(db: &CardDb, decks: &[impl Clone + Into<Deck>]) -> Result<Self, SetupError> {
        let decks: Vec<Deck> = decks.iter().cloned().map(Into::into).collect();
        Self::with(db, &decks, &[])
    }

    /// The same, with definitions in the table that no deck has.
    ///
    /// # Errors
    /// Fewer than two or more than sixteen players.
    pub fn with(db: &CardDb, decks: &[Deck], others: &[Arc<Definition>]) -> Result<Self, SetupError> {
        if !(2..=16).contains(&decks.len()) {
            return Err(SetupError::Players(decks.len()));
        }
        let mut used: Vec<Arc<Definition>> = Vec::new();
        let cards = decks.iter().flat_map(|d| d.main.iter().chain(&d.commanders).chain(&d.sideboard));
        for card in cards.chain(others) {
            if !used.iter().any(|u| Arc::ptr_eq(u, card)) {
                used.push(Arc::clone(card));
            }
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
            table,
            cards: used.len(),
            settings,
        })
    }

    /// A setup with decks given by names and counts.
    ///
    /// # Errors
    /// A card that `db` doesn't have; a wrong number of players.
    pub fn from_names(db: &CardDb, decks: &[Vec<(&str, u32)>]) -> Result<Self, SetupError> {
        let mut lists = Vec::new();
        for deck in decks {
            let mut list = Vec::new();
            for (name, count) in deck {
                let card = db.get(name).ok_or_else(|| SetupError::UnknownCard((*name).to_owned()))?;
                list.extend((0..*count).map(|_| Arc::clone(card)));
            }
            lists.push(list);
        }
        Self::new(db, &lists)
    }
}

/// One game.
pub struct Game {
    world: World,
    cards: usize,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").field("outcome", &self.outcome()).field("decision", &self.decision()).finish()
    }
}

/// A world with the rules and no game in it.
fn rules_world() -> World {
    let mut app = App::empty();
    app.add_plugins(RulesPlugins);
    app.finish();
    app.cleanup();
    std::mem::take(app.world_mut())
}

/// Puts a new game into a world that has the rules: decks in libraries, the first tasks on the agenda. Whatever game
/// was there before is gone without a trace. `seed` and `number` choose the randomness; `first` begins.
pub fn setup(world: &mut World, setup: &GameSetup, seed: u64, number: u64, first: Seat) {
    clear(world, setup, seed, number);
    for (seat, deck) in setup.decks.iter().enumerate() {
        let seat = Seat(seat as u8);
        for def in deck {
            zones::start_card(world, *def, seat, Zone::Library(seat));
        }
    }
    let all = |lists: &[Vec<DefId>]| {
        let seats = lists.iter().enumerate().map(|(i, list)| (Seat(i as u8), list.clone()));
        seats.flat_map(|(seat, list)| list.into_iter().map(move |def| (seat, def))).collect::<Vec<_>>()
    };
    for (seat, def) in all(&setup.commanders) {
        let card = zones::start_card(world, def, seat, Zone::Command);
        commander::designate(world, card.id);
    }
    for (seat, def) in all(&setup.sideboards) {
        zones::start_card(world, def, seat, Zone::Outside);
    }
    crate::client::restart(world);
    crate::turn::start_game(world, first);
}

/// Makes a world that has the rules ready for a game: its players and cards are known, all zones are empty.
fn clear(world: &mut World, setup: &GameSetup, seed: u64, number: u64) {
    Slots::reset(world);
    crate::layers::EffectSlots::reset(world);
    world.clear_trackers();
    let seats = setup.decks.len();
    world.insert_resource(setup.table.clone());
    world.insert_resource(GameRng::new(seed, number));
    *world.resource_mut::<Settings>() = setup.settings.clone();
    macro_rules! fresh {
        ($($type:ty),* $(,)?) => {$( *world.resource_mut::<$type>() = <$type>::default(); )*};
    }
    fresh!(
        crate::decision::Agenda,
        Inbox,
        Pending,
        DecisionCount,
        Outcome,
        Dirt,
        crate::object::LastKnownTable,
        crate::events::History,
        crate::events::BatchResult,
        crate::turn::Turn,
        crate::turn::LoopWatch,
        crate::combat::Combat,
        crate::casting::Paid,
        crate::casting::CastResult,
        crate::casting::Refused,
        crate::triggers::PendingTriggers,
        crate::triggers::DelayedTriggers,
        crate::triggers::TriggerIndex,
        crate::layers::EffectList,
        crate::layers::MadeValues,
        crate::layers::ActiveRules,
    );
    world.resource_mut::<EventLog>().facts.clear();
    *world.resource_mut::<Zones>() = Zones { own: vec![OwnZones::default(); seats], ..Zones::default() };
    world.resource_mut::<Players>().0 = (0..seats).map(|_| Player::new(setup.settings.life)).collect();
    crate::layers::invalidate(world);
    crate::legal::invalidate(world);
}

/// Answers the open decision ([`Pending`]) of a world that has the rules, and plays on to the next one.
///
/// # Errors
/// If the answer is illegal or no decision is open. The world is unchanged then.
pub fn submit(world: &mut World, answer: Answer) -> Result<(), AnswerError> {
    let decision = world.resource::<Pending>().0.as_deref().ok_or(AnswerError::Over)?;
    decision.check(&answer)?;
    if let (Prompt::ChooseName(_, filter), Answer::Name(name)) = (&decision.prompt, &answer) {
        let names = &world.resource::<CardTable>().0.names;
        if !names.get(*name).is_some_and(|(_, chars)| crate::reading::name_fits(filter, chars)) {
            return Err(AnswerError::Name);
        }
    }
    go_on(world, answer);
    Ok(())
}

fn go_on(world: &mut World, answer: Answer) {
    if let Some(decision) = world.resource_mut::<Pending>().0.take() {
        crate::turn::answered(world, &decision, &answer);
    }
    world.resource_mut::<Inbox>().0 = Some(answer);
    let mut count = world.resource_mut::<DecisionCount>();
    count.0 += 1;
    if count.0 >= world.resource::<Settings>().max_decisions {
        *world.resource_mut::<Outcome>() = Outcome::Inconclusive(Inconclusive::Decisions);
        return;
    }
    advance(world);
}

impl Game {
    /// A new game, number `number` of `seed`, up to its first decision. The seat that begins is drawn from the game's
    /// randomness.
    pub fn new(setup: &GameSetup, seed: u64, number: u64) -> Self {
        let mut game = Self { world: rules_world(), cards: setup.cards };
        game.reset(setup, seed, number, None);
        game
    }

    /// A table with players and without any objects, for positions that are set up by hand.
    pub(crate) fn empty(setup: &GameSetup) -> Self {
        let mut world = rules_world();
        clear(&mut world, setup, 0, 0);
        Self { world, cards: setup.cards }
    }

    /// A new game in this one's place, with all of its allocations. `first` begins, or the one that chance chooses.
    pub fn reset(&mut self, setup: &GameSetup, seed: u64, number: u64, first: Option<Seat>) {
        self.cards = setup.cards;
        let first = first.unwrap_or_else(|| {
            // A stream of its own, so that who begins doesn't change the shuffles.
            Seat(GameRng::new(seed ^ 0x5EA7_F125_7000_0000, number).below(setup.decks.len() as u32) as u8)
        });
        self::setup(&mut self.world, setup, seed, number, first);
        advance(&mut self.world);
    }

    /// The open decision; `None` when the game is over.
    pub fn decision(&self) -> Option<&Decision> {
        self.world.resource::<Pending>().0.as_deref()
    }

    /// All legal answers to the open decision but to cancel, in a fixed order; `None` if there are more than `most`.
    pub fn answers(&self, most: usize) -> Option<Vec<Answer>> {
        let decision = self.decision()?;
        let Prompt::ChooseName(_, filter) = &decision.prompt else { return decision.answers(most) };
        let names = &self.world.resource::<CardTable>().0.names;
        let fitting = names.iter().filter(|(_, _, chars)| crate::reading::name_fits(filter, chars));
        let fitting: Vec<Answer> = fitting.take(most.saturating_add(1)).map(|(_, id, _)| Answer::Name(id)).collect();
        (fitting.len() <= most).then_some(fitting)
    }

    /// Answers the open decision and plays on to the next one.
    ///
    /// # Errors
    /// If the answer is illegal or no decision is open. The game is unchanged then.
    pub fn submit(&mut self, answer: Answer) -> Result<(), AnswerError> {
        self::submit(&mut self.world, answer)
    }

    /// Answers the open decision without checking.
    ///
    /// # Panics
    /// May panic, at once or later, if the answer is illegal.
    pub fn submit_unchecked(&mut self, answer: Answer) {
        go_on(&mut self.world, answer);
    }

    /// CR 104.3a: a player concedes and leaves the game at once. Can be done at any time; does nothing when the game is over.
    pub fn concede(&mut self, seat: Seat) {
        let world = &mut self.world;
        if world.resource::<Outcome>().is_over() || !world.resource::<Players>().is_alive(seat) {
            return;
        }
        crate::leaving::concede(world, seat);
    }

    /// Whether and how the game is over.
    pub fn outcome(&self) -> Outcome {
        *self.world.resource::<Outcome>()
    }

    /// How many decisions have been answered.
    pub fn decisions(&self) -> u32 {
        self.world.resource::<DecisionCount>().0
    }

    /// What a seat may know, borrowed from the game.
    pub fn seat_view(&self, seat: Seat) -> SeatView<'_> {
        SeatView::new(&self.world, seat)
    }

    /// Why an object is what it is: layer by layer the effects in the order in which they apply, why in that order,
    /// and the values after each (CR 613). `None` for what layers don't change: abilities on the stack, free slots.
    pub fn explain(&self, object: ObjectId) -> Option<Explanation> {
        crate::layers::explain(&self.world, object)
    }

    /// Keeps facts from now on, or stops keeping them; see [`Game::events`].
    pub fn watch(&mut self, on: bool) {
        self.world.resource_mut::<EventLog>().on = on;
    }

    /// The facts since they were last taken, in order. Empty unless [`Game::watch`] is on.
    pub fn events(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.world.resource_mut::<EventLog>().facts)
    }

    /// The whole state as data.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::capture(&self.world, self.cards)
    }

    /// A game from a snapshot: it plays on exactly as the one that was saved.
    ///
    /// # Errors
    /// Another format, or a card that `db` doesn't have.
    pub fn restore(snapshot: &Snapshot, db: &CardDb) -> Result<Self, SnapshotError> {
        let table = snapshot.table(db)?;
        let mut game = Self { world: rules_world(), cards: snapshot.cards.len() };
        game.world.insert_resource(table);
        snapshot.write(&mut game.world);
        Ok(game)
    }

    /// A copy of the game of a world.
    pub(crate) fn fork_of(world: &World) -> Self {
        let table = world.resource::<CardTable>().clone();
        let mut game = Self { world: rules_world(), cards: table.0.cards };
        game.world.insert_resource(table);
        snapshot::copy(world, &mut game.world);
        game
    }

    /// A copy of the game that goes its own way.
    pub fn fork(&self) -> Self {
        let mut game = Self { world: rules_world(), cards: self.cards };
        self.fork_into(&mut game);
        game
    }

    /// Makes `other`, a used game, a copy of this one. Much cheaper than [`Game::fork`].
    pub fn fork_into(&self, other: &mut Self) {
        other.cards = self.cards;
        other.world.insert_resource(self.world.resource::<CardTable>().clone());
        snapshot::copy(&self.world, &mut other.world);
        crate::client::restart(&mut other.world);
    }

    /// A hash of everything: equal for equal runs, for replay and tests.
    pub fn sync_hash(&self) -> u64 {
        snapshot::sync_hash(&self.world)
    }

    /// A hash of the position: equal for positions that differ only in history.
    pub fn position_hash(&self) -> u64 {
        canonical_hash(&self.snapshot())
    }

    /// The world: for tools and tests that look at everything.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to write to: for tests that set up positions. Rules assume their invariants.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
}
