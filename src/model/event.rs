//! Events that are proposed together, and what becomes of them (CR 700.1, 614-616).

use crate::cards::def::CounterKind;
use crate::model::bindings::Bindings;
use crate::model::by_field::clone_by_field;
use crate::model::ids::{AbilityKey, ContinuousEffectId, DefId, ObjectRef, Referent, Seat, StaticHandle};
use crate::model::object::CopiableSource;
use crate::model::zone::Move;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Why something changes zones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Cause {
    /// An instruction of a spell or ability.
    Effect,
    /// It was moved to pay a cost.
    Cost,
    /// It was destroyed (CR 701.8).
    Destroy,
    /// It was sacrificed (CR 701.21).
    Sacrifice,
    /// It was discarded (CR 701.9).
    Discard,
    /// It was drawn (CR 121).
    Draw,
    /// It was milled (CR 701.17).
    Mill,
    /// It was put on the stack to be cast (CR 601.2a).
    Cast,
    /// It was played as a land (CR 305).
    PlayLand,
    /// It resolved (CR 608.3).
    Resolve,
    /// It was countered (CR 701.6).
    Counter,
    /// It didn't resolve: all of its targets were illegal (CR 608.2b).
    NoTargets,
    /// A state-based action (CR 704).
    StateBased,
    /// A mulligan or the start of the game (CR 103).
    Setup,
}

/// Where in a library or other ordered zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Place {
    /// Above all cards that are there.
    #[default]
    Top,
    /// Below all cards that are there.
    Bottom,
    /// At a distance from the top (0 is the top).
    At(u32),
}

/// How a permanent would enter (CR 614.12): all that replacement effects can change.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Enter {
    /// Under whose control.
    pub controller: Seat,
    /// Whether it enters tapped.
    pub tapped: bool,
    /// Face down (CR 708).
    pub face_down: bool,
    /// Into exile instead: who may cast it from there, as its Adventure has resolved (CR 715.3d).
    pub adventurer: Option<Seat>,
    /// What it is besides while it is face down.
    pub down: crate::model::object::FaceDown,
    /// Which face is up.
    pub face: u8,
    /// Which of its halves it enters with unlocked (CR 709.5d).
    #[serde(default)]
    pub unlocked: crate::model::object::Doors,
    /// The designations that it enters with, as bits of [`Designation`](crate::cards::def::Designation).
    #[serde(default)]
    pub designations: u16,
    /// Attacking this player or permanent (CR 508.4).
    pub attacking: Option<Referent>,
    /// Attacking one of these, as its controller has still to choose (CR 508.4).
    #[serde(default)]
    pub attackable: Vec<Referent>,
    /// Blocking this attacking creature (CR 509.4).
    #[serde(default)]
    pub blocking: Option<ObjectRef>,
    /// Attached to this.
    pub attach_to: Option<Referent>,
    /// What it can enter attached to, if not all that it could enchant: its controller chooses one of these (CR 303.4f).
    #[serde(default)]
    pub hosts: Option<Vec<Referent>>,
    /// Who protects it, if it is a battle (CR 310.8a).
    #[serde(default)]
    pub protector: Option<Seat>,
    /// The counters that it enters with, and how many of each kind.
    pub counters: SmallVec<[(CounterKind, u32); 2]>,
    /// The other card with which it enters as one permanent (CR 701.42a).
    #[serde(default)]
    pub melds: Option<ObjectRef>,
    /// As a copy: other copiable values.
    pub copy: Option<CopiableSource>,
    /// What has been chosen for it so far.
    pub chosen: crate::model::object::Chosen,
    /// Cards linked to it so far.
    pub linked: SmallVec<[ObjectRef; 2]>,
    /// What it is on the battlefield besides (CR 611.2e).
    #[serde(default)]
    pub is: Vec<EntersAs>,
    /// The replacement effects that the copy effect brings along by which it enters as a copy.
    #[serde(default)]
    pub with: Vec<EntersAs>,
}

/// An effect that is there as a permanent enters: a continuous effect of a resolution (CR 611.2e), or a replacement effect.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct EntersAs {
    /// The static effect of a definition that says what the permanent is: `It`, or what the words meant before it entered.
    pub handle: StaticHandle,
    /// What its words refer to.
    pub bindings: Bindings,
}

