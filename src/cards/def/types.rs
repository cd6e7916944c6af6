//! Type lines: supertypes, card types and subtypes (CR 205).
//!
//! All three are bit sets, so that layers add and remove them without allocation. In files they are words:
//! `types: "Legendary Artifact Creature - Golem"`.

use super::subtype_names::SUBTYPES;
use bitflags::bitflags;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

bitflags! {
    /// Card types (CR 205.2a).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct CardTypes: u16 {
        /// Artifact (CR 301).
        const ARTIFACT = 1;
        /// Battle (CR 310).
        const BATTLE = 2;
        /// Creature (CR 302).
        const CREATURE = 4;
        /// Enchantment (CR 303).
        const ENCHANTMENT = 8;
        /// Instant (CR 304).
        const INSTANT = 16;
        /// Kindred (CR 308).
        const KINDRED = 32;
        /// Land (CR 305).
        const LAND = 64;
        /// Planeswalker (CR 306).
        const PLANESWALKER = 128;
        /// Sorcery (CR 307).
        const SORCERY = 256;
        /// Plane (CR 311).
        const PLANE = 512;
        /// Scheme (CR 314).
        const SCHEME = 1024;
        /// The types of permanents (CR 110.4).
        const PERMANENT = 1 | 2 | 4 | 8 | 64 | 128;
    }

    /// Supertypes (CR 205.4a).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Supertypes: u8 {
        /// Basic.
        const BASIC = 1;
        /// Legendary (CR 704.5j).
        const LEGENDARY = 2;
        /// Snow.
        const SNOW = 4;
        /// World (CR 704.5k).
        const WORLD = 8;
        /// Ongoing (CR 205.4h).
        const ONGOING = 16;
    }
}

const TYPE_WORDS: [(&str, CardTypes); 11] = [
    ("Artifact", CardTypes::ARTIFACT),
    ("Battle", CardTypes::BATTLE),
    ("Creature", CardTypes::CREATURE),
    ("Enchantment", CardTypes::ENCHANTMENT),
    ("Instant", CardTypes::INSTANT),
    ("Kindred", CardTypes::KINDRED),
    ("Land", CardTypes::LAND),
    ("Plane", CardTypes::PLANE),
    ("Planeswalker", CardTypes::PLANESWALKER),
    ("Scheme", CardTypes::SCHEME),
    ("Sorcery", CardTypes::SORCERY),
];

const SUPERTYPE_WORDS: [(&str, Supertypes); 5] = [
    ("Basic", Supertypes::BASIC),
    ("Legendary", Supertypes::LEGENDARY),
    ("Ongoing", Supertypes::ONGOING),
    ("Snow", Supertypes::SNOW),
    ("World", Supertypes::WORLD),
];

/// The card types that a list of subtypes belongs to (CR 205.3b).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SubtypeKind {
    /// Artifact types (CR 205.3g).
    Artifact,
    /// Battle types (CR 205.3q).
    Battle,
    /// Creature types, shared with kindreds (CR 205.3m).
    Creature,
    /// Enchantment types (CR 205.3h).
    Enchantment,
    /// Land types (CR 205.3i).
    Land,
    /// Planeswalker types (CR 205.3j).
    Planeswalker,
    /// Spell types, of instants and sorceries (CR 205.3k).
    Spell,
}

impl SubtypeKind {
    /// The card types that an object needs one of to have such a subtype (CR 205.3d).
    pub const fn card_types(self) -> CardTypes {
        match self {
            Self::Artifact => CardTypes::ARTIFACT,
            Self::Battle => CardTypes::BATTLE,
            Self::Creature => CardTypes::CREATURE.union(CardTypes::KINDRED),
            Self::Enchantment => CardTypes::ENCHANTMENT,
            Self::Land => CardTypes::LAND,
            Self::Planeswalker => CardTypes::PLANESWALKER,
            Self::Spell => CardTypes::INSTANT.union(CardTypes::SORCERY),
        }
    }
}

/// A subtype: its number in [`SUBTYPES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subtype(pub u16);

impl Subtype {
    /// The five basic land types in the order white, blue, black, red, green (CR 305.6).
    pub const BASIC_LANDS: [Self; 5] = [Self(0), Self(1), Self(2), Self(3), Self(4)];

    /// The subtype of that name, exactly as the rules write it.
    pub fn named(name: &str) -> Option<Self> {
        SUBTYPES.iter().position(|(n, _)| *n == name).map(|i| Self(i as u16))
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        SUBTYPES[self.0 as usize].0
    }
    /// Which card types it belongs to.
    pub fn kind(self) -> SubtypeKind {
        SUBTYPES[self.0 as usize].1
    }
    /// All subtypes.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SUBTYPES.len() as u16).map(Self)
    }
}

impl fmt::Debug for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Subtype {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Subtype {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(d)?;
        Self::named(&name).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&name), &"a subtype of CR 205.3"))
    }
}

const WORDS: usize = SUBTYPES.len().div_ceil(64);

/// A set of subtypes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SubtypeSet([u64; WORDS]);

impl SubtypeSet {
    /// No subtype.
    pub const NONE: Self = Self([0; WORDS]);

