//! Targets, groups and numbers.

use crate::cards::oracle::grammar::nouns::targets::{mixed, wanted_mixed};
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

/// Instants, sorceries and cards with an Adventure in your graveyard.
fn told() -> Quantity {
    let spells = Filter::Type(CardTypes::INSTANT | CardTypes::SORCERY);
    let cards = Filter::Or(vec![spells, Filter::HasAdventure]);
    Quantity::Count(Box::new(Objects::In(ZoneOf::Graveyard(Who::You), cards)))
}

/// The opponents each of whom has lost life this turn.
fn bled() -> Quantity {
    Quantity::PlayersWho(Who::EachOpponent, Box::new(Condition::ThisTurn(Fact::LostLife(Who::It))))
}

/// Permanents of some types, or nonbasic ones of another; what stands behind is about all of them.
fn or_nonbasic(types: &[CardTypes], kind: CardTypes, posts: Vec<Filter>) -> Option<Filter> {
    let all = types.iter().fold(CardTypes::empty(), |a, b| a | *b);
    let nonbasic = vec![Filter::Type(kind), help::not(Filter::Supertype(Supertypes::BASIC))];
    let mut list = vec![Filter::Or(vec![Filter::Type(all), Filter::And(nonbasic)])];
    let plain = posts.iter().all(|post| matches!(post, Filter::Controlled(_) | Filter::Owned(_)));
    let different = all.iter().count() == types.len() && !all.contains(kind);
    list.extend(posts);
    (plain && different && kind == CardTypes::LAND).then_some(Filter::And(list))
}

fn is_or_nonbasic(filter: &Filter) -> Vec<(CardTypes, CardTypes, CardTypes, Vec<Filter>)> {
    let Filter::And(list) = filter else { return Vec::new() };
    let Some((Filter::Or(either), posts)) = list.split_first() else { return Vec::new() };
    match either.as_slice() {
        [Filter::Type(types), Filter::And(_)] => {
            let types: Vec<CardTypes> = types.iter().collect();
            let [a, b] = types.as_slice() else { return Vec::new() };
            let land = CardTypes::LAND;
            let orders = [(*a, *b), (*b, *a)].into_iter();
            let same =
                |(a, b): &(CardTypes, CardTypes)| or_nonbasic(&[*a, *b], land, posts.to_vec()).as_ref() == Some(filter);
            orders.filter(same).map(|(a, b)| (a, b, land, posts.to_vec())).collect()
        }
        _ => Vec::new(),
    }
}

/// Permanents of one of two types that aren't creatures.
fn both_sides(a: CardTypes, b: CardTypes) -> Option<Filter> {
    let types = a | b;
    let different = a != b && !types.contains(CardTypes::CREATURE);
    different.then(|| Filter::And(vec![Filter::Type(types), help::not(Filter::Type(CardTypes::CREATURE))]))
}

fn is_both_sides(filter: &Filter) -> Vec<(CardTypes, CardTypes)> {
    let Filter::And(list) = filter else { return Vec::new() };
    let Some(Filter::Type(types)) = list.first() else { return Vec::new() };
    let types: Vec<CardTypes> = types.iter().collect();
    match types.as_slice() {
        [a, b] if both_sides(*a, *b).as_ref() == Some(filter) => vec![(*a, *b), (*b, *a)],
        _ => Vec::new(),
    }
}

/// An artifact with a name and an ability, which is nothing else.
fn gadget(colors: Vec<Color>, name: String, quote: AbilityDef) -> TokenDef {
    let types = TypeLine {
        supertypes: Supertypes::empty(),
        types: CardTypes::ARTIFACT,
        subtypes: std::iter::empty().collect(),
    };
    TokenDef { name: Some(name), colors, types, pt: None, abilities: vec![quote], back: None }
}

