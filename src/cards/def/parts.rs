//! Parts of instructions: whom they concern, where they put things, what tokens and mana they make, how long effects
//! last.

use super::card::TokenDef;
use super::cost::Cost;
use super::filter::{Filter, Measure};
use super::keywords::CounterKind;
use super::mana::{Color, ManaCost};
use super::modification::Modification;
use super::quantity::{Condition, Quantity};
use super::types::SubtypeKind;
use super::words::{Obj, Objects, Var, Who, ZoneKind};
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// Objects and players.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Recipients {
    /// All targets of the n-th instance, objects and players.
    Targets(u8),
    /// Objects.
    Objects(Objects),
    /// Players.
    Players(Who),
    /// The current object or player of `ForEach`.
    It,
    /// Who voted for a word, or got votes (CR 701.38d): `ForEach` goes through each player as often as they did, others mean each
    /// of them once.
    Votes(Var),
    /// All of these.
    Union(Vec<Recipients>),
    /// The player or planeswalker that an attacking creature attacks, or attacked as it last was (CR 508.1b, 608.2h).
    AttackedBy(Obj),
}

impl Recipients {
    /// With whom their order begins: with the active player (CR 101.4), unless the words for some of them say another one.
    pub fn first(&self) -> Who {
        match self {
            Self::Players(who) => who.first(),
            Self::Union(parts) => parts.iter().map(Self::first).find(|who| *who != Who::Active).unwrap_or(Who::Active),
            Self::Targets(_) | Self::Objects(_) | Self::It | Self::Votes(_) | Self::AttackedBy(_) => Who::Active,
        }
    }
}

/// What players vote for (CR 701.38b).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Ballot {
    /// Words without a meaning of their own. Each is a variable that holds its votes: how many they are, and who voted.
    Words(Vec<Var>),
    /// One of these objects. Those with the most votes, or tied for most votes, are stored.
    Objects(Objects, Var),
    /// One of these objects. Each is stored as often as it was voted for.
    Each(Objects, Var),
    /// One of these players. Those who got votes are stored, each as often as they were voted for.
    Players {
        /// The players who can be voted for.
        from: Who,
        /// No player can vote for themselves.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        others: bool,
        /// Where they are stored.
        into: Var,
    },
}

/// Who is dealt how much by [`Instruction::Damage`](super::Instruction::Damage), with what it deals to others at the same time.
pub(crate) fn dealt<'a>(
    amount: &'a Quantity,
    to: &'a Recipients,
    and: &'a [(Quantity, Recipients)],
) -> impl Iterator<Item = (&'a Quantity, &'a Recipients)> {
    std::iter::once((amount, to)).chain(and.iter().map(|(amount, to)| (amount, to)))
}

impl std::convert::From<Objects> for Recipients {
    fn from(objects: Objects) -> Self {
        match objects {
            Objects::Targets(n) => Self::Targets(n),
            objects => Self::Objects(objects),
        }
    }
}

impl Recipients {
    /// The objects, if these are objects alone, as far as that is said here: targets may be players, too.
    pub(crate) fn into_objects(self) -> Option<Objects> {
        match self {
            Self::Targets(n) => Some(Objects::Targets(n)),
            Self::Objects(objects) => Some(objects),
            Self::Players(_) | Self::It | Self::Votes(_) | Self::AttackedBy(_) | Self::Union(_) => None,
        }
    }
}

/// Where something is moved, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
pub enum Destination {
    /// Its owner's hand.
    Hand,
    /// Its owner's graveyard.
    Graveyard,
    /// The top of its owner's library, in an order that this player chooses (CR 401.4); cards of that library in one that the player
    /// chooses who follows the instructions.
    LibraryTop,
    /// The top of its owner's library, in an order that one of the players chooses.
    LibraryTopBy(Who),
    /// The top, in a random order: a pile that is shuffled (CR 701.24).
    LibraryTopRandom,
    /// The bottom, in an order that the same player chooses as for the top.
    LibraryBottom,
    /// The bottom, in a random order.
    LibraryBottomRandom,
    /// The place that has N cards above it.
    LibraryAt(u32),
    /// The place beneath the top N cards, at the bottom if there are fewer (CR 401.7).
    LibraryUnder(Quantity),
    /// Exile, face up.
    Exile,
    /// Exile face down; these players may look at it.
    ExileFaceDown(Option<Who>),
    /// The battlefield.
    Battlefield(Entry),
    /// The command zone.
    Command,
}

