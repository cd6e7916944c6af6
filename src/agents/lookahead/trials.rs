//! Lines that are tried in the same deals, and which of them is ahead.

use super::{Deals, Exchange, Exchanges, Line, Moment, Pilot};
use crate::model::decision::Answer;

/// After how many deals it can be beyond doubt which line is the better one.
const ENOUGH: usize = 8;

/// A line and how it went.
#[derive(Debug)]
pub(in crate::agents) struct Trial {
    /// The place of its first answer.
    pub(in crate::agents) place: usize,
    /// The answers that are exchanged after the first.
    pub(in crate::agents) exchanges: Exchanges,
    /// What it was worth in each deal, from the first on.
    pub(in crate::agents) worth: Vec<f64>,
    /// What could be exchanged further, as the first deal has shown.
    pub(in crate::agents) moments: Vec<Moment>,
}

impl Trial {
    /// One that begins with the answer of that place, and hasn't been tried.
    pub(in crate::agents) fn new(place: usize) -> Self {
        Self { place, exchanges: Exchanges::new(), worth: Vec::new(), moments: Vec::new() }
    }

    /// How much better it was than another line, in the deals that both have been tried in.
    pub(in crate::agents) fn lead(&self, other: &[f64]) -> f64 {
        let count = self.worth.len().min(other.len());
        let sum: f64 = self.worth.iter().zip(other).map(|(a, b)| a - b).sum();
        sum / count.max(1) as f64
    }

    /// Whether it is better than another line by more than `errors` times the standard error of the difference, in the deals that both
    /// have been tried in. A few deals are never enough.
    pub(in crate::agents) fn is_surely_better(&self, other: &Self, errors: f64) -> bool {
        let count = self.worth.len().min(other.worth.len());
        let mean = self.lead(&other.worth);
        let squares: f64 = self.worth.iter().zip(&other.worth).map(|(a, b)| (a - b - mean) * (a - b - mean)).sum();
        count >= ENOUGH && mean > errors * (squares / (count as f64 - 1.0) / count as f64).sqrt()
    }

    /// Whether it is what the greedy agent would do.
    pub(in crate::agents) fn is_greedy(&self) -> bool {
        self.place == 0 && self.exchanges.is_empty()
    }

    /// What it was worth, on average.
    pub(in crate::agents) fn mean(&self) -> f64 {
        self.worth.iter().sum::<f64>() / self.worth.len().max(1) as f64
    }

    /// The lines with one more answer exchanged, `most` of them at most in a line.
    pub(in crate::agents) fn children(&self, most: usize) -> Vec<Self> {
        if self.exchanges.len() >= most {
            return Vec::new();
        }
        let child = |at: u16, kind: u64| {
            let mut exchanges = self.exchanges.clone();
            exchanges.push(Exchange { at, kind });
            Self { exchanges, ..Self::new(self.place) }
        };
        self.moments.iter().flat_map(|m| m.others.iter().map(move |kind| child(m.at, *kind))).collect()
    }
}

/// Puts the best first, the earlier one of equal ones.
pub(in crate::agents) fn rank(trials: &mut [Trial]) {
    trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.place.cmp(&b.place)));
}

/// No playouts are left.
struct Spent;

/// The tries of one search.
#[derive(Debug)]
pub(in crate::agents) struct Tries<'a> {
    /// Who plays the lines.
    pub(in crate::agents) pilot: Pilot,
    /// What they are played in.
    pub(in crate::agents) deals: Deals<'a>,
    /// The answers that lines begin with, the greedy one first.
    pub(in crate::agents) answers: Vec<Answer>,
    /// How many playouts are left.
    pub(in crate::agents) left: u32,
    /// Whether it is noted what could be exchanged further.
    pub(in crate::agents) notes: bool,
}

