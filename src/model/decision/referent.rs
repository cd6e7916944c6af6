//! Choices of objects and players.

use super::Choice;
use crate::model::ids::Referent;

impl From<Referent> for Choice {
    fn from(referent: Referent) -> Self {
        match referent {
            Referent::Object(object) => Self::Object(object),
            Referent::Player(seat) => Self::Player(seat),
        }
    }
}

impl Choice {
    /// The object or player, where one is chosen as such.
    pub const fn referent(&self) -> Option<Referent> {
        match self {
            Self::Object(object) => Some(Referent::Object(*object)),
            Self::Player(seat) => Some(Referent::Player(*seat)),
            _ => None,
        }
    }
}
