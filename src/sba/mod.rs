//! State-based actions (CR 704), one family a file.
//!
//! [`check`] is the gate: it costs a few nanoseconds unless something changed that a family reads, then one look over
//! players and battlefield finds the families that have something to do ([`Families`]). Only then the schedule
//! [`StateBasedActions`] runs: each family's system pushes to [`Proposals`], and what was proposed becomes a
//! [`SbaTask`]: choices first, then one batch (704.3).
//!
//! | file | CR |
//! | --- | --- |
//! | `players` | 704.5a-c, 704.6c |
//! | `ceasing` | 704.5d, e |
//! | `creatures` | 704.5f-h |
//! | `planeswalkers` | 704.5i |
//! | `legends` | 704.5j |
//! | `worlds` | 704.5k |
//! | `attachments` | 704.5m, n, p |
//! | `counters` | 704.5q, r |
//! | `roles` | 704.5y |
//! | `commanders` | 704.6d |
//!
//! # Invariants
//! * A family proposes only what can happen: nothing that is indestructible or can't lose, or the check would never end.
//! * Between checks nothing is proposed.

mod attachments;
mod ceasing;
mod check;
mod choose;
mod commanders;
mod counters;
mod creatures;
mod legends;
mod planeswalkers;
mod players;
mod roles;
#[cfg(test)]
mod tests;
mod worlds;

pub use check::{check, is_due};

use crate::decision::{TaskKind, TaskTable};
use crate::events::{Cause, Event, Place};
use crate::ids::{ObjectRef, Seat};
use crate::schedule::{SbaSystems, StateBasedActions, strict};
use crate::zones::Zone;
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bitflags::bitflags;
use serde::{Deserialize, Serialize};

bitflags! {
    /// Families of state-based actions.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Families: u16 {
        /// 704.5a-c.
        const PLAYERS = 1;
        /// 704.5d, e.
        const CEASING = 2;
        /// 704.5f-h.
        const CREATURES = 4;
        /// 704.5i.
        const PLANESWALKERS = 8;
        /// 704.5j.
        const LEGENDS = 16;
        /// 704.5k.
        const WORLDS = 32;
        /// 704.5m, n, p.
        const ATTACHMENTS = 64;
        /// 704.5q, r.
        const COUNTERS = 128;
        /// 704.5y.
        const ROLES = 256;
        /// 704.6d.
        const COMMANDERS = 512;
    }
}

/// What the families propose in one check; performed as one batch (CR 704.3). Scratch: nothing is proposed between
/// checks.
#[derive(Resource, Clone, Debug, Default)]
pub struct Proposals {
    /// Which families have something to look at.
    pub due: Families,
    /// Whether anything was attached to anything at the last look. Derived: found anew after every change of what is.
    pub attached: bool,
    /// Events that need no choice.
    pub events: Vec<Event>,
    /// Groups of which a player keeps one (CR 704.5j).
    pub keep_one: Vec<(Seat, Vec<ObjectRef>)>,
    /// Commanders that may go back to the command zone, with their owners (CR 704.6d).
    pub returning: Vec<(Seat, ObjectRef)>,
    /// What ceases to exist: no event, nothing replaces it (CR 704.5d, e).
    pub ceasing: Vec<ObjectRef>,
}

impl Proposals {
    /// A permanent is put into its owner's graveyard; that isn't destruction.
    pub(crate) fn bury(&mut self, object: ObjectRef, owner: Seat) {
        self.events.push(bury(object, owner));
    }
}

/// The event that puts a permanent into its owner's graveyard.
pub(crate) fn bury(object: ObjectRef, owner: Seat) -> Event {
    let (to, place, cause) = (Zone::Graveyard(owner), Place::Top, Cause::StateBased);
    Event::Move { object, to, place, cause, face_down: None, reveal: false, enter: None }
}

/// Tasks of state-based actions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum SbaTask {
    /// Asks the next choice of the check, then performs all at once.
    Choose {
        /// What is proposed so far.
        events: Vec<Event>,
        /// Groups still to choose from, the next one last.
        keep_one: Vec<(Seat, Vec<ObjectRef>)>,
        /// Commanders whose owners are still to be asked, the next one last.
        returning: Vec<(Seat, ObjectRef)>,
        /// Whether the last group, or else the last commander, was asked for.
        asked: bool,
    },
}

/// State-based actions.
#[derive(Default, Debug)]
pub struct SbaPlugin;

impl Plugin for SbaPlugin {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        world.init_resource::<Proposals>();
        let mut table = world.resource_mut::<TaskTable>();
        table.register(TaskKind::Sba, choose::run);
        table.register_again(TaskKind::Sba, choose::again);
        let mut schedule = strict(StateBasedActions);
        schedule.configure_sets((SbaSystems::Look, SbaSystems::Propose).chain());
        schedule.add_systems(
            (
                players::lose,
                creatures::die,
                planeswalkers::die,
                legends::group,
                worlds::leave,
                attachments::fall_off,
                roles::replace,
                commanders::find,
                counters::annihilate,
                ceasing::find,
            )
                .chain()
                .in_set(SbaSystems::Look),
        );
        schedule.add_systems(choose::propose.in_set(SbaSystems::Propose));
        world.add_schedule(schedule);
    }
}
