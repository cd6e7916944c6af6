//! Targets, groups and numbers.

use crate::cards::oracle::grammar::targets::{mixed, wanted_mixed};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Participle, Rule, alternate, rule};

/// What the last instruction exiled.
fn exiled(context: &Context) -> Option<Objects> {
    context.done.iter().rfind(|(done, _)| *done == Participle::Exiled).map(|(_, var)| Objects::Var(*var))
}

/// As many targets of any sort.
fn any_targets(context: &Context, to: &Recipients, min: i32) -> Option<i32> {
    let def = wanted_mixed(context, to)?;
    match (&def.what, &def.min, &def.max) {
        (TargetKind::AnyTarget, Quantity::N(least), Quantity::N(most)) if *least == min && *most > 1 => Some(*most),
        _ => None,
    }
}

/// Spells and permanents of which the same is asked.
fn cheap_or(post: Filter) -> TargetKind {
    TargetKind::Or(vec![TargetKind::Spell(post.clone()), TargetKind::Permanent(post)])
}

fn is_cheap_or(what: &TargetKind) -> Vec<(Filter,)> {
    let TargetKind::Or(list) = what else { return Vec::new() };
    match list.as_slice() {
        [TargetKind::Spell(a), TargetKind::Permanent(b)] if a == b && *a != Filter::Any => vec![(a.clone(),)],
        _ => Vec::new(),
    }
}

/// Any ability, or such a spell.
fn ability_or(spells: Filter) -> TargetKind {
    TargetKind::Or(vec![TargetKind::Ability(Filter::Any), TargetKind::Spell(spells)])
}

fn is_ability_or(what: &TargetKind) -> Vec<(Filter,)> {
    let TargetKind::Or(list) = what else { return Vec::new() };
    match list.as_slice() {
        [TargetKind::Ability(Filter::Any), TargetKind::Spell(spells)] => vec![(spells.clone(),)],
        _ => Vec::new(),
    }
}

/// The opponents each of whom has lost life this turn.
fn bled() -> Quantity {
    Quantity::PlayersWho(Who::EachOpponent, Box::new(Condition::ThisTurn(Fact::LostLife(Who::It))))
}

const ACTIVATED: Filter = Filter::IsAbility(AbilitySort::Activated);
const TRIGGERED: Filter = Filter::IsAbility(AbilitySort::Triggered);

/// An ability of that sort, or such a spell.
fn is_sort_or(what: &TargetKind, sort: &Filter) -> Vec<(Filter,)> {
    let TargetKind::Or(list) = what else { return Vec::new() };
    match list.as_slice() {
        [TargetKind::Ability(found), TargetKind::Spell(spells)] if found == sort => vec![(spells.clone(),)],
        _ => Vec::new(),
    }
}

/// Half of the cards of your library.
fn half_library(round: Round) -> Quantity {
    let all = Objects::In(ZoneOf::Library(Who::You), Filter::Any);
    Quantity::Half(Box::new(Quantity::Count(Box::new(all))), round)
}

/// Either power or toughness is such.
fn either_size(cmp: Cmp, n: Quantity) -> Filter {
    Filter::Or(vec![Filter::Power(cmp, n.clone()), Filter::Toughness(cmp, n)])
}

fn is_either_size(filter: &Filter) -> Vec<((Cmp, Quantity),)> {
    let Filter::Or(list) = filter else { return Vec::new() };
    match list.as_slice() {
        [Filter::Power(cmp, n), _] if either_size(*cmp, n.clone()) == *filter => vec![((*cmp, n.clone()),)],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- targets
    rule!(Recip: "each of one or two targets" () => |c| mixed(c, TargetKind::AnyTarget, 1, 2),
        |c, to| if any_targets(c, &to, 1) == Some(2) { vec![()] } else { Vec::new() }; "each of one or two targets"),
    rule!(Recip: "each of up to {count} targets" (count: Words) => |c, count| mixed(c, TargetKind::AnyTarget, 0, count),
        |c, to| any_targets(c, &to, 0).map(|count| (count,)).into_iter().collect(); "each of up to two targets"),
    rule!(Aim: "1: spell or permanent {post}" (post: CardPost) => |_, post| Some(cheap_or(post)), |_, what| is_cheap_or(&what); "spell or permanent with mana value 2"),
    rule!(Aim: "1: activated ability , triggered ability , or {spells.s}" (spells: SpellNoun) => |_, spells| Some(ability_or(spells)),
        |_, what| is_ability_or(&what); "activated ability, triggered ability, or legendary spell"),
    rule!(Aim: "activated ability|abilities" () => |_| Some(TargetKind::Ability(ACTIVATED)), |_, what| if what == TargetKind::Ability(ACTIVATED) { vec![()] } else { Vec::new() }; "activated ability"),
    rule!(Aim: "triggered ability|abilities" () => |_| Some(TargetKind::Ability(TRIGGERED)), |_, what| if what == TargetKind::Ability(TRIGGERED) { vec![()] } else { Vec::new() }; "triggered ability"),
    rule!(Aim: "1: triggered ability or {spells.s}" (spells: SpellNoun) => |_, spells| Some(TargetKind::Or(vec![TargetKind::Ability(TRIGGERED), TargetKind::Spell(spells)])),
        |_, what| is_sort_or(&what, &TRIGGERED); "triggered ability or colorless spell"),
    rule!(Aim: "1: activated ability or {spells.s}" (spells: SpellNoun) => |_, spells| Some(TargetKind::Or(vec![TargetKind::Ability(ACTIVATED), TargetKind::Spell(spells)])),
        |_, what| is_sort_or(&what, &ACTIVATED); "activated ability or legendary spell"),
    alternate!(Aim: "1: {a} spell or {b} spell" (a: Type, b: Type) => |_, a, b| (a != b).then(|| TargetKind::Spell(Filter::Type(a | b))); "creature spell or planeswalker spell"),
    rule!(CardPost: "with power or toughness {c}" (c: Compared) => |_, (cmp, n)| Some(either_size(cmp, n)), |_, f| is_either_size(&f); "with power or toughness 2 or less"),
    // ---- what this ability exiled
    rule!(Objs: "the exiled card" () => |c| { let found = exiled(c)?; c.references += 1; Some(found) },
        |c, o| if exiled(c) == Some(o) { vec![()] } else { Vec::new() }; ""),
    // ---- numbers
    rule!(Value_: "half the number of cards in your library , rounded up" () => |_| Some(half_library(Round::Up)), |_, q| if q == half_library(Round::Up) { vec![()] } else { Vec::new() };
        "half the number of cards in your library, rounded up"),
    rule!(Value_: "half the number of cards in your library , rounded down" () => |_| Some(half_library(Round::Down)), |_, q| if q == half_library(Round::Down) { vec![()] } else { Vec::new() };
        "half the number of cards in your library, rounded down"),
    rule!(Each: "opponent|opponents who lost life this turn" () => |_| Some(bled()), |_, q| if q == bled() { vec![()] } else { Vec::new() }; "opponents who lost life this turn"),
    rule!(Each: "card|cards in your library" () => |_| Some(Quantity::Count(Box::new(Objects::In(ZoneOf::Library(Who::You), Filter::Any)))),
        |_, q| if q == Quantity::Count(Box::new(Objects::In(ZoneOf::Library(Who::You), Filter::Any))) { vec![()] } else { Vec::new() }; "cards in your library"),
];
