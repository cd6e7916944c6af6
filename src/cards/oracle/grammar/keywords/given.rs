//! Keywords with parameters that objects are given, alone and beside others (CR 702).

use crate::cards::oracle::grammar::help::quoted;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// Whether something can be given the keyword: what it stands for doesn't depend on how the card was made or cast before, and doesn't
/// outlast the effect that gives it.
fn can_be_given(keyword: &KeywordAbility) -> bool {
    use KeywordAbility as K;
    match keyword {
        // Of permanents: what they do, what happens to them, how they enter.
        K::Equip(..) | K::Fortify(_) | K::Ward(_) | K::Crew(_) | K::Saddle(_) | K::Outlast(_) | K::Station => true,
        K::Protection(_)
        | K::HexproofFrom(_)
        | K::Landwalk(_)
        | K::Flanking
        | K::Prowess
        | K::Exalted
        | K::Persist
        | K::Undying => true,
        K::Dethrone
        | K::Increment
        | K::Evolve
        | K::Mentor
        | K::Melee
        | K::Training
        | K::Enlist
        | K::Extort
        | K::Exploit
        | K::BattleCry => true,
        K::Toxic(_) | K::Annihilator(_) | K::Afflict(_) | K::Bushido(_) | K::Rampage(_) | K::Poisonous(_) => true,
        K::Frenzy(_) | K::Mobilize(_) | K::Renown(_) | K::Myriad | K::Provoke | K::Ingest | K::Soulshift(_) => true,
        K::Afterlife(_) | K::Fabricate(_) | K::Decayed | K::UmbraArmor | K::Soulbond | K::CumulativeUpkeep(_) => true,
        K::Riot | K::Unleash | K::Bloodthirst(_) | K::Graft(_) | K::Modular(_) | K::Devour(_) | K::Sunburst => true,
        K::Vanishing(_) | K::Fading(_) | K::Echo(_) | K::Ascend | K::StartYourEngines => true,
        // Of spells.
        K::Absorb(_) => true,
        K::Ripple(_) | K::Demonstrate => true,
        K::Cascade | K::Storm | K::Rebound | K::Affinity(_) | K::Undaunted => true,
        // Of cards in hands and graveyards.
        K::Cycling(_) | K::Typecycling(..) | K::Miracle(_) | K::Reinforce(..) | K::Transmute(_) => true,
        K::Firebending(_) => true,
        K::Flashback(_)
        | K::Harmonize(_)
        | K::Retrace
        | K::JumpStart
        | K::Escape(_)
        | K::Unearth(_)
        | K::Scavenge(_) => true,
        K::Embalm(_) | K::Eternalize(_) | K::Encore(_) | K::Dredge(_) => true,
        _ => false,
    }
}

pub(in crate::cards::oracle::grammar) fn keyword(k: KeywordAbility) -> Modification {
    Modification::GainAbilities(vec![AbilityDef::Keyword(k)])
}

