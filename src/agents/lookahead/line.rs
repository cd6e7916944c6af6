//! Lines: greedy play with some answers of the turn exchanged.

use super::{Table, Yardstick, is_searched, kinds_of, play_out, turn_of};
use crate::agents::Greedy;
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
pub(in crate::agents) struct Exchange {
    /// The number of the decision among the player's of this turn that are worth a search; the open one is 0.
    pub(in crate::agents) at: u16,
    /// What the answer comes to in any game.
    pub(in crate::agents) kind: u64,
}

/// The answers that are exchanged after the first, in order.
pub(in crate::agents) type Exchanges = SmallVec<[Exchange; 3]>;

/// A decision that came up in a line, with what could be answered instead.
#[derive(Clone, Debug)]
pub(in crate::agents) struct Moment {
    pub(in crate::agents) at: u16,
    pub(in crate::agents) others: SmallVec<[u64; MOST_ANSWERS]>,
}

/// Who plays lines, and how long.
#[derive(Debug)]
pub(in crate::agents) struct Pilot {
    seat: Seat,
    seats: usize,
    /// The turn in which answers are exchanged.
    turn: u32,
    /// The last turn that is played out.
    until: u32,
    /// By what positions are judged.
    yardstick: Yardstick,
    table: Table,
}

impl Pilot {
    /// For the open decision of a view. Lines are played out until the end of the `own`-th turn after the present one if that is the
    /// viewer's, of the `other`-th if it is an opponent's. `greedy` has played at the viewer's seat until now.
    pub(in crate::agents) fn new(
        view: &SeatView<'_>,
        (own, other): (u32, u32),
        yardstick: Yardstick,
        greedy: &Greedy,
    ) -> Self {
        let seat = view.seat();
        let seats = view.seats().map(|s| s.index() + 1).max().unwrap_or(1);
        let turn = view.turn().number;
        let until = turn + if view.turn().active == seat { own } else { other };
        Self { seat, seats, turn, until, yardstick, table: Table::new(seats, seat, greedy) }
    }

    /// Plays a line in a dealt game from its open decision on, and answers what the game is worth to the player in the end:
    /// from 0 (lost) to 1 (won). At the end of the present turn `ends` is told what it is worth then, and may end the line there: `None`.
    /// `moments` gets the decisions after the last exchange.
    pub(in crate::agents) fn play(
        &self,
        game: &mut Game,
        (first, exchanges): (&Answer, &[Exchange]),
        moments: Option<&mut Vec<Moment>>,
        ends: Option<impl FnOnce(f64) -> bool>,
        rng: &mut Stream,
    ) -> Option<f64> {
        // Every answer was checked; names are the only ones that a game can refuse after that.
        if game.submit(first.clone()).is_err() {
            return Some(0.0);
        }
        let mut table = self.table.clone();
        self.exchange(game, &mut table, exchanges, moments, rng);
        if let Some(ends) = ends {
            play_out(game, &mut table, self.turn, rng);
            if ends(self.worth(game)) {
                return None;
            }
        }
        play_out(game, &mut table, self.until, rng);
        Some(self.worth(game))
    }

    /// What a position is worth to the player.
    fn worth(&self, game: &Game) -> f64 {
        self.yardstick.worth(game, self.seats).get(self.seat.index()).copied().unwrap_or(0.0)
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
                    let (answers, kinds) = kinds_of(&view, decision, answer, MOST_ANSWERS, None, rng);
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
