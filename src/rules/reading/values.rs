//! Values before any effect (CR 613.1), and values made in play.

use super::Live;
use crate::cards::CardTable;
use crate::cards::def::{CardTypes, Layout, Subtype};
use crate::model::continuous::{InternedValues, OtherSide, Side};
use crate::model::ids::{ObjectId, Origin, Seat};
use crate::model::object::{
    AbilityInstance, Characteristics, CopiableSource, Doors, FaceDown, Object, StackEntry, Status,
};
use crate::model::zone::Zone;
use crate::rules::state::{EditGame, ReadGame};
use std::borrow::Cow;

/// CR 613.1: the values that an object starts from, as printed or as the effect that made it defines them.
/// Controlled by the first seat; the caller knows better.
pub fn base_values(world: &impl ReadGame, base: CopiableSource) -> Characteristics {
    starting(world.part(), world.part(), base)
}

/// CR 707.2, 707.8a: copiable values, and those of the other side if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copiable {
    /// Of the face that is up, of a flip card those of its top half.
    pub chars: Characteristics,
    /// Of the other face, or of the bottom half; of an object with a shared type line those with each set of unlocked halves.
    pub others: Vec<(Side, Characteristics)>,
}

impl Copiable {
    /// Without another side.
    pub const fn plain(chars: Characteristics) -> Self {
        Self { chars, others: Vec::new() }
    }

    /// What a base says, with its other half if it is a flip card's, and with both halves of a shared type line (CR 709.5b).
    pub fn of_base(world: &impl ReadGame, base: CopiableSource) -> Self {
        Self::of_values(world.part(), world.part(), base)
    }

    pub(crate) fn of_values(table: &CardTable, made: &InternedValues, base: CopiableSource) -> Self {
        let unlocked = Doors::SETS.into_iter().filter(|_| table.0.traits.halves).map(Side::Unlocked);
        let prepare = table.0.traits.prepares.then_some(Side::Prepare);
        let sides = std::iter::once(Side::Flipped).chain(unlocked).chain(prepare);
        let other = |side| Some((side, starting(table, made, other_side(table, made, base, side)?)));
        Self { chars: starting(table, made, base), others: sides.filter_map(other).collect() }
    }

    /// CR 707.8, 202.3b: for something that isn't double-faced by itself: the face that is up, which has no front face to
    /// take a mana value from.
    #[must_use]
    pub fn single_faced(mut self) -> Self {
        self.chars.front_value = 0;
        self.others.retain(|(side, _)| *side != Side::Turned);
        self
    }

    /// Changes all sides but a prepare spell, which has no exceptions of a copy (CR 722.3c).
    #[must_use]
    pub fn map(self, mut f: impl FnMut(Characteristics) -> Characteristics) -> Self {
        let chars = f(self.chars);
        let changed = |(side, other)| (side, if side == Side::Prepare { other } else { f(other) });
        Self { chars, others: self.others.into_iter().map(changed).collect() }
    }

    /// CR 709.5b: whether it is of an object with a shared type line.
    pub fn has_halves(&self) -> bool {
        self.others.iter().any(|(side, _)| matches!(side, Side::Unlocked(_)))
    }
}

/// CR 709.5, 710.2, 712.9: where the values of the other side come from; `None` for what has no such side.
pub fn other_side(
    table: &CardTable,
    made: &InternedValues,
    base: CopiableSource,
    side: Side,
) -> Option<CopiableSource> {
    match base {
        CopiableSource::Def(def, face) => match (side, table.def(def).layout?) {
            (Side::Turned, Layout::Transform | Layout::ModalDoubleFaced) => {
                Some(CopiableSource::Def(def, 1 - face.min(1)))
            }
            (Side::Flipped, Layout::Flip) | (Side::Prepare, Layout::Prepare) if face == 0 => {
                Some(CopiableSource::Def(def, 1))
            }
            (Side::Unlocked(doors), Layout::SharedTypeLine) => Some(CopiableSource::Def(def, doors.face())),
            _ => None,
        },
        CopiableSource::Interned(row) => {
            let other = made.1.iter().find(|other| other.row == row && other.side == side);
            other.map(|other| CopiableSource::Interned(other.other))
        }
    }
}

/// CR 110.5c, 709.5, 710.2: the sides that an object shows with this status, of those that it has.
pub(crate) fn sides(table: &CardTable, zone: Zone, status: &Status) -> impl Iterator<Item = Side> + use<> {
    let halves = table.0.traits.halves && zone == Zone::Battlefield;
    let flipped = status.flipped.then_some(Side::Flipped);
    flipped.into_iter().chain(halves.then_some(Side::Unlocked(status.unlocked)))
}

