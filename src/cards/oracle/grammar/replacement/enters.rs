//! Counters with which something enters (CR 614.1c, 614.12).

use super::kicked::{enters_with, is_enters_with};
use crate::cards::oracle::grammar::conditions::with_kicker;
use crate::cards::oracle::grammar::help::{n, negated, other, with, without};
use crate::cards::oracle::grammar::quantities::basic::times;
use crate::cards::oracle::grammar::statics::{ability, affect, replace, replace_if, tapped, tapped_with};
use crate::cards::oracle::grammar::verbs::families::{grown, is_grown};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

fn this() -> ReplacedEvent {
    ReplacedEvent::Enters(Filter::Is(Obj::This))
}

fn counters(kind: CounterKind, count: Quantity) -> AbilityDef {
    replace(this(), ReplaceWith::Counters(kind, count))
}

fn counters_if(kind: CounterKind, count: Quantity, cond: Condition) -> AbilityDef {
    replace_if(this(), ReplaceWith::Counters(kind, count), cond)
}

fn of_counters(def: &AbilityDef) -> Option<(CounterKind, Quantity, Condition)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    match &replacement.with {
        ReplaceWith::Counters(kind, count)
            if *def == counters_if(*kind, count.clone(), replacement.only_if.clone()) =>
        {
            Some((*kind, count.clone(), replacement.only_if.clone()))
        }
        _ => None,
    }
}

/// Several counters for each of something.
fn for_each(def: &AbilityDef) -> Vec<(Obj, Quantity, CounterKind, Quantity)> {
    match of_counters(def) {
        Some((kind, Quantity::Times(count, each), Condition::Always)) if matches!(*count, Quantity::N(_)) => {
            vec![(Obj::This, *count, kind, *each)]
        }
        _ => Vec::new(),
    }
}

/// It enters tapped, and stays so.
fn stays_tapped() -> Vec<AbilityDef> {
    let stays = vec![Modification::Rule(ObjectRule::DoesntUntap)];
    vec![tapped(), ability(affect(Objects::The(Obj::This), stays), Condition::Always)]
}

/// What it enters with if it was kicked with one of two kickers (CR 702.33b).
fn kicked_has(context: &Context, cost: &Cost, mods: Vec<Modification>) -> Option<AbilityDef> {
    Some(enters_with(mods, with_kicker(context, cost)?))
}

fn kicked(context: &Context, cond: &Condition) -> Option<Cost> {
    match cond {
        Condition::Paid(place) if context.face.kickers.len() > 1 => {
            context.face.kickers.get(usize::from(*place)).cloned()
        }
        _ => None,
    }
}

fn is_kicked_has(context: &Context, def: &AbilityDef) -> Option<(Cost, Vec<Modification>)> {
    let (mods, only_if) = is_enters_with(def)?;
    Some((kicked(context, &only_if)?, mods))
}

fn quoted(quote: AbilityDef) -> Vec<Modification> {
    vec![Modification::GainAbilities(vec![quote])]
}

