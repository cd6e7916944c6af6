//! Identities of seats, objects, effects and abilities.
//!
//! Nothing here is a `bevy_ecs::Entity`: an entity's bits depend on the history of a world, so they never
//! reach anything that is serialised, hashed, compared or shown. [`ObjectId`]s are handed out by
//! [`Slots`](crate::rules::slots::Slots), the lowest free number first, so that a used game numbers like a fresh one.
//!
//! # Invariants
//! * An [`ObjectRef`] names one object in the sense of CR 400.7: it dies when the object changes zones.
//! * An [`AbilityKey`] is the same in every layer pass as long as the origin of the ability is there.

use bevy_ecs::prelude::Component;
use bevy_platform::collections::HashMap;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A player's place at the table. Seats are numbered in turn order from 0 and never move.
///
/// Also the component of the entities that [`FactsPlugin`](crate::rules::facts::FactsPlugin) makes for players.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-player tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Seats are shown as letters, as in the `--first A` option of the command line.
        write!(f, "{}", (b'A' + self.0 % 26) as char)
    }
}

/// A set of seats, one bit each; at most sixteen players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SeatSet(pub u16);

impl SeatSet {
    /// How many seats there can be.
    pub const MOST: usize = u16::BITS as usize;
    /// No seat.
    pub const NONE: Self = Self(0);
    /// Every seat that there can be.
    pub const ALL: Self = Self(u16::MAX);

    /// The set of this one seat, which must be below [`SeatSet::MOST`].
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }
    /// Whether `seat` is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        (seat.0 as usize) < Self::MOST && self.0 & (1 << seat.0) != 0
    }
    /// Adds `seat`.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }
    /// Takes `seat` out.
    #[inline]
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }
    /// Whether there is no seat in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The seats, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = Seat(rest.trailing_zeros() as u8);
            (rest != 0).then(|| {
                rest &= rest - 1;
                lowest
            })
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::NONE;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// The number of an object's slot. A card keeps its slot for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// The slot as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One object in the sense of CR 400.7: a slot and its incarnation. Each zone change raises the incarnation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ObjectRef {
    /// The slot.
    pub id: ObjectId,
    /// How often the slot has changed zones or been reused.
    pub incarnation: u32,
}

impl From<ObjectRef> for ObjectId {
    fn from(object: ObjectRef) -> Self {
        object.id
    }
}

impl ObjectRef {
    /// Refers to nothing: an object that never existed.
    pub const NONE: Self = Self { id: ObjectId(u32::MAX), incarnation: 0 };
}

impl fmt::Display for ObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}.{}", self.id.0, self.incarnation)
    }
}

/// What an object is called outside of the rules, where nobody may learn more than they know.
///
/// An object gets a new handle from [`Zones`](crate::model::zone::Zones) with every change of zones, and in a hidden zone each
/// time that somebody gets to see which card it is; handles are given out in an order that doesn't depend on hidden
/// cards. So a handle says nothing about where a card was while nobody could follow it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handle(pub u32);

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

/// The number of a continuous effect's slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ContinuousEffectId(pub u32);

/// A moment in the order of timestamps (CR 613.7): a later one is larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Timestamp(pub u32);

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "timestamp {}", self.0)
    }
}

/// A definition in the game's [`CardTable`](crate::cards::CardTable).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct DefId(pub u16);

/// An ability as data: where its definition stands. `Copy`, four bytes, valid in every fork of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct AbilityHandle {
    /// The definition that contains the ability.
    pub def: DefId,
    /// Its place among all abilities of the definition, quoted ones included.
    pub index: u16,
}

/// Where an object got an ability from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Origin {
    /// It is in the object's copiable text: printed, or of a token, or copied.
    Text,
    /// A continuous effect grants it.
    Effect(ContinuousEffectId),
    /// It is intrinsic to a basic land type (CR 305.6).
    BasicLandType,
}

