//! What is noted while instructions are judged: where things would be, and what that changes besides its worth.

use super::combat::Fighter;
use super::danger::Danger;
use super::unseen::Unseen;
use crate::cards::def::{Var, ZoneKind};
use crate::model::ids::ObjectRef;
use smallvec::SmallVec;

/// Notes of one judgement.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions {
    /// Variables that hold cards that the viewer doesn't know.
    pub(super) unseen: SmallVec<[(Var, Unseen); 2]>,
    /// Where objects would be by now.
    pub(super) moved: SmallVec<[(ObjectRef, ZoneKind); 4]>,
    /// What would happen to permanents, if that is wanted.
    pub(super) watch: Option<Vec<(ObjectRef, Danger)>>,
    /// What would be different in an attack.
    pub(super) changes: SmallVec<[Change; 2]>,
    /// How much more damage unblocked attackers of the viewer would deal.
    pub(super) boost: i32,
}

/// What would be different in an attack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// A creature can't block.
    Out(ObjectRef),
    /// A creature has another body; whether it can't be blocked as others are.
    Body(Fighter, bool),
}

/// A place in the notes to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize, usize);

impl Assumptions {
    /// Notes that ask what would happen to permanents.
    pub(super) fn watching() -> Self {
        Self { watch: Some(Vec::new()), ..Self::default() }
    }

    /// Forgets everything but what is wanted.
    pub(super) fn clear(&mut self) {
        self.unseen.clear();
        self.moved.clear();
        self.changes.clear();
        self.boost = 0;
    }

    /// How much is noted of variables and places.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.unseen.len(), self.moved.len())
    }

    /// Forgets what was noted of them since.
    pub(super) fn back_to(&mut self, Mark(unseen, moved): Mark) {
        self.unseen.truncate(unseen);
        self.moved.truncate(moved);
    }

    /// The zone in which an object would be, if it was moved.
    pub(super) fn zone(&self, object: ObjectRef) -> Option<ZoneKind> {
        self.moved.iter().rev().find(|(o, _)| *o == object).map(|(_, zone)| *zone)
    }

    /// The unknown cards that a variable holds.
    pub(super) fn held(&self, var: Var) -> Option<Unseen> {
        self.unseen.iter().rev().find(|(v, _)| *v == var).map(|(_, unseen)| *unseen)
    }

    /// Adds to what happens to an object, if that is wanted.
    pub(super) fn happens(&mut self, object: ObjectRef, note: impl FnOnce(&mut Danger)) {
        let Some(watch) = &mut self.watch else { return };
        let place = watch.iter().position(|(o, _)| *o == object).unwrap_or_else(|| {
            watch.push((object, Danger::default()));
            watch.len() - 1
        });
        note(&mut watch[place].1);
    }
}
