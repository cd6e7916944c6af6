//! What permanents, and some spells and cards in exile, remember: plain components, copied field by field in a fork.

use crate::cards::def::{Entry, HandAction};
use crate::model::ids::{ContinuousEffectId, ObjectRef, Referent, Seat, SeatSet, Timestamp};
use crate::model::object::{CopiableSource, Doors};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// What a permanent is in beyond its characteristics (CR 110.5 and more). Reset by each change of zones.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Status {
    /// Whether it is tapped.
    pub tapped: bool,
    /// Whether it is flipped (CR 110.5c, 710): it stays so whatever the permanent becomes a copy of.
    #[serde(default)]
    pub flipped: bool,
    /// Whether it is face down.
    pub face_down: bool,
    /// What else it is or may be while it is face down.
    #[serde(rename = "down")]
    pub face_down_kind: FaceDown,
    /// Whether it is phased out.
    pub phased_out: bool,
    /// Whether it phased out along with what it is attached to, so that it phases in along with that (CR 702.26g).
    #[serde(default)]
    pub phased_along: bool,
    /// Who controlled it as it phased out (CR 702.26a).
    #[serde(default)]
    pub phased_under: Seat,
    /// Whether it stays phased out until an event (CR 610.3), and doesn't phase in during an untap step.
    #[serde(default)]
    pub phased_until: bool,
    /// Its designations, as bits of [`Designation`](crate::cards::def::Designation).
    #[serde(default)]
    pub designations: u16,
    /// The creature with which it is paired (CR 702.95b). It isn't any more if that one has left.
    #[serde(default)]
    pub pair: Option<ObjectRef>,
    /// Which of its halves are unlocked, if it has halves (CR 709.5c).
    #[serde(default)]
    pub unlocked: Doors,
    /// The players who have exerted it since their last untap step (CR 701.43a).
    #[serde(default)]
    pub exerted: SeatSet,
    /// Under whose control it entered; layer 2 starts from it (CR 110.2).
    pub base_controller: Seat,
    /// The turn in which its controller's control began without a break (CR 302.6).
    pub controlled_since: u32,
    /// What it is attached to (CR 701.3).
    pub attached_to: Option<Referent>,
    /// When it was last turned over to its other face (CR 701.27f).
    pub turned: Timestamp,
    /// The player who protects it, if it is a battle or was one (CR 310.8).
    #[serde(default)]
    pub protector: Option<Seat>,
    /// What it is as a card, if it entered as a copy of something (CR 707.5); [`Object::base`](super::Object::base) is the copy
    /// meanwhile.
    #[serde(rename = "card")]
    pub own_face: Option<CopiableSource>,
}

/// What has happened to a permanent this turn, and what it has done. Damage and regeneration end in the cleanup step
/// (CR 514.2), the rest as the next turn begins.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ThisTurn {
    /// How much damage is marked on it (CR 120.6).
    pub damage: i32,
    /// How many regeneration shields it has (CR 701.19a).
    pub regeneration: u8,
    /// Whether it was dealt damage by a source with deathtouch since the last check of state-based actions (CR 704.5h).
    pub deathtouched: bool,
    /// Whether it was dealt damage.
    pub damaged: bool,
    /// Whether it attacked.
    pub attacked: bool,
    /// Whether it was exerted.
    #[serde(default)]
    pub exerted: bool,
    /// The player whom it attacked last, or whose permanent (CR 508.5).
    pub defender: Option<Seat>,
    /// Whether one of its loyalty abilities was activated (CR 606.3).
    pub loyalty_used: bool,
    /// How often another one was.
    #[serde(default)]
    pub loyalty_again: u8,
}

impl ThisTurn {
    /// Of a permanent that nothing has happened to yet.
    pub const NEW: Self = Self {
        damage: 0,
        regeneration: 0,
        deathtouched: false,
        damaged: false,
        attacked: false,
        exerted: false,
        defender: None,
        loyalty_used: false,
        loyalty_again: 0,
    };

    /// What is still there as the next turn begins: damage and shields have their own end (CR 514.2).
    pub(crate) const fn next_turn(&self) -> Self {
        let Self { damage, regeneration, deathtouched, .. } = *self;
        Self { damage, regeneration, deathtouched, ..Self::NEW }
    }
}

/// In which other way than by its mana cost from a hand a card may be cast or was cast, by what happened to it before.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct CastAs {
    /// Who may cast it from exile, as it is there after its Adventure resolved (CR 715.3d).
    pub adventurer: Option<Seat>,
    /// In exile: that it is plotted or foretold, and since which turn (CR 702.143a, 702.170a).
    pub since_action: Option<SinceAction>,
    /// The effect that makes it an Aura as long as it is bestowed (CR 702.103b).
    pub bestowed: Option<ContinuousEffectId>,
    /// The permanent whose prepare spell it is a copy of: its controller may cast it from exile as long as that is prepared (CR 722.3c).
    #[serde(default)]
    pub prepared_by: Option<ObjectRef>,
}

impl CastAs {
    /// Of an object of which nothing of that kind is known.
    pub const NEW: Self = Self { adventurer: None, since_action: None, bestowed: None, prepared_by: None };
}

/// By which special action a card in exile may be cast on a later turn (CR 702.143a, 702.170d).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SinceAction {
    /// The turn in which it was plotted or foretold.
    pub turn: u32,
    /// Which of the special actions it was.
    pub action: HandAction,
}

/// What a face-down spell or permanent is or may be besides being a 2/2 (CR 708.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct FaceDown {
    /// Whether it was manifested: a creature card can then be turned face up for its mana cost (CR 701.40b).
    pub manifested: bool,
    /// Whether it has ward {2} (CR 701.58a, 702.168b).
    pub ward: bool,
}

impl From<&Entry> for FaceDown {
    fn from(entry: &Entry) -> Self {
        Self { manifested: entry.manifested, ward: entry.ward }
    }
}
