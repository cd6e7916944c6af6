//! Policies that play: what answers decisions.
//!
//! An [`Agent`] gets a borrowed [`SeatView`], the decision and a random stream of its own, and as a game begins the deck
//! lists, nothing more. Agents of your own implement the trait outside of this crate; `examples/agent.rs` does. One that
//! looks ahead makes games of its own from what it knows: [`InformationSet`](crate::game::view::InformationSet).
//!
//! | file | what |
//! | --- | --- |
//! | `random` | a uniformly random legal answer |
//! | `greedy` | curves out, removes, attacks and blocks with sense; the baseline is a frozen version of it |
//! | `planner` | tries sequences of its own actions in games that it may be in |
//! | `lookahead` | what agents share that look ahead |
//! | `evaluation` | what a position is worth, learned from games |
//! | `judge` | what answers are worth, for people |
//! | `mcts` | searches in games that it may be in, with the greedy agent to play them out |
//!
//! # Invariants
//! * An agent's answers depend on the view, the decision, its stream and what it saw before in the same game.
//! * A game gets fresh agents, so that game i depends on (seed, i) alone.

pub mod evaluation;
pub mod greedy;
pub mod judge;
mod lookahead;
pub mod mcts;
pub mod planner;
mod random;

pub use greedy::{BadNumber, Greedy};
pub use mcts::{BadBudget, Budget, Mcts};
pub use planner::Planner;
pub use random::Random;

use crate::game::view::{Opening, SeatView};
use crate::model::decision::{Answer, Decision};
use crate::model::ids::Seat;
use crate::model::rng::Stream;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// What answers the decisions of one seat for one game. Between answers it may be handed to another thread.
pub trait Agent: Send {
    /// Its name, for rows of games and for messages.
    fn name(&self) -> &str;
    /// Told once, as the game begins, before anything is asked: what everybody knows then.
    fn begin(&mut self, _opening: &Opening<'_>) {}
    /// Answers a decision. The answer has to be legal by [`Decision::check`]; anything else ends the game as an error.
    fn answer(&mut self, view: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer;
}

/// Makes an agent for each game.
#[derive(Clone)]
pub struct AgentMaker {
    name: String,
    make: Arc<dyn Fn() -> Box<dyn Agent> + Send + Sync>,
}

impl fmt::Debug for AgentMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AgentMaker").field(&self.name).finish()
    }
}

/// The names of the built-in agents. A budget for each decision may follow `planner` and `mcts`: `planner:30`, `mcts:200`,
/// `mcts:50ms`; parameters may follow it: `planner:30/own=2`. Numbers of `greedy` are exchanged by name:
/// `greedy:pressure=30/card=80`.
pub const NAMES: [&str; 5] = ["random", "baseline", "greedy", "planner", "mcts"];

impl AgentMaker {
    /// Agents of your own. `name` is what rows and summaries call them.
    pub fn new(name: &str, make: impl Fn() -> Box<dyn Agent> + Send + Sync + 'static) -> Self {
        Self { name: name.to_owned(), make: Arc::new(make) }
    }

    /// The built-in agent of that name, one of [`NAMES`], with a budget if it has one. [`str::parse`] tells what is wrong with
    /// another name.
    pub fn built_in(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An agent for one game.
    pub fn make(&self) -> Box<dyn Agent> {
        (self.make)()
    }
}

/// Why there is no such agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// No agent of that name is built in.
    #[error("unknown agent `{0}` (expected {known})", known = NAMES.join(", "))]
    Unknown(String),
    /// It can't be given that budget.
    #[error("{0}")]
    Budget(#[from] BadBudget),
    /// It can't have these numbers.
    #[error("{0}")]
    Params(#[from] planner::BadParams),
    /// A greedy agent can't have these numbers.
    #[error("{0}")]
    Numbers(#[from] BadNumber),
    /// It has no budget.
    #[error("the agent `{0}` has no budget: only `planner` and `mcts` have one")]
    NoBudget(String),
}

impl FromStr for AgentMaker {
    type Err = AgentError;

    /// The built-in agent of that name, one of [`NAMES`], with a budget if it has one.
    fn from_str(name: &str) -> Result<Self, AgentError> {
        let unknown = || AgentError::Unknown(name.escape_debug().to_string());
        match name.split_once(':') {
            Some(("mcts", params)) => {
                let params: mcts::Params = params.parse()?;
                Ok(Self::new(name, move || Box::new(Mcts::with(params))))
            }
            Some(("planner", params)) => {
                let params: planner::Params = params.parse()?;
                Ok(Self::new(name, move || Box::new(Planner::new(params))))
            }
            Some(("greedy", numbers)) if numbers.contains('=') => {
                let greedy = Greedy::with(numbers)?;
                Ok(Self::new(name, move || Box::new(greedy.clone())))
            }
            Some((agent @ ("random" | "baseline" | "greedy"), _)) => Err(AgentError::NoBudget(agent.to_owned())),
            Some(_) => Err(unknown()),
            None => match name {
                "random" => Ok(Self::new(name, || Box::new(Random))),
                "baseline" => Ok(Self::new(name, || Box::new(Greedy::baseline()))),
                "greedy" => Ok(Self::new(name, || Box::new(Greedy::default()))),
                "planner" => Ok(Self::new(name, || Box::new(Planner::default()))),
                "mcts" => Ok(Self::new(name, || Box::new(Mcts::default()))),
                _ => Err(unknown()),
            },
        }
    }
}

/// The random stream of a seat's agent in a game: apart from the game's own, so that a different agent leaves the
/// shuffles alone.
pub fn stream(seed: u64, game: u64, seat: Seat) -> Stream {
    Stream::new(seed ^ 0xA6E4_7A6E_4750_1A1E, game.wrapping_mul(16).wrapping_add(u64::from(seat.0)))
}
