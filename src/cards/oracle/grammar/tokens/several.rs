//! Tokens of several kinds that are created at once (CR 701.7).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

fn create(who: Who, kinds: Vec<TokenSource>, into: Option<Var>) -> Instruction {
    let (count, counters, token) = (Quantity::N(1), Vec::new(), TokenSource::Several(kinds));
    Instruction::CreateToken { who, count, token, tapped: false, attacking: None, counters, into }
}

type Kinds<'a> = (Who, &'a [TokenSource], Option<Var>);

fn kinds(effect: &Instruction) -> Option<Kinds<'_>> {
    match effect {
        Instruction::CreateToken { who, token: TokenSource::Several(list), into, .. }
            if *effect == create(*who, list.clone(), *into) =>
        {
            Some((*who, list, *into))
        }
        _ => None,
    }
}

pub(in crate::cards::oracle::grammar) fn new(token: TokenDef) -> TokenSource {
    TokenSource::New(Box::new(token))
}

fn made(name: String) -> TokenSource {
    TokenSource::Predefined(name)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "creates|create a {a.s} and a {b.s}" (who: Doer, a: TokenNoun, b: TokenNoun, into: Into) => |_, who, a, b, into| Some(create(who, vec![new(a), new(b)], into)),
        |_, e: &_| match kinds(e) { Some((who, [TokenSource::New(a), TokenSource::New(b)], into)) => vec![(who, TokenDef::clone(a), TokenDef::clone(b), into)], _ => Vec::new() };
        "create a 1/1 white Soldier creature token and a 2/2 black Zombie creature token"),
    rule!(Verb: "creates|create a {a.s} and a {b} token" (who: Doer, a: TokenNoun, b: Made, into: Into) => |_, who, a, b, into| Some(create(who, vec![new(a), made(b)], into)),
        |_, e: &_| match kinds(e) { Some((who, [TokenSource::New(a), TokenSource::Predefined(b)], into)) => vec![(who, TokenDef::clone(a), b.clone(), into)], _ => Vec::new() };
        "create a 1/1 white Soldier creature token and a Food token"),
    rule!(Verb: "creates|create a {a} token and a {b.s}" (who: Doer, a: Made, b: TokenNoun, into: Into) => |_, who, a, b, into| Some(create(who, vec![made(a), new(b)], into)),
        |_, e: &_| match kinds(e) { Some((who, [TokenSource::Predefined(a), TokenSource::New(b)], into)) => vec![(who, a.clone(), TokenDef::clone(b), into)], _ => Vec::new() };
        "create a Food token and a 1/1 white Soldier creature token"),
    rule!(Verb: "creates|create a {a} token and a {b} token" (who: Doer, a: Made, b: Made, into: Into) => |_, who, a, b, into| Some(create(who, vec![made(a), made(b)], into)),
        |_, e: &_| match kinds(e) { Some((who, [TokenSource::Predefined(a), TokenSource::Predefined(b)], into)) => vec![(who, a.clone(), b.clone(), into)], _ => Vec::new() };
        "create a Food token and a Treasure token"),
    rule!(Verb: "creates|create a {a.s} , a {b.s} , and a {c.s}" (who: Doer, a: TokenNoun, b: TokenNoun, c: TokenNoun, into: Into) => |_, who, a, b, c, into| Some(create(who, vec![new(a), new(b), new(c)], into)),
        |_, e: &_| match kinds(e) {
            Some((who, [TokenSource::New(a), TokenSource::New(b), TokenSource::New(c)], into)) => {
                vec![(who, TokenDef::clone(a), TokenDef::clone(b), TokenDef::clone(c), into)]
            }
            _ => Vec::new(),
        };
        "create a 1/1 white Soldier creature token, a 2/2 black Zombie creature token, and a 3/3 green Beast creature token"),
    rule!(Verb: "creates|create a {a} token , a {b} token , and a {c} token" (who: Doer, a: Made, b: Made, c: Made, into: Into) => |_, who, a, b, c, into| Some(create(who, vec![made(a), made(b), made(c)], into)),
        |_, e: &_| match kinds(e) {
            Some((who, [TokenSource::Predefined(a), TokenSource::Predefined(b), TokenSource::Predefined(c)], into)) => {
                vec![(who, a.clone(), b.clone(), c.clone(), into)]
            }
            _ => Vec::new(),
        };
        "create a Food token, a Treasure token, and a Clue token"),
];
