//! Cards that are looked for in the library, and several places to which they go.

use crate::cards::oracle::grammar::help::{moved, n, not};
use crate::cards::oracle::grammar::verbs::cards::tapped;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn looked_for(filter: Filter, max: Quantity, into: Var) -> Instruction {
    let together = Vec::new();
    Instruction::Search { who: Who::You, of: Who::You, filter, max, zones: Vec::new(), together, into }
}

/// Of the cards that are found one goes to one place, the others to another.
fn parted(
    context: &mut Context,
    (filter, max, reveal): (Filter, Quantity, bool),
    one: Destination,
    rest: Destination,
) -> Option<Vec<Instruction>> {
    let (found, chosen) = (context.variable()?, context.variable()?);
    let (all, first) = (Objects::Var(found), Objects::Var(chosen));
    let others = Objects::Only(Box::new(all.clone()), not(Filter::In(Box::new(first.clone()))));
    let show = reveal.then(|| Instruction::Reveal(all.clone()));
    let choose = help::choose(Who::You, all, (n(1), n(1)), chosen);
    let mut effects = vec![looked_for(filter, max, found)];
    effects.extend(show);
    effects.extend([choose, moved(context, first, one), moved(context, others, rest), Instruction::Shuffle(Who::You)]);
    Some(effects)
}

fn is_parted(
    context: &Context,
    effects: &[Instruction],
    reveal: bool,
    one: &Destination,
    rest: &Destination,
) -> Vec<(Quantity, Filter)> {
    let Some(Instruction::Search { filter, max, .. }) = effects.first() else { return Vec::new() };
    let made = parted(&mut context.clone(), (filter.clone(), max.clone(), reveal), one.clone(), rest.clone());
    if made.as_deref() == Some(effects) { vec![(max.clone(), filter.clone())] } else { Vec::new() }
}

/// Cards of a sort go onto the battlefield.
fn several(context: &mut Context, max: Quantity, filter: Filter, tapped: bool) -> Option<Vec<Instruction>> {
    let fits = filter != Filter::Any && context.doer == Who::You;
    let found = context.variable()?;
    let to = Destination::Battlefield(Entry { tapped, ..Entry::default() });
    let put = moved(context, Objects::Var(found), to);
    fits.then(|| vec![looked_for(filter, max, found), put, Instruction::Shuffle(Who::You)])
}

/// Cards are milled, and of these some go elsewhere.
fn gleaned(
    context: &mut Context,
    count: Quantity,
    cards: Filter,
    (min, max): (i32, Quantity),
    to: Destination,
) -> Option<Vec<Instruction>> {
    let (milled, into) = (context.variable()?, context.variable()?);
    let from = Objects::Only(Box::new(Objects::Var(milled)), cards);
    let mill = Instruction::Mill { who: Who::You, count, into: Some(milled) };
    let choose = help::choose(Who::You, from, (n(min), max), into);
    let put = moved(context, Objects::Var(into), to);
    Some(vec![mill, choose, put])
}

fn is_gleaned(
    context: &Context,
    effects: &[Instruction],
    (least, several): (i32, bool),
    to: &Destination,
) -> Option<(Quantity, Filter, Quantity)> {
    let [Instruction::Mill { count, .. }, Instruction::Choose { from: Objects::Only(_, cards), max, .. }, _] = effects
    else {
        return None;
    };
    let made = gleaned(&mut context.clone(), count.clone(), cards.clone(), (least, max.clone()), to.clone());
    let fits = several == (*max != n(1)) && made.as_deref() == Some(effects);
    fits.then(|| (count.clone(), cards.clone(), max.clone()))
}

/// Cards of any sort, which are found for sure, go to one place.
fn taken(context: &mut Context, max: Quantity, to: Destination) -> Option<Vec<Instruction>> {
    let found = context.variable()?;
    let into = context.variable();
    let put = Instruction::Move { what: Objects::Var(found), to, into, linked: false, until: None };
    Some(vec![looked_for(Filter::Any, max, found), put, Instruction::Shuffle(Who::You)])
}

fn is_taken(context: &Context, effects: &[Instruction], to: &Destination) -> Vec<(Quantity,)> {
    let Some(Instruction::Search { max, filter: Filter::Any, .. }) = effects.first() else { return Vec::new() };
    let made = taken(&mut context.clone(), max.clone(), to.clone());
    if *max != n(1) && made.as_deref() == Some(effects) { vec![(max.clone(),)] } else { Vec::new() }
}

/// Cards of a zone of the one who acts, up to a number of them.
fn some_of(context: &mut Context, zone: ZoneOf, cards: Filter, max: Quantity) -> Option<Instruction> {
    let into = context.variable()?;
    let kind = Sort::CARD | (help::permanent_kind(&cards) - Sort::PERMANENT);
    context.mention(Referent::Objects(Objects::Var(into)), kind, true);
    Some(help::choose(context.doer, Objects::In(zone, cards), (n(0), max), into))
}

