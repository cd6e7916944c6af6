//! Objects (CR 109): cards, copies of cards, tokens, spells, permanents, emblems, abilities on the stack.
//!
//! Each object is an entity with the same six components, so that there is one archetype and a change is an
//! assignment: [`Object`] says what and where it is, [`Characteristics`] what it is like after the layers,
//! [`Status`] what a permanent remembers, [`Linked`] what its linked abilities do, [`Counters`], [`StackEntry`] what a spell
//! or ability on the stack remembers. Entities are found by number through [`Slots`](crate::rules::slots::Slots) and never despawned; slots are
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
mod last_known;
mod linked;
mod stack_entry;

pub use characteristics::{AbilityInstance, Characteristics, Restrictions};
pub use counters::Counters;
pub use last_known::{Attack, LastKnown, LastKnownTable, Memory, Ties, Values};
pub use linked::{Chosen, Linked, LinkedRecord};
pub use stack_entry::{CastRecord, StackEntry, StackRecord};

use crate::cards::def::HandAction;
use crate::model::ids::{DefId, EffectId, Handle, ObjectId, ObjectRef, Referent, Seat, SeatSet, Timestamp};
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
pub enum Base {
    /// A face of a definition of the card table.
    Def(DefId, u8),
    /// A row of the values that were made in play ([`InternedValues`](crate::model::continuous::InternedValues)): copies
    /// and what else isn't as a definition says. Equal values have the same row.
    #[serde(rename = "Made")]
    Interned(u16),
}

impl Default for Base {
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
    /// Its owner (CR 108.3, 111.2).
    pub owner: Seat,
    /// The definition of the card; the starting point of its characteristics (CR 613.1).
    pub base: Base,
    /// The zone that it is in.
    pub zone: Zone,
    /// Who knows which card this is.
    pub known_to: SeatSet,
    /// When it entered its zone, or was attached, turned or transformed last (CR 613.7d-g).
    pub timestamp: Timestamp,
    /// On the battlefield, the number of the turn in which it entered; elsewhere 0.
    pub entered_turn: u32,
    /// Whether its owner drew it, and in which turn (0: not drawn).
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
            base: Base::default(),
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

/// By which special action a card in exile may be cast on a later turn (CR 702.143a, 702.170d).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SinceAction {
    /// The turn in which it was plotted or foretold.
    pub turn: u32,
    /// Which of the special actions it was.
    pub action: HandAction,
}

/// What a permanent remembers (CR 110.5 and more), but for what its linked abilities do ([`Linked`]). Reset by each change of
/// zones.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Status {
    /// Whether it is tapped.
    pub tapped: bool,
    /// Flipped or unflipped (CR 110.5c, 710): it stays so whatever the permanent becomes a copy of.
    #[serde(default)]
    pub flipped: bool,
    /// Face up or face down.
    pub face_down: bool,
    /// Who may cast it from exile, as it is there after its Adventure resolved (CR 715.3d).
    pub adventurer: Option<Seat>,
    /// In exile: that it is plotted or foretold, and since which turn (CR 702.143a, 702.170a).
    pub since_action: Option<SinceAction>,
    /// The effect that makes it an Aura as long as it is bestowed (CR 702.103b).
    pub bestowed: Option<EffectId>,
    /// What else it is or may be while it is face down.
    #[serde(rename = "down")]
    pub face_down_kind: FaceDown,
    /// Phased out or in.
    pub phased_out: bool,
    /// Phased out along with what it is attached to, so that it phases in along with that (CR 702.26g).
    #[serde(default)]
    pub phased_along: bool,
    /// Who controlled it as it phased out (CR 702.26a).
    #[serde(default)]
    pub phased_under: Seat,
    /// Dealt damage by a source with deathtouch since the last check of state-based actions (CR 704.5h).
    pub deathtouched: bool,
    /// Its designations, as bits of [`Designation`](crate::cards::def::Designation).
    #[serde(default)]
    pub designations: u8,
    /// Attacked this turn.
    pub attacked: bool,
    /// The player whom it attacked last this turn, or whose permanent (CR 508.5).
    pub defender: Option<Seat>,
    /// Dealt damage this turn.
    pub damaged: bool,
    /// A loyalty ability was activated this turn (CR 606.3).
    pub loyalty_used: bool,
    /// Under whose control it entered; layer 2 starts from it (CR 110.2).
    pub base_controller: Seat,
    /// The turn in which its controller's control began without a break (CR 302.6).
    pub controlled_since: u32,
    /// Marked damage (CR 120.6).
    pub damage: i32,
    /// Regeneration shields of this turn (CR 701.19a).
    pub regeneration: u8,
    /// What it is attached to (CR 701.3).
    pub attached_to: Option<Referent>,
    /// When it was last turned over (CR 701.27f).
    pub turned: Timestamp,
    /// What it is as a card, if it entered as a copy of something (CR 707.5); [`Object::base`] is the copy meanwhile.
    #[serde(rename = "card")]
    pub own_face: Option<Base>,
}

/// What a face-down spell or permanent is or may be besides being a 2/2 (CR 708.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct FaceDown {
    /// Manifested: a creature card can be turned face up for its mana cost (CR 701.40b).
    pub manifested: bool,
    /// It has ward {2} (CR 701.58a, 702.168b).
    pub ward: bool,
}
