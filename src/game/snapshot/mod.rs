//! The whole state of a game as plain data: saved, restored, forked, hashed.
//!
//! [`Snapshot`] has a column for each component of objects and effects and a field for each resource of state. What
//! is derived (indices, rules in force, caches) is left out and marked dirty on restoring. A test walks the
//! components that a world has registered and fails if one is neither here nor among the derived ones.

mod canonical;
mod check;
mod columns;
mod sync;

pub use canonical::canonical_hash;
pub use columns::{ObjectRow, Snapshot, SnapshotError, derived_types, state_types};
pub(crate) use columns::{copy, invalidate, visit_state_mut};
pub use sync::sync_hash;
