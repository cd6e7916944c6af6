//! Definitions that are others with a word replaced (CR 612).

use crate::cards::def::{Color, Subtype};
use crate::model::ids::DefId;
use serde::{Deserialize, Serialize};

/// A word of rules text or of a type line that effects can replace (CR 612.2): never a mana symbol, never part of a
/// card's name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TextWord {
    /// A colour word.
    Color(Color),
    /// A creature type or a land type.
    Subtype(Subtype),
}

/// A definition of this game that is another one with a word replaced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Reworded {
    /// The definition that it was made from.
    pub of: DefId,
    /// The word that is gone.
    pub old: TextWord,
    /// The word that stands in its place.
    pub new: TextWord,
}
