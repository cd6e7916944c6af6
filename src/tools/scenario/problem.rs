//! What keeps a step from going as it says.

use serde::Serialize;
use std::fmt;

/// Something that is otherwise than expected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// What was looked at.
    pub what: String,
    /// What it should be.
    pub expected: String,
    /// What is there, in words.
    pub is: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  expected  {}\n  is        {}", self.what, self.expected, self.is)
    }
}

/// Why a step doesn't go as it says.
#[derive(Debug, Default)]
pub(super) struct Problem {
    /// In words, but for the differences.
    pub message: String,
    /// What is otherwise, for expectations.
    pub differences: Vec<Difference>,
}

impl From<String> for Problem {
    fn from(message: String) -> Self {
        Self { message, differences: Vec::new() }
    }
}

impl Problem {
    /// Some of `all` expectations aren't met.
    pub(super) fn unmet(differences: Vec<Difference>, all: usize) -> Self {
        let message = match (differences.len(), all) {
            (1, 1) => "the expectation isn't met".to_owned(),
            (n, 1) => format!("the expectation isn't met in {n} points"),
            (n, all) => format!("{n} of {all} expectations aren't met"),
        };
        Self { message, differences }
    }

    /// This problem, in a step that cites these rules.
    pub(super) fn citing(mut self, rules: &[String]) -> Self {
        self.message = format!("{} (citing {})", self.message, rules.join(", "));
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.differences.iter().try_for_each(|difference| write!(f, "\n{difference}"))
    }
}

/// A set-up that isn't possible. What else is wrong with it is in `others`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Unfit {
    /// What is written in the set-up there, if it is one word of it.
    pub at: Option<String>,
    /// What is wrong and what was expected.
    pub message: String,
    /// What else is wrong, in order; those have no others.
    pub others: Vec<Unfit>,
}

impl Unfit {
    /// One for all that is wrong; `None` if nothing is.
    pub(super) fn of_all(all: Vec<Self>) -> Option<Self> {
        let mut all = all.into_iter();
        let first = all.next()?;
        Some(Self { others: all.collect(), ..first })
    }

    /// What is wrong with a word of the set-up.
    pub(super) fn at(word: &str) -> impl FnOnce(String) -> Self + '_ {
        move |message| Self { at: Some(word.to_owned()), message, others: Vec::new() }
    }
}

impl From<String> for Unfit {
    fn from(message: String) -> Self {
        Self { at: None, message, others: Vec::new() }
    }
}
