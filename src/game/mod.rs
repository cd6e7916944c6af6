//! One game: a thin facade over a world with the rules.
//!
//! ```
//! use dracones::prelude::*;
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

use crate::cards::{CardDb, CardTable};
use crate::game::snapshot::{Snapshot, SnapshotError, canonical_hash};
use crate::game::view::SeatView;
use crate::model::decision::{Answer, AnswerError, Decision, DecisionCount, Pending};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, Seat};
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::Players;
use crate::model::rng::GameRng;
use crate::rules::driver::{advance, check_plugin_tasks};
use crate::rules::ending;
use crate::rules::layers::Explanation;
use crate::rules::log::EventLog;
use crate::rules::state::{EditGame, GameParts, GameWorld, ReadGame};
use bevy_ecs::prelude::*;

pub mod client;
mod fingerprint;
mod needs;
mod rules;
mod setup;
pub mod snapshot;
pub mod view;

pub use crate::model::snapshot::ENGINE;
pub use crate::rules::state::MissingRules;
pub use fingerprint::card_set;
pub use rules::Rules;
pub use setup::{Deck, GameSetup, MAX_CARDS, NoCompanion, SetupError, setup};

/// A seat that a game doesn't have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no seat {seat}: the game has {seats}, numbered from 0")]
pub struct UnknownSeat {
    /// The number that was given.
    pub seat: u8,
    /// How many seats there are.
    pub seats: usize,
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

/// Answers the open decision ([`Pending`]) of a world that has the rules, and plays on to the next one.
///
/// # Errors
/// If the answer is illegal or no decision is open. The world is unchanged then.
pub fn submit(world: &mut World, answer: Answer) -> Result<(), AnswerError> {
    let parts = world.state_mut();
    let decision = parts.pending.0.as_deref().ok_or(AnswerError::Over)?;
    decision.check(&answer)?;
    if accept(parts, answer) {
        advance(world);
    } else {
        ending::end(world, TOO_MANY_DECISIONS);
    }
    Ok(())
}

/// How a game ends that has had all the decisions that it may have.
const TOO_MANY_DECISIONS: Outcome = Outcome::Inconclusive(Inconclusive::Decisions);

/// Gives an answer to what waits for it; whether the game may go on.
fn accept(parts: &mut GameParts, answer: Answer) -> bool {
    if let Some(decision) = parts.pending.0.take() {
        crate::rules::turn::answered(&mut parts.loops, &decision, &answer);
    }
    parts.returned.put_answer(parts.agenda.len(), answer);
    parts.decisions.0 += 1;
    parts.decisions.0 < parts.settings.max_decisions
}

impl Game {
    /// A new game, number `number` of `seed`, up to its first decision. The seat that begins is drawn from the game's
    /// randomness.
    pub fn new(setup: &GameSetup, seed: u64, number: u64) -> Self {
        Self::by_all_rules(setup, seed, number, None)
    }

    /// Like [`Game::new`]; `first` begins, or the one that chance chooses.
    pub(crate) fn by_all_rules(setup: &GameSetup, seed: u64, number: u64, first: Option<Seat>) -> Self {
        let mut game = Self { world: Rules::default().world(), cards: setup.cards };
        game.begin(setup, seed, number, first);
        game
    }

    /// A table with players and without any objects, for positions that are set up by hand.
    pub(crate) fn empty(setup: &GameSetup) -> Self {
        let mut world = Rules::default().world();
        setup::clear(&mut world, setup, 0, 0);
        Self { world, cards: setup.cards }
    }

    /// A new game in this one's place, with all of its allocations. `first` begins, or the one that chance chooses.
    ///
    /// # Panics
    /// May panic, at once or later, if the setup has no seat `first`.
    ///
    /// # Errors
    /// If the setup needs rules that were left out of this game's ([`Rules`]). The game is unchanged then.
    pub fn reset(&mut self, setup: &GameSetup, seed: u64, number: u64, first: Option<Seat>) -> Result<(), SetupError> {
        needs::check(&self.world, setup)?;
        self.begin(setup, seed, number, first);
        Ok(())
    }

    fn begin(&mut self, setup: &GameSetup, seed: u64, number: u64, first: Option<Seat>) {
        self.cards = setup.cards;
        let first = first.unwrap_or_else(|| {
            // A stream of its own, so that who begins doesn't change the shuffles.
            Seat(GameRng::new(seed ^ 0x5EA7_F125_7000_0000, number).below(setup.decks.len() as u32) as u8)
        });
        setup::deal(&mut self.world, setup, seed, number, first);
        advance(&mut self.world);
    }

    /// The open decision; `None` when the game is over.
    pub fn decision(&self) -> Option<&Decision> {
        self.world.part::<Pending>().0.as_deref()
    }