/// Something that would happen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Event {
    /// An object changes zones.
    Move(Move),
    /// A permanent is destroyed; becomes a move to its owner's graveyard.
    Destroy {
        /// The permanent to destroy.
        object: ObjectRef,
        /// Whether regeneration can't replace it.
        no_regeneration: bool,
        /// As the result of an effect, and not by a state-based action (CR 122.1c).
        by_effect: bool,
    },
    /// A player draws a card.
    Draw {
        /// The player who draws.
        seat: Seat,
    },
    /// A player draws cards; becomes that many draws (CR 121.2a).
    DrawCards {
        /// The player who draws.
        seat: Seat,
        /// How many cards are drawn.
        count: u32,
    },
    /// A player discards a card; becomes a move to their graveyard.
    Discard {
        /// The player who discards.
        seat: Seat,
        /// The card to discard.
        object: ObjectRef,
        /// As a cost, or by an effect.
        cost: bool,
    },
    /// Damage is dealt.
    Damage {
        /// The object that deals the damage.
        source: ObjectRef,
        /// The object or player that is dealt the damage.
        target: Referent,
        /// How much damage is dealt.
        amount: i32,
        /// Whether it is combat damage.
        combat: bool,
    },
    /// A player gains life.
    GainLife {
        /// The player who gains life.
        seat: Seat,
        /// How much life is gained.
        amount: i32,
    },
    /// A player loses life (not by damage).
    LoseLife {
        /// The player who loses life.
        seat: Seat,
        /// How much life is lost.
        amount: i32,
        /// As a payment (CR 119.4).
        paid: bool,
    },
    /// A permanent becomes tapped.
    Tap {
        /// The permanent to tap.
        object: ObjectRef,
        /// Whether it is tapped for mana (CR 106.12).
        for_mana: bool,
    },
    /// A permanent becomes untapped.
    Untap {
        /// The permanent to untap.
        object: ObjectRef,
    },
    /// Counters are put on something.
    PutCounters {
        /// The object or player that gets the counters.
        target: Referent,
        /// The kind of counter.
        kind: CounterKind,
        /// How many counters are put on it.
        count: u32,
        /// The player who puts them (CR 122.6a).
        by: Seat,
    },
    /// Counters are removed.
    RemoveCounters {
        /// The object or player that loses the counters.
        target: Referent,
        /// The kind of counter.
        kind: CounterKind,
        /// How many at most.
        count: u32,
    },
    /// Tokens are created; each enters the battlefield.
    CreateTokens {
        /// The player who creates them.
        seat: Seat,
        /// The copiable values of the tokens.
        base: CopiableSource,
        /// Their definition, if `base` is one.
        def: Option<DefId>,
        /// How many tokens are created.
        count: u32,
        /// How each of them enters the battlefield.
        enter: Box<Enter>,
        /// What the first one of them can attack as it enters, the second one, and so on, and again from the first if there are more.
        #[serde(default)]
        attackable: Vec<Vec<Referent>>,
    },
    /// An object becomes attached to something (CR 701.3).
    Attach {
        /// The permanent to attach.
        object: ObjectRef,
        /// The object or player that it becomes attached to.
        to: Referent,
    },
    /// An object becomes unattached.
    Unattach {
        /// The permanent to unattach.
        object: ObjectRef,
    },
    /// A permanent is regenerated instead of being destroyed (CR 701.19).
    Regenerate {
        /// The permanent to regenerate.
        object: ObjectRef,
    },
    /// A face-down permanent is turned face up (CR 708.8).
    TurnFaceUp {
        /// The permanent to turn face up.
        object: ObjectRef,
        /// The player who turns it face up.
        by: Seat,
    },
    /// A permanent is turned face down (CR 708.2a).
    TurnFaceDown {
        /// The permanent to turn face down.
        object: ObjectRef,
    },
    /// A double-faced permanent is turned over (CR 701.27a).
    Transform {
        /// The permanent to turn over.
        object: ObjectRef,
        /// What represents it then.
        over: CopiableSource,
    },
    /// A player begins a turn.
    BeginTurn {
        /// The player whose turn it is.
        seat: Seat,
        /// Whether it is an extra turn (CR 500.7).
        extra: bool,
    },
    /// A player finds a card as they search their library (CR 701.23).
    Find {
        /// The player who searches.
        seat: Seat,
        /// The card.
        object: ObjectRef,
    },
    /// A player loses the game.
    Lose {
        /// The player who loses.
        seat: Seat,
        /// Why the player loses.
        reason: crate::model::player::LossReason,
    },
}

impl From<Move> for Event {
    fn from(one: Move) -> Self {
        Self::Move(one)
    }
}

/// Which replacement has applied to an event (CR 614.5): an ability, or an effect of a resolution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ReplacementKey {
    /// Of a static ability.
    Ability(AbilityKey),
    /// Of a resolved spell or ability.
    Effect(ContinuousEffectId),
    /// A rule of the game, by its place among those that the engine knows (commander, finality ...).
    Rule(u8),
    /// What a copy effect brings along for how the object enters.
    With(StaticHandle),
}

/// A proposed event, and what has become of it so far.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Proposed {
    /// The event as it stands; `None` once replaced by nothing.
    pub event: Option<Event>,
    /// What has applied to it.
    pub applied: Vec<ReplacementKey>,
    /// Its place among the events as they were proposed, which [`BatchResult`] names; [`Proposed::WITHIN`] for what only
    /// follows from one of them: the results of damage (CR 120.4c).
    pub place: u16,
}

impl Proposed {
    /// The place of events that nobody proposed.
    pub const WITHIN: u16 = u16::MAX;
}

