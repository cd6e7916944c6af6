//! What is searched for and exiled or stolen, cards with the name of something, cards that are drawn and of which one is discarded,
//! hands and graveyards as a whole.

use crate::cards::oracle::grammar::help::{done, moved, n};
use crate::cards::oracle::grammar::statics::boards::that_creature;
use crate::cards::oracle::grammar::verbs::cards::tapped;
use crate::cards::oracle::grammar::verbs::zones::under_you;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

/// A library is searched, what is found goes elsewhere, and it is shuffled.
fn taken(context: &mut Context, of: Who, cards: Filter, max: Quantity, to: Destination) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let search =
        Instruction::Search { who: Who::You, of, filter: cards, max, zones: Vec::new(), together: Vec::new(), into };
    let moved = moved(context, Objects::Var(into), to);
    (context.doer == Who::You && help::one_player(of)).then(|| vec![search, moved, Instruction::Shuffle(of)])
}

fn is_taken(context: &Context, effects: &[Instruction], to: &Destination) -> Option<(Who, Filter, Quantity)> {
    let [Instruction::Search { of, filter, max, .. }, ..] = effects else { return None };
    let made = taken(&mut context.clone(), *of, filter.clone(), max.clone(), to.clone());
    (made.as_deref() == Some(effects)).then(|| (*of, filter.clone(), max.clone()))
}

fn is_one(context: &Context, effects: &[Instruction], to: &Destination) -> Vec<(Who, Filter)> {
    let found = is_taken(context, effects, to).filter(|(of, _, max)| *of != Who::You && *max == n(1));
    found.map(|(of, cards, _)| (of, cards)).into_iter().collect()
}

fn is_few(context: &Context, effects: &[Instruction]) -> Vec<(Who, Quantity, Filter)> {
    let found = is_taken(context, effects, &Destination::Exile).filter(|(of, _, max)| *of != Who::You && *max != n(1));
    found.map(|(of, cards, max)| (of, max, cards)).into_iter().collect()
}

/// How many there are in your library.
fn every(cards: &Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::In(ZoneOf::Library(Who::You), cards.clone())))
}

fn all_exiled(context: &mut Context, cards: Filter) -> Option<Vec<Instruction>> {
    let max = every(&cards);
    taken(context, Who::You, cards, max, Destination::Exile)
}

fn are_exiled(context: &Context, effects: &[Instruction]) -> Vec<(Filter,)> {
    let found = is_taken(context, effects, &Destination::Exile)
        .filter(|(of, cards, max)| *of == Who::You && *max == every(cards));
    found.map(|(_, cards, _)| (cards,)).into_iter().collect()
}

/// Any number are found, shown, and put on top once the library is shuffled (CR 701.23, 701.24).
fn stacked(context: &mut Context, cards: Filter) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let max = every(&cards);
    let (who, of) = (Who::You, Who::You);
    let search = Instruction::Search { who, of, filter: cards, max, zones: Vec::new(), together: Vec::new(), into };
    let put = moved(context, Objects::Var(into), Destination::LibraryTop);
    (context.doer == Who::You)
        .then(|| vec![search, Instruction::Reveal(Objects::Var(into)), Instruction::Shuffle(of), put])
}

fn are_stacked(context: &Context, effects: &[Instruction]) -> Vec<(Filter,)> {
    let Some(Instruction::Search { filter, .. }) = effects.first() else { return Vec::new() };
    let made = stacked(&mut context.clone(), filter.clone());
    if made.as_deref() == Some(effects) { vec![(filter.clone(),)] } else { Vec::new() }
}

/// Cards are drawn, and one of these very cards is discarded.
fn sifted(context: &mut Context, count: Quantity) -> Option<Vec<Instruction>> {
    let (drawn, into) = (context.variable()?, context.variable()?);
    let draw = Instruction::Draw { who: Who::You, count, into: Some(drawn) };
    let from = Objects::Var(drawn);
    let choose = help::choose(Who::You, from, (n(1), n(1)), into);
    (context.doer == Who::You).then(|| vec![draw, choose, Instruction::DiscardThese(Objects::Var(into))])
}

