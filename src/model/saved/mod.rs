//! State of plugins as data: in snapshots and on the agenda, where nobody needs to know its types.
//!
//! A [`SavedValue`] is a value as text, and beside it all that the value refers to. What looks for references, to check a
//! snapshot or to hash a position, finds them there without the type; what replaces them replaces them there, and the value
//! has the new ones when it is read again.

mod portable;

pub(crate) use portable::Portable;

use crate::model::ids::ObjectId;
use crate::model::references::{Reference, ReferenceMut, ReferenceVisitor, References, references};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// A value of a plugin's type as data.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SavedValue {
    /// The value as RON.
    text: String,
    /// A hash of all in it that refers to nothing.
    plain: u64,
    /// What it refers to, in the order in which it shows that.
    refers: Vec<Reference>,
}

/// Takes down what a value shows.
#[derive(Default)]
struct Shown {
    plain: Portable,
    refers: Vec<Reference>,
}

impl ReferenceVisitor for Shown {
    fn reference(&mut self, reference: Reference) {
        self.refers.push(reference);
    }
    fn plain<T: Hash + ?Sized>(&mut self, data: &T) {
        // Where a reference stands among plain data is part of the value.
        (self.refers.len(), data).hash(&mut self.plain);
    }
}

impl SavedValue {
    /// A value as data. One that can't be written as RON can't be [read](SavedValue::read) either.
    pub fn new(value: &(impl Serialize + References)) -> Self {
        let mut shown = Shown::default();
        value.visit(&mut shown);
        Self { text: ron::to_string(value).unwrap_or_default(), plain: shown.plain.finish(), refers: shown.refers }
    }

    /// The value, with what it refers to now.
    ///
    /// # Errors
    /// It isn't of this type, in words.
    pub fn read<T: DeserializeOwned + References>(&self) -> Result<T, String> {
        let mut value: T = ron::from_str(&self.text).map_err(|error| error.to_string())?;
        let mut refers = self.refers.iter();
        let mut fits = true;
        value.visit_mut(&mut |place| fits &= refers.next().is_some_and(|reference| place.set(*reference)));
        if fits && refers.next().is_none() {
            Ok(value)
        } else {
            Err("it refers to other things than it shows".to_owned())
        }
    }
}

impl References for SavedValue {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        // The text says again what the rest says.
        let Self { text: _, plain, refers } = self;
        visitor.plain(plain);
        refers.iter().for_each(|reference| visitor.reference(*reference));
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        self.refers.iter_mut().for_each(|reference| editor(reference.as_mut()));
    }
}

/// One registered state of a plugin, as data.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SavedState {
    /// What the plugin calls it.
    pub name: String,
    /// Its values.
    pub rows: SavedRows,
}

/// The values of a registered state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum SavedRows {
    /// A component: the objects that have it, by number.
    Objects(Vec<(ObjectId, SavedValue)>),
    /// A resource, if it is there.
    Resource(Option<SavedValue>),
}

impl SavedRows {
    /// The value of an object.
    pub(crate) fn of(&self, object: ObjectId) -> Option<&SavedValue> {
        match self {
            Self::Objects(rows) => rows.iter().find(|(id, _)| *id == object).map(|(_, value)| value),
            Self::Resource(_) => None,
        }
    }
}

references! {
    struct SavedState { name, rows }
    enum SavedRows { Objects(rows), Resource(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::{ObjectRef, Seat};

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Mark {
        times: u32,
        by: Option<ObjectRef>,
        whose: Seat,
    }

    references! { struct Mark { times, by, whose } }

    const LAND: ObjectRef = ObjectRef { id: ObjectId(7), incarnation: 2 };

    fn mark() -> Mark {
        Mark { times: 3, by: Some(LAND), whose: Seat(1) }
    }

    #[test]
    fn what_is_replaced_in_data_is_replaced_in_the_value() {
        let mut saved = SavedValue::new(&mark());
        assert_eq!(saved.read::<Mark>(), Ok(mark()));
        let hash = |saved: &SavedValue| {
            let mut shown = Shown::default();
            saved.visit(&mut shown);
            (shown.plain.finish(), shown.refers)
        };
        let (plain, refers) = hash(&saved);
        assert_eq!(refers, [Reference::Object(LAND), Reference::Seat(Seat(1))]);
        saved.visit_mut(&mut |reference| {
            if let ReferenceMut::Object(object) = reference {
                object.incarnation = 5;
            }
        });
        let other = ObjectRef { incarnation: 5, ..LAND };
        assert_eq!(saved.read::<Mark>(), Ok(Mark { by: Some(other), ..mark() }));
        assert_eq!(hash(&saved), (plain, vec![Reference::Object(other), Reference::Seat(Seat(1))]));
        assert_ne!(hash(&SavedValue::new(&Mark { times: 4, ..mark() })).0, plain);
    }

    #[test]
    fn values_of_other_types_are_errors() {
        let mut saved = SavedValue::new(&mark());
        assert!(saved.read::<u32>().is_err());
        saved.refers.pop();
        assert!(saved.read::<Mark>().is_err());
        saved.refers = vec![Reference::Seat(Seat(1)), Reference::Seat(Seat(1))];
        assert!(saved.read::<Mark>().is_err());
        saved.refers = vec![Reference::Object(LAND), Reference::Seat(Seat(0)), Reference::Seat(Seat(1))];
        assert!(saved.read::<Mark>().is_err());
    }
}
