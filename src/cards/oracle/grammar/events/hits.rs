//! Damage by sources of any sort, to what it is dealt, and how much it is at least (CR 120.1-120.3).

use crate::cards::oracle::grammar::events::{aside, deals, is_this};
use crate::cards::oracle::grammar::lines::{simple, whole};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

const YOURS: Filter = Filter::Controlled(Who::You);
const YOU: DamageTo = DamageTo::Player(Who::You);
const OPPONENT: DamageTo = DamageTo::Player(Who::EachOpponent);

/// Sources of any sort, each of which deals damage for itself, also if several do at once.
const ANYTHING: Filter = Filter::Owned(Who::EachPlayer);

fn each_of(sources: Filter) -> Filter {
    if sources == Filter::Any { ANYTHING } else { sources }
}

fn all_of(sources: &Filter) -> Filter {
    if *sources == ANYTHING { Filter::Any } else { sources.clone() }
}

/// Whether words for sources alone say it.
fn is_source(sources: &Filter) -> bool {
    match sources {
        Filter::Owned(who) => *who == Who::EachPlayer,
        Filter::Any | Filter::Is(_) => false,
        other => !help::parts(other.clone()).iter().any(|f| matches!(f, Filter::Type(_) | Filter::Controlled(_))),
    }
}

pub(super) fn here() -> DamageTo {
    DamageTo::Object(Filter::Is(Obj::This))
}

/// A source deals damage, once for each source, which is called back.
fn hurts(context: &mut Context, source: Filter, to: DamageTo) -> Option<TriggerEvent> {
    context.event = true;
    aside(context, Obj::EventSource, Sort::empty());
    Some(TriggerEvent::Damage { source, to, combat: None })
}

fn is_hurts(event: TriggerEvent, there: &DamageTo) -> Option<Filter> {
    match event {
        TriggerEvent::Damage { source, to, combat: None } if to == *there => Some(source),
        _ => None,
    }
}

/// The card itself is dealt damage by what the event is about, which is called back.
fn strikes_here(context: &mut Context, source: Filter) -> Option<TriggerEvent> {
    let was = Referent::Objects(Objects::The(Obj::Event));
    context.change(|m| m.what == was, |m| m.what = Referent::Objects(Objects::The(Obj::EventSource)));
    context.event = true;
    (!is_this(&source)).then(|| TriggerEvent::Damage { source, to: here(), combat: None })
}

fn dealt(to: DamageTo, combat: Option<bool>) -> TriggerEvent {
    TriggerEvent::Damage { source: Filter::Any, to, combat }
}

/// Spells of yours as sources.
fn of_spells(spells: Filter) -> Filter {
    help::with(help::with(spells, Filter::Spell), YOURS)
}

fn are_spells(sources: &Filter) -> Option<Filter> {
    help::without(sources, &YOURS).and_then(|f| help::without(&f, &Filter::Spell))
}

/// Whether something is said of permanents, as a noun without "source" says it.
fn is_head(filter: &Filter) -> bool {
    *filter == Filter::Any || help::parts(filter.clone()).iter().any(|f| matches!(f, Filter::Type(_) | Filter::Spell))
}

/// One or more of them deal combat damage to you.
fn hit_you(context: &mut Context, source: Filter) -> TriggerEvent {
    context.event = true;
    TriggerEvent::OneOrMore(Box::new(TriggerEvent::Damage { source, to: YOU, combat: Some(true) }))
}

/// At least that much.
fn at_least(mut def: TriggeredDef, least: Quantity) -> Option<TriggeredDef> {
    (def.provided == Condition::Always && matches!(least, Quantity::N(_))).then(|| {
        def.provided = Condition::Compare(Quantity::EventAmount, Cmp::Ge, least);
        def
    })
}

fn is_at_least(mut def: TriggeredDef) -> Option<(TriggerEvent, Quantity, Vec<Instruction>)> {
    match std::mem::replace(&mut def.provided, Condition::Always) {
        Condition::Compare(Quantity::EventAmount, Cmp::Ge, least)
            if simple(&def) && def.only_if == Condition::Always =>
        {
            Some((def.when, least, def.effects))
        }
        _ => None,
    }
}

