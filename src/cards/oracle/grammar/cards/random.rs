//! Cards that chance picks, cards that came to a hand, tokens that copy each of several permanents.

use crate::cards::oracle::grammar::help::{n, with, without};
use crate::cards::oracle::grammar::sentences::swaps::take_unread;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

/// A card of a hand that chance picks.
fn at_random(who: Who, into: Var) -> Instruction {
    let from = Objects::In(ZoneOf::Hand(who), Filter::Any);
    Instruction::Choose { who: Who::You, from, min: n(1), max: n(1), random: true, together: Vec::new(), into }
}

/// A player looks at a card of a hand that chance picks.
fn glimpse(context: &mut Context, who: Who) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    help::one_player(who).then(|| vec![at_random(who, into), Instruction::Look(Who::You, Objects::Var(into))])
}

fn is_glimpse(context: &Context, effects: &[Instruction]) -> Vec<(Who,)> {
    match effects {
        [Instruction::Choose { from: Objects::In(ZoneOf::Hand(who), _), random: true, .. }, _]
            if glimpse(&mut context.clone(), *who).as_deref() == Some(effects) =>
        {
            vec![(*who,)]
        }
        _ => Vec::new(),
    }
}

/// A name is chosen, and something happens if a card that chance picks has it.
fn guess(context: &mut Context, mut then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let (name, card) = (context.variable()?, context.variable()?);
    take_unread(&mut then);
    let named = Condition::Is(Obj::Var(card), Filter::NameVar(name));
    Some(vec![
        Instruction::ChooseName { who: Who::You, filter: Filter::Any, into: name },
        at_random(Who::You, card),
        Instruction::Reveal(Objects::Var(card)),
        Instruction::If { cond: named, then, otherwise: Vec::new() },
    ])
}

fn is_guess(context: &Context, effects: &[Instruction]) -> Vec<(Vec<Instruction>,)> {
    match effects.split_last() {
        Some((Instruction::If { then, .. }, _))
            if guess(&mut context.clone(), then.clone()).as_deref() == Some(effects) =>
        {
            vec![(then.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// What the last such instruction put into hands.
fn returned(context: &Context) -> Option<Objects> {
    let (_, var) = context.done.iter().rfind(|(how, _)| *how == Participle::Returned)?;
    Some(Objects::Var(*var))
}

/// How many of these cards are in your hand now.
fn in_hand(context: &Context, cards: Filter) -> Option<Quantity> {
    let there = with(with(cards, Filter::Zone(ZoneKind::Hand)), Filter::Owned(Who::You));
    Some(Quantity::Count(Box::new(Objects::Only(Box::new(returned(context)?), there))))
}

fn is_in_hand(context: &Context, quantity: &Quantity) -> Vec<(Filter,)> {
    let Quantity::Count(objects) = quantity else { return Vec::new() };
    match &**objects {
        Objects::Only(all, there) if returned(context).as_ref() == Some(&**all) => {
            let own = without(there, &Filter::Owned(Who::You));
            own.and_then(|f| without(&f, &Filter::Zone(ZoneKind::Hand))).map(|f| (f,)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A token for each of several permanents, which copies it.
fn twins(noun: Filter, into: Option<Var>) -> Instruction {
    Instruction::CreateToken {
        who: Who::You,
        count: n(1),
        token: TokenSource::CopiesOf(Objects::All(noun), Vec::new()),
        tapped: false,
        attacking: None,
        counters: Vec::new(),
        into,
    }
}

fn are_twins(effects: &[Instruction]) -> Vec<(Filter, Option<Var>)> {
    match effects {
        [one @ Instruction::CreateToken { token: TokenSource::CopiesOf(Objects::All(noun), _), into, .. }]
            if *one == twins(noun.clone(), *into) =>
        {
            vec![(noun.clone(), *into)]
        }
        _ => Vec::new(),
    }
}

/// The spell of which the sentence is, copied for each of several things; new targets may be chosen for the copies or not.
fn copies(context: &Context, count: Quantity, new_targets: bool) -> Option<Vec<Instruction>> {
    let it = context.it(true).filter(|_| context.face.is_spell() && context.event)?;
    let what = match &it.what {
        Referent::Objects(objects) => help::one(objects)?,
        _ => return None,
    };
    let is_spell = matches!(what, Obj::This | Obj::Event) && !matches!(count, Quantity::N(_));
    is_spell.then(|| vec![Instruction::CopySpell { what, who: Who::You, count, new_targets, without: None }])
}

fn are_copies(context: &Context, effects: &[Instruction], new_targets: bool) -> Vec<(Quantity,)> {
    match effects {
        [Instruction::CopySpell { count, .. }]
            if copies(context, count.clone(), new_targets).as_deref() == Some(effects) =>
        {
            vec![(count.clone(),)]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "copy it for each {each.s} ." (each: Each) => |c, each| copies(c, each, false), |c, e: &_| are_copies(c, e, false); ""),
    rule!(Plain: "copy it for each {each.s} . you may choose new targets for the copies ." (each: Each) => |c, each| copies(c, each, true), |c, e: &_| are_copies(c, e, true); ""),
    rule!(Verbs: "look at a card at random in {whose} hand" (whose: Whose) => |c, whose| glimpse(c, whose), |c, e: &_| is_glimpse(c, e); "look at a card at random in target player's hand"),
    rule!(Plain: "choose a card name , then reveal a card at random from your hand . if that card has the chosen name , {then} ." (then: Clause) => |c, then| guess(c, then), |c, e: &_| is_guess(c, e);
        "choose a card name, then reveal a card at random from your hand. If that card has the chosen name, you gain 2 life."),
    rule!(Each: "{cards#} returned to your hand this way" (cards: CardNoun) => |c, cards| in_hand(c, cards), |c, q: &_| is_in_hand(c, q); ""),
    rule!(Said: "for each {noun.s} , create a token that's a copy of it" (noun: Noun, into: Into) => |_, noun, into| Some(vec![twins(noun, into)]), |_, e: &_| are_twins(e);
        "for each artifact you control, create a token that's a copy of it"),
    alternate!(Said: "for each {noun.s} , create a token that's a copy of that permanent" (noun: Noun, into: Into) => |_, noun, into| Some(vec![twins(noun, into)]);
        "for each artifact you control, create a token that's a copy of that permanent"),
    alternate!(Said: "for each {noun.s} , create a token that's a copy of that creature" (noun: Noun, into: Into)
        => |_, noun, into| help::permanent_kind(&noun).contains(Sort::CREATURE).then(|| vec![twins(noun, into)]); "for each creature you control, create a token that's a copy of that creature"),
];
