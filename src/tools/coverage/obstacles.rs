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
    let words = in_general(&decline.alike);
    match (words.as_str(), decline.line) {
        ("", 0) => decline.reason.to_string(),
        ("", _) => format!("{}: at the end", decline.reason),
        (words, _) => format!("{}: \"{words}\"", decline.reason),
    }
}

/// Words with `N` for numbers, without the signs around them: a rule that reads a number reads all numbers.
fn in_general(words: &str) -> String {
    let mut general = String::new();
    for c in words.trim_matches([' ', '.', ',', '"']).chars().take(LONGEST).flat_map(char::to_lowercase) {
        if !c.is_ascii_digit() {
            general.push(c);
        } else if !general.ends_with('N') {
            general.push('N');
        }
    }
    general
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::oracle::{FaceText, Reason};

    fn card(text: &str) -> CardText {
        let name = "Riddle Example".to_owned();
        let face = FaceText {
            name: name.clone(),
            type_line: "Sorcery".to_owned(),
            text: text.to_owned(),
            ..FaceText::default()
        };
        CardText { name, layout: "normal".to_owned(), faces: vec![face] }
    }

    #[test]
    fn what_waits_for_the_same_has_the_same_key() {
        let decline = |words: &str, line, missing: Option<&str>| {
            let (face, expected) = Default::default();
            let missing = missing.map(str::to_owned);
            let (words, alike) = (String::new(), words.to_owned());
            Decline { face, line, columns: 0..0, words, alike, expected, missing, reason: Reason::NoRule }
        };
        assert_eq!(key_of(&decline("Zork 12.", 1, None)), key_of(&decline("zork 3", 4, None)));
        assert_eq!(key_of(&decline("Zork {2}{R}", 1, None)), "no rule: \"zork {N}{r}\"");
        assert_eq!(key_of(&decline("", 2, None)), "no rule: at the end");
        assert_eq!(key_of(&decline("", 0, None)), "no rule");
        assert_eq!(key_of(&decline("Zork", 1, Some("Zorking"))), "missing term: Zorking");
    }

    #[test]
    fn all_lines_that_are_declined_are_obstacles() {
        let found = |text: &str| {
            let card = card(text);
            let first = oracle::compile(&card).expect_err(text);
            obstacles(&card, first)
        };
        assert_eq!(found("Zork the example.").len(), 1);
        assert_eq!(found("Zork the example.\nQuux it.").len(), 2);
        assert_eq!(found("Zork the example.\nZork the example.").len(), 1);
    }
}
