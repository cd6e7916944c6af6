//! Costs (CR 118).

use super::filter::Filter;
use super::keywords::CounterKind;
use super::mana::ManaCost;
use super::quantity::Quantity;
use super::words::{Obj, Objects, ZoneKind};
use derive_visitor::DriveMut;
use serde::{Deserialize, Serialize};

/// A cost: all of its parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, DriveMut)]
#[serde(transparent)]
pub struct Cost(pub Vec<CostPart>);

/// One part of a cost.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum CostPart {
    /// Mana.
    Mana(ManaCost),
    /// The tap symbol (CR 107.5).
    Tap,
    /// The untap symbol (CR 107.6).
    Untap,
    /// Life (CR 119.4).
    PayLife(Quantity),
    /// So much energy (CR 107.14).
    Energy(Quantity),
    /// Sacrifice so many permanents that are so.
    Sacrifice(Quantity, Filter),
    /// Sacrifice the object itself.
    SacrificeThis,
    /// Discard so many cards that are so.
    Discard(Quantity, Filter),
    /// Discard so many cards at random.
    DiscardRandom(Quantity),
    /// Discard the card itself.
    DiscardThis,
    /// Exile so many cards that are so from your zone of that kind.
    Exile(Quantity, ZoneKind, Filter),
    /// Exile the object itself.
    ExileThis,
    /// Return so many permanents that are so to their owners' hands.
    ReturnToHand(Quantity, Filter),
    /// Tap so many untapped permanents that are so.
    TapOthers(Quantity, Filter),
    /// Put so many cards that are so from hand on top of the library.
    PutOnTop(Quantity, Filter),
    /// Reveal so many cards that are so from hand.
    Reveal(Quantity, Filter),
    /// Remove so many counters of a kind from an object.
    RemoveCounters(CounterKind, Quantity, Box<Objects>),
    /// Put so many counters of a kind on the object itself.
    PutCounters(CounterKind, Quantity),
    /// A loyalty cost: so many loyalty counters put on or, if negative, removed (CR 606).
    Loyalty(i32),
    /// Mill so many cards.
    Mill(Quantity),
    /// The mana cost of an object; unpayable if it has none (CR 118.6).
    ManaCostOf(Obj),
    /// Another cost so many times ("for each target beyond the first").
    Times(Quantity, Box<Cost>),
}
