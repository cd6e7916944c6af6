//! Whether a snapshot that comes from outside can be restored.
//!
//! A snapshot carries a checksum and the hash of the definitions that it was played with, so that what was damaged or
//! belongs to other cards is refused. Neither is a signature: who wants to can make up a position and [seal](Snapshot::seal)
//! it. So every number that the rules use as an index is looked at, too: seats, objects, effects, definitions, abilities,
//! programs and values; and objects must be in exactly the zones that they name.

use super::{Snapshot, SnapshotError};
use crate::cards::CardTable;
use crate::model::decision::Shape;
use crate::model::ids::{DefId, ObjectId, ObjectRef, Seat, StaticHandle};
use crate::model::object::ObjectKind;
use crate::model::zone::Zone;
use serde::ser::{self, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::xxh3_64;

/// A hasher whose result doesn't depend on the word size or byte order of the machine.
struct Portable(Vec<u8>);

macro_rules! little_endian {
    ($($write:ident: $type:ty as $wide:ty,)*) => {$(
        fn $write(&mut self, value: $type) {
            self.0.extend_from_slice(&(value as $wide).to_le_bytes());
        }
    )*};
}

impl Hasher for Portable {
    fn finish(&self) -> u64 {
        xxh3_64(&self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
    little_endian! {
        write_u16: u16 as u16, write_u32: u32 as u32, write_u64: u64 as u64, write_usize: usize as u64,
        write_i16: i16 as i16, write_i32: i32 as i32, write_i64: i64 as i64, write_isize: isize as i64,
    }
}

/// The checksum of everything else in a snapshot.
pub(super) fn checksum(snapshot: &Snapshot) -> u64 {
    let Snapshot { format, engine, card_set, checksum: _, cards, reworded, objects, used, effects, resources } =
        snapshot;
    let mut hasher = Portable(Vec::with_capacity(1 << 16));
    (format, engine, card_set, cards, reworded).hash(&mut hasher);
    (objects, used, effects, resources).hash(&mut hasher);
    hasher.finish()
}

/// Checks all indices of a snapshot against the card table that belongs to it.
pub(super) fn check(snapshot: &Snapshot, table: &CardTable) -> Result<(), SnapshotError> {
    let resources = &snapshot.resources;
    let seats = resources.players.0.len();
    if !(2..=16).contains(&seats) || resources.zones.own.len() != seats {
        return Err(SnapshotError::Players { players: seats, zones: resources.zones.own.len() });
    }
    let limits = Limits {
        seats,
        objects: snapshot.objects.len().max(snapshot.used.len()),
        effects: snapshot.effects.len(),
        made: resources.made.0.len(),
        table,
    };
    let mut walk = Walk { limits: &limits, last: 0 };
    (&snapshot.objects, &snapshot.effects, resources).serialize(&mut walk).map_err(|Wrong(error)| error)?;
    effects(snapshot, table)?;
    let sides = &resources.made.1;
    for row in sides.iter().flat_map(|side| [side.row, side.other]) {
        limits.index("values", row.into(), limits.made)?;
    }
    zones(snapshot)?;
    if let Some(decision) = &resources.pending.0 {
        let options = decision.options().len();
        let none = matches!(decision.shape, Shape::ChooseOne(_)) && options == 0;
        if none || resources.inbox.0.is_some() {
            return Err(SnapshotError::Decision);
        }
    }
    Ok(())
}

/// Effects in use are those in order, and what they say is there.
fn effects(snapshot: &Snapshot, table: &CardTable) -> Result<(), SnapshotError> {
    let list = &snapshot.resources.effects;
    let mut listed = vec![false; snapshot.effects.len()];
    for id in &list.order {
        let slot = listed.get_mut(id.0 as usize).filter(|slot| !**slot);
        *slot.ok_or(SnapshotError::Effect(id.0))? = true;
    }
    if list.used.len() != listed.len() {
        return Err(SnapshotError::Effect(list.used.len() as u32));
    }
    for (id, effect) in snapshot.effects.iter().enumerate().filter(|(id, _)| listed[*id]) {
        let StaticHandle { def, index } = effect.handle;
        if usize::from(index) >= table.def(def).statics.len() {
            return Err(SnapshotError::Effect(id as u32));
        }
    }
    Ok(())
}

/// Each object in use is in exactly the zone that it names; rows stand in the order of their numbers.
fn zones(snapshot: &Snapshot) -> Result<(), SnapshotError> {
    let zones = &snapshot.resources.zones;
    let mut found: Vec<Option<Zone>> = vec![None; snapshot.objects.len()];
    let mut lists = vec![Zone::Battlefield, Zone::Stack, Zone::Exile, Zone::Command];
    for seat in (0..zones.own.len() as u8).map(Seat) {
        lists.extend([Zone::Library(seat), Zone::Hand(seat), Zone::Graveyard(seat)]);
    }
    for zone in lists {
        for id in zones.list(zone) {
            let place = found.get_mut(id.index()).filter(|place| place.is_none()).ok_or(SnapshotError::Zone(*id))?;
            *place = Some(zone);
        }
    }
    for (i, row) in snapshot.objects.iter().enumerate() {
        let id = ObjectId(i as u32);
        let used = snapshot.used.get(i).copied().unwrap_or(false);
        let expected = (row.object.zone != Zone::Outside).then_some(row.object.zone);
        if row.object.id != id || found[i] != expected || used != (row.object.kind != ObjectKind::Unused) {
            return Err(SnapshotError::Zone(id));
        }
    }
    Ok(())
}

/// How many there are of what is referred to by number.
struct Limits<'a> {
    seats: usize,
    objects: usize,
    effects: usize,
    made: usize,
    table: &'a CardTable,
}

impl Limits<'_> {
    fn index(&self, what: &'static str, index: u64, count: usize) -> Result<(), SnapshotError> {
        if index < count as u64 { Ok(()) } else { Err(SnapshotError::Index { what, index, count }) }
    }
    /// A newtype of a number.
    fn newtype(&self, name: &'static str, index: u64) -> Result<(), SnapshotError> {
        match name {
            "Seat" => self.index("players", index, self.seats),
            "ObjectId" if index == u64::from(ObjectRef::NONE.id.0) => Ok(()),
            "ObjectId" => self.index("objects", index, self.objects),
            "EffectId" => self.index("effects", index, self.effects),
            "DefId" => self.index("definitions", index, self.table.0.defs.len()),
            _ => Ok(()),
        }
    }
    /// The place of something in a definition.
    fn handle(&self, name: &'static str, def: u64, index: u64) -> Result<(), SnapshotError> {
        self.index("definitions", def, self.table.0.defs.len())?;
        let def = self.table.def(DefId(def as u16));
        match name {
            "AbilityHandle" => self.index("abilities", index, def.abilities.len()),
            "ProgramHandle" => self.index("programs", index, def.programs.len()),
            "Base" => self.index("faces", index, def.faces.len()),
            // What a rule of the game replaces has no effect of a card.
            "StaticHandle" if index == 0 => Ok(()),
            _ => self.index("static effects", index, def.statics.len()),
        }
    }
}

/// Goes through all that serialises and looks at numbers whose types say what they count.
struct Walk<'a> {
    limits: &'a Limits<'a>,
    /// The last number that was seen.
    last: u64,
}

