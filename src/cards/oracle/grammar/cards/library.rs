//! Libraries: cards that are looked for and put on top, shuffled into them, revealed from the top, milled.

use crate::cards::oracle::grammar::help::{as_objects, graveyard, moved, n, one};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Search, reveal, shuffle, and put on top: in this order (CR 701.23, 701.24).
fn tutor(context: &mut Context, filter: Filter, reveal: bool) -> Option<Vec<Instruction>> {
    let who = context.doer;
    let into = context.variable()?;
    let mut all =
        vec![Instruction::Search { who, of: who, filter, max: n(1), zones: Vec::new(), together: Vec::new(), into }];
    if reveal {
        all.push(Instruction::Reveal(Objects::Var(into)));
    }
    all.push(Instruction::Shuffle(who));
    let put = moved(context, Objects::Var(into), Destination::LibraryTop);
    all.push(put);
    Some(all)
}

fn is_tutor(context: &Context, effects: &[Instruction], reveal: bool) -> Vec<(Filter, Who)> {
    let Some(Instruction::Search { filter, .. }) = effects.first() else { return Vec::new() };
    let made = tutor(&mut context.clone(), filter.clone(), reveal);
    if made.as_deref() == Some(effects) { vec![(filter.clone(), context.doer)] } else { Vec::new() }
}

/// Cards are put into a library, which is shuffled: where they are in between doesn't matter.
fn shuffled(context: &mut Context, what: Objects, whose: Who) -> Vec<Instruction> {
    vec![moved(context, what, Destination::LibraryBottomRandom), Instruction::Shuffle(whose)]
}

fn is_shuffled(effects: &[Instruction]) -> Option<(Objects, Who)> {
    match effects {
        [
            Instruction::Move { what, to: Destination::LibraryBottomRandom, linked: false, until: None, .. },
            Instruction::Shuffle(whose),
        ] => Some((what.clone(), *whose)),
        _ => None,
    }
}

/// A player does it, or nobody if that player is an illegal target (CR 608.2b).
fn shuffled_by(context: &mut Context, who: Who, what: Objects) -> Vec<Instruction> {
    let does = shuffled(context, what, who);
    vec![Instruction::ForEach(Recipients::Players(who), does)]
}

fn is_shuffled_by(effects: &[Instruction]) -> Option<(Objects, Who)> {
    let [Instruction::ForEach(Recipients::Players(who), does)] = effects else { return None };
    is_shuffled(does).filter(|(_, whose)| whose == who)
}

/// Whether these are cards of your graveyard, but not all that is there.
fn is_of_graveyard(context: &Context, objects: &Objects) -> bool {
    let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
    match objects {
        Objects::Targets(n) => {
            let what = all.get(usize::from(*n)).map(|def| &def.what);
            matches!(what, Some(TargetKind::Card(ZoneOf::Graveyard(Who::You), _)))
        }
        Objects::In(ZoneOf::Graveyard(Who::You), filter) => *filter != Filter::Any,
        _ => false,
    }
}

fn into_owners(context: &mut Context, what: Objects) -> Option<Vec<Instruction>> {
    let owner = Who::OwnerOf(one(&what)?);
    Some(shuffled(context, what, owner))
}

/// The owner chooses: there, or on the bottom of the library.
fn owner_puts(context: &mut Context, what: Objects, first: Destination) -> Option<Vec<Instruction>> {
    let owner = Who::OwnerOf(one(&what)?);
    let ways = [first, Destination::LibraryBottom].map(|to| vec![moved(context, what.clone(), to)]);
    Some(vec![Instruction::ChooseOne(owner, ways.into())])
}

fn owner_put(context: &Context, effects: &[Instruction], first: Destination) -> Vec<(Objects,)> {
    let [Instruction::ChooseOne(_, list)] = effects else { return Vec::new() };
    let Some([Instruction::Move { what, .. }]) = list.first().map(Vec::as_slice) else { return Vec::new() };
    let same = owner_puts(&mut context.clone(), what.clone(), first).as_deref() == Some(effects);
    if same { vec![(what.clone(),)] } else { Vec::new() }
}

