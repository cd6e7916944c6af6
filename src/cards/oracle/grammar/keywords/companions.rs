//! Companions (CR 702.139): what the starting deck must be like.

use crate::cards::oracle::grammar::help::nonland;
use crate::cards::oracle::grammar::keywords::commanders::is;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::Rule;
use crate::cards::oracle::syntax::rule;

fn companion(condition: DeckCondition) -> Option<KeywordAbility> {
    Some(KeywordAbility::Companion(condition))
}

fn at_most(n: i32) -> Filter {
    Filter::ManaValue(Cmp::Le, Quantity::N(n))
}

fn at_least(n: i32) -> Filter {
    Filter::ManaValue(Cmp::Ge, Quantity::N(n))
}

fn of_five(a: Subtype, b: Subtype, c: Subtype, d: Subtype, e: Subtype) -> Filter {
    Filter::Or([a, b, c, d, e].map(Filter::Subtype).to_vec())
}

/// A condition that each card of a sort meets: the sort, and what the condition takes apart into.
fn each<T>(ability: KeywordAbility, take: impl Fn(&Filter) -> Option<T>) -> Vec<(Filter, T)> {
    match ability {
        KeywordAbility::Companion(DeckCondition::Each(of, is)) => {
            take(&is).map(|found| (of, found)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn five(filter: &Filter) -> Option<[Subtype; 5]> {
    let Filter::Or(list) = filter else { return None };
    let subtypes = list.iter().map(|f| if let Filter::Subtype(s) = f { Some(*s) } else { None });
    subtypes.collect::<Option<Vec<_>>>()?.try_into().ok()
}

fn bound(filter: &Filter, wanted: Cmp) -> Option<i32> {
    match filter {
        Filter::ManaValue(cmp, Quantity::N(n)) if *cmp == wanted => Some(*n),
        _ => None,
    }
}

macro_rules! fixed {
    ($words:literal, $condition:expr) => {
        rule!(Param: $words () => |_| companion($condition), |_, k| is(Some(k) == companion($condition)); $words)
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Param: "companion \u{2014} each {cards.s} in your starting deck is a {a.s} , {b.s} , {c.s} , {d.s} , or {e.s} card ." (cards: CardNoun, a: Sub, b: Sub, c: Sub, d: Sub, e: Sub)
        => |_, cards, a, b, c, d, e| companion(DeckCondition::Each(cards, of_five(a, b, c, d, e))),
        |_, k| each(k, five).into_iter().map(|(cards, [a, b, c, d, e])| (cards, a, b, c, d, e)).collect();
        "companion \u{2014} each creature card in your starting deck is an Elf, Goblin, Human, Merfolk, or Zombie card."),
    rule!(Param: "companion \u{2014} each {cards.s} in your starting deck has mana value {n} or less ." (cards: CardNoun, n: Digits)
        => |_, cards, n| companion(DeckCondition::Each(cards, at_most(n))),
        |_, k| each(k, |f| bound(f, Cmp::Le)); "companion \u{2014} each permanent card in your starting deck has mana value 4 or less."),
    rule!(Param: "companion \u{2014} each {cards.s} in your starting deck has a activated ability ." (cards: CardNoun)
        => |_, cards| companion(DeckCondition::Each(cards, Filter::HasAbility(AbilitySort::Activated))),
        |_, k| each(k, |f| (*f == Filter::HasAbility(AbilitySort::Activated)).then_some(())).into_iter().map(|(cards, ())| (cards,)).collect();
        "companion \u{2014} each creature card in your starting deck has an activated ability."),
    rule!(Param: "companion \u{2014} your starting deck contains only cards with mana value {n} or greater and land cards ." (n: Digits)
        => |_, n| companion(DeckCondition::Each(nonland(), at_least(n))),
        |_, k| each(k, |f| bound(f, Cmp::Ge)).into_iter().filter(|(of, _)| *of == nonland()).map(|(_, n)| (n,)).collect();
        "companion \u{2014} your starting deck contains only cards with mana value 4 or greater and land cards."),
    rule!(Param: "companion \u{2014} each {cards.s} in your starting deck has a different name ." (cards: CardNoun)
        => |_, cards| companion(DeckCondition::DifferentNames(cards)),
        |_, k| match k { KeywordAbility::Companion(DeckCondition::DifferentNames(cards)) => vec![(cards,)], _ => Vec::new() };
        "companion \u{2014} each creature card in your starting deck has a different name."),
    rule!(Param: "companion \u{2014} each {cards.s} in your starting deck shares a card type ." (cards: CardNoun)
        => |_, cards| companion(DeckCondition::SharedType(cards)),
        |_, k| match k { KeywordAbility::Companion(DeckCondition::SharedType(cards)) => vec![(cards,)], _ => Vec::new() };
        "companion \u{2014} each permanent card in your starting deck shares a card type."),
    rule!(Param: "companion \u{2014} your starting deck contains at least {n} cards more than the minimum deck size ." (n: Words)
        => |_, n| companion(DeckCondition::Larger(u32::try_from(n).ok()?)),
        |_, k| match k { KeywordAbility::Companion(DeckCondition::Larger(n)) => i32::try_from(n).map(|n| (n,)).into_iter().collect(), _ => Vec::new() };
        "companion \u{2014} your starting deck contains at least ten cards more than the minimum deck size."),
    fixed!(
        "companion \u{2014} your starting deck contains only cards with even mana values .",
        DeckCondition::ManaValues(Filter::Any, Parity::Even)
    ),
    fixed!(
        "companion \u{2014} your starting deck contains only cards with odd mana values and land cards .",
        DeckCondition::ManaValues(nonland(), Parity::Odd)
    ),
    fixed!(
        "companion \u{2014} no card in your starting deck has more than one of the same mana symbol in its mana cost .",
        DeckCondition::DifferentSymbols(Filter::Any)
    ),
];
