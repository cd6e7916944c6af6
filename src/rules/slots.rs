//! Which entity stands for which object, and for which continuous effect.

use crate::model::continuous::ContinuousEffect;
use crate::model::dirt::Dirt;
use crate::model::ids::{ContinuousEffectId, ObjectId, ObjectRef};
use crate::model::object::{
    CastAs, Characteristics, Counters, Linked, Object, ObjectKind, StackEntry, Status, ThisTurn,
};
use crate::rules::state::{EditGame, ReadGame};
use bevy_ecs::prelude::*;

/// How many slots for objects, and for effects, are free when a task begins. One that needs more has them prepared.
pub(crate) const RESERVE: u32 = 32;

/// Which entity stands for which object, and which slots are free. Lowest free number first, so that a used game
/// numbers its objects like a fresh one. Entities are made on demand and kept: rules code never despawns.
///
/// Entities of objects are kept here alone; it is rebuilt, not serialised.
#[derive(Default, Debug)]
pub struct Slots {
    entities: Vec<Entity>,
    used: Vec<bool>,
    /// How many are in use.
    taken: usize,
    /// No slot below this one is free.
    first_free: usize,
    /// How [`Columns`] are found.
    columns: Option<QueryState<Row>>,
    /// Plugins have components on objects, which must hear of objects that become new ones.
    tells: bool,
    /// Those that have become new ones, or have ceased to exist, since the last task.
    renewed: Vec<ObjectId>,
}

/// What every slot has.
type Row = (
    &'static Object,
    &'static Characteristics,
    &'static Status,
    &'static ThisTurn,
    &'static CastAs,
    &'static Linked,
    &'static Counters,
    &'static StackEntry,
);

/// What every slot has, to write to.
pub(crate) type RowMut = (
    &'static mut Object,
    &'static mut Characteristics,
    &'static mut Status,
    &'static mut ThisTurn,
    &'static mut CastAs,
    &'static mut Linked,
    &'static mut Counters,
    &'static mut StackEntry,
);

/// The components of all slots side by side, for code that reads a lot: slots are made in the order of their numbers and
/// never moved by the rules, so the n-th row is the n-th slot. If somebody else has given a slot more components it may
/// stand elsewhere, so every look checks that ([`Columns::row`]).
#[derive(Clone, Copy)]
pub struct Columns<'w> {
    /// What and where they are.
    pub objects: &'w [Object],
    /// Their characteristics, as published.
    pub chars: &'w [Characteristics],
    /// Their status.
    pub status: &'w [Status],
    /// What has happened to them this turn.
    pub this_turn: &'w [ThisTurn],
    /// How they may be cast, or were cast.
    pub cast_as: &'w [CastAs],
    /// What their linked abilities remember.
    pub linked: &'w [Linked],
    /// Their counters.
    pub counters: &'w [Counters],
    /// What they remember of the stack.
    pub stack: &'w [StackEntry],
}

impl Columns<'_> {
    /// The row of an object, if it stands where it should.
    #[inline]
    pub fn row(&self, id: ObjectId) -> Option<usize> {
        let at = id.index();
        (self.objects.get(at)?.id == id).then_some(at)
    }
}

