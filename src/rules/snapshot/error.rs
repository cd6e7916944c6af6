//! What is wrong with a snapshot.

use crate::model::ids::ObjectId;
use crate::rules::driver::TaskError;
use crate::rules::state::{MissingRules, StateError};

/// Why a snapshot can't be restored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// A card of the snapshot isn't known here.
    #[error("the game uses the card `{0}`, which this build doesn't have")]
    UnknownCard(String),
    /// Another version of the format.
    #[error("the snapshot has format {found}; this build reads format {expected}")]
    Format {
        /// The version of the format of the snapshot.
        found: u16,
        /// The version of the format that this build reads.
        expected: u16,
    },
    /// The definitions of its cards aren't those that it was played with.
    #[error("the snapshot was made with other definitions of its cards ({found}) than those that are here ({own})")]
    Cards {
        /// The hash in the snapshot.
        found: String,
        /// The hash of the definitions that are here.
        own: String,
    },
    /// It was changed after it was made.
    #[error("the snapshot is damaged: its checksum is {found:016x}, and that of its content {own:016x}")]
    Damaged {
        /// The checksum in the snapshot.
        found: u64,
        /// The checksum of its content.
        own: u64,
    },
    /// The players don't fit the zones.
    #[error("{players} players with zones for {zones}: expected 2 to 16, and the same number")]
    Players {
        /// How many players there are.
        players: usize,
        /// For how many players there are zones.
        zones: usize,
    },
    /// A number refers to something that isn't there.
    #[error("number {index} of {what}, of which there are {count}")]
    Index {
        /// The name of what the number counts: objects, definitions and the like.
        what: &'static str,
        /// The number that refers to nothing.
        index: u64,
        /// How many there are; numbers begin with 0.
        count: usize,
    },
    /// What a game counts upwards has come too far to go on.
    #[error("{number} {what}: expected at most {most}")]
    Count {
        /// What is counted: turns, timestamps and the like.
        what: &'static str,
        /// How many there are.
        number: u32,
        /// The most that there can be.
        most: u32,
    },
    /// An object isn't in exactly the zone that it names.
    #[error("object {} isn't in exactly the zone that it names", .0.0)]
    Zone(ObjectId),
    /// The order of continuous effects doesn't fit the effects.
    #[error("continuous effect {0} isn't there, or is in the order of effects twice")]
    Effect(u32),
    /// The open decision can't be answered.
    #[error("the open decision has no answers, or is answered already")]
    Decision,
    /// The state of a plugin isn't what is registered here.
    #[error(transparent)]
    State(#[from] StateError),
    /// What is to be done is a plugin's, and can't be done here.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// It needs rules that were left out.
    #[error(transparent)]
    Missing(#[from] MissingRules),
    /// Something else that can't be read.
    #[error("the snapshot can't be read: {0}")]
    Unreadable(String),
}