    /// Every subtype of one kind.
    pub fn all_of(kind: SubtypeKind) -> Self {
        Subtype::all().filter(|s| s.kind() == kind).collect()
    }
    /// Whether `subtype` is in the set.
    #[inline]
    pub const fn contains(&self, subtype: Subtype) -> bool {
        self.0[subtype.0 as usize / 64] & (1 << (subtype.0 % 64)) != 0
    }
    /// Adds one.
    #[inline]
    pub fn insert(&mut self, subtype: Subtype) {
        self.0[subtype.0 as usize / 64] |= 1 << (subtype.0 % 64);
    }
    /// Puts a subtype in another one's place, if that one is there.
    pub fn replace(&mut self, old: Subtype, new: Subtype) {
        if self.contains(old) {
            self.remove(old);
            self.insert(new);
        }
    }
    /// Takes one out.
    #[inline]
    pub fn remove(&mut self, subtype: Subtype) {
        self.0[subtype.0 as usize / 64] &= !(1 << (subtype.0 % 64));
    }
    /// Both sets together.
    #[must_use]
    pub fn union(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }
    /// This set without the other.
    #[must_use]
    pub fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }
    /// What is in both.
    #[must_use]
    pub fn intersection(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
    /// The subtypes in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Subtype> + '_ {
        self.0.iter().enumerate().flat_map(|(w, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = bits.trailing_zeros();
                    bits &= bits - 1;
                    Subtype(w as u16 * 64 + bit as u16)
                })
            })
        })
    }
}

impl FromIterator<Subtype> for SubtypeSet {
    fn from_iter<I: IntoIterator<Item = Subtype>>(subtypes: I) -> Self {
        let mut set = Self::NONE;
        for s in subtypes {
            set.insert(s);
        }
        set
    }
}

impl fmt::Debug for SubtypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for SubtypeSet {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SubtypeSet {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Ok(Vec::<Subtype>::deserialize(d)?.into_iter().collect())
    }
}

/// A whole type line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TypeLine {
    /// Before the card types.
    pub supertypes: Supertypes,
    /// The card types.
    pub types: CardTypes,
    /// After the dash.
    pub subtypes: SubtypeSet,
}

impl TypeLine {
    /// Reads a type line; `-` or an em dash stands before the subtypes.
    ///
    /// # Errors
    /// Says which word is unknown, or that a subtype lacks its card type (CR 205.3d).
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut line = Self::default();
        let (front, back) = match text.split_once(" - ").or_else(|| text.split_once(" \u{2014} ")) {
            Some((front, back)) => (front, back),
            None => (text, ""),
        };
        for word in front.split_whitespace() {
            if let Some((_, t)) = TYPE_WORDS.iter().find(|(w, _)| *w == word) {
                line.types |= *t;
            } else if let Some((_, t)) = SUPERTYPE_WORDS.iter().find(|(w, _)| *w == word) {
                line.supertypes |= *t;
            } else {
                return Err(format!("`{word}` is neither a card type nor a supertype"));
            }
        }
        // `Time Lord` is the one creature type of two words (CR 205.3m).
        let back = back.replace("Time Lord", "Time\u{a0}Lord");
        for word in back.split([' ', '\t']).filter(|w| !w.is_empty()) {
            let word = word.replace('\u{a0}', " ");
            let subtype = Subtype::named(&word).ok_or_else(|| format!("`{word}` is not a subtype of CR 205.3"))?;
            if !line.types.intersects(subtype.kind().card_types()) {
                return Err(format!("the subtype `{word}` needs one of its card types (CR 205.3d)"));
            }
            line.subtypes.insert(subtype);
        }
        Ok(line)
    }

    /// The line for people, where having every creature type takes three words.
    pub fn in_short(&self) -> String {
        let every = SubtypeSet::all_of(SubtypeKind::Creature);
        if !every.without(&self.subtypes).is_empty() {
            return self.to_string();
        }
        let rest = Self { subtypes: self.subtypes.without(&every), ..*self };
        let dash = if rest.subtypes.is_empty() { " -" } else { "," };
        format!("{rest}{dash} every creature type")
    }
}

impl fmt::Display for TypeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = SUPERTYPE_WORDS.iter().filter(|(_, t)| self.supertypes.contains(*t)).map(|(w, _)| *w);
        let words = words.chain(TYPE_WORDS.iter().filter(|(_, t)| self.types.contains(*t)).map(|(w, _)| *w));
        f.write_str(&words.collect::<Vec<_>>().join(" "))?;
        if !self.subtypes.is_empty() {
            f.write_str(" -")?;
            for s in self.subtypes.iter() {
                write!(f, " {s}")?;
            }
        }
        Ok(())
    }
}

/// Serialises a type as its text and reads it back through a parser that answers `Result<_, String>`.
macro_rules! serde_as_text {
    ($type:ty, $parse:path, $expected:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                use serde::de::Error;
                let text = std::borrow::Cow::<'de, str>::deserialize(d)?;
                $parse(&text).map_err(|e| D::Error::custom(format!("expected {}: {e}", $expected)))
            }
        }
    };
}
pub(crate) use serde_as_text;
serde_as_text!(TypeLine, TypeLine::parse, "a type line");

fn parse_types(text: &str) -> Result<CardTypes, String> {
    let mut types = CardTypes::empty();
    for word in text.split_whitespace() {
        let found = TYPE_WORDS.iter().find(|(w, _)| *w == word);
        types |= found.ok_or_else(|| format!("`{word}` is not a card type"))?.1;
    }
    Ok(types)
}
impl fmt::Display for CardTypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = TYPE_WORDS.iter().filter(|(_, t)| self.contains(*t)).map(|(w, _)| *w);
        f.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}
serde_as_text!(CardTypes, parse_types, "card types");

fn parse_supertypes(text: &str) -> Result<Supertypes, String> {
    let mut types = Supertypes::empty();
    for word in text.split_whitespace() {
        let found = SUPERTYPE_WORDS.iter().find(|(w, _)| *w == word);
        types |= found.ok_or_else(|| format!("`{word}` is not a supertype"))?.1;
    }
    Ok(types)
}
impl fmt::Display for Supertypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = SUPERTYPE_WORDS.iter().filter(|(_, t)| self.contains(*t)).map(|(w, _)| *w);
        f.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}
serde_as_text!(Supertypes, parse_supertypes, "supertypes");
