//! Mutate (CR 702.140): what a mutating spell is like, and the permanent that it merges with.

use crate::cards::def::{
    AbilityDef, CardTypes, Filter, Modification, Obj, Objects, SpellDef, StaticEffect, Subtype, TargetDef, TargetKind,
    Who,
};

/// CR 702.140a: a spell that is cast for its mutate cost has a target, a non-Human creature with the same owner.
pub(in crate::cards) fn mutating() -> StaticEffect {
    let human = Subtype::named("Human").expect("a subtype of CR 205.3m");
    let fit = Filter::And(vec![
        Filter::Type(CardTypes::CREATURE),
        Filter::Not(Box::new(Filter::Subtype(human))),
        Filter::Owned(Who::OwnerOf(Obj::This)),
    ]);
    let merges =
        SpellDef { targets: vec![TargetDef::new(TargetKind::Permanent(fit))], effects: Vec::new(), modes: None };
    StaticEffect::Affect(Objects::The(Obj::This), vec![Modification::GainAbilities(vec![AbilityDef::Spell(merges)])])
}

/// CR 730.2a: a merged permanent has the values that its components give it, as though it were a copy of that.
pub(in crate::cards) fn merged() -> StaticEffect {
    StaticEffect::Affect(Objects::The(Obj::This), vec![Modification::CopyOf(Obj::This, Vec::new())])
}
