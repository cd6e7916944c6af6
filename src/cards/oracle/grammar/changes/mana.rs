//! What permanents that are tapped for mana produce instead (CR 106.12b), and spells that cost less mana of some types (CR 118.7b-d).

use crate::cards::oracle::grammar::help::{this, this_turn};
use crate::cards::oracle::grammar::statics::{game_rule, is_own_cost, is_rule, own_cost};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};
use help::n;

type GameRule = crate::cards::def::Rule;

/// Types of mana, if symbols are nothing else.
fn types_of(mana: &ManaCost) -> Option<Vec<ManaType>> {
    let one = |symbol: &ManaSymbol| match symbol {
        ManaSymbol::Typed(mana) => Some(*mana),
        _ => None,
    };
    let types: Option<Vec<ManaType>> = mana.0.iter().map(one).collect();
    types.filter(|types| !types.is_empty())
}

fn symbols(types: &[ManaType]) -> ManaCost {
    ManaCost(types.iter().map(|mana| ManaSymbol::Typed(*mana)).collect())
}

fn any_color() -> Vec<ManaType> {
    Color::ALL.into_iter().map(ManaType::of).collect()
}

/// Mana of one type.
fn of_one(mana: &ManaCost) -> Option<Vec<ManaType>> {
    types_of(mana).filter(|types| types.len() == 1)
}

fn is_one(types: &[ManaType]) -> Vec<(ManaCost,)> {
    if types.len() == 1 { vec![(symbols(types),)] } else { Vec::new() }
}

fn instead(who: Who, of: Filter, least: i32, with: OtherMana) -> Option<GameRule> {
    Some(GameRule::ProducesInstead { who, of, least: u16::try_from(least).ok()?, with })
}

/// What is tapped by such players, from how much mana on, and what it produces.
fn is_instead(rule: Option<GameRule>, by: Who) -> Option<(Filter, i32, OtherMana)> {
    match rule? {
        GameRule::ProducesInstead { who, of, least, with } if who == by => Some((of, i32::from(least), with)),
        _ => None,
    }
}

fn of_least_one(rule: Option<GameRule>, by: Who) -> Vec<(Filter, OtherMana)> {
    match is_instead(rule, by) {
        Some((of, 1, with)) => vec![(of, with)],
        _ => Vec::new(),
    }
}

fn is_this_turn(effects: &[Instruction]) -> Option<GameRule> {
    match effects {
        [Instruction::Continuous(StaticEffect::Rule(rule), Duration::EndOfTurn)] => Some(rule.clone()),
        _ => None,
    }
}

fn less(what: Filter, mana: &ManaCost, times: Quantity, only: bool) -> Option<GameRule> {
    Some(GameRule::CostsLessOf { who: Who::You, what, mana: types_of(mana)?, times, only })
}

/// Which spells cost less of which mana.
fn is_less(rule: Option<GameRule>, just: bool) -> Vec<(Filter, ManaCost)> {
    match rule {
        Some(GameRule::CostsLessOf { who: Who::You, what, mana, times: Quantity::N(1), only })
            if only == just && what != this() =>
        {
            vec![(what, symbols(&mana))]
        }
        _ => Vec::new(),
    }
}

