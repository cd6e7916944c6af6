//! All rules by category and number.

use super::edges::{Edges, has};
use super::rule::{CatId, Cats, Rule};
use super::tree::Trees;
use crate::cards::oracle::grammar;
use crate::cards::oracle::lex::Lexicon;
use std::sync::OnceLock;

/// One symbol of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cards::oracle) enum Sym {
    /// This word.
    Word(u16),
    /// A phrase of this category and number, for the slot.
    Phrase(u16, u8),
}

/// A rule in one number.
#[derive(Clone, Debug)]
pub(in crate::cards::oracle) struct Form {
    /// The rule, by its place in the table.
    pub rule: u16,
    /// Its symbols.
    pub syms: Vec<Sym>,
}

impl Form {
    /// Its phrases in the order of the text: category and number, and the slot.
    pub(in crate::cards::oracle) fn phrases(&self) -> impl Iterator<Item = (u16, u8)> {
        self.syms
            .iter()
            .filter_map(|sym| if let Sym::Phrase(symbol, slot) = sym { Some((*symbol, *slot)) } else { None })
    }
}

/// The grammar.
#[derive(Debug)]
pub(in crate::cards::oracle) struct Grammar {
    /// The words of all rules.
    pub lexicon: Lexicon,
    /// The rules, in order.
    pub rules: Vec<&'static Rule>,
    /// The categories.
    pub cats: Vec<Cats>,
    /// By category and number: its rules.
    pub forms: Vec<Vec<Form>>,
    /// The trees of those rules.
    pub trees: Trees,
    /// With which words they begin and end.
    pub edges: Edges,
}

impl Grammar {
    /// Whether a rule may begin with a word, of which the symbols are known whose phrases begin with it. What begins with a class
    /// of words counts as if it might begin with any: a message tells what is in it, not what the class is in.
    pub(in crate::cards::oracle) fn may_begin(&self, form: &Form, word: u16, beginning: &[u64]) -> bool {
        match form.syms.first() {
            Some(Sym::Word(first)) => *first == word,
            Some(Sym::Phrase(symbol, _)) => has(beginning, *symbol) || has(&self.edges.with_class, *symbol),
            None => true,
        }
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text)
    }
}
impl std::fmt::Debug for Cats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The number of a category in a number.
pub(in crate::cards::oracle) const fn symbol(cat: CatId, plural: bool) -> u16 {
    cat * 2 + plural as u16
}

/// The grammar, made once a process.
pub(in crate::cards::oracle) fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(build)
}

fn build() -> Grammar {
    let cats = grammar::categories();
    let rules: Vec<&'static Rule> = grammar::rules().into_iter().flatten().collect();
    let mut lexicon = Lexicon::new();
    for word in grammar::words() {
        lexicon.intern(word);
    }
    let mut forms: Vec<Vec<Form>> = vec![Vec::new(); cats.len() * 2];
    for (number, rule) in rules.iter().enumerate() {
        let varies = rule.text.contains('|') || rule.text.contains('#');
        let numbered = cats[rule.cat as usize].numbered;
        let (one, many) = (syms(rule, false, &cats, &mut lexicon), syms(rule, true, &cats, &mut lexicon));
        let only = (rule.text.starts_with("1: "), rule.text.starts_with("2: "));
        let form = |syms: &[Sym]| Form { rule: number as u16, syms: syms.to_vec() };
        let (single, plural) = (symbol(rule.cat, false) as usize, symbol(rule.cat, true) as usize);
        if !only.1 {
            forms[single].push(form(&one));
        }
        if numbered && !only.0 {
            forms[plural].push(form(&many));
        } else if !numbered && varies && one != many {
            forms[single].push(form(&many));
        }
    }
    let (trees, edges) = (Trees::of(&forms), Edges::of(&forms, &cats, &lexicon));
    Grammar { lexicon, rules, cats, forms, trees, edges }
}

/// The symbols of a rule's text in one number.
fn syms(rule: &Rule, plural: bool, cats: &[Cats], lexicon: &mut Lexicon) -> Vec<Sym> {
    let mut all = Vec::new();
    let text = rule.text.strip_prefix("1: ").or(rule.text.strip_prefix("2: ")).unwrap_or(rule.text);
    for word in text.split_whitespace() {
        if let Some(inner) =
            word.strip_prefix('{').and_then(|w| w.strip_suffix('}')).filter(|w| w.starts_with(char::is_lowercase))
        {
            let (name, number) = match inner.split_at(inner.len() - 1) {
                (name, "#") => (name, plural),
                _ => match inner.split_once('.') {
                    Some((name, "p")) => (name, true),
                    Some((name, _)) => (name, false),
                    None => (inner, false),
                },
            };
            let slot = rule.slots.iter().position(|s| s.name == name);
            let slot = slot.unwrap_or_else(|| panic!("`{}` has no slot `{name}`", rule.text));
            let cat = rule.slots[slot].cat;
            all.push(Sym::Phrase(symbol(cat, cats[cat as usize].numbered && number), slot as u8));
        } else {
            // Alone it is the sign between the results of a row and what happens.
            let (one, many) = word.split_once('|').filter(|_| word != "|").unwrap_or((word, word));
            let word = if plural { many } else { one };
            let word = if word == "an" { "a" } else { word };
            if word != "-" {
                all.push(Sym::Word(lexicon.intern(word)));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a phrase of one category may begin with one of the other.
    fn begins(from: u16, to: u16, seen: &mut Vec<u16>) -> bool {
        let forms = &grammar().forms[from as usize];
        forms.iter().any(|form| {
            let Some(Sym::Phrase(cat, _)) = form.syms.first() else { return false };
            *cat == to
                || !seen.contains(cat) && {
                    seen.push(*cat);
                    begins(*cat, to, seen)
                }
        })
    }

    #[test]
    fn nothing_begins_with_itself_and_nothing_is_empty() {
        let grammar = grammar();
        for symbol in 0..grammar.forms.len() as u16 {
            let name = grammar.cats[symbol as usize / 2].name;
            assert!(!begins(symbol, symbol, &mut Vec::new()), "`{name}` begins with itself");
            let empty = grammar.forms[symbol as usize].iter().find(|form| form.syms.is_empty());
            assert!(empty.is_none(), "`{name}` has a rule without words: {empty:?}");
        }
    }
}
