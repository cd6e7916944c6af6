//! Cards of the top of your library that are looked at, as many as there are things, and what becomes of them.

use crate::cards::oracle::grammar::cards::looks::{Dig, dig, is_dig};
use crate::cards::oracle::grammar::help::{n, not};
use crate::cards::oracle::grammar::quantities::letters::{is_x, with_x};
use crate::cards::oracle::grammar::tokens::numbers::is_said;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// How many cards are looked at, and what X is: itself if that isn't said.
type Top = (Quantity, Quantity);

/// Instructions for as many cards, in which X is what is said.
fn of_top(
    context: &mut Context,
    (count, x): Top,
    make: impl FnOnce(&mut Context, Quantity) -> Option<Vec<Instruction>>,
) -> Option<Vec<Instruction>> {
    let effects = make(context, count)?;
    if x == Quantity::X { Some(effects) } else { with_x(context, effects, &x) }
}

/// The ways in which instructions may be about X.
fn lettered(context: &Context, effects: &[Instruction]) -> Vec<(Vec<Instruction>, Quantity)> {
    let mut all = vec![(effects.to_vec(), Quantity::X)];
    all.extend(is_x(context, effects.to_vec()));
    all
}

/// Some of the top cards are chosen and moved, the others go elsewhere.
pub(in crate::cards::oracle::grammar) fn dug(
    context: &mut Context,
    top: Top,
    like: impl FnOnce(Quantity) -> Dig,
) -> Option<Vec<Instruction>> {
    of_top(context, top, |c, count| dig(c, like(count)))
}

/// How many cards are looked at, and the parts of it.
pub(in crate::cards::oracle::grammar) fn is_dug(context: &Context, effects: &[Instruction]) -> Vec<(Top, Dig)> {
    let parts = |(effects, x): (Vec<Instruction>, Quantity)| {
        let d = is_dig(context, &effects)?;
        (x == Quantity::X || d.count == Quantity::X).then(|| ((d.count.clone(), x), d))
    };
    lettered(context, effects).into_iter().filter_map(parts).collect()
}

fn entering(tapped: bool, attacking: bool) -> Destination {
    Destination::Battlefield(Entry { tapped, attacking, ..Entry::default() })
}

/// One of a sort may be moved.
fn one_of(cards: Filter, to: Destination, rest: Destination) -> impl FnOnce(Quantity) -> Dig {
    |count| Dig { count, reveal: false, filter: Some(cards), min: n(0), max: n(1), to, rest }
}

fn is_one_of(context: &Context, effects: &[Instruction], to: &Destination, rest: &Destination) -> Vec<(Top, Filter)> {
    let fits = |d: &Dig| !d.reveal && d.min == n(0) && d.max == n(1) && d.to == *to && d.rest == *rest;
    let parts = |(top, d): (Top, Dig)| fits(&d).then_some((top, d.filter?));
    is_dug(context, effects).into_iter().filter_map(parts).collect()
}

/// Any number of a sort may be moved.
fn any_of(cards: Filter, to: Destination, rest: Destination) -> impl FnOnce(Quantity) -> Dig {
    |count| Dig { count: count.clone(), reveal: false, filter: Some(cards), min: n(0), max: count, to, rest }
}

fn is_any_of(context: &Context, effects: &[Instruction], to: &Destination, rest: &Destination) -> Vec<(Top, Filter)> {
    let fits = |d: &Dig| !d.reveal && d.min == n(0) && d.max == d.count && d.to == *to && d.rest == *rest;
    let parts = |(top, d): (Top, Dig)| fits(&d).then_some((top, d.filter?));
    is_dug(context, effects).into_iter().filter_map(parts).collect()
}

/// Up to a number of a sort may be moved.
fn few_of(most: Quantity, cards: Filter, to: Destination, rest: Destination) -> impl FnOnce(Quantity) -> Dig {
    |count| Dig { count, reveal: false, filter: Some(cards), min: n(0), max: most, to, rest }
}

fn is_few_of(
    context: &Context,
    effects: &[Instruction],
    to: &Destination,
    rest: &Destination,
) -> Vec<(Top, Quantity, Filter)> {
    let fits = |d: &Dig| !d.reveal && d.min == n(0) && d.max != n(1) && d.to == *to && d.rest == *rest;
    let parts = |(top, d): (Top, Dig)| fits(&d).then_some((top, d.max, d.filter?));
    is_dug(context, effects).into_iter().filter_map(parts).collect()
}

