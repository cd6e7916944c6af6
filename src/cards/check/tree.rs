//! A definition as a tree of plain values: the terms by their names, in the shape that JSON gives them. Names that the program
//! has aren't copied.

use serde::ser::{self, Impossible, Serialize};
use std::fmt::{self, Display};

/// A value, as JSON has it.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::cards) enum Tree {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A number; of one that isn't negative it is known.
    Number(Option<u64>),
    /// The name of a term without parts.
    Term(&'static str),
    /// Another text.
    Text(Box<str>),
    /// Several.
    List(Vec<Tree>),
    /// Named parts, in the order of their names.
    Map(Vec<(&'static str, Tree)>),
}

impl Tree {
    /// A value as a tree; `None` if it has a part that isn't one.
    pub(in crate::cards) fn of(value: &impl Serialize) -> Option<Self> {
        value.serialize(Planting { depth: usize::MAX }).ok()
    }

    /// Whether parts are within each other at most `depth` times.
    pub(in crate::cards) fn is_within(value: &impl Serialize, depth: usize) -> bool {
        value.serialize(Planting { depth }).is_ok()
    }

    /// A part by its name.
    pub(in crate::cards) fn get(&self, name: &str) -> Option<&Self> {
        self.as_map()?.iter().find(|(key, _)| *key == name).map(|(_, part)| part)
    }

    /// A part by its number.
    pub(in crate::cards) fn nth(&self, number: usize) -> Option<&Self> {
        self.as_list()?.get(number)
    }

    /// The parts, if they have names.
    pub(in crate::cards) fn as_map(&self) -> Option<&[(&'static str, Self)]> {
        if let Self::Map(all) = self { Some(all) } else { None }
    }

    /// The parts, if it is a list.
    pub(in crate::cards) fn as_list(&self) -> Option<&[Self]> {
        if let Self::List(all) = self { Some(all) } else { None }
    }

    /// The number.
    pub(in crate::cards) fn as_u64(&self) -> Option<u64> {
        if let Self::Number(number) = self { *number } else { None }
    }

    /// The text.
    pub(in crate::cards) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Term(text) => Some(text),
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// What can't be a tree, or has more parts within each other than it may.
#[derive(Debug)]
pub(in crate::cards) struct NoTree;

impl Display for NoTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no tree")
    }
}

impl std::error::Error for NoTree {}

impl ser::Error for NoTree {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// Makes a tree of a value.
#[derive(Clone, Copy)]
struct Planting {
    /// How many parts may be within each other.
    depth: usize,
}

impl Planting {
    fn within<T: Serialize + ?Sized>(self, value: &T) -> Result<Tree, NoTree> {
        value.serialize(Self { depth: self.depth.checked_sub(1).ok_or(NoTree)? })
    }
}

/// The parts of a value so far.
struct Parts {
    planting: Planting,
    /// The term whose parts they are, if it has a name.
    name: Option<&'static str>,
    list: Vec<Tree>,
    map: Vec<(&'static str, Tree)>,
}

impl Parts {
    fn list(planting: Planting, name: Option<&'static str>, len: usize) -> Self {
        Self { planting, name, list: Vec::with_capacity(len), map: Vec::new() }
    }

    fn map(planting: Planting, name: Option<&'static str>, len: usize) -> Self {
        Self { planting, name, list: Vec::new(), map: Vec::with_capacity(len) }
    }

    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoTree> {
        self.list.push(self.planting.within(value)?);
        Ok(())
    }

    fn add_named<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), NoTree> {
        self.map.push((key, self.planting.within(value)?));
        Ok(())
    }

    fn whole(self, inner: Tree) -> Tree {
        match self.name {
            Some(name) => Tree::Map(vec![(name, inner)]),
            None => inner,
        }
    }

    fn as_list(mut self) -> Tree {
        let list = std::mem::take(&mut self.list);
        self.whole(Tree::List(list))
    }

    fn as_map(mut self) -> Tree {
        let mut map = std::mem::take(&mut self.map);
        map.sort_by_key(|(key, _)| *key);
        self.whole(Tree::Map(map))
    }
}

macro_rules! numbers {
    ($($name:ident: $ty:ty;)*) => {
        $(
            fn $name(self, n: $ty) -> Result<Tree, NoTree> {
                Ok(Tree::Number(u64::try_from(n).ok()))
            }
        )*
    };
}

impl ser::Serializer for Planting {
    type Ok = Tree;
    type Error = NoTree;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Parts;
    type SerializeTupleVariant = Parts;
    type SerializeMap = Impossible<Tree, NoTree>;
    type SerializeStruct = Parts;
    type SerializeStructVariant = Parts;

    numbers! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
    }

    fn serialize_bool(self, value: bool) -> Result<Tree, NoTree> {
        Ok(Tree::Bool(value))
    }
    fn serialize_f32(self, _: f32) -> Result<Tree, NoTree> {
        Ok(Tree::Number(None))
    }
    fn serialize_f64(self, _: f64) -> Result<Tree, NoTree> {
        Ok(Tree::Number(None))
    }
    fn serialize_char(self, c: char) -> Result<Tree, NoTree> {
        Ok(Tree::Text(c.to_string().into()))
    }
    fn serialize_str(self, text: &str) -> Result<Tree, NoTree> {
        Ok(Tree::Text(text.into()))
    }
    fn serialize_bytes(self, bytes: &[u8]) -> Result<Tree, NoTree> {
        Ok(Tree::List(bytes.iter().map(|byte| Tree::Number(Some(u64::from(*byte)))).collect()))
    }
    fn serialize_none(self) -> Result<Tree, NoTree> {
        Ok(Tree::Null)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Tree, NoTree> {
        self.within(value)
    }
    fn serialize_unit(self) -> Result<Tree, NoTree> {
        Ok(Tree::Null)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Tree, NoTree> {
        Ok(Tree::Null)
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Tree, NoTree> {
        Ok(Tree::Term(variant))
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Tree, NoTree> {
        self.within(value)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Tree, NoTree> {
        Ok(Tree::Map(vec![(variant, self.within(value)?)]))
    }
    fn serialize_seq(self, len: Option<usize>) -> Result<Parts, NoTree> {
        Ok(Parts::list(self, None, len.unwrap_or(0)))
    }
    fn serialize_tuple(self, len: usize) -> Result<Parts, NoTree> {
        Ok(Parts::list(self, None, len))
    }
    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Parts, NoTree> {
        Ok(Parts::list(self, None, len))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Parts, NoTree> {
        Ok(Parts::list(self, Some(variant), len))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, NoTree> {
        // Definitions have no maps.
        Err(NoTree)
    }
    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Parts, NoTree> {
        Ok(Parts::map(self, None, len))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Parts, NoTree> {
        Ok(Parts::map(self, Some(variant), len))
    }
}

macro_rules! lists {
    ($($name:ident: $add:ident;)*) => {
        $(
            impl ser::$name for Parts {
                type Ok = Tree;
                type Error = NoTree;
                fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoTree> {
                    self.add(value)
                }
                fn end(self) -> Result<Tree, NoTree> {
                    Ok(self.as_list())
                }
            }
        )*
    };
}

lists! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
}

macro_rules! maps {
    ($($name:ident)*) => {
        $(
            impl ser::$name for Parts {
                type Ok = Tree;
                type Error = NoTree;
                fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), NoTree> {
                    self.add_named(key, value)
                }
                fn end(self) -> Result<Tree, NoTree> {
                    Ok(self.as_map())
                }
            }
        )*
    };
}

maps! { SerializeStruct SerializeStructVariant }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_within_each_other_are_counted() {
        assert!(Tree::is_within(&[[1]], 2));
        assert!(!Tree::is_within(&[[1]], 1));
    }
}