/// CR 110.5c, 709.5, 710.2: where the values come from that an object shows in a zone with this status.
pub(crate) fn shown(
    table: &CardTable,
    made: &InternedValues,
    base: CopiableSource,
    (zone, status): (Zone, &Status),
) -> CopiableSource {
    sides(table, zone, status).find_map(|side| other_side(table, made, base, side)).unwrap_or(base)
}

/// [`base_values`], for callers that have the tables at hand.
pub(crate) fn starting(table: &CardTable, made: &InternedValues, base: CopiableSource) -> Characteristics {
    match base {
        CopiableSource::Interned(i) => made.0[i as usize].clone(),
        CopiableSource::Def(def, face) => table.face(def, face),
    }
}

/// [`starting`], written to a place.
pub(crate) fn start_from(table: &CardTable, made: &InternedValues, base: CopiableSource, chars: &mut Characteristics) {
    match base {
        CopiableSource::Interned(i) => chars.clone_from(&made.0[i as usize]),
        CopiableSource::Def(def, 0) => chars.clone_from(table.printed(def, Seat(0))),
        CopiableSource::Def(def, face) => *chars = table.face(def, face),
    }
}

/// The row of the game's table that has these copiable values and no other side; equal ones share a row. Who controls it
/// doesn't belong to them (CR 707.2).
pub fn make_values(world: &mut impl EditGame, mut chars: Characteristics) -> CopiableSource {
    chars.controller = Seat(0);
    let made = world.part_mut::<InternedValues>();
    let InternedValues(rows, sides) = &*made;
    let alone = |i: usize| !sides.iter().any(|side| usize::from(side.row) == i);
    let row = rows.iter().enumerate().position(|(i, c)| *c == chars && alone(i));
    CopiableSource::Interned(row.map_or_else(|| made.push(chars), |row| row as u16))
}

/// As [`make_values`] for all sides of a copy.
pub fn make_copy(world: &mut impl EditGame, values: Copiable) -> CopiableSource {
    let Copiable { mut chars, mut others } = values;
    if others.is_empty() {
        return make_values(world, chars);
    }
    chars.controller = Seat(0);
    others.iter_mut().for_each(|(_, other)| other.controller = Seat(0));
    let made = world.part_mut::<InternedValues>();
    let at = |row: u16| &made.0[usize::from(row)];
    let of_row = |row: u16| made.1.iter().filter(move |known| known.row == row);
    let has = |row: u16, (side, other): &(Side, Characteristics)| {
        of_row(row).any(|known| known.side == *side && at(known.other) == other)
    };
    let same = |row: &u16| {
        *at(*row) == chars && of_row(*row).count() == others.len() && others.iter().all(|other| has(*row, other))
    };
    if let Some(known) = made.1.iter().map(|known| known.row).find(same) {
        return CopiableSource::Interned(known);
    }
    let row = made.push(chars);
    for (side, other) in others {
        let other = made.push(other);
        made.1.push(OtherSide { row, side, other });
        if side == Side::Turned {
            made.1.push(OtherSide { row: other, side, other: row });
        }
    }
    CopiableSource::Interned(row)
}

impl InternedValues {
    fn push(&mut self, chars: Characteristics) -> u16 {
        self.0.push(chars);
        u16::try_from(self.0.len() - 1).expect("a game has fewer than 65,536 different copies")
    }
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
pub(crate) fn is_blank(object: &Object, status: &Status) -> bool {
    status.face_down && matches!(object.zone, Zone::Exile | Zone::Command | Zone::Hand(_))
}

/// What an object is like by its own values, for what looks at a card that is about to go somewhere else: those that it
/// has, unless it lies face down without any (CR 406.3a).
pub fn own_values<'w>(live: &Live<'w>, id: ObjectId) -> Cow<'w, Characteristics> {
    let world = live;
    let object = live.world_object(id);
    if !matches!(object.zone, Zone::Exile | Zone::Command) || !is_blank(object, live.world_status(id)) {
        return Cow::Borrowed(live.world_chars(id));
    }
    Cow::Owned(Characteristics { controller: object.owner, ..base_values(world, object.base) })
}

/// CR 110.2, 112.2, 108.4: who controls an object before layer 2.
pub(crate) fn first_controller<'a>(object: &Object, status: &Status, stack: impl FnOnce() -> &'a StackEntry) -> Seat {
    match object.zone {
        Zone::Battlefield => status.base_controller,
        Zone::Stack => stack().caster,
        _ => object.owner,
    }
}

/// The place of a basic land type among the five.
pub(crate) fn basic(subtype: Subtype) -> Option<usize> {
    Subtype::BASIC_LANDS.iter().position(|s| *s == subtype)
}
