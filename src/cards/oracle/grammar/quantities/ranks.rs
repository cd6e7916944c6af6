//! The players who have the most or the least of something.

use crate::cards::oracle::grammar::help::{n, with, without};
use crate::cards::oracle::grammar::lines::{simple, whole};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// A number of a player.
type Of = fn(Who) -> Quantity;

const LIFE: Of = Quantity::Life;
const HAND: Of = Quantity::HandSize;

fn most(among: Who, of: Of) -> Quantity {
    Quantity::Most(among, Box::new(of(Who::It)))
}

fn least(among: Who, of: Of) -> Quantity {
    Quantity::Fewest(among, Box::new(of(Who::It)))
}

fn controlled(noun: &Filter, who: Who) -> Quantity {
    Quantity::Count(Box::new(Objects::All(with(noun.clone(), Filter::Controlled(who)))))
}

fn is_controlled(quantity: &Quantity, who: Who) -> Option<Filter> {
    match quantity {
        Quantity::Count(objects) => match &**objects {
            Objects::All(filter) => without(filter, &Filter::Controlled(who)),
            _ => None,
        },
        _ => None,
    }
}

/// The player has as much of it as the players with the most or the least of these.
fn ranks(own: Quantity, top: Quantity) -> Condition {
    Condition::Compare(own, Cmp::Eq, top)
}

/// The player who is asked about has the most of it among these, perhaps with others.
fn leads(among: Who, of: Of) -> Condition {
    ranks(of(Who::It), most(among, of))
}

/// More than each opponent has.
fn ahead(of: Of) -> Condition {
    Condition::Compare(of(Who::You), Cmp::Gt, most(Who::EachOpponent, of))
}

/// Nobody else has as much of it.
fn alone(who: Who, own: Quantity, each: Quantity) -> Condition {
    let other = Condition::Not(Box::new(Condition::SamePlayer(Who::It, who)));
    let as_much = Condition::And(vec![other, Condition::Compare(each, Cmp::Ge, own)]);
    Condition::Compare(Quantity::PlayersWho(Who::EachPlayer, Box::new(as_much)), Cmp::Eq, n(0))
}

/// One player has more of it than each other one.
fn one_leads(each: &Quantity) -> Condition {
    let top = Quantity::Most(Who::EachPlayer, Box::new(each.clone()));
    let leads = ranks(each.clone(), top);
    Condition::Compare(Quantity::PlayersWho(Who::EachPlayer, Box::new(leads)), Cmp::Eq, n(1))
}

/// If one player has more of it than each other one, that player gains control of the permanent.
fn taken(context: &mut Context, when: TriggerEvent, each: &Quantity) -> Option<TriggeredDef> {
    let into = context.variable()?;
    let top = Quantity::Most(Who::EachPlayer, Box::new(each.clone()));
    let keep = Instruction::KeepPlayers { from: Who::EachPlayer, only: ranks(each.clone(), top), into };
    whole(context, when, one_leads(each), vec![keep, taking(into)])
}

fn taking(by: Var) -> Instruction {
    let control = vec![Modification::Control(Who::Var(by))];
    Instruction::Continuous(StaticEffect::Affect(Objects::The(Obj::This), control), Duration::Forever)
}

fn is_taken(context: &Context, def: &TriggeredDef) -> Option<(TriggerEvent, Quantity)> {
    let [Instruction::KeepPlayers { only: Condition::Compare(each, ..), .. }, _] = def.effects.as_slice() else {
        return None;
    };
    let same = taken(&mut context.clone(), def.when.clone(), each).as_ref() == Some(def);
    same.then(|| (def.when.clone(), each.clone()))
}

/// The player with the least of it, of your choice, gains control of the permanent.
fn given(context: &mut Context) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let only = ranks(Quantity::Life(Who::It), least(Who::EachPlayer, LIFE));
    let choose = Instruction::ChoosePlayer { who: Who::You, from: Who::EachPlayer, only, random: false, into };
    Some(vec![choose, taking(into)])
}

/// A player is chosen who has the most of something.
fn chosen(context: &mut Context, from: Who, only: Condition, random: bool) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    context.mention(Referent::Player(Who::Var(into)), Sort::PLAYER, false);
    Some(vec![Instruction::ChoosePlayer { who: Who::You, from, only, random, into }])
}