/// One instance of an ability on one object. What the rules remember of an ability hangs on its key:
/// timestamps (CR 613.7a), links (607), limits a turn, replacements that have applied (614.5), started effects (613.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AbilityKey {
    /// The object that has the ability.
    pub object: ObjectRef,
    /// Where it has it from.
    pub origin: Origin,
    /// The ability itself.
    pub handle: AbilityHandle,
    /// Which of several equal instances of one origin.
    pub nth: u8,
}

/// An object or a player: what can be targeted, dealt damage, enchanted or attacked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Referent {
    /// An object.
    Object(ObjectRef),
    /// A player.
    Player(Seat),
}

impl Referent {
    /// The object, if it is one.
    pub const fn object(self) -> Option<ObjectRef> {
        match self {
            Self::Object(o) => Some(o),
            Self::Player(_) => None,
        }
    }
    /// The player, if it is one.
    pub const fn player(self) -> Option<Seat> {
        match self {
            Self::Player(s) => Some(s),
            Self::Object(_) => None,
        }
    }
}

/// A card name as a number: the 64-bit XXH3 of its text. Equal in every process; the text is in the card table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct NameId(pub u64);

impl NameId {
    /// No name (CR 708.2a).
    pub const NONE: Self = Self(0);

    /// The number of a name. Case, accents and variants of the apostrophe don't matter.
    pub fn of(name: &str) -> Self {
        let folded = fold_name(name);
        Self(xxhash_rust::xxh3::xxh3_64(folded.as_bytes()) | 1)
    }
}

/// CR 201.3a: names that are interchangeable with another one, as they are compared, each with that.
static INTERCHANGEABLE: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let lines = include_str!("../../assets/interchangeable.txt").lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(" = "));
    pairs.map(|(other, name)| (folded(other), folded(name))).collect()
});

/// A name as it is compared: in small letters without accents, with straight apostrophes; the same one for names that are
/// interchangeable.
pub(crate) fn fold_name(name: &str) -> String {
    let folded = folded(name);
    INTERCHANGEABLE.get(&folded).cloned().unwrap_or(folded)
}

/// Whether it is a name that is shown as another one, with which it is interchangeable.
pub(crate) fn is_interchangeable(name: &str) -> bool {
    INTERCHANGEABLE.contains_key(&folded(name))
}

fn folded(name: &str) -> String {
    let name = name.trim();
    if name.is_ascii() && !name.contains('`') {
        return name.to_ascii_lowercase();
    }
    let mut folded = name.to_lowercase();
    if !folded.is_ascii() {
        folded = folded.nfd().filter(|c| !is_combining_mark(*c)).collect();
        folded = folded.replace(['\u{2018}', '\u{2019}', '\u{2bc}', '\u{b4}'], "'").replace('\u{e6}', "ae");
    }
    folded.replace('`', "'")
}

/// A program of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ProgramHandle {
    /// The definition.
    pub def: DefId,
    /// Its place among the programs.
    pub index: u16,
}

/// A static effect of a definition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct StaticHandle {
    /// The definition.
    pub def: DefId,
    /// Its place among the static effects.
    pub index: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_accents_and_kinds_of_apostrophes() {
        let same = [
            ("L\u{f3}rien Revealed", "lorien revealed"),
            ("Lo\u{301}rien Revealed", "LORIEN REVEALED"),
            ("\u{c6}ther Vial", "Aether Vial"),
            ("Gaea\u{2019}s Blessing", "gaea's blessing"),
            (" Jun\u{fa}n Efreet ", "Junun Efreet"),
        ];
        for (a, b) in same {
            assert_eq!(NameId::of(a), NameId::of(b), "{a}");
        }
        assert_ne!(NameId::of("Forest"), NameId::of("Forests"));
    }

    /// CR 201.3a: no name stands twice, none is interchangeable with a third one, and all lines are read.
    #[test]
    fn interchangeable_names_are_the_same_name() {
        let lines = include_str!("../../assets/interchangeable.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(INTERCHANGEABLE.len(), lines.clone().count());
        for (other, name) in INTERCHANGEABLE.iter() {
            assert!(!INTERCHANGEABLE.contains_key(name), "{name}");
            assert_eq!(NameId::of(other), NameId::of(name));
        }
    }
}
