//! Type lines: supertypes, card types and subtypes (CR 205).
//!
//! All three are bit sets, so that layers add and remove them without allocation. In files they are words:
//! `types: "Legendary Artifact Creature - Golem"`. Subtypes also remember the order in which they came, for people.

use super::subtype_names::SUBTYPES;
use bevy_platform::collections::HashMap;
use bitflags::bitflags;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

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
        /// Dungeon (CR 309).
        const DUNGEON = 2048;
        /// The types of permanents (CR 110.4).
        const PERMANENT = 1 | 2 | 4 | 8 | 64 | 128;
        /// The types that cards of a deck can have: those that a player who chooses a card type has a use for.
        const IN_DECKS = 0x1ff;
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

/// In the order in which type lines have them.
const TYPE_WORDS: [(&str, CardTypes); 12] = [
    ("Kindred", CardTypes::KINDRED),
    ("Enchantment", CardTypes::ENCHANTMENT),
    ("Artifact", CardTypes::ARTIFACT),
    ("Battle", CardTypes::BATTLE),
    ("Land", CardTypes::LAND),
    ("Creature", CardTypes::CREATURE),
    ("Planeswalker", CardTypes::PLANESWALKER),
    ("Instant", CardTypes::INSTANT),
    ("Sorcery", CardTypes::SORCERY),
    ("Plane", CardTypes::PLANE),
    ("Scheme", CardTypes::SCHEME),
    ("Dungeon", CardTypes::DUNGEON),
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
    /// Dungeon types (CR 205.3p).
    Dungeon,
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
            Self::Dungeon => CardTypes::DUNGEON,
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
        static BY_NAME: LazyLock<HashMap<&str, Subtype>> =
            LazyLock::new(|| Subtype::all().map(|subtype| (subtype.name(), subtype)).collect());
        BY_NAME.get(name).copied()
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

/// How many subtypes of a set are kept in order.
const LISTED: u32 = 7;
/// Bits of an entry of that list: the number of a subtype and 1; 0 is none.
const ENTRY: u32 = 9;
const _: () = assert!(SUBTYPES.len() < 1 << ENTRY && LISTED * ENTRY <= 64);

/// A set of subtypes. It goes through them in the order in which they came, as a type line has them; what it is doesn't
/// depend on that order (CR 205.3).
#[derive(Clone, Copy, Default)]
pub struct SubtypeSet {
    bits: [u64; WORDS],
    /// The first ones that came, the very first in the lowest bits. Others follow by their numbers.
    order: u64,
}

impl PartialEq for SubtypeSet {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl Eq for SubtypeSet {}

impl Hash for SubtypeSet {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl SubtypeSet {
    /// No subtype.
    pub const NONE: Self = Self { bits: [0; WORDS], order: 0 };

    /// Every subtype of one kind.
    pub fn all_of(kind: SubtypeKind) -> Self {
        Subtype::all().filter(|s| s.kind() == kind).collect()
    }
    /// Whether `subtype` is in the set.
    #[inline]
    pub const fn contains(&self, subtype: Subtype) -> bool {
        self.bits[subtype.0 as usize / 64] & (1 << (subtype.0 % 64)) != 0
    }
    /// Whether one of those is in the set that are attached to something (CR 301.5, 301.6, 303.4).
    pub fn attaches(&self) -> bool {
        static ATTACHING: LazyLock<SmallVec<[Subtype; 3]>> =
            LazyLock::new(|| ["Aura", "Equipment", "Fortification"].into_iter().filter_map(Subtype::named).collect());
        ATTACHING.iter().any(|subtype| self.contains(*subtype))
    }
    /// Adds one.
    #[inline]
    pub fn insert(&mut self, subtype: Subtype) {
        if !self.contains(subtype) {
            self.bits[subtype.0 as usize / 64] |= 1 << (subtype.0 % 64);
            self.list(subtype);
        }
    }
    /// Puts a subtype in another one's place, if that one is there.
    pub fn replace(&mut self, old: Subtype, new: Subtype) {
        if !self.contains(old) {
            return;
        }
        if !self.contains(new)
            && let Some(place) = self.listed().position(|s| s == old)
        {
            let shift = place as u32 * ENTRY;
            self.order ^= u64::from((old.0 + 1) ^ (new.0 + 1)) << shift;
            self.bits[old.0 as usize / 64] &= !(1 << (old.0 % 64));
            self.bits[new.0 as usize / 64] |= 1 << (new.0 % 64);
            return;
        }
        self.remove(old);
        self.insert(new);
    }
    /// Takes one out.
    #[inline]
    pub fn remove(&mut self, subtype: Subtype) {
        self.bits[subtype.0 as usize / 64] &= !(1 << (subtype.0 % 64));
        self.unlist();
    }
    /// Both sets together.
    #[must_use]
    pub fn union(mut self, other: &Self) -> Self {
        for subtype in other.listed().filter(|s| !self.contains(*s)).collect::<SmallVec<[Subtype; 7]>>() {
            self.list(subtype);
        }
        self.bits.iter_mut().zip(other.bits).for_each(|(a, b)| *a |= b);
        self
    }
    /// This set without the other.
    #[must_use]
    pub fn without(mut self, other: &Self) -> Self {
        self.bits.iter_mut().zip(other.bits).for_each(|(a, b)| *a &= !b);
        self.unlist();
        self
    }
    /// What is in both.
    #[must_use]
    pub fn intersection(mut self, other: &Self) -> Self {
        self.bits.iter_mut().zip(other.bits).for_each(|(a, b)| *a &= b);
        self.unlist();
        self
    }
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|w| *w == 0)
    }
    /// The subtypes in the order in which they came; those beyond the first few by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Subtype> + '_ {
        let mut rest = self.bits;
        for s in self.listed() {
            rest[s.0 as usize / 64] &= !(1 << (s.0 % 64));
        }
        self.listed().chain(numbered(rest))
    }
    /// The subtypes by their numbers, whatever the order in which they came.
    pub fn by_number(&self) -> impl Iterator<Item = Subtype> + use<> {
        numbered(self.bits)
    }

    /// Those that are kept in order.
    fn listed(&self) -> impl Iterator<Item = Subtype> + use<> {
        let mut order = self.order;
        std::iter::from_fn(move || {
            let entry = (order & ((1 << ENTRY) - 1)) as u16;
            order >>= ENTRY;
            entry.checked_sub(1).map(Subtype)
        })
    }
    /// Puts a subtype at the end of the list, if there is room.
    #[inline]
    fn list(&mut self, subtype: Subtype) {
        let listed = (u64::BITS - self.order.leading_zeros()).div_ceil(ENTRY);
        if listed < LISTED {
            self.order |= u64::from(subtype.0 + 1) << (listed * ENTRY);
        }
    }
    /// Removes from the list whatever has left the set.
    #[inline]
    fn unlist(&mut self) {
        if self.order == 0 || self.listed().all(|s| self.contains(s)) {
            return;
        }
        let listed: SmallVec<[Subtype; 7]> = self.listed().filter(|s| self.contains(*s)).collect();
        self.order = 0;
        listed.into_iter().for_each(|s| self.list(s));
    }
}

