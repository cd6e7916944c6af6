//! Triggered abilities that wait (CR 603), and their tasks.

use crate::cards::def::{Duration, Filter, KeywordName, TriggerEvent, ZoneKind};
use crate::model::bindings::{Bindings, EventData};
use crate::model::by_field::clone_by_field;
use crate::model::fact::{Fact, FactMask};
use crate::model::ids::{AbilityHandle, AbilityKey, ContinuousEffectId, ObjectId, ObjectRef, Seat};
use crate::model::object::AbilityInstance;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// An ability that has triggered and waits to be put on the stack (CR 603.3).
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PendingTrigger {
    /// The ability; its key names the object that it is on, as it was.
    pub key: AbilityKey,
    /// Controller, event, captured values.
    pub bindings: Bindings,
    /// The other events at the same time for which a delayed ability could have triggered instead: its controller still
    /// has to say for which it did (CR 603.7b).
    pub others: Vec<EventData>,
    /// The abilities that have triggered because this one did: they wait until it is on the stack (CR 603.3b).
    #[serde(default)]
    pub followers: Vec<PendingTrigger>,
}

clone_by_field! {
    PendingTrigger { key, bindings, others, followers }
}

impl PendingTrigger {
    /// An ability that has triggered for one event.
    pub(crate) fn new(key: AbilityKey, bindings: Bindings) -> Self {
        Self { key, bindings, others: Vec::new(), followers: Vec::new() }
    }
}

/// All abilities that wait.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PendingTriggers(pub Vec<PendingTrigger>);

clone_by_field! {
    PendingTriggers(0)
}

/// A delayed triggered ability (CR 603.7).
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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

clone_by_field! {
    DelayedTrigger { handle, bindings, until, made, then }
}

/// What something that waits for an event does then.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
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
    /// It has permanents phase in (CR 610.3, 702.26c).
    PhaseIn {
        /// The permanents, which have phased out.
        objects: Vec<ObjectRef>,
        /// The event has come.
        due: bool,
    },
}

/// All delayed triggered abilities, and what else waits for an event, oldest first.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct DelayedTriggers(pub Vec<DelayedTrigger>);

clone_by_field! {
    DelayedTriggers(0)
}

/// Triggered abilities that function now, in rules order (zone by zone, object by object). Derived; rebuilt when
/// abilities or zones change.
#[derive(PartialEq, Eq, Debug)]
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

clone_by_field! {
    TriggerIndex { rows, mask, zones, stale }
}

impl Default for TriggerIndex {
    fn default() -> Self {
        Self { rows: Vec::new(), mask: FactMask::empty(), zones: 0, stale: true }
    }
}

/// Tasks of triggered abilities.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
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
        /// How many of those that wait belong to this round, like `round` of [`TriggerTask::Place`].
        round: u16,
    },
    /// CR 603.3c-d: modes and targets of one trigger as it is put on the stack.
    Put {
        /// The trigger to put on the stack.
        trigger: PendingTrigger,
    },
}

/// Triggered abilities as they were right before an event (CR 603.10a).
#[derive(Default)]
pub(crate) struct Before {
    /// The object as it was, the ability, what it could watch.
    pub(crate) rows: Vec<(ObjectRef, AbilityInstance, FactMask)>,
    /// The rules that were in force by which abilities trigger additional times.
    pub(crate) more: Vec<AdditionalTriggers>,
}

impl Before {
    /// Whether no triggered ability of an object could watch the event.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// A rule that abilities trigger an additional time (CR 603.2d), or that they don't trigger (CR 101.2).
#[derive(Clone)]
pub(crate) struct AdditionalTriggers {
    /// The continuous effect that this rule is from.
    pub(crate) effect: ContinuousEffectId,
    /// Whether it is that they don't trigger.
    pub(crate) never: bool,
    /// The objects whose abilities they are.
    pub(crate) of: Filter,
    /// On which event; on any without one.
    pub(crate) when: Option<TriggerEvent>,
    /// Only keyword abilities of that name.
    pub(crate) keyword: Option<KeywordName>,
    /// What the words refer to.
    pub(crate) bindings: Bindings,
}

/// Facts that are looked at when the layers are up to date, with the triggered abilities as they were right before each.
/// Empty between tasks.
#[derive(Default)]
pub struct WaitingFacts(pub(crate) VecDeque<Waiting>);

/// Facts that wait to be looked at.
pub(crate) struct Waiting {
    pub(crate) facts: Vec<Fact>,
    pub(crate) before: Option<Before>,
    /// What the turn remembers of them is kept; only triggers are still to be matched.
    pub(crate) kept: bool,
}
