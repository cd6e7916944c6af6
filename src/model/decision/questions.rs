//! When players with priority are asked.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// When a player with priority who can do something is asked. At other times they pass at once (CR 117.3d).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Questions {
    /// At all times.
    #[default]
    All,
    /// When something of another player is on top of the stack. With nothing on the stack: in their own main phases, at the end
    /// of another player's turn, after attackers of another player, and in combat after blockers and first-strike damage.
    /// Searches play out games with it: most windows are over without a list of what could be done.
    Timely,
}

impl Questions {
    /// Whether players are asked at all times.
    pub const fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }
}

/// What has always been so adds nothing to the hash of a game.
impl Hash for Questions {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_all() {
            1u8.hash(state);
        }
    }
}
