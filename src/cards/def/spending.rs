//! What mana can be spent on (CR 106.6).

use super::ability::{StaticEffect, TriggeredDef};
use super::filter::Filter;
use super::parts::Duration;
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
    /// Turning a permanent face up that matches the filter (CR 116.2b).
    TurnFaceUp(Filter),
    /// Unlocking a half of a permanent (CR 116.2m).
    Unlock,
    /// Whatever isn't casting a spell.
    NotSpells,
}

/// What else is true of mana that is added: what happens because it is spent (CR 106.6), once for each mana of it, as it is spent,
/// or how long it isn't lost. What it is spent on is `Event`, its player too.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
pub enum ManaRider {
    /// A continuous effect begins.
    IfSpent {
        /// On what it has to be spent, any of these; on anything, if there is nothing.
        #[serde(default)]
        on: Vec<SpendOn>,
        /// The effect.
        effect: Box<StaticEffect>,
        /// How long it lasts.
        #[serde(default = "forever")]
        until: Duration,
    },
    /// An ability triggers, a delayed one (CR 603.7a).
    WhenSpent {
        /// On what it has to be spent, any of these; on anything, if there is nothing.
        #[serde(default)]
        on: Vec<SpendOn>,
        /// The ability. Its trigger event is only what it is called by.
        ability: Box<TriggeredDef>,
    },
    /// It isn't lost as steps and phases end, until the end of the turn or of combat (CR 500.5).
    Lasts(Duration),
}

pub(super) fn forever() -> Duration {
    Duration::Forever
}
