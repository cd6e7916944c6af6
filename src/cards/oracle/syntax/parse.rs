//! All readings of a line: recursive descent over the table, each category at each place read once.

use super::rule::Val;
use super::table::{Grammar, Sym, symbol};
use super::{CatId, grammar};
use crate::cards::oracle::lex::Token;
use std::rc::Rc;

/// The most readings of one category at one place.
const MOST: usize = 256;

/// A phrase that was read.
#[derive(Clone, Debug)]
pub(in crate::cards::oracle) enum Node {
    /// By a rule: its number, and the phrases of the slots in the order of the text, each with its slot.
    Rule(u16, Vec<(u8, Rc<Node>)>, bool),
    /// A word of a class: its category and number, its meaning, its tokens.
    Leaf(u16, Val, Vec<Box<str>>),
}

/// A reading of a place: where it ends.
type Reading = (u32, Rc<Node>);

/// What reading a line gave.
#[derive(Debug)]
pub(in crate::cards::oracle) struct Parsed {
    /// The readings of the whole line.
    pub whole: Vec<Rc<Node>>,
    /// The farthest token that was looked at and didn't fit.
    pub farthest: usize,
    /// What was looked for there.
    pub expected: Vec<String>,
    /// Whether there were too many readings to keep.
    pub overflow: bool,
}

struct Parser<'a> {
    grammar: &'a Grammar,
    tokens: &'a [Token],
    memo: Vec<Option<Rc<Vec<Reading>>>>,
    farthest: usize,
    expected: Vec<Sym>,
    overflow: bool,
}

/// All readings of the tokens as a phrase of the category.
pub(in crate::cards::oracle) fn parse(cat: CatId, plural: bool, tokens: &[Token]) -> Parsed {
    let grammar = grammar();
    let memo = vec![None; grammar.forms.len() * (tokens.len() + 1)];
    let mut parser = Parser { grammar, tokens, memo, farthest: 0, expected: Vec::new(), overflow: false };
    let all = parser.phrase(symbol(cat, plural), 0);
    let whole = all.iter().filter(|(end, _)| *end as usize == tokens.len()).map(|(_, node)| Rc::clone(node)).collect();
    let mut expected: Vec<String> = parser
        .expected
        .iter()
        .map(|sym| match sym {
            Sym::Word(word) => format!("\"{}\"", grammar.lexicon.text(*word)),
            Sym::Phrase(cat, _) => grammar.cats[*cat as usize / 2].name.to_owned(),
        })
        .collect();
    expected.sort_unstable();
    expected.dedup();
    expected.truncate(12);
    // A reading that ends too early was stopped where it ends.
    let farthest = all.iter().map(|(end, _)| *end as usize).max().unwrap_or(0).max(parser.farthest);
    Parsed { whole, farthest, expected, overflow: parser.overflow }
}

