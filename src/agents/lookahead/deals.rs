//! Deals of what a player doesn't know: the same ones, with the same chance, for everything that is tried in them.

use super::ask_less;
use crate::game::Game;
use crate::game::view::InformationSet;
use crate::model::rng::Stream;

/// The deals of one search, each with a number.
#[derive(Debug)]
pub(in crate::agents) struct Deals<'a> {
    known: &'a InformationSet,
    seed: (u64, u64),
    /// The deal at hand, and a copy of it to play in.
    games: [Game; 2],
    /// The number of the deal at hand.
    at: Option<u64>,
}

impl<'a> Deals<'a> {
    /// Deals of what is known. Games are dear to make: those of an earlier search are used again.
    pub(in crate::agents) fn new(known: &'a InformationSet, used: Option<[Game; 2]>, rng: &mut Stream) -> Self {
        let games = used.unwrap_or_else(|| [known.deal(rng), known.deal(rng)]);
        Self { known, seed: (rng.bits(), rng.bits()), games, at: None }
    }

    /// The deal of that number, in which nothing has been tried yet, and the chance of what is tried in it.
    pub(in crate::agents) fn game(&mut self, number: u64) -> (&mut Game, Stream) {
        let [dealt, game] = &mut self.games;
        if self.at != Some(number) {
            self.known.deal_into(dealt, &mut Stream::new(self.seed.0, self.seed.1.wrapping_add(number)));
            ask_less(dealt);
            self.at = Some(number);
        }
        dealt.fork_into(game);
        (game, Stream::new(self.seed.0 ^ 0x5EED, self.seed.1.wrapping_add(number)))
    }

    /// The games, for another search.
    pub(in crate::agents) fn into_games(self) -> [Game; 2] {
        self.games
    }
}
