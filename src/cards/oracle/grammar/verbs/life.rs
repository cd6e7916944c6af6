//! Damage and life.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::nouns::targets::lettered;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

fn damage(amount: Quantity, to: Recipients, source: Obj) -> Option<Instruction> {
    Some(Instruction::Damage { amount, to, source, and: Vec::new(), into: None, dealt_to: None })
}

fn dealt(effect: &Instruction) -> Option<(Quantity, Recipients, Obj)> {
    match effect {
        Instruction::Damage { amount, to, and, source, into: None, dealt_to: None } if and.is_empty() => {
            Some((amount.clone(), to.clone(), *source))
        }
        _ => None,
    }
}

/// Damage to two at once: different amounts, which is said by one word else.
fn dealt_to_both(
    source: Obj,
    (amount, to): (Quantity, Recipients),
    (more, other): (Quantity, Recipients),
) -> Option<Instruction> {
    if amount == more {
        return damage(amount, Recipients::Union(vec![to, other]), source);
    }
    Some(Instruction::Damage { amount, to, and: vec![(more, other)], source, into: None, dealt_to: None })
}

fn is_dealt_to_both(effect: &Instruction) -> Vec<(Obj, Quantity, Recipients, Quantity, Recipients)> {
    let Instruction::Damage { amount, to, and, source, into: None, dealt_to: None } = effect else { return Vec::new() };
    match and.as_slice() {
        [(more, other)] => vec![(*source, amount.clone(), to.clone(), more.clone(), other.clone())],
        _ => Vec::new(),
    }
}

fn divided(context: &mut Context, what: TargetKind, most: i32, amount: Quantity, source: Obj) -> Option<Instruction> {
    let def = TargetDef { min: n(1), max: n(most), divide: Some(amount), ..TargetDef::new(what) };
    let number = context.target(def)?;
    damage(Quantity::Divided, Recipients::Targets(number), source)
}

/// The amount that is divided among the next targets, and who divides it.
fn is_divided(context: &Context, effect: Instruction, most: i32) -> Vec<(Quantity, Obj)> {
    let Some((Quantity::Divided, Recipients::Targets(number), source)) = dealt(&effect) else { return Vec::new() };
    match context.wanted.get(usize::from(number)) {
        Some(TargetDef { what: TargetKind::AnyTarget, min: Quantity::N(1), max, divide: Some(amount), .. })
            if *max == n(most) =>
        {
            vec![(amount.clone(), source)]
        }
        _ => Vec::new(),
    }
}

/// Whether an amount is one of each player's own.
fn of_each(amount: &Quantity) -> bool {
    help::names(amount, Who::It)
}

/// Damage divided among any number of targets.
fn among_any(context: &mut Context, what: TargetKind, amount: Quantity, source: Obj) -> Option<Instruction> {
    let max = amount.clone();
    let def = TargetDef { min: n(0), max, divide: Some(amount), ..TargetDef::new(what) };
    let number = context.target(def)?;
    damage(Quantity::Divided, Recipients::Targets(number), source)
}

fn is_among_any(context: &Context, effect: Instruction) -> Vec<(Quantity, Obj, TargetKind)> {
    let Some((Quantity::Divided, Recipients::Targets(number), source)) = dealt(&effect) else { return Vec::new() };
    match context.wanted.get(usize::from(number)) {
        Some(TargetDef { what, min: Quantity::N(0), max, divide: Some(amount), .. }) if max == amount => {
            lettered(amount.clone()).into_iter().map(|amount| (amount, source, what.clone())).collect()
        }
        _ => Vec::new(),
    }
}

fn divided_among(
    context: &mut Context,
    filter: Filter,
    most: i32,
    amount: Quantity,
    source: Obj,
) -> Option<Instruction> {
    divided(context, TargetKind::Permanent(filter), most, amount, source)
}

fn is_divided_among(context: &Context, effect: Instruction, most: i32) -> Vec<(Quantity, Obj, Filter)> {
    let Some((Quantity::Divided, Recipients::Targets(number), source)) = dealt(&effect) else { return Vec::new() };
    match context.wanted.get(usize::from(number)) {
        Some(TargetDef { what: TargetKind::Permanent(f), min: Quantity::N(1), max, divide: Some(amount), .. })
            if *max == n(most) =>
        {
            vec![(amount.clone(), source, f.clone())]
        }
        _ => Vec::new(),
    }
}

/// CR 601.2d: among how many targets this much is divided: among one, up to as `many` as are said, or among any number of them.
fn ends(count: &Quantity, many: Option<i32>) -> (Quantity, Quantity) {
    many.map_or_else(|| (n(0), count.clone()), |many| (n(1), n(many)))
}

/// Counters that are divided among so `many` targets.
fn distributed(
    context: &mut Context,
    (count, kind): (Quantity, CounterKind),
    noun: Filter,
    many: Option<i32>,
) -> Option<Instruction> {
    let (min, max) = ends(&count, many);
    let def = TargetDef { min, max, divide: Some(count), ..TargetDef::new(TargetKind::Permanent(noun)) };
    let on = Recipients::Targets(context.target(def)?);
    Some(Instruction::PutCounters { kind, count: Quantity::Divided, and: Vec::new(), on })
}

