//! Lines that were read before: many cards have the same ones. What a line means depends on its words and on what rules ask of
//! the face, so it is looked up by both. All that is kept was found by reading; nothing depends on what is still there.

use super::syntax::FaceInfo;
use crate::cards::def::AbilityDef;
use bevy_platform::collections::{HashMap, HashSet};
use bevy_platform::hash::FixedHasher;
use std::cell::{Cell, OnceCell, RefCell};
use std::hash::BuildHasher;
use std::rc::Rc;

/// The most lines of a generation. Two are kept: a line that isn't asked for during a whole one is forgotten.
const MOST: usize = 4096;

/// The most lines of which it is known that they were read once: as hashes. Only a line that comes again is kept.
const MOST_ONCE: usize = 1 << 16;

/// The longest line that is kept, in bytes.
const LONGEST: usize = 800;

/// What is known of a paragraph.
#[derive(Debug)]
pub(super) struct Known {
    /// What it means: its one meaning, before abilities are linked.
    pub abilities: Vec<AbilityDef>,
    /// The words of these abilities on a face with nothing to pay besides, once they were looked for.
    pub words: OnceCell<Vec<String>>,
    /// Its own words.
    pub spoken: String,
    /// Whether each of its words makes a difference, as far as that was asked.
    pub proven: Cell<bool>,
}

#[derive(Default)]
struct Lines {
    /// The lines that were read once, as hashes. Two with one hash are kept a line too early.
    once: HashSet<u64>,
    young: HashMap<Box<str>, Rc<Known>>,
    old: HashMap<Box<str>, Rc<Known>>,
}

thread_local! {
    static LINES: RefCell<Lines> = RefCell::default();
}

impl Lines {
    fn find(&mut self, key: &str) -> Option<Rc<Known>> {
        if let Some(known) = self.young.get(key) {
            return Some(Rc::clone(known));
        }
        let (key, known) = self.old.remove_entry(key)?;
        self.keep(key, Rc::clone(&known));
        Some(known)
    }

    /// Whether a line was read before.
    fn comes_again(&mut self, key: &str) -> bool {
        if self.once.len() >= MOST_ONCE {
            self.once.clear();
        }
        !self.once.insert(FixedHasher.hash_one(key))
    }

    fn keep(&mut self, key: Box<str>, known: Rc<Known>) {
        if self.young.len() >= MOST {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, known);
    }
}

/// By what a paragraph is looked up: what rules ask of the face, and its normal form. `None` if its meaning depends on more: on
/// the name of the face or on its kickers.
pub(super) fn key<'a>(info: &FaceInfo, lines: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let plain = info.kickers.is_empty() && info.grantee.is_none();
    // Rules ask for the name only where this word is (`FaceInfo::name`).
    if !plain
        || lines.clone().any(|line| line.contains("named"))
        || lines.clone().map(str::len).sum::<usize>() > LONGEST
    {
        return None;
    }
    let mut key = info.asked();
    lines.for_each(|line| {
        key.push('\n');
        key.push_str(line);
    });
    Some(key)
}

/// What is known of a paragraph.
pub(super) fn find(key: &str) -> Option<Rc<Known>> {
    LINES.with_borrow_mut(|lines| lines.find(key))
}

/// Keeps what a paragraph means, if it comes again.
pub(super) fn keep(key: &str, abilities: &[AbilityDef], spoken: &str) -> Option<Rc<Known>> {
    LINES.with_borrow_mut(|lines| {
        lines.comes_again(key).then(|| {
            let (abilities, spoken) = (abilities.to_vec(), spoken.to_owned());
            let known = Rc::new(Known { abilities, words: OnceCell::new(), spoken, proven: Cell::new(false) });
            lines.keep(key.into(), Rc::clone(&known));
            known
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_rest_is_bounded() {
        let mut lines = Lines::default();
        let known = || {
            let (words, proven) = (OnceCell::new(), Cell::new(false));
            Rc::new(Known { abilities: Vec::new(), words, spoken: String::new(), proven })
        };
        for number in 0..4 * MOST {
            lines.keep(number.to_string().into(), known());
            assert!(lines.find("0").is_some(), "{number}");
            assert!(lines.young.len() + lines.old.len() <= 2 * MOST);
        }
        assert!(lines.find("1").is_none());
    }

    #[test]
    fn a_line_is_kept_when_it_comes_again() {
        let key = "a line of no card";
        assert!(keep(key, &[], "once").is_none());
        assert!(find(key).is_none());
        assert!(keep(key, &[], "twice").is_some());
        assert!(find(key).is_some_and(|known| known.spoken == "twice"));
    }

    #[test]
    fn what_was_read_once_is_bounded() {
        let mut lines = Lines::default();
        for number in 0..2 * MOST_ONCE {
            assert!(!lines.comes_again(&number.to_string()), "{number}");
            assert!(lines.once.len() <= MOST_ONCE);
        }
    }
}
