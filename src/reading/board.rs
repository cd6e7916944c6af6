//! Sources of values.

use crate::cards::CardTable;
use crate::combat::Combat;
use crate::effects::Bindings;
use crate::events::History;
use crate::ids::{ObjectId, ObjectRef, Origin};
use crate::layers::{self, ActiveRules, RuleRow};
use crate::object::{Characteristics, Columns, Counters, LastKnown, LastKnownTable, Object, Slots, StackEntry, Status};
use crate::player::Players;
use crate::triggers::DelayedTriggers;
use crate::turn::Turn;
use crate::zones::Zones;
use bevy_ecs::prelude::*;

/// Everything that rules can read of a game. Only characteristics differ between sources.
pub trait Board {
    /// The definitions.
    fn table(&self) -> &CardTable;
    /// What and where an object is.
    fn object(&self, id: ObjectId) -> &Object;
    /// Its characteristics.
    fn chars(&self, id: ObjectId) -> &Characteristics;
    /// Its status.
    fn status(&self, id: ObjectId) -> &Status;
    /// Its counters.
    fn counters(&self, id: ObjectId) -> &Counters;
    /// What it remembers of the stack.
    fn stack_entry(&self, id: ObjectId) -> &StackEntry;
    /// The zones.
    fn zones(&self) -> &Zones;
    /// A card that is seen as a spell on the stack although the lists of zones have it where it is (CR 601.2a).
    #[inline]
    fn proposed(&self) -> Option<ObjectId> {
        None
    }
    /// The players.
    fn players(&self) -> &Players;
    /// The turn.
    fn turn(&self) -> &Turn;
    /// Combat.
    fn combat(&self) -> &Combat;
    /// This turn's facts.
    fn history(&self) -> &History;
    /// Last known information.
    fn last_known(&self) -> &LastKnownTable;
    /// Rules in force.
    fn rules(&self) -> &ActiveRules;
    /// Delayed triggered abilities that wait.
    fn delayed(&self) -> &DelayedTriggers;
    /// What has granted an ability of this origin, if an effect has.
    fn granter(&self, origin: Origin) -> Option<ObjectRef>;
    /// What the words of a rule in force refer to.
    fn bindings_of(&self, row: &RuleRow) -> &Bindings;

    /// Whether a reference is to an object that still exists as such.
    #[inline]
    fn is_current(&self, object: ObjectRef) -> bool {
        object != ObjectRef::NONE && self.object(object.id).incarnation == object.incarnation
    }

    /// An object as it is or, if it is gone, as it last was (CR 608.2h); `None` if nothing is known of it.
    fn view(&self, object: ObjectRef) -> Option<View<'_>> {
        if object == ObjectRef::NONE {
            return None;
        }
        let id = object.id;
        if self.is_current(object) {
            return Some(View {
                object: self.object(id),
                chars: self.chars(id),
                status: self.status(id),
                counters: self.counters(id),
                stack: self.stack_entry(id),
                current: true,
            });
        }
        self.last_known().get(object).map(|last| View::of_last(self.table(), last))
    }
}

/// One object as a source shows it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What and where it is.
    pub object: &'a Object,
    /// Its characteristics.
    pub chars: &'a Characteristics,
    /// Its status.
    pub status: &'a Status,
    /// Its counters.
    pub counters: &'a Counters,
    /// What it remembers of the stack.
    pub stack: &'a StackEntry,
    /// Whether it still exists.
    pub current: bool,
}

impl<'a> View<'a> {
    /// What is gone, as it last was.
    pub(crate) fn of_last(table: &'a CardTable, last: &'a LastKnown) -> Self {
        Self {
            object: &last.object,
            chars: last.chars(table),
            status: last.status(),
            counters: last.counters(),
            stack: last.stack(),
            current: false,
        }
    }
}

/// Published values, straight from the world. Make sure that the layers are up to date first
/// ([`crate::layers::refresh`]); cheap to make, so make one where it is needed.
#[derive(Clone, Copy)]
pub struct Live<'w> {
    world: &'w World,
    slots: &'w Slots,
    zones: &'w Zones,
    table: &'w CardTable,
    /// What whoever reads a lot has looked up beforehand.
    often: Option<Often<'w>>,
}

