//! Other numbers for objects, in all state that refers to them.
//!
//! State is plain data, so that references can be found by their shape, wherever they are.

use crate::model::ids::{ObjectId, ObjectRef};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
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

/// A reference, if that is what the data are.
fn reference(value: &Value) -> Option<ObjectRef> {
    let Value::Object(fields) = value else { return None };
    if fields.len() != 2 {
        return None;
    }
    let number = |key: &str| u32::try_from(fields.get(key)?.as_u64()?).ok();
    Some(ObjectRef { id: ObjectId(number("id")?), incarnation: number("incarnation")? })
}

/// Calls `see` with every reference inside; what it answers takes its place.
fn walk(value: &mut Value, see: &mut impl FnMut(ObjectRef) -> Option<ObjectRef>) -> bool {
    if let Some(found) = reference(value) {
        let Some(new) = see(found) else { return false };
        *value = serde_json::json!({ "id": new.id.0, "incarnation": new.incarnation });
        return true;
    }
    match value {
        Value::Array(items) => items.iter_mut().fold(false, |any, item| walk(item, see) | any),
        Value::Object(fields) => fields.values_mut().fold(false, |any, item| walk(item, see) | any),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn data(state: &impl Serialize) -> Value {
    serde_json::to_value(state).expect("state is plain data")
}

/// The references inside that are among `wanted`, in the order in which they come.
pub(super) fn mentioned(state: &impl Serialize, wanted: &[ObjectRef], into: &mut Vec<ObjectRef>) {
    walk(&mut data(state), &mut |found| {
        if wanted.contains(&found) && !into.contains(&found) {
            into.push(found);
        }
        None
    });
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

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.new.is_empty()
    }

    /// The new name, if it has one.
    pub(super) fn get(&self, old: ObjectRef) -> Option<ObjectRef> {
        let before = || self.before.get(&old.id).filter(|_| !self.kept.contains(&old)).copied();
        self.new.get(&old).copied().or_else(before)
    }

    /// The state under the new names; `None` if nothing inside has a new one.
    pub(super) fn renamed<T: Serialize + DeserializeOwned>(&self, state: &T) -> Option<T> {
        let mut value = data(state);
        let changed = walk(&mut value, &mut |found| self.get(found));
        changed.then(|| serde_json::from_value(value).expect("state is plain data"))
    }
}
