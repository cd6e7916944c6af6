//! The first spell of a sort that you cast each turn, or the second one: what it costs (CR 601.2f, 608.2i).

use crate::cards::oracle::grammar::help::{generic, mana, n, with};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

type GameRule = crate::cards::def::Rule;

/// N of them have been cast before it.
fn before(spells: Filter, count: i32) -> Condition {
    let cast = Objects::ThisTurn(Deed::Cast, Box::new(with(spells, Filter::Controlled(Who::You))));
    Condition::Compare(Quantity::Count(Box::new(cast)), Cmp::Eq, n(count))
}

fn cheaper(spells: Filter, less: Quantity, count: i32, own_turn: bool) -> AbilityDef {
    let first = before(spells.clone(), count);
    let only_if = if own_turn { Condition::And(vec![Condition::TurnOf(Who::You), first]) } else { first };
    let effect = StaticEffect::Rule(GameRule::CostsLess(Who::You, spells, less));
    AbilityDef::Static(StaticDef { only_if, effect, from: ZoneKind::Battlefield })
}

fn is_cheaper(def: &AbilityDef, count: i32, own_turn: bool) -> Vec<(Filter, ManaCost)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::CostsLess(_, spells, less)), .. }) = def
    else {
        return Vec::new();
    };
    let Quantity::N(number) = less else { return Vec::new() };
    let same = cheaper(spells.clone(), less.clone(), count, own_turn) == *def;
    mana(*number).filter(|_| same).map(|mana| (spells.clone(), mana)).into_iter().collect()
}

macro_rules! nth {
    ($words:literal, $count:literal, $own_turn:literal; $example:literal) => {
        rule!(Static: $words (spells: SpellNoun, mana: Mana) => |_, spells, mana| Some(cheaper(spells, n(generic(&mana)?), $count, $own_turn)),
            |_, d: &_| is_cheaper(d, $count, $own_turn); $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    nth!("the first {spells.s} you cast each turn costs {mana} less to cast .", 0, false; "the first creature spell you cast each turn costs {2} less to cast."),
    nth!("the second {spells.s} you cast each turn costs {mana} less to cast .", 1, false; "the second creature spell you cast each turn costs {2} less to cast."),
    nth!("the first {spells.s} you cast during each of your turns costs {mana} less to cast .", 0, true; "the first creature spell you cast during each of your turns costs {2} less to cast."),
];
