//! Zones (CR 400-408).
//!
//! [`Zones`](crate::model::zone::Zones) holds the order of every zone, and nothing outside this folder writes to it.
//! [`move_objects`] takes a whole simultaneous set of moves, keeps last known information of all of them first, then moves
//! them all; plugins add steps to that ([`ZoneMoveApp`](crate::rules::state::ZoneMoveApp)).
//!
//! | file | what |
//! | --- | --- |
//! | `moving` | objects change zones (400.7), libraries are shuffled (701.24) |
//! | `start` | cards where a game or a position begins |
//! | `pairs` | paired creatures (702.95) |
//! | `phasing` | permanents that phase in, and what does so along with them (702.26) |
//! | `lists` | places within a zone that change without a move |
//!
//! # Invariants
//! * Each object in use is in exactly one list, the one that its [`Object::zone`](crate::model::object::Object) names.
//! * Libraries, graveyards and the stack keep their order; the top is the last element.

mod lists;
mod moving;
mod pairs;
mod phasing;
mod start;
#[cfg(test)]
mod tests;

pub(crate) use lists::{clear_sideboard, put_back, replace, swap, without};
pub use moving::{entering_base, learn, move_object, move_objects, shuffle};
pub(crate) use moving::{
    is_token_with_cards, join, keep_seen, keep_unseen, others, share_with_controllers, show, turn_components,
};
pub(crate) use pairs::{pair, unpair};
pub(crate) use phasing::{attached, phase_in};
pub use start::{reveal_companion, start_card};

use crate::model::ids::ObjectId;
use crate::model::rng::{FixedOutcomes, GameRng};
use crate::rules::state::EditGame;

/// Puts objects into a random order, the one that is fixed if there is one.
pub fn shuffle_objects<T: Copy + Into<ObjectId>>(world: &mut impl EditGame, objects: &mut [T]) {
    world.part_mut::<GameRng>().shuffle(objects);
    if let Some(first) = world.part_mut::<FixedOutcomes>().orders.pop_front() {
        objects.sort_by_key(|o| first.iter().position(|f| *f == (*o).into()).unwrap_or(first.len()));
    }
}
