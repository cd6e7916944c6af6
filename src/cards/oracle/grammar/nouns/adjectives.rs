//! Adjectives: colours, supertypes, states.

use crate::cards::oracle::grammar::help::not;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

/// Whether a quality is said with "non".
fn negative(filter: &Filter) -> bool {
    matches!(filter, Filter::Not(inner) if matches!(**inner, Filter::Type(_) | Filter::Color(_) | Filter::Supertype(_) | Filter::Subtype(_) | Filter::Token | Filter::Attacking | Filter::Blocking))
}

pub(super) fn one(list: Vec<Filter>) -> Vec<(Filter,)> {
    match list.as_slice() {
        [one] => vec![(one.clone(),)],
        _ => Vec::new(),
    }
}

/// The first and the others, with a comma between them or not.
fn several(list: Vec<Filter>, comma: bool) -> Vec<(Filter, Vec<Filter>)> {
    match list.split_first() {
        Some((first, rest)) if !rest.is_empty() && (negative(first) && negative(&rest[0])) == comma => {
            vec![(first.clone(), rest.to_vec())]
        }
        _ => Vec::new(),
    }
}

pub(super) fn prepend(first: Filter, mut rest: Vec<Filter>) -> Option<Vec<Filter>> {
    rest.insert(0, first);
    Some(rest)
}

/// One of these colours.
fn colors(list: &[Color]) -> Option<Filter> {
    Some(Filter::Or(list.iter().map(|c| Filter::Color(*c)).collect()))
}

/// The colours one of which is meant, if it is nothing else.
fn of_colors(filter: &Filter) -> Vec<Color> {
    let Filter::Or(list) = filter else { return Vec::new() };
    let colors: Vec<Color> =
        list.iter().filter_map(|f| if let Filter::Color(c) = f { Some(*c) } else { None }).collect();
    if colors.len() == list.len() { colors } else { Vec::new() }
}

