//! Numbers and durations.

use crate::cards::oracle::grammar::help::{done, n};
use crate::cards::oracle::grammar::nouns::references::{embodied, said_of_body};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Rule, alternate, rule};

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

/// What is "other" than each of a group would differ for each of them.
fn is_single(context: &Context) -> bool {
    !matches!(context.subject.as_deref(), Some(Objects::All(_)))
}

/// Other than what the clause is about, if that can be among such permanents, otherwise than the card itself. What another word
/// names isn't known to be the card itself.
fn others(context: &Context, noun: Filter) -> Option<Filter> {
    let than = match context.subject.as_deref() {
        None | Some(Objects::The(Obj::This)) => Obj::This,
        Some(Objects::The(obj @ (Obj::Host | Obj::Event | Obj::EventSource))) => {
            let creatures = help::permanent_kind(&noun).contains(Sort::CREATURE);
            if creatures { *obj } else { Obj::This }
        }
        Some(_) => return None,
    };
    Some(help::with(noun, help::not(Filter::Is(than))))
}

fn is_others(filter: &Filter) -> Option<Filter> {
    let than = [Obj::This, Obj::Host, Obj::Event, Obj::EventSource];
    than.into_iter().find_map(|obj| help::without(filter, &help::not(Filter::Is(obj))))
}

/// The creature that an instruction before had someone sacrifice, as it was.
fn sacrificed(context: &Context) -> Option<Box<Objects>> {
    let (_, var) = context.done.iter().rfind(|(done, _)| *done == Participle::Sacrificed)?;
    let other = context.that(Sort::CREATURE, false).is_some();
    (!other).then(|| Box::new(Objects::Were(Box::new(Objects::Var(*var)))))
}

/// What is there less the affected object, if it is among that.
fn beside_it(noun: Filter) -> Option<Quantity> {
    let itself = Objects::Only(Box::new(Objects::The(Obj::It)), noun.clone());
    Some(Quantity::Minus(Box::new(count(Objects::All(noun))?), Box::new(count(itself)?)))
}

