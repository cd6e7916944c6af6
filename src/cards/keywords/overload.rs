//! Overload (CR 702.96): what a spell that is cast for its overload cost is like.

use crate::cards::def::{
    AbilityDef, DamageTo, Filter, KeywordAbility, Modification, Obj, Objects, Quantity, Recipients, SpellDef,
    StaticEffect, TargetDef, TargetKind, Walk, Who, ZoneOf,
};

/// CR 702.96a: the effect by which a spell with these abilities says "each" where it said "target"; `None` if it has no text
/// with one target, or one that can't be said of a group.
pub(in crate::cards) fn overloaded(abilities: &[AbilityDef]) -> Option<StaticEffect> {
    let mut spells = abilities.iter().filter_map(|ability| match ability {
        AbilityDef::Spell(spell) => Some(spell),
        _ => None,
    });
    let (Some(SpellDef { targets, effects, modes: None }), None) = (spells.next(), spells.next()) else { return None };
    let [target] = targets.as_slice() else { return None };
    let group = group_of(target)?;
    let mut spell = SpellDef { targets: Vec::new(), effects: effects.clone(), modes: None };
    spell.each(|objects: &mut Objects| {
        if *objects == Objects::Targets(0) {
            *objects = group.clone();
        }
    });
    spell.each(|to: &mut Recipients| {
        if *to == Recipients::Targets(0) {
            *to = Recipients::Objects(group.clone());
        }
    });
    let mut single = false;
    spell.each(|obj: &mut Obj| single |= matches!(obj, Obj::Target(_)));
    spell.each(|who: &mut Who| {
        single |= matches!(who, Who::Target(_) | Who::TargetOrController(_));
    });
    spell.each(|to: &mut DamageTo| single |= matches!(to, DamageTo::Target(_)));
    spell.each(|quantity: &mut Quantity| {
        single |= matches!(quantity, Quantity::TargetCount | Quantity::Divided);
    });
    if single {
        return None;
    }
    let is_other = |ability: &&AbilityDef| {
        !matches!(ability, AbilityDef::Spell(_) | AbilityDef::Keyword(KeywordAbility::Overload(_)))
    };
    let mut said: Vec<AbilityDef> = abilities.iter().filter(is_other).cloned().collect();
    said.push(AbilityDef::Spell(spell));
    let changes = vec![Modification::LoseAllAbilities, Modification::GainAbilities(said)];
    Some(StaticEffect::Affect(Objects::The(Obj::This), changes))
}

/// All that could be chosen for an instance of "target".
fn group_of(target: &TargetDef) -> Option<Objects> {
    let one = Quantity::N(1);
    if target.min != one || target.max != one || target.divide.is_some() || target.by.is_some() {
        return None;
    }
    match &target.what {
        TargetKind::Permanent(filter) => Some(Objects::All(filter.clone())),
        TargetKind::Spell(filter) => Some(Objects::In(ZoneOf::Stack, Filter::And(vec![Filter::Spell, filter.clone()]))),
        TargetKind::Card(zone, filter) => Some(Objects::In(*zone, filter.clone())),
        TargetKind::AnyTarget
        | TargetKind::Player(_)
        | TargetKind::PlayerWho(..)
        | TargetKind::Ability(_)
        | TargetKind::Or(_) => None,
    }
}
