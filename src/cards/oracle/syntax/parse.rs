//! All readings of a line: recursive descent over the trees of rules, each category at each place read once, and only where it
//! may begin with the word that is there.
//!
//! Nothing begins with itself (a test of the table holds that), so what can be read at a place depends on the tokens from there
//! on and on nothing else. That is why readings are kept for the whole line, whatever is looked for, and for the line without
//! one of its tokens: what begins behind it and what ends before it are the same there.

use super::edges::{Set, has};
use super::node::{Node, Word};
use super::table::{Grammar, Sym, symbol};
use super::{CatId, grammar};
use crate::cards::oracle::lex::Token;
use smallvec::SmallVec;
use std::rc::Rc;

/// The most readings of one category at one place.
const MOST: usize = 256;

/// The most tokens that a class of words looks at.
const AHEAD: usize = 4;

/// No token is left out.
const NONE: usize = usize::MAX;

/// What reading a line gave.
#[derive(Debug)]
pub(in crate::cards::oracle) struct Parsed {
    /// The readings of the whole line.
    pub whole: Vec<Rc<Node>>,
    /// Whether there were too many readings to keep.
    pub overflow: bool,
}

/// Where reading a line was stuck.
#[derive(Debug)]
pub(in crate::cards::oracle) struct Stuck {
    /// The farthest token that was looked at and didn't fit.
    pub farthest: usize,
    /// What was looked for there.
    pub expected: Vec<String>,
}

/// Readings of a place, each with where it ends: mostly none or one.
type Readings = SmallVec<[(u32, Rc<Node>); 1]>;

/// Readings with the place of their rule in its category.
type Found = SmallVec<[(u16, u32, Rc<Node>); 2]>;

/// The readings of one category at one place.
#[derive(Clone, Default, Debug)]
struct Entry {
    /// The readings.
    readings: Readings,
    /// The farthest token that was looked at and didn't fit.
    farthest: u32,
    /// Only tokens before this place were looked at.
    seen: u32,
    /// Whether there were too many.
    overflow: bool,
}

/// The number of an entry: of those of the whole line, or of those without a token.
#[derive(Clone, Copy)]
enum At {
    Whole(u32),
    Gapped(u32),
    /// Nothing of the category begins at this place: there is no entry.
    Nothing(u32),
}

/// What has been read of a line so far.
#[derive(Clone, Default, Debug)]
pub(in crate::cards::oracle) struct Chart {
    entries: Vec<Entry>,
    /// By place, for each category that may begin there: the number of the entry for the whole line, from 1.
    whole: Vec<u32>,
    /// The tokens without one.
    shorter: Vec<Token>,
    /// The entries for the line without it.
    gapped_entries: Vec<Entry>,
    /// In the same order: the number of such an entry, from 1.
    gapped: Vec<u32>,
    /// The places of such entries.
    touched: Vec<usize>,
    /// By token: the symbols whose phrases may begin with it, in a row.
    beginning: Set,
    /// For each number of that row: how many symbols are in those before it.
    before: Vec<u32>,
    /// An entry for what has none.
    nothing: Entry,
    /// The phrases of the rule that is being read.
    path: Vec<Rc<Node>>,
}

impl Chart {
    /// All readings of the tokens as a phrase of the category. They have to be the same tokens for one chart.
    pub(in crate::cards::oracle) fn parse(&mut self, cat: CatId, plural: bool, tokens: &[Token]) -> Parsed {
        Parser::new(self, tokens, NONE).all(symbol(cat, plural))
    }

    /// All readings without one of the tokens, of any of the categories.
    pub(in crate::cards::oracle) fn without(&mut self, gap: usize, cats: &[CatId], tokens: &[Token]) -> Parsed {
        let nothing = Parsed { whole: Vec::new(), overflow: false };
        if !Parser::new(self, tokens, gap).may_close(gap, cats) {
            return nothing;
        }
        if self.shorter.is_empty() {
            self.shorter = tokens.to_vec();
        }
        self.gapped_entries.clear();
        for place in self.touched.drain(..) {
            self.gapped[place] = 0;
        }
        let token = self.shorter.remove(gap);
        let mut parser = Parser::new(self, tokens, gap);
        let mut all = nothing;
        for cat in cats {
            let Parsed { whole, overflow } = parser.all(symbol(*cat, false));
            all.whole.extend(whole);
            all.overflow |= overflow;
        }
        self.shorter.insert(gap, token);
        all
    }

