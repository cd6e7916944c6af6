//! Last known information (CR 113.7a, 608.2h): what objects were like just before they left.

use super::{CastAs, Characteristics, CopiableSource, Counters, Linked, Object, StackEntry, Status, ThisTurn};
use crate::model::by_field::clone_by_field;
use crate::model::ids::{DefId, ObjectRef, Referent, Seat};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// An object as it last existed.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LastKnown {
    /// What and where it was.
    pub object: Object,
    /// Its characteristics.
    pub values: Values,
    /// What it remembered, unless that was nothing.
    pub memory: Option<Box<Memory>>,
    /// What it had to do with other objects, unless that was nothing.
    pub ties: Option<Box<Ties>>,
    /// The object that it became, if that is in a public zone (CR 400.7e, j).
    pub successor: Option<ObjectRef>,
}

clone_by_field! {
    LastKnown { object, values, memory, ties, successor }
}

/// The characteristics that an object had.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Values {
    /// What is printed on the front of a card: of all cards in hands, libraries and graveyards that nothing changes.
    Printed(DefId),
    /// Others; shared by all copies of the game.
    Own(Arc<Characteristics>),
}

/// What an object remembered.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Its status.
    pub status: Status,
    /// What had happened to it that turn.
    pub this_turn: ThisTurn,
    /// How it could be cast, or was cast.
    pub cast_as: CastAs,
    /// What its linked abilities remembered.
    pub linked: Linked,
    /// Its counters.
    pub counters: Counters,
    /// What it remembered of the stack.
    pub stack: StackEntry,
}

clone_by_field! {
    Memory { status, this_turn, cast_as, linked, counters, stack }
}

/// What a permanent had to do with other objects right before it left.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Ties {
    /// As an attacking creature: what it attacked (CR 508.1b).
    pub attack: Option<Attack>,
    /// As a blocking creature: the attackers that it blocked (CR 509.1g).
    pub blocked: Option<Vec<ObjectRef>>,
    /// What was attached to it (CR 301.5, 303.4).
    pub attached: Vec<ObjectRef>,
    /// The copiable values that the latest copy effect gave it (CR 707.2).
    pub copied: Option<CopiableSource>,
}

clone_by_field! {
    Ties { attack, blocked, attached, copied }
}

/// How a creature attacked.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// The player, planeswalker or battle that was attacked.
    pub target: Referent,
    /// The defending player (CR 508.5).
    pub defender: Seat,
    /// Blocked, unblocked, or not yet either (CR 509.1h).
    pub blocked: Option<bool>,
    /// The creatures that blocked it.
    pub blockers: Vec<ObjectRef>,
}

clone_by_field! {
    Attack { target, defender, blocked, blockers }
}

/// What cards remember that are where nothing happens to them.
static NOTHING: LazyLock<Memory> = LazyLock::new(Memory::default);

impl LastKnown {
    fn memory(&self) -> &Memory {
        self.memory.as_deref().unwrap_or_else(|| &NOTHING)
    }
    /// Its status.
    pub fn status(&self) -> &Status {
        &self.memory().status
    }
    /// What had happened to it that turn.
    pub fn this_turn(&self) -> &ThisTurn {
        &self.memory().this_turn
    }
    /// How it could be cast, or was cast.
    pub fn cast_as(&self) -> &CastAs {
        &self.memory().cast_as
    }
    /// What its linked abilities remembered.
    pub fn linked(&self) -> &Linked {
        &self.memory().linked
    }
    /// Its counters.
    pub fn counters(&self) -> &Counters {
        &self.memory().counters
    }
    /// How it attacked, if it did.
    pub fn attack(&self) -> Option<&Attack> {
        self.ties.as_ref()?.attack.as_ref()
    }
    /// The attackers that it blocked, if it was a blocking creature.
    pub fn blocked(&self) -> Option<&[ObjectRef]> {
        self.ties.as_ref()?.blocked.as_deref()
    }
    /// What was attached to it.
    pub fn attached(&self) -> &[ObjectRef] {
        self.ties.as_ref().map_or(&[], |ties| &ties.attached)
    }
    /// What it remembered of the stack.
    pub fn stack(&self) -> &StackEntry {
        &self.memory().stack
    }
}

/// The last known information of this turn, in the order in which objects left. Dropped at cleanup when nothing
/// refers to it.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct LastKnownTable(pub Vec<LastKnown>);

clone_by_field! {
    LastKnownTable(0)
}

impl LastKnownTable {
    /// What an object was like.
    pub fn get(&self, object: ObjectRef) -> Option<&LastKnown> {
        self.0.iter().rev().find(|l| l.object.reference() == object)
    }
    /// Whether the first of two objects that are gone left before the second.
    pub fn left_before(&self, first: ObjectRef, second: ObjectRef) -> bool {
        let place = |object| self.0.iter().rposition(|l| l.object.reference() == object);
        matches!((place(first), place(second)), (Some(first), Some(second)) if first < second)
    }
    /// Like [`LastKnownTable::get`], to write to.
    pub fn get_mut(&mut self, object: ObjectRef) -> Option<&mut LastKnown> {
        self.0.iter_mut().rev().find(|l| l.object.reference() == object)
    }
}
