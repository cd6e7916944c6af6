//! Spells by where they are cast from, the n-th of a sort that a player casts, and colours of spells.

use crate::cards::oracle::grammar::events::aside_event;
use crate::cards::oracle::grammar::help::{all, doers, with, without};
use crate::cards::oracle::grammar::lines::{knows_x, nth_time, targets};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Rule, alternate, rule};

/// Spells that you cast from a zone of yours.
fn casts_from(context: &mut Context, spells: Filter, zone: ZoneKind) -> TriggerEvent {
    aside_event(context, Sort::SPELL);
    TriggerEvent::Casts { who: Who::You, what: with(spells, Filter::Owned(Who::You)), from: Some(zone) }
}

fn is_casts_from(event: TriggerEvent, zone: ZoneKind) -> Vec<(Filter,)> {
    match event {
        TriggerEvent::Casts { who: Who::You, what, from } if from == Some(zone) => {
            without(&what, &Filter::Owned(Who::You)).map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The n-th spell of a sort that a player casts in a turn.
fn nth_of(
    context: &mut Context,
    who: Who,
    nth: i32,
    spells: Filter,
    mut effects: Vec<Instruction>,
) -> Option<TriggeredDef> {
    // "Each other player" beside the one who casts isn't each opponent.
    let mut opponents = false;
    effects.iter_mut().for_each(|effect| effect.each(|who: &mut Who| opponents |= *who == Who::EachOpponent));
    if spells == Filter::Any || who == Who::You || opponents {
        return None;
    }
    context.event = true;
    let count = Quantity::Count(Box::new(doers(Deed::Cast, spells.clone(), &[Filter::Controlled(Who::Event)])));
    let when = TriggerEvent::Casts { who, what: spells, from: None };
    let mut def = TriggeredDef { from: context.zone, ..nth_time(when, count, nth, targets(context), effects) };
    knows_x(&mut def).then_some(def)
}

fn is_nth_of(context: &Context, def: &TriggeredDef) -> Vec<(Who, i32, Filter, Vec<Instruction>)> {
    let TriggerEvent::Casts { who, what, .. } = &def.when else { return Vec::new() };
    let Condition::Compare(_, Cmp::Eq, Quantity::N(nth)) = &def.provided else { return Vec::new() };
    let mut fresh = context.clone();
    fresh.zone = def.from;
    let Some(made) = nth_of(&mut fresh, *who, *nth, what.clone(), def.effects.clone()) else { return Vec::new() };
    let same = *def == TriggeredDef { targets: def.targets.clone(), ..made };
    if same { vec![(*who, *nth, what.clone(), def.effects.clone())] } else { Vec::new() }
}

/// You cast spells, from anywhere.
pub(in crate::cards::oracle::grammar) fn casts(what: Filter) -> TriggerEvent {
    TriggerEvent::Casts { who: Who::You, what, from: None }
}

/// CR 702.124e: any commander of yours.
pub(in crate::cards::oracle::grammar) fn commander() -> Filter {
    with(Filter::Commander, Filter::Owned(Who::You))
}

/// A spell or ability of yours counters spells.
fn countered(spells: Filter) -> TriggerEvent {
    TriggerEvent::CausedBy(Who::You, Box::new(TriggerEvent::Countered(spells)))
}

/// Spells that have both of two colours.
fn of_both(a: Color, b: Color) -> Option<Filter> {
    (a != b).then(|| all(vec![Filter::Color(a), Filter::Color(b)]))
}

/// Spells that aren't creatures, or have a subtype.
fn or_of(sub: Subtype) -> Filter {
    Filter::Or(vec![help::not(Filter::Type(CardTypes::CREATURE)), Filter::Subtype(sub)])
}

fn is_or_of(filter: &Filter) -> Vec<(Subtype,)> {
    match filter {
        Filter::Or(list) => match list.as_slice() {
            [_, Filter::Subtype(sub)] if or_of(*sub) == *filter => vec![(*sub,)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Event: "you cast a {spells.s} from your graveyard" (spells: SpellNoun) => |c, spells| Some(casts_from(c, spells, ZoneKind::Graveyard)),
        |_, e| is_casts_from(e, ZoneKind::Graveyard); "you cast a creature spell from your graveyard"),
    rule!(Event: "you cast a {spells.s} from your library" (spells: SpellNoun) => |c, spells| Some(casts_from(c, spells, ZoneKind::Library)),
        |_, e| is_casts_from(e, ZoneKind::Library); "you cast a creature spell from your library"),
    rule!(Trigger: "whenever {who#} casts|cast their {nth} {spells.s} each turn , {effects}" (who: EventPlayer, nth: Nth, spells: SpellNoun, effects: Begun)
        => |c, who, nth, spells, effects| nth_of(c, who, nth, spells, effects), |c, d: &_| is_nth_of(c, d); ""),
    alternate!(SpellNoun: "spell|spells that's both {a} and {b}" (a: Hue, b: Hue) => |_, a, b| of_both(a, b); "spell that's both white and blue"),
    rule!(Event: "you cast a {spells.s} you don't own" (spells: SpellNoun) => |c, spells| { aside_event(c, Sort::SPELL); Some(casts(with(spells, help::not(Filter::Owned(Who::You))))) },
        |_, e| match e { TriggerEvent::Casts { who: Who::You, what, from: None } => without(&what, &help::not(Filter::Owned(Who::You))).map(|f| (f,)).into_iter().collect(), _ => Vec::new() };
        "you cast a creature spell you don't own"),
    rule!(Event: "you cast another {spells.s}" (spells: SpellNoun) => |c, spells| { aside_event(c, Sort::SPELL); Some(casts(with(spells, help::other()))) },
        |_, e| match e { TriggerEvent::Casts { who: Who::You, what, from: None } => without(&what, &help::other()).map(|f| (f,)).into_iter().collect(), _ => Vec::new() };
        "you cast another creature spell"),
    rule!(Event: "you cast your commander" () => |c| { aside_event(c, Sort::SPELL); Some(casts(commander())) }, |_, e: &_| if *e == casts(commander()) { vec![()] } else { Vec::new() }; "you cast your commander"),
    rule!(Event: "a spell or ability you control counters a {spells.s}" (spells: SpellNoun) => |c, spells| { c.event = true; Some(countered(spells)) },
        |_, e| match e {
            TriggerEvent::CausedBy(Who::You, event) => match *event { TriggerEvent::Countered(spells) => vec![(spells,)], _ => Vec::new() },
            _ => Vec::new(),
        }; "a spell or ability you control counters a creature spell"),
    rule!(SpellNoun: "noncreature or {sub} spell|spells" (sub: Sub) => |_, sub| Some(or_of(sub)), |_, f: &_| is_or_of(f); "noncreature or Goblin spell"),
    rule!(SpellNoun: "creature spell|spells that has|have a Adventure" () => |_| Some(of_adventures()), |_, f: &_| if *f == of_adventures() { vec![()] } else { Vec::new() };
        "creature spell that has an Adventure"),
];

/// Creature spells on cards with an Adventure (CR 715.2).
fn of_adventures() -> Filter {
    all(vec![Filter::Type(CardTypes::CREATURE), Filter::HasAdventure])
}