impl Tries<'_> {
    /// Tries lines in the deals before `deals` in which they haven't been, as far as the budget goes.
    pub(in crate::agents) fn run(&mut self, trials: &mut [Trial], deals: usize) {
        let from = trials.iter().map(|t| t.worth.len()).min().unwrap_or(deals);
        for deal in from..deals {
            let untried = |t: &&mut Trial| t.worth.len() == deal;
            let mut others = trials.iter_mut().filter(untried).count();
            for trial in trials.iter_mut().filter(untried) {
                others -= 1;
                let Ok(line) = self.begin(trial, others > 0) else { return };
                trial.worth.push(self.pilot.play(line));
            }
        }
    }

    /// Tries lines in their next deal, the greedy one first. Another one is ended with the present turn, and dropped, if it comes to the same
    /// then as greedy play, or is worse by more than `cut`: most lines that are hardly worth a try are known by that. If that is all of
    /// them, there is nothing to compare greedy play with, and it is ended, too.
    pub(in crate::agents) fn run_in_view(&mut self, trials: &mut Vec<Trial>, cut: f64) {
        let mut others = trials.split_off(trials.len().min(1));
        let Some(greedy) = trials.first_mut() else { return };
        let mut untried = others.len();
        if let Ok(mut line) = self.begin(greedy, untried > 0) {
            let midway = self.pilot.play_turn(&mut line);
            others.retain_mut(|trial| {
                untried -= 1;
                let Ok(mut line) = self.begin(trial, untried > 0) else { return true };
                let now = self.pilot.play_turn(&mut line);
                let goes_on = now != midway && now >= midway - cut;
                if goes_on {
                    trial.worth.push(self.pilot.play(line));
                }
                goes_on
            });
            if !others.is_empty() {
                greedy.worth.push(self.pilot.play(line));
            }
        }
        trials.append(&mut others);
    }

    /// Begins a line in its next deal. `again`: another line is tried in that deal after this.
    fn begin(&mut self, trial: &mut Trial, again: bool) -> Result<Line, Spent> {
        self.left = self.left.checked_sub(1).ok_or(Spent)?;
        let deal = trial.worth.len();
        let game = self.deals.game(deal as u64, again);
        let moments = (deal == 0 && self.notes).then_some(&mut trial.moments);
        Ok(self.pilot.begin(game, (&self.answers[trial.place], trial.exchanges.as_slice()), moments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::lookahead::{Yardstick, is_opening, is_searched, kinds_of};
    use crate::agents::{Agent, Greedy};
    use crate::cards::CardDb;
    use crate::game::view::{InformationSet, Pool, SeatView};
    use crate::model::rng::Stream;
    use crate::{Game, GameSetup};

    /// A look at the end of the turn changes nothing of what lines come to that are played on after it; greedy play is played on
    /// beside another line only.
    #[test]
    fn lines_in_view_come_to_the_same_as_others() {
        let deck = vec![("Forest", 17), ("Grizzly Bears", 15), ("Giant Growth", 8)];
        let setup = GameSetup::from_names(&CardDb::embedded(), &[deck.clone(), deck]).expect("all are embedded");
        let pool = Pool::of_setup(&setup);
        let (mut game, mut greedy, mut rng) = (Game::new(&setup, 3, 0), Greedy::default(), Stream::new(1, 1));
        let (mut ended, mut played_on) = (0, 0);
        for number in 0..120 {
            let Some(decision) = game.decision().cloned() else { break };
            let view = SeatView::new(game.world(), decision.decider);
            let first = greedy.answer(&view, &decision, &mut rng);
            let (answers, _) = kinds_of(&view, &decision, first.clone(), 4, None, &mut rng);
            if answers.len() > 1 && is_searched(&view, &decision) && !is_opening(&decision) {
                let known = InformationSet::new(&view, &pool).expect("it decides for itself");
                let tries = || Tries {
                    pilot: Pilot::new(&view, (1, 1), Yardstick::default(), &greedy),
                    deals: Deals::new(&known, &mut Stream::new(7, number)),
                    answers: answers.clone(),
                    left: 100,
                    notes: false,
                };
                let new = || (0..answers.len()).map(Trial::new).collect::<Vec<_>>();
                let (mut all, mut seen) = (new(), new());
                tries().run(&mut all, 1);
                tries().run_in_view(&mut seen, 0.05);
                if let [greedy] = seen.as_slice() {
                    assert!(greedy.is_greedy() && greedy.worth.is_empty());
                    ended += 1;
                } else {
                    seen.iter().for_each(|trial| assert_eq!(trial.worth, all[trial.place].worth));
                    played_on += 1;
                }
            }
            game.submit(first).expect("a greedy answer is legal");
        }
        assert!(ended > 0 && played_on > 0, "{ended} {played_on}");
    }
}
