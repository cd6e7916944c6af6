//! Copying state into state that is already there.
//!
//! A fork writes one game over another one. A derived [`Clone`] makes a full clone first and drops what was there, with its
//! allocations; these implementations copy field by field and keep them.

use smallvec::{Array, SmallVec};

/// Makes a list a copy of another one. The items are plain, so they are copied all at once.
#[inline]
pub(crate) fn copy_list<A: Array<Item: Copy>>(to: &mut SmallVec<A>, from: &SmallVec<A>) {
    if !(to.is_empty() && from.is_empty()) {
        copy_items(to, from);
    }
}

/// Kept apart: most lists are empty.
#[inline(never)]
fn copy_items<A: Array<Item: Copy>>(to: &mut SmallVec<A>, from: &SmallVec<A>) {
    let (items, from) = (to.as_mut_slice(), from.as_slice());
    if items.len() == from.len() {
        items.copy_from_slice(from);
    } else {
        to.clear();
        to.extend_from_slice(from);
    }
}

/// Implements [`Clone`], lists of plain items being copied all at once, with a `clone_from` that goes field by field. It takes the source apart, so that a field that isn't named
/// doesn't compile.
///
/// Items are `Name { field, ..; lists: field, .. }` and `Name(0, ..)`; `lists` are [`SmallVec`]s of plain items.
macro_rules! clone_by_field {
    () => {};
    ($name:ident { $($field:ident),* $(,)? $(; lists: $($list:ident),* $(,)?)? } $($rest:tt)*) => {
        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                let Self { $($field,)* $($($list,)*)? } = self;
                Self { $($field: Clone::clone($field),)* $($($list: smallvec::SmallVec::from_slice($list),)*)? }
            }
            #[inline]
            fn clone_from(&mut self, source: &Self) {
                let Self { $($field,)* $($($list,)*)? } = source;
                $(Clone::clone_from(&mut self.$field, $field);)*
                $($($crate::model::by_field::copy_list(&mut self.$list, $list);)*)?
            }
        }
        $crate::model::by_field::clone_by_field!($($rest)*);
    };
    ($name:ident ( $($place:tt),* $(,)? ) $($rest:tt)*) => {
        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                Self($(Clone::clone(&self.$place)),*)
            }
            #[inline]
            fn clone_from(&mut self, source: &Self) {
                $(Clone::clone_from(&mut self.$place, &source.$place);)*
            }
        }
        $crate::model::by_field::clone_by_field!($($rest)*);
    };
    ($name:ident [ list ] $($rest:tt)*) => {
        impl Clone for $name {
            #[inline]
            fn clone(&self) -> Self {
                Self(smallvec::SmallVec::from_slice(&self.0))
            }
            #[inline]
            fn clone_from(&mut self, source: &Self) {
                $crate::model::by_field::copy_list(&mut self.0, &source.0);
            }
        }
        $crate::model::by_field::clone_by_field!($($rest)*);
    };
}
pub(crate) use clone_by_field;
