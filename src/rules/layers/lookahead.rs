//! What something would be like on the battlefield (CR 614.12).

use super::pass::Purpose;
use super::refresh;
use super::table::LayerTable;
use super::{durations, slots};
use crate::model::dirt::Dirt;
use crate::model::entering::{Entering, LookedAhead};
use crate::model::event::Enter;
use crate::model::ids::{ObjectId, ObjectRef, Timestamp};
use crate::model::object::{Characteristics, Counters, LinkedRecord, Object, Status};
use crate::model::turn::Turn;
use crate::model::zone::{Zone, Zones};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::{entering_base, without};
use bevy_ecs::prelude::*;

/// CR 614.12: the characteristics that an object would have on the battlefield if it entered like this: with its own
/// abilities that would apply to it, and the effects that are there already. Nothing in the game changes: the pass reads
/// the object as it would enter beside the game.
pub fn entering(world: &mut World, object: ObjectRef, enter: &Enter) -> Characteristics {
    let ahead = Box::new(placed(world, object.id, enter));
    let before = (world.part::<Zones>().clock, *world.part::<Dirt>());
    let begin = |is| durations::begin_with(world, is, object, object);
    let is: Vec<_> = enter.is.iter().filter_map(begin).collect();
    world.part_mut::<LookedAhead>().entering = Some(ahead);
    refresh::run(world, Purpose::LookAhead(object.id));
    world.part_mut::<LookedAhead>().entering = None;
    slots::remove(world, &is);
    (world.part_mut::<Zones>().clock, *world.part_mut::<Dirt>()) = before;
    let mut table = world.resource_mut::<LayerTable>();
    let rows = &mut table.pass().rows;
    let chars = rows.at(object.id).map(|i| std::mem::take(&mut rows.list[i as usize].chars));
    chars.unwrap_or_default()
}

/// The object where the event would put it. It is in no list: it isn't counted yet.
fn placed(world: &impl ReadGame, id: ObjectId, enter: &Enter) -> Entering {
    let object = *world.row::<Object>(id);
    let turn = world.part::<Turn>().number;
    let zones = world.part::<Zones>();
    let now = Timestamp(zones.clock.0 + 1);
    let mut counters = Counters::default();
    enter.counters.iter().for_each(|(kind, n)| counters.add(*kind, *n, now));
    let status = Status {
        tapped: enter.tapped,
        face_down: enter.face_down,
        face_down_kind: enter.down,
        base_controller: enter.controller,
        controlled_since: turn,
        attached_to: enter.attach_to,
        unlocked: enter.unlocked,
        protector: enter.protector,
        ..Status::default()
    };
    let linked = LinkedRecord { chosen: enter.chosen, cards: enter.linked.clone(), ..LinkedRecord::default() }.into();
    Entering {
        object: Object {
            zone: Zone::Battlefield,
            timestamp: now,
            entered_turn: turn,
            base: enter.copy.unwrap_or_else(|| entering_base(&object, enter)),
            ..object
        },
        status,
        linked,
        counters,
        zones: without(zones, &object),
    }
}
