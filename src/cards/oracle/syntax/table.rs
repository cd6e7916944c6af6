//! All rules by category and number, with the tokens with which each may begin.

use super::rule::{CatId, Cats, Rule};
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
    /// The words it may begin with; `None` if any.
    pub first: Option<Vec<u64>>,
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
    /// By category and number: which of them may begin with which word.
    starts: Vec<OnceLock<Starts>>,
    /// By category and number: its number among those that are read.
    read: Vec<u32>,
    /// How many of them are read.
    pub width: usize,
}

/// Which rules of a category may begin with which word.
#[derive(Debug)]
struct Starts {
    /// By word: where its rules end among all.
    ends: Vec<u32>,
    /// The rules, by their places in the category.
    forms: Vec<u16>,
}

impl Grammar {
    /// The number of a category and number at a place.
    pub(in crate::cards::oracle) fn place(&self, symbol: u16, at: usize) -> usize {
        at * self.width + self.read[symbol as usize] as usize
    }

    /// The rules of a category and number that may begin with a word, by their places.
    pub(in crate::cards::oracle) fn beginning(&self, symbol: u16, word: u16) -> &[u16] {
        let starts = self.starts[symbol as usize].get_or_init(|| {
            let (mut ends, mut forms) = (vec![0], Vec::new());
            for word in 0..self.lexicon.len() as u16 {
                let all = (0..).zip(&self.forms[symbol as usize]);
                forms.extend(all.filter(|(_, form)| form.may_begin(word)).map(|(number, _): (u16, _)| number));
                ends.push(forms.len() as u32);
            }
            Starts { ends, forms }
        });
        let word = word as usize;
        &starts.forms[starts.ends[word] as usize..starts.ends[word + 1] as usize]
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
        let form = |syms: &[Sym]| Form { rule: number as u16, syms: syms.to_vec(), first: None };
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
    first(&mut forms, &cats, lexicon.len());
    let starts = forms.iter().map(|_| OnceLock::new()).collect();
    let mut width = 0;
    let is_read = |symbol: usize| !forms[symbol].is_empty() || cats[symbol / 2].leaf.is_some();
    // What has no rules has one place together.
    let read = (0..forms.len())
        .map(|symbol| {
            if is_read(symbol) {
                width += 1;
                width
            } else {
                0
            }
        })
        .collect();
    Grammar { lexicon, rules, cats, forms, starts, read, width: width as usize + 1 }
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
            let (one, many) = word.split_once('|').unwrap_or((word, word));
            let word = if plural { many } else { one };
            let word = if word == "an" { "a" } else { word };
            if word != "-" {
                all.push(Sym::Word(lexicon.intern(word)));
            }
        }
    }
    all
}

/// Finds with which words each rule may begin, until nothing is added any more.
fn first(forms: &mut [Vec<Form>], cats: &[Cats], words: usize) {
    let width = words.div_ceil(64);
    let any = vec![u64::MAX; width];
    let leaf = |i: usize| cats[i / 2].leaf.is_some();
    let mut sets: Vec<Vec<u64>> =
        (0..forms.len()).map(|i| if leaf(i) { any.clone() } else { vec![0; width] }).collect();
    loop {
        let mut changed = false;
        for (i, all) in forms.iter().enumerate().filter(|(i, _)| !leaf(*i)) {
            for form in all {
                let add = match form.syms.first() {
                    Some(Sym::Word(word)) => {
                        let mut set = vec![0; width];
                        set[*word as usize / 64] |= 1 << (word % 64);
                        set
                    }
                    Some(Sym::Phrase(cat, _)) => sets[*cat as usize].clone(),
                    None => any.clone(),
                };
                for (have, more) in sets[i].iter_mut().zip(add) {
                    changed |= *have | more != *have;
                    *have |= more;
                }
            }
        }
        if !changed {
            break;
        }
    }
    for form in forms.iter_mut().flatten() {
        form.first = match form.syms.first() {
            Some(Sym::Word(word)) => {
                let mut set = vec![0; width];
                set[*word as usize / 64] |= 1 << (word % 64);
                Some(set)
            }
            Some(Sym::Phrase(cat, _)) => Some(sets[*cat as usize].clone()),
            None => None,
        };
    }
}

impl Form {
    /// Whether it may begin with the word. What isn't in the lexicon can only begin a class of words.
    fn may_begin(&self, word: u16) -> bool {
        self.first.as_ref().is_none_or(|set| set[word as usize / 64] & (1 << (word % 64)) != 0)
    }
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
