//! The numbers of a planner, and how they are written: `8`, or `8/deeper=25/own=2`.

use crate::agents::lookahead::{BadParams, LEARNED, Number, exchange};
use std::str::FromStr;

/// How many playouts a decision gets unless something else is said.
const PLAYOUTS: u32 = 8;
/// The highest number of playouts that can be set.
const MOST_PLAYOUTS: u32 = 1_000_000;

/// Numbers that make the search what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// How many playouts a decision gets.
    pub(super) playouts: u32,
    /// `answers`: how many answers to the open decision are tried, at most.
    pub(super) answers: u32,
    /// `deeper`: the part of the playouts, in percent, for a second and third exchanged answer.
    pub(super) deeper: u32,
    /// `own`: how many turns after the present one are played out, in a turn of its own.
    pub(super) own: u32,
    /// `other`: how many turns after the present one are played out, in a turn of an opponent.
    pub(super) other: u32,
    /// `margin`: how much better another line must be than the greedy one, in thousandths of a game.
    pub(super) margin: u32,
    /// `drop`: how much worse than the best a line is that isn't tried again after its first deal, in thousandths of a game;
    /// after more deals it is less.
    pub(super) drop: u32,
    /// `glance`: after how many deals a search ends if no line is better than the greedy one so far; 0 if it never does.
    pub(super) glance: u32,
    /// `wide`: 1 if all decisions are searched that are worth it, 0 if only those that most is won by.
    pub(super) wide: u32,
    /// `learned`: how much of what a position is worth is what was learned, in percent; the rest is what rules of thumb say.
    pub(super) learned: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            playouts: PLAYOUTS,
            answers: 4,
            deeper: 0,
            own: 1,
            other: 1,
            margin: 5,
            drop: 150,
            glance: 1,
            wide: 0,
            learned: LEARNED,
        }
    }
}

impl FromStr for Params {
    type Err = BadParams;

    /// Playouts, then parameters: `8/deeper=25/own=2`.
    fn from_str(text: &str) -> Result<Self, BadParams> {
        let mut parts = text.split('/');
        let first = parts.next().unwrap_or_default();
        let playouts = first.parse::<u32>().ok().filter(|n| (1..=MOST_PLAYOUTS).contains(n));
        let bad = || BadParams::Playouts { text: first.to_owned(), most: MOST_PLAYOUTS };
        let mut params = Self { playouts: playouts.ok_or_else(bad)?, ..Self::default() };
        let numbers: &mut [Number<'_>] = &mut [
            ("answers", 0, 100, &mut params.answers),
            ("deeper", 0, 90, &mut params.deeper),
            ("own", 0, 10, &mut params.own),
            ("other", 0, 10, &mut params.other),
            ("margin", 0, 1000, &mut params.margin),
            ("drop", 0, 1000, &mut params.drop),
            ("glance", 0, 10, &mut params.glance),
            ("wide", 0, 1, &mut params.wide),
            ("learned", 0, 100, &mut params.learned),
        ];
        exchange("planner", numbers, parts)?;
        Ok(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_follow_the_playouts() {
        assert_eq!("8".parse(), Ok(Params::default()));
        let own = Params { playouts: 30, own: 2, wide: 1, ..Params::default() };
        assert_eq!("30/own=2/wide=1".parse(), Ok(own));
        for bad in ["", "0", "50ms", "12/", "12/own", "12/own=11", "12/own=-1", "12/other=", "12/of=2"] {
            assert!(bad.parse::<Params>().is_err(), "{bad}");
        }
    }
}
