//! Keywords by their names (CR 702), keywords for an object's own mana cost, and spells and cards that have keywords.

use crate::cards::oracle::grammar::help::{self, it, not, with, without};
use crate::cards::oracle::grammar::keywords::given::{is_keyword, keyword};
use crate::cards::oracle::grammar::statics::players::in_your_turn;
use crate::cards::oracle::grammar::statics::{ability, affect};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

macro_rules! called {
    ($($words:literal, $name:ident;)*) => {
        /// The names of keywords.
        pub(super) const NAMES: &[Rule] = &[$(rule!(KwName: $words () <=> {KeywordName::$name}; $words),)*];
    };
}

called! {
    "flanking", Flanking;
    "ward", Ward;
    "cycling", Cycling;
    "kicker", Kicker;
    "flashback", Flashback;
    "madness", Madness;
    "morph", Morph;
    "toxic", Toxic;
    "suspend", Suspend;
    "foretell", Foretell;
    "cascade", Cascade;
    "storm", Storm;
    "decayed", Decayed;
    "modular", Modular;
    "fading", Fading;
    "vanishing", Vanishing;
    "level up", LevelUp;
    "disguise", Disguise;
    "disturb", Disturb;
    "escape", Escape;
    "emerge", Emerge;
    "mutate", Mutate;
    "cumulative upkeep", CumulativeUpkeep;
    "soulbond", Soulbond;
    "annihilator", Annihilator;
    "persist", Persist;
    "undying", Undying;
    "epic", Epic;
}

macro_rules! own_cost {
    ($words:literal, $variant:ident) => {
        rule!(OwnCost: $words () => |_| Some(KeywordAbility::$variant(own())), |_, k: &_| if *k == KeywordAbility::$variant(own()) { vec![()] } else { Vec::new() }; $words)
    };
}

/// The mana cost of what has the keyword.
fn own() -> Cost {
    Cost(vec![CostPart::ManaCostOf(Obj::This)])
}

fn has(name: KeywordName) -> Filter {
    Filter::HasKeyword(name)
}

/// Cards in your graveyard have a keyword.
fn buried(cards: Filter, k: KeywordAbility) -> AbilityDef {
    ability(affect(Objects::In(ZoneOf::Graveyard(Who::You), cards), vec![keyword(k)]), Condition::Always)
}

fn is_buried(def: &AbilityDef) -> Option<(Filter, KeywordAbility)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(Objects::In(_, cards), mods), .. }) = def else {
        return None;
    };
    let [only] = mods.as_slice() else { return None };
    let k = is_keyword(only)?;
    (*def == buried(cards.clone(), k.clone())).then(|| (cards.clone(), k))
}

/// Cards with a keyword for their own mana cost.
fn for_own_cost(def: &AbilityDef) -> Vec<(Filter, KeywordAbility, KeywordAbility)> {
    is_buried(def).map(|(cards, k)| (cards, k.clone(), k)).into_iter().collect()
}

/// Nothing, unless both are one keyword.
fn same(a: &KeywordAbility, b: &KeywordAbility) -> Option<()> {
    (a == b).then_some(())
}

/// Escape for the mana cost and that many other cards of the graveyard.
fn escape(count: i32) -> KeywordAbility {
    let others = CostPart::Exile(help::n(count), ZoneKind::Graveyard, not(Filter::Is(Obj::This)));
    KeywordAbility::Escape(Cost(vec![CostPart::ManaCostOf(Obj::This), others]))
}

fn is_escape(k: &KeywordAbility) -> Option<i32> {
    let KeywordAbility::Escape(Cost(parts)) = k else { return None };
    match parts.as_slice() {
        [_, CostPart::Exile(Quantity::N(count), ..)] if escape(*count) == *k => Some(*count),
        _ => None,
    }
}

fn gains(what: Objects, k: KeywordAbility, duration: Duration) -> Vec<Instruction> {
    vec![Instruction::Continuous(StaticEffect::Affect(what, vec![keyword(k)]), duration)]
}