impl Slots {
    /// The entity of an object.
    #[inline]
    pub fn entity(&self, id: ObjectId) -> Entity {
        self.entities[id.index()]
    }
    /// The entities of all objects, in the order of their numbers.
    #[inline]
    pub(crate) fn entities(&self) -> &[Entity] {
        &self.entities
    }
    /// How many slots there are, free ones included.
    pub fn len(&self) -> usize {
        self.entities.len()
    }
    /// The components of all slots.
    pub(crate) fn columns<'w>(&self, world: &'w World) -> Option<Columns<'w>> {
        let mut tables = self.columns.as_ref()?.query_manual(world).contiguous_iter_inner().ok()?;
        let (objects, chars, status, this_turn, cast_as, linked, counters, stack) = tables.next()?;
        Some(Columns { objects, chars, status, this_turn, cast_as, linked, counters, stack })
    }
    /// Whether columns have all slots in their order.
    pub(crate) fn are_rows_of(&self, columns: &Columns<'_>) -> bool {
        let in_order = |(i, object): (usize, &Object)| object.id.index() == i;
        columns.objects.len() == self.len() && columns.objects.iter().enumerate().all(in_order)
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }
    /// How many of the slots are free.
    pub fn left(&self) -> u32 {
        (self.used.len() - self.in_use()) as u32
    }
    /// How many slots are in use.
    pub fn in_use(&self) -> usize {
        self.taken
    }
    /// Whether a slot is in use.
    pub fn is_used(&self, id: ObjectId) -> bool {
        self.used.get(id.index()).copied().unwrap_or(false)
    }

    /// Takes the lowest free slot and makes it an object of a kind, outside all zones.
    pub fn take(world: &mut impl EditGame, kind: ObjectKind) -> ObjectId {
        let slots = world.part::<Self>();
        let free = (slots.first_free..slots.used.len()).find(|i| !slots.used[*i]);
        let index = free.unwrap_or(slots.used.len());
        world.make_slots(index + 1);
        let id = ObjectId(index as u32);
        let slots = world.part_mut::<Self>();
        slots.first_free = index + 1;
        slots.used[index] = true;
        slots.taken += 1;
        if slots.left() < RESERVE {
            world.part_mut::<Dirt>().few_slots = true;
        }
        let object = world.row_mut::<Object>(id);
        *object = Object { incarnation: object.incarnation + 1, kind, ..Object::unused(id) };
        id
    }

    /// Frees a slot. Its incarnation stays, so that old references to it stay dead.
    pub fn free(world: &mut impl EditGame, id: ObjectId) {
        let object = world.row_mut::<Object>(id);
        *object = Object { incarnation: object.incarnation + 1, ..Object::unused(id) };
        *world.row_mut(id) = Characteristics::default();
        *world.row_mut(id) = Status::default();
        *world.row_mut(id) = ThisTurn::default();
        *world.row_mut(id) = CastAs::default();
        *world.row_mut(id) = Linked::default();
        *world.row_mut(id) = Counters::default();
        *world.row_mut(id) = StackEntry::default();
        let slots = world.part_mut::<Self>();
        slots.taken -= usize::from(std::mem::replace(&mut slots.used[id.index()], false));
        slots.first_free = slots.first_free.min(id.index());
        Self::renew(world, id);
    }

    /// From now on it is noted which objects become new ones, if plugins have components on objects.
    pub(crate) fn tell(&mut self, tells: bool) {
        self.tells = tells;
    }

    /// CR 400.7: an object has become a new one, or has ceased to exist.
    #[inline]
    pub(crate) fn renew(world: &mut impl EditGame, id: ObjectId) {
        let slots = world.part_mut::<Self>();
        if slots.tells {
            slots.renewed.push(id);
            world.part_mut::<Dirt>().renewed = true;
        }
    }

    /// The objects that have become new ones since this was asked last.
    pub(crate) fn take_renewed(&mut self) -> Vec<ObjectId> {
        std::mem::take(&mut self.renewed)
    }

    /// Makes all slots free and their incarnations 0, for a new game in a used world.
    pub fn reset(world: &mut impl EditGame) {
        world.with_state(|state| {
            for id in (0..state.slots.len() as u32).map(ObjectId) {
                *state.row_mut(id) = Object::unused(id);
                *state.row_mut(id) = Characteristics::default();
                *state.row_mut(id) = Status::default();
                *state.row_mut(id) = ThisTurn::default();
                *state.row_mut(id) = CastAs::default();
                *state.row_mut(id) = Linked::default();
                *state.row_mut(id) = Counters::default();
                *state.row_mut(id) = StackEntry::default();
            }
            state.slots.used.fill(false);
            state.slots.taken = 0;
            state.slots.first_free = 0;
        });
    }

    /// Makes free slots until there are at least `count` slots in all.
    pub fn grow(world: &mut World, count: usize) {
        let present = world.part::<Self>().len();
        if present < count {
            let row = |index: usize| {
                (
                    Object::unused(ObjectId(index as u32)),
                    Characteristics::default(),
                    Status::default(),
                    ThisTurn::default(),
                    CastAs::default(),
                    Linked::default(),
                    Counters::default(),
                    StackEntry::default(),
                )
            };
            let made: Vec<Entity> = world.spawn_batch((present..count).map(row)).collect();
            let slots = world.part_mut::<Self>();
            slots.entities.extend(made);
            slots.used.resize(count, false);
        }
        let slots = world.part::<Self>();
        if slots.columns.is_none() && !slots.is_empty() {
            let columns = world.query();
            world.part_mut::<Self>().columns = Some(columns);
        }
    }

    /// Makes sure that this many slots are free.
    pub(crate) fn reserve(world: &mut impl EditGame, count: u32) {
        let slots = world.part::<Self>();
        let missing = count.saturating_sub(slots.left()) as usize;
        let all = slots.len() + missing;
        world.make_slots(all);
    }

    /// Makes exactly the slots of `used` used, for a restored game; slots that are missing are made.
    pub fn restore(world: &mut impl EditGame, used: &[bool]) {
        world.make_slots(used.len());
        let slots = world.part_mut::<Self>();
        slots.used.fill(false);
        slots.used[..used.len()].copy_from_slice(used);
        slots.taken = used.iter().filter(|used| **used).count();
        slots.first_free = 0;
    }

    /// Which slots are in use, free ones at the end left out.
    pub fn used(&self) -> &[bool] {
        let end = self.used.iter().rposition(|u| *u).map_or(0, |i| i + 1);
        &self.used[..end]
    }
}

/// Objects in the order of their handles: that in which cards were in a hand doesn't show.
pub fn by_handle(world: &impl ReadGame, objects: &[ObjectRef]) -> Vec<ObjectRef> {
    let mut sorted = objects.to_vec();
    sorted.sort_by_key(|object| world.row::<Object>(object.id).handle);
    sorted
}

/// Which entity stands for which effect. Entities are made on demand and kept; slots are reused, the lowest free one
/// first, so that a used game numbers like a fresh one. Rebuilt, not serialised:
/// [`ContinuousEffects`](crate::model::continuous::ContinuousEffects) says which are in use.
#[derive(Default, Debug)]
pub struct ContinuousEffectSlots {
    pub(crate) entities: Vec<Entity>,
}

/// An effect.
#[inline]
pub fn effect(world: &impl ReadGame, id: ContinuousEffectId) -> &ContinuousEffect {
    world.effect_row(id)
}

/// An effect, to write to.
#[inline]
pub fn effect_mut(world: &mut impl EditGame, id: ContinuousEffectId) -> &mut ContinuousEffect {
    world.effect_row_mut(id)
}