    /// All legal answers to the open decision but to cancel, in a fixed order; `None` if no decision is open, or if there are
    /// more than `most` or finding them takes too long.
    pub fn answers(&self, most: usize) -> Option<Vec<Answer>> {
        self.decision()?.answers(most)
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
        if accept(self.world.state_mut(), answer) {
            advance(&mut self.world);
        } else {
            ending::end(&mut self.world, TOO_MANY_DECISIONS);
        }
    }

    /// CR 104.3a: a player concedes and leaves the game at once. Can be done at any time; does nothing when the game is over
    /// or the player has left it already.
    ///
    /// # Errors
    /// If the game has no such seat.
    pub fn concede(&mut self, seat: Seat) -> Result<(), UnknownSeat> {
        self.known(seat)?;
        let world = &mut self.world;
        if world.part::<Outcome>().is_over() || !world.part::<Players>().is_alive(seat) {
            return Ok(());
        }
        crate::rules::leaving::concede(world, seat);
        if world.part::<Outcome>().is_over() {
            // Those who look at it see it as it is now.
            crate::rules::layers::refresh(world);
        } else {
            advance(world);
        }
        Ok(())
    }

    /// Whether and how the game is over.
    pub fn outcome(&self) -> Outcome {
        *self.world.part::<Outcome>()
    }

    /// How many decisions have been answered, by all players together.
    pub fn decisions(&self) -> u32 {
        self.world.part::<DecisionCount>().0
    }

    /// What a seat may know, borrowed from the game.
    ///
    /// # Errors
    /// If the game has no such seat.
    pub fn seat_view(&self, seat: Seat) -> Result<SeatView<'_>, UnknownSeat> {
        self.known(seat)?;
        Ok(SeatView::new(&self.world, seat))
    }

    /// How many players the game began with. Seats are numbered from 0.
    pub fn seats(&self) -> usize {
        self.world.part::<Players>().0.len()
    }

    /// # Errors
    /// If the game has no such seat.
    pub(crate) fn known(&self, seat: Seat) -> Result<(), UnknownSeat> {
        let seats = self.seats();
        if seat.index() < seats { Ok(()) } else { Err(UnknownSeat { seat: seat.0, seats }) }
    }

    /// Why an object is what it is: layer by layer the effects in the order in which they apply, why in that order,
    /// and the values after each (CR 613). `None` for what layers don't change: abilities on the stack, free slots.
    /// It is found out in a [fork](Game::fork); [`layers::explain`](crate::rules::layers::explain) is for those who have the
    /// world to themselves.
    ///
    /// # Examples
    /// ```
    /// use dracones::prelude::*;
    /// use dracones::tools::scenario;
    ///
    /// let text = r#"Scenario(
    ///     format: 1,
    ///     title: "Humility",
    ///     rules: ["613.4b"],
    ///     why: "It sets power and toughness in layer 7b.",
    ///     players: [(battlefield: ["Humility", "Kalonian Tusker"]), ()],
    ///     script: [Expect([PT("Kalonian Tusker", 1, 1)])],
    /// )"#;
    /// let file = scenario::parse("humility.ron", text.to_owned()).unwrap();
    /// let game = scenario::after(&file, 0, None, &CardDb::embedded()).unwrap().game;
    ///
    /// let view = game.seat_view(Seat(0)).unwrap();
    /// let tusker = view.battlefield().find(|card| card.chars.is_creature()).unwrap().reference;
    /// let explanation = game.explain(tusker.id).unwrap();
    /// assert_eq!(explanation.start.power, 3);
    /// assert_eq!(explanation.layers.last().unwrap().layer, "7b");
    /// assert_eq!(explanation.end.power, 1);
    /// ```
    pub fn explain(&self, object: ObjectId) -> Option<Explanation> {
        crate::rules::layers::explain(&mut self.fork().world, object)
    }

    /// Keeps facts from now on, or stops keeping them; see [`Game::events`].
    pub fn watch(&mut self, on: bool) {
        self.world.part_mut::<EventLog>().on = on;
    }

