//! The schema of the stream of events.

use super::{VisibleObject, VisibleReferent};
use crate::cards::def::{DayNight, Designation, ManaType, StepName};
use crate::model::event::Cause;
use crate::model::ids::{Handle, Seat};
use crate::model::object::Door;
use crate::model::outcome::Outcome;
use crate::model::zone::Zone;
use serde::{Deserialize, Serialize};

/// Something that happened, as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct GameEvent {
    /// Its place in the stream.
    pub number: u64,
    /// How many decisions had been answered before it.
    pub decision: u32,
    /// What made it happen.
    pub because: EventCause,
    /// What has happened, with all that the viewer may know of it.
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
        /// The zone that it left.
        from: Zone,
        /// The zone that it came to.
        to: Zone,
        /// Why it moved.
        cause: Cause,
    },
    /// A spell was cast.
    Cast {
        /// The spell.
        spell: VisibleReferent,
        /// The player who cast it.
        by: Seat,
        /// The zone that it was cast from.
        from: Zone,
    },
    /// An ability was activated.
    Activated {
        /// The object whose ability was activated.
        source: VisibleReferent,
        /// What it does, in words.
        ability: String,
        /// The player who activated it.
        by: Seat,
    },
    /// A triggered ability was put on the stack.
    Triggered {
        /// The ability.
        ability: VisibleReferent,
        /// The object whose ability triggered.
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
        /// The player who played it.
        by: Seat,
    },
    /// A creature attacks.
    Attacked {
        /// The creature.
        attacker: VisibleReferent,
        /// The player or permanent that it attacks.
        target: VisibleReferent,
    },
    /// A creature blocks.
    Blocked {
        /// The creature.
        blocker: VisibleReferent,
        /// The attacking creature that it blocks.
        attacker: VisibleReferent,
    },
    /// It is settled whether an attacker is blocked.
    Unblocked {
        /// The attacker.
        attacker: VisibleReferent,
        /// Whether it became blocked.
        blocked: bool,
    },
    /// Damage was dealt.
    Damaged {
        /// The object that dealt the damage.
        source: VisibleReferent,
        /// The object or player that was dealt the damage.
        target: VisibleReferent,
        /// How much damage was dealt: at least 1.
        amount: i32,
        /// Whether it was combat damage.
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
        /// Whether it was discarded as a cost of cycling it.
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
        /// Whether it became tapped; it became untapped if not.
        tapped: bool,
        /// Whether it was tapped for mana.
        for_mana: bool,
    },
    /// A permanent was turned face up or face down.
    Turned {
        /// The permanent.
        object: VisibleReferent,
        /// Whether it was turned face up.
        up: bool,
    },
    /// Mana was added to a pool.
    Mana {
        /// The player whose pool the mana was added to.
        seat: Seat,
        /// The type of the mana.
        mana: ManaType,
        /// How much mana it is.
        count: u16,
    },
    /// Mana was spent, on anything but a mana ability.
    SpentMana {
        /// The player who paid with it.
        seat: Seat,
        /// How much, of all types.
        count: u16,
    },
    /// Mana that wasn't spent was lost.
    LostMana {
        /// The player from whose pool it was lost.
        seat: Seat,
        /// How much, of all types.
        count: u16,
    },
    /// Something became a target.
    Targeted {
        /// The object or player that became a target.
        target: VisibleReferent,
        /// The spell or ability that targets it.
        by: VisibleReferent,
    },
    /// Counters were put on or removed from something.
    Counters {
        /// The object or player that the counters are on.
        target: VisibleReferent,
        /// The name of the kind of counter.
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
        /// The object or player that it is attached to now; `None` if it became unattached.
        to: Option<VisibleReferent>,
        /// What it was attached to before; `None` if it wasn't attached.
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
        /// How many cards were put back.
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
        /// The zone that it is in.
        zone: Zone,
        /// The players to whom it was shown; empty if it was shown to all.
        to: Vec<Seat>,
    },
    /// Players look at cards because of an instruction. Those who see them are told which by `Shown`.
    Looked {
        /// The players who looked.
        by: Vec<Seat>,
        /// Where the cards are.
        zone: Zone,
        /// How many cards these are.
        count: u32,
    },
    /// A player has searched a library. What was found has been told by `Moved`, `Shown` and `Shuffled`; the line is here.
    Searched {
        /// The player who searched.
        seat: Seat,
        /// The player whose library was searched.
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
        /// The object whose instruction asked for the choice.
        object: VisibleReferent,
        /// The chosen value in words.
        what: String,
    },
    /// Chaos ensued: abilities of planes trigger on that (CR 311.7).
    ChaosEnsued {
        /// Who rolled or caused it.
        seat: Seat,
    },
    /// A player planeswalked (CR 701.31).
    Planeswalked {
        /// The player who planeswalked.
        seat: Seat,
        /// The plane that was planeswalked to.
        to: VisibleReferent,
    },
    /// A scheme was set in motion (CR 701.32).
    SetInMotion {
        /// The player who set it in motion.
        seat: Seat,
        /// The scheme that was set in motion.
        scheme: VisibleReferent,
    },
    /// A player became the monarch (CR 725.1), or nobody is the monarch any more (725.4).
    BecameMonarch {
        /// The player who is the monarch now; `None` if nobody is.
        seat: Option<Seat>,
    },
    /// A player got the city's blessing (CR 702.131c), for the rest of the game.
    GotBlessing {
        /// The player who has it now.
        seat: Seat,
    },
    /// The speed of a player became another one (CR 702.179).
    GotFaster {
        /// The player.
        seat: Seat,
        /// The speed of the player now.
        speed: u8,
    },
    /// It became day or night (CR 731.1).
    DayNightChanged {
        /// What it is now.
        now: DayNight,
    },
    /// A double-faced permanent was turned over (CR 701.27a).
    Transformed {
        /// The permanent, as it is now.
        object: VisibleReferent,
    },
    /// A player took the initiative (CR 726.1), or nobody has it any more (726.4).
    TookInitiative {
        /// The player who has it now; `None` if nobody has.
        seat: Option<Seat>,
    },
    /// A permanent became monstrous, renowned, saddled or of a level (CR 701.37b, 702.112b, 702.171b, 716.2a).
    Designated {
        /// The permanent.
        object: VisibleReferent,
        /// What it has become.
        designation: Designation,
    },
    /// A player unlocked or locked a half of a permanent (CR 709.5f-g).
    Door {
        /// The player.
        seat: Seat,
        /// The permanent.
        object: VisibleReferent,
        /// The half.
        door: Door,
        /// Whether it is unlocked now.
        unlocked: bool,
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
        /// The player whose marker moved.
        seat: Seat,
        /// The dungeon that the room is in.
        dungeon: VisibleReferent,
        /// What the room is called.
        room: String,
    },
    /// A player completed a dungeon (CR 309.7).
    CompletedDungeon {
        /// The player who completed it.
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
