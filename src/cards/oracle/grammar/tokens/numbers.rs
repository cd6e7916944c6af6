//! Counters, as many as a number says, and what doubles.

use crate::cards::oracle::grammar::help::{n, one, put};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Referent, Rule, alternate, rule};

/// Whether it is a number that is said after "equal to".
pub(in crate::cards::oracle::grammar) fn is_said(number: &Quantity) -> bool {
    !matches!(number, Quantity::X | Quantity::N(_) | Quantity::Var(_) | Quantity::EventAmount)
}

/// Counters are put on objects, as many as a number says.
fn counters(effect: &Instruction) -> Vec<(CounterKind, Objects, Quantity)> {
    let Instruction::PutCounters { kind, count, and, on } = effect else { return Vec::new() };
    let Some(what) = on.clone().into_objects() else { return Vec::new() };
    if and.is_empty() && is_said(count) { vec![(*kind, what, count.clone())] } else { Vec::new() }
}

/// A player gets counters.
fn gets(who: Who, kind: CounterKind, count: Quantity) -> Instruction {
    Instruction::PutCounters { kind, count, and: Vec::new(), on: Recipients::Players(who) }
}

fn is_gets(effect: &Instruction, of: CounterKind) -> Option<(Who, Quantity)> {
    match effect {
        Instruction::PutCounters { kind, count, and, on: Recipients::Players(who) }
            if *kind == of && and.is_empty() =>
        {
            Some((*who, count.clone()))
        }
        _ => None,
    }
}

/// As much more of something, or as much less if it is negative (CR 701.10b-c).
fn again(of: Quantity) -> Quantity {
    let less = Quantity::Minus(Box::new(n(0)), Box::new(of.clone()));
    let negative = Quantity::Minus(Box::new(n(0)), Box::new(less));
    let positive = Condition::Compare(of.clone(), Cmp::Ge, n(0));
    Quantity::If(Box::new(positive), Box::new(of), Box::new(negative))
}

/// The power of something is doubled, or its toughness, or both.
fn doubled(obj: Obj, power: bool, toughness: bool, duration: Duration) -> Instruction {
    all_doubled(help::as_objects(obj), obj, (power, toughness), duration)
}

/// What each of a group has is doubled, by its own numbers (CR 608.2h).
fn all_doubled(what: Objects, obj: Obj, (power, toughness): (bool, bool), duration: Duration) -> Instruction {
    let more = if power { again(Quantity::Power(obj)) } else { n(0) };
    let tougher = if toughness { Quantity::Toughness(obj) } else { n(0) };
    let change = vec![Modification::ModifyPT(more, tougher)];
    Instruction::Continuous(StaticEffect::Affect(what, change), duration)
}

fn is_all_doubled(effects: &[Instruction], power: bool, toughness: bool) -> Vec<(Objects, Duration)> {
    let [Instruction::Continuous(StaticEffect::Affect(what @ Objects::All(_), _), duration)] = effects else {
        return Vec::new();
    };
    let same = [all_doubled(what.clone(), Obj::It, (power, toughness), duration.clone())] == *effects;
    if same { vec![(what.clone(), duration.clone())] } else { Vec::new() }
}

fn is_doubled(effects: &[Instruction], power: bool, toughness: bool) -> Vec<(Obj, Duration)> {
    let [Instruction::Continuous(StaticEffect::Affect(what, _), duration)] = effects else { return Vec::new() };
    let Some(obj) = one(what) else { return Vec::new() };
    let same = [doubled(obj, power, toughness, duration.clone())] == *effects;
    if same { vec![(obj, duration.clone())] } else { Vec::new() }
}

/// A counter more or a counter less, as you choose.
fn more_or_less(kind: CounterKind, what: Objects) -> Vec<Instruction> {
    let less = Instruction::RemoveCounters { kind, count: n(1), from: what.clone().into(), into: None };
    vec![Instruction::ChooseOne(Who::You, vec![vec![put(kind, n(1), what)], vec![less]])]
}

fn is_more_or_less(effects: &[Instruction]) -> Option<(CounterKind, Objects)> {
    let [Instruction::ChooseOne(Who::You, list)] = effects else { return None };
    let [Instruction::PutCounters { kind, on, .. }] = list.first()?.as_slice() else { return None };
    let what = on.clone().into_objects()?;
    (more_or_less(*kind, what.clone()) == effects).then_some((*kind, what))
}

/// Counters are divided among a few targets, or none (CR 601.2d).
fn shared(
    context: &mut Context,
    (count, kind): (Quantity, CounterKind),
    most: i32,
    noun: Filter,
) -> Option<Instruction> {
    let sort = help::permanent_kind(&noun);
    let what = TargetKind::Permanent(noun);
    let def = TargetDef { min: n(0), max: n(most), divide: Some(count), ..TargetDef::new(what) };
    let number = context.target(def)?;
    context.mention(Referent::Objects(Objects::Targets(number)), sort, true);
    let on = Recipients::Targets(number);
    Some(Instruction::PutCounters { kind, count: Quantity::Divided, and: Vec::new(), on })
}

