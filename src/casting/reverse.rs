//! Taking back what can't be completed (CR 733).
//!
//! The proposal and its payments are undone. Mana abilities that only tapped and added mana are undone with it; if
//! one did more, all of them stay, and their mana stays in the pool (733.1 leaves that to the player). Nothing has
//! been paid beside mana by then, because everything else is chosen before and paid after it.

use super::{CastResult, Paid, Proposal, Transaction, Undo, begin, complete};
use crate::cards::def::StepName;
use crate::decision::Choice;
use crate::events::{Cause, Place};
use crate::ids::Seat;
use crate::object::{Slots, Status};
use crate::player::Players;
use crate::reading::{Board, Live};
use crate::schedule::{Inputs, touch};
use crate::triggers::PendingTriggers;
use crate::turn::Turn;
use crate::zones::{Move, Zone, Zones, move_objects};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Proposals that had to be taken back although they were offered, in this step and since anything was completed:
/// they aren't offered again until then, so that nobody tries the same in vain for ever.
#[derive(Resource, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Refused {
    /// The turn and the step.
    when: Option<(u32, StepName)>,
    what: Vec<(Seat, Choice)>,
}

impl Refused {
    /// What a player isn't offered now.
    pub fn for_seat(&self, turn: &Turn, seat: Seat) -> impl Iterator<Item = &Choice> {
        let now = self.when == Some((turn.number, turn.step));
        self.what.iter().filter(move |(s, _)| now && *s == seat).map(|(_, choice)| choice)
    }
}

/// Notes that a proposal had to be taken back.
fn refuse(world: &mut World, seat: Seat, choice: Choice) {
    let turn = world.resource::<Turn>();
    let now = Some((turn.number, turn.step));
    let mut refused = world.resource_mut::<Refused>();
    if refused.when != now {
        *refused = Refused { when: now, what: Vec::new() };
    }
    refused.what.push((seat, choice));
}

/// Something was completed: everything may be tried again.
pub(super) fn forget_refused(world: &mut World) {
    let mut refused = world.resource_mut::<Refused>();
    if !refused.what.is_empty() {
        refused.what.clear();
    }
}

/// Takes a whole proposal back: the card returns to where it was, no ability triggers. `failed` if not its player
/// wanted it so.
pub(super) fn reverse(world: &mut World, cast: &mut Transaction, failed: bool) {
    let mut waiting = world.resource_mut::<PendingTriggers>();
    if !matches!(cast.what, Proposal::Placed | Proposal::Retarget) {
        waiting.0.truncate(cast.undo.triggers as usize);
        undo_mana(world, cast.seat, &cast.undo);
    }
    if cast.nested {
        world.insert_resource(CastResult(None));
        world.insert_resource(Paid(false));
    }
    match cast.what {
        Proposal::Spell { way, from, index } if complete::on_stack(world, cast.object) => {
            return_to(world, cast, from, index);
            if failed && !cast.nested {
                let object = Live::new(world).object(cast.object.id).reference();
                refuse(world, cast.seat, Choice::Cast { object, way });
            }
        }
        // CR 603.3d: without legal choices a triggered ability is removed from the stack.
        Proposal::Ability(_) | Proposal::Placed if complete::on_stack(world, cast.object) => {
            begin::cease(world, cast.object);
            if let (Proposal::Ability(key), true) = (cast.what, failed) {
                refuse(world, cast.seat, Choice::Activate { key });
            }
        }
        _ => {}
    }
}

/// Puts the card back at the same place of the zone from which it was to be cast.
fn return_to(world: &mut World, cast: &Transaction, from: Zone, index: u32) {
    let request = Move {
        object: cast.object,
        to: from,
        place: Place::Top,
        cause: Cause::Effect,
        face_down: None,
        reveal: false,
        enter: None,
    };
    move_objects(world, &[request]);
    let mut zones = world.resource_mut::<Zones>();
    if let Some(list) = zones.list_mut(from)
        && list.last() == Some(&cast.object.id)
    {
        let at = (index as usize).min(list.len() - 1);
        let id = list.pop().expect("the list has a last card");
        list.insert(at, id);
    }
}

/// CR 733.1: untaps what was tapped for mana, and restores the pool.
pub(super) fn undo_mana(world: &mut World, seat: Seat, undo: &Undo) {
    if undo.kept || undo.tapped.is_empty() && world.resource::<Players>().get(seat).pool == undo.pool {
        return;
    }
    for object in &undo.tapped {
        let entity = world.resource::<Slots>().entity(object.id);
        let current = world.get::<crate::object::Object>(entity).is_some_and(|o| o.reference() == *object);
        if current && let Some(mut status) = world.get_mut::<Status>(entity) {
            status.tapped = false;
        }
    }
    world.resource_mut::<Players>().get_mut(seat).pool = undo.pool.clone();
    touch(world, Inputs::TAPPED | Inputs::PLAYERS);
}
