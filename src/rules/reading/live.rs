//! The published values of a game as a source.

use super::board::{Board, View};
use super::params::Row;
use super::parts::Parts;
use crate::cards::CardTable;
use crate::model::agenda::Agenda;
use crate::model::bindings::Bindings;
use crate::model::combat::Combat;
use crate::model::continuous::{ActiveRules, ContinuousEffect, ContinuousEffects, InternedValues, RuleRow};
use crate::model::decision::Settings;
use crate::model::fact::History;
use crate::model::ids::{ContinuousEffectId, ObjectId, ObjectRef, Seat};
use crate::model::object::{
    CastAs, Characteristics, Counters, LastKnownTable, Linked, Object, StackEntry, Status, ThisTurn,
};
use crate::model::player::Players;
use crate::model::trigger::DelayedTriggers;
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::slots::{Columns, ContinuousEffectSlots, Slots};
use crate::rules::state::{Column, DerivedParts, GameParts, GameState, GameWorld, Part, ReadGame, Source};
use bevy_ecs::prelude::*;
use std::fmt;

/// The game as it is published, after the layers: the usual [`Board`], and what the other ones stand on.
///
/// Make sure that the layers are up to date first ([`refresh`](crate::rules::layers::refresh)). It is cheap to make, so make
/// one where it is needed: from the world, or from the parameters of a system ([`Reading::live`](super::Reading::live)).
#[derive(Clone, Copy)]
pub struct Live<'w> {
    parts: Parts<'w>,
    objects: Objects<'w>,
    /// What [`Live::with_columns`] has looked up beforehand.
    columns: Option<Columns<'w>>,
}

/// Where a board looks up objects and continuous effects.
#[derive(Clone, Copy)]
enum Objects<'w> {
    World(&'w World, &'w GameParts, &'w DerivedParts),
    State(&'w GameState<'w>),
    Params(
        &'w GameParts,
        &'w DerivedParts,
        &'w Query<'w, 'w, Row<'static>>,
        &'w Query<'w, 'w, &'static ContinuousEffect>,
    ),
}

/// Components of an object, for as long as the world: its name, its column, its type, its place in [`Row`].
macro_rules! world_rows {
    ($($(#[$doc:meta])* $name:ident: $column:ident, $type:ty, $place:tt;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub(crate) fn $name(&self, id: ObjectId) -> &'w $type {
            match self.place(id) {
                Some((columns, at)) => &columns.$column[at],
                None => self.component(id, |row| row.$place),
            }
        }
    )*};
}

/// The components of an object; those of an object that would enter as it would (CR 614.12).
#[inline]
fn ahead_of<'w>(derived: &'w DerivedParts, id: ObjectId, row: Row<'w>) -> Row<'w> {
    match &derived.ahead.entering {
        Some(ahead) if ahead.object.id == id => {
            (&ahead.object, row.1, &ahead.status, &ThisTurn::NEW, &CastAs::NEW, &ahead.linked, &ahead.counters, row.7)
        }
        _ => row,
    }
}

impl fmt::Debug for Live<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Live")
    }
}

