//! Numbers and conditions.

use super::filter::{CardName, Cmp, Filter, Measure};
use super::keywords::CounterKind;
use super::mana::{Color, ManaType};
use super::ways::CastBy;
use super::words::{Obj, Objects, Var, Who, ZoneKind};
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// A number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Quantity {
    /// A fixed number.
    N(i32),
    /// The value chosen for X.
    X,
    /// What a variable holds: a number, or how many objects.
    Var(Var),
    /// How many objects these are.
    Count(Box<Objects>),
    /// How many players these are.
    Players(Who),
    /// For how many of the players a condition holds; each of them is `It` there.
    PlayersWho(Who, Box<Condition>),
    /// The least that the number is for any of the players; each of them is `It` there. 0 if there is none.
    Fewest(Who, Box<Quantity>),
    /// The greatest that the number is for any of the players; each of them is `It` there. 0 if there is none.
    Most(Who, Box<Quantity>),
    /// The power of an object.
    Power(Obj),
    /// Its toughness.
    Toughness(Obj),
    /// Its base power (CR 208.4b): without what modifies it and doesn't set it.
    BasePower(Obj),
    /// Its base toughness (CR 208.4b).
    BaseToughness(Obj),
    /// Its mana value.
    ManaValue(Obj),
    /// How much damage by the second is lethal for the first, or as much as it has loyalty; more is excess damage (CR 120.4a).
    Lethal(Obj, Obj),
    /// The total power of objects.
    TotalPower(Box<Objects>),
    /// Their total toughness.
    TotalToughness(Box<Objects>),
    /// Their total mana value.
    TotalManaValue(Box<Objects>),
    /// How many different powers, toughnesses or mana values they have among them.
    Differing(Measure, Box<Objects>),
    /// How many of them could be chosen at most so that they have different names (CR 201.2b).
    DifferentNames(Box<Objects>),
    /// The greatest power, toughness or mana value among objects; 0 if there are none.
    Greatest(Measure, Box<Objects>),
    /// How many different card types they have among them.
    CardTypes(Box<Objects>),
    /// How many different supertypes they have among them.
    Supertypes(Box<Objects>),
    /// How many different subtypes they have among them.
    Subtypes(Box<Objects>),
    /// How many different colours the objects of a group have among them.
    Colors(Box<Objects>),
    /// How many counters of a kind an object has.
    Counters(CounterKind, Obj),
    /// How many counters of a kind, or of all kinds, objects have together.
    CountersOn(Option<CounterKind>, Box<Objects>),
    /// How many counters of a kind a player has.
    PlayerCounters(CounterKind, Who),
    /// A player's life total.
    Life(Who),
    /// The life total with which a player began the game (CR 103.4).
    StartingLife(Who),
    /// How many cards are in a player's hand.
    HandSize(Who),
    /// The amount of the trigger event: damage dealt, life gained or lost, counters put.
    EventAmount,
    /// How much damage has been prevented, in the instructions that follow: `EventAmount` is how much would have been dealt (CR 615.12).
    Prevented,
    /// How many times a kicker or other optional cost was paid, by its number among the spell's optional costs.
    TimesPaid(u8),
    /// How much mana of a type (or of any) was spent on the spell.
    ManaSpent(Option<ManaType>),
    /// How much mana was spent to cast that spell, or the spell that the permanent was (CR 601.2h).
    ManaSpentOn(Obj),
    /// How much coloured mana was spent to cast a spell, or the spell that a permanent was.
    ColoredSpentOn(Obj),
    /// How many colours of mana were spent to cast a spell, or the spell that a permanent was (CR 601.2h).
    ColorsSpentOn(Obj),
    /// How much damage an object has dealt to players this turn, all of them together (CR 120).
    DamageBy(Obj, Who),
    /// How many modes were chosen (CR 700.2).
    ModesChosen,
    /// How many targets were chosen, of all instances of the word.
    TargetCount,
    /// The share of the n-th instance's damage or counters that was given to the current object (CR 601.2d).
    Divided,
    /// How many mana symbols of these colours the mana costs of objects have (CR 700.5).
    Devotion(Vec<Color>, Box<Objects>),
    /// Devotion to the colour that a variable holds; see [`Quantity::Devotion`].
    DevotionVar(Var, Box<Objects>),
    /// How many of the five basic land types objects have among them.
    BasicLandTypes(Box<Objects>),
    /// How many of these are counted as a party: at most one each as a Cleric, a Rogue, a Warrior and a Wizard (CR 700.8).
    Party(Box<Objects>),
    /// How many of the halves of permanents are unlocked (CR 709.5c).
    UnlockedDoors(Box<Objects>),
    /// How many different names their unlocked halves have (CR 709.5c).
    UnlockedNames(Box<Objects>),
    /// How many cards a player has drawn this turn.
    DrawnThisTurn(Who),
    /// How many cards a player has drawn since the step or phase began.
    DrawnThisStep(Who),
    /// How many of the players `You` attacked with a creature in this combat: that was declared as attacking them, and not what
    /// they control (CR 508.1).
    Attacked(Who),
    /// How many spells a player has cast this turn.
    SpellsThisTurn(Who),
    /// How many spells a player has cast this game.
    SpellsThisGame(Who),
    /// How much of something happened to players this turn, all of them together.
    ThisTurn(Tally, Who),
    /// How many times this ability has resolved this turn, the present time included.
    TimesResolved,
    /// How many combat phases of this turn have begun, the present one included (CR 506.1).
    CombatsThisTurn,
    /// How many spells players cast in the turn before this one.
    SpellsLastTurn(Who),
    /// How many turns a player has begun this game, the present one included.
    TurnsBegun(Who),
    /// The speed of players (CR 702.179), that of all of them together; 0 for one who has none.
    Speed(Who),
    /// How many spells had been cast this turn before the one of the trigger event [`Casts`](super::TriggerEvent::Casts).
    SpellsBefore,
    /// How many times a player has cast commanders of theirs from the command zone this game (CR 903.8), all of them together.
    CommanderCasts(Who),
    /// How many times an object that is a commander has been cast from the command zone this game (CR 903.8); 0 for anything else.
    CommanderCastsOf(Obj),
    /// How many times a permanent has mutated (CR 702.140d).
    TimesMutated(Obj),
    /// How many colours the commanders of a player have in their colour identities (CR 903.4). Without a commander that is undefined: 0,
    /// and a cost with it can't be paid (CR 903.4f).
    CommanderColors(Who),
    /// The number that was chosen for `This`; -1, which isn't a mana value, if none was.
    ChosenNumber,
    /// The sum of these numbers.
    Sum(Vec<Quantity>),
    /// The first number less the second.
    Minus(Box<Quantity>, Box<Quantity>),
    /// The product of these numbers.
    Times(Box<Quantity>, Box<Quantity>),
    /// Half of a number, rounded in this direction.
    Half(Box<Quantity>, Round),
    /// The first divided by the second, rounded in this direction (CR 107.1a); 0 if the second is 0.
    Quotient(Box<Quantity>, Box<Quantity>, Round),
    /// The largest of these numbers.
    Max(Vec<Quantity>),
    /// The smallest of these numbers.
    Min(Vec<Quantity>),
    /// One number if a condition holds, otherwise another.
    If(Box<Condition>, Box<Quantity>, Box<Quantity>),
}