/// One of the revealed cards may be moved.
fn shown_one(cards: Filter, to: Destination, rest: Destination) -> impl FnOnce(Quantity) -> Dig {
    |count| Dig { count, reveal: true, filter: Some(cards), min: n(0), max: n(1), to, rest }
}

fn is_shown_one(
    context: &Context,
    effects: &[Instruction],
    to: &Destination,
    rest: &Destination,
) -> Vec<(Quantity, Filter)> {
    let fits = |d: &Dig| d.reveal && d.min == n(0) && d.max == n(1) && d.to == *to && d.rest == *rest;
    let found = is_dig(context, effects).filter(fits);
    found.and_then(|d| Some((d.count, d.filter?))).into_iter().collect()
}

/// One of the cards may stay on top, and the others go elsewhere.
fn left_on_top(
    context: &mut Context,
    count: Quantity,
    cards: Option<Filter>,
    rest: Destination,
) -> Option<Vec<Instruction>> {
    let (all, into) = (context.variable()?, context.variable()?);
    let (all, chosen) = (Objects::Var(all), Objects::Var(into));
    let Objects::Var(var) = all else { return None };
    let from = match &cards {
        Some(filter) => Objects::Only(Box::new(all.clone()), filter.clone()),
        None => all.clone(),
    };
    let others = Objects::Only(Box::new(all.clone()), not(Filter::In(Box::new(chosen.clone()))));
    let mut effects = vec![
        Instruction::Keep(var, Objects::Top(count, Who::You)),
        Instruction::Look(Who::You, all),
        help::choose(Who::You, from, (n(0), n(1)), into),
    ];
    if cards.is_some() {
        effects.push(Instruction::Reveal(chosen));
    }
    effects.push(Instruction::Move { what: others, to: rest, into: context.variable(), linked: false, until: None });
    Some(effects)
}

fn is_left_on_top(context: &Context, effects: &[Instruction], rest: &Destination) -> Vec<(Top, Option<Filter>)> {
    let parts = |(effects, x): (Vec<Instruction>, Quantity)| {
        let [Instruction::Keep(_, Objects::Top(count, _)), _, Instruction::Choose { from, .. }, ..] =
            effects.as_slice()
        else {
            return None;
        };
        let cards = match from {
            Objects::Only(_, filter) => Some(filter.clone()),
            _ => None,
        };
        let same = left_on_top(&mut context.clone(), count.clone(), cards.clone(), rest.clone())? == effects;
        (same && (x == Quantity::X || *count == Quantity::X)).then(|| ((count.clone(), x), cards))
    };
    lettered(context, effects).into_iter().filter_map(parts).collect()
}

/// Something happens if no card was put into the hand.
fn if_none(mut effects: Vec<Instruction>, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let moved = effects.iter().find_map(|effect| match effect {
        Instruction::Move { to: Destination::Hand, into, .. } => *into,
        _ => None,
    });
    let cond = Condition::Not(Box::new(Condition::Did(moved?)));
    effects.push(Instruction::If { cond, then, otherwise: Vec::new() });
    Some(effects)
}

fn is_if_none(context: &Context, effects: &[Instruction], rest: &Destination) -> Vec<(Top, Filter, Vec<Instruction>)> {
    let Some((Instruction::If { then, otherwise, .. }, first)) = effects.split_last() else { return Vec::new() };
    let same = if_none(first.to_vec(), then.clone()).as_deref() == Some(effects);
    if !same || !otherwise.is_empty() {
        return Vec::new();
    }
    let found = is_one_of(context, first, &Destination::Hand, rest).into_iter();
    found.map(|(top, cards)| (top, cards, then.clone())).collect()
}

macro_rules! one {
    ($words:literal, $to:expr, $rest:expr) => {
        rule!(Plain: $words (looked: Looked, cards: Sought) => |c, looked, cards| dug(c, looked, one_of(cards, $to, $rest)),
            |c, e: &_| is_one_of(c, e, &$to, &$rest); "")
    };
    (also $words:literal, $to:expr, $rest:expr) => {
        alternate!(Plain: $words (looked: Looked, cards: Sought) => |c, looked, cards| dug(c, looked, one_of(cards, $to, $rest)); "")
    };
}

macro_rules! any {
    ($words:literal, $to:expr, $rest:expr) => {
        rule!(Plain: $words (looked: Looked, cards: CardNoun) => |c, looked, cards| dug(c, looked, any_of(cards, $to, $rest)),
            |c, e: &_| is_any_of(c, e, &$to, &$rest); "")
    };
    (also $words:literal, $to:expr, $rest:expr) => {
        alternate!(Plain: $words (looked: Looked, cards: CardNoun) => |c, looked, cards| dug(c, looked, any_of(cards, $to, $rest)); "")
    };
}

