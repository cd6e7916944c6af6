//! Columns and parts of the state.

use super::{SnapshotError, check};
use crate::cards::{CardDb, CardTable};
use crate::model::continuous::{ContinuousEffect, ContinuousEffects};
use crate::model::dirt::Dirt;
use crate::model::ids::{ContinuousEffectId, ObjectId};
use crate::model::object::{
    CastAs, Characteristics, Counters, Linked, Object, ObjectKind, StackEntry, Status, ThisTurn,
};
use crate::model::references::{ReferenceMut, References};
use crate::model::snapshot::{ENGINE, ObjectRow, SNAPSHOT_FORMAT, Snapshot};
use crate::rules::slots::{ContinuousEffectSlots, Slots};
use crate::rules::state::{Column, DerivedParts, EditGame, GameWorld, ReadGame, Rows, registered};
use bevy_ecs::prelude::*;

/// Shows all references of the state of a world to `editor`, which may replace them. Free slots have none.
pub(crate) fn visit_state_mut(world: &mut World, editor: &mut impl FnMut(ReferenceMut<'_>)) {
    world.with_state(|state| {
        for id in (0..state.slots.len() as u32).map(ObjectId) {
            if state.objects.get(id).kind == ObjectKind::Unused {
                continue;
            }
            state.objects.get_mut(id).visit_mut(editor);
            state.chars.get_mut(id).visit_mut(editor);
            state.status.get_mut(id).visit_mut(editor);
            state.this_turn.get_mut(id).visit_mut(editor);
            state.cast_as.get_mut(id).visit_mut(editor);
            state.linked.get_mut(id).visit_mut(editor);
            state.counters.get_mut(id).visit_mut(editor);
            state.stack.get_mut(id).visit_mut(editor);
        }
        state.continuous.iter_mut().for_each(|mut effect| effect.visit_mut(editor));
    });
    world.parts_mut().0.visit_mut(editor);
    registered::visit_mut(world, editor);
}

fn row(world: &World, id: ObjectId) -> ObjectRow {
    let entity = world.entity(world.part::<Slots>().entity(id));
    let (object, chars, status, this_turn, cast_as, linked, counters, stack) = entity
        .get_components::<(&Object, &Characteristics, &Status, &ThisTurn, &CastAs, &Linked, &Counters, &StackEntry)>()
        .expect("every slot has every component of an object");
    ObjectRow {
        object: *object,
        chars: chars.clone(),
        status: *status,
        this_turn: *this_turn,
        cast_as: *cast_as,
        linked: linked.clone(),
        counters: counters.clone(),
        stack: stack.clone(),
    }
}

impl Snapshot {
    /// The state of a world, with the names of the `cards` first definitions of its table. Not sealed.
    pub fn capture(world: &World, cards: usize) -> Self {
        let slots = world.part::<Slots>();
        // Slots that were used keep their incarnation: it tells old references from new ones.
        let objects = (0..slots.len() as u32).map(|i| row(world, ObjectId(i))).collect::<Vec<_>>();
        let end =
            objects.iter().rposition(|r| r.object.incarnation > 0 || slots.is_used(r.object.id)).map_or(0, |i| i + 1);
        let effects = world.part::<ContinuousEffectSlots>();
        let effect = |i: u32| world.get::<ContinuousEffect>(effects.entity(ContinuousEffectId(i))).cloned();
        Self {
            format: SNAPSHOT_FORMAT,
            engine: ENGINE.to_owned(),
            card_set: String::new(),
            checksum: 0,
            cards: world.part::<CardTable>().0.defs[..cards].iter().map(|d| d.name.clone()).collect(),
            reworded: world.part::<CardTable>().0.reworded.iter().map(|(r, _)| *r).collect(),
            used: slots.used().to_vec(),
            effects: (0..world.part::<ContinuousEffects>().used.len() as u32).filter_map(effect).collect(),
            resources: world.parts().clone(),
            registered: registered::save(world),
            objects: objects.into_iter().take(end).collect(),
        }
    }

    /// Gives the snapshot the hash of its definitions and its checksum, without which [`Game::restore`](crate::Game::restore)
    /// refuses it. A caller that changes a snapshot on purpose seals it again.
    pub fn seal(&mut self, table: &CardTable) {
        self.card_set = table.definitions_hash();
        self.checksum = check::checksum(self);
    }

    /// Checks that the snapshot is whole and fits a card table ([`Snapshot::table`]).
    ///
    /// # Errors
    /// What doesn't fit.
    pub fn check(&self, table: &CardTable) -> Result<(), SnapshotError> {
        self.check_all(table).map(|_| ())
    }

    /// Like [`Snapshot::check`]; answers what [`Snapshot::named_effects`] says.
    pub(crate) fn check_all(&self, table: &CardTable) -> Result<usize, SnapshotError> {
        let (own, sum) = (table.definitions_hash(), check::checksum(self));
        if self.checksum != sum {
            return Err(SnapshotError::Damaged { found: self.checksum, own: sum });
        }
        if self.card_set != own {
            return Err(SnapshotError::Cards { found: self.card_set.clone(), own });
        }
        check::check(self, table)
    }

    /// The card table that the snapshot needs.
    ///
    /// # Errors
    /// Another format, or a card that `db` doesn't have.
    pub fn table(&self, db: &CardDb) -> Result<CardTable, SnapshotError> {
        if self.format != SNAPSHOT_FORMAT {
            return Err(SnapshotError::Format { found: self.format, expected: SNAPSHOT_FORMAT });
        }
        let find = |name: &String| db.get(name).cloned().ok_or_else(|| SnapshotError::UnknownCard(name.clone()));
        let mut table = db.table(&self.cards.iter().map(find).collect::<Result<Vec<_>, _>>()?);
        for reworded in &self.reworded {
            if usize::from(reworded.of.0) >= table.0.defs.len() {
                return Err(SnapshotError::UnknownCard(format!("definition {}", reworded.of.0)));
            }
            table.reword(*reworded).map_err(|e| SnapshotError::UnknownCard(e.to_string()))?;
        }
        Ok(table)
    }

    /// The card table that the snapshot needs: the one that is there, if that has the same definitions.
    ///
    /// # Errors
    /// As [`Snapshot::table`].
    pub(crate) fn table_like(&self, there: &CardTable, db: &CardDb) -> Result<CardTable, SnapshotError> {
        let reworded = there.0.reworded.iter().map(|(reworded, _)| reworded);
        let is_it = self.format == SNAPSHOT_FORMAT && there.is_of(&self.cards, db) && reworded.eq(&self.reworded);
        if is_it { Ok(there.clone()) } else { self.table(db) }
    }

    /// How many slots of effects there must be for those that are named in it.
    pub(crate) fn named_effects(&self) -> usize {
        let mut named = 0;
        self.visit(&mut |reference| named = named.max(check::slots_for(reference)));
        named
    }

    /// Writes the state into a world that has the rules and the right card table. `named`: what [`Snapshot::named_effects`] says.
    ///
    /// # Errors
    /// State of plugins that isn't registered there, or that is registered there and isn't in the snapshot. The world is
    /// then good for another game only.
    pub(crate) fn write(&self, world: &mut World, named: usize) -> Result<(), SnapshotError> {
        Slots::reset(world);
        Slots::restore(world, &self.used);
        Slots::grow(world, self.objects.len());
        world.with_state(|state| {
            for row in &self.objects {
                let id = row.object.id;
                *state.objects.get_mut(id) = row.object;
                state.chars.get_mut(id).clone_from(&row.chars);
                *state.status.get_mut(id) = row.status;
                *state.this_turn.get_mut(id) = row.this_turn;
                *state.cast_as.get_mut(id) = row.cast_as;
                state.linked.get_mut(id).clone_from(&row.linked);
                state.counters.get_mut(id).clone_from(&row.counters);
                state.stack.get_mut(id).clone_from(&row.stack);
            }
        });
        world.parts_mut().0.clone_from(&self.resources);
        ContinuousEffectSlots::restore(world, &self.effects);
        ContinuousEffectSlots::ensure(world, named);
        registered::load(world, &self.registered)?;
        invalidate(world);
        Ok(())
    }
}

/// Copies the state of one world into another one with the same card table. Faster than a snapshot: no
/// intermediate rows, allocations of the target are reused.
pub(crate) fn copy(from: &World, to: &mut World) {
    let slots = from.part::<Slots>();
    Slots::restore(to, slots.used());
    Slots::grow(to, slots.len());
    ContinuousEffectSlots::ensure(to, from.part::<ContinuousEffects>().used.len());
    copy_rows(from, to);
    to.parts_mut().0.clone_from(from.parts());
    registered::copy(from, to);
    copy_derived(from, to.parts_mut().1);
}

/// Copies what is known of the state: it names objects and effects by their numbers, which the copy has, too. What each player
/// can do is looked at again: mostly that changes with the next answer.
fn copy_derived(from: &World, derived: &mut DerivedParts) {
    derived.forget_tasks();
    derived.dirt = Dirt { few_slots: false, renewed: false, moved: false, facts: false, ..*from.part::<Dirt>() };
    derived.rules.clone_from(from.part());
    derived.watched.clone_from(from.part());
    derived.layers.clone_from(from.part());
    // Slots that only the copy has are free.
    if derived.layers.known as usize == from.part::<Slots>().len() {
        derived.layers.known = derived.slots.len() as u32;
    }
    derived.legal.reset();
}

/// Copies one component of the first `count` slots: side by side if they stand so in both worlds.
fn copy_column<C: Column + Clone>(from: &World, source: Option<&[C]>, count: usize, to: &mut Rows<'_, C>) {
    match (source, to.column_mut()) {
        (Some(source), Some(to)) => to.iter_mut().zip(&source[..count]).for_each(|(to, from)| to.clone_from(from)),
        _ => (0..count as u32).map(ObjectId).for_each(|id| to.get_mut(id).clone_from(from.row(id))),
    }
}

/// Copies all slots of objects, component by component, and of effects. The target has at least as many; those that the
/// source doesn't have become free.
///
/// Rows may stand in any order in both worlds: a client may have given entities of objects components of its own.
fn copy_rows(from: &World, to: &mut impl EditGame) {
    let (source, count) = (from.columns(), from.part::<Slots>().len());
    let source = source.filter(|columns| from.part::<Slots>().are_rows_of(columns));
    let (effects, used) = (from.part::<ContinuousEffectSlots>(), from.part::<ContinuousEffects>().used.len() as u32);
    to.with_state(|state| {
        copy_column(from, source.map(|c| c.objects), count, &mut state.objects);
        copy_column(from, source.map(|c| c.chars), count, &mut state.chars);
        copy_column(from, source.map(|c| c.status), count, &mut state.status);
        copy_column(from, source.map(|c| c.this_turn), count, &mut state.this_turn);
        copy_column(from, source.map(|c| c.cast_as), count, &mut state.cast_as);
        copy_column(from, source.map(|c| c.linked), count, &mut state.linked);
        copy_column(from, source.map(|c| c.counters), count, &mut state.counters);
        copy_column(from, source.map(|c| c.stack), count, &mut state.stack);
        let count = count as u32;
        for id in (count..state.slots.len() as u32).map(ObjectId) {
            let old = std::mem::replace(state.objects.get_mut(id), Object::unused(id));
            // A slot that is free has nothing else.
            if old.kind == ObjectKind::Unused {
                continue;
            }
            *state.chars.get_mut(id) = Characteristics::default();
            *state.status.get_mut(id) = Status::default();
            *state.this_turn.get_mut(id) = ThisTurn::default();
            *state.cast_as.get_mut(id) = CastAs::default();
            *state.linked.get_mut(id) = Linked::default();
            *state.counters.get_mut(id) = Counters::default();
            *state.stack.get_mut(id) = StackEntry::default();
        }
        for id in (0..used).map(ContinuousEffectId) {
            let effect = from.get::<ContinuousEffect>(effects.entity(id)).expect("effect slots hold effects");
            state.effect_row_mut(id).clone_from(effect);
        }
        for id in (used..state.effect_slots.len() as u32).map(ContinuousEffectId) {
            let effect = state.effect_row_mut(id);
            if effect.active {
                *effect = ContinuousEffect::free(id);
            }
        }
    });
}

/// Marks all that is derived as out of date.
pub(crate) fn invalidate(world: &mut impl EditGame) {
    world.with_state(|state| {
        *state.dirt = Dirt::default();
        state.watched.stale = true;
        state.forget_tasks();
    });
    crate::rules::layers::invalidate(world);
    crate::rules::legal::invalidate(world);
}
