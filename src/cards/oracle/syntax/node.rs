//! Phrases that were read or found: rules with phrases in their slots, down to words.

use super::grammar;
use super::rule::Val;
use super::table::{Sym, symbol};
use smallvec::SmallVec;
use std::borrow::Cow;
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
                let grammar = grammar();
                let cat = grammar.rules[*rule as usize].cat;
                // An unnumbered category has both forms of a rule in one place: the one with these phrases.
                let forms = grammar.forms[symbol(cat, *plural) as usize].iter().filter(|f| f.rule == *rule);
                let fits = |syms: &[Sym]| {
                    let slots = syms
                        .iter()
                        .filter_map(|s| if let Sym::Phrase(cat, slot) = s { Some((*cat, *slot)) } else { None });
                    slots.eq(kids.iter().map(|(slot, kid)| (kid.symbol(), *slot)))
                };
                let Some(form) = forms.into_iter().find(|f| fits(&f.syms)) else { return };
                let mut kids = kids.iter();
                for sym in &form.syms {
                    match sym {
                        Sym::Word(word) => out.push(grammar.lexicon.text(*word)),
                        Sym::Phrase(..) => kids.next().into_iter().for_each(|(_, kid)| kid.words(out)),
                    }
                }
            }
        }
    }

    /// Its category and number.
    pub(in crate::cards::oracle) fn symbol(&self) -> u16 {
        match self {
            Self::Leaf(word) => word.symbol,
            Self::Rule(rule, _, plural) => symbol(grammar().rules[*rule as usize].cat, *plural),
        }
    }
}