macro_rules! few {
    ($words:literal, $to:expr, $rest:expr) => {
        rule!(Plain: $words (looked: Looked, most: Count, cards: CardNoun) => |c, looked, most, cards| dug(c, looked, few_of(most, cards, $to, $rest)),
            |c, e: &_| is_few_of(c, e, &$to, &$rest); "")
    };
}

macro_rules! shown {
    ($words:literal, $to:expr, $rest:expr) => {
        rule!(Plain: $words (count: Count, cards: Sought) => |c, count, cards| dig(c, shown_one(cards, $to, $rest)(count)),
            |c, e: &_| is_shown_one(c, e, &$to, &$rest); "")
    };
}

macro_rules! keep {
    ($words:literal, $rest:expr) => {
        alternate!(Plain: $words (looked: Looked) => |c, looked| dug(c, looked, |count| Dig { count, reveal: false, filter: None, min: n(1), max: n(1), to: Destination::Hand, rest: $rest }); "")
    };
}

macro_rules! stays {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (looked: Looked) => |c, looked| of_top(c, looked, |c, count| left_on_top(c, count, None, $rest)),
            |c, e: &_| is_left_on_top(c, e, &$rest).into_iter().filter(|(_, cards)| cards.is_none()).map(|(top, _)| (top,)).collect(); "")
    };
    (cards $words:literal, $rest:expr) => {
        rule!(Plain: $words (looked: Looked, cards: Sought) => |c, looked, cards| of_top(c, looked, |c, count| left_on_top(c, count, Some(cards), $rest)),
            |c, e: &_| is_left_on_top(c, e, &$rest).into_iter().filter_map(|(top, cards)| Some((top, cards?))).collect(); "")
    };
}

