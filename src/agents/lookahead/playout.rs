//! A few turns of greedy play, and what the position after them is worth.

use crate::agents::evaluation::{self, Worth, shares, views};
use crate::agents::{Agent, Greedy};
use crate::cards::def::{CardTypes, Keyword};
use crate::game::Game;
use crate::game::view::{SeatView, Seen};
use crate::model::decision::Answer;
use crate::model::ids::Seat;
use crate::model::rng::Stream;
use crate::model::zone::Zone;

/// The number of decisions after which a playout is cut, whatever the turn.
const LONGEST: u32 = 600;
/// An advantage of this many points wins about three games of four; the rest are guesses.
const SCALE: f64 = 270.0;
/// How much of what a position is worth is what was learned, in percent, unless something else is said.
pub(in crate::agents) const LEARNED: u32 = 50;

/// Greedy agents at all seats of a game that is searched in.
#[derive(Clone, Debug)]
pub(in crate::agents) struct Table {
    agents: Vec<Greedy>,
}

impl Table {
    /// One of them has played at its seat all the time.
    pub(in crate::agents) fn new(seats: usize, seat: Seat, own: &Greedy) -> Self {
        let mut agents = vec![Greedy::default(); seats];
        if let Some(agent) = agents.get_mut(seat.index()) {
            agent.clone_from(own);
        }
        Self { agents }
    }

    /// The greedy answer of the player who is asked.
    pub(in crate::agents) fn answer(&mut self, game: &Game, rng: &mut Stream) -> Option<Answer> {
        let decision = game.decision()?;
        let agent = self.agents.get_mut(decision.decider.index())?;
        Some(agent.answer(&SeatView::new(game.world(), decision.decider), decision, rng))
    }
}

/// The number of the turn of a game.
pub(in crate::agents) fn turn_of(game: &Game) -> u32 {
    SeatView::new(game.world(), Seat(0)).turn().number
}

/// Plays on until a turn is over.
pub(in crate::agents) fn play_out(game: &mut Game, table: &mut Table, until: u32, rng: &mut Stream) {
    for _ in 0..LONGEST {
        if turn_of(game) > until {
            return;
        }
        let Some(answer) = table.answer(game, rng) else { return };
        if game.submit(answer).is_err() {
            return;
        }
    }
}

/// By what positions at the end of playouts are judged.
#[derive(Clone, Copy, Debug)]
pub(in crate::agents) struct Yardstick {
    /// How much of what a position is worth is what was learned, from 0 to 1; the rest is what rules of thumb say.
    learned: f64,
}

impl Default for Yardstick {
    fn default() -> Self {
        Self::of_percent(LEARNED)
    }
}

impl Yardstick {
    /// One with that much that was learned, in percent.
    pub(in crate::agents) fn of_percent(learned: u32) -> Self {
        Self { learned: f64::from(learned) / 100.0 }
    }

    /// What a game is worth to each of its seats.
    pub(in crate::agents) fn worth(self, game: &Game, seats: usize) -> Worth {
        let views = views(game, seats);
        let thumb = || shares(game, &views, |view| points(view) / SCALE);
        if self.learned <= 0.0 {
            return thumb();
        }
        let mut all = shares(game, &views, evaluation::points);
        if self.learned < 1.0 {
            let mean =
                |(learned, thumb): (&mut f64, f64)| *learned = self.learned * *learned + (1.0 - self.learned) * thumb;
            all.iter_mut().zip(thumb()).for_each(mean);
        }
        all
    }
}

/// What a player has, in points: a card in hand is worth about 80. What counts is the square of little: the last points of
/// life and the first lands are worth most.
fn points(view: &SeatView<'_>) -> f64 {
    let (me, player) = (view.seat(), view.player(view.seat()));
    if player.lost.is_some() {
        return f64::NEG_INFINITY;
    }
    let life = f64::from(player.life.max(0));
    let (mut lands, mut rest) = (0.0_f64, 0.0);
    for seen in view.controlled(me) {
        lands += f64::from(u8::from(seen.chars.is(CardTypes::LAND)));
        rest += permanent(&seen);
    }
    260.0 * life.ln_1p() + 80.0 * view.count(Zone::Hand(me)) as f64 + 200.0 * lands.ln_1p() + rest
}

fn permanent(seen: &Seen<'_>) -> f64 {
    let chars = seen.chars;
    if chars.is(CardTypes::CREATURE) {
        let (power, toughness) = (f64::from(chars.power.max(0)), f64::from(chars.toughness.max(0)));
        let evasion = if chars.has(Keyword::Flying) { 15.0 * power } else { 0.0 };
        25.0 + 30.0 * power + 15.0 * toughness + evasion
    } else if chars.is(CardTypes::LAND) {
        0.0
    } else {
        60.0
    }
}
