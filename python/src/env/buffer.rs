//! Memory of NumPy arrays, written without the interpreter. The only unsafe code of the package.

#![expect(unsafe_code, reason = "slices of memory that NumPy owns, as long as its buffer is held")]

use crate::errors::{EnvError, raise};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use std::ptr::NonNull;
use std::sync::Arc;

/// The memory of a contiguous, writable array. As long as this is held, NumPy neither moves nor frees it.
pub(crate) struct Memory<T: Element> {
    held: Arc<PyBuffer<T>>,
    memory: NonNull<[T]>,
}

// SAFETY: the pointer is of memory that is held; who writes it borrows `Memory` exclusively, so that no two threads of
// ours do at once. What Python threads do with the array meanwhile is theirs to agree on, as with all of NumPy.
unsafe impl<T: Element + Send> Send for Memory<T> {}
// SAFETY: nothing can be done with a shared `Memory`.
unsafe impl<T: Element + Send> Sync for Memory<T> {}

impl<T: Element> Memory<T> {
    /// The memory of an array with this many items.
    ///
    /// # Errors
    /// Another type or number of items, an array that isn't contiguous or that is read-only.
    pub(crate) fn of(array: &Bound<'_, PyAny>, name: &str, items: usize) -> PyResult<Self> {
        let held = PyBuffer::<T>::get(array).map_err(|error| raise!(EnvError, error, name))?;
        let found = held.item_count();
        if found != items {
            return Err(raise!(EnvError, format_args!("{found} items: expected {items}"), name));
        }
        let memory = held.as_slice_ptr().filter(|_| !held.readonly());
        let Some(memory) = memory else {
            return Err(raise!(EnvError, "expected a contiguous array that can be written", name));
        };
        Ok(Self { held: Arc::new(held), memory })
    }

    /// Parts with this many items each; the last one has what is left.
    pub(crate) fn split(mut self, each: usize) -> Vec<Self> {
        let held = Arc::clone(&self.held);
        let part = |part: &mut [T]| Self { held: Arc::clone(&held), memory: NonNull::from(part) };
        self.items().chunks_mut(each.max(1)).map(part).collect()
    }

    /// The items.
    pub(crate) fn items(&mut self) -> &mut [T] {
        // SAFETY: the memory is held, has been checked to be contiguous and writable, and is borrowed exclusively.
        unsafe { self.memory.as_mut() }
    }
}
