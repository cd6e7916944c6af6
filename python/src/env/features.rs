//! Cards as numbers, from their definitions: so that a policy can meet a card that it has never seen.
//!
//! Beside characteristics, the row of a card counts how often each term of the vocabulary of definitions occurs in it. The
//! list of terms is read off the types of the vocabulary, so that it is complete.

use dracones::cards::Definition;
use dracones::cards::def::{
    AbilityDef, CardTypes, Condition, CostPart, Duration, Filter, Instruction, Keyword, KeywordAbility, ManaProduced,
    ManaSymbol, Modification, ObjectRule, Quantity, ReplaceWith, ReplacedEvent, Rule, StaticEffect, Supertypes,
    TargetKind, TriggerEvent, Who, ZoneKind,
};
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{self, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

/// A column of the table of cards.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct CardField {
    pub(crate) name: String,
    pub(crate) doc: String,
}

/// How many columns subtypes are spread over.
const SUBTYPE_COLUMNS: usize = 64;

/// A type and one of its variants.
type Term = (&'static str, &'static str);

/// The terms of the vocabulary, with their columns among them.
fn terms() -> &'static HashMap<Term, usize> {
    static TERMS: OnceLock<HashMap<Term, usize>> = OnceLock::new();
    TERMS.get_or_init(|| list().into_iter().enumerate().map(|(place, term)| (term, place)).collect())
}

fn list() -> Vec<Term> {
    let mut all = Vec::new();
    let mut add = |(name, variants): (&'static str, &'static [&'static str])| {
        all.extend(variants.iter().map(|variant| (name, *variant)));
    };
    add(variants::<AbilityDef>());
    add(variants::<Keyword>());
    add(variants::<KeywordAbility>());
    add(variants::<Instruction>());
    add(variants::<TriggerEvent>());
    add(variants::<StaticEffect>());
    add(variants::<Modification>());
    add(variants::<ObjectRule>());
    add(variants::<Rule>());
    add(variants::<ReplacedEvent>());
    add(variants::<ReplaceWith>());
    add(variants::<Condition>());
    add(variants::<Quantity>());
    add(variants::<Filter>());
    add(variants::<TargetKind>());
    add(variants::<CostPart>());
    add(variants::<ManaProduced>());
    add(variants::<Duration>());
    add(variants::<Who>());
    add(variants::<ZoneKind>());
    all
}

/// The columns of the table of cards.
pub(crate) fn card_fields() -> &'static [CardField] {
    static FIELDS: OnceLock<Vec<CardField>> = OnceLock::new();
    FIELDS.get_or_init(|| {
        let field = |name: String, doc: &str| CardField { name, doc: doc.to_owned() };
        let mut all: Vec<CardField> = [
            ("token", "1 for tokens and emblems, 0 for cards"),
            ("faces", "how many faces it has"),
            ("mana_value", "mana value of the first face"),
            ("has_cost", "1 if it has a mana cost"),
            ("generic", "generic mana in the cost"),
            ("x", "how often X is in the cost"),
            ("white", "white symbols in the cost, hybrid ones as one half"),
            ("blue", "blue symbols"),
            ("black", "black symbols"),
            ("red", "red symbols"),
            ("green", "green symbols"),
            ("colorless", "colourless symbols"),
            ("has_pt", "1 if it has power and toughness"),
            ("power", "printed power"),
            ("toughness", "printed toughness"),
            ("loyalty", "printed loyalty"),
        ]
        .into_iter()
        .map(|(name, doc)| field(name.to_owned(), doc))
        .collect();
        let color = ["white", "blue", "black", "red", "green"];
        all.extend(color.map(|color| field(format!("is_{color}"), "1 if it has this colour")));
        let types = CardTypes::all().iter_names().filter(|(_, bits)| bits.bits().count_ones() == 1);
        all.extend(types.map(|(name, _)| field(format!("is_{}", name.to_lowercase()), "1 if it has this card type")));
        let supertypes = Supertypes::all().iter_names();
        all.extend(
            supertypes.map(|(name, _)| field(format!("is_{}", name.to_lowercase()), "1 if it has this supertype")),
        );
        all.extend((0..SUBTYPE_COLUMNS).map(|n| {
            field(
                format!("subtype_{n}"),
                "how many of its subtypes have a place in the list of subtypes with this remainder by 64",
            )
        }));
        let term =
            |(name, variant): Term| field(format!("{name}.{variant}"), "how often this term occurs in the definition");
        all.extend(list().into_iter().map(term));
        all
    })
}