/// How many of which, if there is a choice of up to a number.
fn is_some_of(context: &Context, effect: &Instruction, zone: fn(Who) -> ZoneOf) -> Option<(Quantity, Filter)> {
    match effect {
        Instruction::Choose { who, from: Objects::In(of, cards), min: Quantity::N(0), max, random: false, .. } => {
            let fits = *who == context.doer && *of == zone(*who) && *max != n(1);
            fits.then(|| (max.clone(), cards.clone()))
        }
        _ => None,
    }
}

/// All that there are.
fn every(zone: ZoneOf, cards: &Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::In(zone, cards.clone())))
}

/// Cards of your graveyard that chance chooses go to the hand.
fn chanced(context: &mut Context, count: Quantity, cards: Filter) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let from = Objects::In(ZoneOf::Graveyard(Who::You), cards);
    let (min, max) = (count.clone(), count);
    let choose = Instruction::Choose { who: Who::You, from, min, max, random: true, together: Vec::new(), into };
    let moved = context.variable();
    let put =
        Instruction::Move { what: Objects::Var(into), to: Destination::Hand, into: moved, linked: false, until: None };
    Some(vec![choose, put])
}

fn is_chanced(context: &Context, effects: &[Instruction]) -> Vec<(Quantity, Filter)> {
    let Some(Instruction::Choose { from: Objects::In(_, cards), max, random: true, .. }) = effects.first() else {
        return Vec::new();
    };
    let made = chanced(&mut context.clone(), max.clone(), cards.clone());
    if *max != n(1) && made.as_deref() == Some(effects) { vec![(max.clone(), cards.clone())] } else { Vec::new() }
}

