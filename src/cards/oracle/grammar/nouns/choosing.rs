//! Choices of any number of things, of cards that another ability has exiled (CR 607.2a), of cards that are searched for.

use crate::cards::oracle::grammar::help::{n, permanent_kind};
use crate::cards::oracle::grammar::nouns::objects::choice;
use crate::cards::oracle::grammar::nouns::together::every;
use crate::cards::oracle::grammar::verbs::zones::{pick, picked, under_you};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn any(context: &mut Context, from: Objects, kind: Sort) -> Option<Instruction> {
    let most = every(&from);
    choice(context, from, n(0), most, kind)
}

/// What another ability of a permanent has exiled.
fn linked(context: &Context, cards: Filter) -> Option<Objects> {
    let own = context.done.iter().any(|(done, _)| *done == crate::cards::oracle::syntax::Participle::Exiled);
    let all = Objects::Linked;
    let all = if cards == Filter::Any { all } else { Objects::Only(Box::new(all), cards) };
    (!own && !context.face.is_spell() && context.face.grantee.is_none()).then_some(all)
}

pub(in crate::cards::oracle::grammar) fn of_linked(objects: &Objects) -> Option<Filter> {
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
