//! What abilities say about the deck, before the game begins (CR 113.6n): partners.

use super::filter::CardName;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// A partner ability: with which other card this one may be designated as a commander (CR 702.124). Different ones can't be
/// combined (702.124f).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DriveMut)]
pub enum PartnerAbility {
    /// With another card that has it (CR 702.124h).
    Partner,
    /// With another card that has the same text behind the dash (CR 702.124i).
    Group(PartnerGroup),
    /// With the card of that name, which has the ability with the name of this one (CR 702.124j).
    With(CardName),
    /// With a legendary Background enchantment (CR 702.124k).
    ChooseBackground,
    /// With a legendary Time Lord Doctor creature that has no other creature types (CR 702.124m).
    DoctorsCompanion,
}

/// The text behind the dash of a partner ability (CR 702.124i).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, DriveMut)]
pub enum PartnerGroup {
    /// Character select.
    CharacterSelect,
    /// Father & son.
    FatherAndSon,
    /// Friends forever.
    FriendsForever,
    /// Survivors.
    Survivors,
}

impl PartnerGroup {
    /// Its words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::CharacterSelect => "Character select",
            Self::FatherAndSon => "Father & son",
            Self::FriendsForever => "Friends forever",
            Self::Survivors => "Survivors",
        }
    }
}