fn is_chosen(context: &Context, effects: &[Instruction], from: Who, only: Condition, random: bool) -> Vec<()> {
    let made = chosen(&mut context.clone(), from, only, random);
    if made.as_deref() == Some(effects) { vec![()] } else { Vec::new() }
}

/// Each player's life total becomes the same number.
fn levelled(who: Who, to: Quantity) -> Vec<Instruction> {
    vec![Instruction::SetLife(who, to)]
}

/// Each player draws as many as they have fewer than the player with the most.
fn caught_up(context: &mut Context) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    let fewer = Quantity::Minus(Box::new(Quantity::Var(into)), Box::new(Quantity::HandSize(Who::It)));
    let draw = Instruction::Draw { who: Who::It, count: fewer, into: context.variable() };
    let all = Recipients::Players(Who::EachPlayer);
    Some(vec![Instruction::Set(into, most(Who::EachPlayer, HAND)), Instruction::ForEach(all, vec![draw])])
}

/// It attacks a player who has the most life.
fn at_the_top(mut when: TriggerEvent) -> Option<TriggerEvent> {
    let TriggerEvent::Attacks(filter) = &mut when else { return None };
    *filter = with(filter.clone(), Filter::AttackingPlayer(Who::EachPlayer));
    Some(when)
}

fn is_at_the_top(mut when: TriggerEvent) -> Option<TriggerEvent> {
    let TriggerEvent::Attacks(filter) = &mut when else { return None };
    *filter = without(filter, &Filter::AttackingPlayer(Who::EachPlayer))?;
    Some(when)
}

/// CR 702.105a: nobody has more life than a player.
pub(in crate::cards::oracle::grammar) fn nobody_has_more(than: Who) -> Condition {
    let more = Condition::Compare(Quantity::Life(Who::It), Cmp::Gt, Quantity::Life(than));
    Condition::Compare(Quantity::PlayersWho(Who::EachPlayer, Box::new(more)), Cmp::Eq, n(0))
}

fn against_the_top(context: &mut Context, when: TriggerEvent, effects: Vec<Instruction>) -> Option<TriggeredDef> {
    let def = whole(context, at_the_top(when)?, Condition::Always, effects)?;
    Some(TriggeredDef { provided: nobody_has_more(Who::Defending), ..def })
}

fn is_against_the_top(def: TriggeredDef) -> Option<(TriggerEvent, Vec<Instruction>)> {
    if def.provided != nobody_has_more(Who::Defending) {
        return None;
    }
    let plain = TriggeredDef { provided: Condition::Always, ..def };
    let when = is_at_the_top(plain.when.clone())?;
    simple(&plain).then_some((when, plain.effects))
}

macro_rules! number {
    ($words:literal, $value:expr) => {
        rule!(Value_: $words () => |_| Some($value), |_, q: &_| if *q == $value { vec![()] } else { Vec::new() }; "")
    };
}

macro_rules! cond {
    ($words:literal, $cond:expr) => {
        rule!(Cond: $words () => |_| Some($cond), |_, c: &_| if *c == $cond { vec![()] } else { Vec::new() }; "")
    };
}

macro_rules! levels {
    ($words:literal, $who:expr, $to:expr) => {
        rule!(Said: $words () => |_| Some(levelled($who, $to)), |_, e: &_| if *e == levelled($who, $to) { vec![()] } else { Vec::new() }; "")
    };
}

