//! Which of the rules that can be left out a world has.

use crate::rules::state::GameWorld;
use bevy_app::App;
use bitflags::bitflags;

bitflags! {
    /// The rules that can be left out, each a plugin of its own: its plugin notes here that it is there.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Features: u8 {
        /// Combat (CR 506-511): [`CombatPlugin`](crate::rules::combat::CombatPlugin).
        const COMBAT = 1;
        /// Commander (CR 903): [`CommanderPlugin`](crate::rules::variants::CommanderPlugin).
        const COMMANDER = 2;
        /// Planes (CR 311, 901): [`PlanesPlugin`](crate::rules::variants::PlanesPlugin).
        const PLANES = 4;
        /// Schemes (CR 314, 904): [`SchemesPlugin`](crate::rules::variants::SchemesPlugin).
        const SCHEMES = 8;
    }
}

/// Notes which of the rules that can be left out are there.
pub(crate) trait FeaturesApp {
    /// These are there.
    ///
    /// # Panics
    /// If the world has no rules yet.
    fn add_feature(&mut self, feature: Features) -> &mut Self;
}

impl FeaturesApp for App {
    fn add_feature(&mut self, feature: Features) -> &mut Self {
        let features = self.world_mut().get_part_mut::<Features>().expect("CorePlugin comes first");
        *features |= feature;
        self
    }
}

/// A game needs rules that were left out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{needed_for} needs {plugin}, which was left out")]
pub struct MissingRules {
    /// The plugin that was left out.
    pub plugin: &'static str,
    /// What needs it: a card, by name, or the game.
    pub needed_for: String,
}