    /// How far reading the tokens as a phrase of the category got.
    pub(in crate::cards::oracle) fn farthest(&mut self, cat: CatId, tokens: &[Token]) -> usize {
        Parser::new(self, tokens, NONE).farthest(symbol(cat, false)).1
    }

    /// How far it got, and what it looked for there.
    pub(in crate::cards::oracle) fn stuck(&mut self, cat: CatId, tokens: &[Token]) -> Stuck {
        let mut parser = Parser::new(self, tokens, NONE);
        let (stuck, farthest) = parser.farthest(symbol(cat, false));
        Stuck { farthest, expected: parser.expected(symbol(cat, false), stuck) }
    }
}

/// All readings of the tokens as a phrase of the category.
#[cfg(test)]
pub(in crate::cards::oracle) fn parse(cat: CatId, plural: bool, tokens: &[Token]) -> Parsed {
    Chart::default().parse(cat, plural, tokens)
}

struct Parser<'a> {
    grammar: &'static Grammar,
    tokens: &'a [Token],
    chart: &'a mut Chart,
    gap: usize,
    // Of the phrase that is being read, as in its entry.
    farthest: u32,
    seen: u32,
    overflow: bool,
}

impl<'a> Parser<'a> {
    fn new(chart: &'a mut Chart, tokens: &'a [Token], gap: usize) -> Self {
        let grammar = grammar();
        if chart.beginning.is_empty() {
            tokens.iter().for_each(|token| grammar.edges.begin(token, &mut chart.beginning));
            let mut count = 0;
            chart.before.extend(chart.beginning.iter().map(|set| {
                let before = count;
                count += set.count_ones();
                before
            }));
            chart.whole.resize(count as usize, 0);
        }
        if gap != NONE {
            chart.gapped.resize(chart.whole.len(), 0);
        }
        Self { grammar, tokens, chart, gap, farthest: 0, seen: 0, overflow: false }
    }

    fn all(&mut self, symbol: u16) -> Parsed {
        let entry = self.phrase(symbol, 0);
        let end = self.tokens.len();
        let Entry { readings, overflow, .. } = self.entry(entry);
        let whole = readings.iter().filter(|(at, _)| self.step(*at as usize) == end);
        Parsed { whole: whole.map(|(_, node)| Rc::clone(node)).collect(), overflow: *overflow }
    }

    /// The token that didn't fit, and the place where reading ended: a reading that ends too early was stopped where it ends.
    fn farthest(&mut self, symbol: u16) -> (u32, usize) {
        let entry = self.phrase(symbol, 0);
        let farthest = self.reach(entry);
        let end = self.entry(entry).readings.iter().map(|(end, _)| *end).max().unwrap_or(0);
        (farthest, end.max(farthest) as usize)
    }

    /// The symbols whose phrases may begin with a token.
    fn beginning(&self, at: usize) -> &[u64] {
        let width = self.grammar.edges.width;
        &self.chart.beginning[at * width..(at + 1) * width]
    }

    /// Whether the words around what is left out may stand side by side, or the one that is left end a phrase of the categories.
    fn may_close(&self, gap: usize, cats: &[CatId]) -> bool {
        let edges = &self.grammar.edges;
        let Some(before) = gap.checked_sub(1).map(|at| &self.tokens[at]) else { return true };
        match self.tokens.get(gap + 1) {
            Some(_) => edges.may_close(self.tokens, gap, self.beginning(gap + 1), cats),
            None => cats.iter().any(|cat| edges.may_end(symbol(*cat, false), before)),
        }
    }

    /// A place behind the token that is left out, if it is there.
    fn step(&self, at: usize) -> usize {
        if at == self.gap { at + 1 } else { at }
    }

    fn entry(&self, at: At) -> &Entry {
        match at {
            At::Whole(number) => &self.chart.entries[number as usize],
            At::Gapped(number) => &self.chart.gapped_entries[number as usize],
            At::Nothing(_) => &self.chart.nothing,
        }
    }

    /// The farthest token that was looked at and didn't fit.
    fn reach(&self, at: At) -> u32 {
        if let At::Nothing(at) = at { at } else { self.entry(at).farthest }
    }

