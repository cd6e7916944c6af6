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
        let last = params.opening * view.seats().count() as u32 / 2;
        let turns = (last, last);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameSetup;
    use crate::agents::Agent;
    use crate::agents::mcts::{Budget, Params};
    use crate::cards::CardDb;
    use crate::game::view::Opening;
    use crate::model::decision::Prompt;

    /// Lines that begin with the answers in order, each with what it was worth in each deal.
    fn trials(worths: &[&[f64]]) -> Vec<Trial> {
        worths.iter().enumerate().map(|(i, worth)| Trial { worth: worth.to_vec(), ..Trial::new(i) }).collect()
    }

    #[test]
    fn what_chance_explains_exchanges_no_answer() {
        let even = [0.4, 0.6, 0.4, 0.6, 0.4, 0.6, 0.4, 0.6];
        let odd = [0.6, 0.4, 0.6, 0.4, 0.6, 0.4, 0.6, 0.5];
        let better = even.map(|worth| worth + 0.1);
        assert_eq!(leader(&trials(&[&even, &odd])), 0, "it is ahead in half of the deals");
        assert_eq!(leader(&trials(&[&even, &odd, &better])), 2, "it is ahead in all of them");
        assert_eq!(leader(&trials(&[&even[..7], &better[..7]])), 0, "too few deals");
    }

    #[test]
    fn greedy_play_is_measured_to_the_end() {
        let (low, high) = ([0.1; 8], [0.9; 8]);
        let mut all = trials(&[&low, &low, &high]);
        drop_beaten(&mut all);
        assert_eq!(all.iter().map(|t| t.place).collect::<Vec<_>>(), [2, 0]);
        assert!(is_settled(&all));
    }

    /// What an agent answers to the first decision about its hand in each of some games, and how many playouts that took.
    fn hands(params: Params) -> (Vec<Answer>, u64) {
        let deck = vec![("Forest", 17), ("Grizzly Bears", 13), ("Leatherback Baloth", 10)];
        let setup = GameSetup::from_names(&CardDb::embedded(), &[deck.clone(), deck]).expect("all are embedded");
        let mut playouts = 0;
        let answer = |number: u64| {
            let mut game = crate::Game::new(&setup, 5, number);
            let mut agent = Mcts::with(params);
            agent.begin(&Opening::new(&game));
            loop {
                let decision = game.decision().expect("the game begins with hands").clone();
                let mut random = Stream::new(7, number);
                if matches!(decision.prompt, Prompt::Mulligan { .. }) {
                    let answer = agent.answer(&SeatView::new(game.world(), decision.decider), &decision, &mut random);
                    playouts += agent.iterations();
                    return answer;
                }
                game.submit(decision.sample(&mut random)).expect("a sample is legal");
            }
        };
        ((0..6).map(answer).collect(), playouts)
    }

    #[test]
    fn hands_are_tried_if_the_budget_is_enough_to_compare_answers() {
        let of = |budget, opening| Params { budget: Budget::Iterations(budget), opening, ..Params::default() };
        let (greedy, none) = hands(of(200, 0));
        assert_eq!(none, 0);
        assert_eq!(hands(of(30, 8)), (greedy, 0), "seven deals say nothing");
        let (tried, playouts) = hands(of(200, 8));
        assert!(playouts >= 6 * 2 * ROUND as u64 && playouts <= 6 * 100, "{playouts}");
        assert_eq!(hands(of(200, 8)), (tried, playouts), "it follows from the game and the stream");
    }
}