    /// The facts since they were last taken, in order. Empty unless [`Game::watch`] is on.
    pub fn events(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.world.part_mut::<EventLog>().facts)
    }

    /// Like [`Game::events`], into a list of the caller: what was in it is gone, and its room is used for what comes next.
    pub fn events_into(&mut self, list: &mut Vec<Fact>) {
        list.clear();
        std::mem::swap(list, &mut self.world.part_mut::<EventLog>().facts);
    }

    /// The whole state as data, sealed: [`Game::restore`] notices if any of it is changed.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = Snapshot::capture(&self.world, self.cards);
        snapshot.seal(self.world.part::<CardTable>());
        snapshot
    }

    /// A game from a snapshot: it continues exactly as the one that was saved.
    ///
    /// The snapshot is checked: its format, the definitions of its cards, its checksum, and every number that refers to
    /// something. So a file that was cut off, changed or mixed up is refused. The checksum isn't a signature: a host that
    /// takes snapshots from strangers must expect positions that no game has led to.
    ///
    /// # Errors
    /// Another format, a card that `db` doesn't have or has another definition of, damage.
    pub fn restore(snapshot: &Snapshot, db: &CardDb) -> Result<Self, SnapshotError> {
        Rules::default().restore(snapshot, db)
    }

    /// Like [`Game::restore`], for snapshots of this very process that nobody could change: nothing is checked but the
    /// format and the names of cards.
    ///
    /// # Errors
    /// Another format, or a card that `db` doesn't have.
    ///
    /// # Panics
    /// May panic, at once or later, if the snapshot was changed.
    pub fn restore_trusted(snapshot: &Snapshot, db: &CardDb) -> Result<Self, SnapshotError> {
        Self::with_state(&Rules::default(), snapshot, snapshot.table(db)?, snapshot.named_effects())
    }

    /// Makes this game, a used one, that of a snapshot. Several times as fast as [`Game::restore`], because its world is kept. The
    /// [`Rules`] stay those of this game.
    ///
    /// # Errors
    /// As [`Rules::restore`]. The game is unchanged if the snapshot itself is wrong. If only these rules can't play it, nothing of
    /// the game is left: it has no players and no decision, and is good for another game.
    pub fn restore_from(&mut self, snapshot: &Snapshot, db: &CardDb) -> Result<(), SnapshotError> {
        let table = snapshot.table_like(self.world.part(), db)?;
        let named = snapshot.check_all(&table)?;
        let written = self.write_state(snapshot, table, named);
        if written.is_err() {
            *self = Self { world: Rules::of(&self.world).world(), cards: 0 };
        }
        written
    }

    fn with_state(rules: &Rules, snapshot: &Snapshot, table: CardTable, named: usize) -> Result<Self, SnapshotError> {
        let mut game = Self { world: rules.world(), cards: 0 };
        game.write_state(snapshot, table, named)?;
        Ok(game)
    }

    /// `named`: what [`Snapshot::named_effects`] says.
    fn write_state(&mut self, snapshot: &Snapshot, table: CardTable, named: usize) -> Result<(), SnapshotError> {
        self.cards = snapshot.cards.len();
        self.world.insert_part(table);
        snapshot.write(&mut self.world, named)?;
        needs::check_game(&self.world)?;
        check_plugin_tasks(&self.world)?;
        crate::game::client::restart(&mut self.world);
        Ok(())
    }

    /// A copy of the game of a world.
    pub(crate) fn fork_of(world: &World) -> Self {
        Self::fork_in_place_of(None, world)
    }

    /// A copy of the game of a world in the place of a used game, if both are played by the same rules.
    pub(crate) fn fork_in_place_of(used: Option<Self>, world: &World) -> Self {
        let (table, rules) = (world.part::<CardTable>().clone(), Rules::of(world));
        let cards = table.0.cards;
        let mut game = match used {
            Some(used) if rules.are(&Rules::of(&used.world)) => Self { cards, ..used },
            _ => Self { world: rules.world(), cards },
        };
        game.world.insert_part(table);
        snapshot::copy(world, &mut game.world);
        crate::game::client::restart(&mut game.world);
        game
    }

    /// A copy of the game that goes its own way.
    #[must_use]
    pub fn fork(&self) -> Self {
        let mut game = Self { world: Rules::of(&self.world).world(), cards: self.cards };
        self.fork_into(&mut game);
        game
    }

    /// Makes `other`, a used game, a copy of this one. Much cheaper than [`Game::fork`], if both are played by the same
    /// [`Rules`].
    pub fn fork_into(&self, other: &mut Self) {
        let rules = Rules::of(&self.world);
        if !rules.are(&Rules::of(&other.world)) {
            other.world = rules.world();
        }
        other.cards = self.cards;
        other.world.insert_part(self.world.part::<CardTable>().clone());
        snapshot::copy(&self.world, &mut other.world);
        crate::game::client::restart(&mut other.world);
    }

    /// A hash of the whole state, for replays and tests: equal for games that were played in the same way.
    #[must_use]
    pub fn sync_hash(&self) -> u64 {
        snapshot::sync_hash(&self.world)
    }

    /// A hash of the position: equal for positions that differ only in history.
    #[must_use]
    pub fn position_hash(&self) -> u64 {
        canonical_hash(&Snapshot::capture(&self.world, self.cards))
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
