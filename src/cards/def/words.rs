//! How rules text refers to things: objects, players, groups, qualities, numbers and conditions.
//!
//! These types are what files contain *and* what the reading interface ([`crate::reading`]) evaluates. Their leaves
//! are small numbers, not strings. Colour words, basic land types and creature types stand here as such and never
//! inside mana symbols or names, so that text-changing effects (CR 612) find them and nothing else.

use super::keywords::{CounterKind, Keyword, Word};
use super::mana::{Color, ManaType};
use super::types::{CardTypes, Subtype, Supertypes};
use crate::ids::NameId;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of a variable of one resolution: what an instruction chose, counted or moved, for later ones.
pub type Var = Word;

/// One object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Obj {
    /// The object that the ability is on, or the spell itself.
    This,
    /// What `This` is attached to.
    Host,
    /// The object chosen for the n-th instance of "target", from 0.
    Target(u8),
    /// The object in hand: the one being tested by a filter, or the current one of `ForEach`.
    It,
    /// The one object that a variable holds.
    Var(Var),
    /// The object that the trigger event happened to: what entered, died, attacked, was dealt damage, was cast.
    Event,
    /// The source of the damage in the trigger event, the cause of it in others.
    EventSource,
    /// The object that granted this ability, if another one did.
    Granter,
}

/// One or more players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Who {
    /// The controller of the spell or ability.
    You,
    /// Each player, in APNAP order.
    EachPlayer,
    /// Each opponent of `You`, in APNAP order.
    EachOpponent,
    /// The player chosen for the n-th instance of "target".
    Target(u8),
    /// Who controls an object (or last controlled it).
    ControllerOf(Obj),
    /// Who owns it.
    OwnerOf(Obj),
    /// The player or the controller of the permanent chosen for the n-th instance of "target".
    TargetOrController(u8),
    /// The player that the trigger event happened to or who did it.
    Event,
    /// The player in hand: the current one of `ForEachPlayer`, or the one being tested.
    It,
    /// The player that a variable holds.
    Var(Var),
    /// Whose turn it is.
    Active,
    /// The player attacked by `This`, or who controls the permanent that it attacks.
    Defending,
    /// The player that was chosen as `This` entered.
    Chosen,
}

/// Several objects.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Objects {
    /// One object.
    The(Obj),
    /// All permanents that are so.
    All(Filter),
    /// All cards or objects in a zone that are so.
    In(ZoneOf, Filter),
    /// So many cards from the top of a library.
    Top(Quantity, Who),
    /// So many objects from the top of an ordered zone: a graveyard, a library, the stack.
    TopOf(Quantity, ZoneOf),
    /// Those of a group that are so.
    Only(Box<Objects>, Filter),
    /// All objects chosen for the n-th instance of "target".
    Targets(u8),
    /// The objects that a variable holds.
    Var(Var),
    /// Cards that `This` exiled, by an ability linked to this one (CR 607).
    Linked,
    /// Whatever can be chosen as a source of damage and is so (CR 609.7a): permanents, spells, and what objects on the
    /// stack and waiting effects refer to, as it last was.
    Sources(Box<Filter>),
    /// All of them together.
    Union(Vec<Objects>),
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
}

/// A zone without its player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum ZoneKind {
    /// CR 401.
    Library,
    /// CR 402.
    Hand,
    /// CR 403.
    Battlefield,
    /// CR 404.
    Graveyard,
    /// CR 405.
    Stack,
    /// CR 406.
    Exile,
    /// CR 408.
    Command,
    /// Not a zone: a token that has ceased to exist, a sideboard card, an unused slot (CR 400.11).
    Outside,
}

/// A quality of objects.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Filter {
    /// Anything.
    Any,
    /// All of these.
    And(Vec<Filter>),
    /// At least one of these.
    Or(Vec<Filter>),
    /// Not this.
    Not(Box<Filter>),
    /// Has one of the card types.
    Type(CardTypes),
    /// Has one of the supertypes.
    Supertype(Supertypes),
    /// Has the subtype.
    Subtype(Subtype),
    /// Has the basic land type, creature type or colour chosen for `This`.
    ChosenSubtype,
    /// Is of the chosen colour.
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
    /// Has the keyword.
    Has(Keyword),
    /// Is a token.
    Token,
    /// Is a spell (on the stack, not an ability).
    Spell,
    /// Is a permanent (on the battlefield).
    Permanent,
    /// Is controlled by one of the players.
    Controlled(Who),
    /// Is owned by one of the players.
    Owned(Who),
    /// Is in such a zone.
    Zone(ZoneKind),
    /// Is tapped.
    Tapped,
    /// Is an attacking creature.
    Attacking,
    /// Is a blocking creature.
    Blocking,
    /// Is attacking or blocking alone or blocked, and so on.
    Blocked,
    /// It is blocking a creature that is so.
    BlockingWhat(Box<Filter>),
    /// It is blocked by a creature that is so.
    BlockedBy(Box<Filter>),
    /// Is an attacking creature with no blockers declared for it.
    Unblocked,
    /// Its mana value compares so.
    ManaValue(Cmp, Quantity),
    /// Its power compares so.
    Power(Cmp, Quantity),
    /// Its toughness compares so.
    Toughness(Cmp, Quantity),
    /// Has the name.
    Named(CardName),
    /// Has the name that a variable holds.
    NameVar(Var),
    /// Has the name chosen for `This`.
    ChosenName,
    /// Has the same name as an object.
    SameName(Obj),
    /// Is that object.
    Is(Obj),
    /// Is among these objects.
    In(Box<Objects>),
    /// Is attached to such an object.
    AttachedTo(Box<Filter>),
    /// Has such an object attached to it.
    HasAttached(Box<Filter>),
    /// Has at least one counter of the kind.
    Counter(CounterKind),
    /// Was put where it is by its owner drawing it this turn.
    DrawnThisTurn,
    /// Entered the battlefield this turn.
    EnteredThisTurn,
    /// Attacked this turn.
    AttackedThisTurn,
    /// Was dealt damage this turn.
    DamagedThisTurn,
    /// Came under its controller's control this turn.
    NewUnderControl,
    /// Has a target that is such an object.
    Targets(Box<Filter>),
    /// Is face down.
    FaceDown,
}