fn is_gains(effects: &[Instruction]) -> Option<(Objects, Duration, KeywordAbility)> {
    let [Instruction::Continuous(StaticEffect::Affect(what, mods), duration)] = effects else { return None };
    match mods.as_slice() {
        [only] => Some((what.clone(), duration.clone(), is_keyword(only)?)),
        _ => None,
    }
}

/// What gains a keyword for its own mana cost.
fn gained(effects: &[Instruction]) -> Vec<(Objects, KeywordAbility, Duration, KeywordAbility)> {
    is_gains(effects).map(|(what, dur, k)| (what, k.clone(), dur, k)).into_iter().collect()
}

/// Spells of the player have it while they are cast, and on the stack.
fn spells_have(spells: Filter, k: KeywordAbility) -> Option<AbilityDef> {
    let mine = with(with(spells, Filter::Controlled(Who::You)), Filter::Spell);
    use KeywordAbility as K;
    let of_spells = matches!(k, K::Cascade | K::Storm | K::Rebound | K::Undaunted);
    of_spells.then(|| ability(affect(Objects::In(ZoneOf::Stack, mine), vec![keyword(k)]), Condition::Always))
}

fn are_spells(def: &AbilityDef) -> Option<(Filter, KeywordAbility)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(Objects::In(_, spells), mods), .. }) = def else {
        return None;
    };
    let rest = without(spells, &Filter::Spell).and_then(|f| without(&f, &Filter::Controlled(Who::You)))?;
    let [only] = mods.as_slice() else { return None };
    let k = is_keyword(only)?;
    (spells_have(rest.clone(), k.clone()).as_ref() == Some(def)).then_some((rest, k))
}

/// Spells that were cast from a hand.
fn from_hand(spells: Filter) -> Filter {
    with(spells, Filter::CastFrom(ZoneKind::Hand))
}

/// A permanent of other types, with a keyword.
fn turned_into(sub: Subtype, types: CardTypes, k: KeywordAbility) -> Vec<Modification> {
    vec![Modification::SetTypes(types, vec![sub]), keyword(k)]
}

