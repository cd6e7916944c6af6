//! Milling, creating tokens and becoming attached as trigger events.

use crate::cards::oracle::grammar::events::{aside, aside_event, is_this};
use crate::cards::oracle::grammar::help::{parts, permanent_kind};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Rule, rule};

/// Several cards or tokens at once.
fn together(event: TriggerEvent) -> TriggerEvent {
    TriggerEvent::OneOrMore(Box::new(event))
}

fn mills(context: &mut Context, who: Who, cards: Filter) -> TriggerEvent {
    aside_event(context, Sort::CARD);
    TriggerEvent::Mills(who, cards)
}

fn is_mills(event: &TriggerEvent) -> Vec<(Who, Filter)> {
    match event {
        TriggerEvent::Mills(who, cards) => vec![(*who, cards.clone())],
        _ => Vec::new(),
    }
}

/// Tokens that somebody creates. The noun says that they are tokens.
fn creates(context: &mut Context, who: Who, noun: Filter) -> Option<TriggerEvent> {
    if !parts(noun.clone()).contains(&Filter::Token) {
        return None;
    }
    aside_event(context, permanent_kind(&noun));
    Some(TriggerEvent::Creates(who, noun))
}

fn is_creates(event: &TriggerEvent) -> Vec<(Who, Filter)> {
    match event {
        TriggerEvent::Creates(who, noun) => vec![(*who, noun.clone())],
        _ => Vec::new(),
    }
}

/// What a filter says of several at once.
fn several(event: &TriggerEvent, take: fn(&TriggerEvent) -> Vec<(Who, Filter)>) -> Vec<(Who, Filter)> {
    match event {
        TriggerEvent::OneOrMore(event) => take(event),
        _ => Vec::new(),
    }
}

/// A token that somebody creates or sacrifices.
fn made_or_lost(context: &mut Context, who: Who, noun: Filter) -> Option<TriggerEvent> {
    let created = creates(context, who, noun.clone())?;
    Some(TriggerEvent::AnyOf(vec![created, TriggerEvent::Sacrifices(who, noun)]))
}

fn is_made_or_lost(event: &TriggerEvent) -> Vec<(Who, Filter)> {
    match event {
        TriggerEvent::AnyOf(list) => match list.as_slice() {
            [TriggerEvent::Creates(who, noun), TriggerEvent::Sacrifices(again, other)]
                if (who, noun) == (again, other) =>
            {
                vec![(*who, noun.clone())]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// It becomes attached to something, which a noun calls back.
fn attached(context: &mut Context, what: Filter, to: Filter) -> TriggerEvent {
    aside(context, Obj::EventSource, permanent_kind(&to));
    TriggerEvent::BecomesAttached { what, to }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Event: "{who#} mills|mill a {cards.s}" (who: EventPlayer, cards: CardNoun) => |c, who, cards| Some(mills(c, who, cards)), |_, e: &_| is_mills(e); ""),
    rule!(Event: "{who#} mills|mill one or more {cards.p}" (who: EventPlayer, cards: CardNoun) => |_, who, cards| help::one_player(who).then(|| together(TriggerEvent::Mills(who, cards))),
        |_, e: &_| several(e, is_mills); ""),
    rule!(Event: "one or more {cards.p} are milled" (cards: CardNoun) => |c, cards| { c.event = true; Some(together(TriggerEvent::Mills(Who::EachPlayer, cards))) },
        |_, e: &_| several(e, is_mills).into_iter().filter(|(who, _)| *who == Who::EachPlayer).map(|(_, cards)| (cards,)).collect(); ""),
    rule!(Event: "{who#} creates|create a {noun.s}" (who: EventPlayer, noun: Noun) => |c, who, noun| creates(c, who, noun), |_, e: &_| is_creates(e); ""),
    rule!(Event: "{who#} creates|create one or more {noun.p}" (who: EventPlayer, noun: Noun) => |c, who, noun| creates(&mut c.clone(), who, noun).map(together),
        |_, e: &_| several(e, is_creates); ""),
    rule!(Event: "{who#} creates|create or sacrifices|sacrifice a {noun.s}" (who: EventPlayer, noun: Noun) => |c, who, noun| made_or_lost(c, who, noun), |_, e: &_| is_made_or_lost(e); ""),
    rule!(Happening: "becomes attached to a {noun.s}" (what: EventSubject, noun: Noun) => |c, what, noun| Some(attached(c, what, noun)),
        |_, e| match e { TriggerEvent::BecomesAttached { what, to } if !is_this(&to) => vec![(what, to)], _ => Vec::new() }; ""),
    rule!(Happening: "becomes attached to {this}" (what: EventSubject, this: Self_) => |_, what, _| Some(TriggerEvent::BecomesAttached { what, to: Filter::Is(Obj::This) }),
        |_, e| match e { TriggerEvent::BecomesAttached { what, to } if is_this(&to) => vec![(what, Obj::This)], _ => Vec::new() }; ""),
];
