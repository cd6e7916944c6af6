//! Where the game is in its turns (CR 500), and the tasks of setting up, of turns and of priority.

use crate::cards::def::{DayNight, StepName};
use crate::model::bindings::Bindings;
use crate::model::by_field::clone_by_field;
use crate::model::decision::Choice;
use crate::model::ids::{AbilityHandle, AbilityKey, ObjectRef, Seat, SeatSet};
use crate::model::references::references;
use serde::{Deserialize, Serialize};

/// Where the game is.
#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Turns begun so far, this one included; 0 before the first.
    pub number: u32,
    /// How many turns each player has begun, by seat.
    pub begun: Vec<u32>,
    /// The number of each player's most recent turn, by seat; 0 before their first (CR 302.6).
    pub last: Vec<u32>,
    /// Whose turn it is (CR 102.1).
    pub active: Seat,
    /// The current step or phase.
    pub step: StepName,
    /// The steps of this turn that are still to come, the next one last.
    pub steps: Vec<StepName>,
    /// Extra turns, the next one last (CR 500.7).
    pub extra: Vec<Seat>,
    /// What there is in some of these turns only, in the order of those.
    #[serde(default)]
    pub extra_with: Vec<ExtraTurnWith>,
    /// Whose turn comes after the extra ones.
    pub next: Seat,
    /// Who has priority, while someone has.
    pub priority: Option<Seat>,
    /// Who has passed in succession.
    pub passed: SeatSet,
    /// Who began the game.
    pub first: Seat,
    /// Whether it is day or night, once it has become either (CR 731.1).
    #[serde(default)]
    pub day_night: Option<DayNight>,
    /// The world permanents that there were at the last check of state-based actions, each with how many generations of them are older
    /// (CR 704.5k).
    #[serde(default)]
    pub worlds: Vec<(ObjectRef, u8)>,
}

clone_by_field! {
    Turn { number, begun, last, active, step, steps, extra, extra_with, next, priority, passed, first, day_night, worlds }
}

/// What an effect does as the extra turn begins that it gives (CR 500.7, 603.7a).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ExtraTurnWith {
    /// The place of the turn among the extra ones.
    pub at: u32,
    /// The instructions, as an ability of a definition.
    pub handle: AbilityHandle,
    /// What their words refer to.
    pub bindings: Bindings,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            number: 0,
            begun: Vec::new(),
            last: Vec::new(),
            active: Seat(0),
            step: StepName::Untap,
            steps: Vec::new(),
            extra: Vec::new(),
            extra_with: Vec::new(),
            next: Seat(0),
            priority: None,
            passed: SeatSet::NONE,
            first: Seat(0),
            day_night: None,
            worlds: Vec::new(),
        }
    }
}

/// Tasks of setting up (CR 103).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum SetupTask {
    /// Shuffle, draw opening hands.
    Begin,
    /// CR 103.5: ask the next player who hasn't decided in this round; `deciding` are those who haven't kept.
    Mulligan {
        /// Who hasn't kept a hand yet.
        undecided: SeatSet,
        /// Who has decided to mulligan in this round.
        again: SeatSet,
        /// The player who was asked, if the task comes with an answer.
        asked: Option<Seat>,
    },
    /// CR 103.5b: the answer is awaited about what a player does before they declare whether to mulligan.
    BeforeMulligan {
        /// See [`SetupTask::Mulligan`].
        undecided: SeatSet,
        /// See [`SetupTask::Mulligan`].
        again: SeatSet,
        /// The player who was asked.
        seat: Seat,
        /// What they can do.
        offered: Vec<AbilityKey>,
    },
    /// Cards to the bottom after mulligans, player by player.
    Bottom {
        /// The player who was asked, if the task comes with an answer.
        asked: Option<Seat>,
        /// What they chose, while its order is asked for.
        cards: Vec<ObjectRef>,
        /// Who still has to choose.
        left: SeatSet,
        /// Who took a mulligan in this round.
        again: SeatSet,
    },
    /// CR 103.6: hands are kept, players may act with cards of them.
    OpeningHands,
    /// The next action with a card of an opening hand.
    Opening {
        /// What can still be done.
        rest: Vec<AbilityKey>,
        /// The player who was asked, if the task comes with an answer.
        asked: Option<Seat>,
    },
}

