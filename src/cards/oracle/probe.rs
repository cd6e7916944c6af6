//! The deletion probe: a word that can be left out without changing the meaning was not read.

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::lex::Token;
use super::paragraphs::{Place, alike};
use super::read::Text;

/// Words that say nothing more than the words around them do, and why.
const IDLE: [(&str, &str); 7] = [
    ("a", "the singular says it"),
    ("the", "there is one only"),
    ("you", "who an instruction is for, if nobody else is named"),
    ("all", "a plural is of all of them"),
    ("additional", "drawing is always drawing one more, and adding mana is adding more"),
    ("then", "instructions follow each other in the order of the text (CR 608.2c)"),
    ("also", "what something gets is always besides what it has"),
];

/// Words that say nothing more between two others, and why. Without the first of them, behind any word; without the last, before any.
const IDLE_BETWEEN: [(&str, &str, &str, &str); 33] = [
    ("opponent", "has", "cast", "what was cast this turn has been cast this turn"),
    ("other", "creature", "types", "types are added to all that there are, of creatures or not"),
    ("or", "to", "activate", "what mana is spent on is one list, with the word once or with each"),
    ("or", "to", "turn", "as before"),
    ("creatures", "each", "get", "what several get, each of them gets"),
    ("control", "each", "get", "as before"),
    ("creature", "each", "get", "as before, of the card itself and what it enchants"),
    ("creatures", "each", "gain", "as before"),
    ("control", "each", "gain", "as before"),
    ("they", "each", "get", "as before"),
    ("the", "other", "creature", "beside the one that does it only one more is spoken of"),
    ("flying", "that's", "attacking", "a quality may follow the other one"),
    ("creature", "that's", "attacking", "as before"),
    ("cycling", "abilities", "from", "who has the keyword has its abilities"),
    ("morph", "abilities", "other", "as before"),
    ("sorcery", "source", "you", "what deals damage is a source"),
    ("Giant", "source", "you", "as before"),
    ("creature", "spell", "or", "the word behind both types is that of the first, too"),
    ("this", "main", "phase", "it is the phase in which it happens"),
    ("this", "combat", "phase", "as before"),
    ("or", "noncreature", "enchantment", "the word before the first type is of both, too"),
    ("land", "card", ",", "what lies on top of a library is a card"),
    ("land", "card", "or", "the word behind both types is that of the first, too"),
    ("creature", "card", "or", "as before"),
    ("creature", "card", ",", "what is exiled from a graveyard is a card"),
    ("investigate", "once", "for", "for each of them it is done once"),
    ("and", "other", "", "what is said of the card itself and of all like it is of each of them once (CR 611.3a)"),
    ("tapped", "and", "with", "what enters tapped with counters does both"),
    ("you", "already", "control", "what enters isn't there yet as others are counted (CR 614.12)"),
    ("or", "if", "you", "two conditions of which one is enough, with the word once or with each"),
    ("or", "if", "you've", "as before"),
    ("explores", "again", ".", "what it does twice, it does again"),
    ("", "spells", "and", "two sorts of spells are named with the word once or with each"),
];

fn idle_between(tokens: &[Token], at: usize) -> bool {
    let text = |at: usize| tokens.get(at).map(|t| &*t.text);
    let before = at.checked_sub(1).and_then(text);
    let behind = |a: &str| a.is_empty() || before == Some(a);
    let ahead = |b: &str| b.is_empty() || text(at + 1) == Some(b);
    IDLE_BETWEEN.iter().any(|(a, word, b, _)| text(at) == Some(*word) && behind(a) && ahead(b))
}

fn is_word(text: &str) -> bool {
    !text.chars().all(|c| matches!(c, '.' | ',' | ':' | ';' | '"' | '\'' | '\u{2014}' | '\u{2022}')) && text != "'s"
}

/// Leaves out each word of each paragraph once.
///
/// # Errors
/// The first word without which the face means the same.
pub(super) fn probe(face: &FaceText, text: &mut Text) -> Result<(), Decline> {
    for number in 0..text.paragraphs.len() {
        if text.is_proven(number) {
            continue;
        }
        text.unfold(face, number)?;
        for at in 0..text.paragraphs[number].tokens.len() {
            let tokens = &text.paragraphs[number].tokens;
            let word = &*tokens[at].text;
            let idle = IDLE.iter().any(|(idle, _)| *idle == word);
            if idle || idle_between(tokens, at) || !is_word(word) || !text.is_same_without(number, at) {
                continue;
            }
            let paragraph = &text.paragraphs[number];
            let Place { line, columns, words } = paragraph.place(at, false);
            let reason = Reason::Unread(paragraph.tokens[at].text.to_string());
            return Err(Decline {
                line,
                columns,
                words,
                alike: alike(paragraph, at),
                ..Decline::face(&face.name, reason)
            });
        }
        text.prove(number);
    }
    Ok(())
}
