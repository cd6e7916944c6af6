//! Whether a snapshot that comes from outside can be restored.
//!
//! A snapshot carries a checksum and the hash of the definitions that it was played with, so that what was damaged or
//! belongs to other cards is refused. Neither is a signature: anyone can construct a position and [seal](Snapshot::seal)
//! it. So every number that the rules use as an index is looked at, too: seats, objects, effects, definitions, abilities,
//! programs and values; and objects must be in exactly the zones that they name.

use super::{Snapshot, SnapshotError};
use crate::cards::CardTable;
use crate::model::decision::{Decision, Shape};
use crate::model::ids::{AbilityHandle, DefId, ObjectId, ObjectRef, ProgramHandle, Seat, StaticHandle};
use crate::model::object::ObjectKind;
use crate::model::references::{Reference, References};
use crate::model::rng::Stream;
use crate::model::saved::Portable;
use crate::model::zone::Zone;
use std::hash::{Hash, Hasher};

/// Effects that have ended are named by what they granted, such as an ability that is still on the stack; their slots are made
/// again. No number beyond this one is.
const MOST_NAMED: usize = 1 << 12;

/// Turns, timestamps, handles and the incarnations of objects are counted upwards for as long as a game lasts. No game comes
/// anywhere near this number, and from here on there is room for a game as long as any.
const MOST_COUNTED: u32 = 1 << 30;

/// The checksum of everything else in a snapshot.
pub(super) fn checksum(snapshot: &Snapshot) -> u64 {
    let Snapshot {
        format,
        engine,
        card_set,
        checksum: _,
        cards,
        reworded,
        objects,
        used,
        effects,
        resources,
        registered,
    } = snapshot;
    let mut hasher = Portable::with_capacity(1 << 16);
    (format, engine, card_set, cards, reworded).hash(&mut hasher);
    (objects, used, effects, resources).hash(&mut hasher);
    // Without plugins that have state it is the sum that it was before there could be any.
    if !registered.is_empty() {
        registered.hash(&mut hasher);
    }
    hasher.finish()
}

/// Checks all indices of a snapshot against the card table that belongs to it. How many slots of effects there must be for those
/// that are named in it.
pub(super) fn check(snapshot: &Snapshot, table: &CardTable) -> Result<usize, SnapshotError> {
    let resources = &snapshot.resources;
    let seats = resources.players.0.len();
    if !(2..=16).contains(&seats) || resources.zones.own.len() != seats {
        return Err(SnapshotError::Players { players: seats, zones: resources.zones.own.len() });
    }
    let limits = Limits {
        seats,
        objects: snapshot.objects.len().max(snapshot.used.len()),
        effects: snapshot.effects.len().max(MOST_NAMED),
        made: resources.made.0.len(),
        table,
    };
    let (mut wrong, mut named) = (None, 0);
    snapshot.visit(&mut |reference| {
        named = named.max(slots_for(reference));
        if wrong.is_none() {
            wrong = limits.check(reference).err();
        }
    });
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let turn = &resources.turn;
    for number in turn.begun.iter().chain(&turn.last).chain([&turn.number]) {
        counted("turns", *number)?;
    }
    counted("decisions", resources.decisions.0)?;
    counted("timestamps", resources.zones.clock.0)?;
    counted("handles", resources.zones.handle.0)?;
    effects(snapshot, table)?;
    zones(snapshot)?;
    if let Some(decision) = &resources.pending.0
        && (resources.returned.has_answer() || !has_answers(decision))
    {
        return Err(SnapshotError::Decision);
    }
    Ok(named)
}

/// Whether there is something to choose from, enough of it, and an answer that fulfils all else that the decision asks.
fn has_answers(decision: &Decision) -> bool {
    let enough = match &decision.shape {
        Shape::ChooseOne(options) => !options.is_empty(),
        Shape::ChooseSome { options, min, max, .. } => min <= max && usize::from(*min) <= options.len(),
        Shape::Distribute { options, total, .. } => !options.is_empty() || *total == 0,
        Shape::Number { min, max } => min <= max,
        Shape::Name(names) => !names.is_empty(),
        Shape::Order(_) | Shape::Confirm => true,
    };
    enough && decision.check(&decision.sample(&mut Stream::new(0, 0))).is_ok()
}

/// How many slots of effects there must be for what a reference names: what has ended may still be named by what it granted.
pub(super) fn slots_for(reference: Reference) -> usize {
    if let Reference::Effect(id) = reference { id.0 as usize + 1 } else { 0 }
}

/// Effects in use are those in order, rows stand in the order of their numbers, and what they say is there.
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
    if let Some((_, effect)) = snapshot.effects.iter().enumerate().find(|(i, effect)| effect.id.0 as usize != *i) {
        return Err(SnapshotError::Effect(effect.id.0));
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
    fn check(&self, reference: Reference) -> Result<(), SnapshotError> {
        match reference {
            Reference::Object(ObjectRef::NONE) => Ok(()),
            Reference::Object(object) | Reference::Identity(object) => {
                counted("incarnations", object.incarnation)?;
                self.slot(object.id)
            }
            Reference::Slot(id) => self.slot(id),
            Reference::Effect(id) => index("effects", id.0, self.effects),
            Reference::Seat(seat) => index("players", seat.0, self.seats),
            Reference::Definition(def) => self.definition(def),
            Reference::Face(def, face) => {
                self.definition(def)?;
                index("faces", face, self.table.def(def).faces.len())
            }
            Reference::Ability(AbilityHandle { def, index: place }) => {
                self.definition(def)?;
                index("abilities", place, self.table.def(def).abilities.len())
            }
            Reference::Program(ProgramHandle { def, index: place }) => {
                self.definition(def)?;
                index("programs", place, self.table.def(def).programs.len())
            }
            // What a rule of the game replaces has no effect of a card.
            Reference::StaticEffect(StaticHandle { def, index: 0 }) => self.definition(def),
            Reference::StaticEffect(StaticHandle { def, index: place }) => {
                self.definition(def)?;
                index("static effects", place, self.table.def(def).statics.len())
            }
            Reference::Interned(row) => index("values", row, self.made),
            // They are compared, and lead nowhere.
            Reference::Timestamp(_) | Reference::Handle(_) => Ok(()),
        }
    }
    fn slot(&self, id: ObjectId) -> Result<(), SnapshotError> {
        index("objects", id.0, self.objects)
    }
    fn definition(&self, def: DefId) -> Result<(), SnapshotError> {
        index("definitions", def.0, self.table.0.defs.len())
    }
}

fn counted(what: &'static str, number: u32) -> Result<(), SnapshotError> {
    if number <= MOST_COUNTED { Ok(()) } else { Err(SnapshotError::Count { what, number, most: MOST_COUNTED }) }
}

fn index(what: &'static str, index: impl Into<u64>, count: usize) -> Result<(), SnapshotError> {
    let index = index.into();
    if index < count as u64 { Ok(()) } else { Err(SnapshotError::Index { what, index, count }) }
}
