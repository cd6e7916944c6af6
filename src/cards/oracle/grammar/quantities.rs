//! Numbers.

use super::super::syntax::{Rule, rule};
use super::help::n;
use super::*;

fn number(quantity: Quantity) -> Vec<(i32,)> {
    match quantity {
        Quantity::N(n) => vec![(n,)],
        _ => Vec::new(),
    }
}

fn on_battlefield(quantity: Quantity) -> Vec<(Filter,)> {
    match quantity {
        Quantity::Count(objects) => match *objects {
            Objects::All(filter) => vec![(filter,)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn in_zone(quantity: Quantity) -> Vec<(Filter, ZoneOf)> {
    match quantity {
        Quantity::Count(objects) => match *objects {
            Objects::In(zone @ ZoneOf::Graveyard(_), filter) => vec![(filter, zone)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn count(objects: Objects) -> Option<Quantity> {
    Some(Quantity::Count(Box::new(objects)))
}

/// Whether a group of permanents has to be said to be on the battlefield: nobody controls them.
fn anyones(filter: &Filter) -> bool {
    let controlled = |f: &Filter| matches!(f, Filter::Controlled(_)) || matches!(f, Filter::Not(inner) if matches!(**inner, Filter::Controlled(_)));
    !super::help::parts(filter.clone()).iter().any(controlled)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Count: "{n}" (n: Words) => |_, n| Some(Quantity::N(n)), |_, q| number(q); "two"),
    rule!(Count: "X" () <=> {Quantity::X}; "X"),
    rule!(Amount: "{n}" (n: Digits) => |_, n| Some(Quantity::N(n)), |_, q| number(q); "3"),
    rule!(Amount: "X" () <=> {Quantity::X}; "X"),
    rule!(Compared: "{n} or less" (n: Amount) => |_, n| Some((Cmp::Le, n)), |_, (cmp, n)| if cmp == Cmp::Le && matches!(n, Quantity::N(_) | Quantity::X) { vec![(n,)] } else { Vec::new() }; "3 or less"),
    rule!(Compared: "{n} or greater" (n: Amount) => |_, n| Some((Cmp::Ge, n)), |_, (cmp, n)| if cmp == Cmp::Ge { vec![(n,)] } else { Vec::new() }; "4 or greater"),
    rule!(Compared: "{n}" (n: Amount) => |_, n| Some((Cmp::Eq, n)), |_, (cmp, n)| if cmp == Cmp::Eq { vec![(n,)] } else { Vec::new() }; "2"),
    rule!(Compared: "less than or equal to {n}" (n: Value_) => |_, n| Some((Cmp::Le, n)), |_, (cmp, n)| if cmp == Cmp::Le { vec![(n,)] } else { Vec::new() }; "less than or equal to your life total"),
    // ---- what is counted
    rule!(Each: "{noun#}" (noun: Noun) => |_, noun| (!anyones(&noun)).then(|| count(Objects::All(noun)))?,
        |_, q| on_battlefield(q).into_iter().filter(|(f,)| !anyones(f)).collect(); "creatures you control"),
    rule!(Each: "{noun#} on the battlefield" (noun: Noun) => |_, noun| anyones(&noun).then(|| count(Objects::All(noun)))?,
        |_, q| on_battlefield(q).into_iter().filter(|(f,)| anyones(f)).collect(); "Elves on the battlefield"),
    rule!(Each: "other {noun#}" (noun: Noun) => |_, noun| (!anyones(&noun)).then(|| count(Objects::All(super::help::with(noun, super::help::other()))))?,
        |_, q| on_battlefield(q).iter().filter_map(|(f,)| super::help::without(f, &super::help::other())).map(|f| (f,)).collect(); "other creatures you control"),
    rule!(Each: "other {noun#} on the battlefield" (noun: Noun) => |_, noun| anyones(&noun).then(|| count(Objects::All(super::help::with(noun, super::help::other()))))?,
        |_, q| on_battlefield(q).iter().filter_map(|(f,)| super::help::without(f, &super::help::other())).filter(anyones).map(|f| (f,)).collect(); "other Elves on the battlefield"),
    rule!(Each: "{cards#} in {zone}" (cards: CardNoun, zone: Graves) => |_, cards, zone| (zone != ZoneOf::Graveyard(Who::EachPlayer)).then(|| count(Objects::In(zone, cards)))?,
        |_, q| in_zone(q).into_iter().filter(|(_, z)| *z != ZoneOf::Graveyard(Who::EachPlayer)).collect(); "cards in your graveyard"),
    rule!(Each: "{cards#} in all graveyards" (cards: CardNoun) => |_, cards| count(Objects::In(ZoneOf::Graveyard(Who::EachPlayer), cards)),
        |_, q| in_zone(q).into_iter().filter(|(_, z)| *z == ZoneOf::Graveyard(Who::EachPlayer)).map(|(f, _)| (f,)).collect(); "creature cards in all graveyards"),
    rule!(Each: "card|cards in {whose} hand" (whose: Whose) <=> {Quantity::HandSize(whose)}; "cards in your hand"),
    rule!(Each: "{k} counter|counters on {this}" (k: Kind, this: Self_) <=> {Quantity::Counters(k, this)}; "charge counters on this artifact"),
    rule!(Each: "{k} counter|counters on it" (k: Kind) => |c, k| { let m = c.it(true)?; match &m.what { super::super::syntax::Referent::Objects(o) => Some(Quantity::Counters(k, super::help::one(o)?)), _ => None } }, |_, _| Vec::new(); ""),
    rule!(Each: "opponent|opponents" () => |_| Some(Quantity::Players(Who::EachOpponent)), |_, q| if q == Quantity::Players(Who::EachOpponent) { vec![()] } else { Vec::new() }; "opponents"),
    // ---- values
    rule!(Value_: "the number of {each.p}" (each: Each) <=> {each}; "the number of creatures you control"),
    rule!(Value_: "{obj} power" (obj: Poss) <=> {Quantity::Power(obj)}; "this creature's power"),
    rule!(Value_: "{obj} toughness" (obj: Poss) <=> {Quantity::Toughness(obj)}; "this creature's toughness"),
    rule!(Value_: "{obj} mana value" (obj: Poss) <=> {Quantity::ManaValue(obj)}; "this creature's mana value"),
    rule!(Value_: "your life total" () => |_| Some(Quantity::Life(Who::You)), |_, q| if q == Quantity::Life(Who::You) { vec![()] } else { Vec::new() }; "your life total"),
    // ---- cards
    rule!(Cards: "a card" () => |_| Some(n(1)), |_, q| if q == n(1) { vec![()] } else { Vec::new() }; "a card"),
    rule!(Cards: "{count} cards" (count: Count) => |_, count| Some(count), |_, q| if q == n(1) { Vec::new() } else { vec![(q,)] }; "two cards"),
    rule!(Cards: "cards equal to {n}" (n: Value_) <=> {n}; "cards equal to its power"),
    rule!(Cards: "that many cards" () => |c| c.event.then_some(Quantity::EventAmount), |c, q| if c.event && q == Quantity::EventAmount { vec![()] } else { Vec::new() }; ""),
];
