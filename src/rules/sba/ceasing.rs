//! Tokens and copies that are where they can't be (CR 704.5d, e).

use super::{Look, Proposals};
use crate::model::dirt::StateClass;
use crate::model::event::Cause;
use crate::model::ids::{ObjectId, ObjectRef};
use crate::model::object::ObjectKind;
use crate::model::zone::{Move, Zone};
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live, Reading};
use crate::rules::slots::Slots;
use crate::rules::state::EditGame;
use crate::rules::zones;
use bevy_ecs::prelude::*;

/// CR 704.5d: a token anywhere but on the battlefield. CR 704.5e: a copy anywhere but on the stack; a copy of a card may
/// be on the battlefield, too.
pub(super) fn find(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    let count = board.world_slots().len() as u32;
    let gone = |id: &ObjectId| {
        let object = board.object(*id);
        match object.kind {
            ObjectKind::Token => object.zone != Zone::Battlefield,
            ObjectKind::Copy => {
                // CR 722.3c.
                let prepared = object.zone == Zone::Exile && board.cast_as(*id).prepared_by.is_some();
                !matches!(object.zone, Zone::Stack | Zone::Battlefield) && !prepared
            }
            _ => false,
        }
    };
    let all = (0..count).map(ObjectId).filter(gone).map(|id| board.object(id).reference());
    proposals.ceasing.extend(all);
}

/// Tokens and copies that left the zones in which they can be.
pub(super) fn reads(_: &Look<'_>) -> StateClass {
    StateClass::CEASING
}

/// Whether a token or copy may have left the zones in which it can be.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.changed.contains(StateClass::CEASING)
}

/// They cease to exist; that isn't an event, nor a change of zones. Answers whether any did.
pub(super) fn cease(world: &mut impl EditGame, ceasing: Vec<ObjectRef>) -> bool {
    let moves: Vec<Move> =
        ceasing.iter().map(|object| Move::plain(*object, Zone::Outside, Cause::StateBased)).collect();
    if moves.is_empty() {
        return false;
    }
    let moved = zones::move_objects(world, &moves);
    EventLog::moved(world, &moved);
    for object in ceasing {
        let kind = Live::new(world).object(object.id).kind;
        if matches!(kind, ObjectKind::Token | ObjectKind::Copy) {
            Slots::free(world, object.id);
        }
    }
    true
}
