//! Abilities as files write them (CR 113): spell, activated, triggered and static ones, and keywords with parameters.

use super::cost::Cost;
use super::effect::Instruction;
use super::filter::Filter;
use super::keyword_ability::KeywordAbility;
use super::keywords::{CounterKind, Keyword};
use super::modification::{Modification, Replacement, Rule};
use super::quantity::{Condition, DayNight, Quantity, StepName};
use super::ways::{CastBy, Designation};
use super::words::{Objects, Who, ZoneKind, ZoneOf};
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// One ability of a card, a token, an emblem, or one that an effect grants.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum AbilityDef {
    /// Keywords without parameters.
    Keywords(Vec<Keyword>),
    /// What an instant or sorcery does as it resolves (CR 113.3a).
    Spell(SpellDef),
    /// `[cost]: [effect]` (CR 602). It is a mana ability if CR 605.1a says so; nothing marks it.
    Activated(ActivatedDef),
    /// "When", "whenever", "at" (CR 603). A triggered mana ability by CR 605.1b, unmarked too.
    Triggered(TriggeredDef),
    /// A statement that is simply true (CR 604).
    Static(StaticDef),
    /// What an additional cost must be paid with, beside the mana cost (CR 601.2b, f).
    AdditionalCost(Cost),
    /// What may be paid besides the mana cost (CR 601.2b). The n-th of a face is `Paid(n)`.
    OptionalCost(OptionalDef),
    /// Costs of which one is paid besides the mana cost, as the player chooses (CR 601.2b). Each of them counts as an
    /// optional cost: the n-th of a face is `Paid(n)`.
    EitherCost(Vec<Cost>),
    /// Another cost that may be paid instead of the mana cost (CR 118.9).
    AlternativeCost(AlternativeDef),
    /// It can be cast only while a condition holds (CR 601.3).
    CastOnlyIf(Condition),
    /// What its owner may do with it if it is in their opening hand, before the first turn and without the stack
    /// (CR 103.6).
    OpeningHand {
        /// What the player may do with the card (CR 103.6).
        effects: Vec<Instruction>,
    },
    /// It can be a commander, whatever its types are (CR 903.3a).
    CanBeCommander,
    /// A keyword that stands for abilities of its own.
    Keyword(KeywordAbility),
}

/// A spell ability: everything that the spell does.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields, default)]
pub struct SpellDef {
    /// Its instances of "target", in the order of the text.
    pub targets: Vec<TargetDef>,
    /// The instructions that are followed as it resolves, in order.
    pub effects: Vec<Instruction>,
    /// Its modes, if it has them; targets and effects of a mode are counted from the mode's own first.
    pub modes: Option<Modes>,
}

/// A bulleted list to choose from (CR 700.2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct Modes {
    /// The fewest that may be chosen.
    pub min: u8,
    /// The highest number of modes that may be chosen.
    pub max: u8,
    /// Whether one may be chosen more than once (CR 700.2d).
    #[serde(default)]
    pub repeat: bool,
    /// The modes to choose from, in the order of the list.
    pub list: Vec<Mode>,
}

/// One mode.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// Its instances of "target".
    #[serde(default)]
    pub targets: Vec<TargetDef>,
    /// The instructions that are followed if it is chosen, in order.
    pub effects: Vec<Instruction>,
    /// Of a spell: what is paid besides for choosing it (CR 700.2h).
    #[serde(default, skip_serializing_if = "is_free")]
    pub cost: Cost,
}

/// One instance of the word "target" (CR 115).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct TargetDef {
    /// What may be chosen.
    pub what: TargetKind,
    /// The fewest, normally 1; 0 for "up to" and "any number".
    #[serde(default = "one")]
    pub min: Quantity,
    /// The most, normally 1.
    #[serde(default = "one")]
    pub max: Quantity,
    /// An amount that is divided among the targets, at least one each (CR 601.2d).
    #[serde(default)]
    pub divide: Option<Quantity>,
    /// Must differ from the choices for these earlier instances ("another target").
    #[serde(default)]
    pub other_than: Vec<u8>,
    /// Who chooses, if not the controller of the spell or ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Who>,
    /// What has chosen it resolves also if it has become illegal, against CR 608.2b.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub despite_illegal: bool,
    /// All of them have the same owner: cards "from a single graveyard".
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_owner: bool,
}

