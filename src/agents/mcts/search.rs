//! The root: all answers that are in the running are tried in the same games, until the budget is spent or one is left.

use super::tree::Tree;
use super::{Budget, Mcts};
use crate::agents::Greedy;
use crate::agents::lookahead::Table;
use crate::game::view::{InformationSet, SeatView};
use crate::model::decision::Answer;
use crate::model::rng::Stream;
use std::time::Instant;

/// The number of deals after which answers that have no hope are dropped, again and again.
const LOOK: usize = 16;
/// An answer is beaten if the mean difference is this many times its standard error.
const BEATEN: f64 = 3.5;

/// With a budget of time the clock is read once a deal.
struct Clock {
    budget: Budget,
    began: Instant,
    spent: u32,
}

impl Clock {
    /// Whether there is time for `more` further iterations within a part of the budget.
    fn allows(&self, more: usize, part: f64) -> bool {
        match self.budget {
            Budget::Iterations(all) => f64::from(self.spent) + more as f64 <= f64::from(all) * part,
            Budget::Time(all) => self.began.elapsed() < all.mul_f64(part),
        }
    }
}

/// An answer in the running.
struct Runner {
    place: usize,
    tree: Tree,
    /// What it was worth in each deal. All that are in the running have seen the same deals.
    worth: Vec<f64>,
}

impl Runner {
    fn mean(&self) -> f64 {
        self.worth.iter().sum::<f64>() / self.worth.len().max(1) as f64
    }

    /// Whether there is no hope to become better than another one: it is worse by more than chance explains, or has been
    /// the same in every game.
    fn is_beaten_by(&self, other: &Self) -> bool {
        let differences = || other.worth.iter().zip(&self.worth).map(|(a, b)| a - b);
        let count = self.worth.len() as f64;
        let mean = differences().sum::<f64>() / count;
        let variance = differences().map(|d| (d - mean) * (d - mean)).sum::<f64>() / (count - 1.0).max(1.0);
        if variance <= 1e-12 { mean > -1e-9 } else { mean > BEATEN * (variance / count).sqrt() }
    }
}

/// Puts the best first, the earlier one of equal ones.
fn rank(running: &mut [Runner]) {
    running.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.place.cmp(&b.place)));
}

/// Leaves those that may still be the best.
fn drop_beaten(running: &mut Vec<Runner>) {
    rank(running);
    let (best, others) = running.split_at(1);
    let beaten: Vec<usize> = others.iter().filter(|r| r.is_beaten_by(&best[0])).map(|r| r.place).collect();
    running.retain(|r| !beaten.contains(&r.place));
}

impl Mcts {
    /// The place of the best of several answers to the decision of a view.
    pub(super) fn search(
        &mut self,
        view: &SeatView<'_>,
        known: &InformationSet,
        answers: &[Answer],
        greedy: &Greedy,
        rng: &mut Stream,
    ) -> usize {
        let seat = view.seat();
        let seats = view.seats().map(|s| s.index() + 1).max().unwrap_or(1);
        let until = view.turn().number + self.params.turns;
        let table = Table::new(seats, seat, greedy);
        let mut clock = Clock { budget: self.budget, began: Instant::now(), spent: 0 };
        let [mut dealt, mut game] = self.games.take().unwrap_or_else(|| [known.deal(rng), known.deal(rng)]);
        let new = |place| Runner { place, tree: Tree::default(), worth: Vec::new() };
        let mut running: Vec<Runner> = (0..answers.len()).map(new).collect();
        let rounds = answers.len().next_power_of_two().trailing_zeros().max(1);
        for round in 1..=rounds {
            let part = f64::from(round) / f64::from(rounds);
            while running.len() > 1 && (running[0].worth.is_empty() || clock.allows(running.len(), part)) {
                known.deal_into(&mut dealt, rng);
                let chance = (rng.bits(), rng.bits());
                for runner in &mut running {
                    dealt.fork_into(&mut game);
                    let mut rng = Stream::new(chance.0, chance.1);
                    let mut table = table.clone();
                    // Every answer was checked; names are the only ones that a game can refuse after that.
                    let worth = match game.submit(answers[runner.place].clone()) {
                        Ok(()) => runner.tree.iterate(&self.params, &mut game, &mut table, (seats, until), &mut rng),
                        Err(_) => Default::default(),
                    };
                    runner.worth.push(worth.get(seat.index()).copied().unwrap_or(0.0));
                    clock.spent += 1;
                }
                if running[0].worth.len().is_multiple_of(LOOK) {
                    drop_beaten(&mut running);
                }
            }
            rank(&mut running);
            running.truncate(answers.len().div_ceil(1 << round).max(1));
        }
        self.iterations += u64::from(clock.spent);
        self.games = Some([dealt, game]);
        running[0].place
    }
}