macro_rules! non {
    ($word:literal, $inner:expr) => {
        rule!(Adj: $word () => |_| Some(not($inner)), |_, f: &_| if *f == not($inner) { vec![()] } else { Vec::new() }; $word)
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Hue: "white" () <=> {Color::White}; "white"),
    rule!(Hue: "blue" () <=> {Color::Blue}; "blue"),
    rule!(Hue: "black" () <=> {Color::Black}; "black"),
    rule!(Hue: "red" () <=> {Color::Red}; "red"),
    rule!(Hue: "green" () <=> {Color::Green}; "green"),
    rule!(HueOr: "{hue}" (hue: Hue) <=> {Filter::Color(hue)}; "red"),
    rule!(HueOr: "{a} or {b}" (a: Hue, b: Hue) => |_, a, b| colors(&[a, b]),
        |_, f: &_| match of_colors(f).as_slice() { [a, b] => vec![(*a, *b)], _ => Vec::new() }; "red or green"),
    rule!(HueOr: "{a} , {b} , or {c}" (a: Hue, b: Hue, c: Hue) => |_, a, b, c| colors(&[a, b, c]),
        |_, f: &_| match of_colors(f).as_slice() { [a, b, c] => vec![(*a, *b, *c)], _ => Vec::new() }; "blue, red, or green"),
    rule!(HueOr: "{a} , {b} , {c} , or {d}" (a: Hue, b: Hue, c: Hue, d: Hue) => |_, a, b, c, d| colors(&[a, b, c, d]),
        |_, f: &_| match of_colors(f).as_slice() { [a, b, c, d] => vec![(*a, *b, *c, *d)], _ => Vec::new() }; "white, blue, red, or green"),
    rule!(Adj: "{hues}" (hues: HueOr) => |_, hues| Some(hues), |_, f: &_| if matches!(f, Filter::Color(_)) || !of_colors(f).is_empty() { vec![(f.clone(),)] } else { Vec::new() }; "red or green"),
    rule!(Adj: "colorless" () <=> {Filter::Colorless}; "colorless"),
    rule!(Adj: "multicolored" () <=> {Filter::Multicolored}; "multicolored"),
    rule!(Super: "legendary" () <=> {Supertypes::LEGENDARY}; "legendary"),
    rule!(Super: "basic" () <=> {Supertypes::BASIC}; "basic"),
    rule!(Super: "snow" () <=> {Supertypes::SNOW}; "snow"),
    rule!(Adj: "{super_}" (super_: Super) <=> {Filter::Supertype(super_)}; "snow"),
    rule!(Adj: "tapped" () <=> {Filter::Tapped}; "tapped"),
    rule!(Adj: "modified" () <=> {Filter::Modified}; "modified"),
    non!("untapped", Filter::Tapped),
    rule!(Adj: "attacking" () <=> {Filter::Attacking}; "attacking"),
    non!("nonattacking", Filter::Attacking),
    rule!(Adj: "blocking" () <=> {Filter::Blocking}; "blocking"),
    non!("nonblocking", Filter::Blocking),
    rule!(Adj: "blocked" () <=> {Filter::Blocked}; "blocked"),
    rule!(Adj: "unblocked" () <=> {Filter::Unblocked}; "unblocked"),
    rule!(Adj: "attacking or tapped" () => |_| Some(Filter::Or(vec![Filter::Attacking, Filter::Tapped])),
        |_, f: &_| if *f == Filter::Or(vec![Filter::Attacking, Filter::Tapped]) { vec![()] } else { Vec::new() }; "attacking or tapped"),
    rule!(Adj: "attacking , blocking , or tapped" () => |_| Some(Filter::Or(vec![Filter::Attacking, Filter::Blocking, Filter::Tapped])),
        |_, f: &_| if *f == Filter::Or(vec![Filter::Attacking, Filter::Blocking, Filter::Tapped]) { vec![()] } else { Vec::new() }; "attacking, blocking, or tapped"),
    rule!(Adj: "attacking or blocking" () => |_| Some(Filter::Or(vec![Filter::Attacking, Filter::Blocking])),
        |_, f: &_| if *f == Filter::Or(vec![Filter::Attacking, Filter::Blocking]) { vec![()] } else { Vec::new() }; "attacking or blocking"),
    rule!(Adj: "face-down" () <=> {Filter::FaceDown}; "face-down"),
    non!("nontoken", Filter::Token),
    non!("nonwhite", Filter::Color(Color::White)),
    non!("nonblue", Filter::Color(Color::Blue)),
    non!("nonblack", Filter::Color(Color::Black)),
    non!("nonred", Filter::Color(Color::Red)),
    non!("nongreen", Filter::Color(Color::Green)),
    non!("nonlegendary", Filter::Supertype(Supertypes::LEGENDARY)),
    non!("nonbasic", Filter::Supertype(Supertypes::BASIC)),
    non!("nonsnow", Filter::Supertype(Supertypes::SNOW)),
    non!("nonartifact", Filter::Type(CardTypes::ARTIFACT)),
    non!("noncreature", Filter::Type(CardTypes::CREATURE)),
    non!("nonenchantment", Filter::Type(CardTypes::ENCHANTMENT)),
    non!("nonland", Filter::Type(CardTypes::LAND)),
    non!("nonplaneswalker", Filter::Type(CardTypes::PLANESWALKER)),
    non!("nonbattle", Filter::Type(CardTypes::BATTLE)),
    rule!(Adj: "non- {sub}" (sub: Sub) => |_, sub| Some(not(Filter::Subtype(sub))),
        |_, f| match f {
            Filter::Not(inner) => match *inner { Filter::Subtype(sub) => vec![(sub,)], _ => Vec::new() },
            _ => Vec::new(),
        }; "non-Human"),
    rule!(Adjs: "{one}" (one: Adj) => |_, one| Some(vec![one]), |_, list| one(list); "white"),
    rule!(Adjs: "{first} , {rest}" (first: Adj, rest: Adjs)
        => |_, first, rest| (negative(&first) && negative(&rest[0])).then(|| prepend(first, rest))?,
        |_, list| several(list, true); "nonblack, nonartifact"),
    rule!(Adjs: "{first} {rest}" (first: Adj, rest: Adjs)
        => |_, first, rest| (!(negative(&first) && negative(&rest[0]))).then(|| prepend(first, rest))?,
        |_, list| several(list, false); "attacking white"),
];
