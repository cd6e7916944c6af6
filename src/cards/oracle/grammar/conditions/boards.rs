//! What static abilities ask: hands, counters, the top card of a library, what attacks, what opponents did.

use crate::cards::oracle::grammar::conditions::basic::exists;
use crate::cards::oracle::grammar::help::{n, with};
use crate::cards::oracle::grammar::quantities::halves::graveyards;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Optional, Rule, alternate, rule};

fn count(filter: Filter) -> Quantity {
    Quantity::Count(Box::new(Objects::All(filter)))
}

/// One card in hand at most.
fn hellbent() -> Condition {
    Condition::Compare(Quantity::HandSize(Who::You), Cmp::Le, n(1))
}

/// There is such a card in your graveyard.
pub(super) fn buried(cards: Filter) -> Condition {
    Condition::Exists(Objects::In(ZoneOf::Graveyard(Who::You), cards))
}

/// The top card of your library is such a card.
fn top(cards: Filter) -> Condition {
    Condition::Exists(Objects::Only(Box::new(Objects::Top(n(1), Who::You)), cards))
}

fn is_top(cond: &Condition) -> Option<&Filter> {
    match cond {
        Condition::Exists(Objects::Only(_, cards)) if *cond == top(cards.clone()) => Some(cards),
        _ => None,
    }
}

/// One player controls more of them than you.
fn more_than_you(who: Who, noun: &Filter) -> Option<Condition> {
    let of = |who| count(with(noun.clone(), Filter::Controlled(who)));
    help::another_player(who).then(|| Condition::Compare(of(who), Cmp::Gt, of(Who::You)))
}

fn is_more_than_you(cond: &Condition) -> Vec<(Who, Filter)> {
    let Condition::Compare(Quantity::Count(theirs), Cmp::Gt, _) = cond else { return Vec::new() };
    let Objects::All(filter) = &**theirs else { return Vec::new() };
    let mut list = help::parts(filter.clone());
    let Some(Filter::Controlled(who)) = list.pop() else { return Vec::new() };
    let noun = help::all(list);
    if more_than_you(who, &noun).as_ref() == Some(cond) { vec![(who, noun)] } else { Vec::new() }
}

fn counters(on: Objects) -> Quantity {
    Quantity::CountersOn(None, Box::new(on))
}

/// One opponent alone for whom it holds.
fn some_opponent(so: Condition) -> Condition {
    Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, Box::new(so)), Cmp::Ge, n(1))
}

fn is_some_opponent(cond: &Condition) -> Option<&Condition> {
    match cond {
        Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, so), Cmp::Ge, Quantity::N(1)) => Some(so),
        _ => None,
    }
}

/// CR 122.1f: an opponent has a poison counter.
fn poisoned() -> Condition {
    some_opponent(Condition::Compare(Quantity::PlayerCounters(CounterKind::Poison, Who::It), Cmp::Ge, n(1)))
}

/// What entered this turn under the control of one of the players.
fn entered(noun: Filter, who: Who) -> Objects {
    Objects::ThisTurn(Deed::Entered, Box::new(with(noun, Filter::Controlled(who))))
}

fn is_entered(objects: &Objects, who: Who) -> Option<Filter> {
    match objects {
        Objects::ThisTurn(Deed::Entered, filter) => help::without(filter, &Filter::Controlled(who)),
        _ => None,
    }
}

/// That many entered under the control of one opponent alone.
fn many_entered(least: Quantity, noun: Filter) -> Condition {
    let many = Quantity::Count(Box::new(entered(noun, Who::It)));
    some_opponent(Condition::Compare(many, Cmp::Ge, least))
}

fn is_many_entered(cond: &Condition) -> Option<(Quantity, Filter)> {
    match is_some_opponent(cond)? {
        Condition::Compare(Quantity::Count(objects), Cmp::Ge, least) => {
            Some((least.clone(), is_entered(objects, Who::It)?))
        }
        _ => None,
    }
}

fn gained() -> Condition {
    Condition::ThisTurn(Fact::GainedLife(Who::EachOpponent))
}

/// "It" is like that.
fn it_is(context: &Context, quality: Filter) -> Option<Condition> {
    Some(Condition::Is(help::it(context)?, quality))
}

/// No opponent has a greater life total than a player.
fn none_has_more(who: Who) -> Condition {
    let more = Condition::Compare(Quantity::Life(Who::It), Cmp::Gt, Quantity::Life(who));
    Condition::Compare(Quantity::PlayersWho(Who::EachOpponent, Box::new(more)), Cmp::Eq, n(0))
}

fn attached(subtype: &str) -> Filter {
    Filter::HasAttached(Box::new(Subtype::named(subtype).map_or(Filter::Any, Filter::Subtype)))
}