/// What is added up of a player in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Tally {
    /// Life that they gained (CR 119.3).
    LifeGained,
    /// Life that they lost, damage that was dealt to them included (CR 119.3, 120.3a).
    LifeLost,
    /// Damage that was dealt to them (CR 120).
    DamageDealt,
    /// Damage other than combat damage that was dealt to them (CR 120.2).
    NoncombatDamage,
    /// Lands that they played (CR 305.2).
    LandsPlayed,
}

/// Which way a fraction is rounded (CR 107.1a).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Round {
    /// A fraction becomes the next greater whole number.
    Up,
    /// A fraction becomes the next smaller whole number.
    Down,
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Condition {
    /// It always holds.
    Always,
    /// All of these.
    And(Vec<Condition>),
    /// At least one of these.
    Or(Vec<Condition>),
    /// The other condition doesn't hold.
    Not(Box<Condition>),
    /// Two numbers compare in this way: the first less than the second, and so on.
    Compare(Quantity, Cmp, Quantity),
    /// There is at least one object of this group.
    Exists(Objects),
    /// An object matches a filter.
    Is(Obj, Filter),
    /// A variable is set: the instruction that would set it did something ("if you do").
    Did(Var),
    /// The n-th optional cost of the spell was paid ("if it was kicked").
    Paid(u8),
    /// `You` cast the spell; or it was cast from that zone, if one is named: from the hand of `You`, or from such a zone of anybody.
    Cast(Option<ZoneKind>),
    /// The spell was cast by that keyword: its cost was paid ("if its evoke cost was paid").
    CastBy(CastBy),
    /// It is one of the players' turn.
    TurnOf(Who),
    /// It is this step of a turn.
    During(StepName),
    /// It is a main phase.
    MainPhase,
    /// Blockers have been declared in this combat phase: its declare blockers step has begun (CR 506.7b, 506.7f).
    BlockersDeclared,
    /// It is day, or it is night (CR 731.1). It may be neither.
    ItIs(DayNight),
    /// One of the players is the one who takes the first turn of the game (CR 103.1).
    StartingPlayer(Who),
    /// One of the players is the monarch (CR 725).
    Monarch(Who),
    /// One of the players has the city's blessing (CR 702.131c).
    Blessing(Who),
    /// One of the players has the initiative (CR 726.1).
    Initiative(Who),
    /// One of the players has completed a dungeon (CR 309.7).
    CompletedDungeon(Who),
    /// One of the players has completed the dungeon of that name (CR 309.7).
    CompletedNamed(Who, CardName),
    /// The Ring has tempted one of the players that many times or more (CR 701.54c).
    Tempted(Who, u32),
    /// Two players are the same one; of several at least one is among both.
    SamePlayer(Who, Who),
    /// A spell with the name of `This` that one of the players controlled has resolved before in this game.
    ResolvedBefore(Who),
    /// One of the players has cast another spell than `This` with that name in this game (CR 601.2i, 707.10).
    CastAnother(Who, CardName),
    /// Something has happened this turn.
    ThisTurn(Fact),
    /// In the vote of the trigger event (CR 701.38) one of the players voted for a choice that `You` voted for.
    VotedAlike(Who),
    /// In the vote of the trigger event (CR 701.38) one of the players voted for a choice that `You` didn't vote for.
    VotedOtherwise(Who),
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
    /// One of the players committed a crime (CR 700.13).
    CommittedCrime(Who),
    /// One of the players played a land or cast a spell from anywhere but their own hand (CR 305.1, 601.2a).
    PlayedElsewhere(Who),
    /// One of the players turned a permanent face up (CR 708.8).
    TurnedFaceUp(Who),
    /// One of the players was dealt combat damage by an object that matches the filter, as it is or last was (CR 510.2).
    HurtBy(Who, Filter),
    /// One of the players searched their library (CR 701.23).
    Searched(Who),
}

