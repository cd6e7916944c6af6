//! The numbers of the search, and how they are written: `500`, `200ms`, or `500/answers=8`.

use crate::agents::AgentError;
use crate::agents::lookahead::{LEARNED, Trying, exchange};
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

impl Budget {
    /// How many iterations there may be.
    pub(super) const fn iterations(self) -> u32 {
        match self {
            Self::Iterations(n) => n,
            Self::Time(_) => u32::MAX,
        }
    }
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
    /// `widen`: how many answers to the open decision, and how many lines with a further answer exchanged, are added when the number of
    /// deals has doubled.
    pub(super) widen: u32,
    /// `opening`: with two players, how many turns after the present one are played out for hands to begin with; with more players in
    /// proportion. 0 leaves these hands to the greedy agent.
    pub(super) opening: u32,
    /// What is tried.
    pub(super) trying: Trying,
}

impl Default for Params {
    fn default() -> Self {
        let trying =
            Trying { answers: 12, own: 1, other: 1, margin: 10, drop: 150, glance: 3, wide: 1, learned: LEARNED };
        Self { budget: Budget::default(), widen: 6, opening: 8, trying }
    }
}

impl FromStr for Params {
    type Err = AgentError;

    /// A budget, then parameters: `500/answers=12/own=2`.
    fn from_str(text: &str) -> Result<Self, AgentError> {
        let mut parts = text.split('/');
        let budget: Budget = parts.next().unwrap_or_default().parse()?;
        let mut params = Self { budget, ..Self::default() };
        let mut numbers = params.trying.numbers(1);
        numbers.push(("widen", 0, 100, &mut params.widen));
        numbers.push(("opening", 0, 20, &mut params.opening));
        exchange("mcts", &mut numbers, parts)?;
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
        let trying = Trying { own: 2, ..Params::default().trying };
        assert_eq!("20ms/own=2".parse(), Ok(Params { budget: time, trying, ..Params::default() }));
        for bad in ["", "0", "0ms", "12/", "12/own", "12/own=11", "12/glance=0", "12/of=2"] {
            assert!(bad.parse::<Params>().is_err(), "{bad}");
        }
    }
}