impl<'w> Live<'w> {
    /// The published values of a game.
    #[inline]
    pub fn new(game: &'w impl ReadGame) -> Self {
        match game.source() {
            Source::World(world) => Self::of_world(world),
            Source::State(state) => Self::of_state(state),
        }
    }
    fn of_world(world: &'w World) -> Self {
        let game = world.game();
        let (parts, derived) = game.components::<(&GameParts, &DerivedParts)>();
        Self { parts: Parts::of(parts, derived), objects: Objects::World(world, parts, derived), columns: None }
    }
    #[inline]
    fn of_state(state: &'w GameState<'w>) -> Self {
        let parts = Parts::of_state(state);
        Self { parts, objects: Objects::State(state), columns: None }
    }
    /// Like [`Live::new`], for code that reads a lot: it costs more to make, and less to read.
    pub fn with_columns(game: &'w impl ReadGame) -> Self {
        let live = Self::new(game);
        let columns = match live.objects {
            Objects::World(world, ..) => live.parts.slots.columns(world),
            _ => live.columns.or_else(|| game.columns()),
        };
        Self { columns, ..live }
    }
    /// The published values that a system has asked for.
    pub(super) fn of_params(
        parts: &'w GameParts,
        derived: &'w DerivedParts,
        rows: &'w Query<'w, 'w, Row<'static>>,
        effects: &'w Query<'w, 'w, &'static ContinuousEffect>,
        columns: Option<Columns<'w>>,
    ) -> Self {
        let objects = Objects::Params(parts, derived, rows, effects);
        let all = Parts::of(parts, derived);
        match &derived.ahead.entering {
            None => Self { parts: all, objects, columns },
            // A look ahead (CR 614.12) reads the object that would enter, and the zones without it.
            Some(ahead) => Self { parts: Parts { zones: &ahead.zones, ..all }, objects, columns: None },
        }
    }
    /// A component of an object, where there are no columns or it stands elsewhere; `of` takes it out of the row that a
    /// system has asked for.
    #[inline]
    fn component<C: Column>(&self, id: ObjectId, of: impl FnOnce(Row<'w>) -> &'w C) -> &'w C {
        match self.objects {
            Objects::State(state) => C::of(state).get(id),
            _ => self.in_world(id, of),
        }
    }
    /// A component of an object, looked up by its entity. Kept apart, so that the look-ups that are common stay small.
    #[inline(never)]
    fn in_world<C: Column>(&self, id: ObjectId, of: impl FnOnce(Row<'w>) -> &'w C) -> &'w C {
        const HELD: &str = "every slot has every component of an object";
        let entity = || self.parts.slots.entity(id);
        match self.objects {
            Objects::World(world, ..) => world.get::<C>(entity()).expect(HELD),
            Objects::State(state) => C::of(state).get(id),
            Objects::Params(_, derived, rows, _) => of(ahead_of(derived, id, rows.get(entity()).expect(HELD))),
        }
    }
    #[inline]
    fn effect(&self, id: ContinuousEffectId) -> &'w ContinuousEffect {
        self.effect_at(self.parts.effect_slots.entity(id))
    }
    /// The entities of continuous effects, for as long as the world.
    #[inline]
    pub(crate) fn world_effect_slots(&self) -> &'w ContinuousEffectSlots {
        self.parts.effect_slots
    }
    /// The continuous effect that is an entity.
    #[inline]
    pub(crate) fn effect_at(&self, entity: Entity) -> &'w ContinuousEffect {
        const HELD: &str = "effect slots hold effects";
        match self.objects {
            Objects::World(world, ..) => world.get(entity).expect(HELD),
            Objects::State(state) => state.continuous.get(entity).expect(HELD),
            Objects::Params(.., effects) => effects.get(entity).expect(HELD),
        }
    }
    /// The place of an object among those that have been looked up beforehand.
    #[inline]
    fn place(&self, id: ObjectId) -> Option<(&Columns<'w>, usize)> {
        let columns = self.columns.as_ref()?;
        Some((columns, columns.row(id)?))
    }
    /// The world, if the board is made of one.
    pub(crate) fn world(&self) -> Option<&'w World> {
        match self.objects {
            Objects::World(world, ..) => Some(world),
            Objects::State(_) | Objects::Params(..) => None,
        }
    }
    /// A part of the game, for as long as the world.
    #[inline]
    pub(crate) fn part<C: Part>(&self) -> &'w C {
        match self.objects {
            Objects::World(_, parts, derived) | Objects::Params(parts, derived, ..) => C::of_parts(parts, derived),
            Objects::State(state) => C::of(state),
        }
    }
    /// Values made in play, for as long as the world.
    pub(crate) fn world_made(&self) -> &'w InternedValues {
        self.parts.made
    }
    /// The continuous effects in use, for as long as the world.
    pub(crate) fn world_effects(&self) -> &'w ContinuousEffects {
        self.parts.list
    }
    /// How the game is run.
    pub(crate) fn settings(&self) -> &'w Settings {
        self.parts.settings
    }
    /// The definitions, for as long as the world.
    #[inline]
    pub(crate) fn world_table(&self) -> &'w CardTable {
        self.parts.table
    }
    /// The entities of objects, for as long as the world.
    pub(crate) fn world_slots(&self) -> &'w Slots {
        self.parts.slots
    }
    /// The zones, for as long as the world.
    #[inline]
    pub(crate) fn world_zones(&self) -> &'w Zones {
        self.parts.zones
    }
    world_rows! {
        /// What and where an object is, for as long as the world.
        world_object: objects, Object, 0;
        /// Its characteristics.
        world_chars: chars, Characteristics, 1;
        /// Its status.
        world_status: status, Status, 2;
        /// What has happened to it this turn.
        world_this_turn: this_turn, ThisTurn, 3;
        /// How it may be cast, or was cast.
        world_cast_as: cast_as, CastAs, 4;
        /// What its linked abilities remember.
        world_linked: linked, Linked, 5;
        /// Its counters.
        world_counters: counters, Counters, 6;
        /// What it remembers of the stack.
        world_stack_entry: stack, StackEntry, 7;
    }
    /// The players, for as long as the world.
    #[inline]
    pub(crate) fn world_players(&self) -> &'w Players {
        self.parts.players
    }
    /// The turn, for as long as the world.
    #[inline]
    pub(crate) fn world_turn(&self) -> &'w Turn {
        self.parts.turn
    }
    /// Combat, for as long as the world.
    #[inline]
    pub(super) fn world_combat(&self) -> &'w Combat {
        self.parts.combat
    }
    /// This turn's facts, for as long as the world.
    #[inline]
    pub(super) fn world_history(&self) -> &'w History {
        self.parts.history
    }
    /// Last known information, for as long as the world.
    #[inline]
    pub(super) fn world_last_known(&self) -> &'w LastKnownTable {
        self.parts.last_known
    }
    /// Rules in force, for as long as the world.
    #[inline]
    pub(super) fn world_rules(&self) -> &'w ActiveRules {
        self.parts.rules
    }
    /// Delayed triggered abilities that wait, for as long as the world.
    #[inline]
    pub(super) fn world_delayed(&self) -> &'w DelayedTriggers {
        self.parts.delayed
    }
    /// A continuous effect, for as long as the world.
    pub(crate) fn world_effect(&self, id: ContinuousEffectId) -> &'w ContinuousEffect {
        self.effect(id)
    }
    /// What the words of a rule in force refer to, for as long as the world.
    pub(super) fn world_bindings_of(&self, row: &RuleRow) -> &'w Bindings {
        &self.effect(row.effect).bindings
    }

    /// What an object is now, for as long as the world.
    #[inline]
    pub(crate) fn world_view_of(&self, id: ObjectId) -> View<'w> {
        match self.place(id) {
            Some((columns, at)) => View::of_row(columns, at),
            None => self.looked_up(id),
        }
    }
    /// What an object is, each component looked up. Kept apart, so that the common look stays small.
    #[inline(never)]
    fn looked_up(&self, id: ObjectId) -> View<'w> {
        View {
            object: self.world_object(id),
            chars: self.world_chars(id),
            status: self.world_status(id),
            this_turn: self.world_this_turn(id),
            cast_as: self.world_cast_as(id),
            linked: self.world_linked(id),
            counters: self.world_counters(id),
            stack: self.world_stack_entry(id),
            current: true,
        }
    }

    /// [`Board::view`], for as long as the world. The entity is looked up once for all of its components.
    pub(crate) fn world_view(&self, object: ObjectRef) -> Option<View<'w>> {
        if object == ObjectRef::NONE {
            return None;
        }
        if let Some((columns, at)) = self.place(object.id)
            && columns.objects[at].incarnation == object.incarnation
        {
            return Some(View::of_row(columns, at));
        }
        let entity = || self.parts.slots.entity(object.id);
        let of_last = || self.parts.last_known.get(object).map(|last| View::of_last(self.parts.table, last));
        let (row, chars, status, this_turn, cast_as, linked, counters, stack) = match self.objects {
            Objects::World(world, ..) => {
                let entity = world.entity(entity());
                let row = entity.get::<Object>()?;
                if row.incarnation != object.incarnation {
                    return of_last();
                }
                let (status, this_turn, cast_as) = (entity.get()?, entity.get()?, entity.get()?);
                (row, entity.get()?, status, this_turn, cast_as, entity.get()?, entity.get()?, entity.get()?)
            }
            Objects::State(state) => {
                let id = object.id;
                let row = state.objects.get(id);
                if row.incarnation != object.incarnation {
                    return of_last();
                }
                let (chars, status, linked) = (state.chars.get(id), state.status.get(id), state.linked.get(id));
                let (this_turn, cast_as) = (state.this_turn.get(id), state.cast_as.get(id));
                (row, chars, status, this_turn, cast_as, linked, state.counters.get(id), state.stack.get(id))
            }
            Objects::Params(_, derived, rows, _) => ahead_of(derived, object.id, rows.get(entity()).ok()?),
        };
        if row.incarnation != object.incarnation {
            return of_last();
        }
        Some(View { object: row, chars, status, this_turn, cast_as, linked, counters, stack, current: true })
    }
}