impl Parser<'_> {
    fn phrase(&mut self, cat: u16, at: usize) -> Rc<Vec<Reading>> {
        let place = at * self.grammar.forms.len() + cat as usize;
        if let Some(found) = &self.memo[place] {
            return Rc::clone(found);
        }
        // Nothing begins with itself.
        self.memo[place] = Some(Rc::new(Vec::new()));
        let mut all = Vec::new();
        let grammar = self.grammar;
        if let Some(leaf) = &grammar.cats[cat as usize / 2].leaf {
            match (leaf.read)(&self.tokens[at..], cat % 2 == 1) {
                Some((val, width)) => {
                    let words = self.tokens[at..at + width].iter().map(|t| t.text.clone()).collect();
                    all.push(((at + width) as u32, Rc::new(Node::Leaf(cat, val, words))));
                }
                None => self.stuck(at, Sym::Phrase(cat, 0)),
            }
        } else {
            let word = self.tokens.get(at).map_or(0, |t| t.id);
            for form in &grammar.forms[cat as usize] {
                if at < self.tokens.len() && form.may_begin(word) {
                    let mut kids = Vec::new();
                    self.rest(form.rule, cat % 2 == 1, &form.syms, at, &mut kids, &mut all);
                } else if let Some(sym) = form.syms.first() {
                    self.stuck(at, *sym);
                }
            }
        }
        if all.len() > MOST {
            self.overflow = true;
            all.truncate(MOST);
        }
        let all = Rc::new(all);
        self.memo[place] = Some(Rc::clone(&all));
        all
    }

    fn rest(
        &mut self,
        rule: u16,
        plural: bool,
        syms: &[Sym],
        at: usize,
        kids: &mut Vec<(u8, Rc<Node>)>,
        all: &mut Vec<Reading>,
    ) {
        let Some((sym, rest)) = syms.split_first() else {
            all.push((at as u32, Rc::new(Node::Rule(rule, kids.clone(), plural))));
            return;
        };
        match sym {
            Sym::Word(word) => {
                if self.tokens.get(at).is_some_and(|t| t.id == *word) {
                    self.rest(rule, plural, rest, at + 1, kids, all);
                } else {
                    self.stuck(at, *sym);
                }
            }
            Sym::Phrase(cat, slot) => {
                let found = self.phrase(*cat, at);
                for (end, node) in found.iter() {
                    kids.push((*slot, Rc::clone(node)));
                    self.rest(rule, plural, rest, *end as usize, kids, all);
                    kids.pop();
                }
            }
        }
    }

    fn stuck(&mut self, at: usize, sym: Sym) {
        if at > self.farthest {
            self.farthest = at;
            self.expected.clear();
        }
        if at == self.farthest && self.expected.len() < 64 {
            self.expected.push(sym);
        }
    }
}

impl Node {
    /// The tokens of the phrase.
    pub(in crate::cards::oracle) fn words(&self, out: &mut Vec<String>) {
        match self {
            Self::Leaf(_, _, words) => out.extend(words.iter().map(ToString::to_string)),
            Self::Rule(rule, kids, plural) => {
                let grammar = grammar();
                let cat = grammar.rules[*rule as usize].cat;
                // An unnumbered category has both forms of a rule in one place: the one with these phrases.
                let forms = grammar.forms[symbol(cat, *plural) as usize].iter().filter(|f| f.rule == *rule);
                let fits = |syms: &[Sym]| {
                    let slots = syms.iter().filter_map(|s| if let Sym::Phrase(cat, slot) = s { Some((*cat, *slot)) } else { None });
                    slots.eq(kids.iter().map(|(slot, kid)| (kid.symbol(), *slot)))
                };
                let Some(form) = forms.into_iter().find(|f| fits(&f.syms)) else { return };
                let mut kids = kids.iter();
                for sym in &form.syms {
                    match sym {
                        Sym::Word(word) => out.push(grammar.lexicon.text(*word).to_owned()),
                        Sym::Phrase(..) => kids.next().into_iter().for_each(|(_, kid)| kid.words(out)),
                    }
                }
            }
        }
    }

    /// Its category and number.
    pub(in crate::cards::oracle) fn symbol(&self) -> u16 {
        match self {
            Self::Leaf(cat, ..) => *cat,
            Self::Rule(rule, _, plural) => symbol(grammar().rules[*rule as usize].cat, *plural),
        }
    }

    /// Whether one of its rules is another way of saying something.
    pub(in crate::cards::oracle) fn alternates(&self, out: &mut Vec<u16>) {
        if let Self::Rule(rule, kids, _) = self {
            if grammar().rules[*rule as usize].take.is_none() {
                out.push(*rule);
            }
            kids.iter().for_each(|(_, kid)| kid.alternates(out));
        }
    }

    /// All rules that it uses.
    pub(in crate::cards::oracle) fn rules(&self, out: &mut Vec<u16>) {
        if let Self::Rule(rule, kids, _) = self {
            out.push(*rule);
            kids.iter().for_each(|(_, kid)| kid.rules(out));
        }
    }
}
