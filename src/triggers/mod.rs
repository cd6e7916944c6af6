//! Triggered abilities (CR 603): matched right after each performed batch, placed when a player would get priority.
//!
//! [`TriggerIndex`] names the triggered abilities that function now and which facts each could watch. [`match_facts`]
//! tests facts against it, for events that look back (603.10a) against its copy from before the batch; what matches
//! becomes a [`PendingTrigger`] with everything that it captured. [`place`] puts those on the stack in APNAP order.
//!
//! | file | what |
//! | --- | --- |
//! | `index` | the index, lazily rebuilt |
//! | `matching` | whether a fact is a trigger event |
//! | `fire` | from facts to pending triggers: intervening "if", limits, mana abilities (605.4a), state triggers (603.8) |
//! | `more` | abilities that trigger additional times (603.2d) |
//! | `delayed` | delayed and reflexive ones (603.7, 603.12) |
//! | `returns` | what was moved until an event (610.3) |
//! | `order` | placing them (603.3b-d) |
//!
//! # Invariants
//! * Facts are matched against the board right after (or before) what they report, never later.
//! * Where nobody watches, a fact costs one test of a mask.

mod delayed;
mod fire;
mod index;
mod matching;
mod more;
mod order;
mod returns;

#[cfg(test)]
mod tests;

pub(crate) use delayed::turn_never_of;
pub use delayed::{add_delayed, end_of_combat, end_of_turn, forget_player, reflexive};
pub use fire::match_facts;
pub(crate) use fire::{does_now, has_done, match_after};
pub use index::rebuild_index;
pub(crate) use index::{could_watch, look_back};
pub use order::place;
pub(crate) use returns::{due, is_over, wait};

use crate::cards::def::{Duration, ZoneKind};
use crate::decision::{TaskKind, TaskTable};
use crate::effects::{Bindings, EventData};
use crate::events::FactMask;
use crate::ids::{AbilityHandle, AbilityKey, ObjectId, ObjectRef, Origin, Seat};
use crate::object::AbilityInstance;
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// An ability that has triggered and waits to be put on the stack (CR 603.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PendingTrigger {
    /// The ability; its key names the object that it is on, as it was.
    pub key: AbilityKey,
    /// Controller, event, captured values.
    pub bindings: Bindings,
    /// The other events at the same time for which a delayed ability could have triggered instead: its controller still
    /// has to say for which it did (CR 603.7b).
    pub others: Vec<EventData>,
}

impl PendingTrigger {
    /// An ability that has triggered for one event.
    pub(crate) fn new(key: AbilityKey, bindings: Bindings) -> Self {
        Self { key, bindings, others: Vec::new() }
    }
}

/// All abilities that wait.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PendingTriggers(pub Vec<PendingTrigger>);

/// CR 728.1, 901.8: an ability without a source has triggered; this player controls it.
pub(crate) fn without_source(world: &mut World, seat: Seat, handle: AbilityHandle) {
    let key = AbilityKey { object: ObjectRef::NONE, origin: Origin::Text, handle, nth: 0 };
    let mut bindings = Bindings::new(seat, ObjectRef::NONE);
    bindings.key = Some(key);
    world.resource_mut::<PendingTriggers>().0.push(PendingTrigger::new(key, bindings));
}

/// A delayed triggered ability (CR 603.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DelayedTrigger {
    /// Its definition.
    pub handle: AbilityHandle,
    /// What its words refer to, as captured.
    pub bindings: Bindings,
    /// How long it waits; `None` until it has triggered once.
    pub until: Option<Duration>,
    /// The turn in which it was made, and the turn that ends it where that is known.
    pub made: u32,
    /// What happens when its event comes.
    pub then: OnEvent,
}

/// What something that waits for an event does then.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum OnEvent {
    /// It triggers (CR 603.7).
    Trigger,
    /// It moves objects back to the zones where they were (CR 610.3).
    Return {
        /// The objects, where they are meanwhile, and where they were.
        cards: Vec<(ObjectRef, ZoneKind)>,
        /// The event has come.
        due: bool,
    },
}

/// All delayed triggered abilities, and what else waits for an event, oldest first.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct DelayedTriggers(pub Vec<DelayedTrigger>);

/// Triggered abilities that function now, in rules order (zone by zone, object by object). Derived; rebuilt when abilities or zones change.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct TriggerIndex {
    /// Object, ability, the facts that could match it.
    pub rows: Vec<(ObjectId, AbilityInstance, FactMask)>,
    /// All masks together, delayed ones included.
    pub mask: FactMask,
    /// The zones from and to which a move makes it stale, as [`Traits::bit`](crate::cards::Traits::bit)s.
    pub zones: u8,
    /// Must be rebuilt before it is used.
    pub stale: bool,
}

impl Default for TriggerIndex {
    fn default() -> Self {
        Self { rows: Vec::new(), mask: FactMask::empty(), zones: 0, stale: true }
    }
}

/// Tasks of triggered abilities.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TriggerTask {
    /// CR 603.3b: in APNAP order each player orders and places their triggers.
    Place {
        /// Who was asked for an order.
        asked: Option<Seat>,
        /// How many of those that wait belong to this round: the first ones. What triggers meanwhile waits for the next.
        round: u16,
    },
    /// CR 603.7b: a player says for which of several events at once a delayed ability triggered.
    Which {
        /// Its place among those that wait.
        place: u16,
        /// As for [`TriggerTask::Place`].
        round: u16,
    },
    /// CR 603.3c-d: modes and targets of one trigger as it is put on the stack.
    Put {
        /// Which.
        trigger: PendingTrigger,
    },
}

/// Triggered abilities as they were right before an event (CR 603.10a): the object as it was, the ability, what it
/// could watch.
pub(crate) struct Before {
    rows: Vec<(ObjectRef, AbilityInstance, FactMask)>,
    more: Vec<more::More>,
}

/// The resources of triggered abilities, and what places them.
#[derive(Clone, Copy, Default, Debug)]
pub struct TriggersPlugin;

impl Plugin for TriggersPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PendingTriggers>().init_resource::<DelayedTriggers>().init_resource::<TriggerIndex>();
        let mut table = app.world_mut().resource_mut::<TaskTable>();
        table.register(TaskKind::Trigger, order::run);
        table.register_again(TaskKind::Trigger, order::again);
    }
}
