//! Conditions.

use super::super::syntax::{Context, Rule, alternate, rule};
use super::help::{n, one, with, without};
use super::*;

const YOURS: Filter = Filter::Controlled(Who::You);

fn exists(filter: Filter) -> Condition {
    Condition::Exists(Objects::All(filter))
}

/// Such a thing of yours exists: which.
fn yours(condition: Condition) -> Vec<(Filter,)> {
    match condition {
        Condition::Exists(Objects::All(filter)) => without(&filter, &YOURS).map(|f| (f,)).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn counted(condition: Condition, cmp: Cmp) -> Vec<(Quantity, Filter)> {
    match condition {
        Condition::Compare(Quantity::Count(objects), found, number) if found == cmp => match *objects {
            Objects::All(filter) => without(&filter, &YOURS).map(|f| (number, f)).into_iter().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn count(filter: Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::All(with(filter, YOURS))))
}

fn negated(condition: Condition) -> Option<Condition> {
    match condition {
        Condition::Not(inner) => Some(*inner),
        _ => None,
    }
}

fn kicked(context: &Context) -> bool {
    !context.event || context.mentions.first().is_some()
}

macro_rules! fixed {
    ($words:literal, $condition:expr) => {
        rule!(Cond: $words () => |_| Some($condition), |_, c| if c == $condition { vec![()] } else { Vec::new() }; $words)
    };
}

/// What an object is.
fn is(subject: Option<Objects>, quality: Filter) -> Option<Condition> {
    Some(Condition::Is(one(&subject?)?, quality))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "you control a {noun.s}" (noun: Noun) => |_, noun| Some(exists(with(noun, YOURS))), |_, c| yours(c).into_iter().filter(|(f,)| without(f, &super::help::other()).is_none()).collect(); "you control an artifact"),
    rule!(Cond: "you control another {noun.s}" (noun: Noun) => |c, noun| (!c.face.is_spell()).then(|| exists(with(with(noun, super::help::other()), YOURS))),
        |_, c| yours(c).iter().filter_map(|(f,)| without(f, &super::help::other())).map(|f| (f,)).collect(); "you control another Goblin"),
    rule!(Cond: "you control no {noun.p}" (noun: Noun) => |_, noun| Some(Condition::Not(Box::new(exists(with(noun, YOURS))))),
        |_, c| negated(c).map(yours).unwrap_or_default(); "you control no creatures"),
    rule!(Cond: "you control {count} or more {noun.p}" (count: Count, noun: Noun) => |_, number, noun| Some(Condition::Compare(count(noun), Cmp::Ge, number)),
        |_, c| counted(c, Cmp::Ge); "you control three or more artifacts"),
    rule!(Cond: "an opponent controls a {noun.s}" (noun: Noun) => |_, noun| Some(exists(with(noun, Filter::Controlled(Who::EachOpponent)))),
        |_, c| match c {
            Condition::Exists(Objects::All(filter)) => without(&filter, &Filter::Controlled(Who::EachOpponent)).map(|f| (f,)).into_iter().collect(),
            _ => Vec::new(),
        }; "an opponent controls a creature"),
    fixed!("it's your turn", Condition::TurnOf(Who::You)),
    fixed!("it's not your turn", Condition::Not(Box::new(Condition::TurnOf(Who::You)))),
    fixed!("you have no cards in hand", Condition::Compare(Quantity::HandSize(Who::You), Cmp::Eq, n(0))),
    fixed!("a creature died this turn", Condition::ThisTurn(Fact::CreatureDied)),
    fixed!("you attacked this turn", Condition::ThisTurn(Fact::Attacked(Who::You))),
    fixed!("you gained life this turn", Condition::ThisTurn(Fact::GainedLife(Who::You))),
    fixed!("an opponent lost life this turn", Condition::ThisTurn(Fact::LostLife(Who::EachOpponent))),
    rule!(Cond: "it was kicked" () => |c| { c.unpaid = Some(c.targets.len()); (kicked(c) && c.event).then_some(Condition::Paid(0)) }, |c, cond| if c.event && cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "this spell was kicked" () => |c| { c.unpaid = Some(c.targets.len()); c.face.is_spell().then_some(Condition::Paid(0)) }, |c, cond| if c.face.is_spell() && cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "there are {count} or more cards in your graveyard" (count: Count)
        => |_, number| Some(Condition::Compare(Quantity::Count(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), Filter::Any))), Cmp::Ge, number)),
        |_, c| match c {
            Condition::Compare(Quantity::Count(objects), Cmp::Ge, number) if *objects == Objects::In(ZoneOf::Graveyard(Who::You), Filter::Any) => vec![(number,)],
            _ => Vec::new(),
        }; "there are seven or more cards in your graveyard"),
    rule!(Cond: "you have {life} or more life" (life: Amount) => |_, life| Some(Condition::Compare(Quantity::Life(Who::You), Cmp::Ge, life)),
        |_, c| match c { Condition::Compare(Quantity::Life(Who::You), Cmp::Ge, life) => vec![(life,)], _ => Vec::new() }; "you have 5 or more life"),
    rule!(Cond: "you have {life} or less life" (life: Amount) => |_, life| Some(Condition::Compare(Quantity::Life(Who::You), Cmp::Le, life)),
        |_, c| match c { Condition::Compare(Quantity::Life(Who::You), Cmp::Le, life) => vec![(life,)], _ => Vec::new() }; "you have 5 or less life"),
    rule!(Cond: "{subject#} is|are {quality#}" (subject: SubjObjs, quality: Quality) => |c, subject, quality| { let _ = c; is(Some(subject), quality) },
        |_, c| match c { Condition::Is(obj, quality) => vec![(as_objects(obj), quality)], _ => Vec::new() }; "this creature is untapped"),
    alternate!(Cond: "it's {quality.s}" (quality: Quality) => |c, quality| { let it = c.it(true)?.clone(); let objects = c.now(&it); is(objects, quality) }; ""),
    rule!(Cond: "{subject#} isn't|aren't {quality#}" (subject: SubjObjs, quality: Quality) => |_, subject, quality| Some(Condition::Not(Box::new(is(Some(subject), quality)?))),
        |_, c| match negated(c) { Some(Condition::Is(obj, quality)) => vec![(as_objects(obj), quality)], _ => Vec::new() }; "this creature isn't tapped"),
    rule!(Quality: "{adj}" (adj: Adj) <=> {adj}; "untapped"),
    rule!(Quality: "1: a {noun.s}" (noun: Noun) => |_, noun| plain(noun), |_, f| plain(f).map(|f| (f,)).into_iter().collect(); "a Human"),
];

/// A noun that says only what something is.
fn plain(filter: Filter) -> Option<Filter> {
    matches!(filter, Filter::Type(_) | Filter::Subtype(_)).then_some(filter)
}

fn as_objects(obj: Obj) -> Objects {
    match obj {
        Obj::Target(n) => Objects::Targets(n),
        Obj::Var(v) => Objects::Var(v),
        obj => Objects::The(obj),
    }
}
