//! What objects that are chosen together have to be like as a group.

use super::filter::Measure;
use super::quantity::Quantity;
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// A condition on several objects that are chosen together. It says nothing about one alone, but for a total.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum Together {
    /// One player owns all of them: cards of a single graveyard.
    SameOwner,
    /// No player controls two of them.
    DifferentControllers,
    /// Each has a name, and no two have one in common (CR 201.2b).
    DifferentNames,
    /// No two have as much of it.
    Different(Measure),
    /// Any two share a card type (CR 205.2a).
    ShareCardType,
    /// Any two share a creature type (CR 205.3m).
    ShareCreatureType,
    /// No two share a creature type.
    ShareNoCreatureType,
    /// They have at most that much of it in all.
    AtMost(Measure, Quantity),
}
