//! With which words phrases begin and end, and which words may stand side by side.
//!
//! All of it says what can't be read, and never forbids what can: a phrase is read as if nothing of this were known, or not at all.
//! It is known of words one by one, so it holds for a word whatever stands around it. Words of a class may be any number; they are
//! asked for one by one, so a class of several words says itself with which it begins and ends ([`Several`](super::Several)).

use super::rule::{CatId, Cats, Leaf};
use super::table::{Form, Sym, symbol};
use crate::cards::oracle::lex::{Lexicon, Token, UNKNOWN};
use bevy_platform::collections::HashMap;
use std::cell::RefCell;

/// Of how many words that no rule has it is kept what may begin with them.
const MOST_OPENING: usize = 4096;

thread_local! {
    /// By word that no rule has: the symbols whose phrases may begin with it. It depends on nothing else.
    static OPENING: RefCell<HashMap<Box<str>, Box<[u64]>>> = RefCell::default();
}

/// A set of symbols or of words, or several of them in a row.
pub(in crate::cards::oracle) type Set = Vec<u64>;

/// Whether a symbol or a word is in a set.
pub(in crate::cards::oracle) fn has(set: &[u64], symbol: u16) -> bool {
    set[symbol as usize / 64] & 1 << (symbol % 64) != 0
}

fn put(set: &mut [u64], symbol: u16) {
    set[symbol as usize / 64] |= 1 << (symbol % 64);
}

/// Whether something is in both of two sets.
fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(a, b)| a & b != 0)
}

fn join(set: &mut [u64], more: &[u64]) {
    set.iter_mut().zip(more).for_each(|(have, more)| *have |= more);
}

/// One of the two sides of phrases.
#[derive(Debug)]
struct Side {
    /// By word: the symbols whose phrases may have it there, in a row.
    words: Set,
    /// By class, as in [`Edges::classes`]: the symbols whose phrases may have a word of that class there.
    classes: Vec<Set>,
}

/// What may follow something: symbols, and words by number.
#[derive(Clone, Debug)]
struct After {
    symbols: Set,
    words: Set,
}

impl After {
    fn join(&mut self, more: &Self) {
        join(&mut self.symbols, &more.symbols);
        join(&mut self.words, &more.words);
    }
}

/// What is known of words.
#[derive(Debug)]
pub(in crate::cards::oracle) struct Edges {
    /// How many numbers a set has.
    pub width: usize,
    /// The classes of words, by category and number.
    classes: Vec<(u16, Leaf)>,
    /// The symbols whose phrases may begin with a word of a class.
    pub with_class: Set,
    begin: Side,
    end: Side,
    /// By word: what may follow it, in a rule or behind a phrase that ends with it.
    after_word: Vec<After>,
    /// By class: what may follow a phrase that ends with a word of it.
    after_class: Vec<After>,
}

impl Edges {
    /// What is known of the words of these rules.
    pub(super) fn of(forms: &[Vec<Form>], cats: &[Cats], lexicon: &Lexicon) -> Self {
        let width = forms.len().div_ceil(64);
        let symbols = (0..forms.len() as u16).filter(|s| s % 2 == 0 || cats[*s as usize / 2].numbered);
        let classes: Vec<(u16, Leaf)> = symbols.filter_map(|s| Some((s, cats[s as usize / 2].leaf?))).collect();
        let begin = Side::of(forms, &classes, lexicon, <[Sym]>::first, Leaf::opens);
        let end = Side::of(forms, &classes, lexicon, <[Sym]>::last, Leaf::closes);
        let none = After { symbols: vec![0; width], words: vec![0; lexicon.len().div_ceil(64)] };
        let (mut after_symbol, mut after_word) = (vec![none.clone(); forms.len()], vec![none.clone(); lexicon.len()]);
        for pair in forms.iter().flatten().flat_map(|form| form.syms.windows(2)) {
            let after = match pair[0] {
                Sym::Word(word) => &mut after_word[word as usize],
                Sym::Phrase(symbol, _) => &mut after_symbol[symbol as usize],
            };
            match pair[1] {
                Sym::Word(word) => put(&mut after.words, word),
                Sym::Phrase(symbol, _) => put(&mut after.symbols, symbol),
            }
        }
        // What may follow a phrase may follow the word with which it ends.
        let behind = |after: &mut After, ending: &[u64]| {
            let ended = after_symbol.iter().zip(0..).filter(|(_, symbol)| has(ending, *symbol));
            ended.for_each(|(more, _)| after.join(more));
        };
        after_word.iter_mut().zip(end.words.chunks(width)).for_each(|(after, ending)| behind(after, ending));
        let mut after_class = vec![none; classes.len()];
        after_class.iter_mut().zip(&end.classes).for_each(|(after, ending)| behind(after, ending));
        let mut with_class = vec![0; width];
        begin.classes.iter().for_each(|set| join(&mut with_class, set));
        Self { width, classes, with_class, begin, end, after_word, after_class }
    }

    /// Adds the symbols whose phrases may begin with a token to a row of such sets.
    pub(super) fn begin(&self, token: &Token, row: &mut Set) {
        if token.id != UNKNOWN {
            return self.side(&self.begin, Leaf::opens, token, row);
        }
        OPENING.with_borrow_mut(|opening| {
            if let Some(known) = opening.get(&*token.text) {
                row.extend_from_slice(known);
                return;
            }
            let from = row.len();
            self.side(&self.begin, Leaf::opens, token, row);
            if opening.len() >= MOST_OPENING {
                opening.clear();
            }
            opening.insert((*token.text).into(), row[from..].into());
        });
    }

