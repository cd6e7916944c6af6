//! Words for several sorts of objects together (CR 700.6, 700.12, 105.2); the n-th spell or card of players in a turn.

use crate::cards::oracle::grammar::help::{n, not};
use crate::cards::oracle::grammar::lines::{targets, triggered};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// CR 700.6: legendary, an artifact, or a Saga.
fn historic() -> Option<Filter> {
    let saga = Filter::Subtype(Subtype::named("Saga")?);
    Some(Filter::Or(vec![Filter::Supertype(Supertypes::LEGENDARY), Filter::Type(CardTypes::ARTIFACT), saga]))
}

/// CR 700.12: an Assassin, Mercenary, Pirate, Rogue or Warlock.
pub(in crate::cards::oracle::grammar) fn outlaw() -> Option<Filter> {
    let names = ["Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"];
    let subtypes = names.into_iter().map(|name| Subtype::named(name).map(Filter::Subtype));
    Some(Filter::Or(subtypes.collect::<Option<_>>()?))
}

/// CR 105.2a: of exactly one colour.
fn monocolored() -> Option<Filter> {
    Some(not(Filter::Or(vec![Filter::Colorless, Filter::Multicolored])))
}

/// The n-th time that a player does it in a turn. What `count` counts is that player's.
fn nth(
    context: &mut Context,
    when: TriggerEvent,
    count: Quantity,
    nth: i32,
    effects: Vec<Instruction>,
) -> TriggeredDef {
    context.event = true;
    let provided = Condition::Compare(count, Cmp::Eq, n(nth));
    // A card that speaks of itself in a graveyard functions there.
    TriggeredDef { provided, from: context.zone, ..triggered(when, Condition::Always, targets(context), effects) }
}

fn is_nth(def: &TriggeredDef, count: &Quantity) -> Option<(TriggerEvent, i32, Vec<Instruction>)> {
    match &def.provided {
        Condition::Compare(counted, Cmp::Eq, Quantity::N(nth)) if counted == count => {
            let plain = triggered(def.when.clone(), Condition::Always, def.targets.clone(), def.effects.clone());
            let same = *def == TriggeredDef { provided: def.provided.clone(), from: def.from, ..plain };
            same.then(|| (def.when.clone(), *nth, def.effects.clone()))
        }
        _ => None,
    }
}

macro_rules! sort {
    ($category:ident: $words:literal, $sort:expr, $wrap:expr; $example:literal) => {
        rule!($category: $words () => |_| $sort.map($wrap), |_, found: &_| if $sort.map($wrap).as_ref() == Some(found) { vec![()] } else { Vec::new() }; $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    sort!(Adj: "historic", historic(), std::convert::identity; "historic"),
    sort!(Adj: "monocolored", monocolored(), std::convert::identity; "monocolored"),
    sort!(Adj: "outlaw", outlaw(), std::convert::identity; "outlaw"),
    sort!(HeadOne: "outlaw|outlaws", outlaw(), |sort| vec![sort]; "outlaws"),
    sort!(CardHeadOne: "outlaw", outlaw(), |sort| vec![sort]; ""),
    rule!(Trigger: "whenever {who#} casts|cast their {nth_} spell each turn , {effects}" (who: EventPlayer, nth_: Nth, effects: Begun)
        => |c, who, nth_, effects| (who != Who::You).then(|| nth(c, TriggerEvent::Casts { who, what: Filter::Any, from: None }, Quantity::SpellsThisTurn(Who::Event), nth_, effects)),
        |_, d: &_| match is_nth(d, &Quantity::SpellsThisTurn(Who::Event)) { Some((TriggerEvent::Casts { who, what: Filter::Any, from: None }, nth, effects)) => vec![(who, nth, effects)], _ => Vec::new() }; ""),
    rule!(Trigger: "whenever {who#} draws|draw their {nth_} card each turn , {effects}" (who: EventPlayer, nth_: Nth, effects: Begun)
        => |c, who, nth_, effects| (who != Who::You).then(|| nth(c, TriggerEvent::Draws(who), Quantity::DrawnThisTurn(Who::Event), nth_, effects)),
        |_, d: &_| match is_nth(d, &Quantity::DrawnThisTurn(Who::Event)) { Some((TriggerEvent::Draws(who), nth, effects)) => vec![(who, nth, effects)], _ => Vec::new() }; ""),
];
