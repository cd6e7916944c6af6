//! Cards of the top of a library that are looked at or revealed, of which some are kept.

use crate::cards::oracle::grammar::cards::looks::{Dig, dig, is_dig};
use crate::cards::oracle::grammar::help::{moved, n, not};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// As many of the top cards are put into the hand.
fn keep(context: &mut Context, count: Quantity, some: Quantity, rest: Destination) -> Option<Vec<Instruction>> {
    let plain = Dig { count, reveal: false, filter: None, min: some.clone(), max: some, to: Destination::Hand, rest };
    dig(context, plain)
}

/// How many of how many are kept, if it is a fixed number.
fn kept(context: &Context, effects: &[Instruction], there: &Destination) -> Option<(Quantity, Quantity)> {
    let Dig { count, reveal, filter, min, max, to, rest } = is_dig(context, effects)?;
    let plain = !reveal && filter.is_none() && min == max && to == Destination::Hand && rest == *there;
    plain.then_some((count, min))
}

/// One number of cards, and another one if a condition holds.
fn either(cond: Condition, then: Quantity, otherwise: Quantity) -> Quantity {
    Quantity::If(Box::new(cond), Box::new(then), Box::new(otherwise))
}

/// One card is kept, or more of them if a condition holds.
fn kept_if(context: &Context, effects: &[Instruction], rest: &Destination) -> Option<(Quantity, Condition, Quantity)> {
    match kept(context, effects, rest)? {
        (count, Quantity::If(cond, then, otherwise)) if *otherwise == n(1) => Some((count, *cond, *then)),
        _ => None,
    }
}

/// One of the top cards goes to each of three places, in this order.
fn deal(context: &mut Context, count: Quantity, places: [Destination; 3]) -> Option<Vec<Instruction>> {
    let cards = context.variable()?;
    let all = Objects::Var(cards);
    let mut effects =
        vec![Instruction::Keep(cards, Objects::Top(count, Who::You)), Instruction::Look(Who::You, all.clone())];
    for to in places {
        let into = context.variable()?;
        let from = Objects::Only(Box::new(all.clone()), Filter::Zone(ZoneKind::Library));
        let from = if effects.len() == 2 { all.clone() } else { from };
        // What has been put back isn't chosen again.
        let from = match effects.last() {
            Some(Instruction::Move { what, to: Destination::LibraryBottom, .. }) => {
                let gone = Filter::In(Box::new(what.clone()));
                Objects::Only(Box::new(all.clone()), Filter::And(vec![Filter::Zone(ZoneKind::Library), not(gone)]))
            }
            _ => from,
        };
        effects.push(help::choose(Who::You, from, (n(1), n(1)), into));
        effects.push(moved(context, Objects::Var(into), to));
    }
    Some(effects)
}

fn three_ways(context: &mut Context, count: Quantity) -> Option<Vec<Instruction>> {
    let dealt = deal(context, count, [Destination::Hand, Destination::LibraryBottom, Destination::Exile])?;
    if let Some(last) = dealt.last() {
        context.after(last);
    }
    Some(dealt)
}

fn are_three_ways(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    let Some(Instruction::Keep(_, Objects::Top(count, Who::You))) = effects.first() else { return Vec::new() };
    let same = three_ways(&mut context.clone(), count.clone()).as_deref() == Some(effects);
    if same { vec![(count.clone(),)] } else { Vec::new() }
}

/// One of the top X cards stays on top, and the game is won if X is at least what was in the library.
fn foresee(context: &mut Context, value: Quantity) -> Option<Vec<Instruction>> {
    let (x, cards, into) = (context.variable()?, context.variable()?, context.variable()?);
    let all = Objects::Var(cards);
    let chosen = Objects::Var(into);
    let rest = Objects::Only(Box::new(all.clone()), not(Filter::In(Box::new(chosen.clone()))));
    let library = Objects::In(ZoneOf::Library(Who::You), Filter::Any);
    let enough = Condition::Compare(Quantity::Var(x), Cmp::Ge, Quantity::Count(Box::new(library)));
    Some(vec![
        Instruction::Set(x, value),
        Instruction::Keep(cards, Objects::Top(Quantity::Var(x), Who::You)),
        Instruction::Look(Who::You, all.clone()),
        help::choose(Who::You, all, (n(0), n(1)), into),
        moved(context, rest, Destination::LibraryBottomRandom),
        Instruction::If { cond: enough, then: vec![Instruction::Win(Who::You)], otherwise: Vec::new() },
    ])
}

fn foreseen(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    let Some(Instruction::Set(_, value)) = effects.first() else { return Vec::new() };
    let same = foresee(&mut context.clone(), value.clone()).as_deref() == Some(effects);
    if same { vec![(value.clone(),)] } else { Vec::new() }
}

