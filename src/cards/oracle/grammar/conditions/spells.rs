//! What conditions ask of X, of what was sacrificed and of what was done this way.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

/// X, as it was chosen, is that great.
fn great(number: i32) -> Condition {
    Condition::Compare(Quantity::X, Cmp::Ge, help::n(number))
}

/// Whether something was sacrificed as a cost.
fn given(context: &Context) -> bool {
    context.paid.is_some_and(|(how, _)| how == Participle::Sacrificed)
}

fn is_given(context: &Context, cond: &Condition) -> Option<Filter> {
    match cond {
        Condition::Is(Obj::PaidWith, quality) if given(context) => Some(quality.clone()),
        _ => None,
    }
}

/// What the last instruction of a sort did it to, as it was before if it was a permanent.
fn done(context: &Context, how: Participle) -> Option<Objects> {
    let (_, var) = context.done.iter().rfind(|(done, _)| *done == how)?;
    let cards = Objects::Var(*var);
    Some(if how == Participle::Discarded { cards } else { Objects::Were(Box::new(cards)) })
}

fn one_was(context: &Context, how: Participle, filter: Filter) -> Option<Condition> {
    Some(Condition::Exists(Objects::Only(Box::new(done(context, how)?), filter)))
}

fn is_one_was(context: &Context, how: Participle, cond: &Condition) -> Vec<(Filter,)> {
    match cond {
        Condition::Exists(Objects::Only(of, filter)) if done(context, how).as_ref() == Some(&**of) => {
            vec![(filter.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// The one that was mentioned, as it was where it was.
pub(super) fn named(context: &Context, kind: Sort) -> Option<Obj> {
    match &context.that(kind, false)?.what {
        Referent::Objects(objects) => help::one(objects),
        _ => None,
    }
}

macro_rules! sacrificed {
    ($words:literal) => {
        rule!(Cond: $words (quality: Quality) => |c, quality| given(c).then_some(Condition::Is(Obj::PaidWith, quality)),
            |c, cond: &_| is_given(c, cond).map(|quality| (quality,)).into_iter().collect(); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "X is {n} or more" (n: Digits) => |_, n| Some(great(n)), |_, c| match c { Condition::Compare(Quantity::X, Cmp::Ge, Quantity::N(n)) => vec![(n,)], _ => Vec::new() }; "X is 5 or more"),
    alternate!(Cond: "X is {n} or greater" (n: Digits) => |_, n| Some(great(n)); "X is 5 or greater"),
    // ---- what was sacrificed as a cost
    sacrificed!("the sacrificed permanent was {quality.s}"),
    rule!(Cond: "the sacrificed {kind.s} was {quality.s}" (kind: Type, quality: Quality) => |c, kind, quality| context_paid(c, kind).then_some(Condition::Is(Obj::PaidWith, quality)),
        |c, cond: &_| is_given(c, cond).into_iter().flat_map(|quality| nouns::heads::split(CardTypes::PERMANENT).into_iter().filter(|kind| context_paid(c, *kind)).map(move |kind| (kind, quality.clone()))).collect(); ""),
    // ---- what something has
    rule!(Cond: "{what.s} has {k}" (what: SubjObjs, k: Kw) => |_, what, k| Some(Condition::Is(help::one(&what)?, Filter::Has(k))),
        |_, c| match c { Condition::Is(obj, Filter::Has(k)) => vec![(help::as_objects(obj), k)], _ => Vec::new() }; "this creature has flying"),
    rule!(Cond: "{what.s} has {k}" (what: SubjObjs, k: KwName) => |_, what, k| Some(Condition::Is(help::one(&what)?, Filter::HasKeyword(k))),
        |_, c| match c { Condition::Is(obj, Filter::HasKeyword(k)) => vec![(help::as_objects(obj), k)], _ => Vec::new() }; "this creature has toxic"),
    rule!(Cond: "{what.s} has a {k} counter on it" (what: SubjObjs, k: Kind) => |_, what, k| Some(Condition::Is(help::one(&what)?, Filter::Counter(k))),
        |_, c| match c { Condition::Is(obj, Filter::Counter(k)) => vec![(help::as_objects(obj), k)], _ => Vec::new() }; "this creature has a +1/+1 counter on it"),
    rule!(Cond: "{what.s} has a counter on it" (what: SubjObjs) => |_, what| Some(Condition::Is(help::one(&what)?, Filter::AnyCounter)),
        |_, c| match c { Condition::Is(obj, Filter::AnyCounter) => vec![(help::as_objects(obj),)], _ => Vec::new() }; "this creature has a counter on it"),
    // ---- what something had before it was moved (CR 608.2h)
    rule!(Cond: "it had mana value {v}" (v: Compared) => |c, (cmp, n)| Some(Condition::Is(help::it(c)?, Filter::ManaValue(cmp, n))),
        |c, cond| match cond { Condition::Is(obj, Filter::ManaValue(cmp, n)) if help::it(c) == Some(obj) => vec![((cmp, n),)], _ => Vec::new() }; ""),
    rule!(Cond: "that permanent had mana value {v}" (v: Compared) => |c, (cmp, n)| Some(Condition::Is(named(c, Sort::PERMANENT)?, Filter::ManaValue(cmp, n))),
        |c, cond| match cond { Condition::Is(obj, Filter::ManaValue(cmp, n)) if named(c, Sort::PERMANENT) == Some(obj) => vec![((cmp, n),)], _ => Vec::new() }; ""),
    rule!(Cond: "that creature had a {k} counter on it" (k: Kind) => |c, k| Some(Condition::Is(named(c, Sort::CREATURE)?, Filter::Counter(k))),
        |c, cond| match cond { Condition::Is(obj, Filter::Counter(k)) if named(c, Sort::CREATURE) == Some(obj) => vec![(k,)], _ => Vec::new() }; ""),
    // ---- what was done to one of several
    rule!(Cond: "a {noun.s} was destroyed this way" (noun: Noun) => |c, noun| one_was(c, Participle::Destroyed, noun), |c, cond: &_| is_one_was(c, Participle::Destroyed, cond); ""),
    rule!(Cond: "a {noun.s} was sacrificed this way" (noun: Noun) => |c, noun| one_was(c, Participle::Sacrificed, noun), |c, cond: &_| is_one_was(c, Participle::Sacrificed, cond); ""),
    alternate!(Cond: "a {noun.s} is sacrificed this way" (noun: Noun) => |c, noun| one_was(c, Participle::Sacrificed, noun); ""),
    alternate!(Cond: "a {noun.s} is destroyed this way" (noun: Noun) => |c, noun| one_was(c, Participle::Destroyed, noun); ""),
    rule!(Cond: "a {cards.s} was discarded this way" (cards: CardNoun) => |c, cards| one_was(c, Participle::Discarded, cards), |c, cond: &_| is_one_was(c, Participle::Discarded, cond); ""),
    alternate!(Cond: "a {cards.s} is discarded this way" (cards: CardNoun) => |c, cards| one_was(c, Participle::Discarded, cards); ""),
];

/// Whether what was sacrificed can be called so.
fn context_paid(context: &Context, kind: CardTypes) -> bool {
    let called = help::type_kind(kind);
    context
        .paid
        .is_some_and(|(how, found)| how == Participle::Sacrificed && !called.is_empty() && found.intersects(called))
}