/// What the spell itself costs less, how many times, and on which condition.
fn is_own(def: AbilityDef) -> Option<(ManaCost, Quantity, Condition)> {
    match is_own_cost(def)? {
        (GameRule::CostsLessOf { who: Who::You, what, mana, times, only: false }, cond) if what == this() => {
            Some((symbols(&mana), times, cond))
        }
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- what is produced
    rule!(Yield: "twice as much of that mana instead" () => |_| Some(OtherMana::Times(2)), |_, m: &_| if *m == OtherMana::Times(2) { vec![()] } else { Vec::new() }; "twice as much of that mana instead"),
    rule!(Yield: "{times} times as much of that mana instead" (times: Words) => |_, times| u16::try_from(times).ok().filter(|n| *n > 2).map(OtherMana::Times),
        |_, m: &_| match m { OtherMana::Times(n) if *n > 2 => vec![(i32::from(*n),)], _ => Vec::new() }; "three times as much of that mana instead"),
    rule!(Yield: "{mana} instead of any other type" (mana: Mana) => |_, mana| of_one(&mana).map(OtherMana::Type),
        |_, m: &_| match m { OtherMana::Type(types) => is_one(types), _ => Vec::new() }; "{B} instead of any other type"),
    rule!(Yield: "{mana} instead of any other type and amount" (mana: Mana) => |_, mana| of_one(&mana).map(OtherMana::One),
        |_, m: &_| match m { OtherMana::One(types) => is_one(types), _ => Vec::new() }; "{B} instead of any other type and amount"),
    alternate!(Yield: "colorless mana instead of any other type" () => |_| Some(OtherMana::Type(vec![ManaType::C])); "colorless mana instead of any other type"),
    rule!(Yield: "mana of a color of your choice instead of any other type" () => |_| Some(OtherMana::Type(any_color())),
        |_, m: &_| if *m == OtherMana::Type(any_color()) { vec![()] } else { Vec::new() }; "mana of a color of your choice instead of any other type"),
    rule!(Yield: "one mana of a color of your choice instead of any other type and amount" () => |_| Some(OtherMana::One(any_color())),
        |_, m: &_| if *m == OtherMana::One(any_color()) { vec![()] } else { Vec::new() }; "one mana of a color of your choice instead of any other type and amount"),
    // ---- of what
    rule!(Static: "if a {noun.s} is tapped for mana , it produces {with} ." (noun: Noun, with: Yield) => |_, noun, with| instead(Who::EachPlayer, noun, 1, with).map(game_rule),
        |_, d: &_| of_least_one(is_rule(d), Who::EachPlayer); "if a land is tapped for mana, it produces {B} instead of any other type."),
    rule!(Static: "if a {noun.s} is tapped for {least} or more mana , it produces {with} ." (noun: Noun, least: Words, with: Yield) => |_, noun, least, with| instead(Who::EachPlayer, noun, least, with).map(game_rule),
        |_, d: &_| is_instead(is_rule(d), Who::EachPlayer).filter(|(_, least, _)| *least > 1).into_iter().collect(); "if a land is tapped for two or more mana, it produces {B} instead of any other type."),
    rule!(Static: "if you tap a {noun.s} for mana , it produces {with} ." (noun: Noun, with: Yield) => |_, noun, with| instead(Who::You, noun, 1, with).map(game_rule),
        |_, d: &_| of_least_one(is_rule(d), Who::You); "if you tap a land for mana, it produces twice as much of that mana instead."),
    rule!(Plain: "until end of turn , if you tap a {noun.s} for mana , it produces {with} ." (noun: Noun, with: Yield) => |_, noun, with| instead(Who::You, noun, 1, with).map(this_turn),
        |_, e: &_| of_least_one(is_this_turn(e), Who::You); "until end of turn, if you tap a land for mana, it produces {B} instead of any other type."),
    rule!(Plain: "until end of turn , if a player taps a {noun.s} for mana , it produces {with} ." (noun: Noun, with: Yield) => |_, noun, with| instead(Who::EachPlayer, noun, 1, with).map(this_turn),
        |_, e: &_| of_least_one(is_this_turn(e), Who::EachPlayer); "until end of turn, if a player taps a land for mana, it produces {B} instead of any other type."),
    // ---- costs
    rule!(Static: "{spells.p} you cast cost {mana} less to cast ." (spells: SpellNoun, mana: Mana) => |_, spells, mana| less(spells, &mana, n(1), false).map(game_rule),
        |_, d: &_| is_less(is_rule(d), false); "green spells you cast cost {G} less to cast."),
    rule!(Static: "{spells.p} you cast cost {mana} less to cast . this effect reduces only the amount of colored mana you pay ." (spells: SpellNoun, mana: Mana)
        => |_, spells, mana| less(spells, &mana, n(1), true).map(game_rule),
        |_, d: &_| is_less(is_rule(d), true); "green spells you cast cost {G} less to cast. This effect reduces only the amount of colored mana you pay."),
    rule!(Static: "this spell costs {mana} less to cast for each {each.s} ." (mana: Mana, each: Each) => |c, mana, each| Some(own_cost(c, less(this(), &mana, each, false)?, Condition::Always)),
        |_, d| match is_own(d) { Some((mana, times, Condition::Always)) if !matches!(times, Quantity::N(_)) => vec![(mana, times)], _ => Vec::new() }; ""),
    rule!(Static: "this spell costs {mana} less to cast if {cond} ." (mana: Mana, cond: Cond) => |c, mana, cond| Some(own_cost(c, less(this(), &mana, n(1), false)?, cond)),
        |_, d| match is_own(d) { Some((mana, Quantity::N(1), cond)) if cond != Condition::Always => vec![(mana, cond)], _ => Vec::new() }; ""),
];
