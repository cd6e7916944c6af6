//! Several Roles of one player on one permanent (CR 704.5y).

use super::{Look, Proposals};
use crate::cards::def::Subtype;
use crate::model::dirt::StateClass;
use crate::model::ids::{ObjectRef, Referent, Seat, Timestamp};
use crate::model::object::Characteristics;
use crate::rules::reading::{Board, Reading};
use bevy_ecs::prelude::*;
use std::sync::LazyLock;

static ROLE: LazyLock<Subtype> = LazyLock::new(|| Subtype::named("Role").expect("a subtype of CR 205.3h"));

/// Whether it is a Role.
pub(super) fn is_role(chars: &Characteristics) -> bool {
    chars.subtypes.contains(*ROLE)
}

/// CR 704.5y: of those attached to the same permanent and controlled by the same player only the newest stays.
pub(super) fn replace(read: Reading, mut proposals: ResMut<Proposals>) {
    let board = read.live();
    let mut roles: Vec<(Seat, Referent, Timestamp, ObjectRef, Seat)> = Vec::new();
    for id in &board.zones().battlefield {
        let (chars, status, object) = (board.chars(*id), board.status(*id), board.object(*id));
        if let Some(host) = status.attached_to
            && is_role(chars)
            && !status.phased_out
        {
            roles.push((chars.controller, host, object.timestamp, object.reference(), object.owner));
        }
    }
    let newer = |role: &(Seat, Referent, Timestamp, ObjectRef, Seat)| {
        roles.iter().any(|other| (other.0, other.1) == (role.0, role.1) && other.2 > role.2)
    };
    let leaving: Vec<_> = roles.iter().filter(|role| newer(role)).copied().collect();
    for (.., object, owner) in leaving {
        proposals.bury(object, owner);
    }
}

/// What is attached to what, and whose.
pub(super) fn reads(_: &Look<'_>) -> StateClass {
    StateClass::ATTACHMENT | StateClass::BATTLEFIELD | StateClass::CHARACTERISTICS
}

/// Whether a player controls two on one permanent.
pub(super) fn is_due(look: &Look<'_>) -> bool {
    look.seen.role_twice
}
