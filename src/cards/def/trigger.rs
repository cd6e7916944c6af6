//! Trigger events (CR 603).

use super::*;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// A trigger event. Where an event has an object, filters test it; in the effects it is `Event`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
#[serde(deny_unknown_fields)]
pub enum TriggerEvent {
    /// Enters the battlefield.
    Enters(Filter),
    /// Enters the battlefield without being played (CR 305.4).
    EntersUnplayed(Filter),
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
    /// A spell that matches the filter is put into a graveyard as the last part of its resolution (CR 608.2n).
    ResolvesIntoGraveyard(Filter),
    /// The creature that this card in exile haunts dies, also if it wasn't a creature any more (CR 702.55b-c).
    HauntedDies,
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
    /// A player copies a spell that matches the filter, which isn't cast by that (CR 707.10); `Event` is the copy.
    Copies(Who, Filter),
    /// A player activates an ability that isn't a mana ability (CR 602.2); `Event` is the ability on the stack, `EventSource` what
    /// it is of.
    Activates {
        /// The players whose activating triggers it.
        who: Who,
        /// What the object must be like that has the ability; anything by default.
        #[serde(default = "super::effect::any")]
        of: Filter,
        /// What the ability on the stack must be like; any by default.
        #[serde(default = "super::effect::any")]
        what: Filter,
    },
    /// A player has performed a keyword action, even if some of it was impossible (CR 701). The amount of the event is the number
    /// of cards that they looked at.
    Performs(Who, KeywordAction),
    /// A permanent that matches the filter has explored or connived, even if some of it was impossible; of one that has left, as
    /// it last was (CR 701.44b-c, 701.50b-c). Who controls it is the player of the event.
    Does(PermanentAction, Filter),
    /// A creature that matches the first filter is tapped to pay for a crew ability of a permanent that matches the second (CR
    /// 702.122b). `Event` is the creature, `EventSource` the Vehicle.
    Crews(Filter, Filter),
    /// Likewise for a saddle ability (CR 702.171c).
    Saddles(Filter, Filter),
    /// A permanent that matches the filter is exerted by its controller (CR 701.43), who is the player of the event.
    Exerts {
        /// What is exerted.
        what: Filter,
        /// Only as it attacks, because that was offered then (CR 607.2h, 701.43d).
        #[serde(default)]
        #[drive(skip)]
        to_attack: bool,
    },
    /// A creature that matches the filter enlists another one, which is `EventSource` (CR 702.154c).
    Enlists {
        /// What enlists, as it attacks.
        what: Filter,
        /// Only by this very ability, which lets it do so: the two abilities of enlist (CR 702.154a, d).
        #[serde(default)]
        #[drive(skip)]
        linked: bool,
    },
    /// A player plays a land (CR 305.1).
    PlaysLand {
        /// Who plays it.
        who: Who,
        /// What the land must be like.
        what: Filter,
        /// The zone that it is played from; `None`: any zone.
        #[serde(default)]
        from: Option<ZoneKind>,
    },
    /// Is declared as an attacker.
    Attacks(Filter),
    /// Attacks alone: is the only creature that is declared as an attacker (CR 506.5).
    AttacksAlone(Filter),
    /// A player or permanent is attacked by a creature that is declared as an attacker (CR 508.3b). `Event` is what is attacked, as a
    /// player whose it is, `EventSource` the creature. `OneOrMore` of this is one event for each that is attacked.
    Attacked {
        /// What is attacked.
        what: DamageTo,
        /// What the attacking creature must be like.
        by: Filter,
    },
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
        /// What the source of the damage must be like: a permanent, if it names a card type or subtype and doesn't ask for a spell, a
        /// card or a zone (CR 109.2).
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
    /// `This` is revealed as its owner draws it as their first card of a turn, which an ability with this event lets them do (CR
    /// 702.94a). It stands in no other event, and functions in the hand.
    RevealedAsDrawn,
    /// A player discards a card that matches the filter.
    Discards(Who, Filter),
    /// A player mills a card that matches the filter where it is then (CR 701.17), once for each card.
    Mills(Who, Filter),
    /// A player creates a token that matches the filter (CR 701.7), once for each token.
    Creates(Who, Filter),
    /// Becomes attached to something that matches the filter, also as it enters (CR 701.3): `Event` is what becomes attached,
    /// `EventSource` what it is attached to.
    BecomesAttached {
        /// What must become attached.
        what: Filter,
        /// What it must become attached to.
        to: Filter,
    },
    /// A permanent is dealt excess damage (CR 120.10): more than would be lethal, or than the planeswalker has loyalty, by all
    /// sources that deal it damage at once. `EventAmount` is the excess.
    DealtExcess {
        /// What must be dealt it.
        to: Filter,
        /// Whether it must be combat damage, or must not be; either, if it isn't said.
        #[serde(default)]
        combat: Option<bool>,
    },
    /// A player sacrifices a permanent that matches the filter (looks back).
    Sacrifices(Who, Filter),
    /// A creature exploits another one, or itself (looks back, CR 702.110b): its exploit ability has its controller sacrifice that.
    /// `Event` is the creature that exploits, `EventSource` the one that is sacrificed.
    Exploits {
        /// What the creature must be like that exploits.
        what: Filter,
        /// What the one must be like that is sacrificed.
        creature: Filter,
    },
    /// A permanent exiles another one as a direct result of its champion ability (CR 702.72c). `Event` is the permanent with the
    /// ability, `EventSource` the one that is championed.
    Champions {
        /// What the permanent must be like that has the champion ability.
        what: Filter,
        /// What the one must be like that is exiled.
        championed: Filter,
    },
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
        /// What becomes the target: a permanent, unless the filter asks for a spell, a card or a zone (CR 109.2).
        what: Filter,
        /// What the spell or ability must be like that has it as a target.
        by: Filter,
    },
    /// One of the players becomes the target of a spell or ability that matches the filter, which is `EventSource`.
    PlayerBecomesTarget {
        /// The players who can become it.
        who: Who,
        /// What the spell or ability must be like that has the player as a target.
        by: Filter,
    },
    /// The last counter of a kind is removed from something that matches the filter.
    LastCounterRemoved(CounterKind, Filter),
    /// Counters of a kind are put on something that matches the filter.
    CountersPut(CounterKind, Filter),
    /// A player puts counters of a kind, or of any kind, on something that matches the filter (CR 122.6, 122.6a). Counters that a
    /// permanent enters with are put by its controller.
    PutsCounters(Who, Option<CounterKind>, Filter),
    /// Like [`TriggerEvent::PutsCounters`], but once for each counter.
    PutsEachCounter(Who, Option<CounterKind>, Filter),
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
    /// A player expends N: the mana that they have spent this turn to cast spells was less than N until they paid for one, and isn't
    /// any more (CR 700.14).
    Expends(Who, u32),
    /// A player becomes the monarch (CR 725.1), who wasn't until then.
    BecomesMonarch(Who),
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
    /// One of the players loses control of a permanent that matches the filter: another player controls it, or it leaves the
    /// battlefield (looks back, CR 603.10d).
    LosesControl(Who, Filter),
    /// One of the players loses the game (looks back, CR 603.9, 603.10f).
    LosesGame(Who),
    /// A permanent is destroyed (looks back, CR 701.8).
    Destroyed(Filter),
    /// The resolution of a spell or ability that one of the players controls causes this event; that spell or ability is
    /// `EventSource`. What follows from it by a state-based action isn't caused by it.
    CausedBy(Who, Box<TriggerEvent>),
    /// Another ability triggers on this event (CR 603.3b). `Event` is that ability on the stack, `EventSource` what it is of; in the
    /// filter `Event` is what the inner event happened to. It stands in no other event.
    Triggers {
        /// What the object must be like that has the other ability; anything by default.
        #[serde(default = "super::effect::any")]
        of: Filter,
        /// The event that causes it to trigger.
        on: Box<TriggerEvent>,
    },
    /// A game state (CR 603.8).
    State(Condition),
    /// What the event says happens to one or more at the same time, which is one event (CR 603.2c); damage is one for each that
    /// it is dealt to. The amount of the event is how many it happens to, of damage how much it is.
    OneOrMore(Box<TriggerEvent>),
    /// Such an event, if it is the first one of the turn, also if what has the ability wasn't there at an earlier one.
    FirstTime(Box<TriggerEvent>),
    /// Such an event, if it is the first one of the turn that happens to the same object or player.
    FirstTimeForIt(Box<TriggerEvent>),
    /// Any of these.
    AnyOf(Vec<TriggerEvent>),
    /// Players finish voting (CR 701.38): all have voted, and no vote is secret any more.
    FinishVoting,
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
    /// To one or more of the players at the same time, which `OneOrMore` takes as one event; otherwise to one of them.
    Players(Who),
    /// To one of the players, or to a permanent that matches the filter.
    PlayerOrObject(Who, Filter),
    /// To the targets of the n-th instance, permanents and players.
    Target(u8),
}