    /// The place of a category among all that may begin somewhere, in the order of the tokens; `None` if it can't begin at this one.
    fn place(&self, symbol: u16, at: usize) -> Option<usize> {
        let number = at * self.grammar.edges.width + symbol as usize / 64;
        let (set, bit) = (*self.chart.beginning.get(number)?, 1 << (symbol % 64));
        (set & bit != 0).then(|| self.chart.before[number] as usize + (set & (bit - 1)).count_ones() as usize)
    }

    /// The entry of a category at a place.
    fn phrase(&mut self, symbol: u16, at: usize) -> At {
        let at = self.step(at);
        let Some(place) = self.place(symbol, at) else {
            self.stuck(at);
            return At::Nothing(at as u32);
        };
        let found = self.known(place, at).unwrap_or_else(|| self.make(symbol, at, place));
        let Entry { farthest, seen, overflow, .. } = *self.entry(found);
        self.farthest = self.farthest.max(farthest);
        self.seen = self.seen.max(seen);
        self.overflow |= overflow;
        found
    }

    /// Whether what is left out lies before a place, or nothing is.
    fn is_behind(&self, at: usize) -> bool {
        self.gap == NONE || at > self.gap
    }

    /// The entry, if there is one: of the whole line what never came to the token that is left out.
    fn known(&self, place: usize, at: usize) -> Option<At> {
        if let Some(number) = self.chart.whole[place].checked_sub(1)
            && (self.is_behind(at) || self.chart.entries[number as usize].seen as usize <= self.gap)
        {
            return Some(At::Whole(number));
        }
        if self.is_behind(at) {
            return None;
        }
        self.chart.gapped[place].checked_sub(1).map(At::Gapped)
    }

    fn make(&mut self, symbol: u16, at: usize, place: usize) -> At {
        let before = (self.farthest, self.seen, self.overflow, self.gap);
        (self.farthest, self.seen, self.overflow) = (0, 0, false);
        let is_behind = self.is_behind(at);
        if is_behind {
            self.gap = NONE;
        }
        let entry = self.read(symbol, at);
        (self.farthest, self.seen, self.overflow, self.gap) = before;
        let chart = &mut *self.chart;
        if is_behind {
            chart.entries.push(entry);
            chart.whole[place] = chart.entries.len() as u32;
            At::Whole(chart.whole[place] - 1)
        } else {
            chart.gapped_entries.push(entry);
            chart.gapped[place] = chart.gapped_entries.len() as u32;
            chart.touched.push(place);
            At::Gapped(chart.gapped[place] - 1)
        }
    }

    fn read(&mut self, symbol: u16, at: usize) -> Entry {
        let mut readings = Readings::new();
        let grammar = self.grammar;
        let plural = symbol % 2 == 1;
        if let Some(leaf) = &grammar.cats[symbol as usize / 2].leaf {
            self.seen = self.seen.max((at + AHEAD) as u32);
            let crosses = self.gap != NONE && at < self.gap;
            let tokens = if crosses { &self.chart.shorter[at..] } else { &self.tokens[at..] };
            match (leaf.read)(tokens, plural) {
                Some((val, width)) => {
                    let words = tokens[..width].iter().map(|t| t.text.clone()).collect();
                    let end = at + width + usize::from(crosses && at + width > self.gap);
                    readings.push((end as u32, Rc::new(Node::Leaf(Box::new(Word { symbol, val, tokens: words })))));
                }
                None => self.stuck(at),
            }
        } else {
            let mut found = Found::new();
            self.branch(symbol, u32::from(symbol), at, self.chart.path.len(), &mut found);
            // In the order of the rules.
            found.sort_by_key(|(form, ..)| *form);
            readings.extend(found.into_iter().map(|(_, end, node)| (end, node)));
        }
        if readings.len() > MOST {
            self.overflow = true;
            readings.truncate(MOST);
        }
        let (farthest, seen, overflow) = (self.farthest, self.seen, self.overflow);
        Entry { readings, farthest, seen, overflow }
    }