/// Subtypes by their numbers.
fn numbered(bits: [u64; WORDS]) -> impl Iterator<Item = Subtype> {
    bits.into_iter().enumerate().flat_map(|(w, mut bits)| {
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                Subtype(w as u16 * 64 + bit as u16)
            })
        })
    })
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
        let mut words = back.split([' ', '\t']).filter(|w| !w.is_empty());
        while let Some(word) = words.next() {
            // There is a creature type of two words (CR 205.3m).
            let of_two = || Subtype::named(&format!("{word} {}", words.next()?));
            let subtype = Subtype::named(word).or_else(of_two);
            let subtype = subtype.ok_or_else(|| format!("`{word}` is not a subtype of CR 205.3"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> TypeLine {
        TypeLine::parse(text).unwrap()
    }
    fn one(name: &str) -> Subtype {
        Subtype::named(name).unwrap()
    }
    fn hash(set: &SubtypeSet) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        set.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn a_type_line_shows_its_subtypes_in_its_own_order_and_is_compared_as_a_set() {
        let (one, other) = (line("Creature - Warrior Elf Druid"), line("Creature - Druid Elf Warrior"));
        assert_eq!((one.to_string(), other.to_string()).0, "Creature - Warrior Elf Druid");
        assert_eq!(other.to_string(), "Creature - Druid Elf Warrior");
        assert_eq!(one, other);
        assert_eq!(hash(&one.subtypes), hash(&other.subtypes));
        let back: SubtypeSet = ron::from_str(&ron::to_string(&one.subtypes).unwrap()).unwrap();
        assert!(back.iter().eq(one.subtypes.iter()), "a text of it keeps the order");
        assert!(one.subtypes.by_number().eq(other.subtypes.by_number()));
    }

    #[test]
    fn what_comes_and_goes_leaves_the_order_of_the_rest() {
        let names = |set: &SubtypeSet| set.iter().map(Subtype::name).collect::<Vec<_>>().join(" ");
        let mut set = line("Creature - Wizard Human Ape").subtypes;
        set.insert(one("Zombie"));
        set.insert(one("Human"));
        assert_eq!(names(&set), "Wizard Human Ape Zombie");
        set.replace(one("Human"), one("Elf"));
        assert_eq!(names(&set), "Wizard Elf Ape Zombie", "a word is replaced in its place");
        set.replace(one("Wizard"), one("Zombie"));
        assert_eq!(names(&set), "Elf Ape Zombie", "nothing is there twice");
        set.remove(one("Ape"));
        assert_eq!(names(&set), "Elf Zombie");
        let both = set.union(&line("Creature - Wall Elf Bear").subtypes);
        assert_eq!(names(&both), "Elf Zombie Wall Bear");
        assert_eq!(names(&both.without(&set)), "Wall Bear");
        assert_eq!(names(&line("Creature - Bear Elf Goblin").subtypes.intersection(&both)), "Bear Elf");
        // More than are kept in order: all are there, the first ones in order.
        let text = "Creature - Zombie Wizard Warrior Wall Soldier Rogue Human Goblin Elf Bear";
        assert_eq!(line(text).to_string(), text.replace("Goblin Elf Bear", "Bear Elf Goblin"));
        let every = set.union(&SubtypeSet::all_of(SubtypeKind::Creature));
        assert_eq!(every.iter().collect::<Vec<_>>().len(), every.by_number().count());
        assert_eq!(every, SubtypeSet::all_of(SubtypeKind::Creature));
    }
}
