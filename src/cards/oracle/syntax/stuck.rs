//! What a line that can't be read could have had at the place where reading was stuck, for messages.

use super::parse::Parser;
use super::table::Sym;

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

impl Parser<'_> {
    /// What was looked for at the farthest token.
    pub(super) fn expected(&mut self, symbol: u16, farthest: u32) -> Vec<String> {
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
            if self.entry(entry).count == 0 {
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
                for place in self.readings(entry) {
                    let end = self.reading(place).end;
                    self.look_on(rest, end as usize, looking);
                }
            }
        }
    }
}
