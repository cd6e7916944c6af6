//! Permanents that phase in, and what does so along with them (CR 702.26).

use crate::model::dirt::StateClass;
use crate::model::ids::{ObjectRef, Referent};
use crate::model::object::Status;
use crate::model::trigger::TriggerIndex;
use crate::model::zone::Zone;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};

/// CR 702.26c, g: permanents phase in, each with what phased out along with it. None of that changes zones or controllers.
pub(crate) fn phase_in(world: &mut impl EditGame, coming: &[ObjectRef]) {
    let board = Live::new(world);
    let out = |o: &&ObjectRef| board.is_same(**o) && board.status(o.id).phased_out;
    let coming: Vec<ObjectRef> = coming.iter().filter(out).copied().collect();
    if coming.is_empty() {
        return;
    }
    let along = attached(world, &coming, |status| status.phased_out && status.phased_along);
    for object in coming.iter().chain(&along) {
        let status = world.row_mut::<Status>(object.id);
        (status.phased_out, status.phased_along, status.phased_until) = (false, false, false);
    }
    mark_dirty(world, StateClass::BATTLEFIELD | StateClass::EFFECTS);
    // CR 702.26b: triggered abilities function again.
    world.part_mut::<TriggerIndex>().stale = true;
}

/// What is attached to these permanents, to that in turn, and so on, as far as its status is such.
pub(crate) fn attached(world: &impl ReadGame, hosts: &[ObjectRef], is: impl Fn(&Status) -> bool) -> Vec<ObjectRef> {
    let board = Live::with_columns(world);
    let mut all: Vec<ObjectRef> = Vec::new();
    let mut next = hosts.to_vec();
    while let Some(host) = next.pop() {
        for id in board.zones().list(Zone::Battlefield) {
            let (status, object) = (board.status(*id), board.object(*id).reference());
            if status.attached_to == Some(Referent::Object(host)) && is(status) && !all.contains(&object) {
                all.push(object);
                next.push(object);
            }
        }
    }
    all
}