/// The row of a definition.
pub(crate) fn card_row(card: &Definition, is_token: bool) -> Vec<f32> {
    let chars = &card.faces[0].chars;
    let flag = |on: bool| f32::from(u8::from(on));
    let mut row = vec![flag(is_token), card.faces.len() as f32, chars.mana_value(0) as f32, flag(chars.cost.is_some())];
    let (mut generic, mut x, mut pips) = (0.0, 0.0, [0.0f32; 6]);
    for symbol in chars.cost.iter().flat_map(|cost| &cost.0) {
        let mut share = |mask: u8| {
            let each = 1.0 / f32::from(mask.count_ones().max(1) as u8);
            pips.iter_mut().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).for_each(|(_, pip)| *pip += each);
        };
        match symbol {
            ManaSymbol::Generic(n) => generic += f32::from(*n),
            ManaSymbol::X => x += 1.0,
            ManaSymbol::Typed(mana) | ManaSymbol::TwoOr(mana) => share(mana.bit()),
            ManaSymbol::Hybrid(mask) | ManaSymbol::Phyrexian(mask) => share(*mask),
            ManaSymbol::Snow => generic += 1.0,
        }
    }
    row.extend([generic, x]);
    row.extend(pips);
    row.extend([flag(chars.has_pt), chars.power as f32, chars.toughness as f32, chars.loyalty as f32]);
    row.extend((0..5).map(|bit| flag(chars.colors.bits() >> bit & 1 == 1)));
    let types = CardTypes::all().iter_names().filter(|(_, bits)| bits.bits().count_ones() == 1);
    row.extend(types.map(|(_, bits)| flag(chars.types.contains(bits))));
    row.extend(Supertypes::all().iter_names().map(|(_, bits)| flag(chars.supertypes.contains(bits))));
    let mut subtypes = [0.0f32; SUBTYPE_COLUMNS];
    chars.subtypes.iter().for_each(|subtype| subtypes[usize::from(subtype.0) % SUBTYPE_COLUMNS] += 1.0);
    row.extend(subtypes);
    let mut counts = Counts(vec![0.0; terms().len()]);
    // Counting can't fail.
    let _ = card.source.serialize(&mut counts);
    row.extend(counts.0);
    row
}

/// The name of a type of the vocabulary and those of its variants.
fn variants<'de, T: Deserialize<'de>>() -> (&'static str, &'static [&'static str]) {
    let mut found = ("", [].as_slice());
    let _ = T::deserialize(Probe(&mut found));
    found
}

/// A source of values that has none: it only hears what is asked for.
struct Probe<'p>(&'p mut (&'static str, &'static [&'static str]));

#[derive(Debug)]
struct Heard;

impl fmt::Display for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("heard")
    }
}

impl std::error::Error for Heard {}

impl de::Error for Heard {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        Self
    }
}

impl ser::Error for Heard {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        Self
    }
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Heard;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Heard> {
        Err(Heard)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Heard> {
        *self.0 = (name, variants);
        Err(Heard)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// How often each term occurs in what is written to it.
struct Counts(Vec<f32>);

impl Counts {
    fn count(&mut self, name: &'static str, variant: &'static str) {
        if let Some(place) = terms().get(&(name, variant)) {
            self.0[*place] += 1.0;
        }
    }
}

macro_rules! nothing {
    ($($method:ident($($type:ty),*);)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<(), Heard> {
            Ok(())
        }
    )*};
}

impl ser::Serializer for &mut Counts {
    type Ok = ();
    type Error = Heard;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    nothing! {
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
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Heard> {
        value.serialize(self)
    }
    fn serialize_unit_variant(self, name: &'static str, _: u32, variant: &'static str) -> Result<(), Heard> {
        self.count(name, variant);
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Heard> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Heard> {
        self.count(name, variant);
        value.serialize(self)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Heard> {
        Ok(self)
    }
    fn serialize_tuple(self, _: usize) -> Result<Self, Heard> {
        Ok(self)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Heard> {
        Ok(self)
    }
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Heard> {
        self.count(name, variant);
        Ok(self)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self, Heard> {
        Ok(self)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Heard> {
        Ok(self)
    }
    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Heard> {
        self.count(name, variant);
        Ok(self)
    }
}

macro_rules! parts {
    ($($trait:ident: $method:ident($($skip:ty)?);)*) => {$(
        impl ser::$trait for &mut Counts {
            type Ok = ();
            type Error = Heard;
            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $skip,)? value: &T) -> Result<(), Heard> {
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Heard> {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}

impl ser::SerializeMap for &mut Counts {
    type Ok = ();
    type Error = Heard;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Heard> {
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Heard> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Heard> {
        Ok(())
    }
}
