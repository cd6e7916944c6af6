//! Destroying, exiling, returning, sacrificing: what changes zones.

use crate::cards::oracle::grammar::help::{n, one, other, with, without};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

fn go(context: &mut Context, what: Objects, to: Destination) -> Option<Effect> {
    Some(Effect::Move { what, to, into: context.variable(), linked: false, until: None })
}

/// What is moved there, and nothing more is said.
fn gone(effect: Effect, there: &Destination) -> Vec<(Objects,)> {
    match effect {
        Effect::Move { what, to, linked: false, until: None, .. } if to == *there => vec![(what,)],
        _ => Vec::new(),
    }
}

/// Whether objects are on the battlefield or the stack: they have owners to whom they go back.
fn there(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            matches!(
                all.get(usize::from(*i)),
                Some(TargetDef { what: TargetKind::Permanent(_) | TargetKind::Spell(_), .. })
            )
        }
        Objects::In(..) | Objects::Top(..) => false,
        _ => true,
    }
}

/// Whether it is what the event is about, which has died.
fn died(context: &Context, objects: &Objects) -> bool {
    context.dies && matches!(objects, Objects::The(Obj::This | Obj::Event))
}

/// Whether it is the card itself in the zone from which the ability functions.
fn from_here(context: &Context, objects: &Objects) -> bool {
    let graveyard = context.zone == ZoneKind::Graveyard || context.here == ZoneKind::Graveyard;
    graveyard && *objects == Objects::The(Obj::This)
}

fn in_graveyard(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            matches!(all.get(usize::from(*i)), Some(TargetDef { what: TargetKind::Card(ZoneOf::Graveyard(_), _), .. }))
        }
        Objects::In(ZoneOf::Graveyard(_), _) => true,
        _ => false,
    }
}

fn mine(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            matches!(
                all.get(usize::from(*i)),
                Some(TargetDef { what: TargetKind::Card(ZoneOf::Graveyard(Who::You), _), .. })
            )
        }
        Objects::In(ZoneOf::Graveyard(Who::You), _) => true,
        Objects::The(Obj::This) => from_here(context, objects),
        _ => false,
    }
}

fn plain_entry() -> Destination {
    Destination::Battlefield(Entry::default())
}

fn tapped_entry() -> Destination {
    Destination::Battlefield(Entry { tapped: true, ..Entry::default() })
}

fn under_you() -> Destination {
    Destination::Battlefield(Entry { under: Some(Who::You), ..Entry::default() })
}

/// Chosen, then moved.
fn pick(context: &mut Context, choice: Effect, to: Destination) -> Option<Vec<Effect>> {
    let Effect::Choose { into, .. } = &choice else { return None };
    let what = Objects::Var(*into);
    let moved = go(context, what, to)?;
    Some(vec![choice, moved])
}

fn picked(effects: &[Effect], to: &Destination) -> Vec<(Effect,)> {
    match effects {
        [choice @ Effect::Choose { into, .. }, moved] if gone(moved.clone(), to) == [(Objects::Var(*into),)] => {
            vec![(choice.clone(),)]
        }
        _ => Vec::new(),
    }
}

