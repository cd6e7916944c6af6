//! Hashes of a state.
//!
//! [`plain_hash`] covers everything and tells two states of one program run apart. [`canonical_hash`] goes through
//! serde, so that it can tell what a number means by the name of its type: object numbers become their place in the
//! zones, timestamps their rank, incarnations only whether a reference is still good. Two positions that players
//! can't tell apart have equal canonical hashes.

use super::Snapshot;
use crate::cards::def::{Subtype, SubtypeSet};
use crate::model::ids::{ObjectId, Timestamp};
use serde::ser::{self, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hasher;
use xxhash_rust::xxh3::Xxh3;

/// A hash of a position: zones in order, timestamps by rank; no incarnations, numbers of slots, randomness, log or
/// knowledge; nor how far the game had to go to get there.
pub fn canonical_hash(snapshot: &Snapshot) -> u64 {
    let ranks = Ranks::of(snapshot);
    let mut hasher = Xxh3::new();
    let mut s = Canon { out: &mut hasher, ranks: &ranks };
    let r = &snapshot.resources;
    for (id, _) in &ranks.places {
        if let Some(row) = snapshot.objects.get(id.index()) {
            let parts = (&row.object.kind, row.object.owner, &row.object.base, row.object.zone, row.object.timestamp);
            let _ = (parts, &row.chars, &row.status, &row.counters, &row.stack).serialize(&mut s);
        }
    }
    let zones: Vec<_> = r.zones.own.iter().map(|z| (z.library.len(), z.hand.len(), z.graveyard.len())).collect();
    let _ = (zones, &r.players, &r.combat, &r.agenda, &r.pending).serialize(&mut s);
    let turn = &r.turn;
    let _ = (turn.active, turn.step, &turn.steps, &turn.extra, turn.next, turn.priority, turn.passed).serialize(&mut s);
    let effects: Vec<_> = r.effects.order.iter().filter_map(|id| snapshot.effects.get(id.0 as usize)).collect();
    for e in effects {
        let _ = (e.timestamp, &e.origin, &e.handle, &e.bindings, &e.locked, &e.duration, e.left).serialize(&mut s);
    }
    let _ = (&r.delayed, &r.triggers).serialize(&mut s);
    hasher.finish()
}

struct Ranks {
    places: Vec<(ObjectId, u32)>,
    place: BTreeMap<ObjectId, u32>,
    incarnation: BTreeMap<ObjectId, u32>,
    times: Vec<Timestamp>,
}

impl Ranks {
    fn of(snapshot: &Snapshot) -> Self {
        let zones = &snapshot.resources.zones;
        let mut order: Vec<ObjectId> = Vec::new();
        order.extend(zones.battlefield.iter().chain(&zones.stack).chain(&zones.exile).chain(&zones.command));
        for own in &zones.own {
            order.extend(own.hand.iter().chain(&own.graveyard).chain(&own.library).chain(&own.sideboard));
        }
        let places: Vec<_> = order.iter().enumerate().map(|(i, id)| (*id, i as u32)).collect();
        // Free slots have no place, nor do they count here.
        let rows = order.iter().filter_map(|id| snapshot.objects.get(id.index()));
        let mut times: Vec<Timestamp> = rows.map(|r| r.object.timestamp).collect();
        times.extend(snapshot.effects.iter().map(|e| e.timestamp));
        times.extend(snapshot.objects.iter().flat_map(|r| r.counters.0.iter().map(|c| c.2)));
        times.sort_unstable();
        times.dedup();
        Self {
            place: places.iter().copied().collect(),
            incarnation: snapshot.objects.iter().map(|r| (r.object.id, r.object.incarnation)).collect(),
            places,
            times,
        }
    }
}

/// A serde serializer that feeds a hasher.
struct Canon<'a> {
    out: &'a mut Xxh3,
    ranks: &'a Ranks,
}

