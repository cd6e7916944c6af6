//! Games that nobody searches in any more. A world with all its systems is dear to make, and a used one takes another game as it
//! is: so the next search of the thread plays in it, whichever agent searches, in whichever game.
//!
//! # Invariants
//! * What a game was used for doesn't show: the search that takes one writes a whole game into it before anything else.
//! * A thread keeps no more of them than a few searches need.

use crate::game::Game;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

/// How many are kept: what two searches play in, if one is made within the other.
const MOST: usize = 8;

thread_local! {
    static SPARE: RefCell<Vec<Game>> = const { RefCell::new(Vec::new()) };
}

/// A used game, if there is one.
pub(super) fn take() -> Option<Game> {
    SPARE.try_with(|spare| spare.borrow_mut().pop()).ok().flatten()
}

/// Keeps a game for another search. One too many is dropped, and so is one that comes as the thread ends.
pub(super) fn put(game: Game) {
    let dropped = SPARE.try_with(|spare| {
        let mut spare = spare.borrow_mut();
        if spare.len() < MOST {
            spare.push(game);
            return None;
        }
        Some(game)
    });
    drop(dropped);
}

/// A game that is kept for another search when this is dropped.
#[derive(Debug)]
pub(in crate::agents) struct Lent(Option<Game>);

impl Lent {
    /// A copy of it, in a used game if there is one.
    pub(super) fn copy(&self) -> Self {
        match take() {
            Some(mut used) => {
                self.fork_into(&mut used);
                used
            }
            None => self.fork(),
        }
        .into()
    }
}

impl From<Game> for Lent {
    fn from(game: Game) -> Self {
        Self(Some(game))
    }
}

impl Deref for Lent {
    type Target = Game;

    fn deref(&self) -> &Game {
        self.0.as_ref().expect("it is taken when this is dropped")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Game {
        self.0.as_mut().expect("it is taken when this is dropped")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(put);
    }
}
