//! What the game is going to do next, as data: tasks, and in [`agenda`] the list of them and what they return.

pub mod agenda;

use crate::model::bindings::Frame;
use crate::model::cast::{CastTask, Proposal, UndoTask};
use crate::model::combat::CombatTask;
use crate::model::decision::{Decision, Prompt};
use crate::model::event::{Batch, Enter, Event};
use crate::model::ids::{ObjectRef, Seat, SeatSet};
use crate::model::references::References;
use crate::model::saved::SavedValue;
use crate::model::trigger::TriggerTask;
use crate::model::turn::{PriorityTask, SetupTask, TurnTask};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A step of the game. Each kind belongs to one rules folder, which registers what runs it in the
/// [`TaskTable`](crate::rules::driver::TaskTable).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Task {
    /// CR 103: setting up, mulligans.
    Setup(SetupTask),
    /// CR 500-514: the turn.
    Turn(TurnTask),
    /// CR 117: priority.
    Priority(PriorityTask),
    /// CR 117.5, 704.3: layers, state-based actions, triggers, until nothing changes.
    Settle,
    /// CR 104.4b, 732: something was done while settling; the position is compared with earlier ones.
    Round,
    /// CR 704: state-based actions.
    Sba(SbaTask),
    /// CR 603.3: putting triggered abilities on the stack.
    Trigger(Box<TriggerTask>),
    /// CR 601, 602, 605: casting a spell, activating an ability, playing a land.
    Cast(Box<CastTask>),
    /// CR 508-510: attackers, blockers and combat damage.
    Combat(CombatTask),
    /// Instructions.
    Run(Box<Frame>),
    /// Events that happen at once.
    Batch(Box<Batch>),
    /// CR 800.4f-h: questions to players who have left.
    Leaving(LeavingTask),
    /// What the task below needs and only the world can give.
    Prepare(Preparation),
    /// CR 733.1: keeping the game and going back to what was kept.
    Undo(UndoTask),
    /// CR 901.9: rolling the planar die as a special action.
    PlanarDie {
        /// The player who rolls.
        seat: Seat,
        /// Its cost has been asked for.
        paid: bool,
    },
    /// A task of a plugin; none of the rules themselves.
    Plugin(Box<PluginTask>),
}

/// The kind of a task: its place in the [`TaskTable`](crate::rules::driver::TaskTable).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum TaskKind {
    /// [`Task::Setup`].
    Setup,
    /// [`Task::Turn`].
    Turn,
    /// [`Task::Priority`].
    Priority,
    /// [`Task::Settle`].
    Settle,
    /// [`Task::Round`].
    Round,
    /// [`Task::Sba`].
    Sba,
    /// [`Task::Trigger`].
    Trigger,
    /// [`Task::Cast`].
    Cast,
    /// [`Task::Combat`].
    Combat,
    /// [`Task::Run`].
    Run,
    /// [`Task::Batch`].
    Batch,
    /// [`Task::Leaving`].
    Leaving,
    /// [`Task::Prepare`].
    Prepare,
    /// [`Task::Undo`].
    Undo,
    /// [`Task::PlanarDie`].
    PlanarDie,
    /// [`Task::Plugin`].
    Plugin,
}

impl Task {
    /// Its kind, which says who runs it.
    #[inline]
    pub const fn kind(&self) -> TaskKind {
        match self {
            Self::Setup(_) => TaskKind::Setup,
            Self::Turn(_) => TaskKind::Turn,
            Self::Priority(_) => TaskKind::Priority,
            Self::Settle => TaskKind::Settle,
            Self::Round => TaskKind::Round,
            Self::Sba(_) => TaskKind::Sba,
            Self::Trigger(_) => TaskKind::Trigger,
            Self::Cast(_) => TaskKind::Cast,
            Self::Combat(_) => TaskKind::Combat,
            Self::Run(_) => TaskKind::Run,
            Self::Batch(_) => TaskKind::Batch,
            Self::Leaving(_) => TaskKind::Leaving,
            Self::Prepare(_) => TaskKind::Prepare,
            Self::Undo(_) => TaskKind::Undo,
            Self::PlanarDie { .. } => TaskKind::PlanarDie,
            Self::Plugin(_) => TaskKind::Plugin,
        }
    }

