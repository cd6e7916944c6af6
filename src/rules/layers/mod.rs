//! Continuous effects (CR 611) and the layers (613).
//!
//! Continuous effects are entities: [`ContinuousEffect`](crate::model::continuous::ContinuousEffect) holds identity,
//! timestamp, duration, source and what it refers to. A static ability that functions has one, made when it begins and
//! retired when it ends; a resolved spell or ability makes one that holds its locked-in objects (611.2c).
//! [`ContinuousEffects`](crate::model::continuous::ContinuousEffects) names those in use in timestamp order.
//!
//! Data enters by [`start_effect`] and by the abilities that objects have; it leaves as the published
//! [`Characteristics`](crate::model::object::Characteristics) of objects and as [`ActiveRules`](crate::model::continuous::ActiveRules). [`refresh`] brings
//! both up to date and costs nothing when no effect reads what has changed.
//!
//! | file | what |
//! | --- | --- |
//! | `slots` | how effects get their slots, and leave them |
//! | `copiable` | copiable values (707.2); those before effects are in [`reading`](crate::rules::reading::values) |
//! | `pass`, `gather`, `working` | the working table of one pass, how it begins, how it is read |
//! | `plan`, `evaluate` | what one effect does to which objects, evaluated and not yet done |
//! | `stages` | one file a layer: what a modification does to a row |
//! | `systems`, `ctx` | the systems of the schedule and their order; what they read |
//! | `table` | the table as systems of others see it, and how they join |
//! | `order`, `depend`, `facets`, `of_it` | which effect comes next (613.7, 613.8); whether words are about each object |
//! | `rules` | players and rules (613.10, 613.11) |
//! | `publish` | what changed goes to the objects |
//! | `refresh` | when a pass is due |
//! | `durations` | effects of resolutions begin and end (611.2) |
//! | `explain` | why an object is what it is |
//! | `lookahead` | what something would be like on the battlefield (614.12) |
//!
//! There is one order of layers, that of the [`Layers`](crate::rules::schedule::Layers) schedule. A pass that publishes,
//! looking ahead, explanations and checks all run it over the one [`LayerTable`], which holds nothing between passes; only
//! the first kind writes anything else.
//!
//! # Systems of others
//! Each set of [`LayerSystems`](crate::rules::schedule::LayerSystems) is open. A plugin adds a system to one, and says what
//! it reads:
//!
//! ```
//! use bevy_app::App;
//! use bevy_ecs::prelude::*;
//! use dracones::RulesPlugins;
//! use dracones::cards::def::ColorSet;
//! use dracones::model::dirt::StateClass;
//! use dracones::rules::layers::{ContinuousEffectApp, LayerTable};
//! use dracones::rules::schedule::LayerSystems;
//!
//! /// Creatures have no colour.
//! fn devoid(mut table: ResMut<LayerTable>) {
//!     let creatures = table.rows().filter(|(_, chars)| chars.is_creature());
//!     for creature in creatures.map(|(object, _)| object.reference()).collect::<Vec<_>>() {
//!         if let Some(chars) = table.chars_mut(creature) {
//!             chars.colors = ColorSet::default();
//!         }
//!     }
//! }
//!
//! let mut app = App::empty();
//! app.add_plugins(RulesPlugins);
//! app.add_continuous_effect(LayerSystems::L5Color, StateClass::empty(), devoid);
//! ```
//!
//! # Invariants
//! * A stage is a pure function over the working table and what it reads; the systems of the schedule are thin wrappers.
//! * A pass that is skipped would have changed nothing.
//! * A static ability has the same effect in every pass as long as the object has the ability.

mod copiable;
mod ctx;
mod depend;
mod durations;
mod evaluate;
mod explain;
mod facets;
mod gather;
mod lookahead;
mod of_it;
mod order;
mod pass;
mod plan;
mod publish;
mod refresh;
mod rules;
mod slots;
mod stages;
mod systems;
mod table;
#[cfg(test)]
mod tests;
mod working;

pub use crate::rules::reading::values::{
    Copiable, base_values, face_down, make_copy, make_values, other_side, own_values,
};
pub use copiable::{copiable, face_up, half, latest_copy, turned, with_effect, with_exceptions, with_granted};
pub(crate) use copiable::{lasting_copy, merge, remerge};
pub use depend::Through;
pub use durations::{Ending, end_effect, end_effects, start_effect, untapped};
pub(crate) use durations::{any_conditional, any_ended_since, end_waiting};
pub(crate) use durations::{awaits, has_lapsed, spell_announced, spell_cast, watch_stack, watches_stack};
pub use explain::{Applied, Explanation, LayerStep, Named, NamedKind, Why, explain, text_of};
pub(crate) use gather::is_timed;
pub use lookahead::entering;
pub use pass::{PassCount, TrialCount};
pub(crate) use refresh::{begin, begin_with, changed_elsewhere};
pub use refresh::{check, check_skipped, invalidate, is_fresh, refresh};
pub(crate) use refresh::{expect_fresh, reach, settles};
pub(crate) use slots::forget_statics;
pub use stages::text::rules_text;
pub use stages::{Stage, stage_of};
pub use table::{ContinuousEffectApp, LayerTable};

use crate::rules::reading::values;
use crate::rules::state::{ZoneMoveApp, ZoneMoveSet};
use bevy_app::{App, Plugin};

/// The layers: their resources and the [`Layers`](crate::rules::schedule::Layers) schedule.
#[derive(Default, Debug)]
pub struct LayersPlugin;

impl Plugin for LayersPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<LayerTable>().init_resource::<PassCount>().init_resource::<TrialCount>();
        app.add_schedule(systems::schedule());
        app.add_zone_move_step(ZoneMoveSet::Remember, copiable::remember_copies);
        app.add_zone_move_step(ZoneMoveSet::Leave, durations::go_along);
        app.add_zone_move_step(ZoneMoveSet::Arrive, durations::arrive);
    }
}
