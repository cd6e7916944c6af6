//! The schema of the stream of events.

use super::{Something, Thing};
use crate::cards::def::{ManaType, StepName};
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
    pub because: Because,
    /// What happened.
    pub what: Happening,
    /// A line for a log; `None` for what readers of a log don't miss.
    pub text: Option<String>,
}

/// What makes something happen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Because {
    /// The game is being set up (CR 103).
    Setup,
    /// The turn goes on: turn-based actions (CR 703), and what follows from priority being passed.
    Turn,
    /// Combat (CR 506-511).
    Combat,
    /// State-based actions (CR 704).
    StateBased,
    /// A player does something.
    Player(Seat),
    /// A spell is being cast, or an ability activated or put on the stack.
    Proposing(Something),
    /// A cost is being paid for this.
    Paying(Something),
    /// The instructions of a spell or ability are being followed.
    Following(Something),
    /// A triggered ability triggers.
    Triggering,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Happening {
    /// An object changed zones. What the viewer can't see has no handle, before or afterwards.
    Moved {
        /// What it was called.
        was: Option<Handle>,
        /// What it is now.
        now: Option<Thing>,
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
        spell: Something,
        /// By whom.
        by: Seat,
        /// From where.
        from: Zone,
    },
    /// An ability was activated.
    Activated {
        /// Whose ability.
        source: Something,
        /// What it does, in words.
        ability: String,
        /// By whom.
        by: Seat,
    },
    /// A triggered ability was put on the stack.
    Triggered {
        /// The ability.
        ability: Something,
        /// Whose it is.
        source: Something,
    },
    /// A spell or ability begins to resolve.
    Resolving {
        /// Which.
        object: Something,
    },
    /// A land was played.
    PlayedLand {
        /// The land.
        land: Something,
        /// By whom.
        by: Seat,
    },
    /// A creature attacks.
    Attacked {
        /// The creature.
        attacker: Something,
        /// What it attacks.
        target: Something,
    },
    /// A creature blocks.
    Blocked {
        /// The creature.
        blocker: Something,
        /// What it blocks.
        attacker: Something,
    },
    /// An attacker became blocked, or wasn't.
    Unblocked {
        /// The attacker.
        attacker: Something,
        /// Whether it became blocked.
        blocked: bool,
    },
    /// Damage was dealt.
    Damaged {
        /// By what.
        source: Something,
        /// To what.
        target: Something,
        /// How much.
        amount: i32,
        /// In combat.
        combat: bool,
    },
    /// A player gained or lost life.
    Life {
        /// Who.
        seat: Seat,
        /// How much; negative if it was lost.
        amount: i32,
    },
    /// A player drew a card.
    Drew {
        /// Who.
        seat: Seat,
        /// The card.
        card: Something,
    },
    /// A player discarded a card.
    Discarded {
        /// Who.
        seat: Seat,
        /// The card, where it is now.
        card: Something,
        /// As a cost of cycling it.
        cycling: bool,
    },
    /// A player sacrificed a permanent.
    Sacrificed {
        /// Who.
        seat: Seat,
        /// The permanent as it was.
        permanent: Something,
    },
    /// A permanent became tapped or untapped.
    Tapped {
        /// Which.
        object: Something,
        /// Tapped.
        tapped: bool,
        /// For mana.
        for_mana: bool,
    },
    /// A permanent was turned over.
    Turned {
        /// Which.
        object: Something,
        /// Face up.
        up: bool,
    },
    /// Mana was added to a pool.
    Mana {
        /// Whose.
        seat: Seat,
        /// Of which type.
        mana: ManaType,
        /// How much.
        count: u16,
    },
    /// Something became a target.
    Targeted {
        /// What.
        target: Something,
        /// Of what.
        by: Something,
    },
    /// Counters were put on or removed from something.
    Counters {
        /// On what.
        target: Something,
        /// Of which kind.
        kind: String,
        /// How many; negative if they were removed.
        count: i64,
    },
    /// A step or phase began.
    Began {
        /// Which.
        step: StepName,
        /// Whose turn it is.
        active: Seat,
    },
    /// An object became attached or unattached.
    Attached {
        /// What.
        object: Something,
        /// To what.
        to: Option<Something>,
        /// To what it was attached before.
        from: Option<Something>,
    },
    /// A library was shuffled.
    Shuffled {
        /// Whose.
        seat: Seat,
    },
    /// It is settled who takes the first turn (CR 103.1).
    TakesFirstTurn {
        /// Who.
        seat: Seat,
    },
    /// A player took a mulligan (CR 103.5).
    TookMulligan {
        /// Who.
        seat: Seat,
    },
    /// A player who has taken a mulligan put cards on the bottom of their library.
    PutBack {
        /// Who.
        seat: Seat,
        /// How many cards.
        count: u16,
        /// How many they have in hand now.
        left: u16,
    },
    /// A player kept their hand.
    KeptHand {
        /// Who.
        seat: Seat,
        /// How many cards it has.
        cards: u16,
    },
    /// A card was shown to players. In a hidden zone it has a new handle from then on.
    Shown {
        /// What it was called.
        was: Option<Handle>,
        /// What it is called now, if the viewer sees it.
        now: Option<Thing>,
        /// Where it is.
        zone: Zone,
        /// To whom; empty: to all.
        to: Vec<Seat>,
    },
    /// Players look at cards because of an instruction. Those who see them are told which by `Shown`.
    Looked {
        /// Who.
        by: Vec<Seat>,
        /// Where the cards are.
        zone: Zone,
        /// How many.
        count: u32,
    },
    /// A player has searched a library. What was found has been told by `Moved`, `Shown` and `Shuffled`; the line is here.
    Searched {
        /// Who.
        seat: Seat,
        /// Whose library.
        library: Seat,
    },
    /// Modes and targets were chosen for a triggered ability or a copy, or targets were changed.
    Announced {
        /// The spell or ability.
        object: Something,
    },
    /// A player chose a colour, a name, a number and the like as an instruction was followed.
    Chose {
        /// Who.
        seat: Seat,
        /// For what.
        object: Something,
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
        /// Who.
        seat: Seat,
        /// To which plane.
        to: Something,
    },
    /// A scheme was set in motion (CR 701.32).
    SetInMotion {
        /// By whom.
        seat: Seat,
        /// Which.
        scheme: Something,
    },
    /// A player lost the game.
    Lost {
        /// Who.
        seat: Seat,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
    },
}
