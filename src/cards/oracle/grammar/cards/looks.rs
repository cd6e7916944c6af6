//! Cards that are looked at or revealed, and what becomes of them.

use crate::cards::oracle::grammar::cards::digs_by_number::{dug, is_dug};
use crate::cards::oracle::grammar::help::{hand, n};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// A player shows their hand, and a card of it is chosen and discarded.
pub(in crate::cards::oracle::grammar) fn strip(
    context: &mut Context,
    who: Who,
    filter: Filter,
) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let from = Objects::In(ZoneOf::Hand(who), filter);
    let choose = help::choose(Who::You, from, (n(1), n(1)), into);
    Some(vec![Instruction::Reveal(hand(who)), choose, Instruction::DiscardThese(Objects::Var(into))])
}

fn stripped(effects: Vec<Instruction>) -> Vec<(Who, Filter)> {
    match effects.as_slice() {
        [
            Instruction::Reveal(shown),
            Instruction::Choose {
                who: Who::You,
                from: Objects::In(ZoneOf::Hand(who), filter),
                min: Quantity::N(1),
                max: Quantity::N(1),
                random: false,
                into,
                ..
            },
            Instruction::DiscardThese(what),
        ] if *shown == hand(*who) && *what == Objects::Var(*into) => vec![(*who, filter.clone())],
        _ => Vec::new(),
    }
}

/// The top cards are looked at or revealed; some are chosen and moved, the others go elsewhere.
pub(in crate::cards::oracle::grammar) struct Dig {
    /// How many cards there are to choose from.
    pub count: Quantity,
    /// Whether all of them are revealed.
    pub reveal: bool,
    /// What those that can be chosen are like.
    pub filter: Option<Filter>,
    /// The fewest that are chosen.
    pub min: Quantity,
    /// The most that are chosen.
    pub max: Quantity,
    /// Where those go.
    pub to: Destination,
    /// Where the others go.
    pub rest: Destination,
}

/// The instructions of it.
pub(in crate::cards::oracle::grammar) fn dig(context: &mut Context, dig: Dig) -> Option<Vec<Instruction>> {
    let (cards, into) = (context.variable()?, context.variable()?);
    let moved = context.variable();
    let all = Objects::Var(cards);
    let mut effects = vec![Instruction::Keep(cards, Objects::Top(dig.count, Who::You))];
    effects.push(if dig.reveal { Instruction::Reveal(all.clone()) } else { Instruction::Look(Who::You, all.clone()) });
    let from = match dig.filter.clone() {
        Some(filter) => Objects::Only(Box::new(all.clone()), filter),
        None => all.clone(),
    };
    effects.push(help::choose(Who::You, from, (dig.min, dig.max), into));
    let what = Objects::Var(into);
    if dig.filter.is_some() && !dig.reveal {
        effects.push(Instruction::Reveal(what.clone()));
    }
    effects.push(Instruction::Move { what, to: dig.to, into: moved, linked: false, until: None });
    let left = Objects::Only(Box::new(all), Filter::Zone(ZoneKind::Library));
    effects.push(Instruction::Move { what: left, to: dig.rest, into: context.variable(), linked: false, until: None });
    Some(effects)
}

/// The parts of such instructions, if they are nothing else.
pub(in crate::cards::oracle::grammar) fn is_dig(context: &Context, effects: &[Instruction]) -> Option<Dig> {
    let [
        Instruction::Keep(_, Objects::Top(count, Who::You)),
        shown,
        Instruction::Choose { from, min, max, .. },
        ..,
        Instruction::Move { to, .. },
        Instruction::Move { to: rest, .. },
    ] = effects
    else {
        return None;
    };
    let filter = match from {
        Objects::Only(_, filter) => Some(filter.clone()),
        _ => None,
    };
    let made = |c: &mut Context| {
        let (min, max, to, rest) = (min.clone(), max.clone(), to.clone(), rest.clone());
        dig(
            c,
            Dig {
                count: count.clone(),
                reveal: matches!(shown, Instruction::Reveal(_)),
                filter: filter.clone(),
                min,
                max,
                to,
                rest,
            },
        )
    };
    let mut again = context.clone();
    let same = made(&mut again)? == effects;
    let (min, max, to, rest) = (min.clone(), max.clone(), to.clone(), rest.clone());
    same.then(|| Dig {
        count: count.clone(),
        reveal: matches!(shown, Instruction::Reveal(_)),
        filter,
        min,
        max,
        to,
        rest,
    })
}

