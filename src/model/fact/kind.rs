//! Of what kind facts are, and what they are about.

use super::{Fact, FactMask};
use crate::model::combat::Enlisted;
use crate::model::ids::Referent;
use crate::model::zone::Zone;

impl Fact {
    /// The bit of its kind, by which watchers say what they look at.
    #[inline]
    pub const fn mask(&self) -> FactMask {
        match self {
            Self::Moved { to: Zone::Battlefield, from: Zone::Battlefield, .. } => FactMask::MOVED,
            Self::Moved { to: Zone::Battlefield, .. } => FactMask::ENTERED.union(FactMask::MOVED),
            Self::Moved { from: Zone::Battlefield, .. } => FactMask::LEFT.union(FactMask::MOVED),
            Self::Moved { .. } => FactMask::MOVED,
            Self::Cast { .. } => FactMask::CAST,
            Self::Activated { .. } => FactMask::ACTIVATED,
            Self::PlayedLand { .. } => FactMask::LAND,
            Self::Attacked { .. } | Self::Blocked { .. } | Self::BecameBlocked { .. } | Self::NotBlocked { .. } => {
                FactMask::COMBAT
            }
            Self::Damaged { .. } | Self::DealtExcess { .. } => FactMask::DAMAGED,
            Self::GainedLife { .. } => FactMask::GAINED,
            Self::LostLife { .. } => FactMask::LOST_LIFE,
            Self::Drew { .. } => FactMask::DREW,
            Self::Discarded { .. } => FactMask::DISCARDED,
            Self::Sacrificed { .. } => FactMask::SACRIFICED,
            Self::Tapped { .. } | Self::Untapped { .. } => FactMask::TAPPED,
            Self::TappedForMana { .. } => FactMask::FOR_MANA,
            Self::Turned { .. } | Self::Transformed { .. } => FactMask::TURNED,
            Self::Targeted { .. } => FactMask::TARGETED,
            Self::PutCounters { .. } | Self::RemovedCounters { .. } => FactMask::COUNTERS,
            Self::Began { .. } => FactMask::BEGAN,
            Self::Attached { .. }
            | Self::Shuffled { .. }
            | Self::Copied { .. }
            | Self::Performed { .. }
            | Self::Did { .. }
            | Self::Exerted { .. }
            | Self::Enlisted(_)
            | Self::Crewed { .. }
            | Self::LostControl { .. }
            | Self::Revealed { .. }
            | Self::RevealedAsDrawn { .. }
            | Self::ChaosEnsued { .. }
            | Self::Planeswalked { .. }
            | Self::SetInMotion { .. }
            | Self::BecameMonarch { .. }
            | Self::Expended { .. }
            | Self::GotBlessing { .. }
            | Self::GotFaster { .. }
            | Self::TookInitiative { .. }
            | Self::DayNightChanged { .. }
            | Self::EnteredRoom { .. }
            | Self::CompletedDungeon { .. }
            | Self::RingTempted { .. }
            | Self::Designated { .. }
            | Self::Unlocked { .. }
            | Self::Locked { .. }
            | Self::Lost { .. }
            | Self::Looked { .. }
            | Self::LooksAt { .. }
            | Self::Searches { .. }
            | Self::Proposed { .. }
            | Self::Announced { .. }
            | Self::Chose { .. }
            | Self::TakesFirstTurn { .. }
            | Self::TookMulligan { .. }
            | Self::PutBack { .. }
            | Self::KeptHand { .. }
            | Self::Triggered { .. }
            | Self::Resolving { .. }
            | Self::AddedMana { .. }
            | Self::SpentMana { .. }
            | Self::Voted { .. }
            | Self::LostMana { .. } => FactMask::OTHER,
        }
    }

    /// The object or player that the fact is about: of several that it names, the one to which it happened. A move is about
    /// the object in its new zone. `None` for what concerns none or many.
    pub fn about(&self) -> Option<Referent> {
        Some(match self {
            Self::Moved { new: object, .. }
            | Self::Cast { spell: object, .. }
            | Self::Copied { copy: object, .. }
            | Self::Did { object, .. }
            | Self::Exerted { object, .. }
            | Self::Enlisted(Enlisted { creature: object, .. })
            | Self::Crewed { creature: object, .. }
            | Self::LostControl { object, .. }
            | Self::PlayedLand { land: object, .. }
            | Self::Attacked { attacker: object, .. }
            | Self::Blocked { blocker: object, .. }
            | Self::BecameBlocked { attacker: object }
            | Self::NotBlocked { attacker: object }
            | Self::Discarded { card: object, .. }
            | Self::RevealedAsDrawn { card: object, .. }
            | Self::Sacrificed { old: object, .. }
            | Self::Tapped { object, .. }
            | Self::TappedForMana { object, .. }
            | Self::DealtExcess { object, .. }
            | Self::Untapped { object }
            | Self::Turned { object, .. }
            | Self::Transformed { object }
            | Self::Designated { object, .. }
            | Self::Unlocked { object, .. }
            | Self::Locked { object, .. }
            | Self::SetInMotion { scheme: object, .. }
            | Self::Attached { object, .. }
            | Self::Revealed { object }
            | Self::Looked { object, .. }
            | Self::Proposed { card: object, .. }
            | Self::Announced { object, .. }
            | Self::Chose { of: object, .. }
            | Self::Triggered { ability: object, .. }
            | Self::Resolving { object } => Referent::Object(*object),
            Self::Activated { key, .. } => Referent::Object(key.object),
            Self::Damaged { target, .. }
            | Self::Targeted { target, .. }
            | Self::PutCounters { target, .. }
            | Self::RemovedCounters { target, .. } => *target,
            Self::GainedLife { seat, .. }
            | Self::LostLife { seat, .. }
            | Self::Drew { seat, .. }
            | Self::ChaosEnsued { seat }
            | Self::Planeswalked { seat, .. }
            | Self::EnteredRoom { seat, .. }
            | Self::CompletedDungeon { seat, .. }
            | Self::RingTempted { seat, .. }
            | Self::Began { active: seat, .. }
            | Self::Shuffled { seat }
            | Self::Performed { seat, .. }
            | Self::Lost { seat }
            | Self::Searches { by: seat, .. }
            | Self::TakesFirstTurn { seat }
            | Self::TookMulligan { seat }
            | Self::PutBack { seat, .. }
            | Self::KeptHand { seat, .. }
            | Self::Expended { seat, .. }
            | Self::GotBlessing { seat }
            | Self::GotFaster { seat, .. }
            | Self::AddedMana { seat, .. }
            | Self::SpentMana { seat, .. }
            | Self::LostMana { seat, .. } => Referent::Player(*seat),
            Self::BecameMonarch { seat } | Self::TookInitiative { seat } => Referent::Player((*seat)?),
            Self::LooksAt { .. } | Self::DayNightChanged { .. } | Self::Voted { .. } => return None,
        })
    }
}

impl FactMask {
    /// The kinds of some facts.
    #[inline]
    pub fn of(facts: &[Fact]) -> Self {
        facts.iter().fold(Self::empty(), |kinds, fact| kinds | fact.mask())
    }
}
