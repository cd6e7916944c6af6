//! All schedule labels and sets, and the dirt that decides when they run.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bitflags::bitflags;
use serde::{Deserialize, Serialize};

/// The layers of CR 613, once from the start for all objects that they reach.
#[derive(ScheduleLabel, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layers;

/// The stages of [`Layers`], in order.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LayerSystems {
    /// Builds the working table from copiable values before effects, and the list of effects.
    Gather,
    /// 613.2a.
    L1aCopy,
    /// 613.2b.
    L1bFaceDown,
    /// 613.1b.
    L2Control,
    /// 613.1c.
    L3Text,
    /// 613.1d.
    L4Type,
    /// 613.1e.
    L5Color,
    /// 613.1f.
    L6Ability,
    /// 613.4a.
    L7aDefine,
    /// 613.4b.
    L7bSet,
    /// 613.4c; counters too in the current edition.
    L7cModify,
    /// Counters in the classic edition.
    L7dCounters,
    /// Switching: 613.4d in the current edition.
    L7eSwitch,
    /// 613.10.
    Players,
    /// 613.11.
    Rules,
    /// Writes what changed to the objects.
    Publish,
}

/// One check of state-based actions (CR 704.3).
#[derive(ScheduleLabel, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateBasedActions;

/// The sets of [`StateBasedActions`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SbaSystems {
    /// One system a family of CR 704.5 looks and proposes.
    Look,
    /// What was proposed becomes a task.
    Propose,
}

/// A schedule that runs on one thread and refuses ambiguities.
pub fn strict(label: impl ScheduleLabel) -> Schedule {
    let mut schedule = Schedule::new(label);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        hierarchy_detection: LogLevel::Error,
        ..Default::default()
    });
    schedule
}

bitflags! {
    /// Classes of state that continuous effects and state-based actions read.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Inputs: u32 {
        /// What is on the battlefield.
        const BATTLEFIELD = 1;
        /// What is on the stack.
        const STACK = 2;
        /// Graveyards.
        const GRAVEYARDS = 4;
        /// Hands.
        const HANDS = 8;
        /// Libraries.
        const LIBRARIES = 16;
        /// Exile and the command zone.
        const EXILE = 32;
        /// Tapped or untapped.
        const TAPPED = 64;
        /// Counters on objects.
        const COUNTERS = 128;
        /// Marked damage.
        const DAMAGE = 256;
        /// Life totals.
        const LIFE = 512;
        /// Whose turn and which step it is.
        const TURN = 1024;
        /// Attacking, blocking.
        const COMBAT = 2048;
        /// What is attached to what.
        const ATTACHMENT = 4096;
        /// Values chosen for objects, links.
        const CHOSEN = 8192;
        /// Which continuous effects there are.
        const EFFECTS = 1 << 14;
        /// What happened this turn.
        const HISTORY = 1 << 15;
        /// Pools, energy, poison and other counters of players.
        const PLAYERS = 1 << 16;
        /// Characteristics, as published.
        const CHARACTERISTICS = 1 << 17;
        /// A token or a copy left the zones in which it can be (CR 704.5d, e).
        const CEASING = 1 << 18;
    }
}

/// What has changed since each consumer last looked.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Dirt {
    /// Since the last layer pass.
    pub layers: Inputs,
    /// What the layers have to look at when it changes: found out by the last pass, everything before the first one.
    pub layers_read: Inputs,
    /// Since the last check of state-based actions.
    pub sba: Inputs,
    /// Since the last look at what each player can do.
    pub legal: Inputs,
}

impl Default for Dirt {
    fn default() -> Self {
        Self { layers: Inputs::all(), layers_read: Inputs::all(), sba: Inputs::all(), legal: Inputs::all() }
    }
}

/// Notes that something changed.
#[inline]
pub fn touch(world: &mut World, inputs: Inputs) {
    let mut dirt = world.resource_mut::<Dirt>();
    dirt.layers |= inputs;
    dirt.sba |= inputs;
    dirt.legal |= inputs;
}
