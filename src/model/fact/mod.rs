//! What happened.

mod kind;
mod mask;

pub use mask::FactMask;

use crate::cards::def::{CounterKind, DayNight, Designation, KeywordAction, ManaType, PermanentAction, StepName};
use crate::model::chosen::ChosenValue;
use crate::model::combat::Enlisted;
use crate::model::decision::CastMethod;
use crate::model::event::Cause;
use crate::model::ids::{AbilityKey, ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::Door;
use crate::model::zone::Zone;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

pub use super::history::{Done, History};

/// Something that happened, as triggers and the log see it.
#[derive(Message, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Fact {
    /// An object changed zones.
    Moved {
        /// The object that it was before.
        old: ObjectRef,
        /// The object that it is now.
        new: ObjectRef,
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
        spell: ObjectRef,
        /// The player who cast it.
        by: Seat,
        /// The zone that it was cast from.
        from: Zone,
    },
    /// An ability was activated.
    Activated {
        /// The ability that was activated.
        key: AbilityKey,
        /// The ability on the stack.
        ability: ObjectRef,
        /// The player who activated it.
        by: Seat,
    },
    /// A spell was copied (CR 707.10).
    Copied {
        /// The copy, on the stack.
        copy: ObjectRef,
        /// The player who copied it.
        by: Seat,
    },
    /// A player has performed a keyword action (CR 701).
    Performed {
        /// The player.
        seat: Seat,
        /// What they did. Shuffling is a fact of its own.
        action: KeywordAction,
        /// How many cards they looked at; of dice the highest result.
        looked: i32,
    },
    /// A permanent has explored or connived (CR 701.44, 701.50).
    Did {
        /// The permanent.
        object: ObjectRef,
        /// The player who controls it.
        by: Seat,
        /// What it did.
        action: PermanentAction,
    },
    /// A permanent was exerted (CR 701.43).
    Exerted {
        /// The permanent.
        object: ObjectRef,
        /// The player who exerted it.
        by: Seat,
        /// As it attacked, because that was offered (CR 701.43d).
        to_attack: bool,
    },
    /// A creature was tapped for an enlist ability of an attacker (CR 702.154c).
    Enlisted(Enlisted),
    /// A creature was tapped to pay for a crew or saddle ability (CR 702.122b, 702.171c).
    Crewed {
        /// The creature.
        creature: ObjectRef,
        /// The permanent whose ability it is.
        of: ObjectRef,
        /// It is a saddle ability.
        saddles: bool,
    },
    /// Another player controls a permanent from now on (CR 603.10d).
    LostControl {
        /// The permanent.
        object: ObjectRef,
        /// The player who controlled it.
        by: Seat,
    },
    /// A land was played.
    PlayedLand {
        /// The land.
        land: ObjectRef,
        /// The player who played it.
        by: Seat,
        /// Where it was before.
        from: Zone,
    },
    /// A creature was declared as an attacker.
    Attacked {
        /// The creature.
        attacker: ObjectRef,
        /// The player or permanent that it attacks.
        target: Referent,
    },
    /// A creature was declared as a blocker of this attacker.
    Blocked {
        /// The blocker.
        blocker: ObjectRef,
        /// The attacker.
        attacker: ObjectRef,
    },
    /// An attacker became blocked.
    BecameBlocked {
        /// The attacker.
        attacker: ObjectRef,
    },
    /// An attacker was not blocked.
    NotBlocked {
        /// The attacker.
        attacker: ObjectRef,
    },
    /// Damage was dealt.
    Damaged {
        /// The object that dealt the damage.
        source: ObjectRef,
        /// The object or player that was dealt the damage.
        target: Referent,
        /// How much damage was dealt: at least 1.
        amount: i32,
        /// Whether it was combat damage.
        combat: bool,
        /// Who controlled the source then.
        by: Seat,
    },
    /// A player gained life.
    GainedLife {
        /// The player who gained it.
        seat: Seat,
        /// How much life was gained.
        amount: i32,
    },
    /// A player lost life.
    LostLife {
        /// The player who lost it.
        seat: Seat,
        /// How much life was lost.
        amount: i32,
    },
    /// A player drew a card.
    Drew {
        /// The player who drew it.
        seat: Seat,
        /// The card, now in hand.
        card: ObjectRef,
    },
    /// A player discarded a card.
    Discarded {
        /// The player who discarded it.
        seat: Seat,
        /// The card, where it is now.
        card: ObjectRef,
        /// Whether it was discarded as a cost of cycling it.
        cycling: bool,
    },
    /// A player sacrificed a permanent.
    Sacrificed {
        /// The player who sacrificed it.
        seat: Seat,
        /// The permanent as it was.
        old: ObjectRef,
    },
    /// A permanent became tapped.
    Tapped {
        /// The permanent that became tapped.
        object: ObjectRef,
        /// Whether it was tapped to pay for a mana ability.
        for_mana: bool,
    },
    /// A permanent was tapped for mana: an ability of it with the tap symbol in its cost has resolved and produced mana
    /// (CR 106.12a).
    TappedForMana {
        /// The permanent that was tapped.
        object: ObjectRef,
        /// The types of mana that were produced, a mask of [`ManaType::bit`](crate::cards::def::ManaType::bit).
        types: u8,
    },
    /// A permanent became untapped.
    Untapped {
        /// The permanent that became untapped.
        object: ObjectRef,
    },
    /// A permanent was turned face up or face down.
    Turned {
        /// The permanent that was turned over.
        object: ObjectRef,
        /// Whether it was turned face up.
        up: bool,
    },
    /// A double-faced permanent was turned over (CR 701.27a).
    Transformed {
        /// The permanent, as it is now.
        object: ObjectRef,
    },
    /// It became day or night (CR 731.1).
    DayNightChanged {
        /// What it has become.
        now: DayNight,
        /// What it was before; `None` if it was neither.
        before: Option<DayNight>,
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
        /// To which plane, if there was one.
        to: ObjectRef,
    },
    /// A scheme was set in motion (CR 701.32).
    SetInMotion {
        /// The player who set it in motion.
        seat: Seat,
        /// The scheme that was set in motion.
        scheme: ObjectRef,
    },
    /// Something became a target.
    Targeted {
        /// The object or player that became a target.
        target: Referent,
        /// The spell or ability that targets it.
        by: ObjectRef,
    },
    /// Counters were put on something.
    PutCounters {
        /// The object or player that got the counters.
        target: Referent,
        /// The kind of counter.
        kind: CounterKind,
        /// How many counters were put on it.
        count: u32,
        /// The player who put them (CR 122.6a).
        by: Seat,
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
        /// The permanent that became attached.
        object: ObjectRef,
        /// The object or player that it is attached to now; `None` if it became unattached.
        to: Option<Referent>,
        /// To what it was attached before.
        from: Option<Referent>,
    },
    /// A library was shuffled.
    Shuffled {
        /// The player whose library was shuffled.
        seat: Seat,
    },
    /// Cards were revealed.
    Revealed {
        /// The card that was revealed.
        object: ObjectRef,
    },
    /// A card was revealed as it was drawn, by what an ability of it permits (CR 702.94a).
    RevealedAsDrawn {
        /// The card.
        card: ObjectRef,
        /// The triggered ability that is linked to the permission.
        key: AbilityKey,
    },
    /// The mana that a player has spent this turn to cast spells has become more (CR 700.14). It is noted only if an ability of the
    /// game asks.
    Expended {
        /// The player.
        seat: Seat,
        /// How much it was.
        from: u32,
        /// How much it is.
        to: u32,
    },
    /// A player became the monarch (CR 725.1), or the monarch left and nobody succeeds them (725.4).
    BecameMonarch {
        /// The player who is the monarch now.
        seat: Option<Seat>,
    },
    /// A player got the city's blessing (CR 702.131c). Nothing triggers on it.
    GotBlessing {
        /// The player who has it now.
        seat: Seat,
    },
    /// The speed of a player became another one (CR 702.179). Nothing triggers on it.
    GotFaster {
        /// The player.
        seat: Seat,
        /// The speed of the player now.
        speed: u8,
    },
    /// A permanent was dealt excess damage (CR 120.10). It is noted only if cards of the game ask for it.
    DealtExcess {
        /// The permanent.
        object: ObjectRef,
        /// How much more it was than would have been lethal.
        amount: i32,
        /// Whether it was combat damage.
        combat: bool,
    },
    /// A player took the initiative (CR 726.1), or the player who had it left and nobody takes it (726.4).
    TookInitiative {
        /// The player who has it now.
        seat: Option<Seat>,
    },
    /// A player moved their venture marker into a room (CR 309.4c).
    EnteredRoom {
        /// The player whose marker moved.
        seat: Seat,
        /// The dungeon that the room is in.
        dungeon: ObjectRef,
        /// Which of its rooms, counted from the topmost one, which is 0.
        room: u8,
    },
    /// A permanent got a designation (CR 701.37b, 702.112b, 702.171b, 716.2a).
    Designated {
        /// The permanent.
        object: ObjectRef,
        /// The designation that it has now.
        designation: Designation,
    },
    /// A player unlocked a half of a permanent, also as it entered (CR 709.5h).
    Unlocked {
        /// The player who unlocked it.
        seat: Seat,
        /// The permanent.
        object: ObjectRef,
        /// The half.
        door: Door,
        /// Whether both halves are unlocked now (CR 709.5i).
        fully: bool,
    },
    /// A player locked a half of a permanent (CR 709.5g).
    Locked {
        /// The player who locked it.
        seat: Seat,
        /// The permanent.
        object: ObjectRef,
        /// The half.
        door: Door,
    },
    /// The Ring tempted a player (CR 701.54d).
    RingTempted {
        /// The player.
        seat: Seat,
        /// The creature that the player chose as their Ring-bearer; none if they had no creature.
        bearer: Option<ObjectRef>,
    },
    /// A player completed a dungeon (CR 309.7).
    CompletedDungeon {
        /// The player who completed it.
        seat: Seat,
        /// The dungeon, as it was.
        dungeon: ObjectRef,
    },
    /// A player lost the game.
    Lost {
        /// The player who lost.
        seat: Seat,
    },
    /// Players looked at a card. This and what follows is only told to those who follow a game; nothing triggers on it.
    Looked {
        /// The players who looked.
        by: SeatSet,
        /// The card that was looked at.
        object: ObjectRef,
    },
    /// Players look at these cards because of an instruction.
    LooksAt {
        /// The players who look.
        by: SeatSet,
        /// The cards that are looked at.
        objects: Vec<ObjectRef>,
    },
    /// A player searches a library (CR 701.23).
    Searches {
        /// The player who searches.
        by: Seat,
        /// The player whose library is searched.
        library: Seat,
    },
    /// A card is about to be put on the stack as a spell, in this way.
    Proposed {
        /// The card, where it still is.
        card: ObjectRef,
        /// How it is cast.
        way: CastMethod,
    },
    /// Modes and targets of a spell or ability were chosen other than by casting or activating it (CR 603.3d, 115.7).
    Announced {
        /// The spell or ability.
        object: ObjectRef,
        /// It had been announced before: its targets are new.
        again: bool,
    },
    /// A player chose a colour, a name, a number and the like as an instruction was followed (CR 608.2d).
    Chose {
        /// The player who chose.
        by: Seat,
        /// The object whose instruction asked for the choice.
        of: ObjectRef,
        /// The value that was chosen.
        what: ChosenValue,
    },
    /// CR 103.1: it is settled who takes the first turn.
    TakesFirstTurn {
        /// The player who takes the first turn.
        seat: Seat,
    },
    /// CR 103.5: a player takes a mulligan.
    TookMulligan {
        /// The player who took a mulligan.
        seat: Seat,
    },
    /// CR 103.5: a player puts cards of a new hand on the bottom of their library.
    PutBack {
        /// The player who put cards back.
        seat: Seat,
        /// How many cards were put back.
        count: u16,
        /// How many they have in hand then.
        left: u16,
    },
    /// CR 103.5: a player keeps their hand.
    KeptHand {
        /// The player who kept their hand.
        seat: Seat,
        /// How many cards it has.
        cards: u16,
    },
    /// A triggered ability was put on the stack.
    Triggered {
        /// The ability.
        ability: ObjectRef,
        /// The object whose ability triggered.
        source: ObjectRef,
    },
    /// A spell or ability begins to resolve.
    Resolving {
        /// The spell or ability that resolves.
        object: ObjectRef,
    },
    /// Mana was added to a pool.
    AddedMana {
        /// The player whose pool the mana was added to.
        seat: Seat,
        /// The type of the mana.
        mana: ManaType,
        /// How much mana was added.
        count: u16,
    },
    /// Mana was spent, on anything but a mana ability.
    SpentMana {
        /// The player who paid with it.
        seat: Seat,
        /// How much, of all types.
        count: u16,
    },
    /// Mana that wasn't spent was lost (CR 106.4).
    LostMana {
        /// The player from whose pool it was lost.
        seat: Seat,
        /// How much, of all types.
        count: u16,
    },
    /// Counters were removed from something.
    RemovedCounters {
        /// The object or player that lost the counters.
        target: Referent,
        /// The kind of counter.
        kind: CounterKind,
        /// How many counters were removed: at least 1.
        count: u32,
    },
    /// All players have voted (CR 701.38).
    Voted {
        /// For each choice, who voted for it.
        choices: Vec<SeatSet>,
    },
}
