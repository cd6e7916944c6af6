//! What is read quickly is what is read plainly.

use super::edges::has;
use super::node::{Node, Word};
use super::parse::{Chart, parse};
use super::table::{Sym, symbol};
use super::{Rule, grammar};
use crate::cards::oracle::lex::{Token, tokens};
use std::collections::HashMap;
use std::rc::Rc;

/// Readings with where they end.
type Readings = Vec<(usize, Rc<Node>)>;

/// Reads by going through the rules, without trees, without what is known of words, and each line from scratch.
#[derive(Default)]
struct Plain {
    known: HashMap<(u16, usize), Readings>,
}

impl Plain {
    fn whole(number: u16, tokens: &[Token]) -> Vec<String> {
        let all = Self::default().read(number, tokens, 0);
        all.iter().filter(|(end, _)| *end == tokens.len()).map(|(_, node)| format!("{node:?}")).collect()
    }

    fn read(&mut self, symbol: u16, tokens: &[Token], at: usize) -> Readings {
        if let Some(known) = self.known.get(&(symbol, at)) {
            return known.clone();
        }
        let grammar = grammar();
        let mut all = Readings::new();
        if let Some(leaf) = &grammar.cats[symbol as usize / 2].leaf
            && let Some((val, width)) = (leaf.read)(&tokens[at..], symbol % 2 == 1)
        {
            let words = tokens[at..at + width].iter().map(|t| t.text.clone()).collect();
            all.push((at + width, Rc::new(Node::Leaf(Box::new(Word { symbol, val, tokens: words })))));
        }
        for form in &grammar.forms[symbol as usize] {
            let mut begun = vec![(at, Vec::new())];
            for sym in &form.syms {
                let mut more = Vec::new();
                for (at, kids) in begun {
                    match sym {
                        Sym::Word(word) if tokens.get(at).is_some_and(|t| t.id == *word) => more.push((at + 1, kids)),
                        Sym::Word(_) => {}
                        Sym::Phrase(phrase, slot) => {
                            for (end, node) in self.read(*phrase, tokens, at) {
                                let mut kids = kids.clone();
                                kids.push((*slot, node));
                                more.push((end, kids));
                            }
                        }
                    }
                }
                begun = more;
            }
            let made = |kids: Vec<_>| Rc::new(Node::Rule(form.rule, kids.into_iter().collect(), symbol % 2 == 1));
            all.extend(begun.into_iter().map(|(end, kids)| (end, made(kids))));
        }
        self.known.insert((symbol, at), all.clone());
        all
    }
}

/// Some of the examples of rules, as tokens.
fn examples(step: usize) -> impl Iterator<Item = (&'static Rule, Vec<Token>)> {
    let with_example = grammar().rules.iter().filter(|rule| !rule.example.is_empty());
    with_example.step_by(step).map(|rule| (*rule, tokens(rule.example, &grammar().lexicon)))
}

fn printed(all: &[Rc<Node>]) -> Vec<String> {
    all.iter().map(|node| format!("{node:?}")).collect()
}

#[test]
fn trees_and_edges_change_no_reading() {
    for (rule, tokens) in examples(5) {
        for plural in [false, true] {
            let found = printed(&parse(rule.cat, plural, &tokens).whole);
            assert_eq!(found, Plain::whole(symbol(rule.cat, plural), &tokens), "{}", rule.example);
        }
    }
}

#[test]
fn what_is_read_without_a_word_is_what_the_rest_reads_as() {
    let mut read = 0;
    for (rule, tokens) in examples(11) {
        // With the space of the chart before.
        let mut chart = Chart::new();
        chart.parse(rule.cat, false, &tokens);
        for gap in 0..tokens.len() {
            let mut shorter = tokens.clone();
            shorter.remove(gap);
            let found = printed(&chart.without(gap, &[rule.cat], &tokens).whole);
            assert_eq!(found, Plain::whole(symbol(rule.cat, false), &shorter), "{} without {gap}", rule.example);
            read += found.len();
        }
        chart.give_back();
    }
    assert!(read > 20, "{read}");
}

#[test]
fn a_class_of_words_says_with_which_it_begins_and_ends() {
    let edges = &grammar().edges;
    let mut read = 0;
    for (_, tokens) in examples(1) {
        for at in 0..tokens.len() {
            let mut beginning = Vec::new();
            edges.begin(&tokens[at], &mut beginning);
            for (number, cat) in (0..).zip(&grammar().cats) {
                let Some(leaf) = &cat.leaf else { continue };
                for plural in [false, true].into_iter().take(if cat.numbered { 2 } else { 1 }) {
                    let Some((_, width)) = (leaf.read)(&tokens[at..], plural) else { continue };
                    let symbol = symbol(number, plural);
                    assert!(has(&beginning, symbol), "{} may begin with {}", cat.name, tokens[at].text);
                    let last = &tokens[at + width - 1];
                    assert!(edges.may_end(symbol, last), "{} may end with {}", cat.name, last.text);
                    for pair in tokens[at..at + width].windows(2) {
                        assert!(leaf.joins(&pair[0].text, &pair[1].text), "{pair:?} in {}", cat.name);
                    }
                    read += width;
                }
            }
        }
    }
    assert!(read > 100, "{read}");
}
