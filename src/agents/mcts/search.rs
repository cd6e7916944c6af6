//! Which lines are tried, how often, and which of them is the best.

use super::params::Budget;
use super::{Mcts, Params};
use crate::agents::lookahead::{Deals, Exchanges, Pilot, Trial, Tries, Yardstick, kinds_of, plays_land, rank};
use crate::game::view::{InformationSet, SeatView};
use crate::model::decision::{Answer, Decision};
use crate::model::rng::Stream;
use std::time::Instant;

/// How many answers a line exchanges after the first, at most.
const MOST_EXCHANGES: usize = 3;
/// How many of the best lines are gone on from.
const PARENTS: usize = 2;
/// A line is beaten if the mean difference is this many times its standard error.
const BEATEN: f64 = 3.0;
/// After how many deals a search ends, whatever the budget.
pub(super) const MOST_DEALS: usize = 256;

/// With a budget of time the clock is read once a deal.
pub(super) struct Clock {
    budget: Budget,
    began: Instant,
}

impl Clock {
    /// One that runs from now on.
    pub(super) fn begin(budget: Budget) -> Self {
        Self { budget, began: Instant::now() }
    }

    /// Whether the time is up; never with a budget of iterations.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.budget, Budget::Time(all) if self.began.elapsed() >= all)
    }
}

/// The place of the answer that the line begins with which leads the greedy one by most, if that is by some margin.
fn leader(trials: &[Trial], margin: f64) -> usize {
    let Some(greedy) = trials.iter().find(|t| t.is_greedy()) else { return 0 };
    let lead = |t: &Trial| t.lead(&greedy.worth);
    let others = trials.iter().filter(|t| !t.is_greedy() && !t.worth.is_empty() && lead(t) >= margin);
    // The earlier one of equal ones.
    others.rev().max_by(|a, b| lead(a).total_cmp(&lead(b))).map_or(0, |t| t.place)
}

/// Whether more deals would hardly say something else: all lines that begin otherwise than the best are beaten.
fn is_settled(trials: &[Trial]) -> bool {
    let [best, others @ ..] = trials else { return true };
    others.iter().all(|other| other.place == best.place || best.is_surely_better(other, BEATEN))
}

/// Leaves the better half, and greedy play: that is what others are measured by, to the end.
fn halve(trials: &mut Vec<Trial>) {
    rank(trials);
    let worse = trials.split_off(trials.len().div_ceil(2).max(PARENTS).min(trials.len()));
    trials.extend(worse.into_iter().filter(Trial::is_greedy));
}

/// The lines of one search.
struct Search<'a, 'v> {
    view: &'a SeatView<'v>,
    decision: &'a Decision,
    params: Params,
    clock: Clock,
    tries: Tries<'a>,
    /// What each answer of the tries comes to.
    kinds: Vec<u64>,
    /// The lines with a further answer exchanged that have been tried.
    seen: Vec<(usize, Exchanges)>,
}

impl Search<'_, '_> {
    /// The place of the answer that the best line begins with.
    fn best(&mut self, rng: &mut Stream) -> usize {
        let margin = f64::from(self.params.trying.margin) / 1000.0;
        let mut trials: Vec<Trial> = (0..self.tries.answers.len()).map(Trial::new).collect();
        let mut deals = self.params.trying.glance as usize;
        self.catch_up(&mut trials, deals, &[]);
        if leader(&trials, margin) == 0 {
            return 0;
        }
        while !self.is_over() && deals < MOST_DEALS {
            halve(&mut trials);
            if is_settled(&trials) {
                break;
            }
            self.widen(&mut trials, deals, rng);
            deals *= 2;
            self.catch_up(&mut trials, deals, &[]);
        }
        leader(&trials, margin)
    }

    /// Whether the budget is spent.
    fn is_over(&self) -> bool {
        self.tries.left == 0 || self.clock.is_over()
    }

    /// Tries lines in the deals before `deals` in which they haven't been. Those are dropped that are far behind the best line, or another
    /// one if that is given, and those that were the same in every deal: that isn't a choice.
    fn catch_up(&mut self, trials: &mut Vec<Trial>, deals: usize, other: &[f64]) {
        let drop = f64::from(self.params.trying.drop) / 1000.0;
        let from = trials.iter().map(|t| t.worth.len()).min().unwrap_or(deals);
        for deal in from..deals {
            if self.is_over() {
                return;
            }
            self.tries.run(trials, deal + 1);
            rank(trials);
            let is_best = other.is_empty();
            let best =
                if is_best { trials.first().map(|t| t.worth.clone()).unwrap_or_default() } else { other.to_vec() };
            let mut place = 0;
            trials.retain(|t| {
                place += 1;
                let count = t.worth.len().max(1);
                let same = count > 1 && best.get(..count) == Some(&t.worth[..]);
                t.is_greedy() || (is_best && place == 1) || (!same && t.lead(&best) > -drop / (count as f64).sqrt())
            });
        }
    }

    /// Adds what is near the best lines, tried in as many deals: other answers to the open decision, and lines with one more answer
    /// exchanged.
    fn widen(&mut self, trials: &mut Vec<Trial>, deals: usize, rng: &mut Stream) {
        let Some(best) = trials.first() else { return };
        let (more, worth) = (self.params.widen as usize, best.worth.clone());
        let mut lines: Vec<Trial> = trials.iter().take(PARENTS).flat_map(|t| t.children(MOST_EXCHANGES)).collect();
        lines.retain(|line| !self.seen.contains(&(line.place, line.exchanges.clone())));
        rng.shuffle(&mut lines);
        lines.truncate(more);
        self.seen.extend(lines.iter().map(|line| (line.place, line.exchanges.clone())));
        let first = self.tries.answers[best.place].clone();
        if !plays_land(self.decision, &self.tries.answers[0]) {
            let (answers, kinds) = kinds_of(self.view, self.decision, first, self.kinds.len() + more, None, rng);
            let known = self.kinds.len();
            for (answer, kind) in answers.into_iter().zip(kinds) {
                if self.kinds.len() < known + more && !self.kinds.contains(&kind) {
                    lines.push(Trial::new(self.kinds.len()));
                    self.kinds.push(kind);
                    self.tries.answers.push(answer);
                }
            }
        }
        self.catch_up(&mut lines, deals, &worth);
        trials.extend(lines.into_iter().filter(|line| line.worth.len() >= deals));
    }
}

impl Mcts {
    /// The best of several answers to the decision of a view, the greedy one first, with what they come to; and whether it is another one.
    pub(super) fn search(
        &mut self,
        (view, decision): (&SeatView<'_>, &Decision),
        known: &InformationSet,
        (answers, kinds): (Vec<Answer>, Vec<u64>),
        rng: &mut Stream,
    ) -> (Answer, bool) {
        let params = self.params;
        let yardstick = Yardstick::of_percent(params.trying.learned);
        let pilot = Pilot::new(view, (params.trying.own, params.trying.other), yardstick, &self.greedy);
        let deals = Deals::new(known, rng);
        let all = params.budget.iterations();
        let tries = Tries { pilot, deals, answers, left: all, notes: true };
        let clock = Clock::begin(params.budget);
        let mut search = Search { view, decision, params, clock, tries, kinds, seen: Vec::new() };
        let best = search.best(rng);
        let Tries { mut answers, left, .. } = search.tries;
        self.iterations += u64::from(all - left);
        (answers.swap_remove(best), best != 0)
    }
}