/// What is read again and again where a board is looked at as a whole.
#[derive(Clone, Copy)]
struct Often<'w> {
    turn: &'w Turn,
    players: &'w Players,
    rules: &'w ActiveRules,
    columns: Option<Columns<'w>>,
}

impl<'w> Live<'w> {
    /// The published values of a world.
    #[inline]
    pub fn new(world: &'w World) -> Self {
        Self { world, slots: world.resource(), zones: world.resource(), table: world.resource(), often: None }
    }
    /// The same for whoever is going to read a lot: it costs more to make, and less to read.
    pub fn at_length(world: &'w World) -> Self {
        let live = Self::new(world);
        let columns = live.slots.columns(world);
        let often = Often { turn: world.resource(), players: world.resource(), rules: world.resource(), columns };
        Self { often: Some(often), ..live }
    }
    #[inline]
    fn get<C: Component>(&self, id: ObjectId) -> &'w C {
        self.world.get::<C>(self.slots.entity(id)).expect("every slot has every component of an object")
    }
    /// The place of an object among those that have been looked up beforehand.
    #[inline]
    fn row(&self, id: ObjectId) -> Option<(&Columns<'w>, usize)> {
        let columns = self.often.as_ref()?.columns.as_ref()?;
        Some((columns, columns.row(id)?))
    }
    /// The world itself.
    pub fn world(&self) -> &'w World {
        self.world
    }
    /// The definitions, for as long as the world.
    pub(crate) fn world_table(&self) -> &'w CardTable {
        self.table
    }
    /// The entities of objects, for as long as the world.
    pub(crate) fn world_slots(&self) -> &'w Slots {
        self.slots
    }
    /// The zones, for as long as the world.
    pub(crate) fn world_zones(&self) -> &'w Zones {
        self.zones
    }
    /// What and where an object is, for as long as the world.
    #[inline]
    pub(crate) fn world_object(&self, id: ObjectId) -> &'w Object {
        self.row(id).map_or_else(|| self.get(id), |(columns, at)| &columns.objects[at])
    }
    /// The players, for as long as the world.
    #[inline]
    pub(crate) fn world_players(&self) -> &'w Players {
        self.often.map_or_else(|| self.world.resource(), |often| often.players)
    }
    /// The turn, for as long as the world.
    #[inline]
    pub(crate) fn world_turn(&self) -> &'w Turn {
        self.often.map_or_else(|| self.world.resource(), |often| often.turn)
    }
    /// Its status.
    #[inline]
    pub(crate) fn world_status(&self, id: ObjectId) -> &'w Status {
        self.row(id).map_or_else(|| self.get(id), |(columns, at)| &columns.status[at])
    }
    /// Its characteristics.
    #[inline]
    pub(crate) fn world_chars(&self, id: ObjectId) -> &'w Characteristics {
        self.row(id).map_or_else(|| self.get(id), |(columns, at)| &columns.chars[at])
    }
}

