//! Phrases that were read or found: rules with phrases in their slots, down to words.

use super::grammar;
use super::rule::Val;
use super::table::{Sym, symbol};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

/// The phrases of the slots of a rule in the order of the text, each with its slot.
pub(in crate::cards::oracle) type Kids = SmallVec<[(u8, Rc<Node>); 2]>;

/// A phrase that was read.
#[derive(Clone, Debug)]
pub(in crate::cards::oracle) enum Node {
    /// By a rule: its number, its phrases, whether it is in the plural.
    Rule(u16, Kids, bool),
    /// A word of a class.
    Leaf(Box<Word>),
}

/// A word of a class.
#[derive(Clone, Debug)]
pub(in crate::cards::oracle) struct Word {
    /// Its category and number.
    pub symbol: u16,
    /// The meaning of the word.
    pub val: Val,
    /// Its tokens.
    pub tokens: SmallVec<[Cow<'static, str>; 1]>,
}

impl Node {
    /// The tokens of the phrase.
    pub(in crate::cards::oracle) fn words<'a>(&'a self, out: &mut Vec<&'a str>) {
        match self {
            Self::Leaf(word) => out.extend(word.tokens.iter().map(|token| &**token)),
            Self::Rule(rule, kids, plural) => {
                let mut kids = kids.iter();
                for sym in form(*rule, kids.as_slice(), *plural) {
                    match sym {
                        Sym::Word(word) => out.push(grammar().lexicon.text(*word)),
                        Sym::Phrase(..) => kids.next().into_iter().for_each(|(_, kid)| kid.words(out)),
                    }
                }
            }
        }
    }

    /// At which of its tokens a phrase in it begins, and how many that one has.
    pub(in crate::cards::oracle) fn find(&self, sought: &Self) -> Option<Range<usize>> {
        if std::ptr::eq(self, sought) {
            return Some(0..self.length());
        }
        let (Self::Rule(rule, kids, plural), mut before) = (self, 0) else { return None };
        let mut kids = kids.iter();
        for sym in form(*rule, kids.as_slice(), *plural) {
            let kid = if matches!(sym, Sym::Phrase(..)) { kids.next() } else { None };
            if let Some(Range { start, end }) = kid.and_then(|(_, kid)| kid.find(sought)) {
                return Some(before + start..before + end);
            }
            before += kid.map_or(1, |(_, kid)| kid.length());
        }
        None
    }

    /// How many tokens it has.
    fn length(&self) -> usize {
        let mut words = Vec::new();
        self.words(&mut words);
        words.len()
    }

    /// Its category and number.
    pub(in crate::cards::oracle) fn symbol(&self) -> u16 {
        match self {
            Self::Leaf(word) => word.symbol,
            Self::Rule(rule, _, plural) => symbol(grammar().rules[*rule as usize].cat, *plural),
        }
    }
}

/// The words and slots of a rule with these phrases. An unnumbered category has both forms of a rule in one place: the one with them.
fn form(rule: u16, kids: &[(u8, Rc<Node>)], plural: bool) -> &'static [Sym] {
    let grammar = grammar();
    let cat = grammar.rules[rule as usize].cat;
    let said = || kids.iter().map(|(slot, kid)| (kid.symbol(), *slot));
    let mut forms = grammar.forms[symbol(cat, plural) as usize].iter().filter(|f| f.rule == rule);
    forms.find(|f| f.phrases().eq(said())).map_or(&[], |f| &f.syms)
}
