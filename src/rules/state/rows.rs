//! The components of objects in the state that a system has borrowed: by the numbers of the objects.
//!
//! Slots are made in the order of their numbers and the rules never move them, so all of their components stand side by
//! side in one table and the n-th row is the n-th slot. That is looked at once for each loan, not at each read: nothing can
//! add components to an entity while the state is borrowed. Where somebody has put further components on some objects,
//! their rows stand elsewhere, and a loan makes lists of references instead. Nobody but that client pays for it.

use crate::model::ids::ObjectId;
use crate::model::object::{CastAs, Characteristics, Counters, Linked, Object, StackEntry, Status, ThisTurn};
use crate::rules::slots::{RowMut, Slots};
use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::prelude::*;

/// One component of all slots, borrowed to be read and written.
pub struct Rows<'w, C>(Kept<'w, C>);

enum Kept<'w, C> {
    /// They stand side by side.
    Column(&'w mut [C]),
    /// They don't.
    Scattered(Vec<&'w mut C>),
}

impl<C> std::fmt::Debug for Rows<'_, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rows")
    }
}

impl<'w, C> Rows<'w, C> {
    /// The component of an object.
    ///
    /// # Panics
    /// If there is no slot of that number.
    #[inline]
    pub fn get(&self, id: ObjectId) -> &C {
        match &self.0 {
            Kept::Column(rows) => &rows[id.index()],
            Kept::Scattered(rows) => rows[id.index()],
        }
    }
    /// The component of an object, to write to.
    ///
    /// # Panics
    /// If there is no slot of that number.
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> &mut C {
        match &mut self.0 {
            Kept::Column(rows) => &mut rows[id.index()],
            Kept::Scattered(rows) => rows[id.index()],
        }
    }
    /// All of them as one slice, if they lie side by side in memory.
    pub(crate) fn column(&self) -> Option<&[C]> {
        match &self.0 {
            Kept::Column(rows) => Some(rows),
            Kept::Scattered(_) => None,
        }
    }
    /// Like [`Rows::column`], to write to.
    pub(crate) fn column_mut(&mut self) -> Option<&mut [C]> {
        match &mut self.0 {
            Kept::Column(rows) => Some(rows),
            Kept::Scattered(_) => None,
        }
    }
    fn of(rows: ContiguousMut<'w, C>) -> Self {
        Self(Kept::Column(side_by_side(rows)))
    }
}

/// The components of all objects.
pub(super) struct AllRows<'w> {
    pub(super) objects: Rows<'w, Object>,
    pub(super) chars: Rows<'w, Characteristics>,
    pub(super) status: Rows<'w, Status>,
    pub(super) this_turn: Rows<'w, ThisTurn>,
    pub(super) cast_as: Rows<'w, CastAs>,
    pub(super) linked: Rows<'w, Linked>,
    pub(super) counters: Rows<'w, Counters>,
    pub(super) stack: Rows<'w, StackEntry>,
}

/// Whether entities are those of the slots, in their order. It takes them all together, because they mostly are.
fn are_in_order(slots: &[Entity], rows: &[Entity]) -> bool {
    let differ = |all: u64, (slot, row): (&Entity, &Entity)| all | (slot.to_bits() ^ row.to_bits());
    slots.len() == rows.len() && slots.iter().zip(rows).fold(0, differ) == 0
}

/// What a table has of objects.
type Table<'w> = (
    ContiguousMut<'w, Object>,
    ContiguousMut<'w, Characteristics>,
    ContiguousMut<'w, Status>,
    ContiguousMut<'w, ThisTurn>,
    ContiguousMut<'w, CastAs>,
    ContiguousMut<'w, Linked>,
    ContiguousMut<'w, Counters>,
    ContiguousMut<'w, StackEntry>,
);

