//! The whole state of a game as plain data: what [`rules::snapshot`](crate::rules::snapshot) makes of a world, and which types
//! of components belong to it.

use crate::model::continuous::ContinuousEffect;
use crate::model::object::{CastAs, Characteristics, Counters, Linked, Object, StackEntry, Status, ThisTurn};
use crate::rules::state::{DerivedParts, GameParts};
use std::any::{TypeId, type_name};

pub use crate::rules::snapshot::{ObjectRow, Snapshot, SnapshotError, canonical_hash, sync_hash};
pub(crate) use crate::rules::snapshot::{copy, invalidate, visit_state_mut};

macro_rules! types_of {
    ($($type:ty),* $(,)?) => { [$((TypeId::of::<$type>(), type_name::<$type>())),*] };
}

/// The types of all components and resources that are state of the rules, with their names. Those of plugins are
/// [registered](crate::rules::state::StateApp).
pub fn state_types() -> Vec<(TypeId, &'static str)> {
    types_of!(
        GameParts,
        Object,
        Characteristics,
        Status,
        ThisTurn,
        CastAs,
        Linked,
        Counters,
        StackEntry,
        ContinuousEffect
    )
    .into()
}

/// The types of components and resources that follow from the state, are scratch, or are no part of the game.
pub fn derived_types() -> Vec<(TypeId, &'static str)> {
    types_of!(
        DerivedParts,
        crate::game::Rules,
        crate::rules::state::TheGame,
        crate::rules::state::Registered,
        crate::rules::state::Borrowing,
        crate::rules::driver::TaskTable,
        crate::rules::layers::LayerTable,
        crate::rules::layers::PassCount,
        crate::rules::layers::TrialCount,
        crate::rules::sba::Proposals,
    )
    .into()
}
