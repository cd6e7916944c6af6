//! Lines as tokens, and back.
//!
//! | file | what |
//! | --- | --- |
//! | `normal` | names of the card itself, reminder text, ability words |
//! | `print` | from tokens to text |

mod normal;
mod print;

pub(super) use normal::{FaceNames, Normal, normalise};
pub(super) use print::{is_row, print, with_names, with_rows};

use crate::cards::def::{SUBTYPES, SubtypeKind};
use bevy_platform::collections::{HashMap, HashSet};
use std::borrow::Cow;
use std::sync::OnceLock;

/// What stands for the card's name in a normal line.
pub(super) const SELF: char = '\u{1}';
/// What stands for the short name of a legend.
pub(super) const SHORT: char = '\u{2}';

/// A word that no rule has.
pub(super) const UNKNOWN: u16 = 0;

/// A token of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// Its number in the lexicon; [`UNKNOWN`] if it isn't there.
    pub id: u16,
    /// Its text, in small letters where only its place gives it a capital.
    pub text: Cow<'static, str>,
    /// Where it begins in the normal line, in bytes.
    pub start: u32,
    /// Where it ends in the normal line, in bytes.
    pub end: u32,
}

/// The words of the rules, each with its number.
#[derive(Default, Debug)]
pub(super) struct Lexicon {
    words: HashMap<Box<str>, u16>,
    texts: Vec<Box<str>>,
}

impl Lexicon {
    /// One that has nothing but the unknown word.
    pub(super) fn new() -> Self {
        Self { words: HashMap::default(), texts: vec!["?".into()] }
    }
    /// The number of a word, which is added if it isn't there.
    pub(super) fn intern(&mut self, word: &str) -> u16 {
        if let Some(id) = self.words.get(word) {
            return *id;
        }
        let id = self.texts.len() as u16;
        self.words.insert(word.into(), id);
        self.texts.push(word.into());
        id
    }
    /// A token of these letters.
    fn token(&'static self, text: &str, start: u32, end: u32) -> Token {
        match self.words.get(text) {
            Some(id) => Token { id: *id, text: Cow::Borrowed(self.text(*id)), start, end },
            None => Token { id: UNKNOWN, text: Cow::Owned(text.to_owned()), start, end },
        }
    }
    /// The word of a number.
    pub(super) fn text(&self, id: u16) -> &str {
        &self.texts[id as usize]
    }
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }
}

/// Words with an apostrophe that aren't possessives.
const WHOLE: [&str; 15] = [
    "it's",
    "that's",
    "he's",
    "she's",
    "who's",
    "there's",
    "what's",
    "let's",
    "everyone's",
    "Urza's",
    "C'tan",
    "D'Avenant",
    "Sliver's",
    "here's",
    "Max's",
];

/// The subtypes, each in both numbers: proper nouns.
pub(super) fn proper(word: &str) -> bool {
    static PROPER: OnceLock<HashSet<String>> = OnceLock::new();
    let set = PROPER.get_or_init(|| {
        SUBTYPES.iter().flat_map(|(name, _)| [(*name).to_owned(), crate::cards::text::plural(name)]).collect()
    });
    set.contains(word)
}

/// Whether a word is a subtype of creatures.
pub(super) fn is_tribe(word: &str) -> bool {
    SUBTYPES.iter().any(|(name, kind)| *name == word && *kind == SubtypeKind::Creature)
}

/// Cuts a normal line into tokens.
pub(super) fn tokens(line: &str, lexicon: &'static Lexicon) -> Vec<Token> {
    let mut all: Vec<Token> = Vec::new();
    let mut push = |start: usize, end: usize| {
        if start < end {
            all.push(lexicon.token(&line[start..end], start as u32, end as u32));
        }
    };
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < line.len() {
        let c = line[at..].chars().next().unwrap_or(' ');
        let width = c.len_utf8();
        match c {
            ' ' => at += 1,
            '{' => {
                // A run of symbols is one token.
                let start = at;
                while at < line.len() && bytes[at] == b'{' {
                    at = line[at..].find('}').map_or(line.len(), |close| at + close + 1);
                }
                push(start, at);
            }
            '[' => {
                let end = line[at..].find(']').map_or(line.len(), |close| at + close + 1);
                push(at, end);
                at = end;
            }
            SELF | SHORT | '.' | ',' | ':' | ';' | '"' | '\u{2014}' | '\u{2022}' | '(' | ')' => {
                push(at, at + width);
                at += width;
            }
            '\'' if is_inner(line, at) => {
                push(at, at + width);
                at += width;
            }
            _ => {
                let start = at;
                while let Some(c) = line[at..].chars().next() {
                    if matches!(c, ' ' | '.' | ',' | ':' | ';' | '"' | '\u{2014}' | '{' | '(' | ')' | SELF | SHORT) {
                        break;
                    }
                    at += c.len_utf8();
                }
                // The results of a row of a table: what they begin with, and the sign.
                let open = line[start..at].strip_suffix('+').filter(|_| line[at..].starts_with(" |"));
                match open.filter(|from| !from.is_empty() && from.bytes().all(|b| b.is_ascii_digit())) {
                    Some(_) => {
                        push(start, at - 1);
                        push(at - 1, at);
                    }
                    None => word(line, start, at, &mut push),
                }
            }
        }
    }
    end_quotes(line, &mut all, lexicon);
    let mut named = false;
    for token in &mut all {
        let capital = token.text.starts_with(char::is_uppercase);
        // The words of a name keep their capitals.
        named = &*token.text == "named" || named && (capital || matches!(&*token.text, "," | "'s" | "of" | "the"));
        if capital && !named && !proper(&token.text) {
            let first = token.text.chars().next().map_or(0, char::len_utf8);
            let small = token.text[..first].to_lowercase() + &token.text[first..];
            let small = lexicon.token(&small, token.start, token.end);
            if small.id != UNKNOWN || small.text == "an" {
                *token = small;
            }
        }
        // What follows says which article it is.
        if token.text == "an" {
            *token = lexicon.token("a", token.start, token.end);
        }
    }
    all
}

