//! The first spell of a sort that you cast each turn, or the second one: what it costs (CR 601.2f, 608.2i).

use crate::cards::oracle::grammar::help::{generic, mana, n, with};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

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

/// The first one is paid for, or cast, in another way: what matters only while it is being cast.
fn while_cast(spells: Filter, effect: StaticEffect) -> AbilityDef {
    AbilityDef::Static(StaticDef { only_if: before(spells, 0), effect, from: ZoneKind::Battlefield })
}

fn helps(spells: Filter, k: Keyword) -> Option<AbilityDef> {
    let on_stack = with(with(spells.clone(), Filter::Controlled(Who::You)), Filter::Spell);
    let gain = vec![Modification::Gain(vec![k])];
    let effect = StaticEffect::Affect(Objects::In(ZoneOf::Stack, on_stack), gain);
    matches!(k, Keyword::Convoke | Keyword::Improvise | Keyword::Delve).then(|| while_cast(spells, effect))
}

fn is_helps(def: &AbilityDef) -> Vec<(Filter, Keyword)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(Objects::In(_, filter), mods), .. }) = def else {
        return Vec::new();
    };
    let [Modification::Gain(list)] = mods.as_slice() else { return Vec::new() };
    let spells = help::without(filter, &Filter::Spell).and_then(|f| help::without(&f, &Filter::Controlled(Who::You)));
    match (list.as_slice(), spells) {
        ([k], Some(spells)) if helps(spells.clone(), *k).as_ref() == Some(def) => vec![(spells, *k)],
        _ => Vec::new(),
    }
}

fn quick(spells: Filter) -> AbilityDef {
    while_cast(spells.clone(), StaticEffect::Rule(GameRule::Flash(Who::You, spells)))
}

fn is_quick(def: &AbilityDef) -> Vec<(Filter,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::Flash(_, spells)), .. })
            if quick(spells.clone()) == *def =>
        {
            vec![(spells.clone(),)]
        }
        _ => Vec::new(),
    }
}

macro_rules! nth {
    ($words:literal, $count:literal, $own_turn:literal; $example:literal) => {
        rule!(Static: $words (spells: SpellNoun, mana: Mana) => |_, spells, mana| Some(cheaper(spells, n(generic(&mana)?), $count, $own_turn)),
            |_, d: &_| is_cheaper(d, $count, $own_turn); $example)
    };
}

pub(super) const RULES: &[Rule] = &[
    nth!("the first {spells.s} you cast each turn costs {mana} less to cast .", 0, false; "the first creature spell you cast each turn costs {2} less to cast."),
    rule!(Static: "the first {spells.s} you cast each turn has {k} ." (spells: SpellNoun, k: Kw) => |_, spells, k| helps(spells, k), |_, d: &_| is_helps(d); "the first creature spell you cast each turn has convoke."),
    rule!(Static: "you may cast the first {spells.s} you cast each turn as though it had flash ." (spells: SpellNoun) => |_, spells| Some(quick(spells)), |_, d: &_| is_quick(d); "you may cast the first creature spell you cast each turn as though it had flash."),
    alternate!(Line: "the first {spells.s} you cast each turn costs {mana} less to cast and can be cast as though it had flash ." (spells: SpellNoun, mana: Mana)
        => |_, spells, mana| Some(vec![cheaper(spells.clone(), n(generic(&mana)?), 0, false), quick(spells)]); ""),
    nth!("the second {spells.s} you cast each turn costs {mana} less to cast .", 1, false; "the second creature spell you cast each turn costs {2} less to cast."),
    nth!("the first {spells.s} you cast during each of your turns costs {mana} less to cast .", 0, true; "the first creature spell you cast during each of your turns costs {2} less to cast."),
];
