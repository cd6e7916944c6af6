//! State-based actions (CR 704), one family a file.
//!
//! A check costs a few nanoseconds unless something changed that a family reads. Then one look over players and
//! battlefield is made ([`Look`]), and each family's gate says whether the family has something to do. Most of the time
//! none has, and the task that settles continues. Only otherwise the
//! schedule [`StateBasedActions`] runs: each family's system pushes to [`Proposals`], and what was proposed becomes a
//! [`SbaTask`](crate::model::task::SbaTask): choices first, then one batch (704.3). A plugin adds a family of its own
//! by [`StateBasedActionApp`].
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

use check::check;
pub(crate) use check::finds_some;
pub use check::is_due;
pub use gates::{Look, SbaGates, Seen, StateBasedActionApp};

use crate::model::event::{Cause, Event};
use crate::model::ids::{ObjectId, ObjectRef, Seat, SeatSet};
use crate::model::task::{SbaChoices, Task, TaskKind};
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
    /// All that, once the families have looked.
    choices: Option<SbaChoices>,
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

/// The families of the rules: before those that others add to [`SbaSystems::Look`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct OwnFamilies;

/// State-based actions.
#[derive(Default, Debug)]
pub struct SbaPlugin;

impl Plugin for SbaPlugin {
    fn build(&self, app: &mut App) {
        app.add_exclusive_runner(TaskKind::Sba, choose::run_exclusive);
        app.add_asking_again(TaskKind::Sba, choose::again);
        let world = app.world_mut();
        world.init_resource::<Proposals>();
        let mut gates = SbaGates::default();
        let mut schedule = strict_with_open(StateBasedActions, vec![SbaSystems::Look.intern()]);
        schedule.configure_sets((OwnFamilies, SbaSystems::Look, SbaSystems::Propose).chain());
        schedule.add_systems(
            (
                players::lose.run_if(gates.add(players::reads, players::is_due)),
                creatures::die.run_if(gates.add(creatures::reads, creatures::is_due)),
                planeswalkers::die.run_if(gates.add(planeswalkers::reads, planeswalkers::is_due)),
                legends::group.run_if(gates.add(legends::reads, legends::is_due)),
                worlds::leave.run_if(gates.add(worlds::reads, worlds::is_due)),
                attachments::fall_off.run_if(gates.add(attachments::reads, attachments::is_due)),
                roles::replace.run_if(gates.add(roles::reads, roles::is_due)),
                counters::annihilate.run_if(gates.add(counters::reads, counters::is_due)),
                ceasing::find.run_if(gates.add(ceasing::reads, ceasing::is_due)),
                sagas::end.run_if(gates.add(sagas::reads, sagas::is_due)),
                dungeons::find.run_if(gates.add(dungeons::reads, dungeons::is_due)),
                speed::find.run_if(gates.add(speed::reads, speed::is_due)),
                prepared::find.run_if(gates.add(prepared::reads, prepared::is_due)),
                battles::find.run_if(gates.add(battles::reads, battles::is_due)),
            )
                .chain()
                .in_set(OwnFamilies),
        );
        schedule.add_systems((choose::forget, choose::propose).chain().in_set(SbaSystems::Propose));
        world.add_schedule(schedule);
        world.insert_part(gates);
    }
}