#[derive(Debug)]
struct Never;
impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hashing doesn't fail")
    }
}
impl std::error::Error for Never {}
impl ser::Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// The fields of an `ObjectRef` as they come in.
#[derive(Default)]
struct Reference {
    id: Option<u32>,
    incarnation: Option<u32>,
}

/// A compound value: plain, or an object reference that is put together first.
struct Compound<'a, 'b> {
    canon: &'b mut Canon<'a>,
    reference: Option<Reference>,
}

macro_rules! number {
    ($($name:ident: $type:ty,)*) => {$(
        fn $name(self, v: $type) -> Result<(), Never> {
            self.out.write(&v.to_le_bytes());
            Ok(())
        }
    )*};
}

impl<'a, 'b> ser::Serializer for &'b mut Canon<'a> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Compound<'a, 'b>;
    type SerializeTuple = Compound<'a, 'b>;
    type SerializeTupleStruct = Compound<'a, 'b>;
    type SerializeTupleVariant = Compound<'a, 'b>;
    type SerializeMap = Compound<'a, 'b>;
    type SerializeStruct = Compound<'a, 'b>;
    type SerializeStructVariant = Compound<'a, 'b>;

    number! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_f32: f32, serialize_f64: f64,
    }
    fn serialize_bool(self, v: bool) -> Result<(), Never> {
        self.serialize_u8(v.into())
    }
    fn serialize_char(self, v: char) -> Result<(), Never> {
        self.serialize_u32(v.into())
    }
    fn serialize_str(self, v: &str) -> Result<(), Never> {
        self.serialize_bytes(v.as_bytes())
    }
    fn serialize_bytes(self, v: &[u8]) -> Result<(), Never> {
        self.out.write(&(v.len() as u64).to_le_bytes());
        self.out.write(v);
        Ok(())
    }
    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_u8(0)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, v: &T) -> Result<(), Never> {
        self.out.write(&[1]);
        v.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, i: u32, _: &'static str) -> Result<(), Never> {
        self.serialize_u32(i)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, v: &T) -> Result<(), Never> {
        match name {
            "ObjectId" | "Timestamp" => {
                let raw = raw(v);
                let rank = match name {
                    "ObjectId" => self.ranks.place.get(&ObjectId(raw)).copied().unwrap_or(u32::MAX),
                    _ => self.ranks.times.binary_search(&Timestamp(raw)).map_or(u32::MAX, |i| i as u32),
                };
                self.serialize_u32(rank)
            }
            // Numbers of slots of effects depend on history; what an effect is stands in its own row.
            "EffectId" => Ok(()),
            // What a player knows is no part of a position.
            _ => v.serialize(self),
        }
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        i: u32,
        _: &'static str,
        v: &T,
    ) -> Result<(), Never> {
        self.out.write(&i.to_le_bytes());
        v.serialize(self)
    }
    fn serialize_seq(self, len: Option<usize>) -> Result<Compound<'a, 'b>, Never> {
        self.out.write(&(len.unwrap_or(usize::MAX) as u64).to_le_bytes());
        Ok(Compound { canon: self, reference: None })
    }
    fn serialize_tuple(self, _: usize) -> Result<Compound<'a, 'b>, Never> {
        Ok(Compound { canon: self, reference: None })
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'a, 'b>, Never> {
        Ok(Compound { canon: self, reference: None })
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        i: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Compound<'a, 'b>, Never> {
        self.out.write(&i.to_le_bytes());
        Ok(Compound { canon: self, reference: None })
    }
    fn serialize_map(self, len: Option<usize>) -> Result<Compound<'a, 'b>, Never> {
        self.serialize_seq(len)
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Compound<'a, 'b>, Never> {
        let reference = (name == "ObjectRef").then(Reference::default);
        Ok(Compound { canon: self, reference })
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        i: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Compound<'a, 'b>, Never> {
        self.out.write(&i.to_le_bytes());
        Ok(Compound { canon: self, reference: None })
    }
}

/// The number inside a newtype of a `u32`.
fn raw<T: Serialize + ?Sized>(v: &T) -> u32 {
    serde_json::to_value(v).ok().and_then(|v| v.as_u64()).unwrap_or(u64::MAX) as u32
}

/// Subtypes by their numbers.
fn in_one_order<T: Serialize + ?Sized>(v: &T) -> Vec<Subtype> {
    let set: Option<SubtypeSet> = serde_json::to_value(v).ok().and_then(|v| serde_json::from_value(v).ok());
    set.iter().flat_map(SubtypeSet::by_number).collect()
}

impl Compound<'_, '_> {
    fn value<T: Serialize + ?Sized>(&mut self, v: &T) -> Result<(), Never> {
        v.serialize(&mut *self.canon)
    }
    fn named<T: Serialize + ?Sized>(&mut self, key: &'static str, v: &T) -> Result<(), Never> {
        match (&mut self.reference, key) {
            (Some(reference), "id") => reference.id = Some(raw(v)),
            (Some(reference), _) => reference.incarnation = Some(raw(v)),
            // In which order they stand on the type line makes no difference (CR 205.3).
            (None, "subtypes") => return self.value(&in_one_order(v)),
            (None, _) => return self.value(v),
        }
        Ok(())
    }
    fn close(self) -> Result<(), Never> {
        if let Some(Reference { id: Some(id), incarnation }) = self.reference {
            let id = ObjectId(id);
            let good = self.canon.ranks.incarnation.get(&id).copied() == incarnation;
            let place = self.canon.ranks.place.get(&id).copied().unwrap_or(u32::MAX);
            self.canon.out.write(&(if good { place } else { u32::MAX - 1 }).to_le_bytes());
        }
        Ok(())
    }
}

macro_rules! compound {
    ($($trait:ident, $method:ident;)*) => {$(
        impl ser::$trait for Compound<'_, '_> {
            type Ok = ();
            type Error = Never;
            fn $method<T: Serialize + ?Sized>(&mut self, v: &T) -> Result<(), Never> {
                self.value(v)
            }
            fn end(self) -> Result<(), Never> {
                self.close()
            }
        }
    )*};
}
compound! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

impl ser::SerializeMap for Compound<'_, '_> {
    type Ok = ();
    type Error = Never;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        self.value(key)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, v: &T) -> Result<(), Never> {
        self.value(v)
    }
    fn end(self) -> Result<(), Never> {
        Ok(())
    }
}
impl ser::SerializeStruct for Compound<'_, '_> {
    type Ok = ();
    type Error = Never;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, v: &T) -> Result<(), Never> {
        self.named(key, v)
    }
    fn end(self) -> Result<(), Never> {
        self.close()
    }
}
impl ser::SerializeStructVariant for Compound<'_, '_> {
    type Ok = ();
    type Error = Never;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, v: &T) -> Result<(), Never> {
        self.named(key, v)
    }
    fn end(self) -> Result<(), Never> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::def::TypeLine;
    use crate::model::object::Characteristics;

    #[test]
    fn the_order_of_subtypes_makes_no_difference() {
        let ranks =
            Ranks { places: Vec::new(), place: BTreeMap::new(), incarnation: BTreeMap::new(), times: Vec::new() };
        let hash = |line: &str| {
            let subtypes = TypeLine::parse(line).unwrap().subtypes;
            let mut out = Xxh3::new();
            let chars = Characteristics { subtypes, ..Characteristics::default() };
            chars.serialize(&mut Canon { out: &mut out, ranks: &ranks }).unwrap();
            (out.finish(), chars)
        };
        let ((one, a), (other, b)) = (hash("Creature - Elf Druid"), hash("Creature - Druid Elf"));
        assert_eq!(one, other);
        assert_eq!(a, b);
        assert!(a.subtypes.iter().ne(b.subtypes.iter()));
        assert_ne!(one, hash("Creature - Elf").0);
    }
}
