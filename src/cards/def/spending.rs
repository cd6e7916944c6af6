//! What mana can be spent on (CR 106.6).

use super::filter::Filter;
use super::words::ZoneKind;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// A kind of costs that mana may pay for (CR 106.6). Where several stand side by side, any of them will do.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum SpendOn {
    /// Casting a spell that matches the filter.
    Spell(Filter),
    /// Casting a spell that matches the filter from a zone of that kind.
    SpellFrom(ZoneKind, Filter),
    /// Casting a spell that matches the filter from a zone of another kind.
    SpellNotFrom(ZoneKind, Filter),
    /// Activating an ability whose source matches the filter.
    Ability(Filter),
    /// A cost that contains {X} (CR 107.3a).
    CostWithX,
    /// Turning a permanent face up (CR 116.2b).
    TurnFaceUp,
    /// Whatever isn't casting a spell.
    NotSpells,
}
