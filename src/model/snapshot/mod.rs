//! A whole game as data.
//!
//! | file | what |
//! | --- | --- |
//! | `parts` | what there is once a game and is its state |
//! | `reworded` | definitions that the game has made by replacing a word |

mod parts;
mod reworded;

use crate::model::continuous::ContinuousEffect;
use crate::model::object::{CastAs, Characteristics, Counters, Linked, Object, StackEntry, Status, ThisTurn};
use crate::model::references::{ReferenceMut, ReferenceVisitor, References, references};
use crate::model::saved::SavedState;
use serde::{Deserialize, Serialize};

pub use parts::GameParts;
pub use reworded::{Reworded, TextWord};

/// The engine of this build: a hash over its source.
pub const ENGINE: &str = env!("DRACONES_ENGINE");

/// The version of the format of snapshots.
pub(crate) const SNAPSHOT_FORMAT: u16 = 10;

/// The components of one object.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ObjectRow {
    /// What and where it is.
    pub object: Object,
    /// Its characteristics, as published.
    pub chars: Characteristics,
    /// Its status.
    pub status: Status,
    /// What has happened to it this turn.
    pub this_turn: ThisTurn,
    /// How it may be cast, or was cast.
    pub cast_as: CastAs,
    /// What its linked abilities remember.
    pub linked: Linked,
    /// Its counters.
    pub counters: Counters,
    /// What it remembers of the stack.
    pub stack: StackEntry,
}

/// A whole game as data. Serialises to RON or any other serde format.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The version of the format.
    pub format: u16,
    /// The engine that wrote it: [`ENGINE`] of its build. Another one with the same format reads it, too.
    pub engine: String,
    /// The hash of the definitions of its cards and their tokens; empty until [sealed](Snapshot::seal).
    pub card_set: String,
    /// The checksum of all else; 0 until [sealed](Snapshot::seal).
    pub checksum: u64,
    /// The cards of the game's table, in order; tokens follow from them.
    pub cards: Vec<String>,
    /// The definitions that the game has made by replacing a word, in order.
    pub reworded: Vec<Reworded>,
    /// The objects, by number; free slots at the end are left out.
    pub objects: Vec<ObjectRow>,
    /// Which object slots are in use.
    pub used: Vec<bool>,
    /// The continuous effects, by number.
    pub effects: Vec<ContinuousEffect>,
    /// What a game has one of: zones, players, the turn and the like.
    pub resources: GameParts,
    /// State of plugins ([`StateApp::register_state`](crate::rules::state::StateApp::register_state)), by name.
    #[serde(default)]
    pub registered: Vec<SavedState>,
}

references! {
    struct ObjectRow { object, chars, status, this_turn, cast_as, linked, counters, stack }
}

impl References for Snapshot {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        // The rest says what wrote it and of which cards the table is made.
        let Self {
            objects,
            used,
            effects,
            resources,
            registered,
            format: _,
            engine: _,
            card_set: _,
            checksum: _,
            cards: _,
            reworded: _,
        } = self;
        objects.visit(visitor);
        used.visit(visitor);
        effects.visit(visitor);
        resources.visit(visitor);
        registered.visit(visitor);
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        let Self {
            objects,
            used: _,
            effects,
            resources,
            registered,
            format: _,
            engine: _,
            card_set: _,
            checksum: _,
            cards: _,
            reworded: _,
        } = self;
        objects.visit_mut(editor);
        effects.visit_mut(editor);
        resources.visit_mut(editor);
        registered.visit_mut(editor);
    }
}
