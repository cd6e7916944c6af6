//! Play by plan: sequences of its own actions, tried out in games that it may be in.
//!
//! A *line* (`lookahead::line`) is the greedy agent's play with a few answers of the turn exchanged for others. At a decision of consequence
//! the planner begins with the answers to it, each followed by greedy play of everybody until the end of the opponent's next turn, and looks at
//! what the position is worth then. With `wide=0` these are only the decisions that most is won by, with as many answers as are worth it
//! (`lookahead::asked`). Each line is tried in the same deals of what isn't known ([`InformationSet`](crate::game::view::InformationSet)), with the
//! same chance. A search begins with a glance: lines that are worse than the greedy one, or come to the same, are dropped, many of them at the
//! end of the turn already, and if no line is better in the first deals, the greedy one is played. Otherwise the worse half of the lines is
//! dropped, again and again. With `deeper`, the best lines get a further answer exchanged, one of those that came up as they were played: so
//! attacks, tricks and the order of spells are chosen together. Of the line that is left, the first answer is given.
//!
//! | file | what |
//! | --- | --- |
//! | `params` | its numbers |
//! | `search` | which lines are tried, how often, and which is the best |
//!
//! # Invariants
//! * It sees a view of its seat and games dealt from it, through the public interface of the crate.
//! * Its answers follow from the game and its stream alone: the budget is counted in playouts and in decisions.
//! * When the budget is spent, the best line so far is taken; without any, the greedy answer.

mod params;
mod search;

pub use crate::agents::lookahead::BadParams;
pub use params::Params;

use crate::agents::lookahead::{Belief, Otherwise, is_opening, is_searched, kinds_of, plays_land};
use crate::agents::{Agent, Greedy};
use crate::game::view::{Opening, SeatView};
use crate::model::decision::{Answer, Decision};
use crate::model::rng::Stream;

/// The planning agent.
#[derive(Debug, Default)]
pub struct Planner {
    params: Params,
    greedy: Greedy,
    belief: Belief,
    otherwise: Otherwise,
}

impl Planner {
    /// An agent with these numbers.
    pub fn new(params: Params) -> Self {
        Self { params, ..Self::default() }
    }
}

impl Agent for Planner {
    fn name(&self) -> &str {
        "planner"
    }

    fn begin(&mut self, opening: &Opening<'_>) {
        self.belief.begin(opening);
        self.greedy.begin(opening);
    }

    fn answer(&mut self, view: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer {
        let first = self.greedy.answer(view, decision, rng);
        if is_opening(decision) || !is_searched(view, decision) {
            return first;
        }
        let most = self.params.trying.most(view, decision, &first);
        if most < 2 {
            return first;
        }
        let is_spent = self.otherwise.is_spent(view.turn().number);
        let lands = plays_land(decision, &first);
        let (mut answers, _) = kinds_of(view, decision, first, most, Some(&self.greedy), rng);
        if lands {
            // Which one, if any: a land that isn't played is lost time.
            let count = answers.iter().take_while(|answer| plays_land(decision, answer)).count();
            answers.truncate(count);
        }
        if answers.len() < 2 || is_spent {
            return answers.swap_remove(0);
        }
        let Ok(known) = self.belief.known(view) else { return answers.swap_remove(0) };
        let (place, answer) = self.search(view, &known, answers, rng);
        self.otherwise.note(place != 0);
        answer
    }
}
