//! What answers are worth: each is followed by greedy play of everybody until the end of the opponent's next turn, in the
//! same deals of what the player doesn't know, and with the same chance.
//!
//! It isn't an agent: it tells a person, or a reader of a game, what else there was. What it says is as good as greedy play
//! after the answer is.
//!
//! # Example
//! ```
//! use dracones::agents::judge::Judge;
//! use dracones::game::view::SeatView;
//! use dracones::prelude::*;
//!
//! let db = CardDb::embedded();
//! let deck = vec![("Mountain", 24), ("Lightning Bolt", 36)];
//! let mut game = Game::new(&GameSetup::from_names(&db, &[deck.clone(), deck]).unwrap(), 7, 0);
//! let (mut judge, mut random) = (Judge::new(4), Stream::new(1, 1));
//! loop {
//!     let decision = game.decision().expect("the game has just begun").clone();
//!     let judged = judge.judge(&SeatView::new(game.world(), decision.decider), &decision, None, &mut random);
//!     if let [best, .., worst] = &judged[..] {
//!         assert!(best.worth >= worst.worth && best.behind == 0.0);
//!         break;
//!     }
//!     game.submit(decision.sample(&mut random)).unwrap();
//! }
//! ```

use super::lookahead::{Belief, Deals, Table, Yardstick, is_opening, is_searched, kinds_of, play_out, turn_of};
use super::{Agent, Greedy};
use crate::game::Game;
use crate::game::client::{Visibility, Words};
use crate::game::view::{InformationSet, Opening, SeatView};
use crate::model::decision::{Answer, Choice, Decision, Prompt};
use crate::model::ids::Seat;
use crate::model::rng::Stream;

/// How many answers are looked at, at most.
const ANSWERS: usize = 12;
/// How many things that a player does are told, at most.
const MOST_WORDS: usize = 4;
/// After how many decisions they are told no more.
const MOST_STEPS: u32 = 200;

/// An answer, and what it comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The answer that was judged.
    pub answer: Answer,
    /// The mean of what the positions after it are worth to the player, from 0 (lost) to 1 (won).
    pub worth: f64,
    /// How much less that is than what the best answer comes to.
    pub behind: f64,
    /// The standard error of that difference, over the deals.
    pub error: f64,
    /// Whether the greedy agent would answer so.
    pub is_greedy: bool,
    /// What the player does after it in the same turn, in the first deal: greedy play, in words.
    pub then: Vec<String>,
}

/// Judges the answers of one seat for one game.
#[derive(Debug)]
pub struct Judge {
    deals: u32,
    greedy: Greedy,
    belief: Belief,
}

impl Judge {
    /// Looks at each answer in this many deals, at least one.
    pub fn new(deals: u32) -> Self {
        Self { deals: deals.max(1), greedy: Greedy::default(), belief: Belief::default() }
    }

    /// Is told what everybody knows as the game begins; without it, the cards of the decks are taken to be any that are in
    /// use.
    pub fn begin(&mut self, opening: &Opening<'_>) {
        self.belief.begin(opening);
    }

    /// What answers to the open decision of a view come to, the best first; `given` is one of them, if there is one that is
    /// asked about. Empty where there is nothing to judge: one legal answer, a choice that greedy play makes as well, or one that
    /// pays off too late, as whether to keep a hand.
    ///
    /// It follows from the view and the stream alone.
    pub fn judge(
        &mut self,
        view: &SeatView<'_>,
        decision: &Decision,
        given: Option<&Answer>,
        rng: &mut Stream,
    ) -> Vec<Judged> {
        let greedy = self.greedy.answer(view, decision, rng);
        if is_opening(decision) || !is_searched(view, decision) {
            return Vec::new();
        }
        let first = given.unwrap_or(&greedy).clone();
        let (mut answers, _) = kinds_of(view, decision, first, ANSWERS, Some(&self.greedy), rng);
        if !answers.contains(&greedy) {
            answers.push(greedy.clone());
        }
        if answers.len() < 2 {
            return Vec::new();
        }
        let Ok(known) = self.belief.known(view) else { return Vec::new() };
        let tried = self.play(view, &known, &answers, rng);
        judged(answers, tried, &greedy)
    }