impl TargetDef {
    /// One target, undivided, chosen by the controller.
    pub const fn new(what: TargetKind) -> Self {
        Self {
            what,
            min: one(),
            max: one(),
            divide: None,
            other_than: Vec::new(),
            by: None,
            despite_illegal: false,
            same_owner: false,
        }
    }
}

pub(crate) const fn one() -> Quantity {
    Quantity::N(1)
}

/// What can be a target.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum TargetKind {
    /// A creature, player, planeswalker or battle (CR 115.4).
    AnyTarget,
    /// A permanent that matches the filter.
    Permanent(Filter),
    /// One of the players.
    Player(Who),
    /// One of the players for whom a condition holds: each of them is `It` there.
    PlayerWho(Who, Box<Condition>),
    /// A spell that matches the filter.
    Spell(Filter),
    /// An activated or triggered ability on the stack.
    Ability(Filter),
    /// A card in such a zone that matches the filter.
    Card(ZoneOf, Filter),
    /// One of these.
    Or(Vec<TargetKind>),
}

/// An activated ability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct ActivatedDef {
    /// What is paid to activate it: the part before the colon.
    pub cost: Cost,
    /// Its instances of "target".
    #[serde(default)]
    pub targets: Vec<TargetDef>,
    /// The instructions that are followed as it resolves: the part after the colon.
    #[serde(default)]
    pub effects: Vec<Instruction>,
    /// Its modes, if it has them.
    #[serde(default)]
    pub modes: Option<Modes>,
    /// From where it can be activated (CR 113.6).
    #[serde(default = "battlefield")]
    pub from: ZoneKind,
    /// Only as a sorcery.
    #[serde(default)]
    pub sorcery_speed: bool,
    /// "Activate only if".
    #[serde(default = "always")]
    pub only_if: Condition,
    /// The limit on activations or triggers each turn.
    #[serde(default)]
    pub per_turn: Option<u8>,
    /// Activate only once, as long as its object is the same one (CR 702.177a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
    /// Who may activate it, if not just its controller (CR 602.2).
    #[serde(default = "you")]
    pub by: Who,
    /// How much less generic mana it costs than its cost says (CR 601.2f, 602.2b); nothing less without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub less: Option<Quantity>,
}

/// A triggered ability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct TriggeredDef {
    /// The trigger event.
    pub when: TriggerEvent,
    /// What must be so at the event and is part of it ("your third card each turn", "during combat"): not looked at again.
    #[serde(default = "always")]
    pub at_event: Condition,
    /// The intervening "if" (CR 603.4).
    #[serde(default = "always")]
    pub only_if: Condition,
    /// Its instances of "target".
    #[serde(default)]
    pub targets: Vec<TargetDef>,
    /// The instructions that are followed as it resolves, in order.
    #[serde(default)]
    pub effects: Vec<Instruction>,
    /// Its modes, if it has them.
    #[serde(default)]
    pub modes: Option<Modes>,
    /// Where the object must be for it to function, if the event does not say it (CR 113.6).
    #[serde(default = "battlefield")]
    pub from: ZoneKind,
    /// The limit on activations or triggers each turn.
    #[serde(default)]
    pub per_turn: Option<u8>,
}

fn battlefield() -> ZoneKind {
    ZoneKind::Battlefield
}
pub(crate) fn always() -> Condition {
    Condition::Always
}
fn you() -> Who {
    Who::You
}