/// What a player does that has a word of its own (CR 701), flipping coins (705), rolling dice (706), or committing a crime (700.13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum KeywordAction {
    /// Scries (CR 701.22).
    Scry,
    /// Surveils (CR 701.25).
    Surveil,
    /// Searches their own library (CR 701.23).
    Search,
    /// Shuffles their own library (CR 701.24).
    Shuffle,
    /// Proliferates (CR 701.34).
    Proliferate,
    /// Rolls one or more dice, the planar die among them (CR 706, 706.7).
    Roll,
    /// Wins a coin flip (CR 705.2).
    WinFlip,
    /// Loses a coin flip (CR 705.2).
    LoseFlip,
    /// Commits a crime (CR 700.13): casts a spell, activates an ability or puts a triggered one on the stack that targets an
    /// opponent, what an opponent controls, or a card in an opponent's graveyard.
    Crime,
}

/// What a permanent does that has a word of its own (CR 701).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum PermanentAction {
    /// Explores (CR 701.44).
    Explore,
    /// Connives (CR 701.50).
    Connive,
    /// Mutates: a mutating creature spell merges with it as that resolves (CR 702.140d). It stands only in trigger events.
    Mutate,
    /// Becomes crewed: a crew ability of it resolves (CR 702.122d).
    BecomeCrewed,
    /// Goes unpaid: a player doesn't pay its cumulative upkeep (CR 702.24a). That player is the one of the event.
    GoUnpaid,
    /// Becomes plotted: a card in exile, by its plot ability or an instruction (CR 702.170a, c). It stands only in trigger events:
    /// the instruction is [`BecomePlotted`](super::Instruction::BecomePlotted).
    BecomePlotted,
}