fn is_shared(context: &Context, effect: &Instruction) -> Vec<(Quantity, CounterKind, i32, Filter)> {
    let Instruction::PutCounters { kind, count: Quantity::Divided, and, on: Recipients::Targets(number) } = effect
    else {
        return Vec::new();
    };
    match context.wanted.get(usize::from(*number)) {
        Some(TargetDef {
            what: TargetKind::Permanent(noun),
            min: Quantity::N(0),
            max: Quantity::N(most),
            divide: Some(amount),
            ..
        }) if and.is_empty() && *most > 1 => {
            vec![(amount.clone(), *kind, *most, noun.clone())]
        }
        _ => Vec::new(),
    }
}

macro_rules! doubles {
    ($words:literal, $target:literal, $of:literal, $power:expr, $toughness:expr) => {
        &[
            rule!(Said: $words (obj: Poss, dur: Dur) => |_, obj, dur| Some(vec![doubled(obj, $power, $toughness, dur)]), |_, e: &_| is_doubled(e, $power, $toughness); ""),
            rule!(Said: $target (obj: Target, dur: Dur) => |_, what, dur| Some(vec![doubled(one(&what)?, $power, $toughness, dur)]),
                |_, e: &_| is_doubled(e, $power, $toughness).into_iter().map(|(obj, dur)| (help::as_objects(obj), dur)).collect(); ""),
            rule!(Said: $of (what: Target, dur: Dur) => |_, what, dur| Some(vec![doubled(one(&what)?, $power, $toughness, dur)]),
                |_, e: &_| is_doubled(e, $power, $toughness).into_iter().map(|(obj, dur)| (help::as_objects(obj), dur)).collect(); ""),
            rule!(Said: $of (what: Np, dur: Dur) => |_, what, dur| matches!(what, Objects::All(_)).then(|| vec![all_doubled(what, Obj::It, ($power, $toughness), dur)]),
                |_, e: &_| is_all_doubled(e, $power, $toughness); ""),
        ]
    };
}

/// Power and toughness that double.
pub(super) const DOUBLED: &[&[Rule]] = &[
    doubles!(
        "double {obj} power {dur}",
        "double {obj} 's power {dur}",
        "double the power of {what} {dur}",
        true,
        false
    ),
    doubles!(
        "double {obj} toughness {dur}",
        "double {obj} 's toughness {dur}",
        "double the toughness of {what} {dur}",
        false,
        true
    ),
    doubles!(
        "double {obj} power and toughness {dur}",
        "double {obj} 's power and toughness {dur}",
        "double the power and toughness of {what} {dur}",
        true,
        true
    ),
];

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "puts|put a number of {k} counters on {what} equal to {n}" (k: Kind, what: Objs, n: Value_) => |_, k, what, n| is_said(&n).then(|| put(k, n, what)),
        |_, e: &_| counters(e); "put a number of +1/+1 counters on target creature equal to the number of lands you control"),
    rule!(Verb: "puts|put a number of {k} counters equal to {n} on {what}" (k: Kind, n: Value_, what: Objs) => |_, k, n, what| is_said(&n).then(|| put(k, n, what)),
        |_, e: &_| counters(e).into_iter().map(|(k, what, n)| (k, n, what)).collect(); "put a number of +1/+1 counters equal to the number of lands you control on target creature"),
    rule!(Verb: "gets|get that many \u{7b}E\u{7d}" (who: Doer) => |c, who| c.event.then(|| gets(who, CounterKind::Energy, Quantity::EventAmount)),
        |_, e: &_| is_gets(e, CounterKind::Energy).filter(|(_, count)| *count == Quantity::EventAmount).map(|(who, _)| (who,)).into_iter().collect(); ""),
    rule!(Verb: "gets|get a number of {k} counters equal to {n}" (who: Doer, k: Kind, n: Value_) => |_, who, k, n| is_said(&n).then(|| gets(who, k, n)),
        |_, e: &_| match e {
            Instruction::PutCounters { kind, count, and, on: Recipients::Players(who) } if and.is_empty() && is_said(count) => vec![(*who, *kind, count.clone())],
            _ => Vec::new(),
        }; "get a number of experience counters equal to the number of lands you control"),
    rule!(Verbs: "put a {k} counter on {what} or remove one from it" (k: Kind, what: Objs) => |c, k, what| (c.doer == Who::You && one(&what).is_some()).then(|| more_or_less(k, what)),
        |_, e: &_| is_more_or_less(e).into_iter().collect(); "put a charge counter on target artifact or remove one from it"),
    alternate!(Verbs: "put a {k} counter on {what} or remove a {again} counter from it" (k: Kind, what: Objs, again: Kind) => |c, k, what, again| (c.doer == Who::You && k == again && one(&what).is_some()).then(|| more_or_less(k, what));
        "put a charge counter on target artifact or remove a charge counter from it"),
    rule!(Verb: "distribute {count} {k} counters among up to {most} target {noun.p}" (count: Count, k: Kind, most: Words, noun: Noun) => |c, count, k, most, noun| (c.doer == Who::You).then(|| shared(c, (count, k), most, noun))?,
        |c, e: &_| is_shared(c, e); "distribute three +1/+1 counters among up to three target creatures"),
    alternate!(Verb: "gets|get {count} \u{7b}E\u{7d}" (who: Doer, count: Count) => |_, who, count| matches!(count, Quantity::N(_)).then(|| gets(who, CounterKind::Energy, count)); "get six {E}"),
];
