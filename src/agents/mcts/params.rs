//! The numbers of the search, and how they are written: `500`, `200ms`, or `500/answers=8`.

use crate::agents::AgentError;
use crate::agents::lookahead::{LEARNED, Number, exchange};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long to search for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// A number of iterations: the same answers on every machine.
    Iterations(u32),
    /// A time: better answers on faster machines.
    Time(Duration),
}

impl Default for Budget {
    fn default() -> Self {
        Self::Iterations(500)
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iterations(n) => write!(f, "{n}"),
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// What isn't a budget.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadBudget {
    /// It isn't written like one.
    #[error("`{0}` is neither a number of iterations nor a time in milliseconds (`500`, `200ms`)")]
    Form(String),
    /// It is none, or too large.
    #[error("the budget `{0}` is out of range: 1 to {max} iterations, or 1ms to {max}ms", max = u32::MAX)]
    Range(String),
}

impl FromStr for Budget {
    type Err = BadBudget;
    /// A number of iterations, or milliseconds: `500`, `200ms`.
    fn from_str(text: &str) -> Result<Self, BadBudget> {
        let number = |digits: &str| {
            // Numbers below 0 are written like some that fit.
            let plain = digits.strip_prefix('-').unwrap_or(digits);
            if plain.is_empty() || !plain.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(BadBudget::Form(text.to_owned()));
            }
            digits.parse::<u32>().ok().filter(|n| *n > 0).ok_or_else(|| BadBudget::Range(text.to_owned()))
        };
        match text.strip_suffix("ms") {
            Some(digits) => Ok(Self::Time(Duration::from_millis(number(digits)?.into()))),
            None => Ok(Self::Iterations(number(text)?)),
        }
    }
}

/// Numbers that make the search what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    pub(super) budget: Budget,
    /// `answers`: how many answers to the open decision are tried to begin with, at most.
    pub(super) answers: u32,
    /// `widen`: how many answers to the open decision, and how many lines with a further answer exchanged, are added when the number of
    /// deals has doubled.
    pub(super) widen: u32,
    /// `own`: how many turns after the present one are played out, in a turn of its own.
    pub(super) own: u32,
    /// `other`: how many turns after the present one are played out, in a turn of an opponent.
    pub(super) other: u32,
    /// `margin`: how much better another line must be than the greedy one, in thousandths of a game.
    pub(super) margin: u32,
    /// `drop`: how much worse than the best a line is that isn't tried again after its first deal, in thousandths of a game;
    /// after more deals it is less.
    pub(super) drop: u32,
    /// `glance`: after how many deals a search ends if no line is better than the greedy one so far.
    pub(super) glance: u32,
    /// `wide`: 1 if all decisions are searched that are worth it, 0 if only those that most is won by.
    pub(super) wide: u32,
    /// `learned`: how much of what a position is worth is what was learned, in percent; the rest is what rules of thumb say.
    pub(super) learned: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            budget: Budget::default(),
            answers: 12,
            widen: 6,
            own: 1,
            other: 1,
            margin: 10,
            drop: 150,
            glance: 3,
            wide: 1,
            learned: LEARNED,
        }
    }
}

impl FromStr for Params {
    type Err = AgentError;

    /// A budget, then parameters: `500/answers=12/own=2`.
    fn from_str(text: &str) -> Result<Self, AgentError> {
        let mut parts = text.split('/');
        let budget: Budget = parts.next().unwrap_or_default().parse()?;
        let mut params = Self { budget, ..Self::default() };
        let numbers: &mut [Number<'_>] = &mut [
            ("answers", 0, 100, &mut params.answers),
            ("widen", 0, 100, &mut params.widen),
            ("own", 0, 10, &mut params.own),
            ("other", 0, 10, &mut params.other),
            ("margin", 0, 1000, &mut params.margin),
            ("drop", 0, 1000, &mut params.drop),
            ("glance", 1, 10, &mut params.glance),
            ("wide", 0, 1, &mut params.wide),
            ("learned", 0, 100, &mut params.learned),
        ];
        exchange("mcts", numbers, parts)?;
        Ok(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_follow_the_budget() {
        assert_eq!("500".parse(), Ok(Params::default()));
        let time = Budget::Time(Duration::from_millis(20));
        assert_eq!("20ms/own=2".parse(), Ok(Params { budget: time, own: 2, ..Params::default() }));
        for bad in ["", "0", "0ms", "12/", "12/own", "12/own=11", "12/glance=0", "12/of=2"] {
            assert!(bad.parse::<Params>().is_err(), "{bad}");
        }
    }
}
