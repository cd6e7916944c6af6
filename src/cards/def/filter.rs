//! Qualities of objects.

use super::keywords::{CounterKind, Keyword};
use super::mana::{Color, ManaCost, ManaType};
use super::quantity::Quantity;
use super::types::{CardTypes, Subtype, Supertypes};
use super::ways::{CastBy, Designation, KeywordName};
use super::words::{Obj, Objects, Var, Who, ZoneKind};
use crate::model::ids::NameId;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A quality of objects.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Filter {
    /// Anything.
    Any,
    /// All of these.
    And(Vec<Filter>),
    /// At least one of these.
    Or(Vec<Filter>),
    /// Doesn't match this filter.
    Not(Box<Filter>),
    /// Has one of the card types.
    Type(CardTypes),
    /// Has one of the supertypes.
    Supertype(Supertypes),
    /// Has the subtype.
    Subtype(Subtype),
    /// Has the card type chosen for `This`.
    ChosenCardType,
    /// Has the card type that a variable holds.
    CardTypeVar(Var),
    /// Has the subtype chosen for `This`.
    ChosenSubtype,
    /// Is of the colour chosen for `This`.
    ChosenColor,
    /// Is of the colour.
    Color(Color),
    /// Is of the colour that a variable holds.
    ColorVar(Var),
    /// Has no colour.
    Colorless,
    /// Has two or more colours.
    Multicolored,
    /// Shares a colour with another object.
    SharesColor(Obj),
    /// It has a colour that one of these has.
    SharesColorWith(Box<Objects>),
    /// Shares a card type with an object (CR 205.2a).
    SharesCardType(Obj),
    /// Shares a creature type with an object.
    SharesCreatureType(Obj),
    /// Has the keyword.
    Has(Keyword),
    /// Is a token.
    Token,
    /// Is a card (CR 108.2): neither a token nor a copy of a card or spell.
    Card,
    /// Is a spell (on the stack, not an ability).
    Spell,
    /// Is a permanent (on the battlefield).
    Permanent,
    /// Is controlled by one of the players.
    Controlled(Who),
    /// Is owned by one of the players.
    Owned(Who),
    /// Its mana value and N are both odd, or both even; N isn't negative.
    SameParity(Quantity),
    /// Is in such a zone.
    Zone(ZoneKind),
    /// Is tapped.
    Tapped,
    /// Is an attacking creature.
    Attacking,
    /// Attacks one of these players, not a planeswalker or battle (CR 508.1b).
    AttackingPlayer(Who),
    /// Attacks a permanent that matches the filter (CR 508.1b).
    AttackingWhat(Box<Filter>),
    /// It is protected by one of the players (CR 310.8e).
    Protected(Who),
    /// Is the only attacking creature, or the only blocking one (CR 506.5).
    Alone,
    /// Is a blocking creature.
    Blocking,
    /// Is an attacking creature that has been blocked (CR 509.1h).
    Blocked,
    /// It is blocking a creature that matches the filter.
    BlockingWhat(Box<Filter>),
    /// It is blocked by a creature that matches the filter.
    BlockedBy(Box<Filter>),
    /// Is an attacking creature that hasn't been blocked, once blockers are declared (CR 509.1h).
    Unblocked,
    /// Its mana value compares in this way with a number.
    ManaValue(Cmp, Quantity),
    /// Its power compares in this way with a number.
    Power(Cmp, Quantity),
    /// Its toughness compares in this way with a number.
    Toughness(Cmp, Quantity),
    /// No permanent of its controller that matches the filter has more of it.
    Greatest(Measure, Box<Filter>),
    /// No permanent of its controller that matches the filter has less of it.
    Least(Measure, Box<Filter>),
    /// Has the name.
    Named(CardName),
    /// Has the name that a variable holds.
    NameVar(Var),
    /// Has the subtype that a variable holds.
    SubtypeVar(Var),
    /// Has the name chosen for `This`.
    ChosenName,
    /// Has the same name as an object.
    SameName(Obj),
    /// Is that object.
    Is(Obj),
    /// Is among these objects.
    In(Box<Objects>),
    /// Is attached to an object that matches the filter.
    AttachedTo(Box<Filter>),
    /// Was attached where it is before an object became attached, or entered (CR 702.16p, 613.7e).
    AttachedBefore(Obj),
    /// Is attached to one of the players (CR 303.4b).
    AttachedToPlayer(Who),
    /// Has an object attached to it that matches the filter.
    HasAttached(Box<Filter>),
    /// It is paired with a creature that matches the filter (CR 702.95b).
    PairedWith(Box<Filter>),
    /// Has exactly this mana cost (CR 202.1).
    ManaCost(#[drive(skip)] ManaCost),
    /// Its mana cost contains {X} (CR 202.1, 107.3).
    CostHasX,
    /// Has at least one counter of the kind.
    Counter(CounterKind),
    /// Has at least one counter, of whatever kind (CR 122.1).
    AnyCounter,
    /// Is modified (CR 700.9): it has a counter on it, an Equipment is attached to it, or an Aura that its controller controls is.
    Modified,
    /// Was put where it is by its owner drawing it this turn.
    DrawnThisTurn,
    /// It is a spell that was cast, or a permanent that such a spell became or would become: a copy isn't cast (CR 707.10).
    WasCast,
    /// It is a spell that was cast from such a zone, or a permanent that such a spell became (CR 400.7d).
    CastFrom(ZoneKind),
    /// Entered the battlefield this turn from such a zone (CR 400.7).
    EnteredFrom(ZoneKind),
    /// Lies directly above an object in a graveyard (CR 404.1).
    DirectlyAbove(Obj),
    /// It is a spell that was cast by that keyword, or a permanent that such a spell became (CR 400.7d).
    CastBy(CastBy),
    /// Entered the battlefield this turn.
    EnteredThisTurn,
    /// Attacked this turn.
    AttackedThisTurn,
    /// Was exerted this turn (CR 701.43).
    ExertedThisTurn,
    /// Was dealt damage this turn.
    DamagedThisTurn,
    /// Was dealt damage this turn by a source that matches the filter, as it is or last was.
    DamagedBy(Box<Filter>),
    /// It was dealt damage this turn by a source that one of the players controlled then.
    DamagedUnder(Who),
    /// One of the players has put counters of the kind (or any) on it this turn (CR 122.6).
    GotCounters(Who, Option<CounterKind>),
    /// Came under its controller's control this turn.
    NewUnderControl,
    /// Came under its controller's control since the beginning of the last upkeep of that player before this turn (CR 702.30a).
    NewSinceUpkeep,
    /// Has a target that matches the filter.
    Targets(Box<Filter>),
    /// Has one of the players as a target (CR 115.9b).
    TargetsPlayer(Who),
    /// Everything that was chosen as a target of it is one object (CR 115.9c), and that matches the filter.
    TargetsOnly(Box<Filter>),
    /// Has a number of targets that compares in this way with a number (CR 115.9a).
    TargetCount(Cmp, Quantity),
    /// Is face down.
    FaceDown,
    /// Is marked with the designation.
    Designated(Designation),
    /// Is goaded (CR 701.15b).
    Goaded,
    /// Has the keyword ability.
    HasKeyword(KeywordName),
    /// Is a foretold card in exile, or a spell that was one before it was cast (CR 702.143c).
    Foretold,
    /// Is the commander of its owner (CR 903.3): a quality of the card, wherever it is.
    Commander,
    /// Has an ability of that sort now, wherever the ability functions.
    HasAbility(AbilitySort),
    /// It could produce mana of that type (CR 106.7).
    CouldProduce(#[drive(skip)] ManaType),
    /// It is a card with an Adventure (CR 715.2), whatever it is like.
    HasAdventure,
    /// It is an ability on the stack, of that sort (CR 113.3, 405.1).
    IsAbility(AbilitySort),
    /// It is a keyword ability of that name on the stack (CR 702, 405.1).
    IsKeyword(KeywordName),
    /// It is an ability on the stack, and its source matches the filter, as it is or last was (CR 113.7a).
    AbilityOf(Box<Filter>),
}

/// A sort of abilities (CR 113.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum AbilitySort {
    /// Any ability, keywords included.
    Any,
    /// An activated ability (CR 602.1).
    Activated,
    /// A mana ability, activated or triggered (CR 605.1).
    Mana,
    /// An activated ability that isn't a mana ability.
    NonMana,
    /// A triggered ability (CR 603).
    Triggered,
    /// A loyalty ability: an activated ability with a loyalty symbol in its cost (CR 606.1).
    Loyalty,
}

impl AbilitySort {
    /// What activated and triggered abilities of the sort are called; any ability stands for any activated one.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Any | Self::Activated => "activated abilities",
            Self::NonMana => "activated abilities that aren't mana abilities",
            Self::Mana => "mana abilities",
            Self::Loyalty => "loyalty abilities",
            Self::Triggered => "triggered abilities",
        }
    }
}

/// A card name in a definition: its text and its number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct CardName {
    /// The name as it is written.
    pub text: Box<str>,
    /// Its number, by which names are compared.
    pub id: NameId,
}

impl From<String> for CardName {
    fn from(text: String) -> Self {
        Self { id: NameId::of(&text), text: text.into() }
    }
}
impl From<CardName> for String {
    fn from(name: CardName) -> Self {
        name.text.into()
    }
}
impl fmt::Display for CardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A number that objects have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Measure {
    /// Its power (CR 208).
    Power,
    /// Its toughness (CR 208).
    Toughness,
    /// Its mana value (CR 202.3).
    ManaValue,
}

impl Measure {
    /// What it is called.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Power => "power",
            Self::Toughness => "toughness",
            Self::ManaValue => "mana value",
        }
    }
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl Cmp {
    /// Whether `a` compares in this way with `b`.
    pub const fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
        }
    }
}