/// A sentence that ends with a quoted one has no period of its own; its token has no width. A comma before the end of a quote
/// stands for the period within and a comma after it.
fn end_quotes(line: &str, all: &mut Vec<Token>, lexicon: &'static Lexicon) {
    let (mut at, mut opened, mut quoted, mut inner) = (0, 0, false, false);
    while at < all.len() {
        let (start, end) = (all[at].start, all[at].end);
        if &*all[at].text == "'" && is_inner(line, start as usize) {
            // A quote within a quote, after which the sentence around it ends.
            all[at] = lexicon.token("\"", start, end);
            inner = !inner;
            if !inner && all.get(at + 1).is_some_and(|next| &*next.text == "\"") {
                all.insert(at + 1, lexicon.token(".", end, end));
                at += 1;
            }
            at += 1;
            continue;
        }
        if &*all[at].text == "\"" {
            quoted = !quoted;
            if !quoted && at > 0 && &*all[at - 1].text == "," {
                let end = all[at].end;
                all[at - 1] = lexicon.token(".", all[at - 1].start, all[at - 1].end);
                all.insert(at + 1, lexicon.token(",", end, end));
                at += 2;
                continue;
            }
            let ends = at > 0 && &*all[at - 1].text == ".";
            let more = all
                .get(at + 1)
                .is_none_or(|next| next.text.starts_with(char::is_uppercase) || next.text.starts_with('\u{2022}'));
            // Nor has a quoted one in the middle of a sentence, but what begins small or is a cost isn't one.
            if quoted {
                opened = at;
            }
            let sentence = all
                .get(opened + 1)
                .is_some_and(|t| t.text.starts_with(|c: char| c.is_ascii_uppercase() || "{[".contains(c)));
            let behind = |next: &Token| next.text.starts_with(|c: char| c.is_ascii_lowercase()) && &*next.text != "to";
            let inner_end = at > 0 && &*all[at - 1].text == "\"";
            if !quoted && !ends && !inner_end && sentence && all.get(at + 1).is_some_and(behind) {
                let start = all[at].start;
                all.insert(at, lexicon.token(".", start, start));
                at += 1;
            }
            if !quoted && ends && more {
                let end = all[at].end;
                all.insert(at + 1, lexicon.token(".", end, end));
                at += 1;
            }
        }
        at += 1;
    }
}

/// Whether an apostrophe begins or ends a quote within a quote: before a capital letter or a symbol, or behind a period.
fn is_inner(line: &str, at: usize) -> bool {
    let (before, after) = (line[..at].chars().next_back(), line[at + 1..].chars().next());
    let begins = after.is_some_and(|c| c.is_uppercase() || c == '{');
    before == Some('.') && after == Some('"') || before == Some(' ') && begins
}

/// A word without its possessive ending and without "non-" before a subtype.
fn word(line: &str, mut start: usize, end: usize, push: &mut impl FnMut(usize, usize)) {
    let text = &line[start..end];
    if text.len() > 4 && (text.starts_with("non-") || text.starts_with("Non-")) {
        push(start, start + 4);
        start += 4;
    }
    let text = &line[start..end];
    let apostrophe = text.contains('\'');
    if apostrophe && (WHOLE.contains(&text) || WHOLE.contains(&text.to_lowercase().as_str())) {
        push(start, end);
    } else if text.len() > 2 && text.ends_with("'s") {
        push(start, end - 2);
        push(end - 2, end);
    } else if text.len() > 1 && text.ends_with('\'') {
        push(start, end - 1);
        push(end - 1, end);
    } else {
        push(start, end);
    }
}
