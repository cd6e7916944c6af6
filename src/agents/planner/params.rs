//! The numbers of a planner, and how they are written: `8`, or `8/deeper=25/own=2`.

use crate::agents::lookahead::{BadParams, LEARNED, Trying, exchange};
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
    /// `deeper`: the part of the playouts, in percent, for a second and third exchanged answer.
    pub(super) deeper: u32,
    /// `slack`: how much worse than the greedy line one may be in a glance and still be tried in the next deal, in thousandths of a game.
    pub(super) slack: u32,
    /// `cut`: how much worse than the greedy line one may be at the end of the present turn in a glance and still be played out, in
    /// thousandths of a game.
    pub(super) cut: u32,
    /// What is tried.
    pub(super) trying: Trying,
}

impl Default for Params {
    fn default() -> Self {
        let trying =
            Trying { answers: 4, own: 1, other: 1, margin: 5, drop: 150, glance: 2, wide: 0, learned: LEARNED };
        Self { playouts: PLAYOUTS, deeper: 0, slack: 10, cut: 50, trying }
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
        let mut numbers = params.trying.numbers(0);
        numbers.push(("deeper", 0, 90, &mut params.deeper));
        numbers.push(("slack", 0, 1000, &mut params.slack));
        numbers.push(("cut", 0, 1000, &mut params.cut));
        exchange("planner", &mut numbers, parts)?;
        Ok(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_follow_the_playouts() {
        assert_eq!("8".parse(), Ok(Params::default()));
        let trying = Trying { own: 2, wide: 1, ..Params::default().trying };
        let own = Params { playouts: 30, trying, ..Params::default() };
        assert_eq!("30/own=2/wide=1".parse(), Ok(own));
        for bad in ["", "0", "50ms", "12/", "12/own", "12/own=11", "12/own=-1", "12/other=", "12/of=2"] {
            assert!(bad.parse::<Params>().is_err(), "{bad}");
        }
    }
}
