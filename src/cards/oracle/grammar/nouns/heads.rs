//! The heads of noun phrases: card types, subtypes, and lists of them.

use crate::cards::oracle::grammar::help::not;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// The types that a set has, in the order in which they are said.
pub(in crate::cards::oracle::grammar) fn split(types: CardTypes) -> Vec<CardTypes> {
    const ORDER: [CardTypes; 8] = [
        CardTypes::ARTIFACT,
        CardTypes::CREATURE,
        CardTypes::ENCHANTMENT,
        CardTypes::INSTANT,
        CardTypes::SORCERY,
        CardTypes::LAND,
        CardTypes::PLANESWALKER,
        CardTypes::BATTLE,
    ];
    ORDER.into_iter().filter(|t| types.contains(*t)).collect()
}

/// A list of different types.
fn list(types: &[CardTypes]) -> Option<CardTypes> {
    let all = types.iter().fold(CardTypes::empty(), |a, b| a | *b);
    (split(all).len() == types.len()).then_some(all)
}

fn two(types: CardTypes) -> Vec<(CardTypes, CardTypes)> {
    match split(types).as_slice() {
        [a, b] => vec![(*a, *b)],
        _ => Vec::new(),
    }
}

fn three(types: CardTypes) -> Vec<(CardTypes, CardTypes, CardTypes)> {
    match split(types).as_slice() {
        [a, b, c] => vec![(*a, *b, *c)],
        _ => Vec::new(),
    }
}

