//! Cards that are revealed from the top of a library until there is one of a sort.

use crate::cards::oracle::grammar::help::{moved, not};
use crate::cards::oracle::grammar::verbs::cards::untapped;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// The cards are revealed; the last one goes there, the others elsewhere.
fn dig(
    context: &mut Context,
    who: Who,
    filter: Filter,
    to: Destination,
    rest: Destination,
) -> Option<Vec<Instruction>> {
    if to == rest {
        let revealed = context.variable()?;
        let until = Instruction::RevealUntil { who, filter, into: None, revealed: Some(revealed) };
        let all = moved(context, Objects::Var(revealed), to);
        return Some(vec![until, all]);
    }
    let (card, revealed) = (context.variable()?, context.variable()?);
    let found = Objects::Var(card);
    let until = Instruction::RevealUntil { who, filter, into: Some(card), revealed: Some(revealed) };
    let others = Objects::Only(Box::new(Objects::Var(revealed)), not(Filter::In(Box::new(found.clone()))));
    let first = moved(context, found, to);
    let second = moved(context, others, rest);
    Some(vec![until, first, second])
}

fn is_dig(context: &Context, effects: &[Instruction], to: &Destination, rest: &Destination) -> Vec<(Who, Filter)> {
    let Some(Instruction::RevealUntil { who, filter, .. }) = effects.first() else { return Vec::new() };
    let made = dig(&mut context.clone(), *who, filter.clone(), to.clone(), rest.clone());
    if made.as_deref() == Some(effects) { vec![(*who, filter.clone())] } else { Vec::new() }
}

fn yours(context: &Context, effects: &[Instruction], to: &Destination, rest: &Destination) -> Vec<(Filter,)> {
    let all = is_dig(context, effects, to, rest).into_iter();
    all.filter(|(who, _)| *who == Who::You).map(|(_, filter)| (filter,)).collect()
}

fn theirs(context: &Context, effects: &[Instruction], to: &Destination, rest: &Destination) -> Vec<(Who, Filter)> {
    is_dig(context, effects, to, rest).into_iter().filter(|(who, _)| *who != Who::You).collect()
}

/// Cards of a player's library are looked for and put into the graveyard.
fn entomb(context: &mut Context, of: Who, filter: Filter, max: Quantity) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let search = Instruction::Search { who: Who::You, of, filter, max, zones: Vec::new(), together: Vec::new(), into };
    let put = moved(context, Objects::Var(into), Destination::Graveyard);
    Some(vec![search, put, Instruction::Shuffle(of)])
}

fn entombed(context: &Context, effects: &[Instruction]) -> Vec<(Who, Quantity, Filter)> {
    let Some(Instruction::Search { of, filter, max, .. }) = effects.first() else { return Vec::new() };
    let made = entomb(&mut context.clone(), *of, filter.clone(), max.clone());
    if made.as_deref() == Some(effects) { vec![(*of, max.clone(), filter.clone())] } else { Vec::new() }
}

/// An opponent of the player of the event who controls more of something, chosen by that player.
fn richer(noun: &Filter) -> TargetDef {
    let count = |who| {
        let own = help::with(noun.clone(), Filter::Controlled(who));
        Quantity::Count(Box::new(Objects::All(own)))
    };
    let other = Condition::Not(Box::new(Condition::SamePlayer(Who::It, Who::Event)));
    let more = Condition::Compare(count(Who::It), Cmp::Gt, count(Who::Event));
    let what = TargetKind::PlayerWho(Who::EachPlayer, Box::new(Condition::And(vec![other, more])));
    let one = Quantity::N(1);
    TargetDef { min: one.clone(), max: one, by: Some(Who::Event), ..TargetDef::new(what) }
}

fn is_richer(def: &TargetDef) -> Option<Filter> {
    let TargetKind::PlayerWho(_, condition) = &def.what else { return None };
    let Condition::And(list) = &**condition else { return None };
    let Some(Condition::Compare(Quantity::Count(group), ..)) = list.get(1) else { return None };
    let Objects::All(filter) = &**group else { return None };
    help::without(filter, &Filter::Controlled(Who::It)).filter(|noun| richer(noun) == *def)
}

