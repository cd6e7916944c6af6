//! Which lines are tried, how often, and which is the best.

use super::Planner;
use crate::agents::lookahead::{Deals, Pilot, Trial, Tries, Yardstick, rank};
use crate::game::view::{InformationSet, SeatView};
use crate::model::decision::Answer;
use crate::model::rng::Stream;

/// How many answers a line exchanges after the first, at most.
const MOST_EXCHANGES: usize = 2;
/// How many of the best lines get a further answer exchanged.
const PARENTS: usize = 2;
/// How many lines with a further answer exchanged are tried, at most.
const CHILDREN: usize = 16;

/// A board with this many permanents gets the whole budget.
const CROWD: u32 = 40;

/// The lines of one search: which of them are still tried.
struct Halving<'a> {
    tries: Tries<'a>,
    /// How much worse than the best a line is, after its first deal, that isn't tried again.
    drop: f64,
    /// How much worse than the greedy line one is at the end of the present turn that is ended there in a glance.
    cut: f64,
    /// What greedy play was worth in each deal, if it was dropped.
    greedy: Option<Vec<f64>>,
}

impl Halving<'_> {
    /// Tries the lines in a few deals, and drops those that are worse than the first, the greedy one, by more than some slack, or come
    /// to the same. Whether one of them is better than it by some margin: if none is, they are hardly worth a closer look.
    fn glance(&mut self, trials: &mut Vec<Trial>, deals: usize, margin: f64, slack: f64) -> bool {
        for _ in 0..deals {
            self.tries.run_in_view(trials, self.cut);
            let Some(greedy) = trials.first().map(|greedy| greedy.worth.clone()) else { return false };
            let differs = |t: &Trial| !t.worth.is_empty() && t.worth != greedy && t.lead(&greedy) > -slack;
            trials.retain(|t| t.is_greedy() || differs(t));
            if trials.len() < 2 {
                return false;
            }
        }
        let [greedy, others @ ..] = trials.as_slice() else { return false };
        others.iter().any(|other| other.lead(&greedy.worth) >= margin)
    }

    /// The place of the answer that the best line begins with; lines with a further answer exchanged get `deeper` of the playouts.
    fn best(&mut self, mut trials: Vec<Trial>, deeper: u32, margin: f64, rng: &mut Stream) -> usize {
        self.halve(&mut trials, if deeper > 0 { PARENTS } else { 1 }, self.tries.left.saturating_sub(deeper));
        let greedy = self.greedy.take().or_else(|| trials.iter().find(|t| t.is_greedy()).map(|t| t.worth.clone()));
        for level in 0..MOST_EXCHANGES {
            if self.tries.left == 0 {
                break;
            }
            let mut children: Vec<Trial> =
                trials.iter().take(PARENTS).flat_map(|t| t.children(MOST_EXCHANGES)).collect();
            if children.is_empty() {
                break;
            }
            rng.shuffle(&mut children);
            children.truncate(CHILDREN.min(self.tries.left as usize));
            let share = if level + 1 == MOST_EXCHANGES { self.tries.left } else { self.tries.left * 2 / 3 };
            self.halve(&mut children, 1, share);
            trials.extend(children.into_iter().filter(|c| !c.worth.is_empty()));
            // All in the running have been in the first deals of the one with the fewest.
            let fewest = trials.iter().map(|t| t.worth.len()).min().unwrap_or(0);
            let mean = |t: &Trial| t.worth[..fewest].iter().sum::<f64>();
            trials.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then(a.place.cmp(&b.place)));
            trials.truncate(PARENTS);
        }
        let best = trials.swap_remove(0);
        if greedy.is_some_and(|worth| !best.is_greedy() && best.lead(&worth) < margin) { 0 } else { best.place }
    }

    /// Drops the worse half of lines again and again until at most `leave` are left, within a number of playouts.
    fn halve(&mut self, trials: &mut Vec<Trial>, leave: usize, playouts: u32) {
        let floor = self.tries.left.saturating_sub(playouts);
        while self.tries.left > floor {
            let rounds = (trials.len().div_ceil(leave)).next_power_of_two().trailing_zeros().max(1);
            let each = ((self.tries.left - floor) / rounds / trials.len() as u32).max(1) as usize;
            let had = trials.iter().map(|t| t.worth.len()).min().unwrap_or(0);
            for deals in had..had + each {
                self.tries.run(trials, deals + 1);
                self.drop_hopeless(trials, leave);
                if trials.len() == 1 || self.tries.left <= floor {
                    break;
                }
            }
            // What greedy play comes to is what others are measured by, to the end.
            let worse = trials.split_off(trials.len().div_ceil(2).max(leave).min(trials.len()));
            trials.extend(worse.into_iter().filter(Trial::is_greedy));
            if trials.len() <= leave {
                break;
            }
        }
        rank(trials);
    }

    /// Drops lines that are far behind the best but for the first `leave`, and those that were the same in every deal: that isn't
    /// a choice.
    fn drop_hopeless(&mut self, trials: &mut Vec<Trial>, leave: usize) {
        rank(trials);
        let best = trials[0].worth.clone();
        let floor = trials[0].mean() - self.drop / (best.len().max(1) as f64).sqrt();
        let mut place = 0;
        let stays = |t: &Trial| {
            place += 1;
            place == 1 || t.worth.len() < best.len() || (t.worth != best && (place <= leave || t.mean() > floor))
        };
        let (stay, dropped): (Vec<Trial>, Vec<Trial>) = std::mem::take(trials).into_iter().partition(stays);
        *trials = stay;
        if let Some(greedy) = dropped.into_iter().find(Trial::is_greedy) {
            self.greedy = Some(greedy.worth);
        }
    }
}

/// The number of playouts on a board with that many permanents: they take longer on a crowded one, in about that proportion.
fn budget_on(playouts: u32, permanents: usize) -> u32 {
    let permanents = u32::try_from(permanents).unwrap_or(u32::MAX);
    let part = u64::from(playouts) * u64::from(CROWD) / u64::from(permanents.max(CROWD));
    u32::try_from(part).unwrap_or(u32::MAX).max(1)
}

impl Planner {
    /// The best of several answers to the decision of a view, and its place; the greedy one is the first.
    pub(super) fn search(
        &mut self,
        view: &SeatView<'_>,
        known: &InformationSet,
        answers: Vec<Answer>,
        rng: &mut Stream,
    ) -> (usize, Answer) {
        let turns = (self.params.trying.own, self.params.trying.other);
        let pilot = Pilot::new(view, turns, Yardstick::of_percent(self.params.trying.learned), &self.greedy);
        let budget = budget_on(self.params.playouts, view.battlefield().count());
        let mut trials: Vec<Trial> = (0..answers.len()).map(Trial::new).collect();
        let deals = Deals::new(known, rng);
        let thousandths = |number: u32| f64::from(number) / 1000.0;
        let (drop, cut) = (thousandths(self.params.trying.drop), thousandths(self.params.cut));
        let tries = Tries { pilot, deals, answers, left: budget, notes: self.params.deeper > 0 };
        let mut halving = Halving { tries, drop, cut, greedy: None };
        let (margin, slack) = (thousandths(self.params.trying.margin), thousandths(self.params.slack));
        let glance = self.params.trying.glance as usize;
        let best = if glance > 0 && !halving.glance(&mut trials, glance, margin, slack) {
            0
        } else {
            halving.best(trials, budget * self.params.deeper / 100, margin, rng)
        };
        (best, halving.tries.answers.swap_remove(best))
    }
}