impl<'w> AllRows<'w> {
    /// Borrows them.
    ///
    /// # Panics
    /// If a slot lacks a component: somebody has taken it away.
    pub(super) fn of(slots: &Slots, rows: Query<'w, '_, (Entity, RowMut), With<Object>>) -> Self {
        let slots = slots.entities();
        let Ok(mut tables) = rows.contiguous_iter_inner() else { panic!("components of objects stand in tables") };
        // Tables without rows are left out: if all stand in one, it is the first.
        match tables.next() {
            Some((entities, (objects, chars, status, this_turn, cast_as, linked, counters, stack)))
                if are_in_order(slots, entities) =>
            {
                Self {
                    objects: Rows::of(objects),
                    chars: Rows::of(chars),
                    status: Rows::of(status),
                    this_turn: Rows::of(this_turn),
                    cast_as: Rows::of(cast_as),
                    linked: Rows::of(linked),
                    counters: Rows::of(counters),
                    stack: Rows::of(stack),
                }
            }
            first => Self::scattered(slots.len(), first.into_iter().chain(tables).map(|(_, table)| table)),
        }
    }

    /// Borrows them where they stand.
    #[cold]
    fn scattered(slots: usize, tables: impl Iterator<Item = Table<'w>>) -> Self {
        let mut all = Vec::with_capacity(slots);
        for (objects, chars, status, this_turn, cast_as, linked, counters, stack) in tables {
            let objects = side_by_side(objects).iter_mut().zip(side_by_side(chars));
            let status = side_by_side(status).iter_mut().zip(side_by_side(linked));
            let rest = status.zip(side_by_side(counters)).zip(side_by_side(stack));
            let cast_as = side_by_side(this_turn).iter_mut().zip(side_by_side(cast_as));
            all.extend(objects.zip(rest).zip(cast_as));
        }
        assert_eq!(all.len(), slots, "every slot has all components of an object, and nothing else is one");
        all.sort_by_key(|(((object, _), _), _)| object.id);
        let (all, rest): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let (this_turn, cast_as): (Vec<_>, Vec<_>) = rest.into_iter().unzip();
        let (objects, rest): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let (objects, chars): (Vec<_>, Vec<_>) = objects.into_iter().unzip();
        let (rest, stack): (Vec<_>, Vec<_>) = rest.into_iter().unzip();
        let (rest, counters): (Vec<_>, Vec<_>) = rest.into_iter().unzip();
        let (status, linked): (Vec<_>, Vec<_>) = rest.into_iter().unzip();
        Self {
            objects: Rows(Kept::Scattered(objects)),
            chars: Rows(Kept::Scattered(chars)),
            status: Rows(Kept::Scattered(status)),
            this_turn: Rows(Kept::Scattered(this_turn)),
            cast_as: Rows(Kept::Scattered(cast_as)),
            linked: Rows(Kept::Scattered(linked)),
            counters: Rows(Kept::Scattered(counters)),
            stack: Rows(Kept::Scattered(stack)),
        }
    }
}

/// The rows of a table. What is changed by them doesn't count as changed for bevy ([`Changing`](super::Changing)).
fn side_by_side<C>(rows: ContiguousMut<'_, C>) -> &mut [C] {
    ContiguousMut::bypass_change_detection_split(rows).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardDb;
    use crate::model::rng::Stream;
    use crate::rules::state::ReadGame;
    use crate::{Game, GameSetup};

    #[derive(Component)]
    struct Elsewhere;

    /// A game that a client hangs components on objects of, one at each decision, and takes them away again, is the game that
    /// nobody touches.
    #[test]
    fn a_game_is_the_same_wherever_rows_stand() {
        let db = CardDb::embedded();
        let deck = vec![("Forest", 24), ("Grizzly Bears", 30), ("Giant Growth", 6)];
        let setup = GameSetup::from_names(&db, &[deck.clone(), deck]).unwrap();
        let (mut plain, mut scattered) = (Game::new(&setup, 3, 0), Game::new(&setup, 3, 0));
        let mut random = Stream::new(1, 1);
        for step in 0.. {
            let Some(decision) = plain.decision() else { break };
            let answer = decision.sample(&mut random);
            let world = scattered.world_mut();
            let slots = world.part::<Slots>().entities();
            let entity = slots[step * 7 % slots.len()];
            let mut entity = world.entity_mut(entity);
            if entity.contains::<Elsewhere>() {
                entity.remove::<Elsewhere>();
            } else {
                entity.insert(Elsewhere);
            }
            plain.submit(answer.clone()).unwrap();
            scattered.submit(answer).unwrap();
            assert_eq!(plain.sync_hash(), scattered.sync_hash(), "after decision {step}");
        }
        assert!(plain.outcome().is_over() && plain.decisions() > 50);
    }
}