/// A trigger event. Where an event has an object, filters test it; in the effects it is `Event`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum TriggerEvent {
    /// Enters the battlefield.
    Enters(Filter),
    /// Leaves the battlefield (looks back, CR 603.10a).
    Leaves(Filter),
    /// Is put into a graveyard from the battlefield (looks back).
    Dies(Filter),
    /// Any other change of zones; a missing zone is any zone.
    Moves {
        /// What moves, as it was before if it looks back, otherwise as it is after.
        what: Filter,
        /// The zone that it leaves; any zone if there is none here.
        #[serde(default)]
        from: Option<ZoneKind>,
        /// The zone that it comes to; any zone if there is none here.
        #[serde(default)]
        to: Option<ZoneKind>,
    },
    /// A player casts a spell.
    Casts {
        /// The players whose casting triggers it.
        who: Who,
        /// What the spell must be like.
        what: Filter,
        /// From where it was cast, if that matters.
        #[serde(default)]
        from: Option<ZoneKind>,
    },
    /// A player plays a land.
    PlaysLand(Who, Filter),
    /// Is declared as an attacker.
    Attacks(Filter),
    /// Is declared as a blocker: once, however many creatures it blocks (CR 509.3a).
    Blocks(Filter),
    /// Blocks a creature, once for each (CR 509.3b): `Event` is the blocker, `EventSource` what it blocks.
    BlocksCreature {
        /// What the blocking creature must be like.
        what: Filter,
        /// What the creature that it blocks must be like.
        blocked: Filter,
    },
    /// Becomes blocked by a creature, once for each (CR 509.3d): `Event` is the attacker, `EventSource` the blocker.
    BecomesBlockedBy {
        /// What the attacking creature must be like.
        what: Filter,
        /// What the creature that blocks it must be like.
        by: Filter,
    },
    /// Becomes blocked.
    BecomesBlocked(Filter),
    /// Attacks and isn't blocked.
    NotBlocked(Filter),
    /// Damage is dealt. `Event` is what it was dealt to, `EventSource` its source. With `source: Any` it is about being
    /// dealt damage: by several sources at once is once, and `EventAmount` the sum (CR 603.2c).
    Damage {
        /// What the source of the damage must be like.
        source: Filter,
        /// To what or whom.
        to: DamageTo,
        /// Only combat damage, or only other damage.
        #[serde(default)]
        combat: Option<bool>,
    },
    /// A player gains life.
    GainsLife(Who),
    /// A player loses life.
    LosesLife(Who),
    /// A player draws a card.
    Draws(Who),
    /// A player discards a card that matches the filter.
    Discards(Who, Filter),
    /// A player sacrifices a permanent that matches the filter (looks back).
    Sacrifices(Who, Filter),
    /// A player cycles a card that matches the filter.
    Cycles(Who, Filter),
    /// Becomes tapped.
    BecomesTapped(Filter),
    /// Becomes untapped.
    BecomesUntapped(Filter),
    /// Is tapped for mana (CR 106.12a).
    TappedForMana(Filter),
    /// A permanent that matches the filter becomes so designated (CR 701.37b, 702.112b, 716.2a).
    Becomes(Designation, Filter),
    /// A player unlocks the half of `This` in which the ability stands, also as it enters (CR 709.5h).
    UnlocksThisDoor(Who),
    /// A player unlocks the second half of a permanent that matches the filter (CR 709.5i).
    FullyUnlocks(Who, Filter),
    /// A permanent is turned face up (CR 708.8).
    TurnedFaceUp(Filter),
    /// A permanent transforms into one that matches the filter (CR 701.27e).
    TransformsInto(Filter),
    /// Day becomes night, or night becomes day, which is what it is then (CR 731.1a).
    DayNightTurns(DayNight),
    /// Becomes the target of a spell or ability that matches the filter.
    BecomesTarget {
        /// What must become the target.
        what: Filter,
        /// What the spell or ability must be like that has it as a target.
        by: Filter,
    },
    /// The last counter of a kind is removed from something that matches the filter.
    LastCounterRemoved(CounterKind, Filter),
    /// Counters of a kind are put on something that matches the filter.
    CountersPut(CounterKind, Filter),
    /// Lore counters are put on this Saga, and it reaches one of these chapters: once for each (CR 714.2b-c).
    Chapters(#[drive(skip)] Vec<u8>),
    /// The beginning of a step or phase of one of the players' turns.
    Beginning(StepName, Who),
    /// Chaos ensues (CR 311.7).
    ChaosEnsues,
    /// The planar controller planeswalks to a plane that matches the filter (CR 701.31).
    PlaneswalksTo(Filter),
    /// A scheme that matches the filter is set in motion (CR 701.32).
    SetInMotion(Filter),
    /// The venture marker is moved into this room of this dungeon, from which it can be moved into others (CR 309.4c).
    EntersRoom {
        /// What the room is called.
        #[drive(skip)]
        name: String,
        /// What the rooms are called to which its arrows point.
        #[drive(skip)]
        leads_to: Vec<String>,
    },
    /// A player takes the initiative (CR 726.1).
    TakesInitiative(Who),
    /// The Ring tempts a player (CR 701.54d); `Event` is their Ring-bearer.
    RingTempts(Who),
    /// A player completes a dungeon (CR 309.7).
    CompletesDungeon(Who),
    /// Becomes unattached from what it was attached to, which is `EventSource` (looks back, CR 603.10c, 701.3d).
    Unattached(Filter),
    /// A spell that matches the filter is countered (looks back, CR 603.10e).
    Countered(Filter),
    /// One of the players loses the game (looks back, CR 603.9, 603.10f).
    LosesGame(Who),
    /// A permanent is destroyed (looks back, CR 701.8).
    Destroyed(Filter),
    /// The resolution of a spell or ability that one of the players controls causes this event; that spell or ability is
    /// `EventSource`. What follows from it by a state-based action isn't caused by it.
    CausedBy(Who, Box<TriggerEvent>),
    /// A game state (CR 603.8).
    State(Condition),
    /// What the event says happens to one or more at the same time, which is one event (CR 603.2c); damage is one for each that
    /// it is dealt to. The amount of the event is how many it happens to, of damage how much it is.
    OneOrMore(Box<TriggerEvent>),
    /// Such an event, if it is the first one of the turn, also if what has the ability wasn't there at an earlier one.
    FirstTime(Box<TriggerEvent>),
    /// Any of these.
    AnyOf(Vec<TriggerEvent>),
}