    /// How each answer goes in each deal.
    fn play(
        &mut self,
        view: &SeatView<'_>,
        known: &InformationSet,
        answers: &[Answer],
        rng: &mut Stream,
    ) -> Vec<TriedAnswer> {
        let seat = view.seat();
        let seats = view.seats().map(|s| s.index() + 1).max().unwrap_or(1);
        let turn = view.turn();
        let until = turn.number + if turn.active == seat { 1 } else { 2 };
        let mut deals = Deals::new(known, rng);
        let mut tried = vec![TriedAnswer::default(); answers.len()];
        for deal in 0..u64::from(self.deals) {
            for (place, (answer, one)) in answers.iter().zip(&mut tried).enumerate() {
                let (mut game, mut random) = deals.game(deal, place + 1 < answers.len());
                let mut table = Table::new(seats, seat, &self.greedy);
                // An answer that isn't legal in a deal is worth nothing there.
                let mut of_deal = 0.0;
                if game.submit(answer.clone()).is_ok() {
                    if deal == 0 {
                        one.then = turn_in_words(&mut game, &mut table, seat, turn.number, &mut random);
                    }
                    play_out(&mut game, &mut table, until, &mut random);
                    of_deal = Yardstick::default().worth(&game, seats)[seat.index()];
                }
                one.worths.push(of_deal);
            }
        }
        tried
    }
}

/// How an answer that was tried in each deal went.
#[derive(Clone, Debug, Default)]
struct TriedAnswer {
    /// What it was worth in each deal.
    worths: Vec<f64>,
    /// What the player did after it in the same turn, in the first deal.
    then: Vec<String>,
}

/// Plays on until a turn is over, and says what a player does in it: the first things, passing left out.
fn turn_in_words(game: &mut Game, table: &mut Table, seat: Seat, turn: u32, rng: &mut Stream) -> Vec<String> {
    let mut all = Vec::new();
    for _ in 0..MOST_STEPS {
        if turn_of(game) > turn || all.len() >= MOST_WORDS {
            break;
        }
        let (Some(answer), Some(decision)) = (table.answer(game, rng), game.decision()) else { break };
        let passes = matches!((&answer, &decision.prompt), (Answer::One(at), Prompt::Priority)
            if decision.options().get(usize::from(*at)) == Some(&Choice::Pass));
        let chosen = decision.prompt == Prompt::Priority || decision.prompt == Prompt::DeclareAttackers;
        if decision.decider == seat && chosen && !passes {
            let words = Words::seen_by(Visibility::new(game.world(), seat));
            let said = words.answer(decision, &answer);
            all.push(match decision.prompt {
                Prompt::DeclareAttackers => format!("attack: {said}"),
                _ => said,
            });
        }
        if game.submit(answer).is_err() {
            break;
        }
    }
    all
}

/// The answers with what they are worth, the best first, the earlier one of equal ones.
fn judged(answers: Vec<Answer>, tried: Vec<TriedAnswer>, greedy: &Answer) -> Vec<Judged> {
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len().max(1) as f64;
    let by_mean = |a: &&TriedAnswer, b: &&TriedAnswer| mean(&a.worths).total_cmp(&mean(&b.worths));
    let best = tried.iter().rev().max_by(by_mean).map(|one| one.worths.clone()).unwrap_or_default();
    let of = |(answer, one): (Answer, TriedAnswer)| {
        let own = one.worths;
        let less: Vec<f64> = best.iter().zip(&own).map(|(best, own)| best - own).collect();
        let behind = mean(&less);
        let squares: f64 = less.iter().map(|d| (d - behind).powi(2)).sum();
        let count = less.len() as f64;
        let error = if count > 1.0 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
        Judged { is_greedy: answer == *greedy, answer, worth: mean(&own), behind, error, then: one.then }
    };
    let mut all: Vec<Judged> = answers.into_iter().zip(tried).map(of).collect();
    all.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_over_deals() {
        let answers = vec![Answer::Confirm(true), Answer::Confirm(false), Answer::Number(1)];
        let one = |worths: [f64; 2]| TriedAnswer { worths: worths.to_vec(), then: Vec::new() };
        let tried = [[0.25, 0.75], [0.5, 1.0], [0.0, 1.0]].map(one).to_vec();
        let all = judged(answers, tried, &Answer::Confirm(true));
        let row = |j: &Judged| (j.answer.clone(), j.worth, j.behind, j.error, j.is_greedy);
        assert_eq!(row(&all[0]), (Answer::Confirm(false), 0.75, 0.0, 0.0, false));
        // It is a quarter less in both deals.
        assert_eq!(row(&all[1]), (Answer::Confirm(true), 0.5, 0.25, 0.0, true));
        // It is a half less in one, the same in the other.
        assert_eq!(row(&all[2]), (Answer::Number(1), 0.5, 0.25, 0.25, false));
    }
}
