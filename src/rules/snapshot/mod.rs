//! The whole state of a game as plain data: saved, restored, forked, hashed.
//!
//! [`Snapshot`] has a column for each component of objects and effects and a field for each part of the game's state. What
//! is derived (indices, rules in force, caches) is left out and marked dirty on restoring. A test walks the
//! components that a world has registered and fails if one is neither here nor among the derived ones.
//!
//! | file | what |
//! | --- | --- |
//! | `columns` | from a world into a snapshot and back, and from world to world |
//! | `check`, `error` | what is wrong with a snapshot that comes from outside |
//! | `sync` | the hash that tells whether two runs are in the same state |
//! | `canonical` | the hash of a position, up to numbering |

mod canonical;
mod check;
mod columns;
mod error;
mod sync;

pub use crate::model::snapshot::{ObjectRow, Snapshot};
pub use canonical::canonical_hash;
pub(crate) use columns::{copy, invalidate, visit_state_mut};
pub use error::SnapshotError;
pub use sync::sync_hash;
