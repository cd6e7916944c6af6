//! Continuous effects and what they have made (CR 611, 613).

use crate::cards::def::{Duration, KeywordSet};
use crate::model::bindings::Bindings;
use crate::model::by_field::clone_by_field;
use crate::model::ids::{AbilityKey, ContinuousEffectId, ObjectId, ObjectRef, Seat, StaticHandle, Timestamp};
use crate::model::object::{Characteristics, Doors};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Where a continuous effect comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum EffectOrigin {
    /// A static ability that functions (CR 611.3).
    Static(AbilityKey),
    /// The resolution of a spell or ability (CR 611.2).
    Resolved,
}

/// Since when an effect lasts, as its duration counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Since {
    /// The turn in which it began.
    Turn(u32),
    /// For a duration that names a turn of a player: who that is, and how many turns they had begun.
    TurnsOf(Seat, u32),
}

impl Since {
    /// The player whose turn ends it, if its duration names one.
    pub const fn player(self) -> Option<Seat> {
        match self {
            Self::TurnsOf(seat, _) => Some(seat),
            Self::Turn(_) => None,
        }
    }
}

/// A continuous effect in use, or a free slot.
#[derive(Component, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ContinuousEffect {
    /// Its own slot.
    pub id: ContinuousEffectId,
    /// Whether the slot is in use.
    pub active: bool,
    /// When it began, for the order in which effects apply within a layer, earlier ones first (CR 613.7a, b).
    pub timestamp: Timestamp,
    /// Where it comes from.
    pub origin: EffectOrigin,
    /// The static effect of a definition that says what it does.
    pub handle: StaticHandle,
    /// Controller, source, X, variables.
    pub bindings: Bindings,
    /// For resolved effects on objects: which ones (CR 611.2c).
    pub locked: Vec<ObjectRef>,
    /// How long it lasts.
    pub duration: Duration,
    /// Since when it lasts.
    pub since: Since,
    /// Copiable values taken by a copy effect, as a row of the made table.
    pub copied: Option<crate::model::object::CopiableSource>,
    /// A shield that is used up has been used (CR 614.8, 615.7); damage still to prevent.
    pub remaining: Option<i32>,
    /// For resolved effects: their numbers as evaluated on resolution (CR 611.2d), modification by modification,
    /// object by object.
    pub values: Vec<i32>,
    /// Keywords that it doesn't give to objects that couldn't have them when it began (CR 113.11).
    pub denied: Vec<(ObjectRef, KeywordSet)>,
}

clone_by_field! {
    ContinuousEffect {
        id, active, timestamp, origin, handle, bindings, locked, duration, since, copied, remaining, values, denied,
    }
}

impl ContinuousEffect {
    /// A free slot.
    pub fn free(id: ContinuousEffectId) -> Self {
        Self {
            id,
            active: false,
            timestamp: Timestamp(0),
            origin: EffectOrigin::Resolved,
            handle: StaticHandle { def: crate::model::ids::DefId(0), index: 0 },
            bindings: Bindings::new(Seat(0), ObjectRef::NONE),
            locked: Vec::new(),
            duration: Duration::Forever,
            since: Since::Turn(0),
            copied: None,
            remaining: None,
            values: Vec::new(),
            denied: Vec::new(),
        }
    }

    /// The static ability that it comes from.
    pub const fn key(&self) -> Option<AbilityKey> {
        match self.origin {
            EffectOrigin::Static(key) => Some(key),
            EffectOrigin::Resolved => None,
        }
    }
}

/// The continuous effects in use, oldest timestamp first, and the free slots.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ContinuousEffects {
    /// The effects in use, oldest timestamp first.
    pub order: Vec<ContinuousEffectId>,
    /// Which slots are in use; the last one always is.
    pub used: Vec<bool>,
}

clone_by_field! {
    ContinuousEffects { order, used }
}

/// Copiable values made in play, each kept once and named by its row: tokens that are copies, copies with exceptions
/// (CR 707.2, 707.9). And the rows that belong together: two faces (712), a flip card's halves (710), what
/// a permanent with a shared type line is with each set of unlocked halves (709.5).
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct InternedValues(pub Vec<Characteristics>, pub Vec<OtherSide>);

clone_by_field! {
    InternedValues(0, 1)
}

/// A row of [`InternedValues`] with another side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OtherSide {
    /// The row whose other side it is, as a place in the table.
    pub row: u16,
    /// How the other side comes to show.
    pub side: Side,
    /// The row of the other side.
    pub other: u16,
}

/// Rules in force after the layers (CR 613.10, 613.11), in timestamp order. Derived.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct ActiveRules {
    /// Rules of the game and for players: the effect that says so, its controller.
    pub rules: Vec<RuleRow>,
    /// Rules with parameters for objects: the object, the effect, which of its modifications. In the order of objects, and of
    /// timestamps for each.
    pub objects: Vec<(ObjectId, RuleRow, u8)>,
    /// Replacement and prevention effects.
    pub replacements: Vec<RuleRow>,
}

clone_by_field! {
    ActiveRules { rules, objects, replacements }
}

/// One rule in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleRow {
    /// The effect.
    pub effect: ContinuousEffectId,
    /// The static effect of a definition that says what it does.
    pub handle: StaticHandle,
    /// Its controller.
    pub you: Seat,
    /// Its source.
    pub this: ObjectRef,
}

/// How the other side of a permanent comes to show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// It is turned over: another face (CR 701.27a, 712).
    Turned,
    /// It is flipped: the other half (CR 710.2).
    Flipped,
    /// These of its halves are unlocked (CR 709.5).
    Unlocked(Doors),
    /// Its prepare spell: what copies of that are (CR 722.2b).
    Prepare,
}
