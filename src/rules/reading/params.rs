//! What a system asks for that reads the game.

use super::Live;
use crate::model::continuous::ContinuousEffect;
use crate::model::object::{CastAs, Characteristics, Counters, Linked, Object, StackEntry, Status, ThisTurn};
use crate::rules::slots::Columns;
use crate::rules::state::{DerivedParts, GameParts};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

/// The components of one object.
pub(super) type Row<'w> =
    (&'w Object, &'w Characteristics, &'w Status, &'w ThisTurn, &'w CastAs, &'w Linked, &'w Counters, &'w StackEntry);

/// Everything that rules can read of a game, as a parameter of a system. A system that takes it can't also write what is
/// in it; it puts what it finds into a resource of its own, as the families of state-based actions do.
///
/// ```
/// use dracones::rules::reading::{Board, Reading};
///
/// /// How many permanents there are.
/// fn permanents(read: Reading) -> usize {
///     read.live().zones().battlefield.len()
/// }
/// ```
#[derive(SystemParam)]
pub struct Reading<'w, 's> {
    game: Single<'w, 's, (&'static GameParts, &'static DerivedParts)>,
    pub(super) effects: Query<'w, 's, &'static ContinuousEffect>,
    pub(super) objects: Query<'w, 's, Row<'static>>,
}

impl Reading<'_, '_> {
    /// The published values.
    pub fn live(&self) -> Live<'_> {
        let (parts, derived) = *self.game;
        Live::of_params(parts, derived, &self.objects, &self.effects, self.columns())
    }

    /// The components of all objects side by side, if they stand in one table.
    fn columns(&self) -> Option<Columns<'_>> {
        let (objects, chars, status, this_turn, cast_as, linked, counters, stack) =
            self.objects.contiguous_iter().ok()?.next()?;
        Some(Columns { objects, chars, status, this_turn, cast_as, linked, counters, stack })
    }
}
