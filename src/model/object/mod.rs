//! Objects (CR 109): cards, copies of cards, tokens, spells, permanents, emblems, abilities on the stack.
//!
//! Each object is an entity with the same eight components, so that there is one archetype and a change is an
//! assignment: [`Object`] says what and where it is, [`Characteristics`] what it is like after the layers,
//! [`Status`] what a permanent is in, [`ThisTurn`] what has happened to it this turn, [`CastAs`] how a card may be cast,
//! [`Linked`] what its linked abilities do, [`Counters`], [`StackEntry`] what a spell or ability on the stack remembers. Entities are found by number through [`Slots`](crate::rules::slots::Slots) and never despawned; slots are
//! reused.
//!
//! Data enters by [`move_objects`](crate::rules::zones::move_objects) and
//! [`Slots::take`](crate::rules::slots::Slots::take); rules read it through [`reading`](crate::rules::reading).
//!
//! # Invariants
//! * A slot in use is in exactly one zone, or `Outside`.
//! * The incarnation of a slot only rises.

mod characteristics;
mod counters;
mod doors;
mod last_known;
mod linked;
mod stack_entry;
mod status;

pub use characteristics::{AbilityInstance, Characteristics, Restrictions};
pub use counters::Counters;
pub use doors::{Door, Doors};
pub use last_known::{Attack, LastKnown, LastKnownTable, Memory, Ties, Values};
pub use linked::{Chosen, Linked, LinkedRecord, Merged};
pub use stack_entry::{CastRecord, StackEntry, StackRecord};
pub use status::{CastAs, FaceDown, SinceAction, Status, ThisTurn};

use crate::model::ids::{DefId, Handle, ObjectId, ObjectRef, Seat, SeatSet, Timestamp};
use crate::model::zone::Zone;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// What sort of object a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum ObjectKind {
    /// The slot is free.
    #[default]
    Unused,
    /// A card (CR 108).
    Card,
    /// A token (CR 111).
    Token,
    /// A copy of a card or of a spell (CR 707.10, 707.12).
    Copy,
    /// An activated or triggered ability on the stack (CR 113.1c).
    Ability,
    /// An emblem (CR 114).
    Emblem,
}

/// Where copiable values come from (CR 613.2c is later).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CopiableSource {
    /// A face of a definition of the card table.
    Def(DefId, u8),
    /// A row of the values that were made in play ([`InternedValues`](crate::model::continuous::InternedValues)): copies
    /// and what else isn't as a definition says. Equal values have the same row.
    #[serde(rename = "Made")]
    Interned(u16),
}

impl Default for CopiableSource {
    fn default() -> Self {
        Self::Def(DefId(0), 0)
    }
}

/// What and where an object is.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Object {
    /// Its own slot.
    pub id: ObjectId,
    /// Raised by each change of zones (CR 400.7).
    pub incarnation: u32,
    /// What sort of object.
    pub kind: ObjectKind,
    /// The player who owns it (CR 108.3, 111.2).
    pub owner: Seat,
    /// The definition of the card; the starting point of its characteristics (CR 613.1).
    pub base: CopiableSource,
    /// The zone that it is in.
    pub zone: Zone,
    /// The players who were told which card this is.
    pub known_to: SeatSet,
    /// When it entered its zone, or was attached, turned or transformed last (CR 613.7d-g).
    pub timestamp: Timestamp,
    /// On the battlefield, the number of the turn in which it entered; elsewhere 0.
    pub entered_turn: u32,
    /// The turn in which its owner drew it; 0 if it wasn't drawn.
    pub drawn_turn: u32,
    /// What clients call it.
    pub handle: Handle,
}

impl Object {
    /// A free slot.
    pub fn unused(id: ObjectId) -> Self {
        Self {
            id,
            incarnation: 0,
            kind: ObjectKind::Unused,
            owner: Seat(0),
            base: CopiableSource::default(),
            zone: Zone::Outside,
            known_to: SeatSet::NONE,
            timestamp: Timestamp(0),
            entered_turn: 0,
            drawn_turn: 0,
            handle: Handle(0),
        }
    }
    /// CR 400.2: whether it lies where only those who were told see it, and the player isn't one of them: in a library, in
    /// the hand of somebody else or among their cards outside the game. Nothing but where it is has to be read for that.
    #[inline]
    pub fn is_hidden_from(&self, seat: Seat) -> bool {
        let lies_hidden = match self.zone {
            Zone::Library(_) => true,
            Zone::Hand(owner) => owner != seat,
            Zone::Outside => self.owner != seat,
            Zone::Battlefield | Zone::Stack | Zone::Graveyard(_) | Zone::Command | Zone::Exile => false,
        };
        lies_hidden && !self.known_to.contains(seat)
    }
    /// CR 400.2, 406.3, 708.5: whether a player knows which card it is, or may look at any time: those who were told, all of
    /// what lies face up in a public zone, of what is face down on the battlefield or the stack its controller, of a hand
    /// (but for what is face down there, 121.8) and of cards outside the game their owner.
    #[inline]
    pub fn is_known_to(&self, seat: Seat, status: &Status, controller: Seat) -> bool {
        if self.is_hidden_from(seat) {
            return false;
        }
        self.known_to.contains(seat)
            || match self.zone {
                Zone::Battlefield | Zone::Stack => !status.face_down || controller == seat,
                Zone::Graveyard(_) | Zone::Command | Zone::Exile => !status.face_down,
                // CR 121.8.
                Zone::Hand(owner) => owner == seat && !status.face_down,
                Zone::Outside => self.owner == seat,
                Zone::Library(_) => false,
            }
    }
    /// The reference to the object that the slot holds now.
    #[inline]
    pub const fn reference(&self) -> ObjectRef {
        ObjectRef { id: self.id, incarnation: self.incarnation }
    }
}
