//! The paragraphs of a text, each with the place of its words in it.

use super::card::FaceText;
use super::decline::{Decline, Reason};
use super::known::{self, Known};
use super::lex::{FaceNames, Normal, Token, is_row, normalise, print, tokens};
use super::syntax::{FaceInfo, grammar};
use crate::cards::def::AbilityDef;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// A line of rules text, or the lines of a choice of modes.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    /// The lines.
    lines: Vec<SourceLine>,
    /// All of their tokens; none as long as what it means is known from before.
    pub tokens: Vec<Token>,
    names: Rc<FaceNames>,
    /// Its words as they are compared.
    spoken: String,
    /// By what it is looked up.
    key: Option<String>,
    /// What is known of it.
    pub known: Option<Arc<Known>>,
}

/// A line as the user sees it.
#[derive(Clone, Debug)]
struct SourceLine {
    /// Its number, from 1.
    number: usize,
    /// Its first token.
    first: usize,
    text: String,
    normal: Normal,
}

/// A place in a text.
pub(super) struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The characters of the line.
    pub columns: Range<usize>,
    /// The words that stand there.
    pub words: String,
}

impl Paragraph {
    /// Its words as they are compared.
    pub(super) fn spoken(&self) -> &str {
        &self.spoken
    }

    /// Cuts it into tokens.
    ///
    /// # Errors
    /// A line that doesn't come back from them.
    pub(super) fn cut(&mut self, face: &FaceText) -> Result<(), Decline> {
        for line in &mut self.lines {
            let text = &line.normal.text;
            let tokens = tokens(text, &grammar().lexicon);
            let printed = words(&tokens);
            if printed != *text {
                return Err(unlike(face, line.number, format!("`{text}` is printed as `{printed}`")));
            }
            line.first = self.tokens.len();
            self.tokens.extend(tokens);
        }
        self.spoken = match self.lines.as_slice() {
            [line] => line.normal.text.clone(),
            _ => words(&self.tokens),
        };
        Ok(())
    }

    /// Keeps what it means.
    pub(super) fn keep(&mut self, abilities: &[AbilityDef]) {
        if let (Some(key), None) = (&self.key, &self.known) {
            self.known = known::keep(key, abilities, &self.spoken);
        }
    }

    /// Where a token stands in the text, alone or to the end of its line.
    pub(super) fn place(&self, at: usize, to_end: bool) -> Place {
        let found = self.lines.iter().rfind(|line| line.first <= at).or(self.lines.first());
        let Some(SourceLine { number, text, normal, .. }) = found else {
            return Place { line: 0, columns: 0..0, words: String::new() };
        };
        let end = normal.place(normal.text.len(), true, &self.names);
        let columns = match self.tokens.get(at) {
            Some(token) => {
                let start = normal.place(token.start as usize, false, &self.names);
                start..if to_end { end } else { normal.place(token.end as usize, true, &self.names) }.max(start)
            }
            None => end..end,
        };
        let words = text.get(columns.clone()).unwrap_or_default().to_owned();
        let start = text.get(..columns.start).map_or(0, |before| before.chars().count());
        Place { line: *number, columns: start..start + words.chars().count(), words }
    }
}

/// A decline of a whole paragraph.
pub(super) fn decline(face: &FaceText, paragraph: &Paragraph, reason: Reason) -> Decline {
    let Place { line, columns, words } = paragraph.place(0, true);
    Decline { line, columns, words, alike: alike(paragraph, 0), ..Decline::face(&face.name, reason) }
}

/// A decline of a phrase that has no meaning where it stands: of the whole paragraph, if it isn't known of which.
pub(super) fn unclear(face: &FaceText, paragraph: &Paragraph, phrase: Range<usize>) -> Decline {
    let all = paragraph.place(phrase.start, true);
    let end = paragraph.place(phrase.end.saturating_sub(1), false);
    let letters =
        if phrase.is_empty() || end.line != all.line { usize::MAX } else { end.columns.end - all.columns.start };
    let words = all.words.chars().take(letters).collect();
    let reason = Reason::Reference(words);
    let Place { line, columns, words } = all;
    Decline { line, columns, words, alike: alike(paragraph, phrase.start), ..Decline::face(&face.name, reason) }
}

/// The words from a token on as other cards have them, too.
pub(super) fn alike(paragraph: &Paragraph, at: usize) -> String {
    let words = paragraph.tokens.get(at..).map(words).unwrap_or_default();
    words.replace(['\u{1}', '\u{2}'], "~")
}

/// A line that doesn't come back.
fn unlike(face: &FaceText, line: usize, what: String) -> Decline {
    Decline { line, ..Decline::face(&face.name, Reason::NotReversible(what)) }
}

/// The paragraphs of a face.
///
/// # Errors
/// A line that can't be brought to its normal form or doesn't come back from it.
pub(super) fn paragraphs(face: &FaceText, info: &FaceInfo) -> Result<Vec<Paragraph>, Decline> {
    let names = Rc::new(FaceNames::of(&info.name, info.legendary));
    let mut all: Vec<Paragraph> = Vec::new();
    let mut failed = None;
    for (number, line) in face.text.split('\n').enumerate() {
        let normal = match normalise(line, &names) {
            Some(normal) if normal.original(&names) == line => normal,
            Some(_) => {
                failed = Some(unlike(face, number + 1, "the normal form".to_owned()));
                break;
            }
            None => {
                let what = "the line has parentheses or signs that aren't understood";
                failed = Some(unlike(face, number + 1, what.to_owned()));
                break;
            }
        };
        if normal.text.is_empty() {
            continue;
        }
        let is_mode =
            normal.text.starts_with('\u{2022}') || ["+ {", "{P}"].iter().any(|sign| normal.text.starts_with(sign));
        // CR 706.3b: a table of results belongs to the instruction to roll.
        let rolls = |last: &Paragraph| last.lines.iter().any(|line| line.normal.text.to_lowercase().contains("roll"));
        let is_mode = is_mode || is_row(&normal.text) && all.last().is_some_and(rolls);
        let line = SourceLine { number: number + 1, first: 0, text: line.to_owned(), normal };
        match all.last_mut() {
            Some(last) if is_mode => last.lines.push(line),
            _ => {
                let (names, spoken) = (Rc::clone(&names), String::new());
                all.push(Paragraph { lines: vec![line], tokens: Vec::new(), names, spoken, key: None, known: None });
            }
        }
    }
    // The paragraphs of a spell mean something together.
    let is_alone = !info.is_spell() || all.len() == 1;
    for paragraph in &mut all {
        if is_alone {
            paragraph.key = known::key(info, paragraph.lines.iter().map(|line| line.normal.text.as_str()));
            paragraph.known = paragraph.key.as_deref().and_then(known::find);
        }
        match &paragraph.known {
            Some(known) => paragraph.spoken.clone_from(&known.spoken),
            None => paragraph.cut(face)?,
        }
    }
    failed.map_or(Ok(all), Err)
}

/// Tokens as text.
fn words(tokens: &[Token]) -> String {
    let texts: Vec<&str> = tokens.iter().map(|t| &*t.text).collect();
    print(&texts)
}

pub(super) fn no_rule(face: &FaceText, paragraph: &Paragraph, at: usize, expected: Vec<String>) -> Decline {
    let Place { line, columns, words } = paragraph.place(at, true);
    Decline { line, columns, words, alike: alike(paragraph, at), expected, ..Decline::face(&face.name, Reason::NoRule) }
}
