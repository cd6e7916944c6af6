//! Tapping, counters, fights, regeneration: what changes an object where it is.

use crate::cards::oracle::grammar::help::{as_objects, n, one, put};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Chosen, then this is done to it.
fn pick(choice: Instruction, done: fn(Objects) -> Instruction) -> Option<Vec<Instruction>> {
    let Instruction::Choose { into, .. } = &choice else { return None };
    let what = Objects::Var(*into);
    Some(vec![choice, done(what)])
}

fn picked(effects: &[Instruction], done: fn(Objects) -> Instruction) -> Vec<(Instruction,)> {
    match effects {
        [choice @ Instruction::Choose { into, .. }, then] if *then == done(Objects::Var(*into)) => {
            vec![(choice.clone(),)]
        }
        _ => Vec::new(),
    }
}

fn is_put(effect: Instruction) -> Option<(CounterKind, Quantity, Objects)> {
    match effect {
        Instruction::PutCounters { kind, count, and, on } if and.is_empty() => Some((kind, count, on.into_objects()?)),
        _ => None,
    }
}

/// A counter of another kind besides.
fn both(mut effect: Instruction, other: CounterKind) -> Option<Instruction> {
    if let Instruction::PutCounters { and, .. } = &mut effect {
        and.push((other, n(1)));
    }
    Some(effect)
}

fn is_both(mut effect: Instruction) -> Vec<(CounterKind, CounterKind, Objects)> {
    let Instruction::PutCounters { and, .. } = &mut effect else { return Vec::new() };
    let more = std::mem::take(and);
    let [(other, Quantity::N(1))] = more.as_slice() else { return Vec::new() };
    let other = *other;
    is_put(effect).filter(|(_, count, _)| *count == n(1)).map(|(k, _, o)| (k, other, o)).into_iter().collect()
}

fn remove(kind: CounterKind, count: Quantity, from: Objects) -> Instruction {
    let from = Recipients::from(from);
    Instruction::RemoveCounters { kind, count, from, into: None }
}

fn is_removed(effect: Instruction) -> Option<(CounterKind, Quantity, Objects)> {
    match effect {
        Instruction::RemoveCounters { kind, count, from, into: None } => Some((kind, count, from.into_objects()?)),
        _ => None,
    }
}