fn single(head: &[Filter]) -> Option<Filter> {
    match head {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// Either of two heads, of which not both are card types: those are a set.
fn either(a: Vec<Filter>, b: Vec<Filter>) -> Option<Vec<Filter>> {
    let both = [help::all(a), help::all(b)];
    if both.iter().all(|f| matches!(f, Filter::Type(_)))
        || both.iter().any(|f| matches!(f, Filter::Any | Filter::Or(_)))
    {
        return None;
    }
    // "Elf or Goblin creature" says of both that they are creatures.
    if matches!(both[0], Filter::Subtype(_))
        && matches!(&both[1], Filter::And(list) if matches!(list.as_slice(), [Filter::Type(_), Filter::Subtype(_)]))
    {
        return None;
    }
    // Of two one of which is the other with more to it, an adjective before them would be of the first alone.
    let within = |a: &Filter, b: &Filter| {
        let more = help::parts(b.clone());
        help::parts(a.clone()).iter().all(|f| more.contains(f))
    };
    if within(&both[0], &both[1]) || within(&both[1], &both[0]) {
        return None;
    }
    Some(vec![Filter::Or(both.into())])
}

/// One of several heads, of which not all are card types.
fn any_of(heads: Vec<Vec<Filter>>) -> Option<Vec<Filter>> {
    let all: Vec<Filter> = heads.into_iter().map(help::all).collect();
    let types = all.iter().all(|f| matches!(f, Filter::Type(_)));
    let vague = all.iter().any(|f| matches!(f, Filter::Any | Filter::Or(_)));
    // "An Elf, Goblin, or Orc creature": the type is one of all of them.
    let shared = matches!(all.split_last(), Some((Filter::And(_), first)) if first.iter().all(|f| matches!(f, Filter::Subtype(_))));
    (!types && !vague && !shared).then(|| vec![Filter::Or(all)])
}

fn of_three(head: Vec<Filter>) -> Vec<(Vec<Filter>, Vec<Filter>, Vec<Filter>)> {
    let parts = help::parts;
    match head.as_slice() {
        [Filter::Or(list)] => match list.as_slice() {
            [a, b, c] => vec![(parts(a.clone()), parts(b.clone()), parts(c.clone()))],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

type Four = (Vec<Filter>, Vec<Filter>, Vec<Filter>, Vec<Filter>);

fn of_four(head: &[Filter]) -> Vec<Four> {
    let parts = |filter: &Filter| help::parts(filter.clone());
    match head {
        [Filter::Or(list)] => match list.as_slice() {
            [a, b, c, d] => vec![(parts(a), parts(b), parts(c), parts(d))],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn two_subtypes(head: &[Filter]) -> Vec<(Subtype, Subtype)> {
    match head {
        [Filter::Subtype(a), Filter::Subtype(b)] => vec![(*a, *b)],
        _ => Vec::new(),
    }
}

/// One of two subtypes, and a card type of both.
fn sorts(a: Subtype, b: Subtype, kind: CardTypes) -> Option<Vec<Filter>> {
    (a != b).then(|| vec![Filter::Type(kind), Filter::Or(vec![Filter::Subtype(a), Filter::Subtype(b)])])
}

fn of_sorts(head: &[Filter]) -> Vec<(Subtype, Subtype, CardTypes)> {
    match head {
        [Filter::Type(kind), Filter::Or(list)] => match list.as_slice() {
            [Filter::Subtype(a), Filter::Subtype(b)] => vec![(*a, *b, *kind)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn of_either(head: Vec<Filter>) -> Vec<(Vec<Filter>, Vec<Filter>)> {
    match head.as_slice() {
        [Filter::Or(list)] => match list.as_slice() {
            [a, b] => vec![(help::parts(a.clone()), help::parts(b.clone()))],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether it is one type or another.
fn is_choice(types: CardTypes) -> bool {
    types.bits().count_ones() > 1 && types != CardTypes::PERMANENT
}

/// Whether a subtype before one type may be that of the next type, too: "an Adventure instant or sorcery".
fn shares_subtype(a: &[Filter], b: &[Filter]) -> bool {
    matches!((a, b), ([Filter::Type(_), Filter::Subtype(_)], [Filter::Type(_)]))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Type: "creature|creatures" () <=> {CardTypes::CREATURE}; "creatures"),
    rule!(Type: "artifact|artifacts" () <=> {CardTypes::ARTIFACT}; "artifact"),
    rule!(Type: "enchantment|enchantments" () <=> {CardTypes::ENCHANTMENT}; "enchantment"),
    rule!(Type: "land|lands" () <=> {CardTypes::LAND}; "lands"),
    rule!(Type: "planeswalker|planeswalkers" () <=> {CardTypes::PLANESWALKER}; "planeswalker"),
    rule!(Type: "instant|instants" () <=> {CardTypes::INSTANT}; "instant"),
    rule!(Type: "sorcery|sorceries" () <=> {CardTypes::SORCERY}; "sorceries"),
    rule!(Type: "battle|battles" () <=> {CardTypes::BATTLE}; "battle"),
    rule!(TypeAdj: "{kind}" (kind: Type) <=> {kind}; "artifact"),
    // ---- lists of types
    rule!(Types: "{one#}" (one: Type) => |_, one| Some(one), |_, types| if split(types).len() == 1 { vec![(types,)] } else { Vec::new() }; "land"),
    rule!(Types: "{a#} or {b#}" (a: Type, b: Type) => |_, a, b| list(&[a, b]), |_, types| two(types); "artifact or land"),
    rule!(Types: "{a#} , {b#} , or {c#}" (a: Type, b: Type, c: Type) => |_, a, b, c| list(&[a, b, c]), |_, types| three(types); "artifact, creature, or land"),
    alternate!(Types: "{a#} and {b#}" (a: Type, b: Type) => |_, a, b| list(&[a, b]); "instant and sorcery"),
    alternate!(Types: "{a#} and/or {b#}" (a: Type, b: Type) => |_, a, b| list(&[a, b]); "instant and/or sorcery"),
    alternate!(Types: "{a#} , {b#} , and {c#}" (a: Type, b: Type, c: Type) => |_, a, b, c| list(&[a, b, c]); "artifacts, creatures, and lands"),
    alternate!(Types: "{a#} , {b#} , and/or {c#}" (a: Type, b: Type, c: Type) => |_, a, b, c| list(&[a, b, c]); "artifacts, creatures, and/or lands"),
    rule!(Types: "{a#} , {b#} , {c#} , or {d#}" (a: Type, b: Type, c: Type, d: Type) => |_, a, b, c, d| list(&[a, b, c, d]),
        |_, types| match split(types).as_slice() { [a, b, c, d] => vec![(*a, *b, *c, *d)], _ => Vec::new() }; "artifact, creature, enchantment, or land"),
    alternate!(Types: "{a#} , {b#} , {c#} , and/or {d#}" (a: Type, b: Type, c: Type, d: Type) => |_, a, b, c, d| list(&[a, b, c, d]); "artifact, creature, enchantment, and/or land"),
    alternate!(Types: "{a#} , {b#} , {c#} , and {d#}" (a: Type, b: Type, c: Type, d: Type) => |_, a, b, c, d| list(&[a, b, c, d]); "artifacts, creatures, enchantments, and lands"),
    rule!(Types: "{a#} , {b#} , {c#} , {d#} , or {e#}" (a: Type, b: Type, c: Type, d: Type, e: Type) => |_, a, b, c, d, e| list(&[a, b, c, d, e]),
        |_, types| match split(types).as_slice() { [a, b, c, d, e] => vec![(*a, *b, *c, *d, *e)], _ => Vec::new() }; "artifact, creature, enchantment, land, or planeswalker"),
    // ---- heads
    rule!(HeadOne: "permanent|permanents" () => |_| Some(Vec::new()), |_, head: &_| if head.is_empty() { vec![()] } else { Vec::new() }; "permanents"),
    rule!(HeadOne: "{types#}" (types: Types) => |_, types| Some(vec![Filter::Type(types)]),
        |_, head: &_| match single(head) { Some(Filter::Type(types)) => vec![(types,)], _ => Vec::new() }; "artifact or creature"),
    rule!(HeadOne: "{front} {kind#}" (front: TypeAdj, kind: Type)
        => |_, front, kind| (front != kind).then(|| vec![Filter::Type(front), Filter::Type(kind)]),
        |_, head: &_| match head.as_slice() { [Filter::Type(a), Filter::Type(b)] => vec![(*a, *b)], _ => Vec::new() }; "artifact creature"),
    rule!(HeadOne: "{sub#}" (sub: Sub) => |_, sub| Some(vec![Filter::Subtype(sub)]),
        |_, head: &_| match single(head) { Some(Filter::Subtype(sub)) => vec![(sub,)], _ => Vec::new() }; "Goblins"),
    rule!(HeadOne: "{sub} {kind#}" (sub: Sub, kind: Type) => |_, sub, kind| Some(vec![Filter::Type(kind), Filter::Subtype(sub)]),
        |_, head: &_| match head.as_slice() { [Filter::Type(t), Filter::Subtype(s)] => vec![(*s, *t)], _ => Vec::new() }; "Goblin creatures"),
    rule!(HeadOne: "token|tokens" () => |_| Some(vec![Filter::Token]), |_, head: &_| if *head == [Filter::Token] { vec![()] } else { Vec::new() }; "tokens"),
    rule!(HeadOne: "{kind} token|tokens" (kind: Type) => |_, kind| Some(vec![Filter::Type(kind), Filter::Token]),
        |_, head: &_| match head.as_slice() { [Filter::Type(t), Filter::Token] => vec![(*t,)], _ => Vec::new() }; "creature token"),
    rule!(HeadOne: "{sub} token|tokens" (sub: Sub) => |_, sub| Some(vec![Filter::Subtype(sub), Filter::Token]),
        |_, head: &_| match head.as_slice() { [Filter::Subtype(s), Filter::Token] => vec![(*s,)], _ => Vec::new() }; "Goblin token"),
    rule!(Head: "{one#}" (one: HeadOne) <=> {one}; "Goblins"),
    rule!(Head: "{a#} or {b#}" (a: HeadOne, b: HeadOne) => |_, a, b| either(a, b), |_, head| of_either(head); "Elf or Goblin"),
    rule!(Head: "{a.s} or {b.s} {kind#}" (a: Sub, b: Sub, kind: Type) => |_, a, b, kind| sorts(a, b, kind), |_, head: &_| of_sorts(head); "Elf or Goblin creatures"),
    alternate!(Head: "{a#} and {b#}" (a: HeadOne, b: HeadOne) => |_, a, b| either(a, b); "Elves and Goblins"),
    alternate!(Head: "{a#} and/or {b#}" (a: HeadOne, b: HeadOne) => |_, a, b| either(a, b); "Elves and/or Goblins"),
    rule!(Head: "{a#} , {b#} , or {c#}" (a: HeadOne, b: HeadOne, c: HeadOne) => |_, a, b, c| any_of(vec![a, b, c]), |_, head| of_three(head); "Elf, Goblin, or Orc"),
    rule!(Head: "{a#} , {b#} , {c#} , or {d#}" (a: HeadOne, b: HeadOne, c: HeadOne, d: HeadOne) => |_, a, b, c, d| any_of(vec![a, b, c, d]), |_, head: &_| of_four(head); "Elf, Goblin, Orc, or Giant"),
    rule!(HeadOne: "{a} {b#}" (a: Sub, b: Sub) => |_, a, b| (a != b).then(|| vec![Filter::Subtype(a), Filter::Subtype(b)]), |_, head: &_| two_subtypes(head); "Elf Warriors"),
    // ---- heads before "card" and "spell"
    rule!(CardHeadOne: "{types}" (types: Types) => |_, types| Some(vec![Filter::Type(types)]),
        |_, head: &_| match single(head) { Some(Filter::Type(types)) => vec![(types,)], _ => Vec::new() }; "instant or sorcery"),
    rule!(CardHeadOne: "permanent" () => |_| Some(vec![Filter::Type(CardTypes::PERMANENT)]),
        |_, head: &_| if *head == [Filter::Type(CardTypes::PERMANENT)] { vec![()] } else { Vec::new() }; "permanent"),
    rule!(CardHeadOne: "{sub}" (sub: Sub) => |_, sub| Some(vec![Filter::Subtype(sub)]),
        |_, head: &_| match single(head) { Some(Filter::Subtype(sub)) => vec![(sub,)], _ => Vec::new() }; "Elf"),
    rule!(CardHeadOne: "{sub} {kind}" (sub: Sub, kind: Type) => |_, sub, kind| Some(vec![Filter::Type(kind), Filter::Subtype(sub)]),
        |_, head: &_| match head.as_slice() { [Filter::Type(t), Filter::Subtype(s)] => vec![(*s, *t)], _ => Vec::new() }; "Elf creature"),
    rule!(CardHeadOne: "{front} {kind}" (front: TypeAdj, kind: Type)
        => |_, front, kind| (front != kind).then(|| vec![Filter::Type(front), Filter::Type(kind)]),
        |_, head: &_| match head.as_slice() { [Filter::Type(a), Filter::Type(b)] => vec![(*a, *b)], _ => Vec::new() }; "artifact creature"),
    rule!(CardHead: "{one}" (one: CardHeadOne) <=> {one}; "Elf"),
    rule!(CardHeadOne: "{sub} {types}" (sub: Sub, types: Types) => |_, sub, types| is_choice(types).then(|| vec![Filter::Type(types), Filter::Subtype(sub)]),
        |_, head: &_| match head.as_slice() { [Filter::Type(t), Filter::Subtype(s)] if is_choice(*t) => vec![(*s, *t)], _ => Vec::new() }; "Adventure instant or sorcery"),
    rule!(CardHead: "{a} or {b}" (a: CardHeadOne, b: CardHeadOne) => |_, a, b| (!shares_subtype(&a, &b)).then(|| either(a, b))?, |_, head| of_either(head); "Plains or Island"),
    rule!(CardHead: "{a} , {b} , or {c}" (a: CardHeadOne, b: CardHeadOne, c: CardHeadOne) => |_, a, b, c| any_of(vec![a, b, c]), |_, head| of_three(head); "Plains, Island, or Swamp"),
    rule!(CardHead: "{a} , {b} , {c} , or {d}" (a: CardHeadOne, b: CardHeadOne, c: CardHeadOne, d: CardHeadOne) => |_, a, b, c, d| any_of(vec![a, b, c, d]), |_, head: &_| of_four(head); "Plains, Island, Swamp, or Mountain"),
    rule!(CardHead: "{a.s} or {b.s} {kind}" (a: Sub, b: Sub, kind: Type) => |_, a, b, kind| sorts(a, b, kind), |_, head: &_| of_sorts(head); "Elf or Goblin creature"),
    alternate!(CardHead: "{a} and/or {b}" (a: CardHeadOne, b: CardHeadOne) => |_, a, b| either(a, b); "Aura and/or Equipment"),
    alternate!(CardHead: "{a} , {b} , and/or {c}" (a: CardHeadOne, b: CardHeadOne, c: CardHeadOne) => |_, a, b, c| any_of(vec![a, b, c]); "Plains, Island, and/or Swamp"),
    rule!(CardHeadOne: "{sub} permanent" (sub: Sub) => |_, sub| Some(vec![Filter::Type(CardTypes::PERMANENT), Filter::Subtype(sub)]),
        |_, head: &_| match head.as_slice() { [Filter::Type(t), Filter::Subtype(s)] if *t == CardTypes::PERMANENT => vec![(*s,)], _ => Vec::new() }; "Goblin permanent"),
    rule!(CardHeadOne: "{a} {b}" (a: Sub, b: Sub) => |_, a, b| (a != b).then(|| vec![Filter::Subtype(a), Filter::Subtype(b)]), |_, head: &_| two_subtypes(head); "Elf Warrior"),
    rule!(CardHeadOne: "nonland permanent" () => |_| Some(vec![Filter::Type(CardTypes::PERMANENT), not(Filter::Type(CardTypes::LAND))]),
        |_, head: &_| if *head == [Filter::Type(CardTypes::PERMANENT), not(Filter::Type(CardTypes::LAND))] { vec![()] } else { Vec::new() }; "nonland permanent"),
];