/// A name is chosen; cards are exiled and then revealed until there is one with that name, which goes to the hand.
fn consult(context: &mut Context, count: Quantity) -> Option<Vec<Instruction>> {
    let name = context.variable()?;
    let first = moved(context, Objects::Top(count, Who::You), Destination::Exile);
    let (card, revealed) = (context.variable()?, context.variable()?);
    let found = Objects::Var(card);
    let filter = Filter::NameVar(name);
    let others = Objects::Only(Box::new(Objects::Var(revealed)), not(Filter::In(Box::new(found.clone()))));
    Some(vec![
        Instruction::ChooseName { who: Who::You, filter: Filter::Any, into: name },
        first,
        Instruction::RevealUntil { who: Who::You, filter, into: Some(card), revealed: Some(revealed) },
        moved(context, found, Destination::Hand),
        moved(context, others, Destination::Exile),
    ])
}

fn consulted(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    let [_, Instruction::Move { what: Objects::Top(count, Who::You), .. }, ..] = effects else { return Vec::new() };
    let same = consult(&mut context.clone(), count.clone()).as_deref() == Some(effects);
    if same { vec![(count.clone(),)] } else { Vec::new() }
}

/// Cards are revealed until there is one of a sort, which enters attacking; the others go to the bottom.
fn ambush(context: &mut Context, filter: Filter) -> Option<Vec<Instruction>> {
    let (card, revealed) = (context.variable()?, context.variable()?);
    let found = Objects::Var(card);
    let others = Objects::Only(Box::new(Objects::Var(revealed)), not(Filter::In(Box::new(found.clone()))));
    let entry = Entry { tapped: true, attacking: true, ..Entry::default() };
    Some(vec![
        Instruction::RevealUntil { who: Who::You, filter, into: Some(card), revealed: Some(revealed) },
        moved(context, found, Destination::Battlefield(entry)),
        moved(context, others, Destination::LibraryBottomRandom),
    ])
}

fn ambushed(context: &Context, effects: &[Instruction]) -> Vec<(Filter,)> {
    let Some(Instruction::RevealUntil { filter, .. }) = effects.first() else { return Vec::new() };
    let same = ambush(&mut context.clone(), filter.clone()).as_deref() == Some(effects);
    if same { vec![(filter.clone(),)] } else { Vec::new() }
}

/// Five cards of library and graveyard become the library; all others are exiled.
fn reduce(context: &mut Context, count: Quantity) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let chosen = Objects::Var(into);
    let other = not(Filter::In(Box::new(chosen.clone())));
    let zones = [ZoneOf::Library(Who::You), ZoneOf::Graveyard(Who::You)];
    let rest = Objects::Union(zones.map(|zone| Objects::In(zone, other.clone())).into());
    let search = Instruction::Search {
        who: Who::You,
        of: Who::You,
        filter: Filter::Any,
        max: count,
        zones: vec![ZoneKind::Library, ZoneKind::Graveyard],
        together: Vec::new(),
        into,
    };
    Some(vec![search, moved(context, rest, Destination::Exile), moved(context, chosen, Destination::LibraryTop)])
}

fn reduced(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    let Some(Instruction::Search { max, .. }) = effects.first() else { return Vec::new() };
    let same = reduce(&mut context.clone(), max.clone()).as_deref() == Some(effects);
    if same { vec![(max.clone(),)] } else { Vec::new() }
}

/// Cards are milled, and one of them may be put into the hand; if none is, something else happens.
fn glean(
    context: &mut Context,
    count: Quantity,
    filter: Filter,
    otherwise: Vec<Instruction>,
) -> Option<Vec<Instruction>> {
    let (milled, into) = (context.variable()?, context.variable()?);
    let from = Objects::Only(Box::new(Objects::Var(milled)), filter);
    let mill = Instruction::Mill { who: Who::You, count, into: Some(milled) };
    let choose = help::choose(Who::You, from, (n(0), n(1)), into);
    let put = moved(context, Objects::Var(into), Destination::Hand);
    let cond = Condition::Not(Box::new(Condition::Did(into)));
    let otherwise = Instruction::If { cond, then: otherwise, otherwise: Vec::new() };
    Some(vec![mill, choose, put, otherwise])
}

fn gleaned(context: &Context, effects: &[Instruction]) -> Vec<(Quantity, Filter, Vec<Instruction>)> {
    let [
        Instruction::Mill { count, .. },
        Instruction::Choose { from: Objects::Only(_, filter), .. },
        _,
        Instruction::If { then, .. },
    ] = effects
    else {
        return Vec::new();
    };
    let made = glean(&mut context.clone(), count.clone(), filter.clone(), then.clone());
    if made.as_deref() == Some(effects) { vec![(count.clone(), filter.clone(), then.clone())] } else { Vec::new() }
}

macro_rules! keeps {
    ($words:literal, $rest:expr; $example:literal) => {
        rule!(Plain: $words (count: Count, some: Count) => |c, count, some| keep(c, count, some, $rest),
            |c, e: &_| kept(c, e, &$rest).filter(|(_, some)| matches!(some, Quantity::N(2..))).into_iter().collect(); $example)
    };
}

