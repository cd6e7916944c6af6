//! Lines that were read before: many cards have the same ones. What a line means depends on its words and on what rules ask of
//! the face, so it is looked up by both. All that is kept was found by reading; nothing depends on what is still there. That is why all
//! threads of a process may have the same lines.

use super::syntax::FaceInfo;
use crate::cards::def::AbilityDef;
use bevy_platform::collections::{HashMap, HashSet};
use bevy_platform::hash::FixedHasher;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

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
    pub words: OnceLock<Vec<String>>,
    /// Its own words.
    pub spoken: String,
    /// Whether each of its words makes a difference, as far as that was asked.
    proven: AtomicBool,
}

#[derive(Default)]
struct Lines {
    /// The lines that were read once, as hashes. Two with one hash are kept a line too early.
    once: HashSet<u64>,
    young: HashMap<Box<str>, Arc<Known>>,
    old: HashMap<Box<str>, Arc<Known>>,
}

impl Known {
    fn new(abilities: &[AbilityDef], spoken: &str) -> Self {
        let (words, proven) = Default::default();
        Self { abilities: abilities.to_vec(), words, spoken: spoken.to_owned(), proven }
    }

    /// Whether it is known that each of its words makes a difference.
    pub(super) fn is_proven(&self) -> bool {
        self.proven.load(Ordering::Relaxed)
    }

    /// Each of its words makes a difference.
    pub(super) fn prove(&self) {
        self.proven.store(true, Ordering::Relaxed);
    }
}

/// The lines that were read before, on whatever thread.
fn lines() -> MutexGuard<'static, Lines> {
    static LINES: LazyLock<Mutex<Lines>> = LazyLock::new(Mutex::default);
    // Who holds the lock only looks a line up or adds one that is whole.
    LINES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lines {
    fn find(&mut self, key: &str) -> Option<Arc<Known>> {
        if let Some(known) = self.young.get(key) {
            return Some(Arc::clone(known));
        }
        let (key, known) = self.old.remove_entry(key)?;
        self.keep(key, Arc::clone(&known));
        Some(known)
    }

    /// Whether a line was read before, by its hash.
    fn comes_again(&mut self, hash: u64) -> bool {
        if self.once.len() >= MOST_ONCE {
            self.once.clear();
        }
        !self.once.insert(hash)
    }

    fn keep(&mut self, key: Box<str>, known: Arc<Known>) {
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
pub(super) fn find(key: &str) -> Option<Arc<Known>> {
    lines().find(key)
}

/// Keeps what a paragraph means, if it comes again.
pub(super) fn keep(key: &str, abilities: &[AbilityDef], spoken: &str) -> Option<Arc<Known>> {
    let hash = FixedHasher.hash_one(key);
    if !lines().comes_again(hash) {
        return None;
    }
    let known = Arc::new(Known::new(abilities, spoken));
    lines().keep(key.into(), Arc::clone(&known));
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_rest_is_bounded() {
        let mut lines = Lines::default();
        let known = || Arc::new(Known::new(&[], ""));
        for number in 0..4 * MOST {
            lines.keep(number.to_string().into(), known());
            assert!(lines.find("0").is_some(), "{number}");
            assert!(lines.young.len() + lines.old.len() <= 2 * MOST);
        }
        assert!(lines.find("1").is_none());
    }

    #[test]
    fn a_line_is_kept_when_it_comes_again_on_whatever_thread() {
        let key = "a line of no card";
        assert!(keep(key, &[], "once").is_none());
        assert!(find(key).is_none());
        std::thread::scope(|scope| scope.spawn(|| assert!(keep(key, &[], "twice").is_some())).join().unwrap());
        assert!(find(key).is_some_and(|known| known.spoken == "twice"));
    }

    #[test]
    fn what_was_read_once_is_bounded() {
        let mut lines = Lines::default();
        for number in 0..2 * MOST_ONCE {
            assert!(!lines.comes_again(number as u64), "{number}");
            assert!(lines.once.len() <= MOST_ONCE);
        }
    }
}
