//! What a player has of the initiative, of dungeons and of the Ring (CR 309, 701.54, 726).

use crate::model::ids::DefId;
use crate::model::references::{ReferenceMut, ReferenceVisitor, References};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// The initiative, the place of the venture marker, dungeons that were completed, and temptations of the Ring.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Venture {
    /// Whether the player has the initiative (CR 726.1).
    pub initiative: bool,
    /// The room in which the venture marker is, counted from the topmost one of the dungeon that the player owns in the command
    /// zone (CR 309.4).
    pub room: Option<u8>,
    /// Dungeons that the player has completed (CR 309.7), in that order.
    pub completed: SmallVec<[DefId; 1]>,
    /// How many times the Ring has tempted the player (CR 701.54c).
    #[serde(default)]
    pub tempted: u32,
}

impl Venture {
    /// Whether there is nothing in it: most games have no dungeons, and their positions are the same as before there were any.
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Hash for Venture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_empty() {
            let Self { initiative, room, completed, tempted } = self;
            (initiative, room, completed).hash(state);
            if *tempted > 0 {
                tempted.hash(state);
            }
        }
    }
}

impl References for Venture {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        if !self.is_empty() {
            let Self { initiative, room, completed, tempted } = self;
            initiative.visit(visitor);
            room.visit(visitor);
            completed.visit(visitor);
            if *tempted > 0 {
                tempted.visit(visitor);
            }
        }
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        let Self { initiative, room, completed, tempted } = self;
        initiative.visit_mut(editor);
        room.visit_mut(editor);
        completed.visit_mut(editor);
        tempted.visit_mut(editor);
    }
}