impl Board for Live<'_> {
    #[inline]
    fn table(&self) -> &CardTable {
        self.table
    }
    #[inline]
    fn object(&self, id: ObjectId) -> &Object {
        self.world_object(id)
    }
    #[inline]
    fn chars(&self, id: ObjectId) -> &Characteristics {
        self.world_chars(id)
    }
    #[inline]
    fn status(&self, id: ObjectId) -> &Status {
        self.world_status(id)
    }
    #[inline]
    fn counters(&self, id: ObjectId) -> &Counters {
        self.row(id).map_or_else(|| self.get(id), |(columns, at)| &columns.counters[at])
    }
    #[inline]
    fn stack_entry(&self, id: ObjectId) -> &StackEntry {
        self.row(id).map_or_else(|| self.get(id), |(columns, at)| &columns.stack[at])
    }
    #[inline]
    fn zones(&self) -> &Zones {
        self.zones
    }
    /// The entity is looked up once for all of its components.
    fn view(&self, object: ObjectRef) -> Option<View<'_>> {
        if object == ObjectRef::NONE {
            return None;
        }
        if let Some((columns, at)) = self.row(object.id)
            && columns.objects[at].incarnation == object.incarnation
        {
            let Columns { objects, chars, status, counters, stack } = columns;
            let (chars, status, counters, stack) = (&chars[at], &status[at], &counters[at], &stack[at]);
            return Some(View { object: &objects[at], chars, status, counters, stack, current: true });
        }
        let entity = self.world.entity(self.slots.entity(object.id));
        let row = entity.get::<Object>()?;
        if row.incarnation != object.incarnation {
            return self.last_known().get(object).map(|last| View::of_last(self.table(), last));
        }
        let (chars, status, counters, stack) = (entity.get()?, entity.get()?, entity.get()?, entity.get()?);
        Some(View { object: row, chars, status, counters, stack, current: true })
    }
    #[inline]
    fn players(&self) -> &Players {
        self.world_players()
    }
    #[inline]
    fn turn(&self) -> &Turn {
        self.world_turn()
    }
    fn combat(&self) -> &Combat {
        self.world.resource()
    }
    fn history(&self) -> &History {
        self.world.resource()
    }
    fn last_known(&self) -> &LastKnownTable {
        self.world.resource()
    }
    #[inline]
    fn rules(&self) -> &ActiveRules {
        self.often.map_or_else(|| self.world.resource(), |often| often.rules)
    }
    fn delayed(&self) -> &DelayedTriggers {
        self.world.resource()
    }
    fn granter(&self, origin: Origin) -> Option<ObjectRef> {
        match origin {
            Origin::Effect(id) => Some(layers::effect(self.world, id).bindings.this),
            _ => None,
        }
    }
    fn bindings_of(&self, row: &RuleRow) -> &Bindings {
        &layers::effect(self.world, row.effect).bindings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardDb;
    use crate::{Game, GameSetup};

    #[derive(Component)]
    struct Elsewhere;

    /// Everything that a board says of each object, as a look at length and a short one find it.
    fn same(world: &World) {
        let (long, short) = (Live::at_length(world), Live::new(world));
        for i in 0..world.resource::<Slots>().len() {
            let id = ObjectId(i as u32);
            assert!(std::ptr::eq(long.object(id), short.object(id)), "object {i}");
            assert!(std::ptr::eq(long.chars(id), short.chars(id)), "characteristics of {i}");
            assert!(std::ptr::eq(long.status(id), short.status(id)), "status of {i}");
            assert!(std::ptr::eq(long.counters(id), short.counters(id)), "counters of {i}");
            assert!(std::ptr::eq(long.stack_entry(id), short.stack_entry(id)), "stack entry of {i}");
            let object = short.object(id).reference();
            assert!(std::ptr::eq(long.view(object).unwrap().chars, short.view(object).unwrap().chars), "view of {i}");
        }
    }

    /// A client may give entities of objects components of its own, and take them away: their rows stand elsewhere then,
    /// or in another order.
    #[test]
    fn objects_are_found_wherever_their_rows_stand() {
        let db = CardDb::embedded();
        let deck = vec![db.get("Forest").unwrap().clone(); 10];
        let mut game = Game::new(&GameSetup::new(&db, &[deck.clone(), deck]).unwrap(), 1, 0);
        let world = game.world_mut();
        same(world);
        let entity = |world: &World, id| world.resource::<Slots>().entity(ObjectId(id));
        for id in [0, 7, 3] {
            let entity = entity(world, id);
            world.entity_mut(entity).insert(Elsewhere);
            same(world);
        }
        for id in [3, 0, 7] {
            let entity = entity(world, id);
            world.entity_mut(entity).remove::<Elsewhere>();
            same(world);
        }
        let first = world.resource::<Slots>().columns(world).unwrap().objects[0].id;
        assert_ne!(first, ObjectId(0), "the rows have come out of order");
    }
}
