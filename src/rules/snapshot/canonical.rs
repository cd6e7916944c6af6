//! The hash of a position, up to numbering.
//!
//! [`canonical_hash`] goes through a position twice, by [`References`]: to rank moments, and to hash it. Object numbers
//! become their place in the zones, effects their place in the order of timestamps, timestamps their rank, incarnations
//! only whether a reference is still good. Two positions that players can't tell apart have equal canonical hashes.

use crate::model::continuous::ContinuousEffect;
use crate::model::ids::{ContinuousEffectId, ObjectId, ObjectRef, Timestamp};
use crate::model::object::Object;
use crate::model::references::{Reference, ReferenceVisitor, References};
use crate::model::saved::{Portable, SavedRows};
use crate::model::snapshot::{GameParts, ObjectRow, Snapshot};
use crate::model::turn::Turn;
use crate::model::zone::ZoneLists;
use std::hash::{Hash, Hasher};

/// A hash of a position: zones in order, timestamps by rank; no incarnations, numbers of slots, randomness, log or
/// knowledge; nor how far the game had to go to get there.
pub fn canonical_hash(snapshot: &Snapshot) -> u64 {
    let mut times = Vec::new();
    visit_position(snapshot, &mut |reference| {
        if let Reference::Timestamp(time) = reference {
            times.push(time);
        }
    });
    times.sort_unstable();
    times.dedup();
    let mut canon = Canon { out: Portable::default(), places: Places::of(snapshot), times };
    visit_position(snapshot, &mut canon);
    canon.out.finish()
}

/// The objects of all zones, in order.
fn in_order(zones: &ZoneLists) -> impl Iterator<Item = ObjectId> + '_ {
    let ZoneLists { own, battlefield, stack, exile, command } = zones;
    let shared = battlefield.iter().chain(stack).chain(exile).chain(command);
    let owned =
        own.iter().flat_map(|own| own.hand.iter().chain(&own.graveyard).chain(&own.library).chain(&own.sideboard));
    shared.chain(owned).copied()
}

macro_rules! show {
    ($visitor:ident: $($part:expr),* $(,)?) => { $($part.visit($visitor);)* };
}

/// Shows everything that makes up a position, in an order that doesn't depend on numbers. Each part is taken apart, so
/// that a new field must be named here: shown, or left out with the reason.
fn visit_position(snapshot: &Snapshot, visitor: &mut impl ReferenceVisitor) {
    let GameParts {
        agenda,
        pending,
        zones,
        players,
        turn,
        combat,
        triggers,
        delayed,
        effects,
        // How the game is run isn't part of it, nor is its end.
        settings: _,
        decisions: _,
        outcome: _,
        // What happened before.
        last_known: _,
        history: _,
        // A task takes what was returned to it before another one asks, and an answer before a position is looked at.
        returned: _,
        refused: _,
        loops: _,
        // What will happen.
        rng: _,
        // What objects have of them stands in their characteristics.
        made: _,
    } = &snapshot.resources;
    show!(visitor: zones.battlefield.len(), zones.stack.len(), zones.exile.len(), zones.command.len());
    for own in &zones.own {
        show!(visitor: own.library.len(), own.hand.len(), own.graveyard.len(), own.sideboard.len());
    }
    for row in in_order(zones).filter_map(|id| snapshot.objects.get(id.index())) {
        let ObjectRow { object, chars, status, this_turn, cast_as, linked, counters, stack } = row;
        // It is in the place that is looked at. Who knows it, and when it came, is history.
        let Object {
            kind,
            owner,
            base,
            zone,
            timestamp,
            id: _,
            incarnation: _,
            known_to: _,
            entered_turn: _,
            drawn_turn: _,
            handle: _,
        } = object;
        show!(visitor: kind, owner, base, zone, timestamp, chars, status, this_turn, cast_as, linked, counters, stack);
        for state in &snapshot.registered {
            if let Some(value) = state.rows.of(object.id) {
                show!(visitor: state.name, value);
            }
        }
    }
    show!(visitor: players, combat, agenda, pending);
    // Turns are counted for what lasts until the next one.
    let Turn {
        active,
        step,
        steps,
        extra,
        extra_with,
        next,
        priority,
        passed,
        day_night,
        worlds,
        number: _,
        begun: _,
        last: _,
        first: _,
    } = turn;
    show!(visitor: active, step, steps, extra, extra_with, next, priority, passed, day_night, worlds);
    for effect in effects.order.iter().filter_map(|id| snapshot.effects.get(id.0 as usize)) {
        let ContinuousEffect {
            timestamp,
            origin,
            handle,
            bindings,
            locked,
            duration,
            since,
            copied,
            remaining,
            values,
            denied,
            // It is in use, and in the place that is looked at.
            id: _,
            active: _,
        } = effect;
        // The turn in which it began is history.
        let player = since.player();
        show!(visitor: timestamp, origin, handle, bindings, locked, duration, player, copied, remaining, values, denied);
    }
    show!(visitor: delayed, triggers);
    for state in &snapshot.registered {
        if let SavedRows::Resource(Some(value)) = &state.rows {
            show!(visitor: state.name, value);
        }
    }
}