/// A card name in a definition: its text and its number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct CardName {
    /// As written.
    pub text: Box<str>,
    /// As compared.
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
    /// Whether `a` compares so to `b`.
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

/// A number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Quantity {
    /// A fixed number.
    N(i32),
    /// The value chosen for X.
    X,
    /// What a variable holds: a number, or how many objects.
    Var(Var),
    /// How many objects.
    Count(Box<Objects>),
    /// How many players.
    Players(Who),
    /// The power of an object.
    Power(Obj),
    /// Its toughness.
    Toughness(Obj),
    /// Its mana value.
    ManaValue(Obj),
    /// The total power of objects.
    TotalPower(Box<Objects>),
    /// Their total toughness.
    TotalToughness(Box<Objects>),
    /// How many different card types they have among them.
    CardTypes(Box<Objects>),
    /// How many counters of a kind an object has.
    Counters(CounterKind, Obj),
    /// How many counters of a kind a player has.
    PlayerCounters(CounterKind, Who),
    /// A player's life total.
    Life(Who),
    /// How many cards are in a player's hand.
    HandSize(Who),
    /// The amount of the trigger event: damage dealt, life gained or lost, counters put.
    EventAmount,
    /// How many times a kicker or other optional cost was paid, by its number among the spell's optional costs.
    TimesPaid(u8),
    /// How much mana of a type (or of any) was spent on the spell.
    ManaSpent(Option<ManaType>),
    /// How many targets were chosen, of all instances of the word.
    TargetCount,
    /// The share of the n-th instance's damage or counters that was given to the object in hand (CR 601.2d).
    Divided,
    /// Mana symbols of a colour among the mana costs of objects (CR 700.5).
    Devotion(Vec<Color>, Box<Objects>),
    /// The same for the colour that a variable holds.
    DevotionVar(Var, Box<Objects>),
    /// The basic land types among objects.
    BasicLandTypes(Box<Objects>),
    /// How many cards a player has drawn this turn.
    DrawnThisTurn(Who),
    /// How many spells a player has cast this turn.
    SpellsThisTurn(Who),
    /// The total.
    Sum(Vec<Quantity>),
    /// The first less the second.
    Minus(Box<Quantity>, Box<Quantity>),
    /// The product.
    Times(Box<Quantity>, Box<Quantity>),
    /// Half, rounded up if so.
    Half(Box<Quantity>, Round),
    /// The largest.
    Max(Vec<Quantity>),
    /// The smallest.
    Min(Vec<Quantity>),
    /// One number if a condition holds, otherwise another.
    If(Box<Condition>, Box<Quantity>, Box<Quantity>),
}

/// Which way a fraction is rounded (CR 107.1a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Round {
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Condition {
    /// Always.
    Always,
    /// All of these.
    And(Vec<Condition>),
    /// At least one of these.
    Or(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// Two numbers compare so.
    Compare(Quantity, Cmp, Quantity),
    /// There is at least one such object.
    Exists(Objects),
    /// An object is so.
    Is(Obj, Filter),
    /// A variable is set: the instruction that would set it did something ("if you do").
    Did(Var),
    /// The n-th optional cost of the spell was paid ("if it was kicked").
    Paid(u8),
    /// The spell was cast (and from that zone, if one is named).
    Cast(Option<ZoneKind>),
    /// It is one of the players' turn.
    TurnOf(Who),
    /// It is such a step of the turn.
    During(StepName),
    /// It is a main phase.
    MainPhase,
    /// Two players (or groups of them) share a member.
    SamePlayer(Who, Who),
    /// `This` entered the battlefield this turn or earlier with the same controller, and so on: an event of this turn.
    ThisTurn(Fact),
}

/// Something that may have happened this turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Fact {
    /// One of the players lost life.
    LostLife(Who),
    /// One of the players gained life.
    GainedLife(Who),
    /// One of the players was dealt damage.
    DealtDamage(Who),
    /// One of the players attacked with a creature.
    Attacked(Who),
    /// A creature died.
    CreatureDied,
}

/// A step, or a phase without steps (CR 500.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum StepName {
    /// CR 502.
    Untap,
    /// CR 503.
    Upkeep,
    /// CR 504.
    Draw,
    /// CR 505, before combat.
    PrecombatMain,
    /// CR 507.
    BeginCombat,
    /// CR 508.
    DeclareAttackers,
    /// CR 509.
    DeclareBlockers,
    /// CR 510, when creatures with first strike deal theirs in a step of their own (510.4).
    FirstStrikeDamage,
    /// CR 510.
    CombatDamage,
    /// CR 511.
    EndCombat,
    /// CR 505, after combat.
    PostcombatMain,
    /// CR 513.
    End,
    /// CR 514.
    Cleanup,
}

impl StepName {
    /// Whether it is a main phase.
    pub const fn is_main(self) -> bool {
        matches!(self, Self::PrecombatMain | Self::PostcombatMain)
    }
    /// Whether it belongs to the combat phase.
    pub const fn is_combat(self) -> bool {
        matches!(
            self,
            Self::BeginCombat
                | Self::DeclareAttackers
                | Self::DeclareBlockers
                | Self::FirstStrikeDamage
                | Self::CombatDamage
                | Self::EndCombat
        )
    }
}
