//! Lines: greedy play with some answers of the turn exchanged.

use crate::agents::evaluation;
use crate::agents::lookahead::{Table, is_searched, kinds_of, play_out, turn_of, worth};
use crate::game::Game;
use crate::game::view::SeatView;
use crate::model::decision::Answer;
use crate::model::ids::Seat;
use crate::model::rng::Stream;
use smallvec::SmallVec;

/// How many decisions of a line are looked at for answers to exchange, at most.
const MOST_MOMENTS: usize = 8;
/// How many answers are tried at each of them, at most.
const MOST_ANSWERS: usize = 5;

/// An answer that is exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exchange {
    /// The number of the decision among the player's of this turn that are worth a search; the open one is 0.
    pub(super) at: u16,
    /// What the answer comes to in any game.
    pub(super) kind: u64,
}

/// The answers that are exchanged after the first, in order.
pub(super) type Exchanges = SmallVec<[Exchange; 3]>;

/// A decision that came up in a line, with what could be answered instead.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) at: u16,
    pub(super) others: SmallVec<[u64; MOST_ANSWERS]>,
}

/// Who plays lines, and how long.
pub(super) struct Pilot {
    pub(super) seat: Seat,
    pub(super) seats: usize,
    /// The turn in which answers are exchanged.
    pub(super) turn: u32,
    /// The last turn that is played out.
    pub(super) until: u32,
    /// How much of what a position is worth is what was learned, from 0 to 1; the rest is what rules of thumb say.
    pub(super) learned: f64,
    pub(super) table: Table,
}

impl Pilot {
    /// Plays a line in a dealt game from its open decision on, and answers what the game is worth to the player in the end:
    /// from 0 (lost) to 1 (won). `moments` gets the decisions after the last exchange.
    pub(super) fn play(
        &self,
        game: &mut Game,
        first: &Answer,
        exchanges: &[Exchange],
        moments: Option<&mut Vec<Moment>>,
        rng: &mut Stream,
    ) -> f64 {
        // Every answer was checked; names are the only ones that a game can refuse after that.
        if game.submit(first.clone()).is_err() {
            return 0.0;
        }
        let mut table = self.table.clone();
        self.exchange(game, &mut table, exchanges, moments, rng);
        play_out(game, &mut table, self.until, rng);
        self.worth(game)
    }

    /// What the position at the end of a line is worth to the player.
    fn worth(&self, game: &Game) -> f64 {
        let own = |all: evaluation::Worth| all.get(self.seat.index()).copied().unwrap_or(0.0);
        let thumb = if self.learned < 1.0 { own(worth(game, self.seats)) } else { 0.0 };
        let learned = if self.learned > 0.0 { own(evaluation::worth(game, self.seats)) } else { 0.0 };
        self.learned * learned + (1.0 - self.learned) * thumb
    }

    /// The part of a line in which answers are exchanged or noted.
    fn exchange(
        &self,
        game: &mut Game,
        table: &mut Table,
        mut exchanges: &[Exchange],
        mut moments: Option<&mut Vec<Moment>>,
        rng: &mut Stream,
    ) {
        let mut at = 0;
        while !exchanges.is_empty() || moments.as_ref().is_some_and(|m| m.len() < MOST_MOMENTS) {
            let Some(decision) = game.decision() else { return };
            if turn_of(game) != self.turn {
                return;
            }
            let view = SeatView::new(game.world(), decision.decider);
            let own = decision.decider == self.seat && is_searched(&view, decision);
            let Some(mut answer) = table.answer(game, rng) else { return };
            if own {
                at += 1;
                let now = exchanges.first().filter(|e| e.at == at);
                if now.is_some() || (exchanges.is_empty() && moments.is_some()) {
                    let (answers, kinds) = kinds_of(&view, decision, answer, MOST_ANSWERS, rng);
                    let place = now.and_then(|e| kinds.iter().position(|kind| *kind == e.kind)).unwrap_or(0);
                    if now.is_some() {
                        exchanges = &exchanges[1..];
                    } else if let Some(moments) = moments.as_mut().filter(|_| kinds.len() > 1) {
                        moments.push(Moment { at, others: kinds[1..].iter().copied().collect() });
                    }
                    answer = answers.into_iter().nth(place).expect("each kind is that of an answer");
                }
            }
            if game.submit(answer).is_err() {
                return;
            }
        }
    }
}