fn fight(context: &Context, subject: &Objects, other: &Objects) -> Option<Instruction> {
    let _ = context;
    (subject != other).then(|| Some(Instruction::Fight(one(subject)?, one(other)?)))?
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "taps|tap {what}" (what: Objs) <=> {Instruction::Tap(what)}; "tap target creature"),
    rule!(Verb: "untaps|untap {what}" (what: Objs) <=> {Instruction::Untap(what)}; "untap target creature"),
    rule!(Verbs: "untaps|untap {choice.s}" (choice: Choice) => |_, choice| pick(choice, Instruction::Untap), |_, e: &_| picked(e, Instruction::Untap); "untap up to two lands"),
    rule!(Verbs: "taps|tap {choice.s}" (choice: Choice) => |_, choice| pick(choice, Instruction::Tap), |_, e: &_| picked(e, Instruction::Tap); "tap a creature you control"),
    rule!(Verbs: "taps|tap or untap {what}" (what: Objs)
        => |c, what| (c.doer == Who::You).then(|| vec![Instruction::ChooseOne(Who::You, vec![vec![Instruction::Tap(what.clone())], vec![Instruction::Untap(what)]])]),
        |_, e: &_| match e.as_slice() {
            [Instruction::ChooseOne(Who::You, list)] => match list.as_slice() {
                [a, b] => match (a.as_slice(), b.as_slice()) { ([Instruction::Tap(x)], [Instruction::Untap(y)]) if x == y => vec![(x.clone(),)], _ => Vec::new() },
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "tap or untap target creature"),
    rule!(Verb: "regenerates|regenerate {what}" (what: Objs) <=> {Instruction::Regenerate(what)}; "regenerate target creature"),
    rule!(Verb: "puts|put a {k} counter on {what}" (k: Kind, what: Objs) => |_, k, what| Some(put(k, n(1), what)),
        |_, e| is_put(e).filter(|(_, count, _)| *count == n(1)).map(|(k, _, o)| (k, o)).into_iter().collect(); "put a +1/+1 counter on target creature"),
    rule!(Verb: "puts|put {count} {k} counters on {what}" (count: Count, k: Kind, what: Objs) => |_, count, k, what| Some(put(k, count, what)),
        |_, e| is_put(e).filter(|(_, count, _)| *count != n(1)).map(|(k, count, o)| (count, k, o)).into_iter().collect(); "put two +1/+1 counters on target creature"),
    rule!(Verb: "puts|put that many {k} counters on {what}" (k: Kind, what: Objs) => |c, k, what| c.event.then(|| put(k, Quantity::EventAmount, what)),
        |_, e| is_put(e).filter(|(_, count, _)| *count == Quantity::EventAmount).map(|(k, _, o)| (k, o)).into_iter().collect(); ""),
    rule!(Verb: "puts|put a {k} counter on {what} for each {each.s}" (k: Kind, what: Objs, each: Each) => |_, k, what, each| Some(put(k, each, what)),
        |_, e| is_put(e).filter(|(_, count, _)| !matches!(count, Quantity::N(_) | Quantity::X)).map(|(k, count, o)| (k, o, count)).into_iter().collect(); "put a +1/+1 counter on target creature for each Elf on the battlefield"),
    rule!(Verbs: "puts|put a {k} counter on {choice.s}" (k: Kind, choice: Choice) => |_, k, choice| {
            let Instruction::Choose { into, .. } = &choice else { return None };
            let what = Objects::Var(*into);
            Some(vec![choice, put(k, n(1), what)])
        },
        |_, e: &_| match e.as_slice() {
            [choice @ Instruction::Choose { into, .. }, then] => is_put(then.clone()).filter(|(_, count, o)| *count == n(1) && *o == Objects::Var(*into)).map(|(k, ..)| (k, choice.clone())).into_iter().collect(),
            _ => Vec::new(),
        }; "put a +1/+1 counter on a creature you control"),
    rule!(Verb: "puts|put a {k} counter and a {other} counter on {what}" (k: Kind, other: Kind, what: Objs) => |_, k, other, what| both(put(k, n(1), what), other),
        |_, e| is_both(e); "put a +1/+1 counter and a lifelink counter on target creature"),
    rule!(Verb: "removes|remove a {k} counter from {what}" (k: Kind, what: Objs) => |_, k, what| Some(remove(k, n(1), what)),
        |_, e| is_removed(e).filter(|(_, count, _)| *count == n(1)).map(|(k, _, o)| (k, o)).into_iter().collect(); "remove a +1/+1 counter from target creature"),
    rule!(Verb: "removes|remove {count} {k} counters from {what}" (count: Count, k: Kind, what: Objs) => |_, count, k, what| (count != n(1)).then(|| remove(k, count, what)),
        |_, e| is_removed(e).filter(|(_, count, _)| *count != n(1)).map(|(k, count, o)| (count, k, o)).into_iter().collect(); "remove two +1/+1 counters from target creature"),
    rule!(Verb: "gets|get {n}" (who: Doer, n: Energy) => |_, who, number| Some(Instruction::PutCounters { kind: CounterKind::Energy, count: n(number), and: Vec::new(), on: Recipients::Players(who) }),
        |_, e| match e { Instruction::PutCounters { kind: CounterKind::Energy, count: Quantity::N(n), and, on: Recipients::Players(who) } if and.is_empty() => vec![(who, n)], _ => Vec::new() }; "get {E}{E}"),
    rule!(Verb: "gets|get a poison counter" (who: Doer) => |_, who| Some(Instruction::PutCounters { kind: CounterKind::Poison, count: n(1), and: Vec::new(), on: Recipients::Players(who) }),
        |_, e| match e { Instruction::PutCounters { kind: CounterKind::Poison, count: Quantity::N(1), and, on: Recipients::Players(who) } if and.is_empty() => vec![(who,)], _ => Vec::new() }; "get a poison counter"),
    rule!(Verb: "attaches|attach {what} to {to}" (what: Objs, to: Objs) => |_, what, to| { one(&what)?; Some(Instruction::Attach(what, one(&to)?)) },
        |_, e| match e { Instruction::Attach(what, to) => vec![(what, as_objects(to))], _ => Vec::new() }; "attach this creature to target creature"),
    rule!(Verb: "flips|flip {what}" (what: Objs) <=> {Instruction::Flip(what)}; "flip this creature"),
    // CR 701.28a.
    alternate!(Verb: "converts|convert {what}" (what: Objs) => |_, what| Some(Instruction::Transform(what)); ""),
    rule!(Verb: "transforms|transform {what}" (what: Objs) <=> {Instruction::Transform(what)}; "transform this creature"),
    rule!(Pred: "fights|fight {other}" (subject: Subject, other: Objs) => |c, subject, other| fight(c, &subject, &other),
        |_, e| match e { Instruction::Fight(a, b) => vec![(as_objects(a), as_objects(b))], _ => Vec::new() }; ""),
    rule!(Verb: "takes|take an extra turn after this one" (who: Doer) <=> {Instruction::ExtraTurn(who)}; "take an extra turn after this one"),
];
