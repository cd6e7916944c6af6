//! What has changed since each consumer last looked, by classes of state.

use crate::model::by_field::clone_by_field;
use crate::model::ids::{ObjectRef, SeatSet, Timestamp};
use bitflags::bitflags;
use serde::{Deserialize, Serialize};

bitflags! {
    /// Classes of state that continuous effects and state-based actions read, a bit each: what has changed
    /// ([`mark_dirty`](crate::rules::schedule::mark_dirty)) is compared with what they read.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct StateClass: u32 {
        /// What is on the battlefield.
        const BATTLEFIELD = 1;
        /// What is on the stack.
        const STACK = 2;
        /// Graveyards.
        const GRAVEYARDS = 4;
        /// Hands.
        const HANDS = 8;
        /// Libraries.
        const LIBRARIES = 16;
        /// Exile and the command zone.
        const EXILE = 32;
        /// Tapped or untapped.
        const TAPPED = 64;
        /// Counters on objects.
        const COUNTERS = 128;
        /// Marked damage.
        const DAMAGE = 256;
        /// Life totals.
        const LIFE = 512;
        /// Whose turn and which step it is.
        const TURN = 1024;
        /// Attacking, blocking.
        const COMBAT = 2048;
        /// What is attached to what.
        const ATTACHMENT = 4096;
        /// Values chosen for objects, links.
        const CHOSEN = 8192;
        /// Which continuous effects there are.
        const EFFECTS = 1 << 14;
        /// What happened this turn.
        const HISTORY = 1 << 15;
        /// Energy, poison and other counters of players, and the like.
        const PLAYERS = 1 << 16;
        /// Characteristics, as published.
        const CHARACTERISTICS = 1 << 17;
        /// A token or a copy left the zones in which it can be (CR 704.5d, e).
        const CEASING = 1 << 18;
        /// Mana pools, and what players have cast and played: of players what no state-based action reads.
        const POOLS = 1 << 19;
        /// All that is kept of players.
        const OF_PLAYERS = Self::PLAYERS.bits() | Self::POOLS.bits();
    }
}

/// What has changed since each consumer last looked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Dirt {
    /// Since the last layer pass.
    pub layers: StateClass,
    /// What the layers have to look at when it changes: found out by the last pass, everything before the first one.
    pub layers_read: StateClass,
    /// Since the last check of state-based actions.
    pub sba: StateClass,
    /// What the next check has to look at when it changes: found out by the last one, everything before the first one.
    pub sba_read: StateClass,
    /// Since the last look at what each player can do.
    pub legal: StateClass,
    /// Whose hands have changed since then, if hands have.
    pub(crate) hands: SeatSet,
    /// Few slots for objects or effects are left.
    pub few_slots: bool,
    /// Objects have become new ones, and plugins have components on objects.
    pub renewed: bool,
    /// Objects have moved, and systems are to be told ([`ZonesChanged`](crate::rules::schedule::ZonesChanged)).
    pub moved: bool,
    /// Facts wait for plugins that follow them.
    pub facts: bool,
}

impl Dirt {
    /// Whether something must be brought up to date before the next task.
    #[inline]
    pub(crate) fn is_any(&self) -> bool {
        self.are_layers_stale() || self.needs_world()
    }
    /// Whether something besides the layers must be brought up to date, which takes the whole world.
    #[inline]
    pub(crate) fn needs_world(&self) -> bool {
        self.few_slots || self.renewed || self.moved || self.facts
    }
    /// Whether something has changed that the layers read.
    #[inline]
    pub(crate) fn are_layers_stale(&self) -> bool {
        self.layers.intersects(self.layers_read)
    }
}

impl Default for Dirt {
    fn default() -> Self {
        let all = StateClass::all();
        Self {
            layers: all,
            layers_read: all,
            sba: all,
            sba_read: all,
            legal: all,
            hands: SeatSet::ALL,
            few_slots: true,
            renewed: false,
            moved: false,
            facts: false,
        }
    }
}

/// Whether gates are open. A gate skips work that would find nothing: passes of the layers, looks for state-based actions and at
/// what players can do, matches of facts that nobody watches. All of them are asked of what has changed ([`Dirt`]) or of
/// masks that follow from the game. For tests: a game with open gates is the same game. No state of a game; forks don't have
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gates {
    /// Nothing is skipped.
    pub open: bool,
    /// Each pass of the layers that is skipped is run all the same; if it would have changed anything, that is a panic.
    pub layers_checked: bool,
}

/// What the last pass has found out about when the next one is due. Derived: a fork may copy it, and a caller that loses it
/// calls [`invalidate`](crate::rules::layers::invalidate).
#[derive(PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LayerWatch {
    /// Whether the rest means anything.
    pub(crate) valid: bool,
    /// When one of these changes, a pass is due.
    pub(crate) due: StateClass,
    /// When one of these changes, a closer look tells.
    pub(crate) look: StateClass,
    /// The latest timestamp that has been seen.
    pub(crate) clock: Timestamp,
    /// Some counters change characteristics.
    pub(crate) counted: bool,
    /// Some effect lasts as long as a condition holds.
    pub(crate) conditional: bool,
    /// The objects whose static abilities have effects.
    pub(crate) sources: Vec<ObjectRef>,
    /// Objects elsewhere than on the battlefield and the stack that the last pass had rows for.
    pub(crate) elsewhere: Vec<ObjectRef>,
    /// Those of them for which the next pass needs no row: they show what they define themselves.
    #[serde(default)]
    pub(crate) settled: Vec<ObjectRef>,
    /// Cards whose abilities function elsewhere, as they were at the last pass.
    pub(crate) reachers: Vec<ObjectRef>,
    /// How many slots there were when those were looked for.
    pub(crate) known: u32,
}

clone_by_field! {
    LayerWatch { valid, due, look, clock, counted, conditional, sources, elsewhere, settled, reachers, known }
}

impl LayerWatch {
    /// Whether an object elsewhere than on the battlefield and the stack certainly shows what it would without any effect.
    pub(crate) fn shows_its_own(&self, object: ObjectRef) -> bool {
        self.valid && !self.elsewhere.contains(&object)
    }
}