/// The top cards are revealed; those of a sort go to the hand, the others elsewhere.
fn sift(context: &mut Context, count: Quantity, filter: Filter, rest: Destination) -> Option<Vec<Instruction>> {
    let cards = context.variable()?;
    let all = Objects::Var(cards);
    let mut effects = vec![Instruction::Keep(cards, Objects::Top(count, Who::You)), Instruction::Reveal(all.clone())];
    let found = moved(context, Objects::Only(Box::new(all.clone()), filter), Destination::Hand);
    effects.push(found);
    let left = Objects::Only(Box::new(all), Filter::Zone(ZoneKind::Library));
    effects.push(moved(context, left, rest));
    Some(effects)
}

fn is_sift(context: &Context, effects: &[Instruction], rest: &Destination) -> Vec<(Quantity, Filter)> {
    let [
        Instruction::Keep(_, Objects::Top(count, Who::You)),
        _,
        Instruction::Move { what: Objects::Only(_, filter), .. },
        _,
    ] = effects
    else {
        return Vec::new();
    };
    let made = sift(&mut context.clone(), count.clone(), filter.clone(), rest.clone());
    if made.as_deref() == Some(effects) { vec![(count.clone(), filter.clone())] } else { Vec::new() }
}

/// Cards are milled, and one of them may be put into the hand.
fn keep_milled(context: &mut Context, count: Quantity, filter: Filter) -> Option<Vec<Instruction>> {
    let (milled, into) = (context.variable()?, context.variable()?);
    let from = Objects::Only(Box::new(Objects::Var(milled)), filter);
    let mut effects = vec![Instruction::Mill { who: Who::You, count, into: Some(milled) }];
    effects.push(help::choose(Who::You, from, (n(0), n(1)), into));
    let put = moved(context, Objects::Var(into), Destination::Hand);
    effects.push(put);
    Some(effects)
}

fn is_keep_milled(context: &Context, effects: &[Instruction]) -> Vec<(Quantity, Filter)> {
    let [Instruction::Mill { count, .. }, Instruction::Choose { from: Objects::Only(_, filter), .. }, _] = effects
    else {
        return Vec::new();
    };
    let made = keep_milled(&mut context.clone(), count.clone(), filter.clone());
    if made.as_deref() == Some(effects) { vec![(count.clone(), filter.clone())] } else { Vec::new() }
}

/// A card from outside the game (CR 400.11).
fn wish(context: &mut Context, filter: Filter) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let from = Objects::In(ZoneOf::Outside(Who::You), filter);
    let card = Objects::Var(into);
    let choose = help::choose(Who::You, from, (n(0), n(1)), into);
    let put = moved(context, card.clone(), Destination::Hand);
    let gone = moved(context, Objects::The(Obj::This), Destination::Exile);
    Some(vec![choose, Instruction::Reveal(card), put, gone])
}

fn is_wish(context: &Context, effects: &[Instruction]) -> Vec<(Filter, Obj)> {
    let Some(Instruction::Choose { from: Objects::In(_, filter), .. }) = effects.first() else { return Vec::new() };
    let made = wish(&mut context.clone(), filter.clone());
    if made.as_deref() == Some(effects) { vec![(filter.clone(), Obj::This)] } else { Vec::new() }
}

/// The top cards of someone else's library are looked at and put back.
fn put_back(context: &mut Context, count: Quantity, whose: Who) -> Option<Vec<Instruction>> {
    let cards = context.variable()?;
    let all = Objects::Var(cards);
    let look = Instruction::Look(Who::You, all.clone());
    let put = moved(context, all, Destination::LibraryTop);
    Some(vec![Instruction::Keep(cards, Objects::Top(count, whose)), look, put])
}

macro_rules! sifts {
    ($words:literal, $rest:expr) => {
        rule!(Plain: $words (count: Count, cards: CardNoun) => |c, count, cards| sift(c, count, cards, $rest), |c, e: &_| is_sift(c, e, &$rest); "")
    };
}

