//! What most objects don't have.

use crate::model::references::{ReferenceMut, ReferenceVisitor, References};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// What most objects don't have: it takes the place of a pointer only, until something is written to it. One that was never
/// written to reads as its default value, so nobody can tell the two apart.
///
/// Forks copy all rows of all objects: one that is nothing costs next to nothing.
#[derive(Component, Debug)]
pub struct Rare<T: Blank>(Option<Box<T>>);

/// What can be [`Rare`].
pub trait Blank: Default + PartialEq + Clone + Send + Sync + 'static {
    /// The default value, to be read.
    fn blank() -> &'static Self;
}

/// Implements [`Blank`] for types.
macro_rules! blank {
    ($($name:ident),* $(,)?) => {$(
        impl $crate::model::rare::Blank for $name {
            fn blank() -> &'static Self {
                static BLANK: std::sync::LazyLock<$name> = std::sync::LazyLock::new($name::default);
                &BLANK
            }
        }
    )*};
}
pub(crate) use blank;

impl<T: Blank> Default for Rare<T> {
    #[inline]
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Blank> From<T> for Rare<T> {
    fn from(value: T) -> Self {
        Self((value != *T::blank()).then(|| Box::new(value)))
    }
}

impl<T: Blank> Rare<T> {
    /// Whether nothing was ever written to it.
    #[inline]
    pub fn is_untouched(&self) -> bool {
        self.0.is_none()
    }
    /// Whether it is as if nothing had been.
    #[inline]
    pub fn is_blank(&self) -> bool {
        self.0.as_deref().is_none_or(|value| *value == *T::blank())
    }
}

impl<T: Blank> Deref for Rare<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or_else(|| T::blank())
    }
}

impl<T: Blank> DerefMut for Rare<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T: Blank> Clone for Rare<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        match (&mut self.0, &source.0) {
            (None, None) => {}
            (Some(to), Some(from)) => T::clone_from(to, from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl<T: Blank> PartialEq for Rare<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.is_untouched() && other.is_untouched() || **self == **other
    }
}

impl<T: Blank + Eq> Eq for Rare<T> {}

impl<T: Blank + Hash> Hash for Rare<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: Blank + Serialize> Serialize for Rare<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Blank + Deserialize<'de>> Deserialize<'de> for Rare<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}

impl<T: Blank + References> References for Rare<T> {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        visitor.plain(&self.is_blank());
        if !self.is_blank() {
            (**self).visit(visitor);
        }
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        if !self.is_blank() {
            (**self).visit_mut(editor);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::object::{Linked, StackEntry};

    /// One that was written to and is as before is the same as one that nobody has touched.
    #[test]
    fn what_is_blank_again_is_the_same_as_what_nobody_touched() {
        let new = StackEntry::default();
        let mut used = new.clone();
        used.cast.x = 3;
        assert_ne!(used, new);
        used.cast.x = 0;
        assert!(!used.is_untouched() && new.is_untouched());
        assert_eq!(used, new);
        let text = ron::to_string(&used).unwrap();
        assert_eq!(text, ron::to_string(&new).unwrap());
        assert!(ron::from_str::<StackEntry>(&text).unwrap().is_untouched());
    }

    /// Whatever a copy was before, it is a copy.
    #[test]
    fn a_copy_takes_the_place_of_anything() {
        let (none, mut some) = (Linked::default(), Linked::default());
        some.chosen.number = Some(4);
        for before in [&none, &some] {
            for after in [&none, &some] {
                let mut copy = before.clone();
                copy.clone_from(after);
                assert_eq!(copy, *after);
                assert_eq!(copy.is_untouched(), after.is_untouched());
            }
        }
    }
}
