//! The stream of facts for those who watch a game: outside of its state, never read by a rule.

use crate::events::Fact;
use bevy_ecs::prelude::*;

/// What happened, in order, since the log was last taken. Empty and free of cost unless it is on.
#[derive(Resource, Clone, Debug, Default)]
pub struct EventLog {
    /// Whether facts are kept.
    pub on: bool,
    /// The facts.
    pub facts: Vec<Fact>,
}

impl EventLog {
    /// Notes facts, if the log is on.
    #[inline]
    pub fn note(world: &mut World, facts: &[Fact]) {
        let mut log = world.resource_mut::<Self>();
        if log.on {
            log.facts.extend_from_slice(facts);
        }
    }
}