    /// A task of a plugin, whose type is registered by
    /// [`add_plugin_task`](crate::rules::driver::TaskApp::add_plugin_task).
    pub fn plugin<T: PluginTaskData>(data: &T) -> Self {
        Self::Plugin(Box::new(PluginTask { name: T::NAME.to_owned(), data: SavedValue::new(data) }))
    }
}

/// What a task of a plugin is made of. A system of the plugin runs it.
pub trait PluginTaskData: Serialize + DeserializeOwned + References + Send + Sync + 'static {
    /// What such tasks are called in snapshots: the same in all versions of the plugin that can read each other's snapshots.
    const NAME: &'static str;

    /// CR 104.3a: a player has left the game while the question was open that this task was to continue: what is done
    /// instead, the game being as it is now. The task that asks again, for example.
    #[must_use]
    fn ask_again(self) -> Self {
        self
    }
}

/// A task of a plugin, as data.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PluginTask {
    /// The name of its kind: [`PluginTaskData::NAME`].
    pub name: String,
    /// What it was pushed with.
    pub data: SavedValue,
}

/// What a task that has ended returns to the task right below it, which has waited for that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Return {
    /// Whether a cost outside of casting was paid (CR 118.12).
    Paid(bool),
    /// The spell that was cast during a resolution (CR 608.2g), if one was.
    Cast(Option<ObjectRef>),
    /// What was proposed is taken back whole: nothing was done (CR 733.1).
    TakenBack(Proposal),
}

/// Tasks about players who leave the game, and questions to those who have.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum LeavingTask {
    /// CR 800.4a: players leave the game.
    Leave(SeatSet),
    /// CR 800.4a, c: what players control who have left, because nothing gives it to anybody else, is exiled or ceases
    /// to exist.
    Forsaken,
    /// CR 800.4d: what players who have left would still do is forgotten.
    Forget(SeatSet),
    /// CR 104.3a: a player has conceded while this was asked, and has left: what they were doing is given up, and the
    /// question is asked again.
    Resume(Option<Box<Decision>>),
    /// The task below asks again, as the game is now.
    Again(Prompt),
    /// The question is asked as it was.
    Ask(Box<Decision>),
    /// CR 800.4f-h: somebody else is found who answers.
    Find(Box<Decision>),
    /// CR 800.4g: a player was asked which of these answers.
    Found {
        /// What is to be answered.
        decision: Box<Decision>,
        /// The players to choose from.
        from: Vec<Seat>,
    },
}

/// What a task needs that only the world can give it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Preparation {
    /// Free slots for this many objects.
    Slots(u32),
    /// CR 614.12: what an object would be like on the battlefield if it entered like this.
    LookAhead {
        /// The object.
        object: ObjectRef,
        /// How it would enter.
        enter: Box<Enter>,
    },
}

/// Tasks of state-based actions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum SbaTask {
    /// CR 704.3: one check.
    Check {
        /// What is done after what the check performs, if it performs anything.
        then: Option<Box<Task>>,
    },
    /// Asks the next choice of the check, then performs all at once.
    Choose(SbaChoices),
}

/// What a check of state-based actions performs, and the choices that are still to be made for that.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SbaChoices {
    /// What is proposed so far.
    pub events: Vec<Event>,
    /// Groups still to choose from, the next one last.
    pub keep_one: Vec<(Seat, Vec<ObjectRef>)>,
    /// Battles of which it is still to be chosen who protects them, each with who chooses and among whom; the next one last.
    #[serde(default)]
    pub protecting: Vec<(Seat, ObjectRef, Vec<Seat>)>,
    /// Commanders whose owners are still to be asked, the next one last.
    pub returning: Vec<(Seat, ObjectRef)>,
    /// Whether the last group, or else the last battle, or else the last commander, was asked for.
    pub asked: bool,
}