    /// Reads on from a branch of the tree of a symbol. The phrases so far are those of the path from a place on.
    fn branch(&mut self, symbol: u16, number: u32, at: usize, from: usize, found: &mut Found) {
        let grammar = self.grammar;
        let branch = grammar.trees.branch(number);
        for end in &branch.ends {
            let form = &grammar.forms[symbol as usize][*end as usize];
            let kids = form.slots().zip(self.chart.path[from..].iter().cloned()).collect();
            found.push((*end, at as u32, Rc::new(Node::Rule(form.rule, kids, symbol % 2 == 1))));
        }
        let at = self.step(at);
        let Some(token) = self.tokens.get(at) else {
            if !(branch.words.is_empty() && branch.phrases.is_empty()) {
                self.stuck(at);
            }
            return;
        };
        let mut misses = branch.words.len();
        if let Some(next) = branch.word(token.id) {
            misses -= 1;
            self.seen = self.seen.max(at as u32 + 1);
            self.branch(symbol, next, at + 1, from, found);
        }
        for (phrase, next) in &branch.phrases {
            if !has(self.beginning(at), *phrase) {
                misses += 1;
                continue;
            }
            let entry = self.phrase(*phrase, at);
            for number in 0..self.entry(entry).readings.len() {
                let (end, node) = self.entry(entry).readings[number].clone();
                self.chart.path.push(node);
                self.branch(symbol, *next, end as usize, from, found);
                self.chart.path.pop();
            }
        }
        if misses > 0 {
            self.stuck(at);
        }
    }

    fn stuck(&mut self, at: usize) {
        self.farthest = self.farthest.max(at as u32);
        self.seen = self.seen.max(at as u32 + 1);
    }

    /// What was looked for at the farthest token.
    fn expected(&mut self, symbol: u16, farthest: u32) -> Vec<String> {
        let seen = vec![false; self.grammar.forms.len() * (self.tokens.len() + 1)];
        let mut looking = Looking { at: farthest as usize, seen, found: Vec::new() };
        self.look(symbol, 0, &mut looking);
        let mut found: Vec<(bool, u16)> = looking
            .found
            .iter()
            .map(|sym| match sym {
                Sym::Word(word) => (true, *word),
                Sym::Phrase(symbol, _) => (false, *symbol / 2),
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        let grammar = self.grammar;
        let text = |(is_word, number)| match is_word {
            true => format!("\"{}\"", grammar.lexicon.text(number)),
            false => grammar.cats[number as usize].name.to_owned(),
        };
        let mut expected: Vec<String> = found.into_iter().map(text).collect();
        expected.sort_unstable();
        expected.dedup();
        expected.truncate(12);
        expected
    }

    /// Looks again at all that was read, in the same order.
    fn look(&mut self, symbol: u16, at: usize, looking: &mut Looking) {
        let grammar = self.grammar;
        let entry = self.phrase(symbol, at);
        let seen = &mut looking.seen[at * grammar.forms.len() + symbol as usize];
        if std::mem::replace(seen, true) || (self.reach(entry) as usize) < looking.at {
            return;
        }
        if grammar.cats[symbol as usize / 2].leaf.is_some() {
            if self.entry(entry).readings.is_empty() {
                looking.stuck(at, Sym::Phrase(symbol, 0));
            }
            return;
        }
        let all = &grammar.forms[symbol as usize];
        for form in all {
            let fits = self.tokens.get(at).is_some_and(|token| grammar.may_begin(form, token.id, self.beginning(at)));
            if fits {
                self.look_on(&form.syms, at, looking);
            } else if let Some(sym) = form.syms.first() {
                looking.stuck(at, *sym);
            }
        }
    }

    fn look_on(&mut self, syms: &[Sym], at: usize, looking: &mut Looking) {
        let Some((sym, rest)) = syms.split_first() else { return };
        match sym {
            Sym::Word(word) if self.tokens.get(at).is_some_and(|t| t.id == *word) => {
                self.look_on(rest, at + 1, looking);
            }
            Sym::Word(_) => looking.stuck(at, *sym),
            Sym::Phrase(symbol, _) => {
                self.look(*symbol, at, looking);
                let entry = self.phrase(*symbol, at);
                for number in 0..self.entry(entry).readings.len() {
                    let end = self.entry(entry).readings[number].0;
                    self.look_on(rest, end as usize, looking);
                }
            }
        }
    }
}

/// The search for what was looked for.
struct Looking {
    /// The token that didn't fit.
    at: usize,
    /// By place and category: whether it was seen.
    seen: Vec<bool>,
    found: Vec<Sym>,
}

impl Looking {
    fn stuck(&mut self, at: usize, sym: Sym) {
        if at == self.at && self.found.len() < 64 {
            self.found.push(sym);
        }
    }
}