impl Destination {
    /// Whether somebody puts what goes there into an order (CR 401.4).
    pub const fn is_ordered(&self) -> bool {
        matches!(
            self,
            Self::LibraryTop | Self::LibraryTopBy(_) | Self::LibraryBottom | Self::LibraryAt(_) | Self::LibraryUnder(_)
        )
    }
}

/// How something enters the battlefield.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields, default)]
pub struct Entry {
    /// Under whose control, if not its owner's.
    pub under: Option<Who>,
    /// Tapped.
    pub tapped: bool,
    /// Attacking, as its controller chooses.
    pub attacking: bool,
    /// Attacking what one of these objects attacks or last attacked; not attacking if that is gone (CR 508.4a).
    pub attacks_as: Option<Objects>,
    /// Attached to an object.
    pub attached_to: Option<Obj>,
    /// Attached to a player.
    pub attached_to_player: Option<Who>,
    /// Attached to one of these objects, as its controller chooses as it enters (CR 303.4f).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attached_among: Option<Objects>,
    /// The counters that it enters with, and how many of each kind.
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Transformed.
    pub transformed: bool,
    /// As one permanent, the combined back of this name: the two cards of a meld pair (CR 701.42a). Both stay where they are if
    /// they aren't that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub melded: Option<String>,
    /// Face down as a 2/2 creature (CR 708).
    pub face_down: bool,
    /// Face down, and a creature card can be turned face up for its mana cost (CR 701.40, manifest).
    pub manifested: bool,
    /// Face down with ward {2} (CR 701.58, cloak).
    pub ward: bool,
    /// What it is on the battlefield besides, from the moment that it enters (CR 611.2e).
    pub is: Vec<Modification>,
    /// Which static effect of the definition says that; known once it is compiled.
    #[serde(skip)]
    #[drive(skip)]
    pub(crate) row: Option<u16>,
}

impl Entry {
    /// Whether it enters attacking.
    pub const fn is_attacking(&self) -> bool {
        self.attacking || self.attacks_as.is_some()
    }
    /// The face that is up (CR 712.14a, 712.14c).
    pub(crate) const fn face(&self) -> u8 {
        (self.transformed || self.melded.is_some()) as u8
    }
    /// Whether it enters face down.
    pub const fn is_face_down(&self) -> bool {
        self.face_down || self.manifested || self.ward
    }
}

/// What a token is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
pub enum TokenSource {
    /// A token with these characteristics.
    New(Box<TokenDef>),
    /// A token with these characteristics, and this power and toughness as it is created (CR 111.3), which aren't below zero (107.1b).
    Sized(Box<TokenDef>, Quantity, Quantity),
    /// A predefined token (CR 111.10) by name, from `assets/tokens.ron`.
    Predefined(String),
    /// A predefined token that enters attached to an object; it isn't created if it can't be (CR 303.4i).
    PredefinedOn(String, Obj),
    /// A copy of an object, with exceptions that are copied too.
    CopyOf(Obj, Vec<Modification>),
    /// For each of several objects a copy of it, all at once.
    CopiesOf(Objects, Vec<Modification>),
    /// Tokens of each of these kinds, which are new or predefined, all at once.
    Several(Vec<TokenSource>),
}

/// What tokens attack that enter attacking (CR 508.4), or block that enter blocking (509.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum TokenAttack {
    /// What their controller chooses, for each of them.
    Any,
    /// For each of these players N tokens are created, which attack that player or a planeswalker that they control.
    Each(Who),
    /// For each of these players N tokens are created, which attack that player.
    EachPlayer(Who),
    /// They attack nothing: they enter blocking this attacking creature (CR 509.4).
    Blocking(Obj),
}

