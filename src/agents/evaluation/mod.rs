//! What a position is worth, learned from games.
//!
//! What a player has is counted as a few [features](features()), from what the rules make of the cards, never from their
//! names. Each has a weight; their sum is what the player has, in logits: who has `x` more than the other wins with a chance of
//! `1 / (1 + exp(-x))`. The weights are those that fit best to who won games that the greedy agent played against itself:
//! `cargo run --release --example fit` plays the games, fits, checks the weights on decks that they weren't fitted on, and
//! prints `weights.rs`.
//!
//! | file | what |
//! | --- | --- |
//! | `features` | what is counted |
//! | `hands` | what is counted of a hand to begin with, and what hands of a deck are worth |
//! | `weights` | what all that weighs |
//!
//! # Invariants
//! * What is counted of a player is what a view of that player's seat shows.

/// An enum of what is counted, the names of all, and how many there are.
macro_rules! features {
    ($feature:ident, $names:ident, $count:ident; $($(#[$doc:meta])* $name:ident,)*) => {
        /// What is counted, each with its place.
        #[derive(Clone, Copy, Debug)]
        enum $feature {
            $($(#[$doc])* $name,)*
        }

        /// What the features are called, in order.
        pub const $names: [&str; $count] = [$(stringify!($name),)*];
        /// How many features there are.
        pub const $count: usize = [$($feature::$name,)*].len();
    };
}

mod features;
mod hands;
mod weights;

pub use features::{FEATURES, Features, NAMES, features};
pub use hands::{HAND_FEATURES, HAND_NAMES, HandCard, HandFeatures, Hands, hand_features};

use crate::game::Game;
use crate::game::view::SeatView;
use crate::model::ids::Seat;
use crate::model::outcome::Outcome;
use smallvec::SmallVec;
use weights::WEIGHTS;

/// What a game is worth to each seat: from 0 (lost) to 1 (won).
pub type Worth = SmallVec<[f64; 2]>;

/// What the player of a view has, in logits; nothing is less than to have lost.
pub fn points(view: &SeatView<'_>) -> f64 {
    if view.player(view.seat()).lost.is_some() {
        return f64::NEG_INFINITY;
    }
    features(view).iter().zip(&WEIGHTS).map(|(feature, weight)| feature * weight).sum()
}

/// What a game is worth to each of its seats. It is best asked as a turn begins: that is what the weights were fitted on.
pub fn worth(game: &Game, seats: usize) -> Worth {
    shares(game, &views(game, seats), points)
}

/// What each seat of a game sees.
pub(super) fn views(game: &Game, seats: usize) -> SmallVec<[SeatView<'_>; 2]> {
    (0..seats as u8).map(|seat| SeatView::new(game.world(), Seat(seat))).collect()
}

/// What a game is worth to each of its seats, whose views are given, if each has that many logits.
pub(super) fn shares(game: &Game, views: &[SeatView<'_>], points: impl Fn(&SeatView<'_>) -> f64) -> Worth {
    let all = views.iter().map(SeatView::seat);
    match game.outcome() {
        Outcome::Win(winner) => all.map(|seat| f64::from(u8::from(seat == winner))).collect(),
        Outcome::Draw => all.map(|_| 1.0 / views.len() as f64).collect(),
        Outcome::Running | Outcome::Inconclusive(_) => {
            let points: Worth = views.iter().map(points).collect();
            let best_other = |seat: Seat| {
                let others = points.iter().enumerate().filter(|(i, _)| *i != seat.index());
                others.map(|(_, p)| *p).fold(f64::NEG_INFINITY, f64::max)
            };
            let share = |seat: Seat| match points[seat.index()] {
                f64::NEG_INFINITY => 0.0,
                own => 1.0 / (1.0 + (best_other(seat) - own).exp()),
            };
            all.map(share).collect()
        }
    }
}