fn is_turned_into(mods: &[Modification]) -> Vec<(Subtype, CardTypes, KeywordAbility)> {
    match mods {
        [Modification::SetTypes(types, subs), other] if subs.len() == 1 => {
            is_keyword(other).map(|k| (subs[0], *types, k)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Qualities by which the rules can tell what something is protected from, whatever object says it.
fn told_apart(filter: &Filter) -> bool {
    match filter {
        Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) | Filter::Color(_) => true,
        Filter::Colorless | Filter::Multicolored => true,
        Filter::Not(inner) => told_apart(inner),
        Filter::And(list) => list.iter().all(told_apart),
        _ => false,
    }
}

pub(super) const RULES: &[Rule] = &[
    // ---- what has a keyword
    rule!(CardPost: "with {k}" (k: KwName) => |_, k| Some(has(k)), |_, f| match f { Filter::HasKeyword(k) => vec![(k,)], _ => Vec::new() }; "with cycling"),
    alternate!(CardPost: "that has {k}" (k: KwName) => |_, k| Some(has(k)); "that has cascade"),
    alternate!(CardPost: "that has {k}" (k: Kw) => |_, k| Some(Filter::Has(k)); "that has convoke"),
    alternate!(CardPost: "with a {k} ability" (k: KwName) => |_, k| Some(has(k)); "with a cycling ability"),
    alternate!(CardPost: "with {k} abilities" (k: KwName) => |_, k| Some(has(k)); "with morph abilities"),
    alternate!(CardPost: "that has a {k} ability" (k: KwName) => |_, k| Some(has(k)); "that has a cycling ability"),
    alternate!(CardPost: "that have a {k} ability" (k: KwName) => |_, k| Some(has(k)); "that have a cycling ability"),
    rule!(CardPost: "without {k}" (k: KwName) => |_, k| Some(not(has(k))),
        |_, f| match f { Filter::Not(inner) => match *inner { Filter::HasKeyword(k) => vec![(k,)], _ => Vec::new() }, _ => Vec::new() }; "without decayed"),
    alternate!(CardPost: "that doesn't have {k}" (k: KwName) => |_, k| Some(not(has(k))); "that doesn't have cumulative upkeep"),
    rule!(Cond: "it has {k}" (k: KwName) => |c, k| Some(Condition::Is(it(c)?, has(k))),
        |c, cond| match cond { Condition::Is(obj, Filter::HasKeyword(k)) if it(c) == Some(obj) => vec![(k,)], _ => Vec::new() }; ""),
    alternate!(Cond: "it had {k}" (k: KwName) => |c, k| Some(Condition::Is(it(c)?, has(k))); ""),
    rule!(Cond: "it doesn't have {k}" (k: KwName) => |c, k| Some(Condition::Not(Box::new(Condition::Is(it(c)?, has(k))))),
        |c, cond| match cond { Condition::Not(inner) => match *inner { Condition::Is(obj, Filter::HasKeyword(k)) if it(c) == Some(obj) => vec![(k,)], _ => Vec::new() }, _ => Vec::new() }; ""),
    alternate!(Cond: "it didn't have {k}" (k: KwName) => |c, k| Some(Condition::Not(Box::new(Condition::Is(it(c)?, has(k))))); ""),
    // ---- for its own mana cost
    own_cost!("flashback", Flashback),
    own_cost!("harmonize", Harmonize),
    own_cost!("scavenge", Scavenge),
    own_cost!("encore", Encore),
    own_cost!("embalm", Embalm),
    own_cost!("eternalize", Eternalize),
    own_cost!("unearth", Unearth),
    rule!(Static: "each {cards.s} in your graveyard has {k} . the {again} cost is equal to its mana cost ." (cards: CardNoun, k: OwnCost, again: OwnCost)
        => |_, cards, k, again| { same(&k, &again)?; Some(buried(cards, k)) }, |_, d: &_| for_own_cost(d); "each creature card in your graveyard has scavenge. The scavenge cost is equal to its mana cost."),
    alternate!(Static: "each {cards.s} in your graveyard has {k} . the {again} cost is equal to that card 's mana cost ." (cards: CardNoun, k: OwnCost, again: OwnCost)
        => |_, cards, k, again| { same(&k, &again)?; Some(buried(cards, k)) }; "each instant card in your graveyard has flashback. The flashback cost is equal to that card's mana cost."),
    alternate!(Static: "each {cards.s} in your graveyard has {k} . its {again} cost is equal to its mana cost ." (cards: CardNoun, k: OwnCost, again: OwnCost)
        => |_, cards, k, again| { same(&k, &again)?; Some(buried(cards, k)) }; "each creature card in your graveyard has encore. Its encore cost is equal to its mana cost."),
    rule!(Static: "during your turn , each {cards.s} in your graveyard has {k} . its {again} cost is equal to its mana cost ." (cards: CardNoun, k: OwnCost, again: OwnCost)
        => |_, cards, k, again| { same(&k, &again)?; in_your_turn(buried(cards, k)) }, |_, d: &_| is_in_your_turn(d).map(|d| for_own_cost(&d)).unwrap_or_default(); "during your turn, each instant card in your graveyard has flashback. Its flashback cost is equal to its mana cost."),
    rule!(Static: "each {cards.s} in your graveyard has escape . the escape cost is equal to the card 's mana cost plus exile {count} other cards from your graveyard ." (cards: CardNoun, count: Words)
        => |_, cards, count| Some(buried(cards, escape(count))), |_, d: &_| is_buried(d).and_then(|(cards, k)| Some((cards, is_escape(&k)?))).into_iter().collect();
        "each nonland card in your graveyard has escape. The escape cost is equal to the card's mana cost plus exile three other cards from your graveyard."),
    rule!(Plain: "{what.s} gains {k} {dur} . the {again} cost is equal to its mana cost ." (what: SubjObjs, k: OwnCost, dur: Dur, again: OwnCost)
        => |_, what, k, dur, again| { same(&k, &again)?; Some(gains(what, k, dur)) }, |_, e: &_| gained(e); "target creature card in your graveyard gains encore until end of turn. The encore cost is equal to its mana cost."),
    alternate!(Plain: "{what.s} gains {k} {dur} . the {again} cost is equal to that card 's mana cost ." (what: SubjObjs, k: OwnCost, dur: Dur, again: OwnCost)
        => |_, what, k, dur, again| { same(&k, &again)?; Some(gains(what, k, dur)) }; "target instant card in your graveyard gains flashback until end of turn. The flashback cost is equal to that card's mana cost."),
    alternate!(Plain: "{what.s} gains {k} {dur} . its {again} cost is equal to its mana cost ." (what: SubjObjs, k: OwnCost, dur: Dur, again: OwnCost)
        => |_, what, k, dur, again| { same(&k, &again)?; Some(gains(what, k, dur)) }; "target instant card in your graveyard gains harmonize until end of turn. Its harmonize cost is equal to its mana cost."),
    rule!(Plain: "{what.s} gains escape {dur} . the escape cost is equal to its mana cost plus exile {count} other cards from your graveyard ." (what: SubjObjs, dur: Dur, count: Words)
        => |_, what, dur, count| Some(gains(what, escape(count), dur)), |_, e: &_| is_gains(e).and_then(|(what, dur, k)| Some((what, dur, is_escape(&k)?))).into_iter().collect();
        "target creature card in your graveyard gains escape until end of turn. The escape cost is equal to its mana cost plus exile three other cards from your graveyard."),
    // ---- spells
    rule!(Static: "{spells.p} you cast have {k} ." (spells: SpellNoun, k: KwAbility) => |_, spells, k| spells_have(spells, k), |_, d: &_| are_spells(d).into_iter().collect(); "creature spells you cast have cascade."),
    alternate!(Static: "each {spells.s} you cast has {k} ." (spells: SpellNoun, k: KwAbility) => |_, spells, k| spells_have(spells, k); "each creature spell you cast has cascade."),
    alternate!(Static: "{spells.p} you control have {k} ." (spells: SpellNoun, k: KwAbility) => |_, spells, k| (k == KeywordAbility::Rebound).then(|| spells_have(spells, k))?; "instant spells you control have rebound."),
    alternate!(Static: "spells you cast {post} have {k} ." (post: CardPost, k: KwAbility) => |_, post, k| spells_have(post, k); "spells you cast with mana value 6 or greater have cascade."),
    rule!(Static: "{spells.p} you cast from your hand have {k} ." (spells: SpellNoun, k: KwAbility) => |_, spells, k| spells_have(from_hand(spells), k),
        |_, d: &_| are_spells(d).and_then(|(f, k)| Some((without(&f, &Filter::CastFrom(ZoneKind::Hand))?, k))).into_iter().collect(); "creature spells you cast from your hand have cascade."),
    // ---- permanents
    rule!(StaticMods: "is a {sub.s} {types.s} with {k} and it loses all other card types" (sub: Sub, types: Type, k: KwAbility) => |_, sub, types, k| Some(turned_into(sub, types, k)),
        |_, m: &_| is_turned_into(m); "is a Vehicle artifact with crew 5 and it loses all other card types"),
    // ---- protection
    rule!(Warded: "everything" () <=> {Filter::Any}; "everything"),
    rule!(Warded: "{a.p} and from {b.p}" (a: Type, b: Type) => |_, a, b| Some(Filter::Or(vec![Filter::Type(a), Filter::Type(b)])),
        |_, f| match f { Filter::Or(list) => match list.as_slice() { [Filter::Type(a), Filter::Type(b)] => vec![(*a, *b)], _ => Vec::new() }, _ => Vec::new() }; "artifacts and from enchantments"),
    rule!(Warded: "{noun.p}" (noun: Noun) => |_, noun| (matches!(noun, Filter::And(_)) && told_apart(&noun)).then_some(noun),
        |_, f| if matches!(f, Filter::And(_)) && told_apart(&f) { vec![(f,)] } else { Vec::new() }; "non-Human creatures"),
];

fn is_in_your_turn(def: &AbilityDef) -> Option<AbilityDef> {
    match def {
        AbilityDef::Static(def) if def.only_if == Condition::TurnOf(Who::You) => {
            Some(AbilityDef::Static(StaticDef { only_if: Condition::Always, ..def.clone() }))
        }
        _ => None,
    }
}
