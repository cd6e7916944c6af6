//! Variables of compiled abilities: those that nothing reads are left out, and put back before words are looked for.

use crate::cards::def::*;
use derive_visitor::{DriveMut, VisitorMut};
use std::collections::HashMap;

#[derive(VisitorMut, Default)]
#[visitor(Var(enter))]
struct Counting {
    uses: HashMap<Var, u32>,
}

impl Counting {
    fn enter_var(&mut self, var: &mut Var) {
        *self.uses.entry(*var).or_default() += 1;
    }
}

#[derive(VisitorMut)]
#[visitor(Effect(enter))]
struct Stripping {
    uses: HashMap<Var, u32>,
}

impl Stripping {
    fn enter_effect(&mut self, effect: &mut Effect) {
        if let Some(into) = stored(effect)
            && into.is_some_and(|var| self.uses.get(&var).is_none_or(|n| *n < 2))
        {
            *into = None;
        }
    }
}

#[derive(VisitorMut, Default)]
#[visitor(Effect(enter))]
struct Filling {
    made: u32,
}

impl Filling {
    fn enter_effect(&mut self, effect: &mut Effect) {
        if matches!(effect, Effect::Search { .. } | Effect::Choose { .. } | Effect::ChooseSubtype { .. } | Effect::ChooseColor { .. }) {
            self.made += 1;
        } else if let Some(into) = stored(effect) {
            self.made += 1;
            if into.is_none() {
                *into = Word::new(&format!("v{}", self.made));
            }
        }
    }
}

/// Where an instruction stores what it did, if it need not.
fn stored(effect: &mut Effect) -> Option<&mut Option<Var>> {
    match effect {
        Effect::Move { into, .. }
        | Effect::Destroy { into, .. }
        | Effect::SacrificeChoice { into, .. }
        | Effect::Draw { into, .. }
        | Effect::Discard { into, .. }
        | Effect::Mill { into, .. }
        | Effect::CreateToken { into, .. } => Some(into),
        _ => None,
    }
}

/// Leaves out the variables that nothing reads.
pub(super) fn strip(ability: &mut AbilityDef) {
    let mut counting = Counting::default();
    ability.drive_mut(&mut counting);
    ability.drive_mut(&mut Stripping { uses: counting.uses });
}

/// Puts them back.
pub(super) fn fill(ability: &mut AbilityDef) {
    ability.drive_mut(&mut Filling::default());
}
