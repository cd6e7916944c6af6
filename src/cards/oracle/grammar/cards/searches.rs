//! Searches of several zones (CR 701.23).

use crate::cards::oracle::grammar::help::{n, nonland};
use crate::cards::oracle::grammar::verbs::cards::untapped;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

const BOTH: [ZoneKind; 2] = [ZoneKind::Library, ZoneKind::Graveyard];
const ALL: [ZoneKind; 3] = [ZoneKind::Graveyard, ZoneKind::Hand, ZoneKind::Library];
const HAND: [ZoneKind; 2] = [ZoneKind::Hand, ZoneKind::Library];

/// One of these zones or several: with the library, which is shuffled then, or without it.
fn some(context: &mut Context, zones: &[ZoneKind], cards: Filter, to: &Destination) -> Option<Vec<Instruction>> {
    if context.doer != Who::You {
        return None;
    }
    let mut course = |zones: Vec<ZoneKind>, shuffle: bool| {
        let (into, moved) = (context.variable()?, context.variable());
        let (who, of) = (Who::You, Who::You);
        let mut all =
            vec![Instruction::Search { who, of, filter: cards.clone(), max: n(1), zones, together: Vec::new(), into }];
        if *to == Destination::Hand {
            all.push(Instruction::Reveal(Objects::Var(into)));
        }
        all.push(Instruction::Move {
            what: Objects::Var(into),
            to: to.clone(),
            into: moved,
            linked: false,
            until: None,
        });
        all.extend(shuffle.then_some(Instruction::Shuffle(Who::You)));
        Some(all)
    };
    let others = zones.iter().copied().filter(|zone| *zone != ZoneKind::Library).collect();
    let courses = vec![course(zones.to_vec(), true)?, course(others, false)?];
    Some(vec![Instruction::ChooseOne(Who::You, courses)])
}

fn is_some(context: &Context, effects: &[Instruction], zones: &[ZoneKind], to: &Destination) -> Vec<(Filter,)> {
    let [Instruction::ChooseOne(_, courses)] = effects else { return Vec::new() };
    let Some(Instruction::Search { filter, .. }) = courses.first().and_then(|course| course.first()) else {
        return Vec::new();
    };
    let made = some(&mut context.clone(), zones, filter.clone(), to);
    if made.as_deref() == Some(effects) { vec![(filter.clone(),)] } else { Vec::new() }
}

fn may(effects: Vec<Instruction>) -> Vec<Instruction> {
    vec![Instruction::May { who: Who::You, then: effects, otherwise: Vec::new() }]
}

fn is_may(effects: Vec<Instruction>) -> Vec<Instruction> {
    match effects.as_slice() {
        [Instruction::May { who: Who::You, then, otherwise }] if otherwise.is_empty() => then.clone(),
        _ => Vec::new(),
    }
}

/// All cards of a name of a player's three zones are exiled: those of the graveyard in any case, the others as far as they are found
/// (CR 701.23b).
fn every(context: &mut Context, of: Who, cards: &Filter) -> Option<Vec<Instruction>> {
    let (into, moved) = (context.variable()?, context.variable());
    let hidden = vec![ZoneKind::Hand, ZoneKind::Library];
    let there = |zone| Objects::In(zone, cards.clone());
    let max = Quantity::Count(Box::new(Objects::Union(vec![there(ZoneOf::Hand(of)), there(ZoneOf::Library(of))])));
    let what = Objects::Union(vec![there(ZoneOf::Graveyard(of)), Objects::Var(into)]);
    Some(vec![
        Instruction::Search {
            who: Who::You,
            of,
            filter: cards.clone(),
            max,
            zones: hidden,
            together: Vec::new(),
            into,
        },
        Instruction::Move { what, to: Destination::Exile, into: moved, linked: false, until: None },
        Instruction::Shuffle(of),
    ])
}

