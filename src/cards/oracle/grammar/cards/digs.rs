//! The top cards of the library: what is chosen of them and where the others go.

use crate::cards::oracle::grammar::cards::looks::{Dig, dig, is_dig};
use crate::cards::oracle::grammar::help::{n, not};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// How many are chosen, of cards of a sort or of all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Most {
    /// One or none.
    One,
    /// Up to a number.
    Some,
    /// Any number.
    Any,
}

const ONTO: fn(bool) -> Destination = |tapped| Destination::Battlefield(Entry { tapped, ..Entry::default() });

fn sifted(
    context: &mut Context,
    (reveal, count): (bool, Quantity),
    cards: Filter,
    max: Quantity,
    (to, rest): (Destination, Destination),
) -> Option<Vec<Instruction>> {
    dig(context, Dig { count, reveal, filter: Some(cards), min: n(0), max, to, rest })
}

/// The parts of such instructions: of how many cards, of what sort, at most how many.
fn is_sifted(
    context: &Context,
    effects: &[Instruction],
    shown: bool,
    most: Most,
    (there, others): (&Destination, &Destination),
) -> Option<(Quantity, Filter, Quantity)> {
    let Dig { count, reveal, filter, min, max, to, rest } = is_dig(context, effects)?;
    let number = match most {
        Most::One => max == n(1),
        Most::Some => max != n(1) && max != count,
        Most::Any => max == count,
    };
    let same = reveal == shown && min == n(0) && number && to == *there && rest == *others;
    Some((count, filter?, max)).filter(|_| same)
}

/// Some cards, whatever they are: a number of them, or up to that.
fn kept(
    context: &mut Context,
    count: Quantity,
    least: Quantity,
    most: Quantity,
    rest: Destination,
) -> Option<Vec<Instruction>> {
    dig(context, Dig { count, reveal: false, filter: None, min: least, max: most, to: Destination::Hand, rest })
}

fn is_kept(
    context: &Context,
    effects: &[Instruction],
    exactly: bool,
    others: &Destination,
) -> Option<(Quantity, Quantity)> {
    let Dig { count, reveal, filter, min, max, to, rest } = is_dig(context, effects)?;
    let number = if exactly { min == max } else { min == n(0) && max != min };
    let same = !reveal && filter.is_none() && number && to == Destination::Hand && rest == *others;
    same.then_some((count, max))
}

/// Whether the number of cards is said after them.
fn is_said(count: &Quantity) -> bool {
    !matches!(count, Quantity::N(_) | Quantity::X)
}

/// A card of each of two sorts may be put into the hand, of the cards that are revealed or looked at.
fn of_both(
    context: &mut Context,
    reveal: bool,
    count: Quantity,
    (a, b): (Filter, Filter),
    rest: Destination,
) -> Option<Vec<Instruction>> {
    let (cards, first, second) = (context.variable()?, context.variable()?, context.variable()?);
    let (all, chosen) = (Objects::Var(cards), Objects::Var(first));
    let show = if reveal { Instruction::Reveal(all.clone()) } else { Instruction::Look(Who::You, all.clone()) };
    let from = |filter| Objects::Only(Box::new(all.clone()), filter);
    let other = help::with(b, not(Filter::In(Box::new(chosen.clone()))));
    let both = Objects::Union(vec![chosen, Objects::Var(second)]);
    let mut effects = vec![
        Instruction::Keep(cards, Objects::Top(count, Who::You)),
        show,
        help::choose(Who::You, from(a), (n(0), n(1)), first),
        help::choose(Who::You, from(other), (n(0), n(1)), second),
    ];
    if !reveal {
        effects.push(Instruction::Reveal(both.clone()));
    }
    let left = from(Filter::Zone(ZoneKind::Library));
    for (what, to) in [(both, Destination::Hand), (left, rest)] {
        effects.push(Instruction::Move { what, to, into: context.variable(), linked: false, until: None });
    }
    Some(effects)
}

fn are_of_both(
    context: &Context,
    effects: &[Instruction],
    reveal: bool,
    rest: &Destination,
) -> Vec<(Quantity, Filter, Filter)> {
    let [
        Instruction::Keep(_, Objects::Top(count, Who::You)),
        _,
        Instruction::Choose { from: Objects::Only(_, a), into, .. },
        Instruction::Choose { from: Objects::Only(_, b), .. },
        ..,
    ] = effects
    else {
        return Vec::new();
    };
    let first = not(Filter::In(Box::new(Objects::Var(*into))));
    let Some(b) = help::without(b, &first) else { return Vec::new() };
    let made = of_both(&mut context.clone(), reveal, count.clone(), (a.clone(), b.clone()), rest.clone());
    if made.as_deref() == Some(effects) { vec![(count.clone(), a.clone(), b)] } else { Vec::new() }
}

