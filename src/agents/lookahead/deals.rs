//! Deals of what a player doesn't know: the same ones, with the same chance, for everything that is tried in them.

use super::ask_less;
use super::spare::{self, Lent};
use crate::game::view::InformationSet;
use crate::model::rng::Stream;

/// The deals of one search, each with a number.
#[derive(Debug)]
pub(in crate::agents) struct Deals<'a> {
    known: &'a InformationSet,
    seed: (u64, u64),
    /// The deal at hand, in which nothing has been tried yet, and its number.
    dealt: Option<(u64, Lent)>,
}

impl<'a> Deals<'a> {
    /// Deals of what is known.
    pub(in crate::agents) fn new(known: &'a InformationSet, rng: &mut Stream) -> Self {
        Self { known, seed: (rng.bits(), rng.bits()), dealt: None }
    }

    /// The deal of that number, in which nothing has been tried yet, and the chance of what is tried in it. `again`: something else
    /// is tried in it after this; otherwise it needn't be copied.
    pub(in crate::agents) fn game(&mut self, number: u64, again: bool) -> (Lent, Stream) {
        let at_hand = self.dealt.take().filter(|(at, _)| *at == number);
        let dealt = at_hand.map_or_else(|| self.deal(number), |(_, dealt)| dealt);
        let game = if again {
            let copy = dealt.copy();
            self.dealt = Some((number, dealt));
            copy
        } else {
            dealt
        };
        (game, Stream::new(self.seed.0 ^ 0x5EED, self.seed.1.wrapping_add(number)))
    }

    fn deal(&self, number: u64) -> Lent {
        let mut random = Stream::new(self.seed.0, self.seed.1.wrapping_add(number));
        let mut game = match spare::take() {
            Some(mut used) => {
                self.known.deal_into(&mut used, &mut random);
                used
            }
            None => self.known.deal(&mut random),
        };
        ask_less(&mut game);
        Lent::from(game)
    }
}