fn is_beside_it(quantity: &Quantity) -> Option<Filter> {
    let Quantity::Minus(all, _) = quantity else { return None };
    let (noun,) = on_battlefield((**all).clone()).pop()?;
    (beside_it(noun.clone()).as_ref() == Some(quantity)).then_some(noun)
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

fn this_turn(quantity: Quantity, deed: Deed) -> Vec<(Filter,)> {
    match quantity {
        Quantity::Count(objects) => match *objects {
            Objects::ThisTurn(found, filter) if found == deed => vec![(*filter,)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn count(objects: Objects) -> Option<Quantity> {
    Some(Quantity::Count(Box::new(objects)))
}

/// Whether a group of permanents has to be said to be on the battlefield: nobody controls them, and they enchant nobody.
fn anyones(filter: &Filter) -> bool {
    let controlled = |f: &Filter| {
        matches!(f, Filter::Controlled(_) | Filter::AttachedToPlayer(_) | Filter::AttackingPlayer(_))
            || matches!(f, Filter::AttachedTo(inner) if matches!(**inner, Filter::Is(_)))
            || matches!(f, Filter::Not(inner) if matches!(**inner, Filter::Controlled(_)))
    };
    !help::parts(filter.clone()).iter().any(controlled)
}

pub(in crate::cards::oracle::grammar) fn times(amount: Quantity, each: Quantity) -> Quantity {
    Quantity::Times(Box::new(amount), Box::new(each))
}

/// How often what.
fn per(quantity: Quantity) -> Option<(i32, Quantity)> {
    match quantity {
        Quantity::Times(amount, each) => match *amount {
            Quantity::N(number) => Some((number, *each)),
            _ => None,
        },
        _ => None,
    }
}

/// CR 700.5.
pub(in crate::cards::oracle::grammar) fn devotion(colors: Vec<Color>) -> Quantity {
    Quantity::Devotion(colors, Box::new(Objects::All(Filter::Controlled(Who::You))))
}

/// The colours, if it is the devotion to as many.
fn devoted(quantity: &Quantity, count: usize) -> Option<Vec<Color>> {
    match quantity {
        Quantity::Devotion(colors, _) if colors.len() == count && *quantity == devotion(colors.clone()) => {
            Some(colors.clone())
        }
        _ => None,
    }
}

/// For as long as the card itself is on the battlefield and matches the filter (CR 611.2b).
fn as_long(mut how: Vec<Filter>) -> Duration {
    how.insert(0, Filter::Is(Obj::This));
    Duration::While(Condition::Exists(Objects::All(Filter::And(how))))
}

/// Whether permanents are in combat: that says where they are.
fn in_combat(filter: &Filter) -> bool {
    help::parts(filter.clone()).iter().any(|f| matches!(f, Filter::Attacking | Filter::Blocking))
}

/// The basic land types among your lands.
fn domain() -> Quantity {
    Quantity::BasicLandTypes(Box::new(Objects::All(Filter::And(vec![
        Filter::Type(CardTypes::LAND),
        Filter::Controlled(Who::You),
    ]))))
}

/// Whether a creature was beheld as a cost.
fn beheld(context: &Context) -> bool {
    context.paid.is_some_and(|(how, kind)| how == Participle::Beheld && kind.contains(Sort::CREATURE))
}

/// What was destroyed, as it was.
fn were(var: Var) -> Objects {
    Objects::Were(Box::new(Objects::Var(var)))
}

fn destroyed(var: Var, filter: Filter) -> Objects {
    Objects::Only(Box::new(were(var)), filter)
}

macro_rules! this_way {
    ($words:literal, $how:expr) => {
        rule!(Each: $words (cards: CardNoun) => |c, cards| count(Objects::Only(Box::new(Objects::Var(done(c, $how)?)), cards)),
            |c, q| match q {
                Quantity::Count(objects) => match *objects {
                    Objects::Only(all, filter) if done(c, $how).is_some_and(|var| *all == Objects::Var(var)) => vec![(filter,)],
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            }; "")
    };
}

/// How many colours permanents have among them.
fn colors(noun: Filter) -> Quantity {
    Quantity::Colors(Box::new(Objects::All(noun)))
}

fn of_colors(quantity: Quantity) -> Vec<(Filter,)> {
    match quantity {
        Quantity::Colors(objects) => match *objects {
            Objects::All(noun) => vec![(noun,)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Count: "{n}" (n: Words) => |_, n| Some(Quantity::N(n)), |_, q| number(q); "two"),
    rule!(Count: "X" () <=> {Quantity::X}; "X"),
    rule!(Count: "that many" () => |c| c.event.then_some(Quantity::EventAmount), |c, q: &_| if c.event && *q == Quantity::EventAmount { vec![()] } else { Vec::new() }; ""),
    rule!(Amount: "{n}" (n: Digits) => |_, n| Some(Quantity::N(n)), |_, q| number(q); "3"),
    rule!(Amount: "X" () <=> {Quantity::X}; "X"),
    rule!(Compared: "{n} or less" (n: Amount) => |_, n| Some((Cmp::Le, n)), |_, (cmp, n)| if cmp == Cmp::Le && matches!(n, Quantity::N(_) | Quantity::X) { vec![(n,)] } else { Vec::new() }; "3 or less"),
    rule!(Compared: "{n} or greater" (n: Amount) => |_, n| Some((Cmp::Ge, n)), |_, (cmp, n)| if cmp == Cmp::Ge { vec![(n,)] } else { Vec::new() }; "4 or greater"),
    rule!(Compared: "{n}" (n: Amount) => |_, n| Some((Cmp::Eq, n)), |_, (cmp, n)| if cmp == Cmp::Eq { vec![(n,)] } else { Vec::new() }; "2"),
    rule!(Compared: "greater than {n}" (n: Value_) <=> {(Cmp::Gt, n)}; "greater than your life total"),
    rule!(Compared: "less than {n}" (n: Value_) <=> {(Cmp::Lt, n)}; "less than your life total"),
    rule!(Compared: "equal to {n}" (n: Value_) => |_, n| Some((Cmp::Eq, n)), |_, (cmp, n)| if cmp == Cmp::Eq && !matches!(n, Quantity::N(_) | Quantity::X) { vec![(n,)] } else { Vec::new() }; "equal to your life total"),
    rule!(Amount: "{n} times X" (n: Words) => |_, number| (number > 2).then(|| times(n(number), Quantity::X)), |_, q| per(q).filter(|(a, x)| *x == Quantity::X && *a > 2).map(|(a, _)| (a,)).into_iter().collect(); "three times X"),
    rule!(Amount: "twice X" () => |_| Some(times(n(2), Quantity::X)), |_, q: &_| if *q == times(n(2), Quantity::X) { vec![()] } else { Vec::new() }; "twice X"),
    // What is subtracted isn't doubled.
    rule!(Value_: "twice the number of {each.p} minus {m}" (each: Each, m: Digits) => |_, each, m| Some(Quantity::Minus(Box::new(times(n(2), each)), Box::new(n(m)))),
        |_, q| match q { Quantity::Minus(a, b) => match (per(*a), *b) { (Some((2, each)), Quantity::N(m)) => vec![(each, m)], _ => Vec::new() }, _ => Vec::new() }; "twice the number of cards in your hand minus 4"),
    rule!(Value_: "twice {v}" (v: Value_) => |_, v| (!matches!(v, Quantity::Minus(..))).then(|| times(n(2), v)), |_, q| per(q).filter(|(a, v)| *a == 2 && *v != Quantity::X).map(|(_, v)| (v,)).into_iter().collect(); "twice the number of creatures you control"),
    rule!(Value_: "three times {v}" (v: Value_) => |_, v| Some(times(n(3), v)), |_, q| per(q).filter(|(a, v)| *a == 3 && *v != Quantity::X).map(|(_, v)| (v,)).into_iter().collect(); "three times the number of creatures you control"),
    rule!(Value_: "the number of {each.p} minus {m}" (each: Each, m: Digits) => |_, each, m| Some(Quantity::Minus(Box::new(each), Box::new(n(m)))),
        |_, q| match q { Quantity::Minus(a, b) => match *b { Quantity::N(m) => vec![(*a, m)], _ => Vec::new() }, _ => Vec::new() }; "the number of cards in your hand minus 4"),
    rule!(Value_: "{m} minus the number of {each.p}" (m: Digits, each: Each) => |_, m, each| Some(Quantity::Minus(Box::new(n(m)), Box::new(each))),
        |_, q| match q { Quantity::Minus(a, b) => match *a { Quantity::N(m) if m > 0 => vec![(m, *b)], _ => Vec::new() }, _ => Vec::new() }; "3 minus the number of cards in your hand"),
    rule!(Value_: "{m} plus the number of {each.p}" (m: Digits, each: Each) => |_, m, each| Some(Quantity::Sum(vec![n(m), each])),
        |_, q| match q { Quantity::Sum(list) => match list.as_slice() { [Quantity::N(m), each] => vec![(*m, each.clone())], _ => Vec::new() }, _ => Vec::new() }; "1 plus the number of cards in your hand"),
    rule!(Value_: "the number of {a.p} plus the number of {b.p}" (a: Each, b: Each) => |_, a, b| Some(Quantity::Sum(vec![a, b])),
        |_, q| match q { Quantity::Sum(list) => match list.as_slice() { [a, b] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() }; "the number of Zombies on the battlefield plus the number of Zombie cards in all graveyards"),
    rule!(Value_: "your devotion to {hue}" (hue: Hue) => |_, hue| Some(devotion(vec![hue])), |_, q: &_| devoted(q, 1).map(|list| (list[0],)).into_iter().collect(); "your devotion to green"),
    rule!(Value_: "your devotion to {a} and {b}" (a: Hue, b: Hue) => |_, a, b| (a != b).then(|| devotion(vec![a, b])), |_, q: &_| devoted(q, 2).map(|list| (list[0], list[1])).into_iter().collect(); "your devotion to green and white"),
    rule!(Each: "card|cards you've drawn this turn" () => |_| Some(Quantity::DrawnThisTurn(Who::You)), |_, q: &_| if *q == Quantity::DrawnThisTurn(Who::You) { vec![()] } else { Vec::new() }; "cards you've drawn this turn"),
    rule!(Dur: "for as long as you control {this}" (this: Self_) => |_, _| Some(as_long(vec![Filter::Controlled(Who::You)])),
        |_, d: &_| if *d == as_long(vec![Filter::Controlled(Who::You)]) { vec![(Obj::This,)] } else { Vec::new() }; "for as long as you control this creature"),
    rule!(Dur: "for as long as {this} remains tapped" (this: Self_) => |_, _| Some(as_long(vec![Filter::Tapped])),
        |_, d: &_| if *d == as_long(vec![Filter::Tapped]) { vec![(Obj::This,)] } else { Vec::new() }; "for as long as this creature remains tapped"),
    rule!(Dur: "for as long as you control {this} and {again} remains tapped" (this: Self_, again: Self_) => |_, _, _| Some(as_long(vec![Filter::Controlled(Who::You), Filter::Tapped])),
        |_, d: &_| if *d == as_long(vec![Filter::Controlled(Who::You), Filter::Tapped]) { vec![(Obj::This, Obj::This)] } else { Vec::new() }; "for as long as you control this creature and this creature remains tapped"),
    rule!(Compared: "less than or equal to {n}" (n: Value_) => |_, n| Some((Cmp::Le, n)), |_, (cmp, n)| if cmp == Cmp::Le { vec![(n,)] } else { Vec::new() }; "less than or equal to your life total"),
    // ---- what is counted
    rule!(Each: "{noun#}" (noun: Noun) => |_, noun| (!anyones(&noun) || in_combat(&noun)).then(|| count(Objects::All(noun)))?,
        |_, q| on_battlefield(q).into_iter().filter(|(f,)| !anyones(f)).collect(); "creatures you control"),
    rule!(Each: "{noun#} on the battlefield" (noun: Noun) => |_, noun| anyones(&noun).then(|| count(Objects::All(noun)))?,
        |_, q| on_battlefield(q).into_iter().filter(|(f,)| anyones(f)).collect(); "Elves on the battlefield"),
    alternate!(Each: "{noun#} on the battlefield {post}" (noun: Noun, post: CardPost) => |_, noun, post| anyones(&noun).then(|| count(Objects::All(help::with(noun, post))))?; "creatures on the battlefield with flying"),
    alternate!(Each: "other {noun#} on the battlefield {post}" (noun: Noun, post: CardPost) => |c, noun, post| (is_single(c) && anyones(&noun)).then(|| count(Objects::All(others(c, help::with(noun, post))?)))?; "other creatures on the battlefield with flying"),
    rule!(Each: "{noun#} that died this turn" (noun: Noun) => |_, noun| count(Objects::ThisTurn(Deed::Died, Box::new(noun))),
        |_, q| this_turn(q, Deed::Died); "creatures that died this turn"),
    rule!(Each: "{noun#} put into your graveyard from the battlefield this turn" (noun: Noun) => |_, noun| count(Objects::ThisTurn(Deed::Died, Box::new(help::with(noun, Filter::Owned(Who::You))))),
        |_, q| this_turn(q, Deed::Died).iter().filter_map(|(f,)| help::without(f, &Filter::Owned(Who::You))).map(|f| (f,)).collect(); "nontoken creatures put into your graveyard from the battlefield this turn"),
    rule!(Each: "other {noun#}" (noun: Noun) => |c, noun| (is_single(c) && (!anyones(&noun) || in_combat(&noun))).then(|| count(Objects::All(others(c, noun)?)))?,
        |_, q| on_battlefield(q).iter().filter_map(|(f,)| is_others(f)).map(|f| (f,)).collect(); "other creatures you control"),
    rule!(Each: "other {noun#} on the battlefield" (noun: Noun) => |c, noun| (is_single(c) && anyones(&noun)).then(|| count(Objects::All(others(c, noun)?)))?,
        |_, q| on_battlefield(q).iter().filter_map(|(f,)| is_others(f)).filter(anyones).map(|f| (f,)).collect(); "other Elves on the battlefield"),
    // Each of a group counts what is other than itself.
    rule!(Each: "other {noun#}" (noun: Noun) => |c, noun| (!is_single(c) && !anyones(&noun)).then(|| beside_it(noun))?,
        |_, q: &_| is_beside_it(q).filter(|f| !anyones(f)).map(|f| (f,)).into_iter().collect(); ""),
    rule!(Each: "other {noun#} on the battlefield" (noun: Noun) => |c, noun| (!is_single(c) && anyones(&noun)).then(|| beside_it(noun))?,
        |_, q: &_| is_beside_it(q).filter(anyones).map(|f| (f,)).into_iter().collect(); ""),
    rule!(Each: "{cards#} in {zone}" (cards: CardNoun, zone: Graves) => |_, cards, zone| (zone != ZoneOf::Graveyard(Who::EachPlayer)).then(|| count(Objects::In(zone, cards)))?,
        |_, q| in_zone(q).into_iter().filter(|(_, z)| *z != ZoneOf::Graveyard(Who::EachPlayer)).collect(); "cards in your graveyard"),
    rule!(Each: "{cards#} in all graveyards" (cards: CardNoun) => |_, cards| count(Objects::In(ZoneOf::Graveyard(Who::EachPlayer), cards)),
        |_, q| in_zone(q).into_iter().filter(|(_, z)| *z == ZoneOf::Graveyard(Who::EachPlayer)).map(|(f, _)| (f,)).collect(); "creature cards in all graveyards"),
    rule!(Each: "card|cards in {whose} hand" (whose: Whose) <=> {Quantity::HandSize(whose)}; "cards in your hand"),
    this_way!("{cards#} discarded this way", Participle::Discarded),
    this_way!("{cards#} exiled this way", Participle::Exiled),
    this_way!("{cards#} milled this way", Participle::Milled),
    rule!(Each: "{noun#} destroyed this way" (noun: Noun) => |c, noun| count(destroyed(done(c, Participle::Destroyed)?, noun)),
        |c, q| match q {
            Quantity::Count(objects) => match *objects {
                Objects::Only(all, filter) if done(c, Participle::Destroyed).is_some_and(|var| *all == were(var)) => vec![(filter,)],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; ""),
    rule!(Each: "{k} counter|counters on {this}" (k: Kind, this: Self_) <=> {Quantity::Counters(k, this)}; "charge counters on this artifact"),
    alternate!(Each: "{k} counter|counters on him" (k: Kind) => |c, k| nouns::pronouns::is_person(c).then_some(Quantity::Counters(k, Obj::This)); ""),
    alternate!(Each: "{k} counter|counters on her" (k: Kind) => |c, k| nouns::pronouns::is_person(c).then_some(Quantity::Counters(k, Obj::This)); ""),
    rule!(Each: "{k} counter|counters on it" (k: Kind) => |c, k| { let m = c.it(true)?; match &m.what { crate::cards::oracle::syntax::Referent::Objects(o) => Some(Quantity::Counters(k, help::one(o)?)), _ => None } }, |_, _value: &_| Vec::new(); ""),
    rule!(Value_: "the total number of cards in all players ' hands" () => |_| Some(Quantity::HandSize(Who::EachPlayer)), |_, q: &_| if *q == Quantity::HandSize(Who::EachPlayer) { vec![()] } else { Vec::new() }; "the total number of cards in all players' hands"),
    rule!(Each: "opponent|opponents" () => |_| Some(Quantity::Players(Who::EachOpponent)), |_, q: &_| if *q == Quantity::Players(Who::EachOpponent) { vec![()] } else { Vec::new() }; "opponents"),
    // ---- values
    rule!(Value_: "the number of {each.p}" (each: Each) <=> {each}; "the number of creatures you control"),
    rule!(Value_: "the number of times {this} has mutated" (this: Self_) <=> {Quantity::TimesMutated(this)}; "the number of times this creature has mutated"),
    rule!(Value_: "that creature 's power" () => |c| sacrificed(c).map(Quantity::TotalPower), |c, q: &_| match q { Quantity::TotalPower(of) if sacrificed(c).as_ref() == Some(of) => vec![()], _ => Vec::new() }; ""),
    rule!(Value_: "that creature 's toughness" () => |c| sacrificed(c).map(Quantity::TotalToughness), |c, q: &_| match q { Quantity::TotalToughness(of) if sacrificed(c).as_ref() == Some(of) => vec![()], _ => Vec::new() }; ""),
    rule!(Value_: "{obj} power" (obj: Poss) => |c, obj| Some(Quantity::Power(embodied(c, obj))),
        |c, q: &_| match q { Quantity::Power(obj) => said_of_body(c, *obj), _ => Vec::new() }; "this creature's power"),
    rule!(Value_: "{obj} toughness" (obj: Poss) => |c, obj| Some(Quantity::Toughness(embodied(c, obj))),
        |c, q: &_| match q { Quantity::Toughness(obj) => said_of_body(c, *obj), _ => Vec::new() }; "this creature's toughness"),
    rule!(Value_: "the power of the creature you chose or the card you revealed" () => |c| beheld(c).then_some(Quantity::Power(Obj::PaidWith)),
        |c, q: &_| if beheld(c) && *q == Quantity::Power(Obj::PaidWith) { vec![()] } else { Vec::new() }; ""),
    rule!(Value_: "{obj} mana value" (obj: Poss) <=> {Quantity::ManaValue(obj)}; "this creature's mana value"),
    rule!(Value_: "your life total" () => |_| Some(Quantity::Life(Who::You)), |_, q: &_| if *q == Quantity::Life(Who::You) { vec![()] } else { Vec::new() }; "your life total"),
    rule!(Value_: "the number of card types among cards in all graveyards" () => |_| Some(Quantity::CardTypes(Box::new(Objects::In(ZoneOf::Graveyard(Who::EachPlayer), Filter::Any)))),
        |_, q: &_| if *q == Quantity::CardTypes(Box::new(Objects::In(ZoneOf::Graveyard(Who::EachPlayer), Filter::Any))) { vec![()] } else { Vec::new() }; "the number of card types among cards in all graveyards"),
    rule!(Value_: "the number of card types among cards in your graveyard" () => |_| Some(Quantity::CardTypes(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), Filter::Any)))),
        |_, q: &_| if *q == Quantity::CardTypes(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), Filter::Any))) { vec![()] } else { Vec::new() }; "the number of card types among cards in your graveyard"),
    rule!(Each: "color|colors among {noun.p}" (noun: Noun) => |_, noun| Some(colors(noun)), |_, q| of_colors(q).into_iter().filter(|(f,)| help::without(f, &help::other()).is_none()).collect(); "colors among permanents you control"),
    rule!(Each: "color|colors among other {noun.p}" (noun: Noun) => |c, noun| is_single(c).then(|| colors(help::with(noun, help::other()))),
        |_, q| of_colors(q).iter().filter_map(|(f,)| help::without(f, &help::other())).map(|f| (f,)).collect(); "colors among other permanents you control"),
    rule!(Each: "basic land type|types among lands you control" () => |_| Some(domain()), |_, q: &_| if *q == domain() { vec![()] } else { Vec::new() }; "basic land types among lands you control"),
    // ---- cards
    rule!(Cards: "a card" () => |_| Some(n(1)), |_, q: &_| if *q == n(1) { vec![()] } else { Vec::new() }; "a card"),
    rule!(Cards: "{count} cards" (count: Count) => |_, count| Some(count), |_, q: &_| if *q == n(1) { Vec::new() } else { vec![(q.clone(),)] }; "two cards"),
    rule!(Cards: "cards equal to {n}" (n: Value_) <=> {n}; "cards equal to this creature's power"),
    rule!(Cards: "that many cards" () => |c| c.event.then_some(Quantity::EventAmount), |c, q: &_| if c.event && *q == Quantity::EventAmount { vec![()] } else { Vec::new() }; ""),
    // ---- durations
    rule!(Dur: "until end of turn" () <=> {Duration::EndOfTurn}; "until end of turn"),
    rule!(Dur: "until end of combat" () <=> {Duration::EndOfCombat}; "until end of combat"),
    rule!(Dur: "until your next turn" () <=> {Duration::UntilTurnOf(Who::You)}; "until your next turn"),
    rule!(Dur: "until your next end step" () <=> {Duration::UntilEndStepOf(Who::You)}; "until your next end step"),
    rule!(Dur: "until the end of your next turn" () <=> {Duration::UntilEndOfNextTurnOf(Who::You)}; "until the end of your next turn"),
];
