//! Reading the game: filters, conditions, quantities and groups, over any source of values.
//!
//! [`Board`] is the source. [`Live`] reads published values from the world; the layers read their working table; a
//! scratch overlay reads trial values. A rule that needs one published value of an object, and no words of a card, reads the
//! component itself.
//!
//! What words refer to comes from [`Bindings`]. A word is used in one of two ways:
//! * *Something is asked* about what it means ([`object`], [`read_objects`], and all that filters, conditions and quantities
//!   ask): what is gone is read as it last was (CR 608.2h), with its part in combat and what was attached to it.
//! * *Something is done* with what it means ([`object_to_act_on`], [`objects`]): only what still exists is meant, or the
//!   new object where the rules allow to find it (400.7).
//!
//! # Invariants
//! * Groups are in rules order: zones in their order, players in APNAP order.
//! * Reading changes nothing.

pub(crate) mod battles;
mod board;
mod combat;
mod condition;
mod filter;
mod live;
mod meant;
mod objects;
mod params;
mod parts;
pub(crate) mod player_rules;
mod quantity;
mod together;
mod unknown;
pub mod values;
mod who;

pub(crate) use battles::defends;
pub use board::{Board, View};
pub use condition::holds;
pub(crate) use condition::holds_for;
pub(crate) use filter::is_called;
pub(crate) use filter::{is_sort, matches_known};
pub use filter::{matches, name_fits, player_matches};
pub use live::Live;
pub(crate) use meant::{is_meant, is_meant_source};
pub(crate) use objects::{cast_this_turn, damage_sources, events, is_linked};
pub use objects::{for_each_object, objects, read_objects, read_recipients, recipients};
pub use params::Reading;
pub use player_rules::rules_of;
pub(crate) use player_rules::{
    are_controlled, concerns, controller_of, decides_for, forbids_counters, rules_for, takes_counters,
    takes_counters_there,
};
pub use quantity::value;
pub(crate) use quantity::{is_undefined, lethal, measured};
pub(crate) use together::{choosable_together, go_together, goes_with, is_within_limits};
pub use unknown::{Unknown, holds_of_legal, is_about_targets, lasts, of_illegal};
pub(crate) use who::player_of;
pub use who::{
    fell_off, is_commander, left_by_madness, means, moved_to_pay, object, object_to_act_on, other_successors,
    others_of, seat, seats,
};

use crate::model::bindings::Bindings;
use crate::model::ids::{DefId, Referent};
use crate::model::object::Chosen;

/// The definition that the ability comes from to which words belong, whatever words of it have been replaced: what
/// abilities are linked to (CR 607.1).
pub fn definition(board: &impl Board, bindings: &Bindings) -> Option<DefId> {
    bindings.key.map(|key| board.table().original(key.handle.def))
}

/// What was chosen for `This` by an ability that is linked to the one that asks (CR 607.2d, 607.5a). Of an ability that
/// something else has granted, that is what was chosen for what granted it.
pub(crate) fn chosen(board: &impl Board, bindings: &Bindings) -> Chosen {
    let of = |object| board.view(object).map(|view| view.linked.chosen.known_to(definition(board, bindings)));
    let granted =
        bindings.granter.and_then(of).filter(|chosen| *chosen != Chosen { by: chosen.by, ..Chosen::default() });
    granted.or_else(|| of(bindings.this)).unwrap_or_default()
}

/// Bindings with another current object or player, without copying them.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) bindings: &'a Bindings,
    pub(crate) it: Option<Referent>,
}

impl<'a> Scope<'a> {
    pub(crate) fn of(bindings: &'a Bindings) -> Self {
        Self { bindings, it: bindings.it }
    }
}