fn is_quoted(mods: &[Modification]) -> Option<AbilityDef> {
    match mods {
        [Modification::GainAbilities(list)] => match list.as_slice() {
            [one] if !matches!(one, AbilityDef::Keyword(_)) => Some(one.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Counters and something else, each of them only if it was kicked with that kicker.
fn kicked_with(
    context: &Context,
    cost: &Cost,
    (count, kind): (Quantity, CounterKind),
    mods: Vec<Modification>,
) -> Option<Vec<AbilityDef>> {
    Some(vec![counters_if(kind, count, with_kicker(context, cost)?), kicked_has(context, cost, mods)?])
}

/// Others enter with more counters, as many as a number says that isn't in the text.
fn grown_by_number(def: &AbilityDef) -> Option<(Filter, CounterKind, Quantity)> {
    is_grown(def)
        .filter(|(what, _, count)| !matches!(what, Filter::Is(_)) && !matches!(count, Quantity::N(_) | Quantity::X))
}

/// Counters of two kinds and keywords, each of them only if it was kicked.
fn kicked_twice((count, kind): (Quantity, CounterKind), other: CounterKind, keywords: Vec<Keyword>) -> Vec<AbilityDef> {
    let kicked = Condition::Paid(0);
    let has = enters_with(vec![Modification::Gain(keywords)], kicked.clone());
    vec![counters_if(kind, count, kicked.clone()), counters_if(other, n(1), kicked), has]
}

/// Whether a number is that of the card which says so, and not of what enters or of an event.
fn steady(context: &Context, count: &Quantity) -> bool {
    !context.event && !matches!(count, Quantity::N(_) | Quantity::X | Quantity::EventAmount)
}

macro_rules! pronoun {
    ($some:literal, $each:literal, $equal:literal) => {
        &[
            alternate!(Static: $some (this: Self_, count: Count, k: Kind) => |_, _, count, k| Some(counters(k, count)); ""),
            alternate!(Static: $each (this: Self_, k: Kind, each: Each) => |_, _, k, each| Some(counters(k, each)); ""),
            alternate!(Static: $equal (this: Self_, k: Kind, v: Value_) => |_, _, k, v| (!matches!(v, Quantity::X | Quantity::N(_))).then(|| counters(k, v)); ""),
        ]
    };
}

/// What persons enter with.
pub(super) const PERSONS: &[&[Rule]] = &[
    pronoun!(
        "{this} enters with {count} {k} counters on him .",
        "{this} enters with a {k} counter on him for each {each.s} .",
        "{this} enters with a number of {k} counters on him equal to {v} ."
    ),
    pronoun!(
        "{this} enters with {count} {k} counters on her .",
        "{this} enters with a {k} counter on her for each {each.s} .",
        "{this} enters with a number of {k} counters on her equal to {v} ."
    ),
];

pub(super) const RULES: &[Rule] = &[
    // ---- the card itself
    rule!(Static: "{this} enters with {count} {k} counters on it for each {each.s} ." (this: Self_, count: Count, k: Kind, each: Each) => |_, _, count, k, each| matches!(count, Quantity::N(_)).then(|| counters(k, times(count, each))),
        |_, d: &_| for_each(d); ""),
    rule!(Static: "{this} enters with a {k} counter on it unless {cond} ." (this: Self_, k: Kind, cond: Conds) => |_, _, k, cond| Some(counters_if(k, n(1), negated(cond))),
        |_, d: &_| match of_counters(d) { Some((k, Quantity::N(1), Condition::Not(cond))) => vec![(Obj::This, k, *cond)], _ => Vec::new() }; ""),
    rule!(Static: "{this} enters with {count} {k} counters on it unless {cond} ." (this: Self_, count: Count, k: Kind, cond: Conds) => |_, _, count, k, cond| (count != n(1)).then(|| counters_if(k, count, negated(cond))),
        |_, d: &_| match of_counters(d) { Some((k, count, Condition::Not(cond))) if count != n(1) => vec![(Obj::This, count, k, *cond)], _ => Vec::new() }; ""),
    alternate!(Static: "if {cond} , {this} enters with a {k} counter on it ." (cond: Conds, this: Self_, k: Kind) => |_, cond, _, k| Some(counters_if(k, n(1), cond)); ""),
    alternate!(Static: "if {cond} , {this} enters with {count} {k} counters on it ." (cond: Conds, this: Self_, count: Count, k: Kind) => |_, cond, _, count, k| Some(counters_if(k, count, cond)); ""),
    alternate!(Line: "if {cond} , {this} enters with {count} {k} counters and a {l} counter on it ." (cond: Conds, this: Self_, count: Count, k: Kind, l: Kind) => |_, cond, _, count, k, l| (k != l).then(|| vec![counters_if(k, count, cond.clone()), counters_if(l, n(1), cond)]); ""),
    alternate!(Line: "if {this} was kicked , it enters with {count} {k} counters and a {l} counter on it and with {kws} ." (this: Self_, count: Count, k: Kind, l: Kind, kws: KwList) => |c, _, count, k, l, kws| (k != l && c.face.kickers.len() == 1).then(|| kicked_twice((count, k), l, kws)); ""),
    alternate!(Line: "{this} enters with a {a} counter , a {b} counter , a {d} counter , and a {e} counter on it ." (this: Self_, a: Kind, b: Kind, d: Kind, e: Kind) => |_, _, a, b, d, e| Some([a, b, d, e].map(|k| counters(k, n(1))).to_vec()); ""),
    alternate!(Line: "{this} enters with {count} {k} counters and a {l} counter on it ." (this: Self_, count: Count, k: Kind, l: Kind) => |_, _, count, k, l| (k != l).then(|| vec![counters(k, count), counters(l, n(1))]); ""),
    alternate!(Line: "{this} enters tapped and with {count} {k} counters on it ." (this: Self_, count: Count, k: Kind) => |_, _, count, k| tapped_with(count, k); ""),
    alternate!(Line: "{this} enters tapped and doesn't untap during your untap step ." (this: Self_) => |_, _| Some(stays_tapped()); ""),
    // ---- with one of two kickers
    rule!(Static: "if {this} was kicked with its {cost} kicker , it enters with a {k} counter on it ." (this: Self_, cost: Price, k: Kind) => |c, _, cost, k| Some(counters_if(k, n(1), with_kicker(c, &cost)?)),
        |c, d: &_| of_counters(d).filter(|(_, count, _)| *count == n(1)).and_then(|(k, _, cond)| Some((Obj::This, kicked(c, &cond)?, k))).into_iter().collect(); ""),
    rule!(Static: "if {this} was kicked with its {cost} kicker , it enters with {count} {k} counters on it ." (this: Self_, cost: Price, count: Count, k: Kind) => |c, _, cost, count, k| Some(counters_if(k, count, with_kicker(c, &cost)?)),
        |c, d: &_| of_counters(d).filter(|(_, count, _)| *count != n(1)).and_then(|(k, count, cond)| Some((Obj::This, kicked(c, &cond)?, count, k))).into_iter().collect(); ""),
    rule!(Static: "if {this} was kicked with its {cost} kicker , it enters with {kws} ." (this: Self_, cost: Price, kws: KwList) => |c, _, cost, kws| kicked_has(c, &cost, vec![Modification::Gain(kws)]),
        |c, d: &_| match is_kicked_has(c, d) { Some((cost, mods)) => match mods.as_slice() { [Modification::Gain(kws)] => vec![(Obj::This, cost, kws.clone())], _ => Vec::new() }, _ => Vec::new() }; ""),
    rule!(Static: "if {this} was kicked with its {cost} kicker , it enters with \" {quote} \"" (this: Self_, cost: Price, quote: Quote) => |c, _, cost, quote| kicked_has(c, &cost, quoted(quote)),
        |c, d: &_| is_kicked_has(c, d).and_then(|(cost, mods)| Some((Obj::This, cost, is_quoted(&mods)?))).into_iter().collect(); ""),
    alternate!(Line: "if {this} was kicked with its {cost} kicker , it enters with {count} {k} counters on it and with {kws} ." (this: Self_, cost: Price, count: Count, k: Kind, kws: KwList) => |c, _, cost, count, k, kws| kicked_with(c, &cost, (count, k), vec![Modification::Gain(kws)]); ""),
    alternate!(Line: "if {this} was kicked with its {cost} kicker , it enters with a {k} counter on it and with {kws} ." (this: Self_, cost: Price, k: Kind, kws: KwList) => |c, _, cost, k, kws| kicked_with(c, &cost, (n(1), k), vec![Modification::Gain(kws)]); ""),
    alternate!(Line: "if {this} was kicked with its {cost} kicker , it enters with {count} {k} counters on it and with \" {quote} \"" (this: Self_, cost: Price, count: Count, k: Kind, quote: Quote) => |c, _, cost, count, k, quote| kicked_with(c, &cost, (count, k), quoted(quote)); ""),
    alternate!(Line: "if {this} was kicked with its {cost} kicker , it enters with a {k} counter on it and with \" {quote} \"" (this: Self_, cost: Price, k: Kind, quote: Quote) => |c, _, cost, k, quote| kicked_with(c, &cost, (n(1), k), quoted(quote)); ""),
    // ---- others
    rule!(Static: "each {noun.s} enters with a number of additional {k} counters on it equal to {v} ." (noun: Noun, k: Kind, v: Value_) => |c, noun, k, v| steady(c, &v).then(|| grown(noun, k, v)),
        |_, d: &_| grown_by_number(d).filter(|(noun, ..)| without(noun, &other()).is_none()).into_iter().collect(); "each creature you control enters with a number of additional +1/+1 counters on it equal to the number of cards in your hand."),
    rule!(Static: "each other {noun.s} enters with a number of additional {k} counters on it equal to {v} ." (noun: Noun, k: Kind, v: Value_) => |c, noun, k, v| steady(c, &v).then(|| grown(with(noun, other()), k, v)),
        |_, d: &_| grown_by_number(d).and_then(|(noun, k, v)| Some((without(&noun, &other())?, k, v))).into_iter().collect(); "each other creature you control enters with a number of additional +1/+1 counters on it equal to the number of cards in your hand."),
    alternate!(Static: "each other {noun.s} enters with a additional X {k} counters on it , where X is {v} ." (noun: Noun, k: Kind, v: Value_) => |c, noun, k, v| steady(c, &v).then(|| grown(with(noun, other()), k, v)); ""),
    alternate!(Static: "each {noun.s} enters with a additional {k} counter on it for each {each.s} ." (noun: Noun, k: Kind, each: Each) => |c, noun, k, each| steady(c, &each).then(|| grown(noun, k, each)); ""),
    alternate!(Static: "each other {noun.s} enters with a additional {k} counter on it for each {each.s} ." (noun: Noun, k: Kind, each: Each) => |c, noun, k, each| steady(c, &each).then(|| grown(with(noun, other()), k, each)); ""),
    alternate!(Static: "{noun.p} enter with a additional {k} counter on them for each {each.s} ." (noun: Noun, k: Kind, each: Each) => |c, noun, k, each| steady(c, &each).then(|| grown(noun, k, each)); ""),
    alternate!(Static: "other {noun.p} enter with a additional {k} counter on them for each {each.s} ." (noun: Noun, k: Kind, each: Each) => |c, noun, k, each| steady(c, &each).then(|| grown(with(noun, other()), k, each)); ""),
    // ---- what is counted
    rule!(Count: "twice X" () => |_| Some(times(n(2), Quantity::X)), |_, q: &_| if *q == times(n(2), Quantity::X) { vec![()] } else { Vec::new() }; "twice X"),
    rule!(Count: "twice that many" () => |c| c.event.then(|| times(n(2), Quantity::EventAmount)), |c, q: &_| if c.event && *q == times(n(2), Quantity::EventAmount) { vec![()] } else { Vec::new() }; ""),
    alternate!(Each: "{noun#} you already control" (noun: Noun) => |_, noun| Some(Quantity::Count(Box::new(Objects::All(with(noun, Filter::Controlled(Who::You)))))); "Angels you already control"),
    rule!(Each: "{noun#} that died under your control this turn" (noun: Noun) => |_, noun| Some(of_deed(Deed::Died, with(noun, Filter::Controlled(Who::You)))), |_, q: &_| is_of_deed(q, Deed::Died); "creatures that died under your control this turn"),
    rule!(Each: "{noun#} that entered the battlefield under your control this turn" (noun: Noun) => |_, noun| Some(of_deed(Deed::Entered, with(noun, Filter::Controlled(Who::You)))), |_, q: &_| is_of_deed(q, Deed::Entered); "lands that entered the battlefield under your control this turn"),
];

fn of_deed(deed: Deed, filter: Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::ThisTurn(deed, Box::new(filter))))
}

fn is_of_deed(quantity: &Quantity, wanted: Deed) -> Vec<(Filter,)> {
    match quantity {
        Quantity::Count(objects) => match &**objects {
            Objects::ThisTurn(deed, filter) if *deed == wanted => {
                without(filter, &Filter::Controlled(Who::You)).map(|f| (f,)).into_iter().collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
