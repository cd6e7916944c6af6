//! How rules text refers to things: objects, players, groups, qualities, numbers and conditions.
//!
//! These types are what files contain *and* what the reading interface ([`reading`](crate::rules::reading)) evaluates.
//! Their leaves are small numbers, not strings. Colour words, basic land types and creature types stand here as such
//! and never inside mana symbols or names, so that text-changing effects (CR 612) find them and nothing else.

use super::filter::Filter;
use super::keywords::Word;
use super::quantity::Quantity;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// The name of a variable of one resolution: what an instruction chose, counted or moved, for later ones.
pub type Var = Word;

/// A term for one object, as the words of a card refer to it: "this creature", "that spell". Which object it is, is found when
/// the words are followed; terms for players are [`Who`], for groups [`Objects`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Obj {
    /// The object that the ability is on, or the spell itself.
    This,
    /// What `This` is attached to.
    Host,
    /// The object chosen for the n-th instance of "target", from 0.
    Target(u8),
    /// The current object: the one being tested by a filter, or the current one of `ForEach`.
    It,
    /// The one object that a variable holds.
    Var(Var),
    /// The object that the trigger event happened to: what entered, died, attacked, was dealt damage, was cast.
    Event,
    /// The source of the damage in the trigger event, the cause of it in others.
    EventSource,
    /// The object that granted this ability, if another one did.
    Granter,
    /// The first object with which a cost of this spell or ability was paid: what was sacrificed, discarded, exiled,
    /// returned, tapped or revealed, as it was before (CR 608.2h).
    PaidWith,
}

/// A term for one or more players, as the words of a card refer to them: "you", "each opponent", "its controller". Which
/// players these are is found when the words are followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Who {
    /// The controller of the spell or ability.
    You,
    /// Each player, in APNAP order.
    EachPlayer,
    /// Each opponent of `You`, in APNAP order.
    EachOpponent,
    /// Each nonactive player (CR 102.1), in turn order: each one whose turn it isn't.
    Nonactive,
    /// The player chosen for the n-th instance of "target".
    Target(u8),
    /// Who controls an object (or last controlled it).
    ControllerOf(Obj),
    /// The owner of an object.
    OwnerOf(Obj),
    /// The player or the controller of the permanent chosen for the n-th instance of "target".
    TargetOrController(u8),
    /// The player that the trigger event happened to or who did it.
    Event,
    /// All players that the trigger event happened to or who did it: with `OneOrMore` several (CR 603.2c).
    Events,
    /// The current player: the one of `ForEach`, or the one being tested.
    It,
    /// The player that a variable holds.
    Var(Var),
    /// Whose turn it is.
    Active,
    /// The player attacked by `This`, or who controls the permanent that it attacks.
    Defending,
    /// The player that was chosen as `This` entered.
    Chosen,
    /// The opponent that was chosen as a cost of the spell, or of the one that became `This` (CR 702.174a).
    Promised,
    /// The player whom `This` is attached to (CR 303.4b).
    Enchanted,
    /// Each player in turn order, beginning with `You`.
    EachFromYou,
}

/// Several objects.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Objects {
    /// One object.
    The(Obj),
    /// All permanents that match the filter.
    All(Filter),
    /// All cards or objects in a zone that match the filter.
    In(ZoneOf, Filter),
    /// The top N cards of a library.
    Top(Quantity, Who),
    /// The top N objects of an ordered zone: a graveyard, a library, the stack. With a filter, of those that match it.
    TopOf(Quantity, ZoneOf, #[serde(default = "super::effect::any")] Filter),
    /// The bottom N objects of an ordered zone: of a graveyard those that have been there longest.
    BottomOf(Quantity, ZoneOf),
    /// Those of a group that match the filter.
    Only(Box<Objects>, Filter),
    /// All objects chosen for the n-th instance of "target".
    Targets(u8),
    /// The objects that a variable holds.
    Var(Var),
    /// Cards that `This` exiled, by an ability linked to this one (CR 607).
    Linked,
    /// Whatever can be chosen as a source of damage and matches the filter (CR 609.7a): permanents, spells, and what objects on the
    /// stack and waiting effects refer to, as it last was.
    Sources(Box<Filter>),
    /// All objects with which costs of this spell or ability were paid, as they were before (CR 608.2h).
    PaidWith,
    /// All objects that the trigger event happened to: with `OneOrMore` several (CR 603.2c).
    Events,
    /// What these were before they last changed zones, as they last were there (CR 608.2h): of the cards that an
    /// instruction has stored, the objects that it moved.
    Were(Box<Objects>),
    /// The sources of those of these that are abilities on the stack (CR 113.7).
    SourcesOf(Box<Objects>),
    /// What these became as they changed zones, if that is in a public zone; what hasn't moved is itself.
    Became(Box<Objects>),
    /// All objects to which this was done or that did it this turn, and that matched the filter then (CR 608.2i).
    ThisTurn(Deed, Box<Filter>),
    /// All of them together.
    Union(Vec<Objects>),
}

