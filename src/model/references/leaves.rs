//! References themselves, data that refer to nothing, and lists.

use super::{Reference, ReferenceMut, ReferenceVisitor, References, references};
use crate::cards::def::{
    CardTypes, CastBy, Color, ColorSet, Cost, CostPart, CounterKind, DayNight, Deed, Designation, Duration, Filter,
    HandAction, KeywordSet, ManaCost, ManaSymbol, ManaType, StepName, Subtype, SubtypeSet, Supertypes, Var, ZoneKind,
};
use crate::model::ids::{
    AbilityHandle, AbilityKey, ContinuousEffectId, DefId, Handle, NameId, ObjectId, ObjectRef, Origin, ProgramHandle,
    Referent, Seat, SeatSet, StaticHandle, Timestamp,
};
use crate::model::object::{CopiableSource, Door, Doors, Restrictions};
use crate::model::rng::GameRng;
use smallvec::{Array, SmallVec};
use std::sync::Arc;

macro_rules! kinds {
    ($($type:ty: $kind:ident,)*) => {$(
        impl References for $type {
            #[inline]
            fn visit(&self, visitor: &mut impl ReferenceVisitor) {
                visitor.reference(Reference::$kind(*self));
            }
            #[inline]
            fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
                editor(ReferenceMut::$kind(self));
            }
        }
    )*};
}

kinds! {
    ObjectRef: Object,
    ObjectId: Slot,
    ContinuousEffectId: Effect,
    Timestamp: Timestamp,
    Handle: Handle,
    Seat: Seat,
    DefId: Definition,
    AbilityHandle: Ability,
    ProgramHandle: Program,
    StaticHandle: StaticEffect,
}

impl References for CopiableSource {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        visitor.reference(match *self {
            Self::Def(def, face) => Reference::Face(def, face),
            Self::Interned(row) => Reference::Interned(row),
        });
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        editor(match self {
            Self::Def(def, face) => ReferenceMut::Face(def, face),
            Self::Interned(row) => ReferenceMut::Interned(row),
        });
    }
}

references! {
    enum Origin { Text, Effect(effect), BasicLandType }
    struct AbilityKey { object, origin, handle, nth }
    enum Referent { Object(object), Player(seat) }
}

/// Data that refer to nothing. No type of the model that could get a reference one day belongs here.
macro_rules! plain {
    ($($type:ty),* $(,)?) => {$(
        impl References for $type {
            #[inline]
            fn visit(&self, visitor: &mut impl ReferenceVisitor) {
                visitor.plain(self);
            }
            #[inline]
            fn visit_mut(&mut self, _: &mut impl FnMut(ReferenceMut<'_>)) {}
        }
    )*};
}

plain!(bool, u8, u16, u32, u64, u128, i8, i16, i32, i64, usize, char, String);
// What is drawn next.
plain!(GameRng);
// Sets of players, one bit each, and names.
plain!(SeatSet, NameId, Arc<[NameId]>);
// Words of the vocabulary: the definitions of cards are made of them, and know no game.
plain!(
    CardTypes,
    Color,
    ColorSet,
    CastBy,
    Cost,
    CostPart,
    CounterKind,
    Designation,
    Deed,
    Door,
    Doors,
    Duration,
    Filter,
    HandAction,
    KeywordSet,
    ManaCost,
    ManaSymbol,
    ManaType,
    Restrictions,
    DayNight,
    StepName,
    Subtype,
    SubtypeSet,
    Supertypes,
    Var,
    ZoneKind,
);

impl<T: References> References for Option<T> {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        visitor.plain(&self.is_some());
        if let Some(value) = self {
            value.visit(visitor);
        }
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        if let Some(value) = self {
            value.visit_mut(editor);
        }
    }
}

impl<T: References> References for [T] {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        visitor.plain(&self.len());
        self.iter().for_each(|item| item.visit(visitor));
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        self.iter_mut().for_each(|item| item.visit_mut(editor));
    }
}

impl<T: References, const N: usize> References for [T; N] {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        self.iter().for_each(|item| item.visit(visitor));
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        self.iter_mut().for_each(|item| item.visit_mut(editor));
    }
}

impl<T: References> References for Vec<T> {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        self.as_slice().visit(visitor);
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        self.as_mut_slice().visit_mut(editor);
    }
}

impl<A: Array<Item: References>> References for SmallVec<A> {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        self.as_slice().visit(visitor);
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        self.as_mut_slice().visit_mut(editor);
    }
}

impl<T: References> References for Box<T> {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        (**self).visit(visitor);
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        (**self).visit_mut(editor);
    }
}

/// What is shared stays shared if nothing in it is replaced.
impl<T: References + Clone + PartialEq> References for Arc<T> {
    fn visit(&self, visitor: &mut impl ReferenceVisitor) {
        (**self).visit(visitor);
    }
    fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
        let mut edited = (**self).clone();
        edited.visit_mut(editor);
        if edited != **self {
            *self = Self::new(edited);
        }
    }
}

macro_rules! tuples {
    ($($($item:ident: $type:ident),+;)*) => {$(
        impl<$($type: References),+> References for ($($type,)+) {
            fn visit(&self, visitor: &mut impl ReferenceVisitor) {
                let ($($item,)+) = self;
                $($item.visit(visitor);)+
            }
            fn visit_mut(&mut self, editor: &mut impl FnMut(ReferenceMut<'_>)) {
                let ($($item,)+) = self;
                $($item.visit_mut(editor);)+
            }
        }
    )*};
}

tuples! {
    a: A, b: B;
    a: A, b: B, c: C;
}