pub(in crate::cards::oracle::grammar) fn is_keyword(change: &Modification) -> Option<KeywordAbility> {
    match change {
        Modification::GainAbilities(list) => match list.as_slice() {
            [AbilityDef::Keyword(k)] => Some(k.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn beside(k: Vec<Keyword>, a: KeywordAbility) -> Vec<Modification> {
    vec![Modification::Gain(k), keyword(a)]
}

fn is_beside(changes: &[Modification]) -> Vec<(Vec<Keyword>, KeywordAbility)> {
    match changes {
        [Modification::Gain(k), other] => is_keyword(other).map(|a| (k.clone(), a)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Neighbours of a list are several abilities.
fn three(k: Vec<Keyword>, more: Vec<Keyword>, a: KeywordAbility) -> Option<Vec<Modification>> {
    (k.len() == 1 && more.len() == 1).then(|| beside([k, more].concat(), a))
}

fn is_three(changes: &[Modification]) -> Vec<(Vec<Keyword>, Vec<Keyword>, KeywordAbility)> {
    let two = |(k, a): (Vec<Keyword>, KeywordAbility)| match k.as_slice() {
        [x, y] => Some((vec![*x], vec![*y], a)),
        _ => None,
    };
    is_beside(changes).into_iter().filter_map(two).collect()
}

/// CR 510.1c.
fn by_toughness() -> Vec<Modification> {
    vec![Modification::Rule(ObjectRule::DamageByToughness)]
}

fn with(core: TokenDef, mut abilities: Vec<AbilityDef>) -> TokenDef {
    abilities.splice(0..0, core.abilities);
    TokenDef { abilities, ..core }
}

fn without(token: &TokenDef) -> TokenDef {
    TokenDef { abilities: Vec::new(), ..token.clone() }
}

/// A keyword that cards in hand have.
fn in_hand(cards: Filter, a: KeywordAbility) -> AbilityDef {
    let effect = StaticEffect::Affect(Objects::In(ZoneOf::Hand(Who::You), cards), vec![keyword(a)]);
    AbilityDef::Static(StaticDef { only_if: Condition::Always, effect, from: ZoneKind::Battlefield })
}

fn is_in_hand(ability: &AbilityDef) -> Vec<(Filter, KeywordAbility)> {
    match ability {
        AbilityDef::Static(StaticDef {
            effect: StaticEffect::Affect(Objects::In(ZoneOf::Hand(Who::You), cards), mods),
            ..
        }) => match mods.as_slice() {
            [one] => is_keyword(one)
                .filter(|a| in_hand(cards.clone(), a.clone()) == *ability)
                .map(|a| (cards.clone(), a))
                .into_iter()
                .collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Miracle for a card's own mana cost, which is less by N.
fn cheaper(less: u32) -> KeywordAbility {
    KeywordAbility::Miracle(Cost(vec![CostPart::ManaCostLess(Obj::This, less)]))
}

fn is_cheaper(ability: &AbilityDef) -> Vec<(Filter, ManaCost)> {
    let found = is_in_hand(ability).into_iter().next().and_then(|(cards, a)| match a {
        KeywordAbility::Miracle(Cost(list)) => match list.as_slice() {
            [CostPart::ManaCostLess(Obj::This, less)] => Some((cards, help::mana(i32::try_from(*less).ok()?)?)),
            _ => None,
        },
        _ => None,
    });
    found.into_iter().collect()
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "each {cards.s} in your hand has {a} ." (cards: CardNoun, a: KwAbility) => |_, cards, a| Some(in_hand(cards, a)), |_, d: &_| is_in_hand(d); "each creature card in your hand has miracle {2}."),
    alternate!(Static: "{cards.p} in your hand have {a} ." (cards: CardNoun, a: KwAbility) => |_, cards, a| Some(in_hand(cards, a)); "creature cards in your hand have miracle {2}."),
    rule!(Static: "each {cards.s} in your hand has miracle . its miracle cost is equal to its mana cost reduced by {less} ." (cards: CardNoun, less: Mana)
        => |_, cards, less| Some(in_hand(cards, cheaper(u32::try_from(help::generic(&less)?).ok()?))), |_, d: &_| is_cheaper(d);
        "each creature card in your hand has miracle. Its miracle cost is equal to its mana cost reduced by {4}."),
    // ---- which
    rule!(KwAbility: "{k}" (k: Param) => |_, k| can_be_given(&k).then_some(k), |_, k| if can_be_given(&k) { vec![(k,)] } else { Vec::new() }; "ward {2}"),
    // ---- rules for damage
    rule!(StaticMod: "assigns|assign combat damage equal to its|their toughness rather than its|their power" () => |_| Some(by_toughness()), |_, m: &_| if *m == by_toughness() { vec![()] } else { Vec::new() }; "assigns combat damage equal to its toughness rather than its power"),
    rule!(Mod: "assigns|assign combat damage equal to its|their toughness rather than its|their power" () => |_| Some(by_toughness()), |_, m: &_| if *m == by_toughness() { vec![()] } else { Vec::new() }; "assigns combat damage equal to its toughness rather than its power"),
    // ---- beside others
    rule!(StaticMod: "has|have {k} and {a}" (k: KwList, a: KwAbility) => |_, k, a| Some(beside(k, a)), |_, m: &_| is_beside(m); "has flying and ward {2}"),
    rule!(StaticMod: "has|have {k} , {more} , and {a}" (k: KwList, more: KwList, a: KwAbility) => |_, k, more, a| three(k, more, a), |_, m: &_| is_three(m); "has flying, vigilance, and ward {2}"),
    alternate!(StaticMod: "has|have {a} and {k}" (a: KwAbility, k: KwList) => |_, a, k| Some(beside(k, a)); "has ward {2} and flying"),
    rule!(StaticMod: "has|have {a} and {b}" (a: KwAbility, b: KwAbility) => |_, a, b| (a != b).then(|| vec![keyword(a), keyword(b)]),
        |_, m: &_| match m.as_slice() { [a, b] => is_keyword(a).zip(is_keyword(b)).into_iter().collect(), _ => Vec::new() }; "has evolve and ward {2}"),
    rule!(Mod: "gains|gain {k} and {a}" (k: KwList, a: KwAbility) => |_, k, a| Some(beside(k, a)), |_, m: &_| is_beside(m); "gains flying and ward {2}"),
    rule!(Mod: "gains|gain {k} , {more} , and {a}" (k: KwList, more: KwList, a: KwAbility) => |_, k, more, a| three(k, more, a), |_, m: &_| is_three(m); "gains flying, vigilance, and ward {2}"),
    alternate!(Mod: "gains|gain {a} and {k}" (a: KwAbility, k: KwList) => |_, a, k| Some(beside(k, a)); "gains ward {2} and flying"),
    // ---- tokens
    rule!(TokenNoun: "{core#} with {k} and {a}" (core: TokenCore, k: KwList, a: KwAbility) => |_, core, k, a| Some(with(core, vec![AbilityDef::Keywords(k), AbilityDef::Keyword(a)])),
        |_, t: &_| match t.abilities.as_slice() { [AbilityDef::Keywords(k), AbilityDef::Keyword(a)] => vec![(without(t), k.clone(), a.clone())], _ => Vec::new() }; "4/4 red Dragon creature token with flying and prowess"),
    rule!(TokenNoun: "{core#} with {a} and \" {quote} \"" (core: TokenCore, a: KwAbility, quote: Quote) => |_, core, a, quote| quoted(&quote).then(|| with(core, vec![AbilityDef::Keyword(a), quote])),
        |_, t: &_| match t.abilities.as_slice() { [AbilityDef::Keyword(a), quote] if quoted(quote) => vec![(without(t), a.clone(), quote.clone())], _ => Vec::new() }; ""),
];
