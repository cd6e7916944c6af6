//! Positions below the root. A position is what the decisions that lead there have in common, in whichever game it comes up;
//! an answer that isn't available in the game at hand is passed over, and counts as tried only among those that were
//! available.

use super::Params;
use crate::agents::evaluation::Worth;
use crate::agents::lookahead::{Table, is_searched, kinds_of, play_out, turn_of, worth};
use crate::game::Game;
use crate::game::view::SeatView;
use crate::model::ids::Seat;
use crate::model::rng::Stream;

/// How many answers are tried in a position, at most.
const MOST: usize = 8;

/// An answer that was tried.
#[derive(Debug)]
struct Branch {
    kind: u64,
    /// How often it was available.
    available: u32,
    tried: u32,
    /// The total worth to the player who answered.
    worth: f64,
    to: usize,
}

#[derive(Debug, Default)]
struct Position {
    visits: u32,
    branches: Vec<Branch>,
}

/// What follows an answer at the root.
#[derive(Debug)]
pub(super) struct Tree {
    positions: Vec<Position>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { positions: vec![Position::default()] }
    }
}

impl Tree {
    /// One iteration from the position after the root's answer: down the tree, a playout, and what that was worth.
    pub(super) fn iterate(
        &mut self,
        params: &Params,
        game: &mut Game,
        table: &mut Table,
        (seats, until): (usize, u32),
        rng: &mut Stream,
    ) -> Worth {
        let mut path: Vec<(usize, usize, Seat)> = Vec::new();
        let mut at = 0;
        let mut depth = 0;
        while depth < params.depth && turn_of(game) <= until {
            let Some(decision) = game.decision() else { break };
            let seat = decision.decider;
            let view = SeatView::new(game.world(), seat);
            let searched = is_searched(&view, decision);
            let Some(first) = table.answer(game, rng) else { break };
            let mut answer = first;
            if searched {
                depth += 1;
                self.positions[at].visits += 1;
                if self.positions[at].visits < params.ripe {
                    // The playout continues with what is known to be sensible.
                    let _ = game.submit(answer);
                    break;
                }
                let view = SeatView::new(game.world(), seat);
                let decision = game.decision().expect("it is still open");
                let (answers, kinds) = kinds_of(&view, decision, answer, MOST, rng);
                let branch = self.choose(params, at, &kinds, rng);
                let kind = self.positions[at].branches[branch].kind;
                let place = kinds.iter().position(|k| *k == kind).unwrap_or(0);
                answer = answers.into_iter().nth(place).expect("each kind is that of an answer");
                path.push((at, branch, seat));
                at = self.positions[at].branches[branch].to;
            }
            if game.submit(answer).is_err() {
                break;
            }
        }
        play_out(game, table, until, rng);
        let worth = worth(game, seats);
        for (position, branch, seat) in path {
            let branch = &mut self.positions[position].branches[branch];
            branch.tried += 1;
            branch.worth += worth.get(seat.index()).copied().unwrap_or(0.5);
        }
        worth
    }

    /// The branch to go down: a new one if the position has been visited often enough for it, otherwise the one with the
    /// highest upper confidence bound.
    fn choose(&mut self, params: &Params, at: usize, kinds: &[u64], rng: &mut Stream) -> usize {
        let fresh = self.positions.len();
        let position = &mut self.positions[at];
        let mut new: Vec<u64> = Vec::new();
        for kind in kinds {
            match position.branches.iter_mut().find(|b| b.kind == *kind) {
                Some(branch) => branch.available += 1,
                None => new.push(*kind),
            }
        }
        let known = kinds.len() - new.len();
        let room = 1 + f64::from(position.visits / params.ripe.max(1)).sqrt() as usize;
        if !new.is_empty() && known < room {
            // The greedy answer comes first, the others in any order.
            let kind = if new[0] == kinds[0] { new[0] } else { new[rng.below(new.len() as u32) as usize] };
            position.branches.push(Branch { kind, available: 1, tried: 0, worth: 0.0, to: fresh });
            let branch = position.branches.len() - 1;
            self.positions.push(Position::default());
            return branch;
        }
        let bound = |branch: &Branch| {
            let tried = f64::from(branch.tried.max(1));
            branch.worth / tried + params.explore * (f64::from(branch.available.max(1)).ln() / tried).sqrt()
        };
        let there = position.branches.iter().enumerate().filter(|(_, b)| kinds.contains(&b.kind));
        let best = there.max_by(|(i, a), (j, b)| bound(a).total_cmp(&bound(b)).then(j.cmp(i)));
        best.map_or(0, |(i, _)| i)
    }
}