/// Any number of them.
fn any_number(context: &mut Context, of: Who, cards: &Filter) -> Option<Vec<Instruction>> {
    let (into, moved) = (context.variable()?, context.variable());
    let there = |zone| Objects::In(zone, cards.clone());
    let zones = vec![there(ZoneOf::Graveyard(of)), there(ZoneOf::Hand(of)), there(ZoneOf::Library(of))];
    let max = Quantity::Count(Box::new(Objects::Union(zones)));
    let what = Objects::Var(into);
    Some(vec![
        Instruction::Search {
            who: Who::You,
            of,
            filter: cards.clone(),
            max,
            zones: ALL.to_vec(),
            together: Vec::new(),
            into,
        },
        Instruction::Move { what, to: Destination::Exile, into: moved, linked: false, until: None },
        Instruction::Shuffle(of),
    ])
}

type Finding = fn(&mut Context, Who, &Filter) -> Option<Vec<Instruction>>;

/// Cards with the name of the object whose controller or owner that is.
fn namesakes(context: &mut Context, of: Who, find: Finding) -> Option<Vec<Instruction>> {
    let (Who::ControllerOf(obj @ Obj::Target(_)) | Who::OwnerOf(obj @ Obj::Target(_))) = of else { return None };
    find(context, of, &Filter::SameName(obj))
}

fn of_search(effects: &[Instruction]) -> Option<(Who, Filter)> {
    match effects.first() {
        Some(Instruction::Search { of, filter, .. }) => Some((*of, filter.clone())),
        _ => None,
    }
}

fn are_namesakes(context: &Context, effects: &[Instruction], find: Finding) -> Vec<(Who,)> {
    let Some((of, _)) = of_search(effects) else { return Vec::new() };
    let made = namesakes(&mut context.clone(), of, find);
    if made.as_deref() == Some(effects) { vec![(of,)] } else { Vec::new() }
}

/// Cards with the name of a card that its owner's zones have.
fn owned(context: &mut Context, what: &Objects, find: Finding) -> Option<Vec<Instruction>> {
    namesakes(context, Who::OwnerOf(help::one(what)?), find)
}

