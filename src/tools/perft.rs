//! Counting decision trees: how many sequences of legal answers a position has, by their number of answers.
//!
//! The counts of small positions are a fingerprint of the rules: whatever changes what is offered, or what follows from it,
//! changes one of them. Taking back ([`Answer::Cancel`](crate::model::decision::Answer::Cancel)) isn't counted.

use crate::game::Game;
use crate::model::decision::Settings;
use crate::rules::state::EditGame;
use thiserror::Error;

/// A decision with too many answers to count them one by one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a decision after {depth} answers has more than {most} answers: {prompt}")]
pub struct TooMany {
    /// After how many answers.
    pub depth: usize,
    /// How many would have been counted.
    pub most: usize,
    /// The prompt of the decision.
    pub prompt: String,
}

/// For each number of answers from 1 to `depth` how many sequences of that many legal answers there are from here on. A
/// game that is over has no further ones.
///
/// # Errors
/// A decision with more than `most` answers.
///
/// # Examples
/// ```
/// use dracones::prelude::*;
/// use dracones::tools::perft::perft;
///
/// let db = CardDb::embedded();
/// let setup = GameSetup::from_names(&db, &[vec![("Forest", 60)], vec![("Mountain", 60)]]).unwrap();
/// // The first player keeps the hand or takes a mulligan, and so does the second one.
/// assert_eq!(perft(&Game::new(&setup, 7, 0), 2, 1_000).unwrap(), [2, 4]);
/// ```
pub fn perft(game: &Game, depth: usize, most: usize) -> Result<Vec<u64>, TooMany> {
    let mut count =
        Count { leaves: vec![0; depth], pool: (0..depth.saturating_sub(1)).map(|_| game.fork()).collect(), most };
    if depth > 0 {
        count.count_from(game, 0)?;
    }
    Ok(count.leaves)
}

struct Count {
    leaves: Vec<u64>,
    /// Used games to fork into, one for each number of answers.
    pool: Vec<Game>,
    most: usize,
}

impl Count {
    fn count_from(&mut self, game: &Game, depth: usize) -> Result<(), TooMany> {
        let Some(decision) = game.decision() else { return Ok(()) };
        let answers = game.answers(self.most).ok_or_else(|| TooMany {
            depth,
            most: self.most,
            prompt: format!("{:?}", decision.prompt),
        })?;
        self.leaves[depth] += answers.len() as u64;
        if depth + 1 == self.leaves.len() {
            return Ok(());
        }
        for answer in answers {
            let mut next = self.pool.pop().unwrap_or_else(|| game.fork());
            game.fork_into(&mut next);
            // An answer that isn't accepted after all is a mistake that the counts would hide.
            next.submit(answer.clone()).unwrap_or_else(|e| panic!("{answer:?} is offered and refused: {e}"));
            let result = self.count_from(&next, depth + 1);
            self.pool.push(next);
            result?;
        }
        Ok(())
    }
}

/// Decisions with one possible answer aren't asked from now on: they don't tell positions apart.
pub fn skip_forced(game: &mut Game) {
    game.world_mut().part_mut::<Settings>().skip_forced = true;
}