impl Board for Live<'_> {
    #[inline]
    fn live(&self) -> &Live<'_> {
        self
    }
    fn view(&self, object: ObjectRef) -> Option<View<'_>> {
        self.world_view(object)
    }
    #[inline]
    fn cause(&self) -> Option<(ObjectRef, Seat)> {
        self.part::<Agenda>().cause()
    }
}

impl ReadGame for Live<'_> {
    #[inline]
    fn part<C: Part>(&self) -> &C {
        Live::part(self)
    }
    fn row<C: Column>(&self, id: ObjectId) -> &C {
        match self.objects {
            Objects::World(world, ..) => world.row(id),
            Objects::State(state) => state.row(id),
            Objects::Params(..) => panic!("a board made of parameters says of objects what a board does"),
        }
    }
    fn effect_row(&self, id: ContinuousEffectId) -> &ContinuousEffect {
        self.effect(id)
    }
    fn columns(&self) -> Option<Columns<'_>> {
        self.columns
    }
    fn source(&self) -> Source<'_> {
        match self.objects {
            Objects::World(world, ..) => Source::World(world),
            Objects::State(state) => Source::State(state),
            Objects::Params(..) => panic!("a board made of the parameters of a `Reading` is made by that"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardDb;
    use crate::{Game, GameSetup};

    #[derive(Component)]
    struct Elsewhere;

    /// Everything that a board says of each object, with columns and without.
    fn same(world: &World) {
        let (with_columns, plain) = (Live::with_columns(world), Live::new(world));
        for i in 0..world.part::<Slots>().len() {
            let id = ObjectId(i as u32);
            assert!(std::ptr::eq(with_columns.object(id), plain.object(id)), "object {i}");
            assert!(std::ptr::eq(with_columns.chars(id), plain.chars(id)), "characteristics of {i}");
            assert!(std::ptr::eq(with_columns.status(id), plain.status(id)), "status of {i}");
            assert!(std::ptr::eq(with_columns.linked(id), plain.linked(id)), "linked abilities of {i}");
            assert!(std::ptr::eq(with_columns.counters(id), plain.counters(id)), "counters of {i}");
            assert!(std::ptr::eq(with_columns.stack_entry(id), plain.stack_entry(id)), "stack entry of {i}");
            let object = plain.object(id).reference();
            assert!(
                std::ptr::eq(with_columns.view(object).unwrap().chars, plain.view(object).unwrap().chars),
                "view of {i}"
            );
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
        let entity = |world: &World, id| world.part::<Slots>().entity(ObjectId(id));
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
        let first = world.part::<Slots>().columns(world).unwrap().objects[0].id;
        assert_ne!(first, ObjectId(0), "the rows have come out of order");
    }
}
