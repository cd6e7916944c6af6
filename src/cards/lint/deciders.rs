//! Players whom terms mean: those who decide, and those who are attacked.

use crate::cards::def::{AbilityDef, Instruction, Obj, Objects, Quantity, StaticEffect, TriggeredDef, Walk, Who};

/// The player who decides, of an instruction that one player decides, with what it is called. Each of several players decides in a
/// loop over them.
pub(super) fn decided_by(instruction: &Instruction) -> Option<(&'static str, Who)> {
    Some(match instruction {
        Instruction::May { who, .. } => ("May", *who),
        Instruction::MayPay { who, .. } => ("MayPay", *who),
        Instruction::ChooseColor { who, .. } => ("ChooseColor", *who),
        Instruction::ChooseName { who, .. } => ("ChooseName", *who),
        Instruction::ChooseCardType { who, .. } => ("ChooseCardType", *who),
        Instruction::ChooseSubtype { who, .. } => ("ChooseSubtype", *who),
        Instruction::ChoosePlayer { who, random: false, .. } => ("ChoosePlayer", *who),
        Instruction::ChooseNumber { who, .. } => ("ChooseNumber", *who),
        _ => return None,
    })
}

/// CR 508.5: whether an ability speaks of a defending player where nothing attacks: a number of a spell, or a condition for what other
/// objects are like.
pub(super) fn lacks_defender(ability: &AbilityDef) -> bool {
    let mut named = 0;
    let mut count = |quantity: &mut Quantity, by: i32| {
        quantity.each(|who: &mut Who| named += if *who == Who::Defending { by } else { 0 });
    };
    match ability {
        AbilityDef::Spell(spell) => {
            spell.clone().each(|quantity: &mut Quantity| count(quantity, 1));
            // What it has trigger later may be about attackers.
            spell.clone().each(|later: &mut TriggeredDef| later.each(|quantity: &mut Quantity| count(quantity, -1)));
        }
        AbilityDef::Static(def) if !is_about_itself(&def.effect) => {
            def.only_if.clone().each(|who: &mut Who| named += i32::from(*who == Who::Defending));
        }
        _ => {}
    }
    named > 0
}

fn is_about_itself(effect: &StaticEffect) -> bool {
    !matches!(effect, StaticEffect::Affect(what, _) if *what != Objects::The(Obj::This))
}
