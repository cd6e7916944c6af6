//! What is needed to take a proposal back, and which had to be (CR 733).

use super::CastTask;
use crate::cards::def::StepName;
use crate::model::bindings::ChosenTarget;
use crate::model::by_field::clone_by_field;
use crate::model::decision::Choice;
use crate::model::ids::{AbilityKey, ContinuousEffectId, ObjectRef, Seat, Timestamp};
use crate::model::mana::ManaPool;
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Proposals that had to be taken back although they were offered, in this step and since anything was completed. One
/// that has failed three times with the same choices isn't offered again until something is completed; this prevents
/// endless retries.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Refused {
    /// The turn and the step.
    pub(crate) when: Option<(u32, StepName)>,
    pub(crate) tries: Vec<Try>,
}

clone_by_field! {
    Refused { when, tries }
}

/// A proposal that failed, with what had been chosen for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Try {
    pub(crate) seat: Seat,
    pub(crate) what: Choice,
    pub(crate) modes: SmallVec<[u8; 2]>,
    pub(crate) x: i32,
    pub(crate) paid: SmallVec<[u8; 4]>,
    pub(crate) targets: SmallVec<[ChosenTarget; 1]>,
    pub(crate) times: u8,
}

/// What has failed this often with the same choices isn't offered.
const MOST_TRIES: u8 = 3;

impl Refused {
    /// What a player isn't offered now.
    pub fn for_seat(&self, turn: &Turn, seat: Seat) -> impl Iterator<Item = &Choice> {
        let now = self.when == Some((turn.number, turn.step));
        let vain = move |t: &&Try| now && t.seat == seat && t.times >= MOST_TRIES;
        self.tries.iter().filter(vain).map(|t| &t.what)
    }

    /// Whether nothing had to be taken back.
    pub(crate) fn is_empty(&self) -> bool {
        self.tries.is_empty()
    }

    /// Forgets what other players have tried.
    pub(crate) fn keep_only(&mut self, seat: Seat) {
        self.tries.retain(|t| t.seat == seat);
    }
}

/// What is needed to take a proposal back (CR 733).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Undo {
    /// How many triggered abilities were waiting.
    pub triggers: u32,
    /// The mana abilities that were activated since.
    pub segments: SmallVec<[Segment; 4]>,
    /// What has begun was impossible, not taken back by its player's choice.
    pub failed: bool,
    /// Cards that were drawn meanwhile, which lie face down until it is over (CR 121.8).
    pub unseen: Vec<ObjectRef>,
    /// Those of them that were the first that their owners drew this turn: they may be revealed afterwards.
    #[serde(default)]
    pub first: Vec<ObjectRef>,
    /// Effects whose duration ended as it began: they end once it can't be taken back any more (CR 611.2b).
    #[serde(default)]
    pub waiting: Vec<(ContinuousEffectId, Timestamp)>,
}

/// Tasks that keep the whole game, or go back to what was kept (CR 733.1). What they are about is the task right below.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum UndoTask {
    /// The game is kept as it is without the task below and without this one, which activates a mana ability for it; then
    /// the ability is activated.
    Keep(Box<CastTask>),
    /// The game goes back to the beginning of a mana ability that was activated for the task below.
    GoBack {
        /// Its place in [`Undo::segments`].
        place: u16,
    },
    /// The game is kept as it is without the declaration of attackers below and without this one.
    KeepDeclaration,
    /// The game goes back to what it was before the declaration of attackers below, and they are declared again.
    DeclareAgain,
}

/// A mana ability that was activated for something.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Segment {
    /// The mana ability that was activated.
    pub key: AbilityKey,
    /// The pool before it; then, what it added.
    pub(crate) pool: ManaPool,
    /// The mana that was spent on it, by type.
    pub(crate) spent: [u8; 6],
    /// The triggered abilities that have waited since: from which on, up to which.
    pub(crate) triggers: (u32, u32),
    /// Whether the ability is still being activated or resolved, so that mana that is spent is spent on it.
    pub(crate) open: bool,
    /// It can be reversed.
    pub(crate) reversible: bool,
    /// Whether it has been chosen to be reversed.
    pub(crate) reversed: bool,
    /// The game right before it, if it does more than to tap its source and add mana.
    pub(crate) before: Option<Box<Snapshot>>,
}
