//! Lists that are copied only when they change.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// A list that several have until one of them changes it.
#[derive(Debug)]
pub(in crate::cards::oracle) struct List<T>(Option<Rc<Vec<T>>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq::<[T]>(&**self, &**other) || **self == **other
    }
}

impl<T> std::convert::From<Vec<T>> for List<T> {
    fn from(all: Vec<T>) -> Self {
        Self((!all.is_empty()).then(|| Rc::new(all)))
    }
}

impl<T> Deref for List<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        self.0.as_ref().map_or(&[], |all| all)
    }
}

impl<T: Clone> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Some(all) => Rc::<Vec<T>>::make_mut(all).as_mut_slice(),
            None => &mut [],
        }
    }
}

impl<T: Clone> List<T> {
    /// Adds one at the end.
    pub(in crate::cards::oracle) fn push(&mut self, one: T) {
        Rc::make_mut(self.0.get_or_insert_default()).push(one);
    }
    /// Takes away all that don't fit.
    pub(in crate::cards::oracle) fn retain(&mut self, fits: impl Fn(&T) -> bool) {
        if !self.iter().all(&fits) {
            Rc::make_mut(self.0.get_or_insert_default()).retain(fits);
        }
    }
}
