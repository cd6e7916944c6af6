//! Policies that play: what answers decisions.
//!
//! An [`Agent`] gets a borrowed [`SeatView`], the decision and a random stream of its own, nothing more. Agents of your
//! own implement the trait outside of this crate; `examples/agent.rs` does.
//!
//! | file | what |
//! | --- | --- |
//! | `random` | a uniformly random legal answer |
//! | `greedy` | curves out, removes, attacks and blocks with sense |
//!
//! # Invariants
//! * An agent's answers depend on the view, the decision, its stream and what it saw before in the same game.
//! * A game gets fresh agents, so that game i depends on (seed, i) alone.

pub mod greedy;
mod random;

pub use greedy::Greedy;
pub use random::Random;

use crate::decision::{Answer, Decision};
use crate::ids::Seat;
use crate::rng::Stream;
use crate::view::SeatView;
use std::fmt;
use std::sync::Arc;

/// What answers the decisions of one seat for one game.
pub trait Agent {
    /// What it is called.
    fn name(&self) -> &str;
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

/// The names of the built-in agents.
pub const NAMES: [&str; 2] = ["random", "greedy"];

impl AgentMaker {
    /// Agents of your own. `name` is what rows and summaries call them.
    pub fn new(name: &str, make: impl Fn() -> Box<dyn Agent> + Send + Sync + 'static) -> Self {
        Self { name: name.to_owned(), make: Arc::new(make) }
    }

    /// The built-in agent of that name, one of [`NAMES`].
    pub fn built_in(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::new(name, || Box::new(Random))),
            "greedy" => Some(Self::new(name, || Box::new(Greedy::default()))),
            _ => None,
        }
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

/// The random stream of a seat's agent in a game: apart from the game's own, so that a different agent leaves the
/// shuffles alone.
pub fn stream(seed: u64, game: u64, seat: Seat) -> Stream {
    Stream::new(seed ^ 0xA6E4_7A6E_4750_1A1E, game.wrapping_mul(16).wrapping_add(u64::from(seat.0)))
}
