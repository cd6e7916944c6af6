//! The deletion probe: a word that can be left out without changing the meaning was not read.

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::lex::Token;
use super::read::{Paragraph, Place, alike, read};
use super::syntax::FaceInfo;

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

/// Words that say nothing more between two others, and why.
const IDLE_BETWEEN: [(&str, &str, &str, &str); 1] =
    [("other", "creature", "types", "types are added to all that there are, of creatures or not")];

fn idle_between(tokens: &[Token], at: usize) -> bool {
    let text = |at: usize| tokens.get(at).map(|t| &*t.text);
    let before = at.checked_sub(1).and_then(text);
    IDLE_BETWEEN.iter().any(|(a, word, b, _)| (before, text(at), text(at + 1)) == (Some(*a), Some(*word), Some(*b)))
}

fn is_word(text: &str) -> bool {
    !text.chars().all(|c| matches!(c, '.' | ',' | ':' | ';' | '"' | '\'' | '\u{2014}' | '\u{2022}')) && text != "'s"
}

/// Leaves out each word of each paragraph once.
///
/// # Errors
/// The first word without which the face means the same.
pub(super) fn probe(face: &FaceText, info: &FaceInfo, paragraphs: &[Paragraph]) -> Result<(), Decline> {
    let alone = !info.is_spell();
    let whole = if alone { None } else { Some(read(face, info, paragraphs)?) };
    for (number, paragraph) in paragraphs.iter().enumerate() {
        let one = std::slice::from_ref(paragraph);
        let meaning = match &whole {
            Some(reading) => reading.clone(),
            None => read(face, info, one)?,
        };
        for (at, token) in paragraph.tokens.iter().enumerate() {
            let idle = IDLE.iter().any(|(word, _)| *word == &*token.text);
            if idle || idle_between(&paragraph.tokens, at) || !is_word(&token.text) {
                continue;
            }
            let shorter = paragraph.without(at);
            let again = if alone {
                read(face, info, std::slice::from_ref(&shorter))
            } else {
                let mut all = paragraphs.to_vec();
                all[number] = shorter;
                read(face, info, &all)
            };
            if again.is_ok_and(|again| again.abilities == meaning.abilities) {
                let Place { line, columns, words } = paragraph.place(at, false);
                let alike = alike(paragraph, at);
                return Err(Decline {
                    line,
                    columns,
                    words,
                    alike,
                    ..Decline::face(&face.name, Reason::Unread(token.text.to_string()))
                });
            }
        }
    }
    Ok(())
}
