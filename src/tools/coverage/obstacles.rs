//! What keeps a card from being accepted.

use crate::cards::oracle::{self, CardText, Decline};
use std::collections::BTreeSet;

/// The most characters of words that name an obstacle.
const LONGEST: usize = 80;

/// What a decline is about, alike for all cards that wait for the same: the missing term, or what is wrong with which words.
pub fn key_of(decline: &Decline) -> String {
    if let Some(term) = &decline.missing {
        return format!("missing term: {term}");
    }
    let words: String = decline.words.trim().to_lowercase().chars().take(LONGEST).collect();
    if words.is_empty() { decline.reason.to_string() } else { format!("{}: \"{words}\"", decline.reason) }
}

/// All that keeps a card from being accepted, each thing once: the first decline, and those that are left when the line that was
/// declined is taken away, until nothing is declined or the card as a whole is.
pub fn obstacles(card: &CardText, first: Decline) -> BTreeSet<String> {
    let (mut card, mut found) = (card.clone(), BTreeSet::new());
    let mut decline = Some(first);
    while let Some(now) = decline.take() {
        found.insert(key_of(&now));
        if now.line > 0 && without_line(&mut card, &now) {
            decline = oracle::compile(&card).err();
        }
    }
    found
}

/// Takes away the line that was declined; says whether it was there.
fn without_line(card: &mut CardText, decline: &Decline) -> bool {
    let Some(face) = card.faces.iter_mut().find(|face| face.name == decline.face) else { return false };
    let lines: Vec<&str> = face.text.split('\n').collect();
    if decline.line > lines.len() {
        return false;
    }
    let rest = lines.iter().enumerate().filter(|(i, _)| i + 1 != decline.line).map(|(_, line)| *line);
    let rest: Vec<&str> = rest.collect();
    face.text = rest.join("\n");
    true
}
