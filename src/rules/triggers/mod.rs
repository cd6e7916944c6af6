//! Triggered abilities (CR 603): matched right after each performed batch, placed when a player would get priority.
//!
//! `TriggerIndex` names the triggered abilities that function now and which facts each could watch. `match_after`
//! tests facts against it, for events that look back (603.10a) against its copy from before the batch; what matches
//! becomes a `PendingTrigger` with everything that it captured. The task of [`placing`] puts those on the stack in APNAP order.
//!
//! | file | what |
//! | --- | --- |
//! | `index` | the index, lazily rebuilt |
//! | `matching` | whether a fact is a trigger event |
//! | `looking_back` | events that are looked at as things were right before (603.10) |
//! | `fire` | from facts to pending triggers: intervening "if", limits, mana abilities (605.4a), state triggers (603.8) |
//! | `additional` | abilities that trigger additional times (603.2d) |
//! | `together` | what happens to several at once (603.2c) |
//! | `triggering` | abilities that trigger as others trigger (603.3b) |
//! | `delayed` | delayed and reflexive ones (603.7, 603.12) |
//! | `returns` | what was moved until an event (610.3) |
//! | `initiative` | the abilities of the initiative, which have no source (726) |
//! | `speed` | the ability of who has speed, which has no source (702.179d) |
//! | `order` | placing them (603.3b-d) |
//!
//! # Invariants
//! * Facts are matched against the board right after (or before) what they report, never later.
//! * Where nobody watches, a fact costs one test of a mask.

mod additional;
mod delayed;
mod fire;
mod index;
pub(crate) mod initiative;
mod looking_back;
mod matching;
mod order;
mod returns;
mod speed;
mod together;
mod triggering;

#[cfg(test)]
mod tests;

pub(crate) use delayed::turn_never_of;
pub use delayed::{add_delayed, end_of_combat, end_of_turn, forget_player, reflexive};
pub(crate) use fire::{could_match, count_use, does_now, has_done, match_after};
pub use index::rebuild_index;
pub(crate) use index::{could_watch, look_back, watches};
pub use order::placing;
pub(crate) use returns::{due, is_over, wait, wait_out};

use crate::model::bindings::Bindings;
use crate::model::ids::{AbilityHandle, AbilityKey, ObjectRef, Origin, Seat};
use crate::model::task::TaskKind;
use crate::model::trigger::{PendingTrigger, PendingTriggers};
use crate::rules::driver::TaskApp;
use crate::rules::state::EditGame;
use bevy_app::{App, Plugin};

/// CR 728.1, 901.8: an ability without a source has triggered; this player controls it.
pub(crate) fn without_source(world: &mut impl EditGame, seat: Seat, handle: AbilityHandle) {
    let key = AbilityKey { object: ObjectRef::NONE, origin: Origin::Text, handle, nth: 0 };
    let mut bindings = Bindings::new(seat, ObjectRef::NONE);
    bindings.key = Some(key);
    world.part_mut::<PendingTriggers>().0.push(PendingTrigger::new(key, bindings));
}

/// The resources of triggered abilities, and what places them.
#[derive(Clone, Copy, Default, Debug)]
pub struct TriggersPlugin;

impl Plugin for TriggersPlugin {
    fn build(&self, app: &mut App) {
        app.add_task_runner(TaskKind::Trigger, order::run).add_asking_again(TaskKind::Trigger, order::again);
    }
}
