//! What abilities say about the deck, before the game begins (CR 113.6n): partners, companions.

use super::filter::{CardName, Filter};
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

/// What a starting deck must be like for a card to be its owner's companion (CR 702.139a). Filters ask for what cards are
/// before the game begins: types, mana values, sorts of abilities.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, DriveMut)]
pub enum DeckCondition {
    /// Each of its cards that matches the first filter matches the second, too.
    Each(Filter, Filter),
    /// Each of its cards that matches the filter has a mana value of that sort.
    ManaValues(Filter, Parity),
    /// None of its cards that match the filter has the same symbol twice in its mana cost.
    DifferentSymbols(Filter),
    /// No two of its cards that match the filter have the same name.
    DifferentNames(Filter),
    /// There is a card type that each of its cards has that matches the filter.
    SharedType(Filter),
    /// It has at least that many cards more than the fewest that it may have.
    Larger(u32),
}

/// Whether a number is even; zero is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, DriveMut)]
pub enum Parity {
    /// A multiple of two.
    Even,
    /// Any other number.
    Odd,
}

impl Parity {
    /// Its word.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Odd => "odd",
        }
    }
    /// Whether a number is of that sort.
    pub const fn holds(self, number: i32) -> bool {
        (number % 2 == 0) == matches!(self, Self::Even)
    }
}