/// To what damage is dealt.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum DamageTo {
    /// Damage to any object or player.
    Any,
    /// To a permanent that matches the filter.
    Object(Filter),
    /// To one of the players.
    Player(Who),
    /// To the targets of the n-th instance, permanents and players.
    Target(u8),
}

/// A static ability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct StaticDef {
    /// "As long as".
    #[serde(default = "always")]
    pub only_if: Condition,
    /// What holds as long as the condition does.
    pub effect: StaticEffect,
    /// Where the object must be for it to function (CR 113.6); characteristic-defining abilities function everywhere.
    #[serde(default = "battlefield")]
    pub from: ZoneKind,
}

/// What a static ability, or a continuous effect from a resolution, makes true.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
pub enum StaticEffect {
    /// Changes objects, in the layers (CR 613).
    Affect(Objects, Vec<Modification>),
    /// Changes the rules of the game, or players (CR 613.10, 613.11).
    Rule(Rule),
    /// Replaces or prevents events (CR 614, 615).
    Replace(Replacement),
}

/// An alternative cost (CR 118.9), or another way to cast the card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct AlternativeDef {
    /// What is paid rather than the mana cost.
    pub cost: Cost,
    /// The condition under which it can be cast for this cost.
    #[serde(default = "always")]
    pub only_if: Condition,
    /// From which zone; with `Hand` also wherever something else allows casting it.
    #[serde(default = "hand", skip_serializing_if = "is_hand")]
    pub from: ZoneKind,
    /// The keyword behind it, which [`Condition::CastBy`] asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CastBy>,
    /// It is exiled instead of going anywhere else from the stack.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub then_exile: bool,
    /// A card with two faces is cast with its other face up (CR 712.8c).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub transformed: bool,
    /// It can be cast in this way any time its player could cast an instant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flash: bool,
}

impl AlternativeDef {
    /// A cost that may be paid rather than the mana cost if a condition holds, with no keyword behind it.
    pub const fn plain(cost: Cost, only_if: Condition) -> Self {
        Self { cost, only_if, from: ZoneKind::Hand, by: None, then_exile: false, transformed: false, flash: false }
    }
    /// The cost and the condition, if that is all.
    pub fn as_plain(&self) -> Option<(&Cost, &Condition)> {
        let Self { cost, only_if, from, by, then_exile, transformed, flash } = self;
        let plain = *from == ZoneKind::Hand && by.is_none() && !then_exile && !transformed && !flash;
        plain.then_some((cost, only_if))
    }
}

/// A cost that may be paid besides the mana cost (CR 601.2b).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub struct OptionalDef {
    /// The cost that may be paid.
    pub cost: Cost,
    /// It may be paid any number of times.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub multiple: bool,
    /// Of a spell with modes: the player who pays it chooses all of them (CR 702.42a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_modes: bool,
    /// The player who pays it chooses an opponent (CR 702.174a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opponent: bool,
    /// Exactly one of the marked costs of the face is paid, see [`AbilityDef::EitherCost`]; no file says it.
    #[serde(skip)]
    pub either: bool,
}

fn is_free(cost: &Cost) -> bool {
    cost.0.is_empty()
}
fn hand() -> ZoneKind {
    ZoneKind::Hand
}
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_hand(zone: &ZoneKind) -> bool {
    *zone == ZoneKind::Hand
}
