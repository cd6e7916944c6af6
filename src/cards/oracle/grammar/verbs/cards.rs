//! Drawing, discarding, milling, looking, searching.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Cards that are searched for, and how they go together.
type CardsTogether = (Filter, Vec<Together>);

/// Draw and the like with a number that each player has.
fn found(context: &Context, effects: &[Instruction], reveal: bool) -> Option<(CardsTogether, Quantity, Destination)> {
    let (search, rest) = effects.split_first()?;
    let Instruction::Search { who, of, filter, max, zones, together, into } = search else { return None };
    if !zones.is_empty() {
        return None;
    }
    let var = Objects::Var(*into);
    let (revealed, rest) = match rest.split_first()? {
        (Instruction::Reveal(what), rest) if *what == var => (true, rest),
        _ => (false, rest),
    };
    let [Instruction::Move { what, to, linked: false, until: None, .. }, Instruction::Shuffle(shuffles)] = rest else {
        return None;
    };
    let same = *who == context.doer && of == who && shuffles == who && *what == var && revealed == reveal;
    same.then(|| ((filter.clone(), together.clone()), max.clone(), to.clone()))
}

/// Search, reveal if so, put, shuffle.
pub(in crate::cards::oracle::grammar) fn search(
    context: &mut Context,
    (filter, together): CardsTogether,
    max: Quantity,
    reveal: bool,
    to: Destination,
) -> Option<Vec<Instruction>> {
    let who = context.doer;
    let into = context.variable()?;
    let moved = context.variable();
    let what = Objects::Var(into);
    let mut all = vec![Instruction::Search { who, of: who, filter, max, zones: Vec::new(), together, into }];
    if reveal {
        all.push(Instruction::Reveal(what.clone()));
    }
    all.push(Instruction::Move { what, to, into: moved, linked: false, until: None });
    all.push(Instruction::Shuffle(who));
    Some(all)
}

pub(in crate::cards::oracle::grammar) fn tapped() -> Destination {
    Destination::Battlefield(Entry { tapped: true, ..Entry::default() })
}

pub(in crate::cards::oracle::grammar) fn untapped() -> Destination {
    Destination::Battlefield(Entry::default())
}

macro_rules! search_one {
    ($words:literal, $reveal:literal, $to:expr) => {
        rule!(Verbs: $words (cards: Sought, whose: Whose) => |c, cards, whose| (whose == c.doer).then(|| search(c, (cards, Vec::new()), n(1), $reveal, $to))?,
            |c, e: &_| found(c, e, $reveal).filter(|((_, together), max, to)| *max == n(1) && *to == $to && together.is_empty()).map(|((f, _), ..)| (f, c.doer)).into_iter().collect(); "")
    };
}

macro_rules! search_many {
    ($words:literal, $reveal:literal, $to:expr) => {
        rule!(Verbs: $words (count: Count, cards: CardGroup, whose: Whose) => |c, count, cards, whose| (whose == c.doer).then(|| search(c, cards, count, $reveal, $to))?,
            |c, e: &_| found(c, e, $reveal).filter(|(_, max, to)| *max != n(1) && *to == $to).map(|(f, max, _)| (max, f, c.doer)).into_iter().collect(); "")
    };
}

/// Cards of which any number may be found.
fn any_of(context: &mut Context, cards: CardsTogether, reveal: bool, to: Destination) -> Option<Vec<Instruction>> {
    let library = Objects::In(ZoneOf::Library(context.doer), cards.0.clone());
    search(context, cards, Quantity::Count(Box::new(library)), reveal, to)
}