macro_rules! parts {
    ($words:literal, $one:expr, $rest:expr) => {
        rule!(Verbs: $words (count: Count, cards: CardNoun) => |c, count, cards| (c.doer == Who::You).then(|| parted(c, (cards, count, true), $one, $rest))?,
            |c, e: &_| is_parted(c, e, true, &$one, &$rest); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- one here, the others there
    parts!(
        "search your library for up to {count} {cards.p} , reveal them , put one onto the battlefield tapped and the other into your hand , then shuffle",
        tapped(),
        Destination::Hand
    ),
    alternate!(Verbs: "search your library for up to {count} {cards.p} , reveal those cards , put one onto the battlefield tapped and the other into your hand , then shuffle" (count: Count, cards: CardNoun)
        => |c, count, cards| (c.doer == Who::You).then(|| parted(c, (cards, count, true), tapped(), Destination::Hand))?; ""),
    alternate!(Plain: "search your library for up to {count} {cards.p} , reveal those cards , and put one onto the battlefield tapped and the other into your hand . shuffle , then {then} ." (count: Count, cards: CardNoun, then: Clause)
        => |c, count, cards, then| clauses::join(parted(c, (cards, count, true), tapped(), Destination::Hand)?, then); ""),
    rule!(Plain: "search your library for up to {count} {cards.p} and reveal them . put one into your hand and the other into your graveyard . then shuffle ." (count: Count, cards: CardNoun)
        => |c, count, cards| parted(c, (cards, count, true), Destination::Hand, Destination::Graveyard),
        |c, e: &_| is_parted(c, e, true, &Destination::Hand, &Destination::Graveyard);
        "search your library for up to two creature cards and reveal them. Put one into your hand and the other into your graveyard. Then shuffle."),
    rule!(Plain: "search your library for two cards . put one into your hand and the other into your graveyard . then shuffle ." ()
        => |c| parted(c, (Filter::Any, n(2), false), Destination::Hand, Destination::Graveyard),
        |c, e: &_| if is_parted(c, e, false, &Destination::Hand, &Destination::Graveyard) == [(n(2), Filter::Any)] { vec![()] } else { Vec::new() };
        "search your library for two cards. Put one into your hand and the other into your graveyard. Then shuffle."),
    alternate!(Plain: "search your library for up to {count} {cards.p} , reveal those cards , and put one onto the battlefield tapped and the rest into your hand . then shuffle ." (count: Count, cards: CardNoun)
        => |c, count, cards| parted(c, (cards, count, true), tapped(), Destination::Hand); ""),
    // ---- a number of a sort, which needn't be found (CR 701.23b)
    alternate!(Verbs: "search your library for {count} {cards.p} , put them onto the battlefield , then shuffle" (count: Count, cards: CardNoun) => |c, count, cards| several(c, count, cards, false); "search your library for two basic land cards, put them onto the battlefield, then shuffle"),
    alternate!(Verbs: "search your library for {count} {cards.p} , put them onto the battlefield tapped , then shuffle" (count: Count, cards: CardNoun) => |c, count, cards| several(c, count, cards, true); "search your library for two basic land cards, put them onto the battlefield tapped, then shuffle"),
    // ---- several of any sort
    rule!(Verbs: "search your library for {count} cards , put them into your hand , then shuffle" (count: Count) => |c, count| (c.doer == Who::You).then(|| taken(c, count, Destination::Hand))?,
        |c, e: &_| is_taken(c, e, &Destination::Hand); "search your library for three cards, put them into your hand, then shuffle"),
    rule!(Verbs: "search your library for {count} cards , exile them , then shuffle" (count: Count) => |c, count| (c.doer == Who::You).then(|| taken(c, count, Destination::Exile))?,
        |c, e: &_| is_taken(c, e, &Destination::Exile); "search your library for three cards, exile them, then shuffle"),
    // ---- of cards that were milled
    rule!(Plain: "mill {count} cards , then put a {cards.s} from among them into your hand ." (count: Count, cards: CardNoun) => |c, count, cards| gleaned(c, count, cards, (1, n(1)), Destination::Hand),
        |c, e: &_| is_gleaned(c, e, (1, false), &Destination::Hand).map(|(count, cards, _)| (count, cards)).into_iter().collect(); "mill four cards, then put a land card from among them into your hand."),
    alternate!(Plain: "mill {count} cards . then put a {cards.s} from among the milled cards into your hand ." (count: Count, cards: CardNoun) => |c, count, cards| gleaned(c, count, cards, (1, n(1)), Destination::Hand);
        "mill four cards. Then put a land card from among the milled cards into your hand."),
    alternate!(Plain: "mill {count} cards , then you may return a {cards.s} from among them to your hand ." (count: Count, cards: CardNoun) => |c, count, cards| gleaned(c, count, cards, (0, n(1)), Destination::Hand);
        "mill four cards, then you may return a land card from among them to your hand."),
    rule!(Plain: "mill {count} cards , then put up to {most} {cards.p} from among them into your hand ." (count: Count, most: Count, cards: CardNoun) => |c, count, most, cards| gleaned(c, count, cards, (0, most), Destination::Hand),
        |c, e: &_| is_gleaned(c, e, (0, true), &Destination::Hand).map(|(count, cards, most)| (count, most, cards)).into_iter().collect(); "mill four cards, then put up to two land cards from among them into your hand."),
    alternate!(Plain: "mill {count} cards . you may put up to {most} {cards.p} from among the milled cards into your hand ." (count: Count, most: Count, cards: CardNoun) => |c, count, most, cards| gleaned(c, count, cards, (0, most), Destination::Hand);
        "mill four cards. You may put up to two land cards from among the milled cards into your hand."),
    // ---- two sorts
    rule!(CardGroup: "{a.p} and/or {b.p}" (a: CardNoun, b: CardNoun) => |_, a, b| (a != Filter::Any && b != Filter::Any).then(|| (Filter::Or(vec![a, b]), Vec::new())),
        |_, g| match g { (Filter::Or(list), together) if together.is_empty() => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() }; "basic land cards and/or Gate cards"),
    // ---- choices of several cards
    rule!(HandChoice: "up to {most} {cards.p} from {whose} graveyard" (most: Count, cards: CardNoun, whose: Whose) => |c, most, cards, whose| (whose == c.doer).then(|| some_of(c, ZoneOf::Graveyard(whose), cards, most))?,
        |c, e: &_| is_some_of(c, e, ZoneOf::Graveyard).map(|(most, cards)| (most, cards, c.doer)).into_iter().collect(); "up to two creature cards from your graveyard"),
    rule!(HandChoice: "up to {most} {cards.p} from {whose} hand" (most: Count, cards: CardNoun, whose: Whose) => |c, most, cards, whose| (whose == c.doer).then(|| some_of(c, ZoneOf::Hand(whose), cards, most))?,
        |c, e: &_| is_some_of(c, e, ZoneOf::Hand).filter(|(most, cards)| *most != every(ZoneOf::Hand(c.doer), cards)).map(|(most, cards)| (most, cards, c.doer)).into_iter().collect(); "up to two creature cards from your hand"),
    rule!(HandChoice: "any number of {cards.p} from {whose} hand" (cards: CardNoun, whose: Whose) => |c, cards, whose| (whose == c.doer).then(|| { let most = every(ZoneOf::Hand(whose), &cards); some_of(c, ZoneOf::Hand(whose), cards, most) })?,
        |c, e: &_| is_some_of(c, e, ZoneOf::Hand).filter(|(most, cards)| *most == every(ZoneOf::Hand(c.doer), cards)).map(|(_, cards)| (cards, c.doer)).into_iter().collect(); "any number of creature cards from your hand"),
    rule!(Verbs: "return {count} {cards.p} at random from your graveyard to your hand" (count: Count, cards: CardNoun) => |c, count, cards| chanced(c, count, cards), |c, e: &_| is_chanced(c, e);
        "return two cards at random from your graveyard to your hand"),
];