macro_rules! keeps_if {
    ($words:literal, $rest:expr; $example:literal) => {
        rule!(Plain: $words (count: Count, cond: Conds, some: Count) => |c, count, cond, some| keep(c, count, either(cond, some, n(1)), $rest),
            |c, e: &_| kept_if(c, e, &$rest).filter(|(count, _, some)| count != some).into_iter().collect(); $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    keeps!(
        "look at the top {count} cards of your library . put {some} of them into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom;
        "look at the top six cards of your library. Put two of them into your hand and the rest on the bottom of your library in any order."
    ),
    keeps!(
        "look at the top {count} cards of your library . put {some} of them into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom;
        "look at the top six cards of your library. Put two of them into your hand and the rest on the bottom of your library in a random order."
    ),
    keeps!(
        "look at the top {count} cards of your library . put {some} of them into your hand and the rest into your graveyard .",
        Destination::Graveyard;
        "look at the top six cards of your library. Put two of them into your hand and the rest into your graveyard."
    ),
    keeps_if!(
        "look at the top {count} cards of your library . put one of them into your hand and the rest on the bottom of your library in any order . if {cond} , instead put {some} of them into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom;
        "look at the top six cards of your library. Put one of them into your hand and the rest on the bottom of your library in any order. If you control an artifact, instead put two of them into your hand and the rest on the bottom of your library in any order."
    ),
    rule!(Plain: "look at the top {count} cards of your library . put one of those cards into your hand and the rest on the bottom of your library in any order . put each of those cards into your hand instead if {cond} ." (count: Count, cond: Conds)
        => |c, count, cond| keep(c, count.clone(), either(cond, count, n(1)), Destination::LibraryBottom),
        |c, e: &_| kept_if(c, e, &Destination::LibraryBottom).filter(|(count, _, some)| count == some).map(|(count, cond, _)| (count, cond)).into_iter().collect();
        "look at the top two cards of your library. Put one of those cards into your hand and the rest on the bottom of your library in any order. Put each of those cards into your hand instead if you control an artifact."),
    rule!(Plain: "look at the top X cards of your library , where X is {value} . put one of those cards into your hand . if {cond} , put {some} of those cards into your hand instead . put the rest on the bottom of your library in a random order ." (value: Value_, cond: Conds, some: Count)
        => |c, value, cond, some| keep(c, value, either(cond, some, n(1)), Destination::LibraryBottomRandom),
        |c, e: &_| kept_if(c, e, &Destination::LibraryBottomRandom).filter(|(count, ..)| !matches!(count, Quantity::N(_) | Quantity::X)).into_iter().collect();
        "look at the top X cards of your library, where X is the number of lands you control. Put one of those cards into your hand. If you control an artifact, put two of those cards into your hand instead. Put the rest on the bottom of your library in a random order."),
    rule!(Plain: "look at the top {count} cards of your library . put one of them into your hand , put one of them on the bottom of your library , and exile one of them ." (count: Count)
        => |c, count| three_ways(c, count), |c, e: &_| are_three_ways(c, e);
        "look at the top four cards of your library. Put one of them into your hand, put one of them on the bottom of your library, and exile one of them."),
    rule!(Plain: "look at the top X cards of your library , where X is {value} . put up to one of them on top of your library and the rest on the bottom of your library in a random order . if X is greater than or equal to the number of cards in your library , you win the game ." (value: Value_)
        => |c, value| foresee(c, value), |c, e: &_| foreseen(c, e);
        "look at the top X cards of your library, where X is the number of creatures you control. Put up to one of them on top of your library and the rest on the bottom of your library in a random order. If X is greater than or equal to the number of cards in your library, you win the game."),
    rule!(Plain: "choose a card name . exile the top {count} cards of your library , then reveal cards from the top of your library until you reveal a card with the chosen name . put that card into your hand and exile all other cards revealed this way ." (count: Count)
        => |c, count| consult(c, count), |c, e: &_| consulted(c, e);
        "choose a card name. Exile the top two cards of your library, then reveal cards from the top of your library until you reveal a card with the chosen name. Put that card into your hand and exile all other cards revealed this way."),
    rule!(Plain: "reveal cards from the top of your library until you reveal a {cards.s} . put that card onto the battlefield tapped and attacking and the rest on the bottom of your library in a random order ." (cards: CardNoun)
        => |c, cards| ambush(c, cards), |c, e: &_| ambushed(c, e);
        "reveal cards from the top of your library until you reveal a creature card. Put that card onto the battlefield tapped and attacking and the rest on the bottom of your library in a random order."),
    rule!(Plain: "search your library and graveyard for {count} cards and exile the rest . put the chosen cards on top of your library in any order ." (count: Count)
        => |c, count| reduce(c, count), |c, e: &_| reduced(c, e);
        "search your library and graveyard for three cards and exile the rest. Put the chosen cards on top of your library in any order."),
    alternate!(Plain: "mill {count} cards . you may put a {cards.s} from among the cards milled this way into your hand . if you don't , {clause} ." (count: Count, cards: CardNoun, clause: Clause)
        => |c, count, cards, clause| glean(c, count, cards, clause); ""),
    rule!(Plain: "mill {count} cards . you may put a {cards.s} from among them into your hand . if you don't , {clause} ." (count: Count, cards: CardNoun, clause: Clause)
        => |c, count, cards, clause| glean(c, count, cards, clause), |c, e: &_| gleaned(c, e); ""),
];
