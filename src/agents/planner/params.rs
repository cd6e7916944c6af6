//! The numbers of a planner, and how they are written: `8`, or `8/deeper=25/own=2`.

use std::str::FromStr;

/// How many playouts a decision gets unless something else is said.
const PLAYOUTS: u32 = 8;
/// The most that a number can be, for each of them.
const MOST: [(&str, u32); 9] = [
    ("answers", 100),
    ("deeper", 90),
    ("own", 10),
    ("other", 10),
    ("margin", 1000),
    ("drop", 1000),
    ("glance", 10),
    ("wide", 1),
    ("learned", 100),
];
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
            learned: 50,
        }
    }
}

/// What isn't written like the numbers of a planner.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadParams {
    /// No number of playouts.
    #[error("`{0}` is not a number of playouts: expected 1 to {MOST_PLAYOUTS}")]
    Playouts(String),
    /// None of the parameters.
    #[error("unknown parameter `{0}` of the planner (expected {known})", known = MOST.map(|(name, _)| name).join(", "))]
    Unknown(String),
    /// Not a value of that parameter.
    #[error("`{value}` is not a value of the parameter `{name}` of the planner: expected 0 to {most}")]
    Value {
        /// The name of the parameter.
        name: &'static str,
        /// The text given for it.
        value: String,
        /// The highest value that it can have.
        most: u32,
    },
}

impl FromStr for Params {
    type Err = BadParams;

    /// Playouts, then parameters: `8/deeper=25/own=2`.
    fn from_str(text: &str) -> Result<Self, BadParams> {
        let number = |text: &str, most: u32| text.parse::<u32>().ok().filter(|n| *n <= most);
        let mut parts = text.split('/');
        let first = parts.next().unwrap_or_default();
        let playouts = number(first, MOST_PLAYOUTS).filter(|n| *n > 0);
        let mut params =
            Self { playouts: playouts.ok_or_else(|| BadParams::Playouts(first.to_owned()))?, ..Self::default() };
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let known = MOST.into_iter().find(|(known, _)| *known == name);
            let (name, most) = known.ok_or_else(|| BadParams::Unknown(name.to_owned()))?;
            let place = match name {
                "answers" => &mut params.answers,
                "deeper" => &mut params.deeper,
                "own" => &mut params.own,
                "other" => &mut params.other,
                "margin" => &mut params.margin,
                "drop" => &mut params.drop,
                "glance" => &mut params.glance,
                "wide" => &mut params.wide,
                _ => &mut params.learned,
            };
            *place = number(value, most).ok_or_else(|| BadParams::Value { name, value: value.to_owned(), most })?;
        }
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