macro_rules! moves {
    ($words:literal, $to:expr, $ok:expr; $example:literal) => {
        rule!(Verb: $words (what: Objs) => |c, what| { let ok: fn(&Context, &Objects) -> bool = $ok; ok(c, &what).then(|| go(c, what, $to))? },
            |_, e| gone(e, &$to); $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "destroys|destroy {what}" (what: Objs) => |c, what| Some(Effect::Destroy { what, no_regeneration: false, into: c.variable() }),
        |_, e| match e { Effect::Destroy { what, no_regeneration: false, .. } => vec![(what,)], _ => Vec::new() }; "destroy target creature"),
    rule!(Verb: "exiles|exile {what}" (what: Objs) => |c, what| go(c, what, Destination::Exile), |_, e| gone(e, &Destination::Exile); "exile target creature"),
    rule!(Verb: "exiles|exile {what} until {this} leaves the battlefield" (what: Objs, this: Self_)
        => |c, what, this| Some(Effect::Move { what, to: Destination::Exile, into: c.variable(), linked: false, until: Some(TriggerEvent::Leaves(Filter::Is(this))) }),
        |_, e| match e {
            Effect::Move { what, to: Destination::Exile, linked: false, until: Some(TriggerEvent::Leaves(Filter::Is(this))), .. } => vec![(what, this)],
            _ => Vec::new(),
        }; "exile target creature until this creature leaves the battlefield"),
    moves!("returns|return {what} to its owner 's hand", Destination::Hand, |c, o| *o == Objects::Linked || one(o).is_some() && (there(c, o) || in_graveyard(c, o) && !mine(c, o)); "return target creature to its owner's hand"),
    moves!("returns|return {what} to their owners ' hands", Destination::Hand, |c, o| there(c, o); "return all creatures to their owners' hands"),
    moves!("puts|put {what} on the bottom of its owner 's library", Destination::LibraryBottom, |c, o| one(o).is_some() && (there(c, o) || in_graveyard(c, o)); "put target creature on the bottom of its owner's library"),
    moves!("puts|put {what} on top of its owner 's library", Destination::LibraryTop, |c, o| one(o).is_some() && (there(c, o) || in_graveyard(c, o)); "put target creature on top of its owner's library"),
    moves!("returns|return {what} to the battlefield tapped", tapped_entry(), |c, o| mine(c, o) || matches!(o, Objects::Var(_)); "return target creature card from your graveyard to the battlefield tapped"),
    moves!("returns|return {what} to the battlefield", plain_entry(), |c, o| mine(c, o); "return target creature card from your graveyard to the battlefield"),
    moves!("returns|return {what} to the battlefield under its owner 's control", plain_entry(), |c, o| matches!(o, Objects::Var(_) | Objects::Linked) || died(c, o); ""),
    moves!("returns|return {what} to the battlefield under their owners ' control", plain_entry(), |_, o| matches!(o, Objects::Var(_) | Objects::Linked); ""),
    moves!("returns|return {what} to the battlefield tapped under its owner 's control", tapped_entry(), |c, o| matches!(o, Objects::Var(_) | Objects::Linked) || died(c, o); ""),
    moves!("returns|return {what} to the battlefield under your control", under_you(), |c, o| matches!(o, Objects::Var(_) | Objects::Linked) || died(c, o); ""),
    moves!("puts|put {what} onto the battlefield under your control", under_you(), |c, o| in_graveyard(c, o); "put target creature card from a graveyard onto the battlefield under your control"),
    rule!(Verb: "returns|return {what} to your hand" (what: Objs) => |c, what| mine(c, &what).then(|| go(c, what, Destination::Hand))?,
        |c, e| gone(e, &Destination::Hand).into_iter().filter(|(o,)| mine(c, o)).collect(); "return target creature card from your graveyard to your hand"),
    rule!(Verb: "puts|put {what} on top of your library" (what: Objs) => |c, what| mine(c, &what).then(|| go(c, what, Destination::LibraryTop))?,
        |c, e| gone(e, &Destination::LibraryTop).into_iter().filter(|(o,)| mine(c, o)).collect(); "put target creature card from your graveyard on top of your library"),
    rule!(Verb: "puts|put {what} on the bottom of your library" (what: Objs) => |c, what| mine(c, &what).then(|| go(c, what, Destination::LibraryBottom))?,
        |c, e| gone(e, &Destination::LibraryBottom).into_iter().filter(|(o,)| mine(c, o)).collect(); "put target card from your graveyard on the bottom of your library"),
    // ---- chosen as it happens
    rule!(Verbs: "returns|return {choice.s} to its owner 's hand" (choice: Choice) => |c, choice| pick(c, choice, Destination::Hand), |_, e| picked(&e, &Destination::Hand); "return a creature you control to its owner's hand"),
    rule!(Verbs: "exiles|exile {choice.s}" (choice: HandChoice) => |c, choice| pick(c, choice, Destination::Exile), |_, e| picked(&e, &Destination::Exile); "exile a card from your hand"),
    rule!(Verbs: "puts|put {choice.s} onto the battlefield" (choice: HandChoice) => |c, choice| pick(c, choice, plain_entry()), |_, e| picked(&e, &plain_entry()); "put a land card from your hand onto the battlefield"),
    rule!(Verbs: "puts|put {choice.s} onto the battlefield tapped" (choice: HandChoice) => |c, choice| pick(c, choice, tapped_entry()), |_, e| picked(&e, &tapped_entry()); "put a land card from your hand onto the battlefield tapped"),
    rule!(Verbs: "puts|put {choice.s} on top of your library" (choice: HandChoice) => |c, choice| pick(c, choice, Destination::LibraryTop), |_, e| picked(&e, &Destination::LibraryTop).into_iter().filter(|(c,)| single(c)).collect(); "put a card from your hand on top of your library"),
    rule!(Verbs: "puts|put {choice.s} on top of your library in any order" (choice: HandChoice) => |c, choice| pick(c, choice, Destination::LibraryTop), |_, e| picked(&e, &Destination::LibraryTop); "put two cards from your hand on top of your library in any order"),
    rule!(Verbs: "puts|put {choice.s} on the bottom of your library" (choice: HandChoice) => |c, choice| pick(c, choice, Destination::LibraryBottom), |_, e| picked(&e, &Destination::LibraryBottom); "put a card from your hand on the bottom of your library"),
    rule!(Verbs: "returns|return {choice.s} to your hand" (choice: HandChoice) => |c, choice| from_graveyard(&choice).then(|| pick(c, choice, Destination::Hand))?,
        |_, e| picked(&e, &Destination::Hand).into_iter().filter(|(c,)| from_graveyard(c)).collect(); "return a creature card from your graveyard to your hand"),
    rule!(Verbs: "returns|return {choice.s} to the battlefield" (choice: HandChoice) => |c, choice| from_graveyard(&choice).then(|| pick(c, choice, plain_entry()))?,
        |_, e| picked(&e, &plain_entry()).into_iter().filter(|(c,)| from_graveyard(c)).collect(); "return a creature card from your graveyard to the battlefield"),
    // ---- sacrifices
    rule!(Verb: "sacrifices|sacrifice {what}" (what: Objs) => |c, what| (c.doer == Who::You && !matches!(what, Objects::Targets(_) | Objects::All(_) | Objects::In(..) | Objects::Top(..))).then_some(Effect::Sacrifice(what)),
        |_, e| match e { Effect::Sacrifice(what) => vec![(what,)], _ => Vec::new() }; "sacrifice this creature"),
    rule!(Verb: "sacrifices|sacrifice a {noun.s} of their choice" (who: Doer, noun: Noun, into: Into)
        => |_, who, filter, into| (who != Who::You).then_some(Effect::SacrificeChoice { who, filter, count: n(1), into }),
        |_, e| match e { Effect::SacrificeChoice { who, filter, count: Quantity::N(1), into } if who != Who::You => vec![(who, filter, into)], _ => Vec::new() }; ""),
    alternate!(Verb: "sacrifices|sacrifice a {noun.s}" (who: Doer, noun: Noun, into: Into) => |_, who, filter, into| (who != Who::You).then_some(Effect::SacrificeChoice { who, filter, count: n(1), into }); ""),
    rule!(Said: "each player returns to the battlefield all cards they own exiled with {this}" (this: Self_) => |c, _| go(c, Objects::Linked, plain_entry()).map(|e| vec![e]),
        |_, e| match e.as_slice() { [one] if gone(one.clone(), &plain_entry()) == [(Objects::Linked,)] => vec![(Obj::This,)], _ => Vec::new() }; ""),
    alternate!(Said: "each player returns to the battlefield all cards they own exiled with it" () => |c| go(c, Objects::Linked, plain_entry()).map(|e| vec![e]); ""),
    rule!(Verb: "sacrifices|sacrifice {count} {noun.p} of their choice" (who: Doer, count: Count, noun: Noun, into: Into)
        => |_, who, count, filter, into| (who != Who::You).then_some(Effect::SacrificeChoice { who, filter, count, into }),
        |_, e| match e { Effect::SacrificeChoice { who, filter, count, into } if who != Who::You && count != n(1) => vec![(who, count, filter, into)], _ => Vec::new() }; ""),
    rule!(Verb: "sacrifices|sacrifice a {noun.s}" (who: Doer, noun: Noun, into: Into)
        => |_, who, filter, into| (who == Who::You).then_some(Effect::SacrificeChoice { who, filter, count: n(1), into }),
        |_, e| match e { Effect::SacrificeChoice { who: Who::You, filter, count: Quantity::N(1), into } if without(&filter, &other()).is_none() => vec![(Who::You, filter, into)], _ => Vec::new() }; "sacrifice a creature"),
    rule!(Verb: "sacrifices|sacrifice another {noun.s}" (who: Doer, noun: Noun, into: Into)
        => |_, who, filter, into| (who == Who::You).then(|| Effect::SacrificeChoice { who, filter: with(filter, other()), count: n(1), into }),
        |_, e| match e { Effect::SacrificeChoice { who: Who::You, filter, count: Quantity::N(1), into } => without(&filter, &other()).map(|f| (Who::You, f, into)).into_iter().collect(), _ => Vec::new() }; "sacrifice another creature"),
    rule!(Verb: "sacrifices|sacrifice {count} {noun.p}" (who: Doer, count: Count, noun: Noun, into: Into)
        => |_, who, count, filter, into| (who == Who::You).then_some(Effect::SacrificeChoice { who, filter, count, into }),
        |_, e| match e { Effect::SacrificeChoice { who: Who::You, filter, count, into } if count != n(1) => vec![(Who::You, count, filter, into)], _ => Vec::new() }; "sacrifice two creatures"),
];

fn from_graveyard(choice: &Effect) -> bool {
    matches!(choice, Effect::Choose { from: Objects::In(ZoneOf::Graveyard(_), _), .. })
}

fn single(choice: &Effect) -> bool {
    matches!(choice, Effect::Choose { max: Quantity::N(1), .. })
}
