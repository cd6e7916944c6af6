//! All readings of a line: recursive descent over the trees of rules, each category at each place read once, and only where it
//! may begin with the word that is there.
//!
//! Nothing begins with itself (a test of the table holds that), so what can be read at a place depends on the tokens from there
//! on and on nothing else. That is why readings are kept for the whole line, whatever is looked for, and for the line without
//! one of its tokens: what begins behind it and what ends before it are the same there.

use super::edges::Set;
use super::node::{Node, Word};
use super::rule::Val;
use super::table::{Grammar, symbol};
use super::{CatId, grammar};
use crate::cards::oracle::lex::Token;
use std::cell::RefCell;
use std::rc::Rc;

/// The most readings of one category at one place.
const MOST: usize = 256;

/// The most tokens that a class of words looks at.
pub(super) const AHEAD: usize = 4;

/// No token is left out.
pub(super) const NONE: usize = usize::MAX;

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

/// The readings of one category at one place.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Entry {
    /// The place of the first reading.
    first: u32,
    /// How many readings there are.
    pub(super) count: u32,
    /// The farthest token that was looked at and didn't fit.
    farthest: u32,
    /// Only tokens before this place were looked at.
    seen: u32,
    /// Whether there were too many.
    overflow: bool,
}

/// A reading. It becomes a phrase only where it is part of a reading of the whole line: most aren't.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// Where it ends.
    pub(super) end: u32,
    /// The place of its rule in its category.
    form: u16,
    /// The place of its first phrase, of a class that of its word.
    first: u32,
}

/// A reading by its place, and whether it is one of the line without a token.
pub(super) type Place = (u32, bool);

/// What was read of the whole line, or of the line without a token.
#[derive(Clone, Default, Debug)]
pub(super) struct Kept {
    entries: Vec<Entry>,
    readings: Vec<Reading>,
    /// The phrases of readings, those of each in a row.
    phrases: Vec<Place>,
    /// Words of a class: what each means, its first token, how many tokens it has.
    words: Vec<(Val, u32, u32)>,
}

impl Kept {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.readings.clear();
        self.phrases.clear();
        self.words.clear();
    }
}

/// The number of an entry: of those of the whole line, or of those without a token.
#[derive(Clone, Copy)]
pub(super) enum At {
    Whole(u32),
    Gapped(u32),
    /// Nothing of the category begins at this place: there is no entry.
    Nothing(u32),
}

/// A phrase of a class that was looked for: the class, where it begins and where it ends. One that isn't there ends where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try {
    pub(super) symbol: u16,
    pub(super) at: usize,
    pub(super) end: usize,
}

/// What has been read of a line so far.
#[derive(Clone, Default, Debug)]
pub(in crate::cards::oracle) struct Chart {
    kept: Kept,
    /// By place, for each category that may begin there: the number of the entry for the whole line, from 1.
    pub(super) whole: Vec<u32>,
    /// The tokens without one.
    pub(super) shorter: Vec<Token>,
    /// What was read of the line without it.
    pub(super) kept_gapped: Kept,
    /// In the same order: the number of such an entry, from 1.
    pub(super) gapped: Vec<u32>,
    /// The places of such entries.
    pub(super) touched: Vec<usize>,
    /// The branches that reading the whole line came to, each with the one before it at the same place, from 1.
    pub(super) steps: Vec<(u32, u32)>,
    /// By place: the last branch that reading came to there, from 1.
    pub(super) last_step: Vec<u32>,
    /// The phrases of classes of several words that were looked for.
    pub(super) tries: Vec<Try>,
    /// By token: the symbols whose phrases may begin with it, in a row.
    beginning: Set,
    /// For each number of that row: how many symbols are in those before it.
    before: Vec<u32>,
    /// The phrases of the rule that is being read.
    path: Vec<Place>,
    /// The readings that aren't in order yet.
    found: Vec<Reading>,
}

thread_local! {
    /// Charts whose lines are done.
    static SPARE: RefCell<Vec<Chart>> = RefCell::default();
}

/// The most charts that are kept for further lines.
const MOST_SPARE: usize = 16;

/// The most readings for which such a chart has space.
const MOST_SPACE: usize = 1 << 14;

impl Chart {
    /// An empty chart, with the space of one that was given back if there is one.
    pub(in crate::cards::oracle) fn new() -> Self {
        SPARE.with_borrow_mut(Vec::pop).unwrap_or_default()
    }