/// The player of the event may do so.
fn may_dig(context: &mut Context, filter: Filter) -> Option<Vec<Instruction>> {
    let then = dig(context, Who::Event, filter, untapped(), Destination::Graveyard)?;
    Some(vec![Instruction::May { who: Who::Event, then, otherwise: Vec::new() }])
}

fn oath(context: &mut Context, noun: &Filter, filter: Filter) -> Option<Vec<Instruction>> {
    let first = context.event && nouns::players::that_player(context) == Some(Who::Event) && context.targets.is_empty();
    first.then(|| context.target(richer(noun)))??;
    may_dig(context, filter)
}

fn is_oath(context: &Context, effects: &[Instruction]) -> Vec<(Filter, Filter)> {
    let [Instruction::May { then, .. }] = effects else { return Vec::new() };
    let Some(Instruction::RevealUntil { filter, .. }) = then.first() else { return Vec::new() };
    let made = may_dig(&mut context.clone(), filter.clone());
    let noun = context.wanted.first().and_then(is_richer).filter(|_| made.as_deref() == Some(effects));
    noun.map(|noun| (noun, filter.clone())).into_iter().collect()
}

macro_rules! until {
    ($words:literal, $to:expr, $rest:expr) => {
        rule!(Plain: $words (cards: CardNoun) => |c, cards| dig(c, Who::You, cards, $to, $rest), |c, e: &_| yours(c, e, &$to, &$rest); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "{who.s} reveals cards from the top of their library until they reveal a {cards.s} , then puts those cards into their graveyard" (who: Other, cards: CardNoun)
        => |c, who, cards| help::one_player(who).then(|| dig(c, who, cards, Destination::Graveyard, Destination::Graveyard))?,
        |c, e: &_| theirs(c, e, &Destination::Graveyard, &Destination::Graveyard); "target player reveals cards from the top of their library until they reveal a land card, then puts those cards into their graveyard"),
    rule!(Plain: "that player chooses target player who controls more {noun.p} than they do and is their opponent . the first player may reveal cards from the top of their library until they reveal a {cards.s} . if the first player does , that player puts that card onto the battlefield and all other cards revealed this way into their graveyard ." (noun: Noun, cards: CardNoun)
        => |c, noun, cards| oath(c, &noun, cards), |c, e: &_| is_oath(c, e); ""),
    rule!(Plain: "search {whose} library for up to {count} {cards.p} and put them into that player 's graveyard . then the player shuffles ." (whose: Whose, count: Count, cards: CardNoun)
        => |c, whose, count, cards| (whose != Who::You).then(|| entomb(c, whose, cards, count))?,
        |c, e: &_| entombed(c, e).into_iter().filter(|(of, ..)| *of != Who::You).collect(); "search target player's library for up to three creature cards and put them into that player's graveyard. Then the player shuffles."),
    until!(
        "reveal cards from the top of your library until you reveal a {cards.s} . put that card into your hand and all other cards revealed this way into your graveyard .",
        Destination::Hand,
        Destination::Graveyard
    ),
    until!(
        "reveal cards from the top of your library until you reveal a {cards.s} . put that card into your hand and the rest on the bottom of your library in any order .",
        Destination::Hand,
        Destination::LibraryBottom
    ),
    until!(
        "reveal cards from the top of your library until you reveal a {cards.s} . put that card into your hand and the rest on the bottom of your library in a random order .",
        Destination::Hand,
        Destination::LibraryBottomRandom
    ),
    until!(
        "reveal cards from the top of your library until you reveal a {cards.s} . put that card onto the battlefield and all other cards revealed this way into your graveyard .",
        untapped(),
        Destination::Graveyard
    ),
    until!(
        "reveal cards from the top of your library until you reveal a {cards.s} . put that card onto the battlefield and the rest on the bottom of your library in any order .",
        untapped(),
        Destination::LibraryBottom
    ),
    until!(
        "reveal cards from the top of your library until you reveal a {cards.s} . put that card onto the battlefield and the rest on the bottom of your library in a random order .",
        untapped(),
        Destination::LibraryBottomRandom
    ),
];