macro_rules! tutors {
    ($words:literal, $reveal:literal) => {
        rule!(Verbs: $words (cards: Sought, whose: Whose) => |c, cards, whose| (whose == c.doer).then(|| tutor(c, cards, $reveal))?,
            |c, e: &_| is_tutor(c, e, $reveal); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Sought: "{one#}" (one: CardNoun) <=> {one}; "land card"),
    rule!(Sought: "1: {a.s} or a {b.s}" (a: CardNoun, b: CardNoun) => |_, a, b| Some(Filter::Or(vec![a, b])),
        |_, f| match f { Filter::Or(list) => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() }; "basic land card or a Gate card"),
    tutors!(
        "searches|search {whose} library for a {cards.s} , reveals|reveal it , then shuffles|shuffle and puts|put that card on top",
        true
    ),
    tutors!(
        "searches|search {whose} library for a {cards.s} , reveals|reveal it , then shuffles|shuffle and puts|put the card on top",
        true
    ),
    tutors!(
        "searches|search {whose} library for a {cards.s} , reveals|reveal that card , then shuffles|shuffle and puts|put that card on top",
        true
    ),
    tutors!(
        "searches|search {whose} library for a {cards.s} , then shuffles|shuffle and puts|put that card on top",
        false
    ),
    // ---- shuffled into libraries
    rule!(Verbs: "shuffles|shuffle {whose} graveyard into {other} library" (whose: Whose, other: Whose) => |c, whose, other| (whose == c.doer && other == whose && whose == Who::You).then(|| shuffled(c, graveyard(whose), whose)),
        |_, e: &_| is_shuffled(e).filter(|(what, whose)| *whose == Who::You && *what == graveyard(*whose)).map(|(_, whose)| (whose, whose)).into_iter().collect(); "shuffle your graveyard into your library"),
    rule!(Said: "{who#} shuffles|shuffle {whose} graveyard into {other} library" (who: SubjPlayer, whose: Whose, other: Whose)
        => |c, who, whose, other| (who != Who::You && whose == who && other == who).then(|| shuffled(c, graveyard(whose), whose)),
        |_, e: &_| is_shuffled(e).filter(|(what, whose)| *what == graveyard(*whose)).map(|(_, whose)| (whose, whose, whose)).into_iter().collect(); "target player shuffles their graveyard into their library"),
    rule!(Said: "{who#} shuffles|shuffle {what} into {whose} library" (who: SubjPlayer, what: Targets_, whose: Whose)
        => |c, who, what, whose| (whose == who && who != Who::You).then(|| shuffled_by(c, who, what)),
        |_, e: &_| is_shuffled_by(e).filter(|(what, _)| matches!(what, Objects::Targets(_))).map(|(what, whose)| (whose, what, whose)).into_iter().collect(); "target player shuffles up to three target cards from their graveyard into their library"),
    rule!(Verbs: "shuffles|shuffle {what} into {whose} library" (what: Objs, whose: Whose)
        => |c, what, whose| (whose == Who::You && c.doer == whose && is_of_graveyard(c, &what)).then(|| shuffled(c, what, whose)),
        |c, e: &_| is_shuffled(e).filter(|(what, whose)| *whose == Who::You && is_of_graveyard(c, what)).into_iter().collect(); "shuffle any number of target cards from your graveyard into your library"),
    rule!(Verbs: "shuffles|shuffle {what} into its owner 's library" (what: Objs) => |c, what| into_owners(c, what),
        |_, e: &_| is_shuffled(e).filter(|(what, whose)| one(what).is_some_and(|obj| *whose == Who::OwnerOf(obj))).map(|(what, _)| (what,)).into_iter().collect(); "shuffle target creature into its owner's library"),
    alternate!(Said: "{obj} owner shuffles it into their library" (obj: Poss) => |c, obj| into_owners(c, as_objects(obj)); ""),
    alternate!(Said: "the owner of {what} shuffles it into their library" (what: Target) => |c, what| into_owners(c, what); "the owner of target creature shuffles it into their library"),
    rule!(Said: "the owner of {what} puts it into their library second from the top or on the bottom" (what: Target) => |c, what| owner_puts(c, what, Destination::LibraryAt(1)),
        |c, e: &_| owner_put(c, e, Destination::LibraryAt(1)); "the owner of target creature puts it into their library second from the top or on the bottom"),
    alternate!(Said: "{what} 's owner puts it on their choice of the top or bottom of their library" (what: Target) => |c, what| owner_puts(c, what, Destination::LibraryTop); "target creature's owner puts it on their choice of the top or bottom of their library"),
    rule!(Said: "the owner of {what} puts it on their choice of the top or bottom of their library" (what: Target) => |c, what| owner_puts(c, what, Destination::LibraryTop),
        |c, e: &_| owner_put(c, e, Destination::LibraryTop); "the owner of target creature puts it on their choice of the top or bottom of their library"),
    alternate!(Said: "the owner of {what} puts it on the top or bottom of their library" (what: Target) => |c, what| owner_puts(c, what, Destination::LibraryTop); ""),
    // ---- the top of libraries
    sifts!(
        "reveal the top {count} cards of your library . put all {cards.p} revealed this way into your hand and the rest on the bottom of your library in any order .",
        Destination::LibraryBottom
    ),
    sifts!(
        "reveal the top {count} cards of your library . put all {cards.p} revealed this way into your hand and the rest on the bottom of your library in a random order .",
        Destination::LibraryBottomRandom
    ),
    sifts!(
        "reveal the top {count} cards of your library . put all {cards.p} revealed this way into your hand and the rest into your graveyard .",
        Destination::Graveyard
    ),
    rule!(Plain: "mill {count} cards . you may put a {cards.s} from among them into your hand ." (count: Count, cards: CardNoun) => |c, count, cards| keep_milled(c, count, cards), |c, e: &_| is_keep_milled(c, e); ""),
    alternate!(Plain: "mill {count} cards . you may put a {cards.s} from among the milled cards into your hand ." (count: Count, cards: CardNoun) => |c, count, cards| keep_milled(c, count, cards); ""),
    alternate!(Plain: "mill {count} cards , then you may put a {cards.s} from among the milled cards into your hand ." (count: Count, cards: CardNoun) => |c, count, cards| keep_milled(c, count, cards); ""),
    rule!(Verbs: "look at the top {count} cards of {whose} library , then put them back in any order" (count: Count, whose: Whose) => |c, count, whose| (whose != Who::You).then(|| put_back(c, count, whose))?,
        |c, e: &_| match e.as_slice() {
            [Instruction::Keep(_, Objects::Top(count, whose)), ..] if *whose != Who::You && put_back(&mut c.clone(), count.clone(), *whose).as_ref() == Some(e) => vec![(count.clone(), *whose)],
            _ => Vec::new(),
        }; "look at the top three cards of target player's library, then put them back in any order"),
    rule!(Plain: "you may reveal a {cards.s} you own from outside the game and put it into your hand . exile {this} ." (cards: CardNoun, this: Self_) => |c, cards, _| wish(c, cards), |c, e: &_| is_wish(c, e); ""),
    // ---- as many cards as there are things
    rule!(Verb: "draws|draw a card for each {each.s}" (who: Doer, each: Each, into: Into) => |_, who, count, into| Some(Instruction::Draw { who, count, into }),
        |_, e| match e { Instruction::Draw { who, count, into } if !matches!(count, Quantity::N(_) | Quantity::X) => vec![(who, count, into)], _ => Vec::new() }; "draw a card for each creature you control"),
    rule!(Verb: "mills|mill a card for each {each.s}" (who: Doer, each: Each, into: Into) => |_, who, count, into| Some(Instruction::Mill { who, count, into }),
        |_, e| match e { Instruction::Mill { who, count, into } if !matches!(count, Quantity::N(_) | Quantity::X) => vec![(who, count, into)], _ => Vec::new() }; "mill a card for each creature you control"),
    rule!(Verb: "discards|discard a card for each {each.s}" (who: Doer, each: Each, into: Into) => |_, who, count, into| Some(Instruction::Discard { who, count, filter: Filter::Any, random: false, into }),
        |_, e| match e { Instruction::Discard { who, count, filter: Filter::Any, random: false, into } if !matches!(count, Quantity::N(_) | Quantity::X) => vec![(who, count, into)], _ => Vec::new() }; "discard a card for each creature you control"),
];