    /// Gives back a chart whose line is done: making space again took as long as reading a short line.
    pub(in crate::cards::oracle) fn give_back(mut self) {
        let space = self.kept.readings.capacity().max(self.kept_gapped.readings.capacity());
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < MOST_SPARE && space <= MOST_SPACE {
                self.clear();
                spare.push(self);
            }
        });
    }

    fn clear(&mut self) {
        let Self { kept, whole, shorter, kept_gapped, gapped, touched, steps, last_step, tries, .. } = self;
        kept.clear();
        kept_gapped.clear();
        [whole, gapped, last_step].into_iter().for_each(Vec::clear);
        shorter.clear();
        touched.clear();
        steps.clear();
        tries.clear();
        let Self { beginning, before, path, found, .. } = self;
        beginning.clear();
        before.clear();
        path.clear();
        found.clear();
    }

    /// All readings of the tokens as a phrase of the category. They have to be the same tokens for one chart.
    pub(in crate::cards::oracle) fn parse(&mut self, cat: CatId, plural: bool, tokens: &[Token]) -> Parsed {
        Parser::new(self, tokens, NONE).all(symbol(cat, plural))
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

pub(super) struct Parser<'a> {
    pub(super) grammar: &'static Grammar,
    pub(super) tokens: &'a [Token],
    pub(super) chart: &'a mut Chart,
    pub(super) gap: usize,
    // Of the phrase that is being read, as in its entry.
    farthest: u32,
    seen: u32,
    overflow: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn new(chart: &'a mut Chart, tokens: &'a [Token], gap: usize) -> Self {
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
            chart.last_step.resize(tokens.len() + 1, 0);
        }
        if gap != NONE {
            chart.gapped.resize(chart.whole.len(), 0);
        }
        Self { grammar, tokens, chart, gap, farthest: 0, seen: 0, overflow: false }
    }

    pub(super) fn all(&mut self, symbol: u16) -> Parsed {
        let at = self.phrase(symbol, 0);
        let end = self.tokens.len();
        let whole = self.readings(at).filter(|place| self.step(self.reading(*place).end as usize) == end);
        Parsed { whole: whole.map(|place| self.node(symbol, place)).collect(), overflow: self.entry(at).overflow }
    }

    /// A reading as a phrase.
    fn node(&self, symbol: u16, place: Place) -> Rc<Node> {
        let (grammar, kept, reading) = (self.grammar, self.kept(place.1), self.reading(place));
        let first = reading.first as usize;
        if grammar.cats[symbol as usize / 2].leaf.is_some() {
            let (val, at, width) = &kept.words[first];
            // What is kept for the line without a token is what has it within.
            let line = if place.1 { &self.chart.shorter } else { self.tokens };
            let tokens = line[*at as usize..][..*width as usize].iter().map(|token| token.text.clone()).collect();
            let val = val.clone();
            return Rc::new(Node::Leaf(Box::new(Word { symbol, val, tokens })));
        }
        let form = &grammar.forms[symbol as usize][reading.form as usize];
        let kid = |((symbol, slot), place): ((u16, u8), &Place)| (slot, self.node(symbol, *place));
        let kids = form.phrases().zip(&kept.phrases[first..]).map(kid).collect();
        Rc::new(Node::Rule(form.rule, kids, symbol % 2 == 1))
    }

    /// The token that didn't fit, and the place where reading ended: a reading that ends too early was stopped where it ends.
    fn farthest(&mut self, symbol: u16) -> (u32, usize) {
        let entry = self.phrase(symbol, 0);
        let farthest = self.reach(entry);
        let end = self.readings(entry).map(|place| self.reading(place).end).max().unwrap_or(0);
        (farthest, end.max(farthest) as usize)
    }

    /// The symbols whose phrases may begin with a token.
    pub(super) fn beginning(&self, at: usize) -> &[u64] {
        let width = self.grammar.edges.width;
        &self.chart.beginning[at * width..(at + 1) * width]
    }

    /// A place behind the token that is left out, if it is there.
    fn step(&self, at: usize) -> usize {
        if at == self.gap { at + 1 } else { at }
    }

    /// What was read of the line without a token, or of the whole line.
    fn kept(&self, gapped: bool) -> &Kept {
        if gapped { &self.chart.kept_gapped } else { &self.chart.kept }
    }

    pub(super) fn entry(&self, at: At) -> Entry {
        match at {
            At::Whole(number) => self.chart.kept.entries[number as usize],
            At::Gapped(number) => self.chart.kept_gapped.entries[number as usize],
            At::Nothing(_) => Entry::default(),
        }
    }

    /// The readings of an entry, which stay where they are whatever is read further.
    pub(super) fn readings(&self, at: At) -> impl Iterator<Item = Place> + use<> {
        let (Entry { first, count, .. }, gapped) = (self.entry(at), matches!(at, At::Gapped(_)));
        (first..first + count).map(move |place| (place, gapped))
    }

    pub(super) fn reading(&self, (place, gapped): Place) -> Reading {
        self.kept(gapped).readings[place as usize]
    }

    /// The farthest token that was looked at and didn't fit.
    pub(super) fn reach(&self, at: At) -> u32 {
        if let At::Nothing(at) = at { at } else { self.entry(at).farthest }
    }

    /// The place of a category among all that may begin somewhere, in the order of the tokens; `None` if it can't begin at this one.
    pub(super) fn place(&self, symbol: u16, at: usize) -> Option<usize> {
        let number = at * self.grammar.edges.width + symbol as usize / 64;
        let (set, bit) = (*self.chart.beginning.get(number)?, 1 << (symbol % 64));
        (set & bit != 0).then(|| self.chart.before[number] as usize + (set & (bit - 1)).count_ones() as usize)
    }

    /// The entry of a category at a place.
    pub(super) fn phrase(&mut self, symbol: u16, at: usize) -> At {
        let at = self.step(at);
        let Some(place) = self.place(symbol, at) else {
            self.stuck(at);
            return At::Nothing(at as u32);
        };
        let found = self.known(place, at).unwrap_or_else(|| self.make(symbol, at, place));
        let Entry { farthest, seen, overflow, .. } = self.entry(found);
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
            && (self.is_behind(at) || self.chart.kept.entries[number as usize].seen as usize <= self.gap)
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
            chart.kept.entries.push(entry);
            chart.whole[place] = chart.kept.entries.len() as u32;
            At::Whole(chart.whole[place] - 1)
        } else {
            chart.kept_gapped.entries.push(entry);
            chart.gapped[place] = chart.kept_gapped.entries.len() as u32;
            chart.touched.push(place);
            At::Gapped(chart.gapped[place] - 1)
        }
    }

    fn read(&mut self, symbol: u16, at: usize) -> Entry {
        let (grammar, begin) = (self.grammar, self.chart.found.len());
        if let Some(leaf) = &grammar.cats[symbol as usize / 2].leaf {
            self.seen = self.seen.max((at + AHEAD) as u32);
            let crosses = self.gap != NONE && at < self.gap;
            let tokens = if crosses { &self.chart.shorter[at..] } else { &self.tokens[at..] };
            let found = (leaf.read)(tokens, symbol % 2 == 1);
            if self.gap == NONE && leaf.several.is_some() {
                let end = at + found.as_ref().map_or(0, |(_, width)| *width);
                self.chart.tries.push(Try { symbol, at, end });
            }
            match found {
                Some((val, width)) => {
                    // A phrase may be longer than what a class of words looks at otherwise.
                    self.seen = self.seen.max((at + width) as u32);
                    let end = (at + width + usize::from(crosses && at + width > self.gap)) as u32;
                    let words = &mut self.keep().words;
                    words.push((val, at as u32, width as u32));
                    let first = words.len() as u32 - 1;
                    self.chart.found.push(Reading { end, form: 0, first });
                }
                None => self.stuck(at),
            }
        } else {
            self.branch(u32::from(symbol), at, self.chart.path.len());
            // In the order of the rules.
            self.chart.found[begin..].sort_by_key(|reading| reading.form);
        }
        if self.chart.found.len() - begin > MOST {
            self.overflow = true;
            self.chart.found.truncate(begin + MOST);
        }
        let (farthest, seen, overflow) = (self.farthest, self.seen, self.overflow);
        let is_gapped = self.gap != NONE;
        let chart = &mut *self.chart;
        let kept = if is_gapped { &mut chart.kept_gapped } else { &mut chart.kept };
        let first = kept.readings.len() as u32;
        kept.readings.extend(chart.found.drain(begin..));
        Entry { first, count: kept.readings.len() as u32 - first, farthest, seen, overflow }
    }

    /// Where what is being read is kept.
    fn keep(&mut self) -> &mut Kept {
        if self.gap == NONE { &mut self.chart.kept } else { &mut self.chart.kept_gapped }
    }

    /// Reads on from a branch of the tree of a symbol. The phrases so far are those of the path from a place on.
    fn branch(&mut self, number: u32, at: usize, from: usize) {
        let grammar = self.grammar;
        let branch = grammar.trees.branch(number);
        for end in &branch.ends {
            let is_gapped = self.gap != NONE;
            let chart = &mut *self.chart;
            let phrases = if is_gapped { &mut chart.kept_gapped.phrases } else { &mut chart.kept.phrases };
            chart.found.push(Reading { end: at as u32, form: *end, first: phrases.len() as u32 });
            phrases.extend_from_slice(&chart.path[from..]);
        }
        if self.gap == NONE {
            let chart = &mut *self.chart;
            chart.steps.push((number, chart.last_step[at]));
            chart.last_step[at] = chart.steps.len() as u32;
        }
        let at = self.step(at);
        let Some(token) = self.tokens.get(at) else {
            if !(branch.words.is_empty() && branch.phrases.is_empty()) {
                self.stuck(at);
            }
            return;
        };
        let mut misses = branch.words.len() > 1 || branch.words.iter().any(|(word, _)| *word != token.id);
        if let Some(next) = branch.word(token.id) {
            self.seen = self.seen.max(at as u32 + 1);
            self.branch(next, at + 1, from);
        }
        for block in branch.blocks() {
            let set = self.beginning(at)[block.at];
            misses |= !block.is_within(set);
            for (phrase, next) in branch.both(*block, set) {
                let entry = self.phrase(phrase, at);
                for place in self.readings(entry) {
                    let end = self.reading(place).end;
                    self.chart.path.push(place);
                    self.branch(next, end as usize, from);
                    self.chart.path.pop();
                }
            }
        }
        if misses {
            self.stuck(at);
        }
    }

    fn stuck(&mut self, at: usize) {
        self.farthest = self.farthest.max(at as u32);
        self.seen = self.seen.max(at as u32 + 1);
    }
}