fn is_gadget(token: &TokenDef) -> Vec<(Vec<Color>, String, AbilityDef)> {
    match (&token.name, token.abilities.as_slice()) {
        (Some(name), [quote]) if gadget(token.colors.clone(), name.clone(), quote.clone()) == *token => {
            vec![(token.colors.clone(), name.clone(), quote.clone())]
        }
        _ => Vec::new(),
    }
}

const ACTIVATED: Filter = Filter::IsAbility(AbilitySort::Activated);
const TRIGGERED: Filter = Filter::IsAbility(AbilitySort::Triggered);
const LOYALTY: Filter = Filter::IsAbility(AbilitySort::Loyalty);

/// An ability of that sort, if one is said, with such a source.
fn ability_of(sort: Option<Filter>, source: Filter) -> TargetKind {
    let of = Filter::AbilityOf(Box::new(source));
    TargetKind::Ability(match sort {
        Some(sort) => Filter::And(vec![sort, of]),
        None => of,
    })
}

fn is_ability_of(what: &TargetKind, sort: Option<Filter>) -> Option<Filter> {
    let TargetKind::Ability(filter) = what else { return None };
    let source = match (filter, sort) {
        (Filter::AbilityOf(source), None) => source,
        (Filter::And(parts), Some(sort)) => match parts.as_slice() {
            [found, Filter::AbilityOf(source)] if *found == sort => source,
            _ => return None,
        },
        _ => return None,
    };
    Some((**source).clone())
}

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
        |c, to: &_| if any_targets(c, to, 1) == Some(2) { vec![()] } else { Vec::new() }; "each of one or two targets"),
    rule!(Recip: "each of up to {count} targets" (count: Words) => |c, count| mixed(c, TargetKind::AnyTarget, 0, count),
        |c, to: &_| any_targets(c, to, 0).map(|count| (count,)).into_iter().collect(); "each of up to two targets"),
    rule!(Aim: "1: spell or permanent {post}" (post: CardPost) => |_, post| Some(cheap_or(post)), |_, what: &_| is_cheap_or(what); "spell or permanent with mana value 2"),
    rule!(Aim: "1: activated ability , triggered ability , or {spells.s}" (spells: SpellNoun) => |_, spells| Some(ability_or(spells)),
        |_, what: &_| is_ability_or(what); "activated ability, triggered ability, or legendary spell"),
    rule!(Aim: "activated ability|abilities" () => |_| Some(TargetKind::Ability(ACTIVATED)), |_, what: &_| if *what == TargetKind::Ability(ACTIVATED) { vec![()] } else { Vec::new() }; "activated ability"),
    rule!(Aim: "triggered ability|abilities" () => |_| Some(TargetKind::Ability(TRIGGERED)), |_, what: &_| if *what == TargetKind::Ability(TRIGGERED) { vec![()] } else { Vec::new() }; "triggered ability"),
    rule!(Aim: "activated ability|abilities from a {kind.s} source" (kind: Types) => |_, kind| Some(ability_of(Some(ACTIVATED), Filter::Type(kind))),
        |_, what: &_| match is_ability_of(what, Some(ACTIVATED)) { Some(Filter::Type(kind)) => vec![(kind,)], _ => Vec::new() }; "activated ability from an artifact source"),
    rule!(Aim: "activated or triggered ability|abilities from a {kind.s} source" (kind: Types) => |_, kind| Some(ability_of(None, Filter::Type(kind))),
        |_, what: &_| match is_ability_of(what, None) { Some(Filter::Type(kind)) => vec![(kind,)], _ => Vec::new() }; "activated or triggered ability from an artifact or enchantment source"),
    rule!(Aim: "loyalty ability|abilities of a {noun.s}" (noun: Noun) => |_, noun| Some(ability_of(Some(LOYALTY), noun)), |_, what: &_| is_ability_of(what, Some(LOYALTY)).map(|noun| (noun,)).into_iter().collect(); "loyalty ability of a planeswalker"),
    rule!(Aim: "1: triggered ability or {spells.s}" (spells: SpellNoun) => |_, spells| Some(TargetKind::Or(vec![TargetKind::Ability(TRIGGERED), TargetKind::Spell(spells)])),
        |_, what: &_| is_sort_or(what, &TRIGGERED); "triggered ability or colorless spell"),
    rule!(Aim: "1: activated ability or {spells.s}" (spells: SpellNoun) => |_, spells| Some(TargetKind::Or(vec![TargetKind::Ability(ACTIVATED), TargetKind::Spell(spells)])),
        |_, what: &_| is_sort_or(what, &ACTIVATED); "activated ability or legendary spell"),
    alternate!(Aim: "1: {a} spell or {b} spell" (a: Type, b: Type) => |_, a, b| (a != b).then(|| TargetKind::Spell(Filter::Type(a | b))); "creature spell or planeswalker spell"),
    rule!(CardPost: "with power or toughness {c}" (c: Compared) => |_, (cmp, n)| Some(either_size(cmp, n)), |_, f: &_| is_either_size(f); "with power or toughness 2 or less"),
    rule!(CardPost: "with a basic land type" () => |_| Some(nouns::phrases::with_basic_type()), |_, f: &_| if *f == nouns::phrases::with_basic_type() { vec![()] } else { Vec::new() }; "with a basic land type"),
    rule!(Noun: "{a#} , {b#} , or nonbasic {kind#} {posts}" (a: Type, b: Type, kind: Type, posts: Posts) => |_, a, b, kind, posts| or_nonbasic(&[a, b], kind, posts),
        |_, f: &_| is_or_nonbasic(f); "artifact, enchantment, or nonbasic land an opponent controls"),
    rule!(Noun: "noncreature {a#} or noncreature {b#}" (a: Type, b: Type) => |_, a, b| both_sides(a, b), |_, f: &_| is_both_sides(f); "noncreature artifact or noncreature enchantment"),
    rule!(TokenNoun: "{hues} artifact token|tokens named {name} with \" {quote} \"" (hues: Hues, name: Name, quote: Quote) => |_, hues, name, quote| Some(gadget(hues, name, quote)),
        |_, t: &_| is_gadget(t); ""),
    // ---- what this ability exiled
    rule!(Objs: "the exiled card" () => |c| { let found = exiled(c)?; c.references += 1; Some(found) },
        |c, o| if exiled(c) == Some(o) { vec![()] } else { Vec::new() }; ""),
    // ---- numbers
    rule!(Value_: "half the number of cards in your library , rounded up" () => |_| Some(half_library(Round::Up)), |_, q: &_| if *q == half_library(Round::Up) { vec![()] } else { Vec::new() };
        "half the number of cards in your library, rounded up"),
    rule!(Value_: "half the number of cards in your library , rounded down" () => |_| Some(half_library(Round::Down)), |_, q: &_| if *q == half_library(Round::Down) { vec![()] } else { Vec::new() };
        "half the number of cards in your library, rounded down"),
    rule!(Each: "card|cards in your graveyard that are instant cards , sorcery cards , and/or have a Adventure" () => |_| Some(told()), |_, q: &_| if *q == told() { vec![()] } else { Vec::new() };
        "cards in your graveyard that are instant cards, sorcery cards, and/or have an Adventure"),
    rule!(Each: "opponent|opponents who lost life this turn" () => |_| Some(bled()), |_, q: &_| if *q == bled() { vec![()] } else { Vec::new() }; "opponents who lost life this turn"),
    rule!(Each: "card|cards in your library" () => |_| Some(Quantity::Count(Box::new(Objects::In(ZoneOf::Library(Who::You), Filter::Any)))),
        |_, q: &_| if *q == Quantity::Count(Box::new(Objects::In(ZoneOf::Library(Who::You), Filter::Any))) { vec![()] } else { Vec::new() }; "cards in your library"),
];
