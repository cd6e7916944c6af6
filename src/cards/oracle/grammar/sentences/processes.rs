//! Processes that are repeated.

use crate::cards::oracle::grammar::clauses::join;
use crate::cards::oracle::grammar::help::{n, with};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Participle, Rule, alternate, rule};

/// A player may repeat it, and decides so again each time.
fn at_will() -> Vec<Instruction> {
    vec![Instruction::May { who: Who::You, then: vec![Instruction::Again], otherwise: Vec::new() }]
}

/// The cards that were milled.
fn milled(context: &Context) -> Option<Var> {
    context.done.iter().rev().find(|(done, _)| *done == Participle::Milled).map(|(_, var)| *var)
}

/// Two of the milled cards have a colour in common: there are two of one colour.
fn two_of_a_color(var: Var, cards: &Filter) -> Condition {
    let two = |color| {
        let such = Objects::Only(Box::new(Objects::Var(var)), with(cards.clone(), Filter::Color(color)));
        Condition::Compare(Quantity::Count(Box::new(such)), Cmp::Ge, n(2))
    };
    Condition::Or(Color::ALL.into_iter().map(two).collect())
}

fn is_two_of_a_color(context: &Context, cond: &Condition) -> Vec<(Filter,)> {
    let (Some(var), Condition::Or(list)) = (milled(context), cond) else { return Vec::new() };
    let Some(Condition::Compare(Quantity::Count(such), ..)) = list.first() else { return Vec::new() };
    let Objects::Only(_, filter) = &**such else { return Vec::new() };
    match Color::ALL.into_iter().next().and_then(|first| help::without(filter, &Filter::Color(first))) {
        Some(cards) if two_of_a_color(var, &cards) == *cond => vec![(cards,)],
        _ => Vec::new(),
    }
}

/// What is put onto the battlefield from a hand, and what happens if that was done.
fn if_put(mut act: Vec<Instruction>, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let [
        Instruction::Choose { from: Objects::In(ZoneOf::Hand(Who::You), _), .. },
        Instruction::Move { to: Destination::Battlefield(_), into: Some(var), .. },
    ] = act.as_slice()
    else {
        return None;
    };
    let cond = Condition::Did(*var);
    act.push(Instruction::If { cond, then, otherwise: Vec::new() });
    Some(vec![Instruction::May { who: Who::You, then: act, otherwise: Vec::new() }])
}

fn is_if_put(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<Instruction>)> {
    let [Instruction::May { who: Who::You, then, .. }] = effects else { return Vec::new() };
    match then.as_slice() {
        [choose, put, Instruction::If { then, .. }] => {
            let act = vec![choose.clone(), put.clone()];
            let same = if_put(act.clone(), then.clone()).as_deref() == Some(effects);
            if same { vec![(act, then.clone())] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// All of it N times.
fn repeated(context: &mut Context, process: Vec<Instruction>, times: i32) -> Option<Vec<Instruction>> {
    context.whole = true;
    (times > 1).then(|| vec![Instruction::Repeat(n(times), process)])
}

fn is_repeated(effects: &[Instruction]) -> Option<(Vec<Instruction>, i32)> {
    match effects {
        [Instruction::Repeat(Quantity::N(times), process)] => Some((process.clone(), *times)),
        _ => None,
    }
}

/// All of it once more, if something holds then.
fn once_more(process: Vec<Instruction>, cond: Condition) -> Vec<Instruction> {
    let mut all = process.clone();
    all.push(Instruction::If { cond, then: process, otherwise: Vec::new() });
    all
}

fn is_once_more(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Condition)> {
    match effects.split_last() {
        Some((Instruction::If { cond, .. }, process)) if once_more(process.to_vec(), cond.clone()) == effects => {
            vec![(process.to_vec(), cond.clone())]
        }
        _ => Vec::new(),
    }
}

/// The first sentence of a process and the others.
fn steps(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<Instruction>)> {
    (1..effects.len()).map(|at| (effects[..at].to_vec(), effects[at..].to_vec())).collect()
}

const MORE_COMBAT: Instruction = Instruction::ExtraCombat { main_phase: false };

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "you may {act.p} . if you do , {clause} ." (act: Act, clause: Clause) => |_, act, then| if_put(act, then), |_, e: &_| is_if_put(e);
        "you may put a land card from your hand onto the battlefield. If you do, draw a card."),
    alternate!(Plain: "{clause} and after this phase , there is a additional combat phase ." (clause: Clause) => |_, mut clause| { clause.push(MORE_COMBAT); Some(clause) }; ""),
    rule!(Verb: "repeats|repeat this process" (who: Doer) => |_, who| (who == Who::You).then_some(Instruction::Again),
        |_, e: &_| if *e == Instruction::Again { vec![(Who::You,)] } else { Vec::new() }; "repeat this process"),
    rule!(Said: "you may repeat this process any number of times" () => |_| Some(at_will()), |_, e: &_| if *e == at_will() { vec![()] } else { Vec::new() };
        "you may repeat this process any number of times"),
    rule!(Cond: "two {cards.p} that share a color were milled this way" (cards: CardNoun) => |c, cards| Some(two_of_a_color(milled(c)?, &cards)),
        |c, cond: &_| is_two_of_a_color(c, cond); ""),
    // ---- a number of times
    rule!(Process: "{one}" (one: Plain) => |_, one| Some(one), |_, e: &_| vec![(e.clone(),)]; ""),
    rule!(Process: "{a} {rest}" (a: Plain, rest: Process) => |_, a, rest| join(a, rest), |_, e: &_| steps(e); ""),
];

macro_rules! again {
    ($cat:ident) => {
        &[
            rule!($cat: "{process} repeat this process once ." (process: Process) => |c, process| repeated(c, process, 2), |_, e: &_| is_repeated(e).filter(|(_, times)| *times == 2).map(|(process, _)| (process,)).into_iter().collect(); ""),
            rule!($cat: "{process} repeat this process {more} more times ." (process: Process, more: Words) => |c, process, more| (more > 1).then(|| repeated(c, process, more + 1))?,
                |_, e: &_| is_repeated(e).filter(|(_, times)| *times > 2).map(|(process, times)| (process, times - 1)).into_iter().collect(); ""),
            rule!($cat: "{process} if {cond} , repeat this process once ." (process: Process, cond: Cond) => |c, process, cond| { c.whole = true; Some(once_more(process, cond)) }, |_, e: &_| is_once_more(e); ""),
        ]
    };
}

/// Wherever instructions stand.
pub(super) const AGAIN: &[&[Rule]] = &[again!(Sentences), again!(Begun)];