macro_rules! search_any {
    ($words:literal, $reveal:literal, $to:expr) => {
        rule!(Verbs: $words (cards: CardGroup, whose: Whose) => |c, cards, whose| (whose == c.doer).then(|| any_of(c, cards, $reveal, $to))?,
            |c, e: &_| found(c, e, $reveal).filter(|(cards, ..)| any_of(&mut c.clone(), cards.clone(), $reveal, $to).as_ref() == Some(e)).map(|(cards, ..)| (cards, c.doer)).into_iter().collect(); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "draws|draw {n}" (who: Doer, n: Cards, into: Into) <=> {Instruction::Draw { who: who, count: n, into: into }}; "draw two cards"),
    rule!(Verb: "draws|draw {n} additional cards" (who: Doer, n: Words, into: Into) => |_, who, count, into| Some(Instruction::Draw { who, count: n(count), into }), |_, _value: &_| Vec::new(); ""),
    rule!(Verb: "draws|draw an additional card" (who: Doer, into: Into) => |_, who, into| Some(Instruction::Draw { who, count: n(1), into }), |_, _value: &_| Vec::new(); ""),
    rule!(Verb: "discards|discard {n}" (who: Doer, n: Cards, into: Into)
        => |_, who, count, into| Some(Instruction::Discard { who, count, filter: Filter::Any, random: false, into }),
        |_, e| match e { Instruction::Discard { who, count, filter: Filter::Any, random: false, into } => vec![(who, count, into)], _ => Vec::new() }; "discard two cards"),
    rule!(Verb: "discards|discard {n} at random" (who: Doer, n: Cards, into: Into)
        => |_, who, count, into| Some(Instruction::Discard { who, count, filter: Filter::Any, random: true, into }),
        |_, e| match e { Instruction::Discard { who, count, filter: Filter::Any, random: true, into } => vec![(who, count, into)], _ => Vec::new() }; "discard a card at random"),
    rule!(Verb: "discards|discard {whose} hand" (whose: Whose)
        => |c, whose| (whose == c.doer).then(|| Instruction::DiscardThese(Objects::In(ZoneOf::Hand(whose), Filter::Any))),
        |_, e| match e { Instruction::DiscardThese(Objects::In(ZoneOf::Hand(who), Filter::Any)) => vec![(who,)], _ => Vec::new() }; "discard your hand"),
    rule!(Verb: "mills|mill {n}" (who: Doer, n: Cards, into: Into) <=> {Instruction::Mill { who: who, count: n, into: into }}; "mill two cards"),
    rule!(Verb: "scries|scry {n}" (who: Doer, n: Amount) <=> {Instruction::Scry(who, n)}; "scry 2"),
    rule!(Verb: "surveils|surveil {n}" (who: Doer, n: Amount) <=> {Instruction::Surveil(who, n)}; "surveil 2"),
    rule!(Verb: "shuffles|shuffle" (who: Doer) <=> {Instruction::Shuffle(who)}; "shuffle"),
    rule!(Verb: "shuffles|shuffle {whose} library" (whose: Whose) => |c, whose| (whose == c.doer).then_some(Instruction::Shuffle(whose)), |_, _value: &_| Vec::new(); "shuffle your library"),
    // ---- searching
    search_one!(
        "searches|search {whose} library for a {cards.s} , puts|put it onto the battlefield , then shuffles|shuffle",
        false,
        untapped()
    ),
    search_one!(
        "searches|search {whose} library for a {cards.s} , puts|put it onto the battlefield tapped , then shuffles|shuffle",
        false,
        tapped()
    ),
    search_one!(
        "searches|search {whose} library for a {cards.s} , puts|put that card onto the battlefield , then shuffles|shuffle",
        false,
        untapped()
    ),
    search_one!(
        "searches|search {whose} library for a {cards.s} , puts|put that card onto the battlefield tapped , then shuffles|shuffle",
        false,
        tapped()
    ),
    search_one!(
        "searches|search {whose} library for a {cards.s} , reveals|reveal it , puts|put it into {whose} hand , then shuffles|shuffle",
        true,
        Destination::Hand
    ),
    search_one!(
        "searches|search {whose} library for a {cards.s} , reveals|reveal that card , puts|put it into {whose} hand , then shuffles|shuffle",
        true,
        Destination::Hand
    ),
    search_one!(
        "searches|search {whose} library for a {cards.s} , puts|put it into {whose} hand , then shuffles|shuffle",
        false,
        Destination::Hand
    ),
    search_one!(
        "searches|search {whose} library for a {cards.s} , puts|put that card into {whose} hand , then shuffles|shuffle",
        false,
        Destination::Hand
    ),
    search_one!(
        "searches|search {whose} library for a {cards.s} , puts|put it into {whose} graveyard , then shuffles|shuffle",
        false,
        Destination::Graveyard
    ),
    search_one!(
        "searches|search {whose} library for a {cards.s} , puts|put that card into {whose} graveyard , then shuffles|shuffle",
        false,
        Destination::Graveyard
    ),
    search_any!(
        "searches|search {whose} library for any number of {cards} , puts|put them onto the battlefield , then shuffles|shuffle",
        false,
        untapped()
    ),
    search_any!(
        "searches|search {whose} library for any number of {cards} , reveals|reveal them , puts|put them into {whose} hand , then shuffles|shuffle",
        true,
        Destination::Hand
    ),
    search_many!(
        "searches|search {whose} library for up to {count} {cards} , puts|put them onto the battlefield , then shuffles|shuffle",
        false,
        untapped()
    ),
    search_many!(
        "searches|search {whose} library for up to {count} {cards} , puts|put them onto the battlefield tapped , then shuffles|shuffle",
        false,
        tapped()
    ),
    search_many!(
        "searches|search {whose} library for up to {count} {cards} , puts|put them into {whose} graveyard , then shuffles|shuffle",
        false,
        Destination::Graveyard
    ),
    search_many!(
        "searches|search {whose} library for up to {count} {cards} , reveals|reveal them , puts|put them into {whose} hand , then shuffles|shuffle",
        true,
        Destination::Hand
    ),
];