fn is_sifted(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    match effects {
        [Instruction::Draw { count, .. }, ..]
            if sifted(&mut context.clone(), count.clone()).as_deref() == Some(effects) =>
        {
            vec![(count.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// A player's cards that are looked at, of which some go on top of their library.
fn topped(context: &mut Context, who: Who, count: Quantity) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let hand = Objects::In(ZoneOf::Hand(who), Filter::Any);
    let look = Instruction::Look(Who::You, hand.clone());
    let to = if count == n(1) { Destination::LibraryTop } else { Destination::LibraryTopBy(Who::You) };
    let choose = help::choose(Who::You, hand, (count.clone(), count), into);
    let put = moved(context, Objects::Var(into), to);
    (context.doer == Who::You && help::another_player(who)).then(|| vec![look, choose, put])
}

fn is_topped(context: &Context, effects: &[Instruction]) -> Option<(Who, Quantity)> {
    let [_, Instruction::Choose { from: Objects::In(ZoneOf::Hand(who), _), min, .. }, _] = effects else { return None };
    let made = topped(&mut context.clone(), *who, min.clone());
    (made.as_deref() == Some(effects)).then(|| (*who, min.clone()))
}

/// A player shows some cards of their hand, one of which is chosen and discarded.
fn exposed(context: &mut Context, who: Who, count: Quantity) -> Option<Vec<Instruction>> {
    let (shown, into) = (context.variable()?, context.variable()?);
    let from = Objects::In(ZoneOf::Hand(who), Filter::Any);
    let show = help::choose(who, from, (count.clone(), count), shown);
    let (from, all) = (Objects::Var(shown), Objects::Var(into));
    let choose = help::choose(Who::You, from, (n(1), n(1)), into);
    let effects = vec![show, Instruction::Reveal(Objects::Var(shown)), choose, Instruction::DiscardThese(all)];
    help::another_player(who).then_some(effects)
}

fn is_exposed(context: &Context, effects: &[Instruction]) -> Vec<(Who, Quantity)> {
    match effects {
        [Instruction::Choose { who, min, .. }, ..]
            if exposed(&mut context.clone(), *who, min.clone()).as_deref() == Some(effects) =>
        {
            vec![(*who, min.clone())]
        }
        _ => Vec::new(),
    }
}

/// The hand goes under the library, and as many cards are drawn.
fn cycled(context: &mut Context) -> Option<Vec<Instruction>> {
    let (who, into) = (context.doer, context.variable()?);
    let what = Objects::In(ZoneOf::Hand(who), Filter::Any);
    let to = Destination::LibraryBottom;
    let back = Instruction::Move { what, to, into: Some(into), linked: false, until: None };
    let draw = Instruction::Draw { who, count: Quantity::Var(into), into: context.variable() };
    help::one_player(who).then(|| vec![back, draw])
}

/// A group of cards is mentioned.
fn cards(context: &mut Context, objects: Objects) -> Option<Objects> {
    context.mention(Referent::Objects(objects.clone()), Sort::CARD, true);
    Some(objects)
}

/// One of the milled cards matches the filter.
fn was_milled(context: &Context, cards: Filter) -> Option<Condition> {
    let milled = Objects::Var(done(context, Participle::Milled)?);
    Some(Condition::Exists(Objects::Only(Box::new(milled), cards)))
}

fn hands_of(objects: &Objects) -> Option<Who> {
    match objects {
        Objects::In(ZoneOf::Hand(who), Filter::Any) => Some(*who),
        _ => None,
    }
}

macro_rules! takes {
    ($words:literal, $to:expr, $example:literal) => {
        rule!(Plain: $words (whose: Whose, cards: Sought) => |c, whose, cards| (whose != Who::You).then(|| taken(c, whose, cards, n(1), $to))?,
            |c, e: &_| is_one(c, e, &$to); $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    takes!(
        "search {whose} library for a {cards.s} and exile it . then that player shuffles .",
        Destination::Exile,
        "search target player's library for a card and exile it. Then that player shuffles."
    ),
    takes!(
        "search {whose} library for a {cards.s} and put that card onto the battlefield under your control . then that player shuffles .",
        under_you(),
        "search target opponent's library for a creature card and put that card onto the battlefield under your control. Then that player shuffles."
    ),
    alternate!(Verbs: "search {whose} library for a {cards.s} and exile it , then the player shuffles" (whose: Whose, cards: Sought) => |c, whose, cards| (whose != Who::You).then(|| taken(c, whose, cards, n(1), Destination::Exile))?; ""),
    rule!(Plain: "search {whose} library for up to {count} {cards.p} and exile them . then that player shuffles ." (whose: Whose, count: Count, cards: CardNoun) => |c, whose, count, cards| (whose != Who::You).then(|| taken(c, whose, some(cards), count, Destination::Exile))?,
        |c, e: &_| is_few(c, e).into_iter().filter(|(.., cards)| *cards != Filter::Any).map(|(of, count, cards)| (of, count, unsaid(cards))).collect(); "search target player's library for up to two cards and exile them. Then that player shuffles."),
    rule!(Plain: "search {whose} library for {count} cards and exile them . then that player shuffles ." (whose: Whose, count: Count) => |c, whose, count| (whose != Who::You).then(|| taken(c, whose, Filter::Any, count, Destination::Exile))?,
        |c, e: &_| is_few(c, e).into_iter().filter(|(.., cards)| *cards == Filter::Any).map(|(of, count, _)| (of, count)).collect(); "search target player's library for three cards and exile them. Then that player shuffles."),
    rule!(Verbs: "search your library for any number of {cards.p} , exile them , then shuffle" (cards: CardNoun) => |c, cards| all_exiled(c, cards), |c, e: &_| are_exiled(c, e); "search your library for any number of land cards, exile them, then shuffle"),
    rule!(Verbs: "search your library for any number of {cards.p} , reveal them , then shuffle and put those cards on top in any order" (cards: CardNoun) => |c, cards| stacked(c, cards), |c, e: &_| are_stacked(c, e); "search your library for any number of Goblin cards, reveal them, then shuffle and put those cards on top in any order"),
    alternate!(Verbs: "search your library for any number of {cards.p} , reveal those cards , then shuffle and put them on top" (cards: CardNoun) => |c, cards| stacked(c, cards); "search your library for any number of Goblin cards, reveal those cards, then shuffle and put them on top"),
    // ---- names
    rule!(CardPost: "with the same name as {what}" (what: Target) => |_, what| help::one(&what).map(Filter::SameName),
        |_, f| match f { Filter::SameName(Obj::Target(number)) => vec![(Objects::Targets(number),)], _ => Vec::new() }; "with the same name as target creature"),
    rule!(CardPost: "with the same name as that creature" () => |c| that_creature(c).map(Filter::SameName), |c, f: &_| if that_creature(c).is_some_and(|obj| *f == Filter::SameName(obj)) { vec![()] } else { Vec::new() }; ""),
    // ---- hands
    rule!(Verbs: "draw {count} cards , then discard one of them" (count: Count) => |c, count| sifted(c, count), |c, e: &_| is_sifted(c, e); "draw two cards, then discard one of them"),
    rule!(Plain: "look at {whose} hand and choose a card from it . put that card on top of that player 's library ." (whose: Whose) => |c, whose| topped(c, whose, n(1)),
        |c, e: &_| is_topped(c, e).filter(|(_, count)| *count == n(1)).map(|(who, _)| (who,)).into_iter().collect(); "look at target player's hand and choose a card from it. Put that card on top of that player's library."),
    rule!(Plain: "look at {whose} hand and choose {count} cards from it . put them on top of that player 's library in any order ." (whose: Whose, count: Count) => |c, whose, count| topped(c, whose, count),
        |c, e: &_| is_topped(c, e).filter(|(_, count)| *count != n(1)).into_iter().collect(); "look at target player's hand and choose two cards from it. Put them on top of that player's library in any order."),
    rule!(Plain: "{who.s} reveals {count} cards from their hand and you choose one of them . that player discards that card ." (who: Other, count: Count) => |c, who, count| exposed(c, who, count),
        |c, e: &_| is_exposed(c, e); "target player reveals three cards from their hand and you choose one of them. That player discards that card."),
    rule!(Verbs: "puts|put the cards in their|your hand on the bottom of their|your library in any order , then draws|draw that many cards" () => |c| cycled(c),
        |c, e: &_| if cycled(&mut c.clone()).as_ref() == Some(e) { vec![()] } else { Vec::new() }; "put the cards in your hand on the bottom of your library in any order, then draw that many cards"),
    rule!(Said: "{who.s} reveals the top card of their library" (who: Other) => |_, who| help::one_player(who).then(|| vec![Instruction::Reveal(Objects::Top(n(1), who))]),
        |_, e: &_| match e.as_slice() { [Instruction::Reveal(Objects::Top(Quantity::N(1), who))] if *who != Who::You => vec![(*who,)], _ => Vec::new() }; "target player reveals the top card of their library"),
    rule!(Verb: "discards|discard a {kind.s} at random" (who: Doer, kind: CardNoun) => |c, who, filter| (filter != Filter::Any).then(|| Instruction::Discard { who, count: n(1), filter, random: true, into: c.variable() }),
        |_, e| match e { Instruction::Discard { who, count: Quantity::N(1), filter, random: true, .. } if filter != Filter::Any => vec![(who, filter)], _ => Vec::new() }; "discard a creature card at random"),
    alternate!(Verb: "discards|discard another card at random" (who: Doer, into: Into) => |_, who, into| Some(Instruction::Discard { who, count: n(1), filter: Filter::Any, random: true, into }); "discard another card at random"),
    alternate!(Cond: "a {kind.s} is milled this way" (kind: CardNoun) => |c, kind| was_milled(c, kind); ""),
    alternate!(Cond: "at least one {kind.s} is milled this way" (kind: CardNoun) => |c, kind| was_milled(c, kind); ""),
    alternate!(Cond: "at least one {kind.s} was milled this way" (kind: CardNoun) => |c, kind| was_milled(c, kind); ""),
    rule!(Cond: "a {kind.s} was milled this way" (kind: CardNoun) => |c, kind| was_milled(c, kind),
        |c, cond| match cond {
            Condition::Exists(Objects::Only(group, kind)) if done(c, Participle::Milled).is_some_and(|var| *group == Objects::Var(var)) => vec![(kind,)],
            _ => Vec::new(),
        }; ""),
    // ---- groups of cards
    alternate!(Objs: "all {kind.p} from all graveyards" (kind: CardNoun) => |c, kind| (kind != Filter::Any).then(|| cards(c, Objects::In(ZoneOf::Graveyard(Who::EachPlayer), kind)))?; "all creature cards from all graveyards"),
    rule!(Objs: "all cards from {whose} hand" (whose: Whose) => |c, whose| cards(c, Objects::In(ZoneOf::Hand(whose), Filter::Any)), |_, o: &_| hands_of(o).map(|who| (who,)).into_iter().collect(); "all cards from your hand"),
    rule!(Objs: "all cards from your library" () => |c| cards(c, Objects::In(ZoneOf::Library(Who::You), Filter::Any)), |_, o: &_| if *o == Objects::In(ZoneOf::Library(Who::You), Filter::Any) { vec![()] } else { Vec::new() }; "all cards from your library"),
    rule!(Verb: "return {what} to the battlefield tapped under their owners ' control" (what: Objs) => |c, what| everyones(&what).then(|| moved(c, what, tapped())),
        |_, e| match e { Instruction::Move { what, to, linked: false, until: None, .. } if everyones(&what) && to == tapped() => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Verb: "return {what} to the battlefield under their owners ' control" (what: Objs) => |c, what| everyones(&what).then(|| moved(c, what, Destination::Battlefield(Entry::default()))),
        |_, e| match e { Instruction::Move { what, to, linked: false, until: None, .. } if everyones(&what) && to == Destination::Battlefield(Entry::default()) => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Verb: "return {what} to their owners ' hands" (what: Objs) => |c, what| everyones(&what).then(|| moved(c, what, Destination::Hand)),
        |_, e| match e { Instruction::Move { what, to: Destination::Hand, linked: false, until: None, .. } if everyones(&what) => vec![(what,)], _ => Vec::new() }; ""),
    alternate!(Verb: "put the exiled card into its owner 's hand" () => |c| (!c.face.is_spell()).then(|| moved(c, Objects::Linked, Destination::Hand)); ""),
    alternate!(Verb: "return the exiled cards to their owner 's hand" () => |c| (!c.face.is_spell()).then(|| moved(c, Objects::Linked, Destination::Hand)); ""),
    rule!(HandChoice: "{count} {kind.p} from {whose} graveyard" (count: Count, kind: CardNoun, whose: Whose) => |c, count, kind, whose| few(c, count, kind, whose),
        |c, e| match e {
            Instruction::Choose { who, from: Objects::In(ZoneOf::Graveyard(whose), kind), min, max, random: false, .. } if who == c.doer && whose == who && min == max && max != n(1) => vec![(max, kind, whose)],
            _ => Vec::new(),
        }; "two cards from your graveyard"),
];

/// Cards without a quality, of which fewer may be found all the same (CR 701.23d): "up to".
fn some(cards: Filter) -> Filter {
    if cards == Filter::Any { Filter::Card } else { cards }
}

fn unsaid(cards: Filter) -> Filter {
    if cards == Filter::Card { Filter::Any } else { cards }
}

/// Cards of everyone's graveyards.
fn everyones(objects: &Objects) -> bool {
    matches!(objects, Objects::In(ZoneOf::Graveyard(Who::EachPlayer), _))
}

/// Several cards of a graveyard to choose.
fn few(context: &mut Context, count: Quantity, kind: Filter, whose: Who) -> Option<Instruction> {
    let into = context.variable()?;
    context.mention(Referent::Objects(Objects::Var(into)), Sort::CARD, true);
    let from = Objects::In(ZoneOf::Graveyard(whose), kind);
    let who = context.doer;
    (whose == who).then(|| help::choose(who, from, (count.clone(), count), into))
}
