//! The schema of the stream of events.

use super::{VisibleObject, VisibleReferent};
use crate::cards::def::{Designation, ManaType, StepName};
use crate::model::event::Cause;
use crate::model::ids::{Handle, Seat};
use crate::model::outcome::Outcome;
use crate::model::zone::Zone;
use serde::{Deserialize, Serialize};

/// Something that happened, as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct GameEvent {
    /// Its place in the stream.
    pub number: u64,
    /// How many decisions had been answered.
    pub decision: u32,
    /// What made it happen.
    pub because: EventCause,
    /// What happened.
    pub what: ClientEvent,
    /// A line for a log; `None` for what readers of a log don't miss.
    pub text: Option<String>,
}

/// What makes something happen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EventCause {
    /// The game is being set up (CR 103).
    Setup,
    /// The turn structure: turn-based actions (CR 703), and what follows from priority being passed.
    Turn,
    /// Combat (CR 506-511).
    Combat,
    /// State-based actions (CR 704).
    StateBased,
    /// A player does something.
    Player(Seat),
    /// A spell is being cast, or an ability activated or put on the stack.
    Proposing(VisibleReferent),
    /// A cost is being paid for this.
    Paying(VisibleReferent),
    /// The instructions of a spell or ability are being followed.
    Following(VisibleReferent),
    /// A triggered ability triggers.
    Triggering,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ClientEvent {
    /// An object changed zones. What the viewer can't see has no handle, before or afterwards.
    Moved {
        /// What it was called.
        was: Option<Handle>,
        /// What it is now.
        now: Option<VisibleObject>,
        /// From where.
        from: Zone,
        /// To where.
        to: Zone,
        /// Why.
        cause: Cause,
    },
    /// A spell was cast.
    Cast {
        /// The spell.
        spell: VisibleReferent,
        /// By whom.
        by: Seat,
        /// From where.
        from: Zone,
    },
    /// An ability was activated.
    Activated {
        /// Whose ability.
        source: VisibleReferent,
        /// What it does, in words.
        ability: String,
        /// By whom.
        by: Seat,
    },
    /// A triggered ability was put on the stack.
    Triggered {
        /// The ability.
        ability: VisibleReferent,
        /// Whose it is.
        source: VisibleReferent,
    },
    /// A spell or ability begins to resolve.
    Resolving {
        /// The spell or ability.
        object: VisibleReferent,
    },
    /// A land was played.
    PlayedLand {
        /// The land.
        land: VisibleReferent,
        /// By whom.
        by: Seat,
    },
    /// A creature attacks.
    Attacked {
        /// The creature.
        attacker: VisibleReferent,
        /// What it attacks.
        target: VisibleReferent,
    },
    /// A creature blocks.
    Blocked {
        /// The creature.
        blocker: VisibleReferent,
        /// What it blocks.
        attacker: VisibleReferent,
    },
    /// An attacker became blocked, or wasn't.
    Unblocked {
        /// The attacker.
        attacker: VisibleReferent,
        /// Whether it became blocked.
        blocked: bool,
    },
    /// Damage was dealt.
    Damaged {
        /// By what.
        source: VisibleReferent,
        /// To what.
        target: VisibleReferent,
        /// How much.
        amount: i32,
        /// In combat.
        combat: bool,
    },
    /// A player gained or lost life.
    Life {
        /// The player whose life total changed.
        seat: Seat,
        /// How much; negative if it was lost.
        amount: i32,
    },
    /// A player drew a card.
    Drew {
        /// The player who drew.
        seat: Seat,
        /// The card.
        card: VisibleReferent,
    },
    /// A player discarded a card.
    Discarded {
        /// The player who discarded.
        seat: Seat,
        /// The card, where it is now.
        card: VisibleReferent,
        /// As a cost of cycling it.
        cycling: bool,
    },
    /// A player sacrificed a permanent.
    Sacrificed {
        /// The player who sacrificed.
        seat: Seat,
        /// The permanent as it was.
        permanent: VisibleReferent,
    },
    /// A permanent became tapped or untapped.
    Tapped {
        /// The permanent that became tapped or untapped.
        object: VisibleReferent,
        /// Tapped.
        tapped: bool,
        /// For mana.
        for_mana: bool,
    },
    /// A permanent was turned over.
    Turned {
        /// The permanent that was turned over.
        object: VisibleReferent,
        /// Face up.
        up: bool,
    },
    /// Mana was added to a pool.
    Mana {
        /// The player whose pool the mana was added to.
        seat: Seat,
        /// Of which type.
        mana: ManaType,
        /// How much.
        count: u16,
    },
    /// Mana was spent, on anything but a mana ability.
    SpentMana {
        /// Who paid.
        seat: Seat,
        /// How much, of all types.
        count: u16,
    },
    /// Mana that wasn't spent was lost.
    LostMana {
        /// From whose pool.
        seat: Seat,
        /// How much, of all types.
        count: u16,
    },
    /// Something became a target.
    Targeted {
        /// The object or player that became a target.
        target: VisibleReferent,
        /// Of what.
        by: VisibleReferent,
    },
    /// Counters were put on or removed from something.
    Counters {
        /// On what.
        target: VisibleReferent,
        /// Of which kind.
        kind: String,
        /// How many; negative if they were removed.
        count: i64,
    },
    /// A step or phase began.
    Began {
        /// The step that began.
        step: StepName,
        /// Whose turn it is.
        active: Seat,
    },
    /// An object became attached or unattached.
    Attached {
        /// The permanent that was attached or unattached.
        object: VisibleReferent,
        /// To what.
        to: Option<VisibleReferent>,
        /// To what it was attached before.
        from: Option<VisibleReferent>,
    },
    /// A library was shuffled.
    Shuffled {
        /// The player whose library was shuffled.
        seat: Seat,
    },
    /// It is settled who takes the first turn (CR 103.1).
    TakesFirstTurn {
        /// The player who takes the first turn.
        seat: Seat,
    },
    /// A player took a mulligan (CR 103.5).
    TookMulligan {
        /// The player who took a mulligan.
        seat: Seat,
    },
    /// A player who has taken a mulligan put cards on the bottom of their library.
    PutBack {
        /// The player who put cards back.
        seat: Seat,
        /// How many cards.
        count: u16,
        /// How many they have in hand now.
        left: u16,
    },
    /// A player kept their hand.
    KeptHand {
        /// The player who kept their hand.
        seat: Seat,
        /// How many cards it has.
        cards: u16,
    },
    /// A card was shown to players. In a hidden zone it has a new handle from then on.
    Shown {
        /// What it was called.
        was: Option<Handle>,
        /// What it is called now, if the viewer sees it.
        now: Option<VisibleObject>,
        /// Where it is.
        zone: Zone,
        /// To whom; empty: to all.
        to: Vec<Seat>,
    },
    /// Players look at cards because of an instruction. Those who see them are told which by `Shown`.
    Looked {
        /// The players who looked.
        by: Vec<Seat>,
        /// Where the cards are.
        zone: Zone,
        /// How many.
        count: u32,
    },
    /// A player has searched a library. What was found has been told by `Moved`, `Shown` and `Shuffled`; the line is here.
    Searched {
        /// The player who searched.
        seat: Seat,
        /// Whose library.
        library: Seat,
    },
    /// Modes and targets were chosen for a triggered ability or a copy, or targets were changed.
    Announced {
        /// The spell or ability.
        object: VisibleReferent,
    },
    /// A player chose a colour, a name, a number and the like as an instruction was followed.
    Chose {
        /// The player who chose.
        seat: Seat,
        /// For what.
        object: VisibleReferent,
        /// What, in words.
        what: String,
    },
    /// Chaos ensued (CR 311.7).
    ChaosEnsued {
        /// Who rolled or caused it.
        seat: Seat,
    },
    /// A player planeswalked (CR 701.31).
    Planeswalked {
        /// The player who planeswalked.
        seat: Seat,
        /// To which plane.
        to: VisibleReferent,
    },
    /// A scheme was set in motion (CR 701.32).
    SetInMotion {
        /// By whom.
        seat: Seat,
        /// The scheme that was set in motion.
        scheme: VisibleReferent,
    },
    /// A player became the monarch (CR 725.1), or nobody is the monarch any more (725.4).
    BecameMonarch {
        /// The player who is the monarch now.
        seat: Option<Seat>,
    },
    /// A player took the initiative (CR 726.1), or nobody has it any more (726.4).
    TookInitiative {
        /// The player who has it now.
        seat: Option<Seat>,
    },
    /// A permanent became monstrous, renowned, saddled or of a level (CR 701.37b, 702.112b, 702.171b, 716.2a).
    Designated {
        /// The permanent.
        object: VisibleReferent,
        /// What it has become.
        designation: Designation,
    },
    /// The Ring tempted a player (CR 701.54d).
    RingTempted {
        /// The player.
        seat: Seat,
        /// The creature that the player chose as their Ring-bearer; none if they had no creature.
        bearer: Option<VisibleReferent>,
    },
    /// A player moved their venture marker into a room (CR 309.4c).
    EnteredRoom {
        /// The player.
        seat: Seat,
        /// The dungeon.
        dungeon: VisibleReferent,
        /// What the room is called.
        room: String,
    },
    /// A player completed a dungeon (CR 309.7).
    CompletedDungeon {
        /// The player.
        seat: Seat,
        /// The dungeon that was completed.
        dungeon: VisibleReferent,
    },
    /// A player lost the game.
    Lost {
        /// The player who lost.
        seat: Seat,
    },
    /// The game is over.
    Ended {
        /// The result of the game.
        outcome: Outcome,
    },
}
