//! How a game ends (CR 104).

use crate::model::ids::Seat;
use serde::{Deserialize, Serialize};

/// Why a game has no result by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Inconclusive {
    /// It had as many turns as it may have ([`Settings::max_turns`](crate::model::decision::Settings::max_turns)).
    Turns,
    /// It had as many decisions as it may have.
    Decisions,
    /// It had more objects than it may have.
    Objects,
    /// The stack had more objects than it may have.
    Stack,
    /// More happened without a choice than may.
    Steps,
    /// Something came up that no plugin of its rules does.
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