/// Where objects and effects are.
struct Places {
    /// By the number of the object: its incarnation, and its place if it is in a zone.
    objects: Vec<(u32, Option<u32>)>,
    /// By the number of the effect: its place if it is in use.
    effects: Vec<Option<u32>>,
}

impl Places {
    fn of(snapshot: &Snapshot) -> Self {
        let mut objects: Vec<_> = snapshot.objects.iter().map(|row| (row.object.incarnation, None)).collect();
        for (place, id) in in_order(&snapshot.resources.zones).enumerate() {
            if let Some(object) = objects.get_mut(id.index()) {
                object.1 = Some(place as u32);
            }
        }
        let mut effects = vec![None; snapshot.effects.len()];
        for (place, id) in snapshot.resources.effects.order.iter().enumerate() {
            if let Some(effect) = effects.get_mut(id.0 as usize) {
                *effect = Some(place as u32);
            }
        }
        Self { objects, effects }
    }
    fn slot(&self, id: ObjectId) -> Option<u32> {
        self.objects.get(id.index())?.1
    }
    /// `None` for an object that doesn't exist any more, `Some(None)` for one outside of all zones.
    fn object(&self, object: ObjectRef) -> Option<Option<u32>> {
        let (incarnation, place) = *self.objects.get(object.id.index())?;
        (incarnation == object.incarnation).then_some(place)
    }
    fn effect(&self, id: ContinuousEffectId) -> Option<u32> {
        self.effects.get(id.0 as usize).copied().flatten()
    }
}

/// Hashes what it is shown, with places and ranks instead of numbers.
struct Canon {
    out: Portable,
    places: Places,
    times: Vec<Timestamp>,
}

impl ReferenceVisitor for Canon {
    fn reference(&mut self, reference: Reference) {
        let out = &mut self.out;
        match reference {
            Reference::Object(object) => self.places.object(object).hash(out),
            Reference::Identity(object) => self.places.slot(object.id).hash(out),
            Reference::Slot(id) => self.places.slot(id).hash(out),
            Reference::Effect(id) => self.places.effect(id).hash(out),
            Reference::Timestamp(time) => self.times.binary_search(&time).ok().hash(out),
            // What clients call an object makes no difference.
            Reference::Handle(_) => {}
            // Players and the card table are the same in all positions of a game.
            Reference::Seat(seat) => seat.hash(out),
            Reference::Definition(def) => def.hash(out),
            Reference::Face(def, face) => (0u8, def, face).hash(out),
            Reference::Ability(handle) => handle.hash(out),
            Reference::Program(handle) => handle.hash(out),
            Reference::StaticEffect(handle) => handle.hash(out),
            Reference::Interned(row) => (1u8, row).hash(out),
        }
    }
    fn plain<T: Hash + ?Sized>(&mut self, data: &T) {
        data.hash(&mut self.out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::def::TypeLine;
    use crate::model::object::Characteristics;

    #[test]
    fn the_order_of_subtypes_makes_no_difference() {
        let hash = |line: &str| {
            let places = Places { objects: Vec::new(), effects: Vec::new() };
            let mut canon = Canon { out: Portable::default(), places, times: Vec::new() };
            let subtypes = TypeLine::parse(line).unwrap().subtypes;
            let chars = Characteristics { subtypes, ..Characteristics::default() };
            chars.visit(&mut canon);
            (canon.out.finish(), chars)
        };
        let ((one, a), (other, b)) = (hash("Creature - Elf Druid"), hash("Creature - Druid Elf"));
        assert_eq!(one, other);
        assert_eq!(a, b);
        assert!(a.subtypes.iter().ne(b.subtypes.iter()));
        assert_ne!(one, hash("Creature - Elf").0);
    }
}