impl Who {
    /// Whether it means each of several players, none of them in person.
    pub const fn is_each(self) -> bool {
        matches!(self, Self::EachPlayer | Self::EachFromYou | Self::EachOpponent | Self::Nonactive)
    }

    /// With whom their order begins, if they are several: with the active player (CR 101.4), unless the words say another one.
    pub const fn first(self) -> Self {
        match self {
            Self::EachFromYou => Self::You,
            _ => Self::Active,
        }
    }
}

/// What objects did this turn, or what was done to them (CR 608.2i).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Deed {
    /// It was declared as an attacker (CR 508.1).
    Attacked,
    /// It was declared as a blocker (CR 509.1).
    Blocked,
    /// It was put into a graveyard from the battlefield (CR 700.4).
    Died,
    /// It left the battlefield.
    Left,
    /// It entered the battlefield.
    Entered,
    /// It was sacrificed (CR 701.21).
    Sacrificed,
    /// It was cast (CR 601).
    Cast,
    /// It was discarded (CR 701.9).
    Discarded,
    /// It dealt combat damage to a player (CR 510.2).
    HurtPlayer,
    /// It was created as a token (CR 701.7).
    Created,
    /// As a card it was put into a graveyard from anywhere (CR 700.11).
    Buried,
    /// As a card it left a graveyard.
    LeftGraveyard,
    /// It was declared as an attacker in the present combat phase (CR 506.1, 508.1).
    AttackedThisCombat,
    /// It was exiled from the battlefield (CR 406.2, 701.13).
    Exiled,
    /// It was tapped for mana (CR 106.12).
    TappedForMana,
    /// As an ability that isn't a mana ability it was activated (CR 602.2).
    Activated,
}

impl Deed {
    /// How many kinds there are.
    pub const COUNT: usize = Self::Activated as usize + 1;
    /// Its bit in a set of them.
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A zone, with whose it is where players have their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum ZoneOf {
    /// The battlefield.
    Battlefield,
    /// The stack.
    Stack,
    /// Exile.
    Exile,
    /// The command zone.
    Command,
    /// Hands.
    Hand(Who),
    /// Graveyards.
    Graveyard(Who),
    /// Libraries.
    Library(Who),
    /// Cards that players own outside the game (CR 400.11): no zone.
    Outside(Who),
}

impl ZoneOf {
    /// Without its player.
    pub fn kind(self) -> ZoneKind {
        match self {
            Self::Battlefield => ZoneKind::Battlefield,
            Self::Stack => ZoneKind::Stack,
            Self::Exile => ZoneKind::Exile,
            Self::Command => ZoneKind::Command,
            Self::Hand(_) => ZoneKind::Hand,
            Self::Graveyard(_) => ZoneKind::Graveyard,
            Self::Library(_) => ZoneKind::Library,
            Self::Outside(_) => ZoneKind::Outside,
        }
    }
}

/// A zone without its player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum ZoneKind {
    /// The cards that a player will draw, face down and in order (CR 401).
    Library,
    /// The cards that a player has drawn and not yet used (CR 402).
    Hand,
    /// Where permanents are (CR 403).
    Battlefield,
    /// A player's pile of used cards, face up and in order (CR 404).
    Graveyard,
    /// Where spells and abilities wait to resolve, the newest first (CR 405).
    Stack,
    /// Cards that are set aside (CR 406).
    Exile,
    /// Emblems, commanders, dungeons, planes and schemes (CR 408).
    Command,
    /// Not a zone: a token that has ceased to exist, a sideboard card, an unused slot (CR 400.11).
    Outside,
}
