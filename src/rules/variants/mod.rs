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
//! ([`SetupError::Missing`](crate::game::SetupError)). Nothing outside this folder calls it while a game is played. A variant adds
//! turn-based and state-based actions, what players may cast and do (`legal::Offers`), what it notes as facts are recorded
//! (`state::FactSteps`), and what runs tasks of its own. What the instructions of its cards do is in `resolving::variants`, as for
//! all other instructions.

mod archenemy;
pub mod commander;
pub mod partners;
mod planechase;
mod returning;

use crate::cards::def::StepName;
use crate::model::fact::FactMask;
use crate::model::task::TaskKind;
use crate::rules::driver::TaskApp;
use crate::rules::legal::OffersApp;
use crate::rules::resolving::motion;
use crate::rules::sba::StateBasedActionApp;
use crate::rules::state::{FactStepsApp, Features, FeaturesApp};
use bevy_app::{App, Plugin};

/// Commander (CR 903).
#[derive(Default, Debug)]
pub struct CommanderPlugin;

impl Plugin for CommanderPlugin {
    fn build(&self, app: &mut App) {
        app.add_feature(Features::COMMANDER);
        app.add_castable_from_command(commander::castable_from_command);
        app.add_fact_step(FactMask::CAST | FactMask::DAMAGED, commander::note);
        app.add_state_based_action(returning::reads, returning::is_due, returning::find);
    }
}

/// Planes and the planar die (CR 311, 901).
#[derive(Default, Debug)]
pub struct PlanesPlugin;

impl Plugin for PlanesPlugin {
    fn build(&self, app: &mut App) {
        app.add_feature(Features::PLANES);
        app.add_special_action(planechase::offer);
        app.add_task_runner(TaskKind::PlanarDie, planechase::run);
    }
}

/// Schemes (CR 314, 904).
#[derive(Default, Debug)]
pub struct SchemesPlugin;

impl Plugin for SchemesPlugin {
    fn build(&self, app: &mut App) {
        app.add_feature(Features::SCHEMES);
        app.add_turn_based_action(StepName::PrecombatMain, motion);
        app.add_fact_step(FactMask::TURNED, archenemy::in_motion);
        app.add_state_based_action(archenemy::reads, archenemy::is_due, archenemy::find);
    }
}
