//! Counters of several kinds at once, and how few of them there are.

use crate::cards::oracle::grammar::help::{n, put};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

/// Counters of a kind, and one each of others (CR 122.6).
fn kinds(kind: CounterKind, count: Quantity, more: Vec<CounterKind>, on: Objects) -> Option<Instruction> {
    let mut effect = put(kind, count, on);
    if let Instruction::PutCounters { and, .. } = &mut effect {
        and.extend(more.into_iter().map(|kind| (kind, n(1))));
    }
    Some(effect)
}

fn are_kinds(effect: Instruction) -> Option<(CounterKind, Quantity, Vec<CounterKind>, Objects)> {
    let Instruction::PutCounters { kind, count, and, on } = effect else { return None };
    let more = and.into_iter().map(|(kind, count)| (count == n(1)).then_some(kind)).collect::<Option<_>>()?;
    Some((kind, count, more, on.into_objects()?))
}

fn fewer(kind: CounterKind, obj: Obj, count: Quantity) -> Condition {
    Condition::Compare(Quantity::Counters(kind, obj), Cmp::Lt, count)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "puts|put {count} {k} counters and a {other} counter on {what}" (count: Count, k: Kind, other: Kind, what: Objs) => |_, count, k, other, what| kinds(k, count, vec![other], what),
        |_, e| match are_kinds(e) {
            Some((k, count, more, what)) if count != n(1) => match more.as_slice() { [other] => vec![(count, k, *other, what)], _ => Vec::new() },
            _ => Vec::new(),
        }; "put two +1/+1 counters and a flying counter on target creature"),
    rule!(Verb: "puts|put a {a} counter , a {b} counter , and a {d} counter on {what}" (a: Kind, b: Kind, d: Kind, what: Objs) => |_, a, b, d, what| kinds(a, n(1), vec![b, d], what),
        |_, e| match are_kinds(e) {
            Some((a, Quantity::N(1), more, what)) => match more.as_slice() { [b, d] => vec![(a, *b, *d, what)], _ => Vec::new() },
            _ => Vec::new(),
        }; "put a flying counter, a reach counter, and a lifelink counter on target creature"),
    rule!(Cond: "{this} has fewer than {count} {k} counters on it" (this: Self_, count: Count, k: Kind) => |c, obj, count, k| { nouns::references::this(c); Some(fewer(k, obj, count)) },
        |_, cond| match cond { Condition::Compare(Quantity::Counters(k, Obj::This), Cmp::Lt, count) => vec![(Obj::This, count, k)], _ => Vec::new() }; "this creature has fewer than three +1/+1 counters on it"),
];