/// Tasks of the turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum TurnTask {
    /// The next turn begins.
    Begin,
    /// CR 614.10b: the next turn begins, and what is done first in it lies below on the agenda already.
    BeginPrepared,
    /// CR 614.10: it has been looked whether an effect has a player skip a turn; otherwise it begins.
    WouldBegin {
        /// The player whose turn it would be.
        seat: Seat,
        /// What is done first in the turn that begins lies below on the agenda already.
        prepared: bool,
    },
    /// CR 724.1c: the turn or the combat phase is being ended: state-based actions are checked, then the step ends.
    Ending,
    /// The next step of the turn begins, or the turn ends.
    NextStep,
    /// The current step ends: mana empties (CR 500.5), effects end; then the next one begins.
    EndStep,
    /// CR 702.26a: permanents have phased in and out as the untap step began; now they untap.
    Phased,
    /// CR 502.2: it has been checked whether day becomes night or night becomes day; now permanents untap.
    DayNightChecked,
    /// Permanents that may stay tapped: the answer is awaited.
    Untap,
    /// CR 514.1: the answer about what to discard is awaited.
    CleanupDiscard,
    /// CR 500.6: a step has begun: its turn-based actions, and who gets priority.
    StepBegun,
    /// CR 514.2: damage wears off and effects end.
    CleanupEnd,
    /// CR 514.3a: state-based actions are looked at.
    CleanupCheck,
    /// CR 514.3a: so are triggered abilities.
    CleanupTriggers,
    /// CR 514.3a: players get priority, and another cleanup step follows.
    CleanupAgain,
}

/// Tasks of priority.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PriorityTask {
    /// A player gets priority: settle first (CR 117.5), then ask.
    Give(Seat),
    /// A player has priority and nothing is left to settle: ask, or pass at once if nothing can be done.
    Open(Seat),
    /// A player has answered, having had these options.
    Answered(Seat, Vec<Choice>),
    /// All have passed: resolve the top of the stack or end the step (CR 117.4).
    AllPassed,
}

/// What is known of a loop that may be under way.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct LoopWatch {
    /// Rounds without a choice in this turn.
    pub(crate) rounds: u32,
    /// The number of the turn that the rounds are of.
    pub(crate) turn: u32,
    /// How many random numbers had been drawn when positions were kept.
    pub(crate) drawn: u64,
    /// Positions as they are.
    pub(crate) same: Kept,
    /// Positions but for what grows.
    pub(crate) grown: Kept,
    /// What grows, at the last return, and by how much since the one before.
    pub(crate) numbers: Vec<i64>,
    /// See `numbers`.
    pub(crate) by: Vec<i64>,
    /// How often such a position was looked at closely, and the round before which none is after that found nothing.
    pub(crate) looks: (u32, u32),
}

clone_by_field! {
    LoopWatch { rounds, turn, drawn, same, grown, numbers, by, looks }
}

/// A position that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// At first sight, and closely.
    pub(crate) position: (u64, u64),
    /// Rounds since it was kept or has come back, and after how many it is replaced.
    pub(crate) since: (u32, u32),
    /// How often it has come back.
    pub(crate) returns: u32,
}

references! {
    struct LoopWatch { rounds, turn, drawn, same, grown, numbers, by, looks }
    struct Kept { position, since, returns }
}

impl Kept {
    /// Whether it is time to keep another position. `restart` if something was random.
    pub(crate) fn is_over(&mut self, restart: bool) -> bool {
        self.since.0 += 1;
        restart || self.since.0 > self.since.1
    }
    /// Keeps a position.
    pub(crate) fn keep(&mut self, restart: bool, position: (u64, u64)) {
        let after = if restart { 1 } else { self.since.1.max(1) * 2 };
        *self = Self { position, since: (0, after), returns: 0 };
    }
    /// It has come back: it stays for as long as it does.
    pub(crate) fn returned(&mut self) {
        self.returns += 1;
        self.since.1 = self.since.1.max(self.since.0 * 2);
        self.since.0 = 0;
    }
}