/// Events that happen at once.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Batch {
    /// The events.
    pub events: SmallVec<[Proposed; 1]>,
    /// The event that is being worked on.
    pub at: u16,
    /// How far this has come.
    pub phase: BatchPhase,
    /// The applicable replacements among which the affected player has been asked to choose.
    pub open: Vec<ReplacementChoice>,
    /// Programs to run right after it, the next one last (CR 615.5).
    pub after: Vec<ReplacementProgram>,
    /// What has been done so far; answered at the very end.
    pub result: BatchResult,
    /// Whose cards have been ordered for their graveyards.
    pub buried: crate::model::ids::SeatSet,
    /// Whose permanents have been ordered for their timestamps.
    pub stamped: crate::model::ids::SeatSet,
    /// The draws of the batch are being made, one at a time, after everything else (CR 121.2, 121.7).
    pub drawing: bool,
    /// What the answer that is awaited chooses from: events that one shield could apply to (CR 615.7), hosts of an
    /// Aura (303.4f), objects to copy (707.5), cards to order (404.3).
    pub options: Vec<BatchOption>,
}

/// One option of a choice within a batch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BatchOption {
    /// An event, by its place in the list.
    Event(u16),
    /// An object or a player.
    To(Referent),
    /// An ability of the object that the event is about, by its place.
    Ability(u16),
}

/// Where a batch stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum BatchPhase {
    /// Looking for replacements of the event at `at`.
    #[default]
    Replace,
    /// The affected player was asked which replacement applies.
    Choosing,
    /// Which replacement applies has been chosen.
    Chosen,
    /// Someone was asked whether an optional replacement applies.
    Optional,
    /// Instructions of a replacement run above; their choices are collected when they are done.
    Running,
    /// Someone was asked what a permanent enters as a copy of (CR 707.5).
    Copying,
    /// Someone was asked what an Aura enters attached to (CR 303.4f).
    Enchanting,
    /// Someone was asked who protects a battle that enters (CR 310.8a).
    Protecting,
    /// Someone was asked with how many lore counters a Saga with read ahead enters (CR 702.155b).
    Reading,
    /// Someone was asked what a permanent attacks that enters attacking (CR 508.4).
    Attacking,
    /// The affected player was asked which damage a shield prevents (CR 615.7).
    Shielding,
    /// All events stand.
    Perform,
    /// An owner was asked how to order cards that go to their graveyard together (CR 404.3).
    Ordering,
    /// What happens right after the events (CR 615.5).
    After,
    /// A player has drawn their first card of the turn, which they may be able to reveal (CR 702.94a).
    Drawn,
    /// They were asked whether they do.
    Revealing,
}

/// An applicable replacement.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ReplacementChoice {
    /// Its identity.
    pub key: ReplacementKey,
    /// The static effect of a definition that says what happens instead.
    pub handle: StaticHandle,
    /// What its words refer to.
    pub bindings: Bindings,
}

impl BatchResult {
    /// Nothing happened; what was allocated stays.
    pub(crate) fn clear(&mut self) {
        self.objects.clear();
        self.amounts.clear();
        self.happened.clear();
        self.later.clear();
    }
}

impl Batch {
    /// A batch of events to which nothing has applied yet.
    pub fn of(events: impl IntoIterator<Item = Event>) -> Self {
        let proposed = |(i, event)| Proposed { event: Some(event), applied: Vec::new(), place: i as u16 };
        Self { events: events.into_iter().enumerate().map(proposed).collect(), ..Self::default() }
    }
}

/// Instructions of a replacement effect.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ReplacementProgram {
    /// The replacement effect whose instructions these are.
    pub handle: StaticHandle,
    /// What its words refer to.
    pub bindings: Bindings,
    /// What has applied to the event (CR 614.5).
    pub applied: Vec<ReplacementKey>,
    /// The object that would have entered, and how: if the instructions put it onto the battlefield, it enters in this
    /// way (CR 614.6).
    pub entering: Option<Box<(ObjectRef, Enter)>>,
}

/// What a batch did, by the place of each proposed event: returned to the task that proposed it
/// ([`Returned::happened`](crate::model::agenda::Returned::happened)).
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct BatchResult {
    /// Objects after they moved or were created, with the place of the event.
    pub objects: Vec<(u16, ObjectRef)>,
    /// Amounts: damage dealt, life gained or lost, counters put or removed.
    pub amounts: Vec<(u16, i32)>,
    /// Places of events that happened, possibly modified.
    pub happened: Vec<u16>,
    /// What is done first in the turn that begins next (CR 614.10b).
    #[serde(default)]
    pub later: Vec<ReplacementProgram>,
}

impl BatchResult {
    /// Whether it says nothing.
    pub const fn is_empty(&self) -> bool {
        let Self { objects, amounts, happened, later } = self;
        objects.is_empty() && amounts.is_empty() && happened.is_empty() && later.is_empty()
    }
}

clone_by_field! {
    BatchResult { objects, amounts, happened, later }
}
