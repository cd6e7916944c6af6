//! Answers as a short text: `3 {1,4} [2,0,1] (1,3) #5 y n @9f00 x !B`.

use crate::model::decision::Answer;
use crate::model::ids::{NameId, Seat};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What was given to a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Given {
    /// An answer to the open decision.
    Answer(Answer),
    /// CR 104.3a: a player conceded.
    Concede(Seat),
}

/// A word that isn't an answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{}` isn't an answer", .0.escape_default())]
pub struct GivenError(pub String);

struct List<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{item}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(Answer::One(i)) => write!(f, "{i}"),
            Self::Answer(Answer::Some(places)) => write!(f, "{{{}}}", List(places)),
            Self::Answer(Answer::Order(places)) => write!(f, "[{}]", List(places)),
            Self::Answer(Answer::Distribute(shares)) => write!(f, "({})", List(shares)),
            Self::Answer(Answer::Number(n)) => write!(f, "#{n}"),
            Self::Answer(Answer::Confirm(yes)) => f.write_str(if *yes { "y" } else { "n" }),
            Self::Answer(Answer::Name(name)) => write!(f, "@{:x}", name.0),
            Self::Answer(Answer::Cancel) => f.write_str("x"),
            Self::Concede(seat) => write!(f, "!{}", seat.0),
        }
    }
}

fn list<T: FromStr>(text: &str) -> Option<Vec<T>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.split(',').map(|item| item.parse().ok()).collect()
}

fn parse(word: &str) -> Option<Given> {
    let inner = |open: char, close: char| word.strip_prefix(open)?.strip_suffix(close);
    let answer = if word == "y" || word == "n" {
        Answer::Confirm(word == "y")
    } else if word == "x" {
        Answer::Cancel
    } else if let Some(places) = inner('{', '}') {
        Answer::Some(list(places)?)
    } else if let Some(places) = inner('[', ']') {
        Answer::Order(list(places)?)
    } else if let Some(shares) = inner('(', ')') {
        Answer::Distribute(list(shares)?)
    } else if let Some(number) = word.strip_prefix('#') {
        Answer::Number(number.parse().ok()?)
    } else if let Some(name) = word.strip_prefix('@') {
        Answer::Name(NameId(u64::from_str_radix(name, 16).ok()?))
    } else if let Some(seat) = word.strip_prefix('!') {
        return Some(Given::Concede(Seat(seat.parse().ok()?)));
    } else {
        Answer::One(word.parse().ok()?)
    };
    Some(Given::Answer(answer))
}

impl FromStr for Given {
    type Err = GivenError;

    /// Reads what [`fmt::Display`] writes, and nothing else: each answer has one form.
    fn from_str(word: &str) -> Result<Self, GivenError> {
        let wrong = || GivenError(word.chars().take(40).collect());
        let given = parse(word).ok_or_else(wrong)?;
        if given.to_string() == word { Ok(given) } else { Err(wrong()) }
    }
}

impl Given {
    /// Answers as one text.
    pub fn text(all: &[Self]) -> String {
        let words: Vec<String> = all.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// The place of the first word that isn't an answer, from 0, and the word.
    pub fn read(text: &str) -> Result<Vec<Self>, (usize, GivenError)> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        text.split(' ').enumerate().map(|(i, word)| word.parse().map_err(|e| (i, e))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_is_read_as_it_was_written() {
        let all = [
            Given::Answer(Answer::One(3)),
            Given::Answer(Answer::Some(vec![1, 4])),
            Given::Answer(Answer::Some(Vec::new())),
            Given::Answer(Answer::Order(vec![2, 0, 1])),
            Given::Answer(Answer::Distribute(vec![-1, 3])),
            Given::Answer(Answer::Number(-5)),
            Given::Answer(Answer::Confirm(true)),
            Given::Answer(Answer::Confirm(false)),
            Given::Answer(Answer::Name(NameId::of("Forest"))),
            Given::Answer(Answer::Cancel),
            Given::Concede(Seat(1)),
        ];
        assert_eq!(Given::read(&Given::text(&all)).unwrap(), all);
        assert_eq!(Given::read("").unwrap(), []);
    }

    #[test]
    fn there_is_one_form_for_each_answer() {
        for word in ["+3", "03", "{1,}", "{1", "#+5", "@0F", "Y", "!A", "-1", "70000", "", "(1, 2)"] {
            assert!(word.parse::<Given>().is_err(), "{word}");
        }
        assert_eq!(Given::read("3  4").unwrap_err().0, 1);
    }
}
