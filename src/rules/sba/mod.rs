//! State-based actions (CR 704), one family a file.
//!
//! A check costs a few nanoseconds unless something changed that a family reads. Then one look over players and
//! battlefield is made ([`Look`]), and each family's gate says whether the family has something to do. Most of the time
//! none has, and the task that settles continues. Only otherwise each family that has pushes to [`Proposals`], and what was proposed becomes a
//! [`SbaTask`](crate::model::task::SbaTask): choices first, then one batch (704.3). The families of the rules are functions. A plugin adds
//! a family of its own by [`StateBasedActionApp`]: a system of the schedule [`StateBasedActions`], which runs only if one of these has
//! something to do.
//!
//! | file | CR |
//! | --- | --- |
//! | `gates`, `check`, `choose` | 704.3: which families have something to do, their looks, and what is performed |
//! | `players` | 704.5a-c, 704.6c |
//! | `ceasing` | 704.5d, e |
//! | `creatures` | 704.5f-h |
//! | `planeswalkers` | 704.5i |
//! | `legends` | 704.5j |
//! | `worlds` | 704.5k |
//! | `attachments` | 704.5m, n, p |
//! | `counters` | 704.5q, r |
//! | `dungeons` | 704.5t |
//! | `battles` | 704.5v-x |
//! | `roles` | 704.5y |
//! | `sagas` | 704.5s |
//! | `speed` | 704.5z |
//! | `prepared` | 722.3c: copies of prepare spells are there as long as their permanents are prepared |
//!
//! Commanders (704.6d) are a family of [`CommanderPlugin`](crate::rules::variants::CommanderPlugin).
//!
//! # Invariants
//! * A family proposes only what can happen: nothing that is indestructible or can't lose, or the check would never end.
//! * Between checks nothing is proposed.

mod attachments;
mod battles;
mod ceasing;
mod check;
mod choose;
mod counters;
mod creatures;
mod dungeons;
mod gates;
mod legends;
mod planeswalkers;
mod players;
mod prepared;
mod roles;
mod sagas;
mod speed;
#[cfg(test)]
mod tests;
mod worlds;

pub(crate) use check::finds_some;
pub use check::is_due;
use check::{check, check_with_others};
pub use gates::{Look, SbaGates, Seen, StateBasedActionApp};

use crate::model::event::{Cause, Event};
use crate::model::ids::{ObjectId, ObjectRef, Seat, SeatSet};
use crate::model::task::{Task, TaskKind};
use crate::model::zone::{Move, Zone};
use crate::rules::driver::TaskApp;
use crate::rules::schedule::{SbaSystems, StateBasedActions, strict_with_open};
use crate::rules::state::GameWorld;
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;

/// What the families propose in one check; performed as one batch (CR 704.3). Scratch: nothing is proposed between
/// checks.
#[derive(Resource, Clone, Debug, Default)]
pub struct Proposals {
    /// Which families have something to look at: a bit for each, in the order of their gates.
    due: u64,
    /// Events that need no choice.
    pub events: Vec<Event>,
    /// Groups of which a player keeps one (CR 704.5j).
    pub keep_one: Vec<(Seat, Vec<ObjectRef>)>,
    /// Battles that need a protector, each with who chooses and among whom (CR 704.5w-x).
    pub protecting: Vec<(Seat, ObjectRef, Vec<Seat>)>,
    /// Commanders that may go back to the command zone, with their owners (CR 704.6d).
    pub returning: Vec<(Seat, ObjectRef)>,
    /// Tasks of plugins: done once all that is proposed has happened, before the next check.
    pub tasks: Vec<Task>,
    /// What ceases to exist: no event, nothing replaces it (CR 704.5d, e).
    pub ceasing: Vec<ObjectRef>,
    /// Players who complete their dungeon (CR 704.5t).
    pub completing: SeatSet,
    /// Permanents that are prepared and whose prepare spell has no copy in exile (CR 722.3c).
    pub preparing: Vec<ObjectRef>,
    /// Players whose speed becomes 1 (CR 704.5z).
    pub starting: SeatSet,
    /// Players who would lose: that they drew from an empty library counts in this check only (CR 704.5b).
    drew: SeatSet,
    /// Permanents that were dealt damage by a source with deathtouch: that counts in this check only (CR 704.5h).
    deathtouched: Vec<ObjectId>,
}

impl Proposals {
    /// A permanent is put into its owner's graveyard; that isn't destruction.
    pub fn bury(&mut self, object: ObjectRef, owner: Seat) {
        self.events.push(bury(object, owner));
    }
}

/// The event that puts a permanent into its owner's graveyard.
pub(crate) fn bury(object: ObjectRef, owner: Seat) -> Event {
    Move::plain(object, Zone::Graveyard(owner), Cause::StateBased).into()
}

/// CR 704.6d, 903.9a: the event that puts a commander into the command zone.
pub(crate) fn to_command_zone(object: ObjectRef) -> Event {
    Move::plain(object, Zone::Command, Cause::StateBased).with_reveal(true).into()
}

/// State-based actions.
#[derive(Default, Debug)]
pub struct SbaPlugin;

impl Plugin for SbaPlugin {
    fn build(&self, app: &mut App) {
        app.add_runners(TaskKind::Sba, choose::run, choose::run_exclusive);
        app.add_asking_again(TaskKind::Sba, choose::again);
        let world = app.world_mut();
        world.init_resource::<Proposals>();
        let mut gates = SbaGates::default();
        gates
            .of_rules(players::reads, players::is_due, players::lose)
            .of_rules(creatures::reads, creatures::is_due, creatures::die)
            .of_rules(planeswalkers::reads, planeswalkers::is_due, planeswalkers::die)
            .of_rules(legends::reads, legends::is_due, legends::group)
            .of_rules(worlds::reads, worlds::is_due, worlds::leave)
            .of_rules(attachments::reads, attachments::is_due, attachments::fall_off)
            .of_rules(roles::reads, roles::is_due, roles::replace)
            .of_rules(counters::reads, counters::is_due, counters::annihilate)
            .of_rules(ceasing::reads, ceasing::is_due, ceasing::find)
            .of_rules(sagas::reads, sagas::is_due, sagas::end)
            .of_rules(dungeons::reads, dungeons::is_due, dungeons::find)
            .of_rules(speed::reads, speed::is_due, speed::find)
            .of_rules(prepared::reads, prepared::is_due, prepared::find)
            .of_rules(battles::reads, battles::is_due, battles::find);
        world.add_schedule(strict_with_open(StateBasedActions, vec![SbaSystems::Look.intern()]));
        world.insert_part(gates);
    }
}
