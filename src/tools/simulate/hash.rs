//! Hashes that prove that two runs are the same: of each game over every answer and its state, of a batch over games.

use crate::model::decision::{Answer, Decision};
use crate::model::ids::Seat;
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

/// The number of decisions after which the state of a game goes into its hash, and the hash into its row.
pub const INTERVAL: u32 = 64;

/// The rolling hash of one game.
#[derive(Clone, Debug, Default)]
pub struct GameHash {
    state: u64,
    buffer: Vec<u8>,
    /// The hash after each interval.
    pub rolling: Vec<u64>,
    /// One byte a decision: the lowest of the hash over decisions and answers so far, without the state.
    pub answers: Vec<u8>,
    running: u64,
}

impl GameHash {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.state = 0;
        self.running = 0;
        self.rolling.clear();
        self.answers.clear();
    }

    /// Takes an answer in, with who gave it and how many options there were.
    pub fn answer(&mut self, decision: &Decision, answer: &Answer) {
        let step = self.after(decision, answer);
        self.take(step);
    }

    /// The hash of the answers so far and this one, which [`GameHash::take`] takes in if it is accepted.
    pub fn after(&mut self, decision: &Decision, answer: &Answer) -> u64 {
        self.buffer.clear();
        self.buffer.push(decision.decider.0);
        self.buffer.extend((decision.options().len() as u32).to_le_bytes());
        encode(answer, &mut self.buffer);
        xxh3_64_with_seed(&self.buffer, self.running)
    }

    /// Takes in a concession (CR 104.3a).
    pub fn after_concession(&mut self, seat: Seat) -> u64 {
        xxh3_64_with_seed(&[seat.0], self.running)
    }

    /// Takes an answer or a concession in.
    pub fn take(&mut self, step: u64) {
        self.running = step;
        self.answers.push(step as u8);
    }

    /// Whether the state is due after the last answer.
    pub fn is_due(&self) -> bool {
        (self.answers.len() as u32).is_multiple_of(INTERVAL)
    }

    /// Takes the state in.
    pub fn state(&mut self, sync: u64) {
        let bytes: [u8; 16] = (u128::from(self.running) << 64 | u128::from(sync)).to_le_bytes();
        self.state = xxh3_64_with_seed(&bytes, self.state);
        self.rolling.push(self.state);
    }

    /// The hash so far.
    pub fn value(&self) -> u64 {
        self.state
    }
}

/// An answer in bytes that are the same on every platform.
fn encode(answer: &Answer, out: &mut Vec<u8>) {
    match answer {
        Answer::One(i) => {
            out.push(0);
            out.extend(i.to_le_bytes());
        }
        Answer::Some(places) | Answer::Order(places) => {
            out.push(if matches!(answer, Answer::Some(_)) { 1 } else { 2 });
            out.extend((places.len() as u32).to_le_bytes());
            places.iter().for_each(|i| out.extend(i.to_le_bytes()));
        }
        Answer::Distribute(shares) => {
            out.push(3);
            out.extend((shares.len() as u32).to_le_bytes());
            shares.iter().for_each(|n| out.extend(n.to_le_bytes()));
        }
        Answer::Number(n) => {
            out.push(4);
            out.extend(n.to_le_bytes());
        }
        Answer::Confirm(yes) => out.extend([5, u8::from(*yes)]),
        Answer::Name(name) => {
            out.push(6);
            out.extend(name.0.to_le_bytes());
        }
        Answer::Cancel => out.push(7),
    }
}

/// The hash of a batch: over its games in the order of their numbers.
#[derive(Clone, Default)]
pub struct BatchHash(Xxh3);

impl std::fmt::Debug for BatchHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BatchHash({:016x})", self.value())
    }
}

impl BatchHash {
    /// Takes a game in.
    pub fn add(&mut self, index: u64, hash: u64) {
        self.0.update(&index.to_le_bytes());
        self.0.update(&hash.to_le_bytes());
    }
    /// The hash of the games so far.
    pub fn value(&self) -> u64 {
        self.0.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::decision::{Prompt, Shape};

    #[test]
    fn every_answer_and_every_state_counts() {
        let decision = Decision::new(Seat(0), Prompt::Priority, Shape::Confirm);
        let hash_of = |answers: &[Answer], sync: u64| {
            let mut hash = GameHash::default();
            answers.iter().for_each(|a| hash.answer(&decision, a));
            hash.state(sync);
            hash.value()
        };
        let (yes, no) = (Answer::Confirm(true), Answer::Confirm(false));
        let base = hash_of(&[yes.clone(), no.clone()], 1);
        assert_eq!(base, hash_of(&[yes.clone(), no.clone()], 1));
        assert_ne!(base, hash_of(&[no.clone(), yes.clone()], 1));
        assert_ne!(base, hash_of(&[yes.clone(), no.clone()], 2));
        assert_ne!(hash_of(&[Answer::Some(vec![1])], 0), hash_of(&[Answer::Order(vec![1])], 0));
    }

    #[test]
    fn the_state_is_due_each_interval() {
        let decision = Decision::new(Seat(0), Prompt::Priority, Shape::Confirm);
        let mut hash = GameHash::default();
        let mut due = Vec::new();
        for i in 1..=140 {
            hash.answer(&decision, &Answer::Cancel);
            if hash.is_due() {
                due.push(i);
            }
        }
        assert_eq!(due, [64, 128]);
    }
}
