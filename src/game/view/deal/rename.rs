//! Other numbers for objects, in all state that refers to them.

use crate::model::ids::{ObjectId, ObjectRef};
use crate::model::references::{Reference, ReferenceMut, References};
use std::collections::BTreeMap;

/// Which references become which.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Of objects as they are.
    new: BTreeMap<ObjectRef, ObjectRef>,
    /// What objects were when nobody saw them says nothing but which objects they are now.
    before: BTreeMap<ObjectId, ObjectRef>,
    /// What is remembered of objects that were seen keeps its name.
    kept: Vec<ObjectRef>,
}

/// The objects that the state names and that are among `wanted`, in the order in which they come.
pub(super) fn mentioned(state: &impl References, wanted: &[ObjectRef], into: &mut Vec<ObjectRef>) {
    state.visit(&mut |reference| mention(reference, wanted, into));
}

/// Notes an object that is among `wanted`, the first time that it is named.
pub(super) fn mention(reference: Reference, wanted: &[ObjectRef], into: &mut Vec<ObjectRef>) {
    if let Reference::Object(object) = reference
        && wanted.contains(&object)
        && !into.contains(&object)
    {
        into.push(object);
    }
}

impl Names {
    /// No new names, and what is remembered.
    pub(super) fn keeping(kept: Vec<ObjectRef>) -> Self {
        Self { kept, ..Self::default() }
    }

    /// An object has a new name; what it was before it had the old one gets a name that is nobody's.
    pub(super) fn insert(&mut self, old: ObjectRef, new: ObjectRef) {
        self.new.insert(old, new);
        self.before.insert(old.id, ObjectRef { incarnation: new.incarnation - 1, ..new });
    }

    /// The new name, if it has one.
    pub(super) fn get(&self, old: ObjectRef) -> Option<ObjectRef> {
        let before = || self.before.get(&old.id).filter(|_| !self.kept.contains(&old)).copied();
        self.new.get(&old).copied().or_else(before)
    }

    /// Whether nothing has a new name.
    pub(super) fn are_old(&self) -> bool {
        self.new.is_empty()
    }

    /// Writes the new name into what refers to an object.
    pub(super) fn rename(&self, reference: ReferenceMut<'_>) {
        if let ReferenceMut::Object(object) = reference
            && let Some(new) = self.get(*object)
        {
            *object = new;
        }
    }
}
