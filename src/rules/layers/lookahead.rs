//! What something would be like on the battlefield (CR 614.12).

use super::pass::Purpose;
use super::refresh;
use super::table::LayerTable;
use crate::model::event::Enter;
use crate::model::ids::{ObjectId, ObjectRef, Timestamp};
use crate::model::object::{Characteristics, Counters, Object, Status};
use crate::model::turn::Turn;
use crate::model::zone::{Zone, Zones};
use crate::rules::slots::Slots;
use crate::rules::state::EditGame;
use crate::rules::zones::entering_base;
use bevy_ecs::prelude::*;

/// CR 614.12: the characteristics that an object would have on the battlefield if it entered like this: with its own
/// abilities that would apply to it, and the effects that are there already. Nothing in the game changes.
pub fn entering(world: &mut World, object: ObjectRef, enter: &Enter) -> Characteristics {
    let saved = place(world, object.id, enter);
    refresh::run(world, Purpose::LookAhead(object.id));
    let mut table = world.resource_mut::<LayerTable>();
    let rows = &mut table.pass().rows;
    let chars = rows.at(object.id).map(|i| std::mem::take(&mut rows.list[i as usize].chars));
    put_back(world, object.id, saved);
    chars.unwrap_or_default()
}

/// What is put back after a look ahead.
struct Saved {
    object: Object,
    status: Status,
    counters: Counters,
    /// Its place in the list of its zone.
    at: Option<usize>,
}

/// Puts the object where the event would.
fn place(world: &mut impl EditGame, id: ObjectId, enter: &Enter) -> Saved {
    let entity = world.part::<Slots>().entity(id);
    let turn = world.part::<Turn>().number;
    let mut zones = world.part_mut::<Zones>();
    let now = Timestamp(zones.clock.0 + 1);
    let row = world.get_mut::<Object>(entity).expect("slots hold objects");
    let object = *row;
    row.zone = Zone::Battlefield;
    row.timestamp = now;
    row.entered_turn = turn;
    row.base = enter.copy.unwrap_or_else(|| entering_base(&object, enter));
    zones = world.part_mut::<Zones>();
    let at = zones.list_mut(object.zone).and_then(|list| {
        let at = list.iter().rposition(|o| *o == id)?;
        list.remove(at);
        Some(at)
    });
    let status = world.get_mut::<Status>(entity).expect("slots hold objects");
    let entered = Status {
        tapped: enter.tapped,
        face_down: enter.face_down,
        face_down_kind: enter.down,
        base_controller: enter.controller,
        controlled_since: turn,
        attached_to: enter.attach_to,
        chosen: enter.chosen,
        linked: enter.linked.clone(),
        ..Status::default()
    };
    let status = std::mem::replace(&mut *status, entered);
    let counters = world.get_mut::<Counters>(entity).expect("slots hold objects");
    let mut with = Counters::default();
    enter.counters.iter().for_each(|(kind, n)| with.add(*kind, *n, now));
    let counters = std::mem::replace(&mut *counters, with);
    Saved { object, status, counters, at }
}

fn put_back(world: &mut impl EditGame, id: ObjectId, saved: Saved) {
    let entity = world.part::<Slots>().entity(id);
    *world.get_mut::<Object>(entity).expect("slots hold objects") = saved.object;
    *world.get_mut::<Status>(entity).expect("slots hold objects") = saved.status;
    *world.get_mut::<Counters>(entity).expect("slots hold objects") = saved.counters;
    let zones = world.part_mut::<Zones>();
    if let (Some(at), Some(list)) = (saved.at, zones.list_mut(saved.object.zone)) {
        list.insert(at, id);
    }
}
