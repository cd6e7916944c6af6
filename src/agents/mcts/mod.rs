//! Play by search: information-set Monte Carlo tree search.
//!
//! What it doesn't know it deals at random, again and again ([`InformationSet`]): each iteration answers the open decision in
//! one of the games that its seat may be in, continues down the tree of what has been tried there, plays a few turns as the
//! greedy agent does for everybody, and looks at where that leads. What players know in those games is what they would see,
//! so that no answer can rest on a card that its player can't know.
//!
//! At the root, each deal is tried with all answers that are still in the running, with the same chance for all of them, and
//! the worse half of them is dropped a few times ("sequential halving"), and those that are beaten beyond doubt at once; when
//! one is left, the rest of the budget is saved. Below, answers are chosen by upper confidence bounds
//! among those that are available in the game at hand; the greedy agent's comes first, and others are added as a position is
//! visited more often ("progressive widening").
//!
//! Searched are decisions of consequence. Orders, payments and the like are left to the greedy agent, and so are moments at
//! which it never does anything.
//!
//! | file | what |
//! | --- | --- |
//! | `search` | the root: deals, iterations, the budget |
//! | `tree` | positions below the root |
//!
//! # Invariants
//! * It sees a view of its seat and games dealt from it, through the public interface of the crate.
//! * With a budget of iterations its answers follow from the game and its stream alone.

mod search;
mod tree;

use crate::agents::lookahead::{Belief, candidates, is_searched};
use crate::agents::{Agent, Greedy};
use crate::game::Game;
use crate::game::view::{InformationSet, Opening, SeatView};
use crate::model::decision::{Answer, Decision};
use crate::model::rng::Stream;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long to search for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// A number of iterations: the same answers on every machine.
    Iterations(u32),
    /// A time: better answers on faster machines.
    Time(Duration),
}

impl Default for Budget {
    fn default() -> Self {
        Self::Iterations(500)
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iterations(n) => write!(f, "{n}"),
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// What isn't a budget.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadBudget {
    /// It isn't written like one.
    #[error("`{0}` is neither a number of iterations nor a time in milliseconds (`500`, `200ms`)")]
    Form(String),
    /// It is none, or too large.
    #[error("the budget `{0}` is out of range: 1 to {max} iterations, or 1ms to {max}ms", max = u32::MAX)]
    Range(String),
}

impl FromStr for Budget {
    type Err = BadBudget;
    /// A number of iterations, or milliseconds: `500`, `200ms`.
    fn from_str(text: &str) -> Result<Self, BadBudget> {
        let number = |digits: &str| {
            // Numbers below 0 are written like some that fit.
            let plain = digits.strip_prefix('-').unwrap_or(digits);
            if plain.is_empty() || !plain.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(BadBudget::Form(text.to_owned()));
            }
            digits.parse::<u32>().ok().filter(|n| *n > 0).ok_or_else(|| BadBudget::Range(text.to_owned()))
        };
        match text.strip_suffix("ms") {
            Some(digits) => Ok(Self::Time(Duration::from_millis(number(digits)?.into()))),
            None => Ok(Self::Iterations(number(text)?)),
        }
    }
}

/// Numbers that make the search what it is.
#[derive(Clone, Copy, Debug)]
struct Params {
    /// How many turns after the present one are played out.
    turns: u32,
    /// How many answers are tried at the root, at most.
    answers: usize,
    /// How many decisions below the root are part of the tree.
    depth: u32,
    /// How many visits make a position part of the tree.
    ripe: u32,
    /// How much untried answers are favoured.
    explore: f64,
}

impl Default for Params {
    fn default() -> Self {
        Self { turns: 2, answers: 16, depth: 6, ripe: 8, explore: 0.3 }
    }
}

/// The searching agent.
#[derive(Debug, Default)]
pub struct Mcts {
    budget: Budget,
    params: Params,
    greedy: Greedy,
    belief: Belief,
    /// Games to search in, kept because they are dear to make.
    games: Option<[Game; 2]>,
    /// What it knew at the last search, kept for the same reason.
    known: Option<InformationSet>,
    iterations: u64,
}

impl Mcts {
    /// An agent with this budget for each decision.
    pub fn new(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// How many iterations it has made in all.
    pub const fn iterations(&self) -> u64 {
        self.iterations
    }
}

impl Agent for Mcts {
    fn name(&self) -> &str {
        "mcts"
    }

    fn begin(&mut self, opening: &Opening<'_>) {
        self.belief.begin(opening);
    }

    fn answer(&mut self, view: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer {
        let before = self.greedy.clone();
        let first = self.greedy.answer(view, decision, rng);
        if !is_searched(view, decision) {
            return first;
        }
        let answers = candidates(view, decision, first, self.params.answers, rng);
        if answers.len() < 2 {
            return answers.into_iter().next().expect("the greedy answer is one");
        }
        let Ok(known) = self.belief.known(view, self.known.take()) else {
            return answers.into_iter().next().expect("the greedy answer is one");
        };
        let best = self.search(view, &known, &answers, &before, rng);
        self.known = Some(known);
        answers.into_iter().nth(best).expect("the best answer is one of them")
    }
}
