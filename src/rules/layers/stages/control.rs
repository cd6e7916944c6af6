//! Layer 2: control-changing effects (CR 613.1b).

use crate::model::ids::Seat;
use crate::model::object::Characteristics;
use crate::rules::layers::pass::Pass;

/// CR 613.1b. Nobody gains control if there is no such player.
pub(super) fn write(values: &[i64], chars: &mut Characteristics) {
    if let Some(seat) = values.first().and_then(|v| u8::try_from(*v).ok()) {
        chars.controller = Seat(seat);
    }
}

/// CR 109.5: from here on the words of static abilities mean those who control their objects now.
pub(in crate::rules::layers) fn settle(pass: &mut Pass) {
    for instance in pass.instances.iter_mut().filter(|i| i.key.is_some()) {
        instance.bindings.you = pass.rows.list[instance.source as usize].chars.controller;
    }
}