fn enchanted_or_equipped() -> Filter {
    Filter::Or(vec![attached("Aura"), attached("Equipment")])
}

/// Something like that has a counter on it.
fn has_counter(cond: &Condition) -> Option<(Filter, CounterKind)> {
    let Condition::Exists(Objects::All(filter)) = cond else { return None };
    match help::parts(filter.clone()).last()? {
        last @ Filter::Counter(kind) => Some((help::without(filter, last)?, *kind)),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "{who.s} controls more {noun.p} than you" (who: Other, noun: Noun) => |_, who, noun| more_than_you(who, &noun), |_, c: &_| is_more_than_you(c);
        "target player controls more lands than you"),
    // ---- cards
    rule!(Cond: "you have one or fewer cards in hand" () => |_| Some(hellbent()), |_, c: &_| if *c == hellbent() { vec![()] } else { Vec::new() }; "you have one or fewer cards in hand"),
    alternate!(Cond: "a {cards.s} is in your graveyard" (cards: CardNoun) => |_, cards| (cards != Filter::Any).then(|| buried(cards)); "an artifact card is in your graveyard"),
    rule!(Cond: "the top card of your library is a {cards.s}" (cards: CardNoun) => |_, cards| (cards != Filter::Any).then(|| top(cards)),
        |_, c: &_| is_top(c).map(|cards| (cards.clone(),)).into_iter().collect(); "the top card of your library is an artifact card"),
    alternate!(Cond: "the top card of your library is {hue}" (hue: Hue) => |_, hue| Some(top(Filter::Color(hue))); "the top card of your library is red"),
    // ---- what attacks
    alternate!(Cond: "a {noun.s} is attacking you" (noun: Noun) => |_, noun| Some(exists(with(noun, Filter::AttackingPlayer(Who::You)))); "a creature is attacking you"),
    rule!(Cond: "a {noun.s} is attacking" (noun: Noun) => |_, noun| Some(exists(with(noun, Filter::Attacking))),
        |_, c| match c { Condition::Exists(Objects::All(f)) => help::without(&f, &Filter::Attacking).map(|noun| (noun,)).into_iter().collect(), _ => Vec::new() }; "a white creature is attacking"),
    rule!(Cond: "{least} or more {noun.p} are attacking" (least: Count, noun: Noun) => |_, least, noun| Some(Condition::Compare(count(with(noun, Filter::Attacking)), Cmp::Ge, least)),
        |_, c| match c {
            Condition::Compare(Quantity::Count(objects), Cmp::Ge, least) => match *objects {
                Objects::All(filter) => help::without(&filter, &Filter::Attacking).map(|noun| (least, noun)).into_iter().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "three or more creatures are attacking"),
    rule!(Cond: "exactly one {noun.s} is attacking" (noun: Noun) => |_, noun| Some(Condition::Compare(count(with(noun, Filter::Attacking)), Cmp::Eq, n(1))),
        |_, c| match c {
            Condition::Compare(Quantity::Count(objects), Cmp::Eq, Quantity::N(1)) => match *objects {
                Objects::All(filter) => help::without(&filter, &Filter::Attacking).map(|noun| (noun,)).into_iter().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "exactly one creature is attacking"),
    alternate!(Cond: "it attacked this turn" () => |c| (help::it(c) == Some(Obj::This)).then(|| it_is(c, Filter::AttackedThisTurn))?; ""),
    alternate!(Cond: "it entered this turn" () => |c| (help::it(c) == Some(Obj::This)).then(|| it_is(c, Filter::EnteredThisTurn))?; ""),
    // ---- counters
    rule!(Cond: "{this} has {least} or more counters on it" (this: Self_, least: Count) => |c, this, least| { nouns::references::this(c); Some(Condition::Compare(counters(Objects::The(this)), Cmp::Ge, least)) },
        |_, c| match c { Condition::Compare(q, Cmp::Ge, least) if q == counters(Objects::The(Obj::This)) => vec![(Obj::This, least)], _ => Vec::new() }; "this creature has three or more counters on it"),
    rule!(Cond: "there are {least} or more counters among {noun.p}" (least: Count, noun: Noun) => |_, least, noun| Some(Condition::Compare(counters(Objects::All(noun)), Cmp::Ge, least)),
        |_, c| match c {
            Condition::Compare(Quantity::CountersOn(None, on), Cmp::Ge, least) => match *on { Objects::All(noun) => vec![(least, noun)], _ => Vec::new() },
            _ => Vec::new(),
        }; "there are two or more counters among creatures you control"),
    rule!(Cond: "a opponent is poisoned" () => |_| Some(poisoned()), |_, c: &_| if *c == poisoned() { vec![()] } else { Vec::new() }; "an opponent is poisoned"),
    rule!(Cond: "a {noun.s} has a {k} counter on it" (noun: Noun, k: Kind) => |_, noun, k| Some(exists(with(noun, Filter::Counter(k)))), |_, c: &_| has_counter(c).into_iter().collect(); "a creature has a -1/-1 counter on it"),
    // ---- what there is
    alternate!(Cond: "there is a {noun.s} on the battlefield" (noun: Noun) => |_, noun| Some(exists(noun)); "there is a Mountain on the battlefield"),
    rule!(Adj: "enchanted or equipped" () => |_| Some(enchanted_or_equipped()), |_, f: &_| if *f == enchanted_or_equipped() { vec![()] } else { Vec::new() }; "enchanted or equipped"),
    alternate!(Post: "that are enchanted or equipped" () => |_| Some(enchanted_or_equipped()); "that are enchanted or equipped"),
    // On an Equipment the word before a noun is for what that is attached to.
    rule!(Post: "that are equipped" () => |_| Some(attached("Equipment")), |c, f: &_| if c.face.is("Equipment") && *f == attached("Equipment") { vec![()] } else { Vec::new() }; ""),
    rule!(Quality: "1: a {a.s} or a {b.s}" (a: Sub, b: Sub) => |_, a, b| (a != b).then(|| Filter::Or(vec![Filter::Subtype(a), Filter::Subtype(b)])),
        |_, f| match f { Filter::Or(list) => match list.as_slice() { [Filter::Subtype(a), Filter::Subtype(b)] => vec![(*a, *b)], _ => Vec::new() }, _ => Vec::new() }; "a Human or an Elf"),
    alternate!(Post: "with {k} counters on it" (k: Kind) => |_, k| Some(Filter::Counter(k)); "with oil counters on it"),
    rule!(Post: "attacking your opponents" () => |_| Some(Filter::AttackingPlayer(Who::EachOpponent)), |_, f: &_| if *f == Filter::AttackingPlayer(Who::EachOpponent) { vec![()] } else { Vec::new() }; "attacking your opponents"),
    alternate!(Post: "that's attacking one of your opponents" () => |_| Some(Filter::AttackingPlayer(Who::EachOpponent)); "that's attacking one of your opponents"),
    rule!(Graves: "your opponents ' graveyards" () => |_| Some(ZoneOf::Graveyard(Who::EachOpponent)), |_, z: &_| if *z == ZoneOf::Graveyard(Who::EachOpponent) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "there are {least} or more {cards.p} total in all graveyards" (least: Count, cards: CardNoun) => |_, least, cards| Some(Condition::Compare(graveyards(cards), Cmp::Ge, least)),
        |_, c| match c {
            Condition::Compare(Quantity::Count(of), Cmp::Ge, least) => match *of { Objects::In(ZoneOf::Graveyard(Who::EachPlayer), cards) => vec![(least, cards)], _ => Vec::new() },
            _ => Vec::new(),
        }; "there are ten or more creature cards total in all graveyards"),
    rule!(Cond: "no opponent has more life than that player" () => |c| nouns::players::that_player(c).map(none_has_more), |c, cond: &_| if nouns::players::that_player(c).map(none_has_more).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    // ---- how the spell was cast
    rule!(Cond: "it's bargained" () => |c| (c.mentions.is_empty() && !c.event).then_some(Condition::Paid(0)),
        |c, cond: &_| if c.optional == Optional::Bargained && !c.event && !c.face.is_spell() && *cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    // ---- what opponents did this turn
    rule!(Cond: "a opponent gained life this turn" () => |_| Some(gained()), |_, c: &_| if *c == gained() { vec![()] } else { Vec::new() }; "an opponent gained life this turn"),
    alternate!(Cond: "a opponent drew {least} or more cards this turn" (least: Count) => |_, least| Some(some_opponent(Condition::Compare(Quantity::DrawnThisTurn(Who::It), Cmp::Ge, least))); "an opponent drew three or more cards this turn"),
    rule!(Cond: "a opponent had a {noun.s} enter the battlefield under their control this turn" (noun: Noun) => |_, noun| Some(Condition::Exists(entered(noun, Who::EachOpponent))),
        |_, c| match c { Condition::Exists(objects) => is_entered(&objects, Who::EachOpponent).map(|noun| (noun,)).into_iter().collect(), _ => Vec::new() };
        "an opponent had an artifact enter the battlefield under their control this turn"),
    rule!(Cond: "a opponent had {least} or more {noun.p} enter the battlefield under their control this turn" (least: Count, noun: Noun) => |_, least, noun| Some(many_entered(least, noun)),
        |_, c: &_| is_many_entered(c).into_iter().collect(); "an opponent had two or more artifacts enter the battlefield under their control this turn"),
];