/// A designation that the game itself can have: one of these, or neither of them (CR 731.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum DayNight {
    /// It is day.
    Day,
    /// It is night.
    Night,
}

impl DayNight {
    /// Its word.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Night => "night",
        }
    }
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Day => Self::Night,
            Self::Night => Self::Day,
        }
    }
}

/// A step, or a phase without steps (CR 500.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum StepName {
    /// The untap step (CR 502).
    Untap,
    /// The upkeep step (CR 503).
    Upkeep,
    /// The draw step (CR 504).
    Draw,
    /// The main phase before combat (CR 505).
    PrecombatMain,
    /// The beginning of combat step (CR 507).
    BeginCombat,
    /// The declare attackers step (CR 508).
    DeclareAttackers,
    /// The declare blockers step (CR 509).
    DeclareBlockers,
    /// The combat damage step of creatures with first or double strike, before the other one (CR 510.4).
    FirstStrikeDamage,
    /// The combat damage step (CR 510).
    CombatDamage,
    /// The end of combat step (CR 511).
    EndCombat,
    /// Main phases after combat (CR 505).
    PostcombatMain,
    /// The end step (CR 513).
    End,
    /// The cleanup step (CR 514).
    Cleanup,
}

impl StepName {
    /// A step in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Untap => "untap",
            Self::Upkeep => "upkeep",
            Self::Draw => "draw",
            Self::PrecombatMain => "first main phase",
            Self::BeginCombat => "beginning of combat",
            Self::DeclareAttackers => "declare attackers",
            Self::DeclareBlockers => "declare blockers",
            Self::FirstStrikeDamage => "first-strike damage",
            Self::CombatDamage => "combat damage",
            Self::EndCombat => "end of combat",
            Self::PostcombatMain => "second main phase",
            Self::End => "end step",
            Self::Cleanup => "cleanup",
        }
    }
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
