//! Values before any effect (CR 613.1), and values made in play.

use super::MadeValues;
use crate::cards::CardTable;
use crate::cards::def::{CardTypes, Subtype};
use crate::ids::{ObjectId, Origin, Seat};
use crate::object::{AbilityInstance, Base, Characteristics, FaceDown, Object, StackEntry, Status};
use crate::reading::Live;
use crate::zones::Zone;
use bevy_ecs::prelude::*;
use std::borrow::Cow;

/// CR 613.1: the values that an object starts from, as printed or as the effect that made it defines them.
/// Controlled by the first seat; the caller knows better.
pub fn base_values(world: &World, base: Base) -> Characteristics {
    starting(world.resource(), world.resource(), base)
}

/// The same for callers that have the tables at hand.
pub(super) fn starting(table: &CardTable, made: &MadeValues, base: Base) -> Characteristics {
    match base {
        Base::Made(i) => made.0[i as usize].clone(),
        Base::Def(def, face) => table.face(def, face),
    }
}

/// The row of the game's table that has these copiable values; equal ones share a row. Who controls it is no part
/// of them (CR 707.2).
pub fn make_values(world: &mut World, mut chars: Characteristics) -> Base {
    chars.controller = Seat(0);
    let mut made = world.resource_mut::<MadeValues>();
    let row = made.0.iter().position(|c| *c == chars).unwrap_or_else(|| {
        made.0.push(chars);
        made.0.len() - 1
    });
    Base::Made(u16::try_from(row).expect("a game has fewer than 65,536 different copies"))
}

/// CR 708.2a: the copiable values of a face-down permanent or spell.
pub fn face_down(table: &CardTable, down: FaceDown, controller: Seat) -> Characteristics {
    let ward = AbilityInstance { handle: table.0.ward, origin: Origin::Text, nth: 0 };
    Characteristics {
        types: CardTypes::CREATURE,
        has_pt: true,
        power: 2,
        toughness: 2,
        controller,
        abilities: down.ward.then_some(ward).into_iter().collect(),
        ..Characteristics::default()
    }
}

/// CR 406.3a, 121.8: whether it is a card that lies face down where such a card has no characteristics.
pub(super) fn is_blank(object: &Object, status: &Status) -> bool {
    status.face_down && matches!(object.zone, Zone::Exile | Zone::Command | Zone::Hand(_))
}

/// What an object is like by its own values, for what looks at a card that is about to go somewhere else: those that it
/// has, unless it lies face down without any (CR 406.3a).
pub fn own_values<'w>(live: &Live<'w>, id: ObjectId) -> Cow<'w, Characteristics> {
    let world = live.world();
    let object = live.world_object(id);
    if !matches!(object.zone, Zone::Exile | Zone::Command) || !is_blank(object, live.world_status(id)) {
        return Cow::Borrowed(live.world_chars(id));
    }
    Cow::Owned(Characteristics { controller: object.owner, ..base_values(world, object.base) })
}

/// CR 110.2, 112.2, 108.4: who controls an object before layer 2.
pub(super) fn first_controller(object: &Object, status: &Status, stack: &StackEntry) -> Seat {
    match object.zone {
        Zone::Battlefield => status.base_controller,
        Zone::Stack => stack.caster,
        _ => object.owner,
    }
}

/// The place of a basic land type among the five.
pub(super) fn basic(subtype: Subtype) -> Option<usize> {
    Subtype::BASIC_LANDS.iter().position(|s| *s == subtype)
}
