//! The only source of randomness in a game.
//!
//! One ChaCha8 stream a game, seeded from (batch seed, game number); the shuffle is our own Fisher-Yates, so that a
//! new version of a random library changes no game. Agents draw from streams of their own, never from this one.

use crate::model::ids::ObjectId;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The random stream of one game: part of the state, so that a resumed game draws the same numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub struct GameRng(ChaCha8Rng);

/// A stream as it is saved: not every format has numbers of 128 bits.
#[derive(Serialize, Deserialize)]
#[serde(rename = "GameRng")]
struct Saved {
    seed: [u8; 32],
    stream: u64,
    /// How many 32-bit words have been drawn, low part first.
    drawn: (u64, u64),
}

impl From<GameRng> for Saved {
    fn from(rng: GameRng) -> Self {
        let drawn = rng.0.get_word_pos();
        Self { seed: rng.0.get_seed(), stream: rng.0.get_stream(), drawn: (drawn as u64, (drawn >> 64) as u64) }
    }
}

impl From<Saved> for GameRng {
    fn from(saved: Saved) -> Self {
        let mut rng = ChaCha8Rng::from_seed(saved.seed);
        rng.set_stream(saved.stream);
        rng.set_word_pos(u128::from(saved.drawn.0) | u128::from(saved.drawn.1) << 64);
        Self(rng)
    }
}

impl std::hash::Hash for GameRng {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.0.get_seed(), self.0.get_stream(), self.0.get_word_pos()).hash(state);
    }
}

/// A stream of random numbers for anything that isn't the game itself (agents, tests).
pub type Stream = GameRng;

impl Default for GameRng {
    /// The randomness of game 0 of seed 0.
    fn default() -> Self {
        Self::new(0, 0)
    }
}

impl GameRng {
    /// The stream with number `stream` of `seed`. Streams of one seed are independent of each other.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A uniform number below `bound`; 0 when `bound` is 0.
    ///
    /// Lemire's multiply-shift with rejection: exact, and no division on the common path.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Tosses a fair coin.
    pub fn coin(&mut self) -> bool {
        self.0.next_u32() & 1 == 1
    }

    /// Puts `items` into a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }

    /// How many 32-bit words have been drawn: tells two states of one stream apart cheaply.
    pub fn position(&self) -> u128 {
        self.0.get_word_pos()
    }
}

/// What comes next by chance where that is fixed beforehand. Only worlds that follow a script have it.
#[derive(Clone, Debug, Default)]
pub struct FixedOutcomes {
    /// Of each random order the objects that come first.
    pub orders: VecDeque<Vec<ObjectId>>,
    /// The natural results of dice.
    pub rolls: VecDeque<i32>,
    /// The faces of the planar die.
    pub faces: VecDeque<PlanarFace>,
}

/// A face of the planar die (CR 901.3a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum PlanarFace {
    /// Nothing happens.
    Blank,
    /// Chaos ensues.
    Chaos,
    /// The planeswalking ability triggers.
    Planeswalk,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_one_seed_differ_and_repeat() {
        let draw = |stream| {
            let mut rng = GameRng::new(7, stream);
            (0..8).map(|_| rng.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn every_number_below_the_bound_comes_up() {
        let mut rng = GameRng::new(1, 0);
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[rng.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
    }
}
