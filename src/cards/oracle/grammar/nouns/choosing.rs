//! Choices of any number of things, of cards that another ability has exiled (CR 607.2a), of cards that are searched for.

use crate::cards::oracle::grammar::help::{n, permanent_kind};
use crate::cards::oracle::grammar::nouns::objects::choice;
use crate::cards::oracle::grammar::verbs::zones::{pick, picked};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn count(from: &Objects) -> Quantity {
    Quantity::Count(Box::new(from.clone()))
}

fn any(context: &mut Context, from: Objects, kind: Sort) -> Option<Instruction> {
    let most = count(&from);
    choice(context, from, n(0), most, kind)
}

/// From what any number of objects are chosen.
fn is_any(context: &Context, effect: Instruction) -> Option<Objects> {
    match effect {
        Instruction::Choose { who, from, min: Quantity::N(0), max, random: false, together, .. }
            if who == context.doer && max == count(&from) && together.is_empty() =>
        {
            Some(from)
        }
        _ => None,
    }
}

/// What another ability of a permanent has exiled.
fn linked(context: &Context, cards: Filter) -> Option<Objects> {
    let own = context.done.iter().any(|(done, _)| *done == crate::cards::oracle::syntax::Participle::Exiled);
    let all = Objects::Linked;
    let all = if cards == Filter::Any { all } else { Objects::Only(Box::new(all), cards) };
    (!own && !context.face.is_spell() && context.face.grantee.is_none()).then_some(all)
}

fn of_linked(objects: &Objects) -> Option<Filter> {
    match objects {
        Objects::Linked => Some(Filter::Any),
        Objects::Only(all, cards) if **all == Objects::Linked => Some(cards.clone()),
        _ => None,
    }
}

/// All of them.
fn all_linked(context: &mut Context, cards: Filter) -> Option<Objects> {
    let all = linked(context, cards)?;
    context.mention(Referent::Objects(all.clone()), Sort::CARD, true);
    Some(all)
}

fn is_one_linked(effect: &Instruction) -> Option<Filter> {
    match effect {
        Instruction::Choose {
            who: Who::You, from, min: Quantity::N(1), max: Quantity::N(1), random: false, ..
        } => of_linked(from),
        _ => None,
    }
}

fn from_linked(choice: &Instruction) -> bool {
    is_one_linked(choice).is_some()
}

fn under_you() -> Destination {
    Destination::Battlefield(Entry { under: Some(Who::You), ..Entry::default() })
}

/// How many have just been tapped: those that were chosen for it.
fn tapped(context: &Context, noun: &Filter) -> Option<Quantity> {
    let chosen = context.them()?;
    match chosen.what {
        Referent::Objects(Objects::Var(var)) if chosen.kind.contains(permanent_kind(noun)) => Some(Quantity::Var(var)),
        _ => None,
    }
}

/// What they can be called.
fn are_tapped(context: &Context, quantity: &Quantity) -> Vec<(Filter,)> {
    const TYPES: [CardTypes; 3] = [CardTypes::CREATURE, CardTypes::LAND, CardTypes::ARTIFACT];
    let mut nouns: Vec<Filter> = TYPES.into_iter().map(Filter::Type).collect();
    nouns.push(Filter::Any);
    let found = nouns.into_iter().find(|noun| tapped(context, noun).as_ref() == Some(quantity));
    found.map(|noun| (noun,)).into_iter().collect()
}

macro_rules! released {
    ($words:literal, $to:expr) => {
        rule!(Verbs: $words (choice: HandChoice) => |c, choice| from_linked(&choice).then(|| pick(c, choice, $to))?,
            |_, e: &_| picked(e, &$to).into_iter().filter(|(choice,)| from_linked(choice)).collect(); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Choice: "any number of {noun.p}" (noun: Noun) => |c, noun| { let kind = permanent_kind(&noun); any(c, Objects::All(noun), kind) },
        |c, e| match is_any(c, e) { Some(Objects::All(noun)) => vec![(noun,)], _ => Vec::new() }; "any number of untapped creatures you control"),
    rule!(HandChoice: "any number of {cards.p} from {whose} hand" (cards: CardNoun, whose: Whose) => |c, cards, whose| (whose == c.doer).then(|| any(c, Objects::In(ZoneOf::Hand(whose), cards), Sort::CARD))?,
        |c, e| match is_any(c, e) { Some(Objects::In(ZoneOf::Hand(who), cards)) if who == c.doer => vec![(cards, who)], _ => Vec::new() }; "any number of creature cards from your hand"),
    rule!(HandChoice: "up to {most} {cards.p} from {whose} hand" (most: Count, cards: CardNoun, whose: Whose)
        => |c, most, cards, whose| (whose == c.doer).then(|| choice(c, Objects::In(ZoneOf::Hand(whose), cards), n(0), most, Sort::CARD))?,
        |c, e| match e {
            Instruction::Choose { who, from: Objects::In(ZoneOf::Hand(of), cards), min: Quantity::N(0), max: max @ (Quantity::N(_) | Quantity::X), random: false, together, .. }
                if who == c.doer && of == who && together.is_empty() => vec![(max, cards, of)],
            _ => Vec::new(),
        }; "up to two land cards from your hand"),
    rule!(Each: "{noun#} tapped this way" (noun: Noun) => |c, noun| tapped(c, &noun), |c, q: &_| are_tapped(c, q); ""),
    alternate!(Choice: "any number of Equipment you control" () => |c| {
            let own = [Subtype::named("Equipment").map(Filter::Subtype)?, Filter::Controlled(Who::You)];
            any(c, Objects::All(Filter::And(own.into())), Sort::PERMANENT | Sort::ARTIFACT | Sort::EQUIPMENT)
        }; ""),
    // ---- cards that were exiled
    rule!(HandChoice: "a {cards.s} exiled with {this}" (cards: CardNoun, this: Self_) => |c, cards, _| { let from = linked(c, cards)?; (c.doer == Who::You).then(|| choice(c, from, n(1), n(1), Sort::CARD))? },
        |_, e: &_| is_one_linked(e).map(|cards| (cards, Obj::This)).into_iter().collect(); "a creature card exiled with this artifact"),
    released!("put {choice.s} onto the battlefield under your control", under_you()),
    released!("return {choice.s} to the battlefield under your control", under_you()),
    released!("return {choice.s} to its owner 's hand", Destination::Hand),
    released!("put {choice.s} into its owner 's hand", Destination::Hand),
    released!("put {choice.s} into its owner 's graveyard", Destination::Graveyard),
    rule!(Objs: "each {cards.s} exiled with {this}" (cards: CardNoun, this: Self_) => |c, cards, _| all_linked(c, cards),
        |c, o: &_| if linked(c, Filter::Any).is_some() { of_linked(o).map(|cards| (cards, Obj::This)).into_iter().collect() } else { Vec::new() }; "each creature card exiled with this artifact"),
    alternate!(Objs: "all {cards.p} exiled with {this}" (cards: CardNoun, this: Self_) => |c, cards, _| all_linked(c, cards); "all creature cards exiled with this artifact"),
    // ---- cards to search for
    alternate!(Sought: "1: {a.s} or {b.s}" (a: CardNoun, b: CardNoun) => |_, a, b| Some(Filter::Or(vec![a, b])); "basic land card or Goblin card"),
];