fn simple(context: &Context, effects: &[Instruction], rest: &Destination) -> Vec<((Quantity, Quantity),)> {
    let fits = |d: &Dig| {
        !d.reveal
            && d.filter.is_none()
            && d.min == n(1)
            && d.max == n(1)
            && d.to == Destination::Hand
            && d.rest == *rest
    };
    is_dug(context, effects).into_iter().filter(|(_, d)| fits(d)).map(|(top, _)| (top,)).collect()
}

type Offered = Vec<((Quantity, Quantity), Filter)>;

fn offered(context: &Context, effects: &[Instruction], rest: &Destination) -> Offered {
    let fits = |d: &Dig| !d.reveal && d.min == n(0) && d.max == n(1) && d.to == Destination::Hand && d.rest == *rest;
    let parts = |(top, d): ((Quantity, Quantity), Dig)| fits(&d).then_some((top, d.filter?));
    is_dug(context, effects).into_iter().filter_map(parts).collect()
}

macro_rules! keep_one {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (looked: Looked) => |c, looked| dug(c, looked, |count| Dig { count, reveal: false, filter: None, min: n(1), max: n(1), to: Destination::Hand, rest: $rest }),
            |c, e: &_| simple(c, e, &$rest); "")
    };
}

macro_rules! other_one {
    ($words:literal, $rest:expr) => {
        alternate!(Plain: $words () => |c| dig(c, Dig { count: n(2), reveal: false, filter: None, min: n(1), max: n(1), to: Destination::Hand, rest: $rest }); $words)
    };
}

macro_rules! then_rest {
    ($words:literal, $rest:expr) => {
        alternate!(Plain: $words (looked: Looked, cards: Sought) => |c, looked, cards| dug(c, looked, |count| Dig { count, reveal: false, filter: Some(cards), min: n(0), max: n(1), to: Destination::Hand, rest: $rest }); "")
    };
}

macro_rules! may_take {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (count: Count, cards: CardNoun) => |c, count, cards| dig(c, Dig { count, reveal: true, filter: Some(cards), min: n(0), max: n(1), to: Destination::Hand, rest: $rest }),
            |c, e: &_| taken(c, e, &$rest); "")
    };
}

/// One of the revealed cards may be put into the hand.
fn taken(context: &Context, effects: &[Instruction], rest: &Destination) -> Vec<(Quantity, Filter)> {
    is_dig(context, effects)
        .filter(|d| d.reveal && d.min == n(0) && d.max == n(1) && d.to == Destination::Hand && d.rest == *rest)
        .and_then(|d| Some((d.count, d.filter?)))
        .into_iter()
        .collect()
}

/// A player shows their hand, and a card of it is chosen and exiled.
pub(in crate::cards::oracle::grammar) fn peeled(
    context: &mut Context,
    who: Who,
    filter: Filter,
) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let from = Objects::In(ZoneOf::Hand(who), filter);
    let choose = help::choose(Who::You, from, (n(1), n(1)), into);
    let (what, to) = (Objects::Var(into), Destination::Exile);
    let gone = Instruction::Move { what, to, into: context.variable(), linked: false, until: None };
    Some(vec![Instruction::Reveal(hand(who)), choose, gone])
}

macro_rules! may_reveal {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (looked: Looked, cards: Sought) => |c, looked, cards| dug(c, looked, |count| Dig { count, reveal: false, filter: Some(cards), min: n(0), max: n(1), to: Destination::Hand, rest: $rest }),
            |c, e: &_| offered(c, e, &$rest); "")
    };
}

fn put_back(context: &mut Context, count: Quantity) -> Option<Vec<Instruction>> {
    let cards = context.variable()?;
    let all = Objects::Var(cards);
    let moved = context.variable();
    Some(vec![
        Instruction::Keep(cards, Objects::Top(count, Who::You)),
        Instruction::Look(Who::You, all.clone()),
        Instruction::Move { what: all, to: Destination::LibraryTop, into: moved, linked: false, until: None },
    ])
}

macro_rules! may_reveal_many {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (looked: Looked, cards: CardNoun) => |c, looked, cards| dug(c, looked, |count| Dig { count: count.clone(), reveal: false, filter: Some(cards), min: n(0), max: count, to: Destination::Hand, rest: $rest }),
            |c, e: &_| many_offered(c, e, &$rest); "")
    };
}

