//! Casual variants (CR 9): what they add to the rules, one variant a file.
//!
//! | file | CR |
//! | --- | --- |
//! | `planechase` | 311, 901 |
//! | `commander`, `returning` | 903, 704.6d |
//! | `partners` | 903.3, 702.124 |
//! | `archenemy` | 314, 904 |
//!
//! Each one is a plugin, and can be left out; a set-up that needs it is refused then
//! ([`SetupError::Missing`](crate::game::SetupError)). Schemes are set in motion by a turn-based action,
//! and go away by a state-based action, that their plugin adds; so do commanders. What else a variant does is called by the
//! rules that it changes (casting, special actions, events), and is one look at an empty list in other games.

pub mod archenemy;
pub mod commander;
pub mod partners;
pub mod planechase;
pub(crate) mod returning;

use crate::cards::def::StepName;
use crate::rules::driver::TaskApp;
use crate::rules::sba::StateBasedActionApp;
use crate::rules::state::{Features, FeaturesApp};
use bevy_app::{App, Plugin};

/// Commander (CR 903).
#[derive(Default, Debug)]
pub struct CommanderPlugin;

impl Plugin for CommanderPlugin {
    fn build(&self, app: &mut App) {
        app.add_feature(Features::COMMANDER);
        app.add_state_based_action(returning::reads, returning::is_due, returning::find);
    }
}

/// Planes and the planar die (CR 311, 901).
#[derive(Default, Debug)]
pub struct PlanesPlugin;

impl Plugin for PlanesPlugin {
    fn build(&self, app: &mut App) {
        app.add_feature(Features::PLANES);
    }
}

/// Schemes (CR 314, 904).
#[derive(Default, Debug)]
pub struct SchemesPlugin;

impl Plugin for SchemesPlugin {
    fn build(&self, app: &mut App) {
        app.add_feature(Features::SCHEMES);
        app.add_turn_based_action(StepName::PrecombatMain, archenemy::motion);
        app.add_state_based_action(archenemy::reads, archenemy::is_due, archenemy::find);
    }
}
