//! The answers of a step.

use super::def::Reply;
use super::reply;

/// The answers of a step, and how many of them were given.
#[derive(Default)]
pub(super) struct Answers<'a> {
    list: Vec<&'a Reply>,
    at: usize,
}

impl<'a> Answers<'a> {
    pub(super) fn new(list: Vec<&'a Reply>) -> Self {
        Self { list, at: 0 }
    }

    /// The next answer, and what is to be seen before it.
    pub(super) fn next(&self) -> (&[&'a Reply], Option<&'a Reply>) {
        let rest = &self.list[self.at..];
        let looks = rest.iter().take_while(|r| reply::is_look(r)).count();
        (&rest[..looks], rest.get(looks).copied())
    }

    /// The next answer was given.
    pub(super) fn given(&mut self) {
        self.at += self.next().0.len() + 1;
    }

    /// That all were given.
    pub(super) fn finish(&self) -> Result<(), String> {
        match self.list.get(self.at) {
            Some(reply) => Err(format!("the answer {reply:?} isn't asked for")),
            None => Ok(()),
        }
    }
}