/// Any number of the cards that are looked at may be put into the hand.
fn many_offered(context: &Context, effects: &[Instruction], rest: &Destination) -> Offered {
    let fits = |d: &Dig| !d.reveal && d.min == n(0) && d.max == d.count && d.to == Destination::Hand && d.rest == *rest;
    let parts = |(top, d): ((Quantity, Quantity), Dig)| fits(&d).then_some((top, d.filter?));
    is_dug(context, effects).into_iter().filter_map(parts).collect()
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "{who.s} reveals their hand . you choose a {cards.s} from it . that player discards that card ." (who: Other, cards: CardNoun)
        => |c, who, cards| strip(c, who, cards), |_, e| stripped(e); "target opponent reveals their hand. You choose a nonland card from it. That player discards that card."),
    rule!(Verb: "look at {whose} hand" (whose: Whose) => |c, whose| (c.doer == Who::You && whose != Who::You).then(|| Instruction::Look(Who::You, hand(whose))),
        |_, e| match e { Instruction::Look(Who::You, Objects::In(ZoneOf::Hand(who), Filter::Any)) => vec![(who,)], _ => Vec::new() }; "look at target player's hand"),
    keep_one!(
        "{looked} . put one of them into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    keep_one!(
        "{looked} . put one of them into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    keep_one!("{looked} . put one of them into your hand and the rest into your graveyard .", Destination::Graveyard),
    may_reveal!(
        "{looked} . you may reveal a {cards.s} from among them and put it into your hand . put the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    may_reveal!(
        "{looked} . you may reveal a {cards.s} from among them and put it into your hand . put the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    may_reveal!(
        "{looked} . you may reveal a {cards.s} from among them and put it into your hand . put the rest into your graveyard .",
        Destination::Graveyard
    ),
    may_reveal_many!(
        "{looked} . you may reveal any number of {cards.p} from among them and put the revealed cards into your hand . put the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    may_reveal_many!(
        "{looked} . you may reveal any number of {cards.p} from among them and put the revealed cards into your hand . put the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    other_one!(
        "look at the top two cards of your library . put one of them into your hand and the other on the bottom of your library .",
        Destination::LibraryBottom
    ),
    other_one!(
        "look at the top two cards of your library . put one of them into your hand and the other into your graveyard .",
        Destination::Graveyard
    ),
    other_one!(
        "look at the top two cards of your library . put one of those cards into your hand and the other into your graveyard .",
        Destination::Graveyard
    ),
    other_one!(
        "look at the top two cards of your library . put one into your hand and the other into your graveyard .",
        Destination::Graveyard
    ),
    then_rest!(
        "{looked} . you may reveal a {cards.s} from among them and put it into your hand . then put the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    then_rest!(
        "{looked} . you may reveal a {cards.s} from among them and put it into your hand . then put the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    may_take!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them into your hand . put the rest into your graveyard .",
        Destination::Graveyard
    ),
    may_take!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them into your hand . put the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    may_take!(
        "reveal the top {count} cards of your library . you may put a {cards.s} from among them into your hand . put the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    alternate!(Plain: "{who.s} reveals their hand and you choose a {cards.s} from it . exile that card ." (who: Other, cards: CardNoun) => |c, who, cards| peeled(c, who, cards); "target opponent reveals their hand and you choose a nonland card from it. Exile that card."),
    alternate!(Plain: "{who.s} reveals their hand . you choose a {cards.s} from it and exile that card ." (who: Other, cards: CardNoun) => |c, who, cards| peeled(c, who, cards); "target opponent reveals their hand. You choose a nonland card from it and exile that card."),
    rule!(Plain: "{who.s} reveals their hand . you choose a {cards.s} from it . exile that card ." (who: Other, cards: CardNoun) => |c, who, cards| peeled(c, who, cards),
        |c, e: &_| match e.as_slice() {
            [Instruction::Reveal(Objects::In(ZoneOf::Hand(who), Filter::Any)), Instruction::Choose { from: Objects::In(_, filter), .. }, _]
                if peeled(&mut c.clone(), *who, filter.clone()).as_ref() == Some(e) => vec![(*who, filter.clone())],
            _ => Vec::new(),
        }; "target opponent reveals their hand. You choose a nonland card from it. Exile that card."),
    rule!(Verbs: "look at the top {count} cards of your library , then put them back in any order" (count: Count) => |c, count| (c.doer == Who::You).then(|| put_back(c, count))?,
        |c, e: &_| match e.as_slice() {
            [Instruction::Keep(_, Objects::Top(count, Who::You)), Instruction::Look(..), Instruction::Move { to: Destination::LibraryTop, .. }] => {
                let same = put_back(&mut c.clone(), count.clone()).as_ref() == Some(e);
                if same { vec![(count.clone(),)] } else { Vec::new() }
            }
            _ => Vec::new(),
        }; "look at the top three cards of your library, then put them back in any order"),
];
