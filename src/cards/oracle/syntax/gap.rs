//! Reading a line without one of its tokens, for the deletion probe. Most lines can't be read then, and most of those show it at the
//! place of the token.

use super::CatId;
use super::parse::{AHEAD, At, Chart, Parsed, Parser, Try};
use super::rule::Leaf;
use super::table::symbol;
use crate::cards::oracle::lex::Token;

impl Chart {
    /// All readings without one of the tokens, of any of the categories, of which the whole line was read.
    pub(in crate::cards::oracle) fn without(&mut self, gap: usize, cats: &[CatId], tokens: &[Token]) -> Parsed {
        let nothing = Parsed { whole: Vec::new(), overflow: false };
        if !Parser::new(self, tokens, gap).may_close(gap, cats) {
            return nothing;
        }
        if self.shorter.is_empty() {
            self.shorter = tokens.to_vec();
        }
        let token = self.shorter.remove(gap);
        let mut parser = Parser::new(self, tokens, gap);
        let mut all = nothing;
        if parser.may_continue(cats) {
            parser.forget();
            for cat in cats {
                let Parsed { whole, overflow } = parser.all(symbol(*cat, false));
                all.whole.extend(whole);
                all.overflow |= overflow;
            }
        }
        self.shorter.insert(gap, token);
        all
    }
}

impl Parser<'_> {
    /// Whether the words around what is left out may stand side by side, or the one that is left end a phrase of the categories.
    fn may_close(&self, gap: usize, cats: &[CatId]) -> bool {
        let edges = &self.grammar.edges;
        let Some(before) = gap.checked_sub(1).map(|at| &self.tokens[at]) else { return true };
        match self.tokens.get(gap + 1) {
            Some(_) => edges.may_close(self.tokens, gap, self.beginning(gap + 1), cats),
            None => cats.iter().any(|cat| edges.may_end(symbol(*cat, false), before)),
        }
    }

    /// Whether what reads up to the token that is left out may continue with the one behind it. Reading comes there to the same
    /// branches with the token and without it, unless a class of words looks beyond it.
    fn may_continue(&self, cats: &[CatId]) -> bool {
        let (grammar, chart, gap) = (self.grammar, &*self.chart, self.gap);
        let reads_otherwise = |found: &Try| {
            let looks_beyond = found.at < gap && found.at + AHEAD > gap;
            let read = |leaf: &Leaf| (leaf.read)(&chart.shorter[found.at..], found.symbol % 2 == 1);
            let leaf = grammar.cats[found.symbol as usize / 2].leaf.as_ref().filter(|_| looks_beyond);
            let width = leaf.and_then(read).map(|(_, width)| width);
            found.at < gap && (found.end > gap || width.is_some_and(|width| found.at + width != found.end))
        };
        if chart.tries.iter().any(reads_otherwise) {
            return true;
        }
        if gap + 1 >= self.tokens.len() {
            let entry = |cat: &CatId| chart.whole[self.place(symbol(*cat, false), 0)?].checked_sub(1).map(At::Whole);
            let readings = cats.iter().filter_map(entry).flat_map(|entry| self.readings(entry));
            return readings.map(|place| self.reading(place).end as usize).any(|end| end == gap);
        }
        let (word, beginning) = (self.tokens[gap + 1].id, self.beginning(gap + 1));
        let step = |number: u32| number.checked_sub(1).map(|at| chart.steps[at as usize]);
        let steps = std::iter::successors(step(chart.last_step[gap]), |(_, before)| step(*before));
        steps
            .map(|(number, _)| grammar.trees.branch(number))
            .any(|branch| branch.word(word).is_some() || branch.meets(beginning))
    }

    /// Forgets what was read without another token.
    fn forget(&mut self) {
        let chart = &mut *self.chart;
        chart.kept_gapped.clear();
        for place in chart.touched.drain(..) {
            chart.gapped[place] = 0;
        }
    }
}