macro_rules! none {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (looked: Looked, cards: Sought, then: Clause)
            => |c, looked, cards, then| if_none(dug(c, looked, one_of(cards, Destination::Hand, $rest))?, then), |c, e: &_| is_if_none(c, e, &$rest); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- how many
    rule!(Looked: "look at the top {count} cards of your library" (count: Count) => |_, count| Some((count, Quantity::X)),
        |_, t: &_| if t.1 == Quantity::X && t.0 != Quantity::EventAmount { vec![(t.0.clone(),)] } else { Vec::new() }; "look at the top three cards of your library"),
    rule!(Looked: "look at the top X cards of your library , where X is {n}" (n: Value_) => |_, n| (n != Quantity::X).then_some((Quantity::X, n)),
        |_, t: &_| if t.0 == Quantity::X && is_said(&t.1) { vec![(t.1.clone(),)] } else { Vec::new() }; "look at the top X cards of your library, where X is the number of lands you control"),
    rule!(Looked: "look at that many cards from the top of your library" () => |c| c.event.then_some((Quantity::EventAmount, Quantity::X)),
        |c, t: &_| if c.event && *t == (Quantity::EventAmount, Quantity::X) { vec![()] } else { Vec::new() }; ""),
    // ---- onto the battlefield
    one!(
        "{looked} . you may put a {cards.s} from among them onto the battlefield . put the rest on the bottom of your library in any order .",
        entering(false, false),
        Destination::LibraryBottom
    ),
    one!(
        "{looked} . you may put a {cards.s} from among them onto the battlefield . put the rest on the bottom of your library in a random order .",
        entering(false, false),
        Destination::LibraryBottomRandom
    ),
    one!(
        "{looked} . you may put a {cards.s} from among them onto the battlefield . put the rest into your graveyard .",
        entering(false, false),
        Destination::Graveyard
    ),
    one!(
        "{looked} . you may put a {cards.s} from among them onto the battlefield tapped . put the rest on the bottom of your library in any order .",
        entering(true, false),
        Destination::LibraryBottom
    ),
    one!(
        "{looked} . you may put a {cards.s} from among them onto the battlefield tapped . put the rest on the bottom of your library in a random order .",
        entering(true, false),
        Destination::LibraryBottomRandom
    ),
    one!(
        "{looked} . you may put a {cards.s} from among them onto the battlefield tapped . put the rest into your graveyard .",
        entering(true, false),
        Destination::Graveyard
    ),
    one!(
        "{looked} . you may put a {cards.s} from among them onto the battlefield tapped and attacking . put the rest on the bottom of your library in a random order .",
        entering(true, true),
        Destination::LibraryBottomRandom
    ),
    one!(also "{looked} . you may reveal a {cards.s} from among them and put it onto the battlefield . put the rest on the bottom of your library in a random order .",
        entering(false, false), Destination::LibraryBottomRandom),
    one!(also "{looked} . you may reveal a {cards.s} from among them and put it onto the battlefield . put the rest on the bottom in a random order .",
        entering(false, false), Destination::LibraryBottomRandom),
    any!(
        "{looked} . you may put any number of {cards.p} from among them onto the battlefield . put the rest on the bottom of your library in any order .",
        entering(false, false),
        Destination::LibraryBottom
    ),
    any!(
        "{looked} . you may put any number of {cards.p} from among them onto the battlefield . put the rest on the bottom of your library in a random order .",
        entering(false, false),
        Destination::LibraryBottomRandom
    ),
    any!(also "{looked} . put any number of {cards.p} from among them onto the battlefield . put the rest on the bottom of your library in a random order .",
        entering(false, false), Destination::LibraryBottomRandom),
    any!(also "{looked} . put any number of {cards.p} from among them onto the battlefield and the rest on the bottom of your library in a random order .",
        entering(false, false), Destination::LibraryBottomRandom),
    few!(
        "{looked} . you may put up to {most} {cards.p} from among them onto the battlefield . put the rest on the bottom of your library in a random order .",
        entering(false, false),
        Destination::LibraryBottomRandom
    ),
    few!(
        "{looked} . you may put up to {most} {cards.p} from among them onto the battlefield tapped . put the rest on the bottom of your library in a random order .",
        entering(true, false),
        Destination::LibraryBottomRandom
    ),
    shown!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield . put the rest on the bottom of your library in any order .",
        entering(false, false),
        Destination::LibraryBottom
    ),
    shown!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield . put the rest on the bottom of your library in a random order .",
        entering(false, false),
        Destination::LibraryBottomRandom
    ),
    shown!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield . put the rest into your graveyard .",
        entering(false, false),
        Destination::Graveyard
    ),
    shown!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield tapped . put the rest into your graveyard .",
        entering(true, false),
        Destination::Graveyard
    ),
    // ---- into the hand
    one!(also "{looked} . you may reveal a {cards.s} from among them and put that card into your hand . put the rest on the bottom of your library in any order .",
        Destination::Hand, Destination::LibraryBottom),
    one!(also "{looked} . you may reveal a {cards.s} from among them and put that card into your hand . put the rest on the bottom of your library in a random order .",
        Destination::Hand, Destination::LibraryBottomRandom),
    one!(also "{looked} . you may reveal a {cards.s} from among those cards and put it into your hand . put the rest on the bottom of your library in a random order .",
        Destination::Hand, Destination::LibraryBottomRandom),
    few!(
        "{looked} . you may reveal up to {most} {cards.p} from among them and put them into your hand . put the rest on the bottom of your library in any order .",
        Destination::Hand,
        Destination::LibraryBottom
    ),
    few!(
        "{looked} . you may reveal up to {most} {cards.p} from among them and put them into your hand . put the rest on the bottom of your library in a random order .",
        Destination::Hand,
        Destination::LibraryBottomRandom
    ),
    keep!(
        "{looked} . put one of those cards into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    keep!(
        "{looked} . put one of those cards into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    keep!(
        "{looked} . put one of those cards into your hand and the rest into your graveyard .",
        Destination::Graveyard
    ),
    keep!(
        "{looked} , then put one of them into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    keep!(
        "{looked} , then put one of them into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    keep!("{looked} , then put one of them into your hand and the rest into your graveyard .", Destination::Graveyard),
    keep!(
        "{looked} , then put one of those cards into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    keep!(
        "{looked} , then put one of those cards into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    none!(
        "{looked} . you may reveal a {cards.s} from among them and put it into your hand . put the rest on the bottom of your library in any order . if you didn't put a card into your hand this way , {then} .",
        Destination::LibraryBottom
    ),
    none!(
        "{looked} . you may reveal a {cards.s} from among them and put it into your hand . put the rest on the bottom of your library in a random order . if you didn't put a card into your hand this way , {then} .",
        Destination::LibraryBottomRandom
    ),
    // ---- on top
    stays!(
        "{looked} . you may put one of those cards back on top of your library . put the rest into your graveyard .",
        Destination::Graveyard
    ),
    stays!(
        "{looked} . you may put one of those cards on top of your library . put the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    stays!(cards "{looked} . you may reveal a {cards.s} from among them and put it on top of your library . put the rest on the bottom of your library in a random order .", Destination::LibraryBottomRandom),
];