    /// Adds the symbols whose phrases may end with a token.
    fn end(&self, token: &Token, row: &mut Set) {
        self.side(&self.end, Leaf::closes, token, row);
    }

    fn side(&self, side: &Side, is_there: fn(&Leaf, &Token, bool) -> bool, token: &Token, row: &mut Set) {
        if token.id != UNKNOWN {
            let at = token.id as usize * self.width;
            row.extend_from_slice(&side.words[at..at + self.width]);
            return;
        }
        let from = row.len();
        row.resize(from + self.width, 0);
        for ((symbol, leaf), set) in self.classes.iter().zip(&side.classes) {
            if is_there(leaf, token, symbol % 2 == 1) {
                join(&mut row[from..], set);
            }
        }
    }

    /// Whether a phrase of the symbol may end with a token.
    pub(super) fn may_end(&self, symbol: u16, token: &Token) -> bool {
        let mut ending = Set::new();
        self.end(token, &mut ending);
        has(&ending, symbol)
    }

    /// Whether the tokens around one that is left out may stand side by side. `beginning` are the symbols whose phrases may
    /// begin with the one behind it, `cats` the categories of which the line may be.
    pub(super) fn may_close(&self, tokens: &[Token], gap: usize, beginning: &[u64], cats: &[CatId]) -> bool {
        let (before, next) = (&tokens[gap - 1], &tokens[gap + 1]);
        if self.may_follow(before, next, beginning) {
            return true;
        }
        // Within a phrase of a class, which begins with the line or behind a token.
        self.classes.iter().zip(&self.begin.classes).any(|((_, leaf), around)| {
            leaf.joins(&before.text, &next.text)
                && (cats.iter().any(|cat| has(around, symbol(*cat, false)))
                    || tokens[..gap - 1]
                        .iter()
                        .any(|token| self.is_followed(token, |after| meet(&after.symbols, around))))
        })
    }

    /// Whether a token may stand behind another one, not within one phrase of a class.
    pub(super) fn may_follow(&self, before: &Token, token: &Token, beginning: &[u64]) -> bool {
        let word = (token.id != UNKNOWN).then_some(token.id);
        self.is_followed(before, |after| {
            meet(&after.symbols, beginning) || word.is_some_and(|word| has(&after.words, word))
        })
    }

    /// Whether something fits what may follow a token.
    fn is_followed(&self, token: &Token, fits: impl Fn(&After) -> bool) -> bool {
        if token.id != UNKNOWN {
            return fits(&self.after_word[token.id as usize]);
        }
        let mut ended = self.classes.iter().zip(&self.after_class);
        ended.any(|((symbol, leaf), after)| fits(after) && leaf.closes(token, symbol % 2 == 1))
    }
}

impl Side {
    fn of(
        forms: &[Vec<Form>],
        classes: &[(u16, Leaf)],
        lexicon: &Lexicon,
        edge: fn(&[Sym]) -> Option<&Sym>,
        is_there: fn(&Leaf, &Token, bool) -> bool,
    ) -> Self {
        let width = forms.len().div_ceil(64);
        // By symbol: the symbols whose phrases may have one of its phrases at this side, itself among them.
        let mut around: Vec<Set> = (0..forms.len() as u16)
            .map(|symbol| {
                let mut set = vec![0; width];
                put(&mut set, symbol);
                set
            })
            .collect();
        let edges = |symbol: usize| forms[symbol].iter().filter_map(|form| edge(&form.syms));
        loop {
            let mut changed = false;
            for symbol in 0..forms.len() {
                let outer = around[symbol].clone();
                for inner in edges(symbol) {
                    let Sym::Phrase(inner, _) = *inner else { continue };
                    let before = around[inner as usize].clone();
                    join(&mut around[inner as usize], &outer);
                    changed |= before != around[inner as usize];
                }
            }
            if !changed {
                break;
            }
        }
        let mut words = vec![0; width * lexicon.len()];
        for (symbol, outer) in around.iter().enumerate() {
            for inner in edges(symbol) {
                let Sym::Word(word) = *inner else { continue };
                let at = word as usize * width;
                join(&mut words[at..at + width], outer);
            }
        }
        for word in UNKNOWN + 1..lexicon.len() as u16 {
            let token = Token { id: word, text: lexicon.text(word).to_owned().into(), start: 0, end: 0 };
            for (symbol, leaf) in classes {
                if is_there(leaf, &token, symbol % 2 == 1) {
                    let at = word as usize * width;
                    join(&mut words[at..at + width], &around[*symbol as usize]);
                }
            }
        }
        let classes = classes.iter().map(|(symbol, _)| around[*symbol as usize].clone()).collect();
        Self { words, classes }
    }
}

impl Leaf {
    /// Whether a word may be the first one of the class.
    fn opens(&self, word: &Token, plural: bool) -> bool {
        match &self.several {
            Some(several) => (several.opens)(&word.text),
            None => (self.read)(std::slice::from_ref(word), plural).is_some(),
        }
    }
    /// Whether a word may be the last one.
    fn closes(&self, word: &Token, plural: bool) -> bool {
        match &self.several {
            Some(several) => (several.closes)(&word.text),
            None => (self.read)(std::slice::from_ref(word), plural).is_some(),
        }
    }
    /// Whether two words may stand side by side within it.
    pub(super) fn joins(&self, before: &str, after: &str) -> bool {
        self.several.as_ref().is_some_and(|several| (several.joins)(before, after))
    }
}
