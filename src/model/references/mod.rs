//! One walk over all references of the state.
//!
//! State is full of numbers that stand for something else: objects, continuous effects, moments, handles, players, places in
//! the card table. [`References`] finds all of them. Hashing a position up to numbering, dealing hidden cards, checking a
//! snapshot that comes from outside and forgetting last known information go through it, and nothing else looks for
//! references on its own.
//!
//! Each type of the state implements it by naming all of its fields or variants, in a macro that takes the value apart:
//! a new field or variant that isn't named there doesn't compile. Data that refer to nothing are shown to visitors, too,
//! as [plain](ReferenceVisitor::plain) data, so that a visitor sees the whole value.
//!
//! | file | what |
//! | --- | --- |
//! | `leaves` | the references themselves, numbers, words of the vocabulary, lists |
//! | `objects` | components of objects, players, zones, effects, facts |
//! | `tasks` | what is under way: tasks, batches, transactions, decisions |
//!
//! # Examples
//! Every object that a task names:
//! ```
//! use dracones::model::cast::CastTask;
//! use dracones::model::ids::{ObjectId, ObjectRef};
//! use dracones::model::references::{Reference, References};
//! use dracones::model::task::Task;
//!
//! let land = ObjectRef { id: ObjectId(7), incarnation: 2 };
//! let task = Task::Cast(Box::new(CastTask::LeaveStack(land)));
//! let mut named = Vec::new();
//! task.visit(&mut |reference| {
//!     if let Reference::Object(object) = reference {
//!         named.push(object);
//!     }
//! });
//! assert_eq!(named, [land]);
//! ```

mod leaves;
mod objects;
mod tasks;

use crate::model::ids::{
    AbilityHandle, ContinuousEffectId, DefId, Handle, ObjectId, ObjectRef, ProgramHandle, Seat, StaticHandle, Timestamp,
};
use serde::{Deserialize, Serialize};
use std::hash::Hash;

/// Something that the state refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reference {
    /// An object.
    Object(ObjectRef),
    /// Which object a row of the state is about: its own number and incarnation.
    Identity(ObjectRef),
    /// A slot, whatever object it holds.
    Slot(ObjectId),
    /// A continuous effect.
    Effect(ContinuousEffectId),
    /// A moment.
    Timestamp(Timestamp),
    /// What clients call an object.
    Handle(Handle),
    /// A player.
    Seat(Seat),
    /// A definition of the card table.
    Definition(DefId),
    /// A face of a definition.
    Face(DefId, u8),
    /// An ability of a definition.
    Ability(AbilityHandle),
    /// A program of a definition.
    Program(ProgramHandle),
    /// A static effect of a definition.
    StaticEffect(StaticHandle),
    /// A row of the copiable values that were made in play.
    Interned(u16),
}