/// What ends the walk.
#[derive(Debug)]
struct Wrong(SnapshotError);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl std::error::Error for Wrong {}
impl ser::Error for Wrong {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(SnapshotError::Unreadable(message.to_string()))
    }
}

/// A compound value, with its last two numbers if it is the place of something in a definition.
struct Fields<'a, 'b> {
    walk: &'b mut Walk<'a>,
    handle: Option<(&'static str, [u64; 2])>,
}

impl Fields<'_, '_> {
    fn value<T: Serialize + ?Sized>(&mut self, v: &T) -> Result<(), Wrong> {
        v.serialize(&mut *self.walk)?;
        if let Some((_, numbers)) = &mut self.handle {
            *numbers = [numbers[1], self.walk.last];
        }
        Ok(())
    }
    fn close(self) -> Result<(), Wrong> {
        match self.handle {
            Some((name, [def, index])) => self.walk.limits.handle(name, def, index).map_err(Wrong),
            None => Ok(()),
        }
    }
}

macro_rules! number {
    ($($name:ident: $type:ty,)*) => {$(
        fn $name(self, v: $type) -> Result<(), Wrong> {
            self.last = v as u64;
            Ok(())
        }
    )*};
}

impl<'a, 'b> ser::Serializer for &'b mut Walk<'a> {
    type Ok = ();
    type Error = Wrong;
    type SerializeSeq = Fields<'a, 'b>;
    type SerializeTuple = Fields<'a, 'b>;
    type SerializeTupleStruct = Fields<'a, 'b>;
    type SerializeTupleVariant = Fields<'a, 'b>;
    type SerializeMap = Fields<'a, 'b>;
    type SerializeStruct = Fields<'a, 'b>;
    type SerializeStructVariant = Fields<'a, 'b>;

