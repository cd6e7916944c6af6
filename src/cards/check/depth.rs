//! How many terms of a definition are within each other, counted without writing them.

use serde::ser::{self, Serialize};
use std::fmt::{self, Display};

/// Whether the parts of a value are within each other at most `depth` times.
pub(super) fn is_within(value: &dyn erased_serde::Serialize, depth: usize) -> bool {
    value.serialize(Depth { left: depth }).is_ok()
}

/// There are more.
#[derive(Debug)]
struct TooDeep;

impl Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many terms within each other")
    }
}

impl std::error::Error for TooDeep {}

impl ser::Error for TooDeep {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// Goes through a value.
#[derive(Clone, Copy)]
struct Depth {
    /// How many parts may still be within each other.
    left: usize,
}

impl Depth {
    fn within<T: Serialize + ?Sized>(self, value: &T) -> Result<(), TooDeep> {
        value.serialize(Self { left: self.left.checked_sub(1).ok_or(TooDeep)? })
    }
}

macro_rules! leaves {
    ($($name:ident($($ty:ty),*);)*) => {
        $(
            fn $name(self, $(_: $ty),*) -> Result<(), TooDeep> {
                Ok(())
            }
        )*
    };
}

macro_rules! containers {
    ($($name:ident($($ty:ty),*);)*) => {
        $(
            fn $name(self, $(_: $ty),*) -> Result<Self, TooDeep> {
                Ok(self)
            }
        )*
    };
}

impl ser::Serializer for Depth {
    type Ok = ();
    type Error = TooDeep;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    leaves! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    containers! {
        serialize_seq(Option<usize>);
        serialize_tuple(usize);
        serialize_tuple_struct(&'static str, usize);
        serialize_tuple_variant(&'static str, u32, &'static str, usize);
        serialize_map(Option<usize>);
        serialize_struct(&'static str, usize);
        serialize_struct_variant(&'static str, u32, &'static str, usize);
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), TooDeep> {
        self.within(value)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), TooDeep> {
        self.within(value)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), TooDeep> {
        self.within(value)
    }
}

macro_rules! parts {
    ($($name:ident: $add:ident($($key:ty)?);)*) => {
        $(
            impl ser::$name for Depth {
                type Ok = ();
                type Error = TooDeep;
                fn $add<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Result<(), TooDeep> {
                    self.within(value)
                }
                fn end(self) -> Result<(), TooDeep> {
                    Ok(())
                }
            }
        )*
    };
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}

impl ser::SerializeMap for Depth {
    type Ok = ();
    type Error = TooDeep;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), TooDeep> {
        self.within(key)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TooDeep> {
        self.within(value)
    }
    fn end(self) -> Result<(), TooDeep> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_within_each_other_are_counted() {
        assert!(is_within(&[[1]], 2));
        assert!(!is_within(&[[1]], 1));
        assert!(is_within(&Some(("text", [2])), 3));
        assert!(!is_within(&Some(("text", [2])), 2));
    }
}