/// Something that the state refers to, to be replaced.
#[derive(Debug)]
pub enum ReferenceMut<'a> {
    /// An object.
    Object(&'a mut ObjectRef),
    /// Which object a row of the state is about: its own number and incarnation.
    Identity(&'a mut ObjectId, &'a mut u32),
    /// A slot, whatever object it holds.
    Slot(&'a mut ObjectId),
    /// A continuous effect.
    Effect(&'a mut ContinuousEffectId),
    /// A moment.
    Timestamp(&'a mut Timestamp),
    /// What clients call an object.
    Handle(&'a mut Handle),
    /// A player.
    Seat(&'a mut Seat),
    /// A definition of the card table.
    Definition(&'a mut DefId),
    /// A face of a definition.
    Face(&'a mut DefId, &'a mut u8),
    /// An ability of a definition.
    Ability(&'a mut AbilityHandle),
    /// A program of a definition.
    Program(&'a mut ProgramHandle),
    /// A static effect of a definition.
    StaticEffect(&'a mut StaticHandle),
    /// A row of the copiable values that were made in play.
    Interned(&'a mut u16),
}

impl Reference {
    /// The reference, to be replaced.
    pub fn as_mut(&mut self) -> ReferenceMut<'_> {
        match self {
            Self::Object(object) => ReferenceMut::Object(object),
            Self::Identity(object) => ReferenceMut::Identity(&mut object.id, &mut object.incarnation),
            Self::Slot(id) => ReferenceMut::Slot(id),
            Self::Effect(id) => ReferenceMut::Effect(id),
            Self::Timestamp(time) => ReferenceMut::Timestamp(time),
            Self::Handle(handle) => ReferenceMut::Handle(handle),
            Self::Seat(seat) => ReferenceMut::Seat(seat),
            Self::Definition(def) => ReferenceMut::Definition(def),
            Self::Face(def, face) => ReferenceMut::Face(def, face),
            Self::Ability(handle) => ReferenceMut::Ability(handle),
            Self::Program(handle) => ReferenceMut::Program(handle),
            Self::StaticEffect(handle) => ReferenceMut::StaticEffect(handle),
            Self::Interned(row) => ReferenceMut::Interned(row),
        }
    }
}

impl ReferenceMut<'_> {
    /// Replaces the reference; answers whether the new one is of its kind.
    pub fn set(self, new: Reference) -> bool {
        match (self, new) {
            (Self::Object(object), Reference::Object(new)) => *object = new,
            (Self::Identity(id, incarnation), Reference::Identity(new)) => {
                (*id, *incarnation) = (new.id, new.incarnation);
            }
            (Self::Slot(id), Reference::Slot(new)) => *id = new,
            (Self::Effect(id), Reference::Effect(new)) => *id = new,
            (Self::Timestamp(time), Reference::Timestamp(new)) => *time = new,
            (Self::Handle(handle), Reference::Handle(new)) => *handle = new,
            (Self::Seat(seat), Reference::Seat(new)) => *seat = new,
            (Self::Definition(def), Reference::Definition(new)) => *def = new,
            (Self::Face(def, face), Reference::Face(new, at)) => (*def, *face) = (new, at),
            (Self::Ability(handle), Reference::Ability(new)) => *handle = new,
            (Self::Program(handle), Reference::Program(new)) => *handle = new,
            (Self::StaticEffect(handle), Reference::StaticEffect(new)) => *handle = new,
            (Self::Interned(row), Reference::Interned(new)) => *row = new,
            _ => return false,
        }
        true
    }
}

/// Is shown everything in a value, in order. A closure that takes a [`Reference`] is one that ignores plain data.
pub trait ReferenceVisitor {
    /// Is called for each reference, in the order of the fields.
    fn reference(&mut self, reference: Reference);
    /// Data that refer to nothing: numbers, words of the vocabulary, which variant it is, the length of a list.
    fn plain<T: Hash + ?Sized>(&mut self, data: &T) {
        let _ = data;
    }
}

impl<F: FnMut(Reference)> ReferenceVisitor for F {
    fn reference(&mut self, reference: Reference) {
        self(reference);
    }
}

/// A value in which all references can be found.
///
/// Implemented for all types of the state. A plugin implements it for state of its own by [`references!`](macro@references).
///
/// Both functions show the same references in the same order.
pub trait References {
    /// Shows everything inside to a visitor.
    fn visit(&self, visitor: &mut impl ReferenceVisitor);
    /// Shows all references inside to `editor`, which may replace them.
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>));
}

/// Implements [`References`] for types whose fields or variants are all named. It takes each value apart, so that what isn't
/// named doesn't compile.
///
/// Items are `struct Name { field, .. }`, `struct Name(field, ..)`, and `enum Name { Unit, Tuple(field, ..), Struct { field, .. } }`.
///
/// # Examples
/// ```
/// use dracones::model::ids::ObjectRef;
/// use dracones::model::references::references;
///
/// struct Bounty {
///     on: ObjectRef,
///     amount: u32,
/// }
///
/// references! {
///     struct Bounty { on, amount }
/// }
/// ```
#[macro_export]
macro_rules! references {
    () => {};
    (struct $name:ident { $($field:ident),* $(,)? } $($rest:tt)*) => {
        $crate::model::references::references!(@fields $name [{ $($field),* }] $($field)*);
        $crate::model::references::references!($($rest)*);
    };
    (struct $name:ident ( $($field:ident),* $(,)? ) $($rest:tt)*) => {
        $crate::model::references::references!(@fields $name [( $($field),* )] $($field)*);
        $crate::model::references::references!($($rest)*);
    };
    (@fields $name:ident [$($pattern:tt)*] $($field:ident)*) => {
        impl $crate::model::references::References for $name {
            fn visit(&self, visitor: &mut impl $crate::model::references::ReferenceVisitor) {
                let $name $($pattern)* = self;
                $($crate::model::references::References::visit($field, visitor);)*
            }
            fn visit_mut(&mut self, editor: &mut impl FnMut($crate::model::references::ReferenceMut<'_>)) {
                let $name $($pattern)* = self;
                $($crate::model::references::References::visit_mut($field, editor);)*
            }
        }
    };
    (enum $name:ident {
        $($variant:ident $(($($item:ident),* $(,)?))? $({ $($field:ident),* $(,)? })?),* $(,)?
    } $($rest:tt)*) => {
        impl $crate::model::references::References for $name {
            fn visit(&self, visitor: &mut impl $crate::model::references::ReferenceVisitor) {
                visitor.plain(&std::mem::discriminant(self));
                match self {
                    $($name::$variant $(( $($item),* ))? $({ $($field),* })? => {
                        $($($crate::model::references::References::visit($item, visitor);)*)?
                        $($($crate::model::references::References::visit($field, visitor);)*)?
                    })*
                }
            }
            fn visit_mut(&mut self, editor: &mut impl FnMut($crate::model::references::ReferenceMut<'_>)) {
                match self {
                    $($name::$variant $(( $($item),* ))? $({ $($field),* })? => {
                        $($($crate::model::references::References::visit_mut($item, editor);)*)?
                        $($($crate::model::references::References::visit_mut($field, editor);)*)?
                    })*
                }
                // An enum without any reference leaves it unused.
                let _ = editor;
            }
        }
        $crate::model::references::references!($($rest)*);
    };
}
pub use references;

/// Implements [`References`] for enums whose variants have no fields; others don't compile.
macro_rules! plain_variants {
    ($($name:ty),* $(,)?) => {$(
        impl $crate::model::references::References for $name {
            fn visit(&self, visitor: &mut impl $crate::model::references::ReferenceVisitor) {
                visitor.plain(&(*self as u8));
            }
            fn visit_mut(&mut self, _: &mut impl FnMut($crate::model::references::ReferenceMut<'_>)) {}
        }
    )*};
}
pub(crate) use plain_variants;
