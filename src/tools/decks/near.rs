//! Whether the cards of a deck exist, and what was meant by those that don't.
//!
//! # Invariants
//! - [`resolve`] names every unknown card with its line; it never drops one.
//! - Suggestions depend on the set of candidates, not on their order.

use super::names::show;
use super::{DeckList, Section};
use crate::cards::near::{Folded, nearest};
use miette::Diagnostic;
use std::fmt;
use thiserror::Error;

/// The most suggestions for an unknown card.
const SUGGESTIONS: usize = 3;
/// The most unknown cards that get suggestions: each costs a pass over all candidates.
const SUGGESTED: usize = 100;

/// Checks that every card of a deck is known.
///
/// # Errors
/// With every entry, of all sections, whose name `lookup` doesn't know. The candidates are only
/// asked for then.
pub fn resolve<'a>(
    deck: &DeckList,
    lookup: impl Fn(&str) -> bool,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Result<(), UnknownCards> {
    resolve_with(deck, lookup, |_| None, candidates)
}

/// Like [`resolve`]; `why` says why a card that somebody knows can't be played all the same.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_with<'a>(
    deck: &DeckList,
    lookup: impl Fn(&str) -> bool,
    why: impl Fn(&str) -> Option<String>,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Result<(), UnknownCards> {
    let unknown = deck.entries().filter(|(_, entry)| !lookup(&entry.name));
    let mut cards: Vec<UnknownCard> = unknown
        .map(|(section, entry)| UnknownCard {
            section,
            count: entry.count,
            name: entry.name.clone(),
            line: entry.line,
            near: Vec::new(),
            why: why(&entry.name),
        })
        .collect();
    if cards.is_empty() {
        return Ok(());
    }
    cards.sort_by_key(|card| card.line);
    let unknown = cards.iter().any(|card| card.why.is_none());
    let candidates: Vec<Folded<'_>> =
        if unknown { candidates.into_iter().map(Folded::new).collect() } else { Vec::new() };
    for card in cards.iter_mut().filter(|card| card.why.is_none()).take(SUGGESTED) {
        let near = nearest(&card.name, &candidates, SUGGESTIONS);
        card.near = near.into_iter().map(str::to_owned).collect();
    }
    Err(UnknownCards { cards })
}

/// A deck has cards that are not known.
#[derive(Clone, Debug, PartialEq, Eq, Error, Diagnostic)]
#[error("{}", self.message())]
#[diagnostic(help("every card of a deck must be known; nothing is left out"))]
pub struct UnknownCards {
    /// The unknown cards, in the order of their lines; never empty.
    pub cards: Vec<UnknownCard>,
}

/// An entry of a deck whose card is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCard {
    /// The section that has the entry.
    pub section: Section,
    /// The number of copies.
    pub count: u32,
    /// The name as the deck has it.
    pub name: String,
    /// The line of the file, from 1.
    pub line: u32,
    /// Known names that are near, nearest first.
    pub near: Vec<String>,
    /// Why it can't be played, if somebody knows it.
    pub why: Option<String>,
}

impl UnknownCards {
    fn message(&self) -> String {
        let entries = if self.cards.len() == 1 { "entry" } else { "entries" };
        let mut message = format!("the deck has {} {entries} with unknown cards:", self.cards.len());
        for card in self.cards.iter().take(SUGGESTED) {
            message.push_str(&format!("\n  {card}"));
        }
        if self.cards.len() > SUGGESTED {
            message.push_str(&format!("\n  and {} more", self.cards.len() - SUGGESTED));
        }
        message
    }
}

impl fmt::Display for UnknownCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} {}", self.line, self.count, show(&self.name))?;
        if let Some(why) = &self.why {
            return write!(f, " can't be played: {why}");
        }
        for (index, near) in self.near.iter().enumerate() {
            let before = if index == 0 { " (did you mean " } else { " or " };
            write!(f, "{before}{}", show(near))?;
        }
        if self.near.is_empty() { Ok(()) } else { f.write_str("?)") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::near::near_matches;
    use crate::tools::decks::parse;

    #[test]
    fn near_names_are_found() {
        let known = [
            "Lightning Bolt",
            "Lightning Helix",
            "Fire // Ice",
            "Opt",
            "Lim-Dûl's Vault",
            "Teferi, Time Raveler",
            "Fireblast",
        ];
        let near = |name: &str| near_matches(name, known.into_iter(), 2);
        assert_eq!(near("Lightnig Blot"), ["Lightning Bolt"]);
        assert_eq!(near("LIM-DUL\u{2019}S VAULT"), ["Lim-Dûl's Vault"]);
        assert_eq!(near("fire"), ["Fire // Ice", "Fireblast"]);
        assert_eq!(near("Opt // Out"), ["Opt"]);
        assert_eq!(near("Teferi"), ["Teferi, Time Raveler"]);
        assert_eq!(near("Ancestral Recall"), [""; 0]);
        assert_eq!(near(""), [""; 0]);
        // Ties are in alphabetical order, whatever the order of the candidates.
        let bears = ["Bear C", "Bear A", "Bear B", "Bear A"];
        assert_eq!(near_matches("Bear X", bears.into_iter(), 2), ["Bear A", "Bear B"]);
        assert_eq!(near_matches("Bear X", bears.into_iter(), 0), [""; 0]);
    }

    #[test]
    fn every_unknown_card_is_named() {
        let known = ["Forest", "Lightning Bolt", "Fire // Ice"];
        let deck = parse("f", "4 Forest\n4 Lightnin Bolt\n2 Fire/Icy\n\n1 Nonsense\n3 Forest\n").unwrap();
        let unknown = resolve(&deck, |name| known.contains(&name), known).unwrap_err();
        let expected = "the deck has 3 entries with unknown cards:\n  \
        line 2: 4 Lightnin Bolt (did you mean Lightning Bolt?)\n  \
        line 3: 2 Fire // Icy (did you mean Fire // Ice?)\n  \
        line 5: 1 Nonsense";
        assert_eq!(unknown.to_string(), expected);
        assert_eq!(unknown.cards[2].section, Section::Sideboard);
        assert_eq!(resolve(&deck, |_| true, known), Ok(()));
    }
}