fn are_owned(context: &Context, effects: &[Instruction], find: Finding) -> Vec<(Objects,)> {
    match of_search(effects) {
        Some((of @ Who::OwnerOf(Obj::Target(number)), _)) => {
            let made = namesakes(&mut context.clone(), of, find);
            if made.as_deref() == Some(effects) { vec![(Objects::Targets(number),)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// A name is chosen, and the cards with it.
fn named(context: &mut Context, filter: Filter, of: Who, find: Finding) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let mut all = vec![Instruction::ChooseName { who: Who::You, filter, into }];
    all.extend(find(context, of, &Filter::NameVar(into))?);
    Some(all)
}

fn are_named(context: &Context, effects: &[Instruction], wanted: &Filter, find: Finding) -> Vec<(Who,)> {
    let [Instruction::ChooseName { filter, .. }, rest @ ..] = effects else { return Vec::new() };
    let Some((of, _)) = of_search(rest).filter(|_| filter == wanted) else { return Vec::new() };
    let made = named(&mut context.clone(), wanted.clone(), of, find);
    if made.as_deref() == Some(effects) { vec![(of,)] } else { Vec::new() }
}

macro_rules! finds {
    ($words:literal, $zones:expr, $to:expr) => {
        rule!(Plain: $words (cards: Sought) => |c, cards| some(c, &$zones, cards, &$to), |c, e: &_| is_some(c, e, &$zones, &$to); "")
    };
}
macro_rules! may_find {
    ($words:literal, $zones:expr, $to:expr) => {
        rule!(Plain: $words (cards: Sought) => |c, cards| Some(may(some(c, &$zones, cards, &$to)?)),
            |c, e| is_some(c, &is_may(e), &$zones, &$to); "")
    };
}
macro_rules! chosen {
    ($words:literal, $find:expr) => {
        rule!(Plain: $words (what: Target) => |c, what| owned(c, &what, $find), |c, e: &_| are_owned(c, e, $find); "")
    };
}
macro_rules! like {
    ($words:literal, $find:expr) => {
        alternate!(Plain: $words (who: Other) => |c, who| namesakes(c, who, $find); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    finds!(
        "search your library and/or graveyard for a {cards.s} , reveal it , and put it into your hand . if you search your library this way , shuffle .",
        BOTH,
        Destination::Hand
    ),
    may_find!(
        "you may search your library and/or graveyard for a {cards.s} , reveal it , and put it into your hand . if you search your library this way , shuffle .",
        BOTH,
        Destination::Hand
    ),
    finds!(
        "search your library and/or graveyard for a {cards.s} and put it onto the battlefield . if you search your library this way , shuffle .",
        BOTH,
        untapped()
    ),
    may_find!(
        "you may search your library and/or graveyard for a {cards.s} and put it onto the battlefield . if you search your library this way , shuffle .",
        BOTH,
        untapped()
    ),
    finds!(
        "search your graveyard , hand , and/or library for a {cards.s} and put it onto the battlefield . if you search your library this way , shuffle .",
        ALL,
        untapped()
    ),
    may_find!(
        "you may search your graveyard , hand , and/or library for a {cards.s} and put it onto the battlefield . if you search your library this way , shuffle .",
        ALL,
        untapped()
    ),
    finds!(
        "search your hand and/or library for a {cards.s} and put it onto the battlefield . if you search your library this way , shuffle .",
        HAND,
        untapped()
    ),
    rule!(Plain: "search {who.s} 's graveyard , hand , and library for all cards with the same name as that card and exile them . then that player shuffles ." (who: Other)
        => |c, who| namesakes(c, who, every), |c, e: &_| are_namesakes(c, e, every); ""),
    like!(
        "search {who.s} 's graveyard , hand , and library for all cards with the same name as that creature and exile them . then that player shuffles .",
        every
    ),
    like!(
        "search {who.s} 's graveyard , hand , and library for all cards with the same name as that land and exile them . then that player shuffles .",
        every
    ),
    like!(
        "search {who.s} 's graveyard , hand , and library for all cards with the same name as that artifact and exile them . then that player shuffles .",
        every
    ),
    like!(
        "search {who.s} 's graveyard , hand , and library for all cards with the same name as that enchantment and exile them . then that player shuffles .",
        every
    ),
    like!(
        "search {who.s} 's graveyard , hand , and library for all cards with the same name as that spell and exile them . then that player shuffles .",
        every
    ),
    rule!(Plain: "search {who.s} 's graveyard , hand , and library for any number of cards with the same name as that card and exile them . then that player shuffles ." (who: Other)
        => |c, who| namesakes(c, who, any_number), |c, e: &_| are_namesakes(c, e, any_number); ""),
    chosen!(
        "choose {what} . search its owner 's graveyard , hand , and library for any number of cards with the same name as that card and exile them . then that player shuffles .",
        any_number
    ),
    chosen!(
        "choose {what} . search its owner 's graveyard , hand , and library for all cards with the same name as that card and exile them . then that player shuffles .",
        every
    ),
    like!(
        "search {who.s} 's graveyard , hand , and library for any number of cards with the same name as that land and exile them . then that player shuffles .",
        any_number
    ),
    rule!(Plain: "choose a nonland card name . search {who.s} 's graveyard , hand , and library for all cards with that name and exile them . then that player shuffles ." (who: Other)
        => |c, who| named(c, nonland(), who, every), |c, e: &_| are_named(c, e, &nonland(), every);
        "choose a nonland card name. Search target player's graveyard, hand, and library for all cards with that name and exile them. Then that player shuffles."),
    rule!(Plain: "choose a nonland card name . search {who.s} 's graveyard , hand , and library for any number of cards with that name and exile them . then that player shuffles ." (who: Other)
        => |c, who| named(c, nonland(), who, any_number), |c, e: &_| are_named(c, e, &nonland(), any_number);
        "choose a nonland card name. Search target player's graveyard, hand, and library for any number of cards with that name and exile them. Then that player shuffles."),
    rule!(Plain: "choose a creature card name . search {who.s} 's graveyard , hand , and library for any number of cards with that name and exile them . then that player shuffles ." (who: Other)
        => |c, who| named(c, Filter::Type(CardTypes::CREATURE), who, any_number), |c, e: &_| are_named(c, e, &Filter::Type(CardTypes::CREATURE), any_number);
        "choose a creature card name. Search target opponent's graveyard, hand, and library for any number of cards with that name and exile them. Then that player shuffles."),
];