    number! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
    }
    fn serialize_f32(self, _: f32) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_f64(self, _: f64) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_bool(self, _: bool) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_char(self, _: char) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_str(self, _: &str) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_none(self) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, v: &T) -> Result<(), Wrong> {
        v.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Wrong> {
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, v: &T) -> Result<(), Wrong> {
        v.serialize(&mut *self)?;
        self.limits.newtype(name, self.last).map_err(Wrong)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        v: &T,
    ) -> Result<(), Wrong> {
        v.serialize(&mut *self)?;
        match (name, variant) {
            ("Base", "Made") => self.limits.index("values", self.last, self.limits.made).map_err(Wrong),
            _ => Ok(()),
        }
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Fields<'a, 'b>, Wrong> {
        Ok(Fields { walk: self, handle: None })
    }
    fn serialize_tuple(self, _: usize) -> Result<Fields<'a, 'b>, Wrong> {
        self.serialize_seq(None)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Fields<'a, 'b>, Wrong> {
        self.serialize_seq(None)
    }
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields<'a, 'b>, Wrong> {
        let is_face = (name, variant) == ("Base", "Def");
        Ok(Fields { walk: self, handle: is_face.then_some((name, [0; 2])) })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'a, 'b>, Wrong> {
        self.serialize_seq(None)
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Fields<'a, 'b>, Wrong> {
        let is_handle = matches!(name, "AbilityHandle" | "ProgramHandle" | "StaticHandle");
        Ok(Fields { walk: self, handle: is_handle.then_some((name, [0; 2])) })
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Fields<'a, 'b>, Wrong> {
        self.serialize_seq(None)
    }
}

macro_rules! compound {
    ($($trait:ident, $method:ident($($key:ident)?);)*) => {$(
        impl ser::$trait for Fields<'_, '_> {
            type Ok = ();
            type Error = Wrong;
            fn $method<T: Serialize + ?Sized>(&mut self, $($key: &'static str,)? v: &T) -> Result<(), Wrong> {
                self.value(v)
            }
            fn end(self) -> Result<(), Wrong> {
                self.close()
            }
        }
    )*};
}
compound! {
    SerializeSeq, serialize_element();
    SerializeTuple, serialize_element();
    SerializeTupleStruct, serialize_field();
    SerializeTupleVariant, serialize_field();
    SerializeStruct, serialize_field(_key);
    SerializeStructVariant, serialize_field(_key);
}

impl ser::SerializeMap for Fields<'_, '_> {
    type Ok = ();
    type Error = Wrong;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Wrong> {
        self.value(key)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, v: &T) -> Result<(), Wrong> {
        self.value(v)
    }
    fn end(self) -> Result<(), Wrong> {
        Ok(())
    }
}
