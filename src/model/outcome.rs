//! How a game ends (CR 104).

use crate::model::ids::Seat;
use serde::{Deserialize, Serialize};

/// Why a game has no result by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Inconclusive {
    /// The cap on turns.
    Turns,
    /// The cap on decisions.
    Decisions,
    /// The cap on objects.
    Objects,
    /// The cap on the stack.
    Stack,
    /// The cap on what happens without a choice.
    Steps,
    /// Something came up that no plugin does.
    Missing,
}

impl std::fmt::Display for Inconclusive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Turns => "turn cap",
            Self::Decisions => "decision cap",
            Self::Objects => "object cap",
            Self::Stack => "stack cap",
            Self::Steps => "step cap",
            Self::Missing => "missing plugin",
        })
    }
}

/// Whether and how the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Outcome {
    /// The game isn't over.
    #[default]
    Running,
    /// CR 104.2: a player has won.
    Win(Seat),
    /// CR 104.4: a draw by the rules.
    Draw,
    /// Stopped without a result; never counted as a draw.
    Inconclusive(Inconclusive),
}

impl Outcome {
    /// Whether it is over.
    #[inline]
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Running)
    }
}
