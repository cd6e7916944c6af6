//! Play by search: a tree of lines, tried in many deals of what isn't known.
//!
//! A *line* (`lookahead::line`) is greedy play with some answers of the turn exchanged for others, played in a game that its seat may be in
//! until the end of the next turn; positions there are judged as the planner's are. The lines make a tree: below each are those with one
//! more answer exchanged. All that are in the running are tried in the same deals, with the same chance, so that what they differ in is
//! not the luck of the deal.
//!
//! At the root are the answers to the open decision, the greedy one first. If no other is better in the first deals, it is given. Otherwise
//! the number of deals is doubled again and again. Each time, the worse half of the lines is dropped, and what is near the best ones is added and
//! tried in as many deals ("progressive widening"): further answers to the open decision, so that attacks, blocks and targets are
//! improved step by step, and lines with one more answer exchanged. What is far behind after its first deals isn't tried further; a search ends
//! when it is beyond doubt which answer is the best, or when its budget is spent.
//!
//! Searched are decisions of consequence. Orders, payments and the like are left to the greedy agent, and so are moments at
//! which it never does anything. Hands to begin with are tried in games that are played further (`openings`).
//!
//! | file | what |
//! | --- | --- |
//! | `params` | the budget and the numbers |
//! | `openings` | hands to begin with |
//! | `search` | which lines are tried, how often, and which of them is the best |
//!
//! # Invariants
//! * It sees a view of its seat and games dealt from it, through the public interface of the crate.
//! * With a budget of iterations its answers follow from the game and its stream alone.

mod openings;
mod params;
mod search;

pub use params::{BadBudget, Budget, Params};

use crate::agents::lookahead::{Belief, Otherwise, is_opening, is_searched, kinds_of, plays_land};
use crate::agents::{Agent, Greedy};
use crate::game::view::{Opening, SeatView};
use crate::model::decision::{Answer, Decision};
use crate::model::rng::Stream;

/// The searching agent.
#[derive(Debug, Default)]
pub struct Mcts {
    params: Params,
    greedy: Greedy,
    belief: Belief,
    otherwise: Otherwise,
    iterations: u64,
}

impl Mcts {
    /// An agent with this budget for each decision.
    pub fn new(budget: Budget) -> Self {
        Self::with(Params { budget, ..Params::default() })
    }

    /// An agent with these numbers.
    pub fn with(params: Params) -> Self {
        Self { params, ..Self::default() }
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
        self.greedy.begin(opening);
    }

    fn answer(&mut self, view: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer {
        let first = self.greedy.answer(view, decision, rng);
        let opens = is_opening(decision);
        if opens && self.params.opening == 0 || !is_searched(view, decision) {
            return first;
        }
        let most = self.params.trying.most(view, decision, &first);
        if most < 2 {
            return first;
        }
        let is_spent = self.otherwise.is_spent(view.turn().number);
        let lands = plays_land(decision, &first);
        let (mut answers, mut kinds) = kinds_of(view, decision, first, most, None, rng);
        if lands {
            // Which one, if any: a land that isn't played is lost time.
            let count = answers.iter().take_while(|answer| plays_land(decision, answer)).count();
            answers.truncate(count);
            kinds.truncate(count);
        }
        if answers.len() < 2 || is_spent {
            return answers.swap_remove(0);
        }
        let Ok(known) = self.belief.known(view) else { return answers.swap_remove(0) };
        if opens {
            return self.open(view, &known, answers, rng);
        }
        let (answer, is_otherwise) = self.search((view, decision), &known, (answers, kinds), rng);
        self.otherwise.note(is_otherwise);
        answer
    }
}
