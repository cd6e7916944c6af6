//! Continuous effects (CR 611) and the layers (613).
//!
//! Continuous effects are entities: [`ContinuousEffect`] holds identity, timestamp, duration, source and what it
//! refers to. A static ability that functions has one, made when it begins and retired when it ends; a resolved spell
//! or ability makes one that holds its locked-in objects (611.2c). [`EffectList`] names those in use in timestamp order.
//!
//! Data enters by [`start_effect`] and by the abilities that objects have; it leaves as the published
//! [`Characteristics`] of objects and as [`ActiveRules`]. [`refresh`] brings both up to date and costs nothing when
//! no effect reads what has changed.
//!
//! | file | what |
//! | --- | --- |
//! | `slots` | effects as entities |
//! | `values`, `copiable` | values before effects, and copiable ones (707.2) |
//! | `pass`, `gather`, `working` | the working table of one pass, how it begins, how it is read |
//! | `plan`, `evaluate` | what one effect does to which objects, evaluated and not yet done |
//! | `stages` | one file a layer: what a modification does to a row |
//! | `order`, `depend`, `facets` | which effect comes next (613.7, 613.8) |
//! | `rules` | players and rules (613.10, 613.11) |
//! | `publish` | what changed goes to the objects |
//! | `refresh` | when a pass is due |
//! | `durations` | effects of resolutions begin and end (611.2) |
//! | `explain` | why an object is what it is |
//! | `lookahead` | what something would be like on the battlefield (614.12) |
//!
//! # Invariants
//! * A stage is a pure function over the working table; the systems of the schedule are thin wrappers.
//! * A pass that is skipped would have changed nothing.
//! * A static ability has the same effect in every pass as long as the object has the ability.

mod copiable;
mod depend;
mod durations;
mod evaluate;
mod explain;
mod facets;
mod gather;
mod lookahead;
mod order;
mod pass;
mod plan;
mod publish;
mod refresh;
mod rules;
mod slots;
mod stages;
mod supported;
#[cfg(test)]
mod tests;
mod values;
mod working;

pub use copiable::{copiable, face_up, latest_copy, with_effect, with_exceptions, with_granted};
pub use depend::Through;
pub use durations::{Ending, end_effect, end_effects, rebind, start_effect, untapped};
pub use explain::{Applied, Explanation, LayerStep, Named, NamedKind, Why, explain, text_of};
pub(crate) use gather::is_timed;
pub use lookahead::{LookAhead, entering};
pub use pass::{LayerTable, PassCount, TrialCount};
pub use refresh::{LayerWatch, check, invalidate, refresh};
pub(crate) use refresh::{reach, shows_its_own};
pub(crate) use slots::forget_statics;
pub use slots::{EffectSlots, effect, effect_mut};
pub use stages::{Stage, stage_of};
pub use supported::{unsupported, unsupported_exception};
pub use values::{Copiable, Side, base_values, face_down, make_copy, make_values, other_side, own_values};

use crate::cards::StaticHandle;
use crate::cards::def::{Duration, KeywordSet};
use crate::effects::Bindings;
use crate::ids::{AbilityKey, EffectId, ObjectId, ObjectRef, Seat, Timestamp};
use crate::object::Characteristics;
use bevy_app::{App, Plugin};
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

/// A continuous effect in use, or a free slot.
#[derive(Component, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ContinuousEffect {
    /// Its own slot.
    pub id: EffectId,
    /// Whether the slot is in use.
    pub active: bool,
    /// CR 613.7a-b.
    pub timestamp: Timestamp,
    /// Where it comes from.
    pub origin: EffectOrigin,
    /// What it does.
    pub handle: StaticHandle,
    /// Controller, source, X, variables.
    pub bindings: Bindings,
    /// For resolved effects on objects: which ones (CR 611.2c).
    pub locked: Vec<ObjectRef>,
    /// How long it lasts.
    pub duration: Duration,
    /// The turn in which it began; and for "next turn" durations how many turns that player had begun.
    pub began: u32,
    /// The player whose turn ends it.
    pub whose: Option<Seat>,
    /// Copiable values taken by a copy effect, as a row of the made table.
    pub copied: Option<crate::object::Base>,
    /// A shield that is used up has been used (CR 614.8, 615.7); damage still to prevent.
    pub left: Option<i32>,
    /// For resolved effects: their numbers as evaluated on resolution (CR 611.2d), modification by modification,
    /// object by object.
    pub values: Vec<i32>,
    /// Keywords that it doesn't give to objects that couldn't have them when it began (CR 113.11).
    pub denied: Vec<(ObjectRef, KeywordSet)>,
}

impl ContinuousEffect {
    /// A free slot.
    pub fn free(id: EffectId) -> Self {
        Self {
            id,
            active: false,
            timestamp: Timestamp(0),
            origin: EffectOrigin::Resolved,
            handle: StaticHandle { def: crate::ids::DefId(0), index: 0 },
            bindings: Bindings::new(Seat(0), ObjectRef::NONE),
            locked: Vec::new(),
            duration: Duration::Forever,
            began: 0,
            whose: None,
            copied: None,
            left: None,
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
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct EffectList {
    /// In timestamp order.
    pub order: Vec<EffectId>,
    /// Which slots are in use; the last one always is.
    pub used: Vec<bool>,
}

/// Copiable values made in play: tokens that are copies, copies with exceptions (CR 707.2, 707.9). And the rows that belong
/// together: two faces (712), or a flip card's halves (710).
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct MadeValues(pub Vec<Characteristics>, pub Vec<OtherSide>);

/// A row of [`MadeValues`] with another side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OtherSide {
    /// The row.
    pub row: u16,
    /// How the other side comes to show.
    pub side: Side,
    /// The row of the other side.
    pub other: u16,
}

/// Rules in force after the layers (CR 613.10, 613.11), in timestamp order. Derived.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct ActiveRules {
    /// Rules of the game and for players: the effect that says so, its controller.
    pub rules: Vec<RuleRow>,
    /// Rules with parameters for objects: the object, the effect, which of its modifications.
    pub objects: Vec<(ObjectId, RuleRow, u8)>,
    /// Replacement and prevention effects.
    pub replacements: Vec<RuleRow>,
}

/// One rule in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleRow {
    /// The effect.
    pub effect: EffectId,
    /// What it does.
    pub handle: StaticHandle,
    /// Its controller.
    pub you: Seat,
    /// Its source.
    pub this: ObjectRef,
}

/// The layers: their resources and the [`Layers`](crate::schedule::Layers) schedule.
#[derive(Default, Debug)]
pub struct LayersPlugin;

impl Plugin for LayersPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<EffectSlots>()
            .init_resource::<EffectList>()
            .init_resource::<MadeValues>()
            .init_resource::<ActiveRules>()
            .init_resource::<LayerTable>()
            .init_resource::<LookAhead>()
            .init_resource::<LayerWatch>()
            .init_resource::<PassCount>()
            .init_resource::<TrialCount>();
        app.add_schedule(stages::schedule());
    }
}