macro_rules! one {
    ($words:literal, $reveal:literal, $to:expr, $rest:expr) => {
        rule!(Plain: $words (count: Count, cards: CardNoun) => |c, count, cards| sifted(c, ($reveal, count), cards, n(1), ($to, $rest)),
            |c, e: &_| is_sifted(c, e, $reveal, Most::One, (&$to, &$rest)).map(|(count, cards, _)| (count, cards)).into_iter().collect(); "")
    };
}

macro_rules! some {
    ($words:literal, $reveal:literal, $to:expr, $rest:expr) => {
        rule!(Plain: $words (count: Count, most: Count, cards: CardNoun) => |c, count, most, cards| sifted(c, ($reveal, count), cards, most, ($to, $rest)),
            |c, e: &_| is_sifted(c, e, $reveal, Most::Some, (&$to, &$rest)).map(|(count, cards, most)| (count, most, cards)).into_iter().collect(); "")
    };
}

macro_rules! any {
    ($words:literal, $reveal:literal, $to:expr, $rest:expr) => {
        rule!(Plain: $words (count: Count, cards: CardNoun) => |c, count, cards| sifted(c, ($reveal, count.clone()), cards, count, ($to, $rest)),
            |c, e: &_| is_sifted(c, e, $reveal, Most::Any, (&$to, &$rest)).map(|(count, cards, _)| (count, cards)).into_iter().collect(); "")
    };
}

macro_rules! both {
    ($words:literal, $reveal:literal, $rest:expr) => {
        rule!(Plain: $words (count: Count, a: CardNoun, b: CardNoun) => |c, count, a, b| of_both(c, $reveal, count, (a, b), $rest), |c, e: &_| are_of_both(c, e, $reveal, &$rest); "")
    };
}

macro_rules! keeps {
    ($words:literal, $rest:expr) => {
        alternate!(Plain: $words (count: Count, some: Count) => |c, count, some| kept(c, count, some.clone(), some, $rest); "")
    };
}

macro_rules! keeps_one {
    ($words:literal, $rest:expr) => {
        alternate!(Plain: $words (count: Count) => |c, count| kept(c, count, n(1), n(1), $rest); "")
    };
}

macro_rules! keeps_of {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (value: Value_, some: Count) => |c, value, some| kept(c, value, some.clone(), some, $rest),
            |c, e: &_| is_kept(c, e, true, &$rest).filter(|(count, some)| is_said(count) && *some != n(1)).into_iter().collect(); "")
    };
}

macro_rules! keeps_some {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (value: Value_, some: Count) => |c, value, some| kept(c, value, n(0), some, $rest),
            |c, e: &_| is_kept(c, e, false, &$rest).filter(|(count, _)| is_said(count)).into_iter().collect(); "")
    };
}

macro_rules! keeps_up_to {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (count: Count, some: Count) => |c, count, some| kept(c, count, n(0), some, $rest),
            |c, e: &_| is_kept(c, e, false, &$rest).filter(|(count, _)| !is_said(count)).into_iter().collect(); "")
    };
}

