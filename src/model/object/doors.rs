//! The halves of permanents with a shared type line (CR 709.5).

use serde::{Deserialize, Serialize};

/// A half of a permanent with a shared type line (CR 709.5j).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Door {
    /// The left half.
    Left,
    /// The right half.
    Right,
}

impl Door {
    /// Both of them.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The place of the half among the faces of its definition: the first one is both halves together (CR 709.4).
    pub const fn face(self) -> u8 {
        match self {
            Self::Left => 1,
            Self::Right => 2,
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The unlocked designations of a permanent: which of its halves are unlocked (CR 709.5c).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Doors(u8);

impl TryFrom<u8> for Doors {
    type Error = String;
    fn try_from(bits: u8) -> Result<Self, String> {
        let doors = Self(bits & Self::BOTH.0);
        if doors.0 == bits { Ok(doors) } else { Err(format!("{bits} isn't a set of two halves: 0 to 3 is")) }
    }
}

impl From<Doors> for u8 {
    fn from(doors: Doors) -> Self {
        doors.0
    }
}

impl Doors {
    /// Neither half.
    pub const NONE: Self = Self(0);
    /// Both halves.
    pub const BOTH: Self = Self(Door::Left.bit() | Door::Right.bit());
    /// Every set of halves.
    pub const SETS: [Self; 4] = [Self::NONE, Self::only(Door::Left), Self::only(Door::Right), Self::BOTH];

    /// One half.
    pub const fn only(door: Door) -> Self {
        Self(door.bit())
    }

    /// Whether a half is among them.
    pub const fn contains(self, door: Door) -> bool {
        self.0 & door.bit() != 0
    }

    /// These with a half added, or without it.
    #[must_use]
    pub const fn with(self, door: Door, unlocked: bool) -> Self {
        if unlocked { Self(self.0 | door.bit()) } else { Self(self.0 & !door.bit()) }
    }

    /// The halves that are among them.
    pub fn iter(self) -> impl Iterator<Item = Door> {
        Door::BOTH.into_iter().filter(move |door| self.contains(*door))
    }

    /// The place, among the faces of a definition, of what a permanent is whose unlocked halves are these.
    pub const fn face(self) -> u8 {
        match (self.contains(Door::Left), self.contains(Door::Right)) {
            (true, true) => 0,
            (true, false) => Door::Left.face(),
            (false, true) => Door::Right.face(),
            (false, false) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sets_of_two_halves_are_read() {
        for doors in Doors::SETS {
            assert_eq!(Doors::try_from(u8::from(doors)), Ok(doors));
        }
        assert!(Doors::try_from(4).is_err());
    }
}