/// Mana that an instruction adds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum ManaProduced {
    /// Exactly these symbols.
    Fixed(ManaCost),
    /// One mana of one of these colours.
    OneOf(#[drive(skip)] Vec<Color>),
    /// N mana of one colour.
    AnyColor(Quantity),
    /// N mana in any combination of colours.
    Combination(Quantity, #[drive(skip)] Vec<Color>),
    /// One mana of the colour that a variable holds.
    ColorVar(Var),
    /// One mana of the colour that was chosen for `This`, or of one of these.
    ChosenColor(#[drive(skip)] Vec<Color>),
    /// One mana of a colour in the colour identity of `You`'s commanders (CR 903.4); none without a commander (903.4f).
    CommanderColor,
    /// That much mana, all of one type that one of these could produce (CR 106.7).
    CouldProduce(Quantity, Box<Objects>),
    /// One mana of any colour that one of these could produce (CR 106.7).
    CouldProduceColor(Box<Objects>),
    /// One mana of any colour that one of these objects has (CR 106.1a).
    AnyColorAmong(Box<Objects>),
    /// For each colour that one of these objects has, one mana of that colour.
    EachColorAmong(Box<Objects>),
    /// One mana of any type that was produced as something was tapped for mana, in abilities that trigger on that (CR 106.12a).
    TypeProduced,
}

impl ManaProduced {
    /// How much mana it is, if that is a plain number; otherwise 1.
    pub(crate) const fn plain_number(&self) -> i32 {
        match self {
            Self::AnyColor(Quantity::N(n))
            | Self::Combination(Quantity::N(n), _)
            | Self::CouldProduce(Quantity::N(n), _) => *n,
            _ => 1,
        }
    }
}

/// For which cost something is cast during a resolution.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum CastCost {
    /// Its own cost, as if it were cast normally.
    Own,
    /// Without paying its mana cost (CR 118.5).
    Free,
    /// Another.
    Instead(Cost),
}

/// A part of a turn that can be skipped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum TurnPart {
    /// The untap step (CR 502).
    Untap,
    /// The draw step (CR 504).
    Draw,
    /// The combat phase (CR 506).
    Combat,
    /// The whole turn (CR 500).
    Turn,
}

impl TurnPart {
    /// How many there are.
    pub const COUNT: usize = Self::Turn as usize + 1;
    /// What it is called.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Untap => "untap step",
            Self::Draw => "draw step",
            Self::Combat => "combat phase",
            Self::Turn => "turn",
        }
    }
}

/// A kind of subtype to choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum SubtypeWord {
    /// Creature types.
    Creature,
    /// Basic land types.
    BasicLand,
    /// Land types.
    Land,
}

impl SubtypeWord {
    /// The kind of subtypes.
    pub const fn kind(self) -> SubtypeKind {
        match self {
            Self::Creature => SubtypeKind::Creature,
            Self::BasicLand | Self::Land => SubtypeKind::Land,
        }
    }
}

/// How long a continuous effect lasts (CR 611.2a).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Duration {
    /// Until the end of the turn, or this turn (CR 514.2).
    EndOfTurn,
    /// Until the end of combat.
    EndOfCombat,
    /// Until the next turn of a player begins.
    UntilTurnOf(Who),
    /// Until the next upkeep of a player begins (CR 503).
    UntilUpkeepOf(Who),
    /// Until the next end step of a player begins (CR 513).
    UntilEndStepOf(Who),
    /// Until the end of the next turn of a player.
    UntilEndOfNextTurnOf(Who),
    /// During the next turn of a player.
    NextTurnOf(Who),
    /// Through the next untap step of the player who controls each of the objects then (CR 502.3, 611.2a). Its objects are
    /// locked in, also of rules for them.
    NextUntapStep,
    /// During the next untap step of a player, no matter who controls the objects then (CR 502.3).
    NextUntapStepOf(Who),
    /// For as long as a condition holds; ends for good once it doesn't (CR 611.2b).
    While(Condition),
    /// From the next turn on, for the rest of the game.
    AfterThisTurn,
    /// For the rest of the game.
    Forever,
    /// Until something has been done once: a shield (CR 614.8, 615.7). Of a permission: until one card has been played because of
    /// it. Of a delayed ability: until it has triggered, or the turn ends.
    OnceThisTurn,
    /// For the next spell that `You` cast this turn and that matches the filter. A rule about casting holds until such a spell has
    /// been cast. What affects `It` affects that spell, from its announcement on (CR 601.2a, 611.2); what replaces that `Event` enters
    /// is about the permanent that it becomes (614.12).
    NextSpell(Filter),
}

/// The zones that text names for a player's own cards.
pub type From = ZoneKind;

/// A condition on several objects that are chosen together. It says nothing about one alone, but for a total.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Together {
    /// One player owns all of them: cards of a single graveyard.
    SameOwner,
    /// No player controls two of them.
    DifferentControllers,
    /// Each has a name, and no two have one in common (CR 201.2b).
    DifferentNames,
    /// No two have as much of it.
    Different(Measure),
    /// Any two share a card type (CR 205.2a).
    ShareCardType,
    /// Any two share a permanent type (CR 110.4).
    SharePermanentType,
    /// Any two share a creature type (CR 205.3m).
    ShareCreatureType,
    /// No two share a creature type.
    ShareNoCreatureType,
    /// Any two share a land type (CR 205.3i).
    ShareLandType,
    /// They have at most that much of it in all.
    AtMost(Measure, Quantity),
}
