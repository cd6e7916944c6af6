//! The stream of facts for those who watch a game: outside of its state, never read by a rule.

use crate::game::client::feed::note;
use crate::game::client::{self, Feed, Numbers};
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, SeatSet};
use crate::model::player::Players;
use crate::model::zone::Moved;
use bevy_ecs::prelude::*;

/// What happened, in order, since the log was last taken. Empty and free of cost unless it is on.
#[derive(Resource, Clone, Debug, Default)]
pub struct EventLog {
    /// Whether facts are kept.
    pub on: bool,
    /// The facts.
    pub facts: Vec<Fact>,
    /// Those who follow the game, and what they have been told.
    pub feeds: Vec<Feed>,
    /// What tells permanents of the same name apart for them.
    pub numbers: Numbers,
}

impl EventLog {
    /// Notes facts, if the log is on or somebody follows the game.
    #[inline]
    pub fn note(world: &mut World, facts: &[Fact]) {
        let mut log = world.resource_mut::<Self>();
        if log.on {
            log.facts.extend_from_slice(facts);
        }
        if !log.feeds.is_empty() {
            client::note(world, facts);
        }
    }

    /// Whether somebody follows the game.
    #[inline]
    pub fn is_followed(world: &World) -> bool {
        !world.resource::<Self>().feeds.is_empty()
    }

    /// Notes a fact that no rule watches, for the game's followers only.
    #[inline]
    pub fn aside(world: &mut World, fact: impl FnOnce() -> Fact) {
        if !world.resource::<Self>().feeds.is_empty() {
            client::note(world, &[fact()]);
        }
    }

    /// Notes moves that no fact tells, for the game's followers only: while the game is set up, of abilities on the stack, of what ceases to
    /// exist, and within a zone.
    pub fn moved<'m>(world: &mut World, moved: impl IntoIterator<Item = &'m Moved>) {
        if !world.resource::<Self>().feeds.is_empty() {
            let fact = |m: &Moved| Fact::Moved { old: m.old, new: m.new, from: m.from, to: m.to, cause: m.cause };
            client::note(world, &moved.into_iter().map(fact).collect::<Vec<_>>());
        }
    }
}

/// Notes that players have looked at cards, for those who follow the game.
pub(crate) fn looked(world: &mut World, objects: &[ObjectRef], by: SeatSet) {
    if world.resource::<EventLog>().feeds.is_empty() {
        return;
    }
    let alive: SeatSet = world.resource::<Players>().alive().collect();
    // What everybody sees is told as revealed.
    if alive.0 & !by.0 == 0 {
        return;
    }
    let shown = crate::rules::zones::by_handle(world, objects);
    let facts: Vec<Fact> = shown.into_iter().map(|object| Fact::Looked { by, object }).collect();
    note(world, &facts);
}