fn is_distributed(context: &Context, effect: &Instruction, many: Option<i32>) -> Vec<(Quantity, CounterKind, Filter)> {
    let Instruction::PutCounters { kind, count: Quantity::Divided, and, on: Recipients::Targets(number) } = effect
    else {
        return Vec::new();
    };
    match context.wanted.get(usize::from(*number)) {
        Some(TargetDef { what: TargetKind::Permanent(noun), min, max, divide: Some(amount), .. })
            if ends(amount, many) == (min.clone(), max.clone()) && and.is_empty() =>
        {
            lettered(amount.clone()).into_iter().map(|amount| (amount, *kind, noun.clone())).collect()
        }
        _ => Vec::new(),
    }
}

fn plain(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::N(_) | Quantity::X) || matches!(quantity, Quantity::Times(_, x) if **x == Quantity::X)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "distribute {count} {k} counters among one or two target {noun.p}" (count: Count, k: Kind, noun: Noun) => |c, count, k, noun| (c.doer == Who::You).then(|| distributed(c, (count, k), noun, Some(2)))?,
        |c, e: &_| is_distributed(c, e, Some(2)); "distribute two +1/+1 counters among one or two target creatures"),
    rule!(Verb: "distribute {count} {k} counters among one , two , or three target {noun.p}" (count: Count, k: Kind, noun: Noun) => |c, count, k, noun| (c.doer == Who::You).then(|| distributed(c, (count, k), noun, Some(3)))?,
        |c, e: &_| is_distributed(c, e, Some(3)); "distribute three +1/+1 counters among one, two, or three target creatures"),
    rule!(Verb: "distribute {count} {k} counters among any number of target {noun.p}" (count: Count, k: Kind, noun: Noun) => |c, count, k, noun| (c.doer == Who::You).then(|| distributed(c, (count, k), noun, None))?,
        |c, e: &_| is_distributed(c, e, None); "distribute four +1/+1 counters among any number of target creatures"),
    rule!(Pred: "deals|deal {n} damage to {to}" (source: Source, n: Amount, to: RecipAnd) => |_, source, n, to| damage(n, to, source),
        |_, e: &_| dealt(e).filter(|(n, ..)| plain(n)).map(|(n, to, source)| (source, n, to)).into_iter().collect(); ""),
    rule!(Pred: "deals|deal damage to {to} equal to {n}" (source: Source, to: RecipAnd, n: Value_) => |_, source, to, n| (!of_each(&n)).then(|| damage(n, to, source))?, |_, _value: &_| Vec::new(); ""),
    rule!(Pred: "deals|deal damage to {to} equal to {n}" (source: Source, to: ToEach, n: Value_) => |_, source, to, n| of_each(&n).then(|| damage(n, to, source))?,
        |_, e: &_| dealt(e).filter(|(n, ..)| of_each(n)).map(|(n, to, source)| (source, to, n)).into_iter().collect(); ""),
    rule!(Pred: "deals|deal damage equal to {n} to {to}" (source: Source, n: Value_, to: RecipAnd) => |_, source, n, to| damage(n, to, source),
        |_, e: &_| dealt(e).filter(|(n, ..)| !plain(n)).map(|(n, to, source)| (source, n, to)).into_iter().collect(); ""),
    rule!(Pred: "deals|deal {n} damage divided as you choose among any number of targets" (n: Amount, source: Source) => |c, n, source| among_any(c, TargetKind::AnyTarget, n, source),
        |c, e| is_among_any(c, e).into_iter().filter(|(.., what)| *what == TargetKind::AnyTarget).map(|(n, source, _)| (n, source)).collect(); ""),
    rule!(Pred: "deals|deal {n} damage divided as you choose among any number of target {noun.p}" (n: Amount, source: Source, noun: Noun) => |c, n, source, noun| among_any(c, TargetKind::Permanent(noun), n, source),
        |c, e| is_among_any(c, e).into_iter().filter_map(|(n, source, what)| if let TargetKind::Permanent(f) = what { Some((n, source, f)) } else { None }).collect(); ""),
    rule!(Pred: "deals|deal {n} damage divided as you choose among one or two target {noun.p}" (n: Amount, source: Source, noun: Noun) => |c, n, source, noun| divided_among(c, noun, 2, n, source),
        |c, e| is_divided_among(c, e, 2); ""),
    rule!(Pred: "deals|deal {n} damage divided as you choose among one , two , or three target {noun.p}" (n: Amount, source: Source, noun: Noun) => |c, n, source, noun| divided_among(c, noun, 3, n, source),
        |c, e| is_divided_among(c, e, 3); ""),
    rule!(Pred: "deals|deal {n} damage to {a} and {m} damage to {b}" (source: Source, n: Amount, a: Recip, m: Amount, b: Recip)
        => |_, source, n, a, m, b| dealt_to_both(source, (n, a), (m, b)), |_, e: &_| is_dealt_to_both(e); ""),
    rule!(Pred: "deals|deal that much damage to {to}" (source: Source, to: RecipAnd) => |c, source, to| c.event.then(|| damage(Quantity::EventAmount, to, source))?,
        |_, e: &_| dealt(e).filter(|(n, ..)| *n == Quantity::EventAmount).map(|(_, to, source)| (source, to)).into_iter().collect(); ""),
    rule!(Pred: "deals|deal {n} damage to {to} for each {each.s}" (source: Source, n: Amount, to: RecipAnd, each: Each)
        => |_, source, amount, to, each| (amount == n(1)).then(|| damage(each, to, source))?, |_, _value: &_| Vec::new(); ""),
    rule!(Pred: "deals|deal {n} damage divided as you choose among one or two targets" (n: Amount, source: Source)
        => |c, n, source| divided(c, TargetKind::AnyTarget, 2, n, source), |c, e| is_divided(c, e, 2); ""),
    rule!(Pred: "deals|deal {n} damage divided as you choose among one , two , or three targets" (n: Amount, source: Source)
        => |c, n, source| divided(c, TargetKind::AnyTarget, 3, n, source), |c, e| is_divided(c, e, 3); ""),
    rule!(Verb: "gains|gain {n} life" (who: Doer, n: Amount) => |_, who, n| Some(Instruction::GainLife(who, n, None)),
        |_, e| match e { Instruction::GainLife(who, n, None) if plain(&n) => vec![(who, n)], _ => Vec::new() }; "gain 3 life"),
    rule!(Verb: "gains|gain {n} life for each {each.s}" (who: Doer, n: Amount, each: Each) => |_, who, amount, each| Some(Instruction::GainLife(who, times(amount, each), None)),
        |_, e| match e { Instruction::GainLife(who, q, None) => per(q).map(|(a, b)| (who, a, b)).into_iter().collect(), _ => Vec::new() }; "gain 1 life for each creature you control"),
    rule!(Verb: "gains|gain life equal to {n}" (who: Doer, n: Value_) => |_, who, n| Some(Instruction::GainLife(who, n, None)),
        |_, e| match e { Instruction::GainLife(who, n, None) if !plain(&n) => vec![(who, n)], _ => Vec::new() }; "gain life equal to this creature's power"),
    rule!(Verb: "gains|gain that much life" (who: Doer) => |c, who| c.event.then_some(Instruction::GainLife(who, Quantity::EventAmount, None)),
        |_, e| match e { Instruction::GainLife(who, Quantity::EventAmount, None) => vec![(who,)], _ => Vec::new() }; ""),
    rule!(Verb: "loses|lose {n} life" (who: Doer, n: Amount) => |_, who, n| Some(Instruction::LoseLife(who, n, None)),
        |_, e| match e { Instruction::LoseLife(who, n, None) if plain(&n) => vec![(who, n)], _ => Vec::new() }; "lose 3 life"),
    rule!(Verb: "loses|lose {n} life for each {each.s}" (who: Doer, n: Amount, each: Each) => |_, who, amount, each| Some(Instruction::LoseLife(who, times(amount, each), None)),
        |_, e| match e { Instruction::LoseLife(who, q, None) => per(q).map(|(a, b)| (who, a, b)).into_iter().collect(), _ => Vec::new() }; "lose 1 life for each creature you control"),
    rule!(Verb: "loses|lose life equal to {n}" (who: Doer, n: Value_) => |_, who, n| Some(Instruction::LoseLife(who, n, None)),
        |_, e| match e { Instruction::LoseLife(who, n, None) if !plain(&n) => vec![(who, n)], _ => Vec::new() }; "lose life equal to this creature's power"),
    rule!(Verb: "loses|lose that much life" (who: Doer) => |c, who| c.event.then_some(Instruction::LoseLife(who, Quantity::EventAmount, None)),
        |_, e| match e { Instruction::LoseLife(who, Quantity::EventAmount, None) => vec![(who,)], _ => Vec::new() }; ""),
    rule!(Verb: "loses|lose the game" (who: Doer) <=> {Instruction::Lose(who)}; "lose the game"),
    rule!(Verb: "wins|win the game" (who: Doer) <=> {Instruction::Win(who)}; "win the game"),
];

/// An amount for each.
pub(in crate::cards::oracle::grammar) fn times(amount: Quantity, each: Quantity) -> Quantity {
    if amount == n(1) { each } else { Quantity::Times(Box::new(amount), Box::new(each)) }
}

/// The amount and for each what.
pub(in crate::cards::oracle::grammar) fn per(quantity: Quantity) -> Option<(Quantity, Quantity)> {
    match quantity {
        Quantity::Times(amount, each) if matches!(*amount, Quantity::N(_)) => Some((*amount, *each)),
        q @ (Quantity::Count(_) | Quantity::Counters(..) | Quantity::HandSize(_) | Quantity::Players(_)) => {
            Some((n(1), q))
        }
        _ => None,
    }
}
