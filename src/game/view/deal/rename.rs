//! Other numbers for objects, in all state that refers to them.

use crate::model::ids::ObjectRef;
use crate::model::references::{Reference, ReferenceMut, References};

/// Which references become which.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The old and the new reference of an object with that number, by numbers. What it was when nobody saw it says nothing
    /// but which object it is now.
    new: Vec<Option<(ObjectRef, ObjectRef)>>,
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
        if self.new.len() <= old.id.index() {
            self.new.resize(old.id.index() + 1, None);
        }
        self.new[old.id.index()] = Some((old, new));
    }

    /// The new name, if it has one.
    pub(super) fn get(&self, old: ObjectRef) -> Option<ObjectRef> {
        let (was, new) = (*self.new.get(old.id.index())?)?;
        if was == old {
            return Some(new);
        }
        let before = ObjectRef { incarnation: new.incarnation - 1, ..new };
        (!self.kept.contains(&old)).then_some(before)
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
