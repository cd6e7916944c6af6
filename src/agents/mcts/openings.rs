//! Hands to begin with: whether one is kept, and what goes to the bottom, by how games with it go.
//!
//! What a hand is worth shows late, and differs from deal to deal. So games are played further than elsewhere, and answers are
//! only dropped, or preferred, by what many deals say.

use super::Mcts;
use super::search::{Clock, MOST_DEALS};
use crate::agents::lookahead::{Deals, Pilot, Trial, Tries, Yardstick, rank};
use crate::game::view::{InformationSet, SeatView};
use crate::model::decision::Answer;
use crate::model::rng::Stream;

/// How many deals pass before answers are compared, each time.
const ROUND: usize = 8;
/// An answer is beaten if the mean difference is this many times its standard error.
const BEATEN: f64 = 2.0;
/// The greedy answer is exchanged for one whose lead is more than this many times its standard error.
const AHEAD: f64 = 1.0;

/// Drops what is surely worse than the best, but not the greedy answer: that is what others are measured by.
fn drop_beaten(trials: &mut Vec<Trial>) {
    rank(trials);
    let mut ranked = std::mem::take(trials).into_iter();
    let Some(best) = ranked.next() else { return };
    let others: Vec<Trial> = ranked.filter(|t| t.is_greedy() || !best.is_surely_better(t, BEATEN)).collect();
    trials.push(best);
    trials.extend(others);
}

/// The place of the answer that leads the greedy one by most, of those that lead by more than [`AHEAD`] says; 0 if none does.
fn leader(trials: &[Trial]) -> usize {
    let Some(greedy) = trials.iter().find(|t| t.is_greedy()) else { return 0 };
    let lead = |t: &Trial| t.lead(&greedy.worth);
    let others = trials.iter().filter(|t| t.is_surely_better(greedy, AHEAD));
    others.max_by(|a, b| lead(a).total_cmp(&lead(b)).then(b.place.cmp(&a.place))).map_or(0, |t| t.place)
}

/// Whether more deals would hardly say something else.
fn is_settled(trials: &[Trial]) -> bool {
    let [best, others @ ..] = trials else { return true };
    others.iter().all(|other| best.is_surely_better(other, BEATEN))
}

impl Mcts {
    /// The best of several answers about a hand to begin with, the greedy one first.
    pub(super) fn open(
        &mut self,
        view: &SeatView<'_>,
        known: &InformationSet,
        mut answers: Vec<Answer>,
        rng: &mut Stream,
    ) -> Answer {
        let params = self.params;
        // They take several times as long as others.
        let all = params.budget.iterations().div_ceil(2);
        // No more answers than can be compared.
        answers.truncate((all as usize / ROUND).max(1));
        if answers.len() < 2 {
            return answers.swap_remove(0);
        }
        let turns = (params.opening, params.opening);
        let pilot = Pilot::new(view, turns, Yardstick::of_percent(params.trying.learned), &self.greedy);
        let mut tries = Tries { pilot, deals: Deals::new(known, rng), answers, left: all, notes: false };
        let clock = Clock::begin(params.budget);
        let mut trials: Vec<Trial> = (0..tries.answers.len()).map(Trial::new).collect();
        for deals in 1..=MOST_DEALS {
            tries.run(&mut trials, deals);
            if tries.left == 0 || clock.is_over() {
                break;
            }
            if deals % ROUND == 0 {
                drop_beaten(&mut trials);
                if is_settled(&trials) {
                    break;
                }
            }
        }
        self.iterations += u64::from(all - tries.left);
        tries.answers.swap_remove(leader(&trials))
    }
}
