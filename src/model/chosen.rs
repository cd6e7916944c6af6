//! What players choose as instructions are followed.

use crate::cards::def::{CardTypes, Color, Subtype};
use crate::model::ids::{NameId, ObjectRef, ProgramHandle, Seat};
use serde::{Deserialize, Serialize};

/// What a player chose as an instruction was followed (CR 608.2d).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ChosenValue {
    /// A colour.
    Color(Color),
    /// A card name.
    Name(NameId),
    /// A card type.
    CardType(CardTypes),
    /// A subtype.
    Subtype(Subtype),
    /// A player.
    Player(Seat),
    /// A number.
    Number(i32),
    /// An object that all players know.
    Object(ObjectRef),
    /// One of several courses of an instruction.
    Course {
        /// The program that the instruction stands in.
        program: ProgramHandle,
        /// Its place there.
        at: u16,
        /// Which course, from 0.
        course: u16,
    },
}