macro_rules! choosing {
    ($words:literal, $from:expr, $only:expr, $random:literal) => {
        rule!(Said: $words () => |c| chosen(c, $from, $only, $random), |c, e: &_| is_chosen(c, e, $from, $only, $random); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    // ---- numbers
    number!("the highest life total among all players", most(Who::EachPlayer, LIFE)),
    alternate!(Value_: "the highest life total among players" () => |_| Some(most(Who::EachPlayer, LIFE)); ""),
    number!("the highest life total among your opponents", most(Who::EachOpponent, LIFE)),
    number!("the lowest life total among all players", least(Who::EachPlayer, LIFE)),
    number!(
        "the number of cards in the hand of the opponent with the most cards in hand",
        most(Who::EachOpponent, HAND)
    ),
    rule!(Value_: "{m} minus {v}" (m: Digits, v: Value_) => |_, m, v| matches!(v, Quantity::Most(..) | Quantity::Fewest(..)).then(|| Quantity::Minus(Box::new(n(m)), Box::new(v))),
        |_, q| match q { Quantity::Minus(a, b) => match (*a, *b) { (Quantity::N(m), v @ (Quantity::Most(..) | Quantity::Fewest(..))) => vec![(m, v)], _ => Vec::new() }, _ => Vec::new() };
        "20 minus the highest life total among all players"),
    number!(
        "your life total minus the life total of a opponent with the most life",
        Quantity::Minus(Box::new(Quantity::Life(Who::You)), Box::new(most(Who::EachOpponent, LIFE)))
    ),
    levels!(
        "each player 's life total becomes the highest life total among all players",
        Who::EachPlayer,
        most(Who::EachPlayer, LIFE)
    ),
    levels!(
        "each player 's life total becomes the lowest life total among all players",
        Who::EachPlayer,
        least(Who::EachPlayer, LIFE)
    ),
    // ---- conditions
    cond!("you have more cards in hand than each opponent", ahead(HAND)),
    cond!("you have more life than each opponent", ahead(LIFE)),
    cond!("you have the most life or are tied for most life", nobody_has_more(Who::You)),
    rule!(Cond: "{who.s} has more cards in hand than each other player" (who: Other) => |_, who| help::another_player(who).then(|| alone(who, HAND(who), HAND(Who::It))),
        |_, c: &_| is_alone(c, |who| (HAND(who), HAND(Who::It))).into_iter().collect(); "target player has more cards in hand than each other player"),
    rule!(Cond: "{who.s} has more life than each other player" (who: Other) => |_, who| help::another_player(who).then(|| alone(who, LIFE(who), LIFE(Who::It))),
        |_, c: &_| is_alone(c, |who| (LIFE(who), LIFE(Who::It))).into_iter().collect(); "target player has more life than each other player"),
    rule!(Cond: "{who.s} controls more {noun.p} than each other player" (who: Other, noun: Noun) => |_, who, noun| help::another_player(who).then(|| alone(who, controlled(&noun, who), controlled(&noun, Who::It))),
        |_, c: &_| is_alone_with(c).into_iter().collect(); "target player controls more lands than each other player"),
    rule!(Cond: "{who.s} controls the most {noun.p} or is tied for the most" (who: Other, noun: Noun)
        => |_, who, noun| help::another_player(who).then(|| ranks(controlled(&noun, who), Quantity::Most(Who::EachPlayer, Box::new(controlled(&noun, Who::It))))),
        |_, c: &_| tied(c).into_iter().collect(); "defending player controls the most creatures or is tied for the most"),
    // ---- who attacks whom
    rule!(Trigger: "{when} the player with the most life or tied for most life , {effects}" (when: When, effects: Begun) => |c, when, effects| against_the_top(c, when, effects),
        |_, d| is_against_the_top(d).into_iter().collect(); "whenever this creature attacks the player with the most life or tied for most life, draw a card."),
    // ---- who gains control
    rule!(Trigger: "{when} , if a player has more life than each other player , the player with the most life gains control of {this} ." (when: When, this: Self_) => |c, when, _| taken(c, when, &LIFE(Who::It)),
        |c, d: &_| is_taken(c, d).filter(|(_, each)| *each == LIFE(Who::It)).map(|(when, _)| (when, Obj::This)).into_iter().collect(); ""),
    rule!(Trigger: "{when} , if a player has more cards in hand than each other player , the player who has the most cards in hand gains control of {this} ." (when: When, this: Self_)
        => |c, when, _| taken(c, when, &HAND(Who::It)),
        |c, d: &_| is_taken(c, d).filter(|(_, each)| *each == HAND(Who::It)).map(|(when, _)| (when, Obj::This)).into_iter().collect(); ""),
    rule!(Trigger: "{when} , if a player controls more {noun.p} than each other player , the player who controls the most {again.p} gains control of {this} ." (when: When, noun: Noun, again: Noun, this: Self_)
        => |c, when, noun, again, _| if noun == again { taken(c, when, &controlled(&noun, Who::It)) } else { None },
        |c, d: &_| is_taken(c, d).and_then(|(when, each)| { let noun = is_controlled(&each, Who::It)?; Some((when, noun.clone(), noun, Obj::This)) }).into_iter().collect(); ""),
    rule!(Plain: "the player with the lowest life total gains control of {this} . if two or more players are tied for lowest life total , you choose one of them , and that player gains control of {again} ." (this: Self_, again: Self_)
        => |c, _, _| given(c), |c, e: &_| if given(&mut c.clone()).as_ref() == Some(e) { vec![(Obj::This, Obj::This)] } else { Vec::new() }; ""),
    // ---- who is chosen
    choosing!(
        "choose a player with the most life or tied for most life",
        Who::EachPlayer,
        leads(Who::EachPlayer, LIFE),
        false
    ),
    choosing!(
        "choose a opponent with the most life among your opponents",
        Who::EachOpponent,
        leads(Who::EachOpponent, LIFE),
        false
    ),
    choosing!("choose a opponent", Who::EachOpponent, Condition::Always, false),
    choosing!("choose a player", Who::EachPlayer, Condition::Always, false),
    choosing!("choose a opponent at random", Who::EachOpponent, Condition::Always, true),
    choosing!("choose a player at random", Who::EachPlayer, Condition::Always, true),
    rule!(Pred: "attacks|attack that player this combat if able" (what: Subject) => |c, what| Some(goaded_at(what, nouns::players::that_player(c)?)),
        |c, e: &_| is_goaded_at(c, e).into_iter().collect(); ""),
    // ---- each of them
    rule!(Plain: "each player with fewer cards in hand than the player with the most cards in hand draws cards equal to the difference ." () => |c| caught_up(c),
        |c, e: &_| if caught_up(&mut c.clone()).as_ref() == Some(e) { vec![()] } else { Vec::new() }; "each player with fewer cards in hand than the player with the most cards in hand draws cards equal to the difference."),
];

/// What the others have less than.
fn surpassed(cond: &Condition) -> Option<&Quantity> {
    let Condition::Compare(Quantity::PlayersWho(_, as_much), Cmp::Eq, Quantity::N(0)) = cond else { return None };
    match &**as_much {
        Condition::And(both) => match both.as_slice() {
            [_, Condition::Compare(_, Cmp::Ge, own)] => Some(own),
            _ => None,
        },
        _ => None,
    }
}

fn is_alone(cond: &Condition, numbers: fn(Who) -> (Quantity, Quantity)) -> Option<(Who,)> {
    let (Quantity::HandSize(who) | Quantity::Life(who)) = *surpassed(cond)? else { return None };
    let (own, each) = numbers(who);
    (help::another_player(who) && alone(who, own, each) == *cond).then_some((who,))
}

/// Whose permanents a number counts, and which.
fn whose(quantity: &Quantity) -> Option<(Who, Filter)> {
    let Quantity::Count(objects) = quantity else { return None };
    let Objects::All(filter) = &**objects else { return None };
    let who = help::parts(filter.clone()).into_iter().find_map(|part| match part {
        Filter::Controlled(who) => Some(who),
        _ => None,
    })?;
    Some((who, without(filter, &Filter::Controlled(who))?))
}

fn is_alone_with(cond: &Condition) -> Option<(Who, Filter)> {
    let (who, noun) = whose(surpassed(cond)?)?;
    let same = help::another_player(who) && alone(who, controlled(&noun, who), controlled(&noun, Who::It)) == *cond;
    same.then_some((who, noun))
}

fn tied(cond: &Condition) -> Option<(Who, Filter)> {
    let Condition::Compare(own, Cmp::Eq, top @ Quantity::Most(..)) = cond else { return None };
    let (who, noun) = whose(own)?;
    let same = *top == Quantity::Most(Who::EachPlayer, Box::new(controlled(&noun, Who::It)));
    (help::another_player(who) && same).then_some((who, noun))
}

/// CR 508.1d: it attacks a player in this combat if it can.
fn goaded_at(what: Objects, who: Who) -> Instruction {
    let rule = vec![Modification::Rule(ObjectRule::AttacksPlayerIfAble(who, Condition::Always))];
    Instruction::Continuous(StaticEffect::Affect(what, rule), Duration::EndOfCombat)
}

fn is_goaded_at(context: &Context, effect: &Instruction) -> Option<(Objects,)> {
    let Instruction::Continuous(StaticEffect::Affect(what, _), _) = effect else { return None };
    let who = nouns::players::that_player(context)?;
    (goaded_at(what.clone(), who) == *effect).then(|| (what.clone(),))
}
