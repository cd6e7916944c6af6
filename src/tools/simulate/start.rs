//! Games that begin with a position instead of a deal.

use super::plan::{First, Plan};
use super::row::Origin;
use crate::agents::AgentMaker;
use crate::cards::{CardDb, CardTable};
use crate::game::snapshot::invalidate;
use crate::game::{Game, GameSetup};
use crate::model::decision::{DecisionCount, Settings};
use crate::model::outcome::Outcome;
use crate::model::rng::GameRng;
use crate::model::turn::Turn;
use crate::rules::state::{EditGame, ReadGame};
use crate::tools::scenario::{self, File, ScenarioError};
use std::sync::Arc;
use thiserror::Error;

/// Why a scenario can't be a starting position.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// Its set-up or script isn't possible, or something is otherwise than it expects.
    #[error(transparent)]
    Script(Box<ScenarioError>),
    /// The game is over when the script is.
    #[error("{0}: the game is over at the end of the script")]
    Over(String),
    /// The header of a file doesn't have what it names.
    #[error("{0}: the file doesn't have this scenario")]
    Gone(String),
    /// It can't be kept in the header of a file.
    #[error("{0}: the scenario can't be written: {1}")]
    Unwritable(String, String),
}

/// The position that all games of a plan begin with: the end of a scenario's script.
#[derive(Clone, Debug)]
pub struct Start {
    /// What it is made from.
    pub origin: Origin,
    game: Arc<Game>,
}

impl Start {
    /// The position after the script of a scenario, and of a variant if one is given.
    ///
    /// # Errors
    /// A script that fails, or at whose end the game is over.
    pub fn new(file: &File, number: usize, variant: Option<usize>, db: &CardDb) -> Result<Self, StartError> {
        let scenario = &file.scenarios[number];
        let after = scenario::after(file, number, variant, db).map_err(StartError::Script)?;
        if let Some(error) = after.unmet.into_iter().next() {
            return Err(StartError::Script(Box::new(error)));
        }
        if after.game.outcome() != Outcome::Running {
            return Err(StartError::Over(after.title));
        }
        let written = scenario::to_ron(scenario);
        let text = written.map_err(|e| StartError::Unwritable(after.title.clone(), e.to_string()))?;
        let origin = Origin { file: file.path.clone(), title: after.title, variant, scenario: text };
        Ok(Self { origin, game: Arc::new(after.game) })
    }

    /// The starting position that the header of a file names.
    ///
    /// # Errors
    /// As [`Start::new`], and a scenario that can't be read.
    pub fn of(origin: &Origin, db: &CardDb) -> Result<Self, StartError> {
        let file = scenario::parse(&origin.file, origin.scenario.clone()).map_err(StartError::Script)?;
        match file.scenarios.first() {
            Some(one) if origin.variant.is_none_or(|v| v < one.variants.len()) => {
                Self::new(&file, 0, origin.variant, db)
            }
            _ => Err(StartError::Gone(origin.title.clone())),
        }
    }

    /// A plan of games that continue from here, an agent a seat. Players have their names of the scenario; the active
    /// player counts as the starting player.
    pub fn plan(self, agents: Vec<AgentMaker>) -> Plan {
        let world = self.game.world();
        let (table, settings) = (world.part::<CardTable>().clone(), world.part::<Settings>());
        let settings = Settings { skip_forced: true, ..settings.clone() };
        let active = world.part::<Turn>().active;
        let seats = agents.len();
        Plan {
            setup: GameSetup {
                decks: vec![Vec::new(); seats],
                commanders: Vec::new(),
                sideboards: Vec::new(),
                companions: Vec::new(),
                table,
                cards: 0,
                settings,
            },
            names: (1..=seats).map(|n| format!("P{n}")).collect(),
            agents,
            games: 1000,
            seed: 1,
            threads: 1,
            first: First::Seat(active),
            start: Some(self),
            record: false,
        }
    }

    /// How many players there are.
    pub fn seats(&self) -> usize {
        usize::from(self.game.world().part::<crate::model::player::Players>().seats())
    }

    /// A game to play in.
    pub(super) fn pool(&self) -> Game {
        self.game.fork()
    }

    /// Puts game `index` of `seed` into the place of a used one: the position, and randomness of its own.
    pub(super) fn begin(&self, game: &mut Game, settings: &Settings, seed: u64, index: u64) {
        self.game.fork_into(game);
        let world = game.world_mut();
        *world.part_mut::<GameRng>() = GameRng::new(seed, index);
        *world.part_mut::<DecisionCount>() = DecisionCount::default();
        *world.part_mut::<Settings>() = settings.clone();
        invalidate(world);
    }
}