macro_rules! keeps_one_of {
    ($words:literal, $rest:expr) => {
        alternate!(Plain: $words (value: Value_) => |c, value| kept(c, value, n(1), n(1), $rest); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    keeps_up_to!(
        "look at the top {count} cards of your library . put up to {some} of them into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    keeps_up_to!(
        "look at the top {count} cards of your library . put up to {some} of them into your hand and the rest into your graveyard .",
        Destination::Graveyard
    ),
    one!(
        "look at the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield . put the rest on the bottom of your library in any order .",
        false,
        ONTO(false),
        Destination::LibraryBottom
    ),
    one!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield . put the rest on the bottom of your library in any order .",
        true,
        ONTO(false),
        Destination::LibraryBottom
    ),
    one!(
        "look at the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield . put the rest on the bottom of your library in a random order .",
        false,
        ONTO(false),
        Destination::LibraryBottomRandom
    ),
    one!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield . put the rest on the bottom of your library in a random order .",
        true,
        ONTO(false),
        Destination::LibraryBottomRandom
    ),
    one!(
        "look at the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield . put the rest into your graveyard .",
        false,
        ONTO(false),
        Destination::Graveyard
    ),
    one!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield . put the rest into your graveyard .",
        true,
        ONTO(false),
        Destination::Graveyard
    ),
    one!(
        "look at the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield tapped . put the rest on the bottom of your library in any order .",
        false,
        ONTO(true),
        Destination::LibraryBottom
    ),
    some!(
        "look at the top {count} cards of your library . put up to {most} {cards.p} from among them onto the battlefield tapped . put the rest on the bottom of your library in any order .",
        false,
        ONTO(true),
        Destination::LibraryBottom
    ),
    some!(
        "look at the top {count} cards of your library . you may reveal up to {most} {cards.p} from among them and put them into your hand . put the rest on the bottom of your library in any order .",
        false,
        Destination::Hand,
        Destination::LibraryBottom
    ),
    one!(
        "look at the top {count} cards of your library . you may put a {cards.s} from among them onto the battlefield tapped . put the rest on the bottom of your library in a random order .",
        false,
        ONTO(true),
        Destination::LibraryBottomRandom
    ),
    some!(
        "look at the top {count} cards of your library . put up to {most} {cards.p} from among them onto the battlefield tapped . put the rest on the bottom of your library in a random order .",
        false,
        ONTO(true),
        Destination::LibraryBottomRandom
    ),
    some!(
        "look at the top {count} cards of your library . you may reveal up to {most} {cards.p} from among them and put them into your hand . put the rest on the bottom of your library in a random order .",
        false,
        Destination::Hand,
        Destination::LibraryBottomRandom
    ),
    some!(
        "reveal the top {count} cards of your library . put up to {most} {cards.p} from among them into your hand and the rest on the bottom of your library in any order .",
        true,
        Destination::Hand,
        Destination::LibraryBottom
    ),
    any!(
        "reveal the top {count} cards of your library . you may put any number of {cards.p} from among them into your hand . put the rest on the bottom of your library in any order .",
        true,
        Destination::Hand,
        Destination::LibraryBottom
    ),
    both!(
        "reveal the top {count} cards of your library . you may put a {a.s} and/or a {b.s} from among them into your hand . put the rest on the bottom of your library in any order .",
        true,
        Destination::LibraryBottom
    ),
    both!(
        "look at the top {count} cards of your library . you may reveal a {a.s} and/or a {b.s} from among them and put the revealed cards into your hand . put the rest on the bottom of your library in any order .",
        false,
        Destination::LibraryBottom
    ),
    keeps!(
        "look at the top {count} cards of your library . put {some} of those cards into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    keeps_one!(
        "look at the top {count} cards of your library . put one of those cards into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    keeps_of!(
        "look at the top X cards of your library , where X is {value} . put {some} of them into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    keeps_some!(
        "look at the top X cards of your library , where X is {value} . put up to {some} of them into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    keeps_one_of!(
        "look at the top X cards of your library , where X is {value} . put one of them into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    some!(
        "reveal the top {count} cards of your library . put up to {most} {cards.p} from among them into your hand and the rest on the bottom of your library in a random order .",
        true,
        Destination::Hand,
        Destination::LibraryBottomRandom
    ),
    any!(
        "reveal the top {count} cards of your library . you may put any number of {cards.p} from among them into your hand . put the rest on the bottom of your library in a random order .",
        true,
        Destination::Hand,
        Destination::LibraryBottomRandom
    ),
    both!(
        "reveal the top {count} cards of your library . you may put a {a.s} and/or a {b.s} from among them into your hand . put the rest on the bottom of your library in a random order .",
        true,
        Destination::LibraryBottomRandom
    ),
    both!(
        "look at the top {count} cards of your library . you may reveal a {a.s} and/or a {b.s} from among them and put the revealed cards into your hand . put the rest on the bottom of your library in a random order .",
        false,
        Destination::LibraryBottomRandom
    ),
    keeps!(
        "look at the top {count} cards of your library . put {some} of those cards into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    keeps_one!(
        "look at the top {count} cards of your library . put one of those cards into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    keeps_of!(
        "look at the top X cards of your library , where X is {value} . put {some} of them into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    keeps_some!(
        "look at the top X cards of your library , where X is {value} . put up to {some} of them into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    keeps_one_of!(
        "look at the top X cards of your library , where X is {value} . put one of them into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    some!(
        "reveal the top {count} cards of your library . put up to {most} {cards.p} from among them into your hand and the rest into your graveyard .",
        true,
        Destination::Hand,
        Destination::Graveyard
    ),
    any!(
        "reveal the top {count} cards of your library . you may put any number of {cards.p} from among them into your hand . put the rest into your graveyard .",
        true,
        Destination::Hand,
        Destination::Graveyard
    ),
    both!(
        "reveal the top {count} cards of your library . you may put a {a.s} and/or a {b.s} from among them into your hand . put the rest into your graveyard .",
        true,
        Destination::Graveyard
    ),
    both!(
        "look at the top {count} cards of your library . you may reveal a {a.s} and/or a {b.s} from among them and put the revealed cards into your hand . put the rest into your graveyard .",
        false,
        Destination::Graveyard
    ),
    keeps!(
        "look at the top {count} cards of your library . put {some} of those cards into your hand and the rest into your graveyard .",
        Destination::Graveyard
    ),
    keeps_one!(
        "look at the top {count} cards of your library . put one of those cards into your hand and the rest into your graveyard .",
        Destination::Graveyard
    ),
    keeps_of!(
        "look at the top X cards of your library , where X is {value} . put {some} of them into your hand and the rest into your graveyard .",
        Destination::Graveyard
    ),
    keeps_some!(
        "look at the top X cards of your library , where X is {value} . put up to {some} of them into your hand and the rest into your graveyard .",
        Destination::Graveyard
    ),
    keeps_one_of!(
        "look at the top X cards of your library , where X is {value} . put one of them into your hand and the rest into your graveyard .",
        Destination::Graveyard
    ),
    any!(
        "look at the top {count} cards of your library . put any number of {cards.p} from among them onto the battlefield and the rest into your hand .",
        false,
        ONTO(false),
        Destination::Hand
    ),
    any!(
        "reveal the top {count} cards of your library . you may put any number of {cards.p} from among them onto the battlefield . then put all cards revealed this way that weren't put onto the battlefield into your graveyard .",
        true,
        ONTO(false),
        Destination::Graveyard
    ),
    alternate!(Plain: "look at the top {count} cards of your library . you may put up to {most} {cards.p} from among them onto the battlefield . put the rest on the bottom of your library in any order ." (count: Count, most: Count, cards: CardNoun) => |c, count, most, cards| sifted(c, (false, count), cards, most, (ONTO(false), Destination::LibraryBottom)); ""),
    alternate!(Plain: "look at the top {count} cards of your library . you may reveal up to {most} {cards.p} from among them and put the revealed cards into your hand . put the rest on the bottom of your library in any order ." (count: Count, most: Count, cards: CardNoun) => |c, count, most, cards| sifted(c, (false, count), cards, most, (Destination::Hand, Destination::LibraryBottom)); ""),
    alternate!(Plain: "look at the top {count} cards of your library . you may put up to {most} {cards.p} from among them onto the battlefield . put the rest on the bottom of your library in a random order ." (count: Count, most: Count, cards: CardNoun) => |c, count, most, cards| sifted(c, (false, count), cards, most, (ONTO(false), Destination::LibraryBottomRandom)); ""),
    alternate!(Plain: "look at the top {count} cards of your library . you may reveal up to {most} {cards.p} from among them and put the revealed cards into your hand . put the rest on the bottom of your library in a random order ." (count: Count, most: Count, cards: CardNoun) => |c, count, most, cards| sifted(c, (false, count), cards, most, (Destination::Hand, Destination::LibraryBottomRandom)); ""),
    alternate!(Plain: "reveal the top {count} cards of your library . put up to {most} {cards.p} from among them into your hand and the rest of the revealed cards into your graveyard ." (count: Count, most: Count, cards: CardNoun) => |c, count, most, cards| sifted(c, (true, count), cards, most, (Destination::Hand, Destination::Graveyard)); ""),
    alternate!(Plain: "look at the top three cards of your library . put two of them into your hand and the other into your graveyard ." () => |c| kept(c, n(3), n(2), n(2), Destination::Graveyard); ""),
    alternate!(Plain: "look at the top two cards of your library . put one of those cards into your hand and the other on the bottom of your library ." () => |c| kept(c, n(2), n(1), n(1), Destination::LibraryBottom); ""),
    alternate!(Plain: "look at the top two cards of your library . put one of those cards into your hand and the other into your graveyard ." () => |c| kept(c, n(2), n(1), n(1), Destination::Graveyard); ""),
];
