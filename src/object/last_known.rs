//! Last known information (CR 113.7a, 608.2h): what objects were like just before they left.

use super::{Characteristics, Counters, Object, StackEntry, Status};
use crate::cards::CardTable;
use crate::ids::{DefId, ObjectRef, Referent};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// An object as it last existed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LastKnown {
    /// What and where it was.
    pub object: Object,
    /// Its characteristics.
    pub values: Values,
    /// What it remembered, unless that was nothing.
    pub memory: Option<Box<Memory>>,
    /// What it was attacking (CR 508.1b).
    pub attacking: Option<Referent>,
    /// The object that it became, if that is in a public zone (CR 400.7e, j).
    pub successor: Option<ObjectRef>,
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
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Its status.
    pub status: Status,
    /// Its counters.
    pub counters: Counters,
    /// What it remembered of the stack.
    pub stack: StackEntry,
}

/// What cards remember that are where nothing happens to them.
static NOTHING: LazyLock<Memory> = LazyLock::new(Memory::default);

impl LastKnown {
    /// Its characteristics.
    pub fn chars<'a>(&'a self, table: &'a CardTable) -> &'a Characteristics {
        match &self.values {
            Values::Printed(def) => table.printed(*def, self.object.owner),
            Values::Own(chars) => chars,
        }
    }
    fn memory(&self) -> &Memory {
        self.memory.as_deref().unwrap_or_else(|| &NOTHING)
    }
    /// Its status.
    pub fn status(&self) -> &Status {
        &self.memory().status
    }
    /// Its counters.
    pub fn counters(&self) -> &Counters {
        &self.memory().counters
    }
    /// What it remembered of the stack.
    pub fn stack(&self) -> &StackEntry {
        &self.memory().stack
    }
}

/// The last known information of this turn, in the order in which objects left. Dropped at cleanup when nothing
/// refers to it.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct LastKnownTable(pub Vec<LastKnown>);

impl LastKnownTable {
    /// What an object was like.
    pub fn get(&self, object: ObjectRef) -> Option<&LastKnown> {
        self.0.iter().rev().find(|l| l.object.reference() == object)
    }
    /// The same, to write to.
    pub fn get_mut(&mut self, object: ObjectRef) -> Option<&mut LastKnown> {
        self.0.iter_mut().rev().find(|l| l.object.reference() == object)
    }
}
