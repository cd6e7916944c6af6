//! The root: all answers that are in the running are tried in the same games.

use super::playout::Table;
use super::tree::Tree;
use super::{Budget, Mcts};
use crate::agents::Greedy;
use crate::decision::Answer;
use crate::rng::Stream;
use crate::view::{InformationSet, SeatView};
use std::time::Instant;

/// With a budget of time the clock is read once a deal.
struct Clock {
    budget: Budget,
    began: Instant,
    spent: u32,
}

impl Clock {
    /// Whether there is time for so many more iterations within a part of the budget.
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
    tried: u32,
    worth: f64,
}

impl Runner {
    fn mean(&self) -> f64 {
        self.worth / f64::from(self.tried.max(1))
    }
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
        let new = |place| Runner { place, tree: Tree::default(), tried: 0, worth: 0.0 };
        let mut running: Vec<Runner> = (0..answers.len()).map(new).collect();
        let rounds = answers.len().next_power_of_two().trailing_zeros().max(1);
        for round in 1..=rounds {
            loop {
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
                    runner.worth += worth.get(seat.index()).copied().unwrap_or(0.0);
                    runner.tried += 1;
                    clock.spent += 1;
                }
                if !clock.allows(running.len(), f64::from(round) / f64::from(rounds)) {
                    break;
                }
            }
            running.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.place.cmp(&b.place)));
            running.truncate(running.len().div_ceil(2));
        }
        self.iterations += u64::from(clock.spent);
        self.games = Some([dealt, game]);
        running[0].place
    }
}