macro_rules! from_you {
    ($words:literal, $to:expr; $example:literal) => {
        rule!(Event: $words () => |c| deals(c, YOURS, $to, None), |_, e| if is_hurts(e, &$to) == Some(YOURS) { vec![()] } else { Vec::new() }; $example)
    };
}

macro_rules! hits {
    ($words:literal, $combat:expr) => {
        rule!(Happening: $words (what: EventSubject, noun: Noun) => |c, what, noun| deals(c, what, DamageTo::Object(noun), $combat),
            |_, e| match e { TriggerEvent::Damage { source, to: DamageTo::Object(noun), combat } if combat == $combat && source != Filter::Any && !is_this(&noun) => vec![(source, noun)], _ => Vec::new() }; "")
    };
}

macro_rules! hits_you {
    ($words:literal, $combat:expr) => {
        rule!(Happening: $words (what: EventSubject) => |c, what| {
                let was = Referent::Objects(Objects::The(Obj::Event));
                c.change(|m| m.what == was, |m| m.what = Referent::Objects(Objects::The(Obj::EventSource)));
                c.event = true;
                Some(TriggerEvent::Damage { source: what, to: YOU, combat: $combat })
            },
            |_, e| match e { TriggerEvent::Damage { source, to: YOU, combat } if combat == $combat && source != Filter::Any => vec![(source,)], _ => Vec::new() }; "")
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- by sources
    rule!(Event: "a {sources.s} deals damage to {this}" (sources: SourceNoun, this: Self_) => |c, sources, _| hurts(c, each_of(sources), here()),
        |_, e| is_hurts(e, &here()).filter(is_source).map(|f| (all_of(&f), Obj::This)).into_iter().collect(); "a red source deals damage to this creature"),
    rule!(Event: "a {sources.s} deals damage to you" (sources: SourceNoun) => |c, sources| hurts(c, each_of(sources), YOU),
        |_, e| is_hurts(e, &YOU).filter(is_source).map(|f| (all_of(&f),)).into_iter().collect(); "a red source deals damage to you"),
    rule!(Event: "a source you control deals damage to you" () => |c| hurts(c, YOURS, YOU), |_, e| if is_hurts(e, &YOU) == Some(YOURS) { vec![()] } else { Vec::new() };
        "a source you control deals damage to you"),
    from_you!("a source you control deals damage to a opponent", OPPONENT; "a source you control deals damage to an opponent"),
    from_you!("a source you control deals damage to a player", DamageTo::Player(Who::EachPlayer); "a source you control deals damage to a player"),
    // ---- to what
    hits!("deals damage to a {noun.s}", None),
    hits!("deals combat damage to a {noun.s}", Some(true)),
    hits_you!("deals damage to you", None),
    hits_you!("deals combat damage to you", Some(true)),
    alternate!(Happening: "deals combat damage to one of your opponents" (what: EventSubject) => |c, what| deals(c, what, OPPONENT, Some(true)); ""),
    alternate!(Happening: "deals damage to one of your opponents" (what: EventSubject) => |c, what| deals(c, what, OPPONENT, None); ""),
    rule!(Happening: "deals damage to {this}" (what: EventSubject, this: Self_) => |c, what, _| strikes_here(c, what),
        |_, e| match e { TriggerEvent::Damage { source, to, combat: None } if to == here() && source != Filter::Any && !is_this(&source) => vec![(source, Obj::This)], _ => Vec::new() }; ""),
    rule!(Event: "one or more {noun.p} deal combat damage to you" (noun: Noun) => |c, noun| Some(hit_you(c, noun)),
        |_, e| match e {
            TriggerEvent::OneOrMore(event) => match *event { TriggerEvent::Damage { source, to: YOU, combat: Some(true) } if source != Filter::Any => vec![(source,)], _ => Vec::new() },
            _ => Vec::new(),
        }; "one or more creatures deal combat damage to you"),
    // ---- by spells and sources of yours
    rule!(Event: "a {spells.s} you control deals damage" (spells: SpellNoun) => |c, spells| deals(c, of_spells(spells), DamageTo::Any, None),
        |_, e| is_hurts(e, &DamageTo::Any).and_then(|f| are_spells(&f)).map(|f| (f,)).into_iter().collect(); "an instant spell you control deals damage"),
    rule!(Event: "a {spells.s} you control deals damage to a opponent" (spells: SpellNoun) => |c, spells| deals(c, of_spells(spells), OPPONENT, None),
        |_, e| is_hurts(e, &OPPONENT).and_then(|f| are_spells(&f)).map(|f| (f,)).into_iter().collect(); "an instant spell you control deals damage to an opponent"),
    rule!(Event: "a {sources.s} you control deals damage" (sources: SourceNoun) => |c, sources| deals(c, help::with(help::sources(sources), YOURS), DamageTo::Any, None),
        |_, e| is_hurts(e, &DamageTo::Any).and_then(|f| help::without(&f, &YOURS)).and_then(|f| help::of_sources(&f)).filter(|f| !is_head(f)).map(|f| (f,)).into_iter().collect(); "a red source you control deals damage"),
    alternate!(Event: "a {sources.s} you control deals damage to one or more permanents and/or players" (sources: SourceNoun) => |c, sources| deals(c, help::with(help::sources(sources), YOURS), DamageTo::Any, None); ""),
    // ---- to players
    rule!(Event: "you're dealt combat damage" () => |c| { c.event = true; Some(dealt(YOU, Some(true))) }, |_, e: &_| if *e == dealt(YOU, Some(true)) { vec![()] } else { Vec::new() }; "you're dealt combat damage"),
    rule!(Event: "a opponent is dealt damage" () => |c| deals(c, Filter::Any, OPPONENT, None), |_, e: &_| if *e == dealt(OPPONENT, None) { vec![()] } else { Vec::new() }; "an opponent is dealt damage"),
    rule!(Event: "one or more {noun.p} deal damage to a player" (noun: Noun) => |c, noun| {
            c.event = true;
            c.mention(Referent::Player(Who::Event), Sort::PLAYER, false);
            Some(TriggerEvent::OneOrMore(Box::new(TriggerEvent::Damage { source: noun, to: DamageTo::Player(Who::EachPlayer), combat: None })))
        },
        |_, e| match e {
            TriggerEvent::OneOrMore(event) => is_hurts(*event, &DamageTo::Player(Who::EachPlayer)).map(|f| (f,)).into_iter().collect(),
            _ => Vec::new(),
        }; "one or more creatures deal damage to a player"),
    // ---- how much at least
    rule!(Trigger: "whenever {what.s} is dealt {least} or more damage , {effects}" (what: EventObj, least: Amount, effects: Begun) => |c, what, least, effects| {
            let when = TriggerEvent::Damage { source: Filter::Any, to: DamageTo::Object(what), combat: None };
            at_least(whole(c, when, Condition::Always, effects)?, least)
        },
        |_, d| match is_at_least(d) {
            Some((TriggerEvent::Damage { source: Filter::Any, to: DamageTo::Object(what), combat: None }, least, effects)) => vec![(what, least, effects)],
            _ => Vec::new(),
        }; ""),
    rule!(Trigger: "whenever {who.s} is dealt {least} or more damage by a single source , {effects}" (who: EventPlayer, least: Amount, effects: Begun) => |c, who, least, effects| {
            let when = TriggerEvent::Damage { source: ANYTHING, to: DamageTo::Player(who), combat: None };
            at_least(whole(c, when, Condition::Always, effects)?, least)
        },
        |_, d| match is_at_least(d) {
            Some((TriggerEvent::Damage { source: ANYTHING, to: DamageTo::Player(who), combat: None }, least, effects)) => vec![(who, least, effects)],
            _ => Vec::new(),
        }; ""),
    rule!(Trigger: "whenever a source you control deals {least} or more damage to a player , {effects}" (least: Amount, effects: Begun) => |c, least, effects| {
            let when = TriggerEvent::Damage { source: YOURS, to: DamageTo::Player(Who::EachPlayer), combat: None };
            at_least(whole(c, when, Condition::Always, effects)?, least)
        },
        |_, d| match is_at_least(d) {
            Some((TriggerEvent::Damage { source: YOURS, to: DamageTo::Player(Who::EachPlayer), combat: None }, least, effects)) => vec![(least, effects)],
            _ => Vec::new(),
        }; ""),
];
