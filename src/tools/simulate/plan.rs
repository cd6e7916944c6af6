//! What is played.

use super::row::{FILE_FORMAT, Header};
use super::start::Start;
use crate::agents::AgentMaker;
use crate::game::{ENGINE, card_set};
use crate::game::{Game, GameSetup};
use crate::model::ids::Seat;
use crate::model::rng::Stream;

/// A batch of games.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Decks and settings.
    pub setup: GameSetup,
    /// What the decks are called, one a seat.
    pub names: Vec<String>,
    /// Who plays, one a seat.
    pub agents: Vec<AgentMaker>,
    /// The number of games.
    pub games: u64,
    /// The seed: a game depends only on the seed and its number.
    pub seed: u64,
    /// The number of threads that play.
    pub threads: usize,
    /// How the player is found who takes the first turn.
    pub first: First,
    /// The position that the games begin with, unless they begin with a deal.
    pub start: Option<Start>,
    /// Whether rows have all answers, so that games can be played again without their agents.
    pub record: bool,
}

/// Who begins a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum First {
    /// Each seat in turn, by the number of the game.
    #[default]
    Alternate,
    /// A player by chance, from the randomness of the game.
    Random,
    /// This player, in all games.
    Seat(Seat),
}

impl First {
    /// Who begins a game of this many seats.
    pub fn seat(self, seats: usize, seed: u64, index: u64) -> Seat {
        match self {
            Self::Alternate => Seat((index % seats as u64) as u8),
            Self::Random => Seat(Stream::new(seed ^ 0x005E_A7F1_1257, index).below(seats as u32) as u8),
            Self::Seat(seat) => seat,
        }
    }

    /// Reads `alternate`, `random` or the letter of a seat.
    ///
    /// # Errors
    /// Says what there is.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text {
            "alternate" => Ok(Self::Alternate),
            "random" => Ok(Self::Random),
            _ => match text.as_bytes() {
                [letter] if letter.is_ascii_alphabetic() && letter.to_ascii_uppercase() < b'Q' => {
                    Ok(Self::Seat(Seat(letter.to_ascii_uppercase() - b'A')))
                }
                _ => Err(format!("`{text}` is none of `alternate`, `random` or the letter of a seat (A, B, ...)")),
            },
        }
    }
}

impl std::fmt::Display for First {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Alternate => f.write_str("alternate"),
            Self::Random => f.write_str("random"),
            Self::Seat(seat) => write!(f, "{seat}"),
        }
    }
}

impl Plan {
    /// A plan of 1,000 games on one thread in which everybody plays with the same sort of agent.
    pub fn new(setup: GameSetup, agent: &AgentMaker) -> Self {
        let seats = setup.decks.len();
        Self {
            names: (0..seats).map(|s| format!("deck {}", Seat(s as u8))).collect(),
            agents: vec![agent.clone(); seats],
            setup,
            games: 1000,
            seed: 1,
            threads: 1,
            first: First::Alternate,
            start: None,
            record: false,
        }
    }

    /// The plan with another player at a seat.
    ///
    /// # Panics
    /// If there is no such seat.
    #[must_use]
    pub fn with_agent(mut self, seat: Seat, agent: AgentMaker) -> Self {
        self.agents[seat.index()] = agent;
        self
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.setup.decks.len()
    }

    /// A game to play in, one after another.
    pub(crate) fn pool(&self, index: u64) -> Game {
        match &self.start {
            Some(start) => start.pool(),
            None => Game::new(&self.setup, self.seed, index),
        }
    }

    /// Begins a game in the place of a used one.
    pub(crate) fn begin(&self, game: &mut Game, index: u64) {
        match &self.start {
            Some(start) => start.begin(game, &self.setup.settings, self.seed, index),
            None => {
                let first = Some(self.first_of(index));
                if game.reset(&self.setup, self.seed, index, first).is_err() {
                    // Rules were left out of the game that was used: it is played by all of them.
                    *game = Game::by_all_rules(&self.setup, self.seed, index, first);
                }
            }
        }
    }

    /// Who begins a game.
    pub fn first_of(&self, index: u64) -> Seat {
        self.first.seat(self.seats(), self.seed, index)
    }

    /// What a file of its games begins with.
    pub fn header(&self) -> Header {
        let deck = |deck: &Vec<crate::model::ids::DefId>| {
            let mut lines: Vec<(String, u32)> = Vec::new();
            for def in deck {
                let name = &self.setup.table.def(*def).name;
                // The order of a deck determines the game: only copies that stand together are one line.
                match lines.last_mut() {
                    Some((last, count)) if last == name => *count += 1,
                    _ => lines.push((name.clone(), 1)),
                }
            }
            lines
        };
        Header {
            dracones: env!("CARGO_PKG_VERSION").to_owned(),
            format: FILE_FORMAT,
            engine: ENGINE.to_owned(),
            card_set: card_set(&self.setup.table),
            games: self.games,
            seed: self.seed,
            first: self.first.to_string(),
            seats: self.names.clone(),
            agents: self.agents.iter().map(|a| a.name().to_owned()).collect(),
            decks: self.setup.decks.iter().map(deck).collect(),
            commanders: self.setup.commanders.iter().map(deck).collect(),
            sideboards: self.setup.sideboards.iter().map(deck).collect(),
            companions: self
                .setup
                .companions
                .iter()
                .map(|def| def.map(|def| self.setup.table.def(def).name.clone()))
                .collect(),
            settings: self.setup.settings.clone(),
            from: self.start.as_ref().map(|start| start.origin.clone()),
        }
    }
}
