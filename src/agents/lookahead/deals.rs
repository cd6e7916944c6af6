//! Deals of what a player doesn't know: the same ones, with the same chance, for everything that is tried in them.

use super::{ask_less, spare};
use crate::game::Game;
use crate::game::view::InformationSet;
use crate::model::rng::Stream;

/// The deals of one search, each with a number.
#[derive(Debug)]
pub(in crate::agents) struct Deals<'a> {
    known: &'a InformationSet,
    seed: (u64, u64),
    /// The deal at hand.
    dealt: Kept,
    /// A copy of it to play in.
    game: Kept,
    /// The number of the deal at hand.
    at: Option<u64>,
}

/// A game that others use after this search.
#[derive(Debug)]
struct Kept(Option<Game>);

impl<'a> Deals<'a> {
    /// Deals of what is known.
    pub(in crate::agents) fn new(known: &'a InformationSet, rng: &mut Stream) -> Self {
        Self { known, seed: (rng.bits(), rng.bits()), dealt: Kept(spare::take()), game: Kept(spare::take()), at: None }
    }

    /// The deal of that number, in which nothing has been tried yet, and the chance of what is tried in it. `again`: something else
    /// is tried in it after this; otherwise it needn't be copied.
    pub(in crate::agents) fn game(&mut self, number: u64, again: bool) -> (&mut Game, Stream) {
        let mut random = Stream::new(self.seed.0, self.seed.1.wrapping_add(number));
        let dealt = match &mut self.dealt.0 {
            Some(dealt) => {
                if self.at != Some(number) {
                    self.known.deal_into(dealt, &mut random);
                    ask_less(dealt);
                }
                dealt
            }
            none => {
                let dealt = none.insert(self.known.deal(&mut random));
                ask_less(dealt);
                dealt
            }
        };
        let chance = Stream::new(self.seed.0 ^ 0x5EED, self.seed.1.wrapping_add(number));
        self.at = again.then_some(number);
        if !again {
            return (dealt, chance);
        }
        let game = match &mut self.game.0 {
            Some(game) => {
                dealt.fork_into(game);
                game
            }
            none => none.insert(dealt.fork()),
        };
        (game, chance)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(spare::put);
    }
}
