//! What abilities of a spell say of casting it: costs, rules that it brings along, conditions.

use crate::cards::def::ZoneKind;
use crate::cards::{AbilityKind, CardTable, Traits};
use crate::model::object::Characteristics;
use smallvec::SmallVec;

/// What abilities of a spell say of casting it, looked at once.
#[derive(Clone, Copy, Default)]
pub(super) struct OwnWords {
    /// There are static abilities that work on the stack, or costs that let it be cast as though it had flash: they may change what it
    /// costs, and when it can be cast.
    pub rules: bool,
    /// There are additional or optional costs, those of modes included.
    pub costs: bool,
    /// There are optional costs.
    pub optional: bool,
    /// There is a condition without which it can't be cast.
    pub only_if: bool,
}

impl OwnWords {
    pub(super) fn of(table: &CardTable, chars: &Characteristics) -> Self {
        let mut words = Self::default();
        for instance in &chars.abilities {
            let ability = table.ability(instance.handle);
            match &ability.kind {
                AbilityKind::Static { .. } => words.rules |= ability.zones & Traits::bit(ZoneKind::Stack) != 0,
                AbilityKind::AdditionalCost(_) => words.costs = true,
                AbilityKind::OptionalCost { flash, .. } => {
                    words.rules |= *flash;
                    (words.costs, words.optional) = (true, true);
                }
                AbilityKind::Spell(body) => words.costs |= body.modes.iter().any(|mode| !mode.cost.0.is_empty()),
                AbilityKind::CastOnlyIf(_) => words.only_if = true,
                _ => {}
            }
        }
        words
    }

    /// Whether the spell costs what its way of being cast says, where no rule is in force either.
    pub(super) fn leave_cost(self) -> bool {
        !self.rules && !self.costs
    }
}

/// Whether modes of a spell have costs.
pub(super) fn modes_cost(table: &CardTable, chars: &Characteristics) -> bool {
    chars.abilities.iter().any(|a| match &table.ability(a.handle).kind {
        AbilityKind::Spell(body) => body.modes.iter().any(|mode| !mode.cost.0.is_empty()),
        _ => false,
    })
}

/// An optional cost of a spell.
pub(super) struct OptionalCost {
    /// It is one of those of which one must be paid.
    pub either: bool,
    /// It can be paid any number of times.
    pub multiple: bool,
    /// The spell may be cast as though it had flash then.
    pub flash: bool,
}

/// The optional costs of a spell.
pub(super) fn optional_costs(table: &CardTable, chars: &Characteristics) -> SmallVec<[OptionalCost; 2]> {
    let costs = chars.abilities.iter().filter_map(|a| match &table.ability(a.handle).kind {
        AbilityKind::OptionalCost { either, multiple, flash, .. } => {
            Some(OptionalCost { either: *either, multiple: *multiple, flash: *flash })
        }
        _ => None,
    });
    costs.collect()
}
