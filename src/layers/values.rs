//! Values before any effect (CR 613.1), and values made in play.

use super::MadeValues;
use crate::cards::def::{CardTypes, Subtype};
use crate::cards::{CardTable, CardTableData};
use crate::ids::{AbilityHandle, DefId, ObjectId, Origin, Seat, SeatSet};
use crate::object::{AbilityInstance, Base, Characteristics, FaceDown, Object, StackEntry, Status};
use crate::reading::Live;
use crate::zones::Zone;
use bevy_ecs::prelude::*;
use std::borrow::Cow;
use std::sync::Arc;

/// CR 613.1: the values that an object starts from, as printed or as the effect that made it defines them.
/// Controlled by the first seat; the caller knows better.
pub fn base_values(world: &World, base: Base) -> Characteristics {
    starting(world.resource(), world.resource(), base)
}

/// The same for callers that have the tables at hand.
pub(super) fn starting(table: &CardTable, made: &MadeValues, base: Base) -> Characteristics {
    match base {
        Base::Made(i) => made.0[i as usize].clone(),
        Base::Def(def, face) => {
            let faces = &table.def(def).faces;
            let mut chars = faces[usize::from(face).min(faces.len() - 1)].chars.clone();
            // A definition is shared by all games of the process; only a game's table knows its number in it.
            for ability in &mut chars.abilities {
                ability.handle = in_table(table, def, ability.handle, ability.origin);
            }
            chars
        }
    }
}

/// What cards show that nothing changes, by definition and owner: made once for many that leave (CR 608.2h).
#[derive(Resource, Default, Debug)]
pub struct Printed {
    /// The table that they are of.
    table: Option<Arc<CardTableData>>,
    rows: Vec<Option<Arc<Characteristics>>>,
}

/// What the front face of a card shows that nothing changes.
pub(crate) fn printed(world: &mut World, def: DefId, owner: Seat) -> Arc<Characteristics> {
    let (table, at) = (&world.resource::<CardTable>().0, usize::from(def.0) * SeatSet::MOST + owner.index());
    let printed = world.resource::<Printed>();
    if printed.table.as_ref().is_some_and(|known| Arc::ptr_eq(known, table))
        && let Some(Some(chars)) = printed.rows.get(at)
    {
        return Arc::clone(chars);
    }
    let (table, base) = (Arc::clone(table), base_values(world, Base::Def(def, 0)));
    let chars = Arc::new(Characteristics { controller: owner, ..base });
    let mut printed = world.resource_mut::<Printed>();
    if !printed.table.as_ref().is_some_and(|known| Arc::ptr_eq(known, &table)) {
        printed.rows.clear();
        printed.table = Some(table);
    }
    if printed.rows.len() <= at {
        printed.rows.resize(at + 1, None);
    }
    printed.rows[at] = Some(Arc::clone(&chars));
    chars
}

fn in_table(table: &CardTable, def: DefId, handle: AbilityHandle, origin: Origin) -> AbilityHandle {
    const UNSET: DefId = DefId(u16::MAX);
    match origin {
        Origin::BasicLandType if handle.def == UNSET => table.0.basic_mana[handle.index as usize],
        Origin::BasicLandType => handle,
        _ => AbilityHandle { def, ..handle },
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

/// CR 406.3a: whether it is a card that lies face down where such a card has no characteristics.
pub(super) fn is_blank(object: &Object, status: &Status) -> bool {
    status.face_down && matches!(object.zone, Zone::Exile | Zone::Command)
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
