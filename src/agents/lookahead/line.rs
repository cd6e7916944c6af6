//! Lines: greedy play with some answers of the turn exchanged.

use super::spare::Lent;
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

/// A line that is under way.
#[derive(Debug)]
pub(in crate::agents) struct Line {
    game: Lent,
    table: Table,
    chance: Stream,
    /// Whether the game has refused its first answer: that is worth nothing.
    is_refused: bool,
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

    /// Begins a line in a dealt game, from its open decision on: with the answers that are given or exchanged. `moments` gets the
    /// decisions after the last exchange.
    pub(in crate::agents) fn begin(
        &self,
        (mut game, mut chance): (Lent, Stream),
        (first, exchanges): (&Answer, &[Exchange]),
        moments: Option<&mut Vec<Moment>>,
    ) -> Line {
        let mut table = self.table.clone();
        // Every answer was checked; names are the only ones that a game can refuse after that.
        let is_refused = game.submit(first.clone()).is_err();
        if !is_refused {
            self.exchange(&mut game, &mut table, exchanges, moments, &mut chance);
        }
        Line { game, table, chance, is_refused }
    }

    /// Plays a line until the end of the present turn, and answers what the game is worth to the player then: from 0 (lost) to 1 (won).
    pub(in crate::agents) fn play_turn(&self, line: &mut Line) -> f64 {
        self.play_until(line, self.turn)
    }

    /// Plays a line to its end, and answers what the game is worth to the player then.
    pub(in crate::agents) fn play(&self, mut line: Line) -> f64 {
        self.play_until(&mut line, self.until)
    }

    fn play_until(&self, line: &mut Line, until: u32) -> f64 {
        if line.is_refused {
            return 0.0;
        }
        play_out(&mut line.game, &mut line.table, until, &mut line.chance);
        self.yardstick.worth(&line.game, self.seats).get(self.seat.index()).copied().unwrap_or(0.0)
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
