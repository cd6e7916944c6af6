//! Cleave (CR 702.148): what a spell that is cast for its cleave cost is like.

use crate::cards::def::{AbilityDef, KeywordAbility, Modification, Obj, Objects, SpellDef, StaticEffect};

/// CR 702.148a: the effect by which a spell with these abilities says what it says without the words in brackets; `None` if it isn't a
/// text of its own.
pub(in crate::cards) fn cleaved(abilities: &[AbilityDef], left: &SpellDef) -> Option<StaticEffect> {
    let spells = abilities.iter().filter(|ability| matches!(ability, AbilityDef::Spell(_))).count();
    let is_other = |ability: &&AbilityDef| {
        !matches!(ability, AbilityDef::Spell(_) | AbilityDef::Keyword(KeywordAbility::Cleave(..)))
    };
    let mut said: Vec<AbilityDef> = abilities.iter().filter(is_other).cloned().collect();
    said.push(AbilityDef::Spell(left.clone()));
    let changes = vec![Modification::LoseAllAbilities, Modification::GainAbilities(said)];
    (spells == 1).then_some(StaticEffect::Affect(Objects::The(Obj::This), changes))
}
