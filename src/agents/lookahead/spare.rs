//! Games that nobody searches in any more. A world with all its systems is dear to make, and a used one takes another game as it
//! is: so the next search of the thread plays in it, whichever agent searches, in whichever game.
//!
//! # Invariants
//! * What a game was used for doesn't show: the search that takes one writes a whole game into it before anything else.
//! * A thread keeps no more of them than a few searches need.

use crate::game::Game;
use std::cell::RefCell;

/// How many are kept: what two searches play in, if one is made within the other.
const MOST: usize = 6;

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
