//! Costs (CR 118).

use super::filter::{Filter, Measure};
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

impl Cost {
    /// How much mana it asks for, with nothing for `{X}`. What is only known when it is paid (the mana cost of an object,
    /// another cost several times) isn't counted.
    pub fn mana_value(&self) -> i32 {
        self.0
            .iter()
            .map(
                |part| if let CostPart::Mana(mana) | CostPart::Waterbend(mana) = part { mana.mana_value(0) } else { 0 },
            )
            .sum()
    }
    /// How many `{X}` its mana has.
    pub fn x_count(&self) -> u32 {
        let of = |part: &CostPart| match part {
            CostPart::Mana(mana) | CostPart::Waterbend(mana) => mana.x_count(),
            _ => 0,
        };
        self.0.iter().map(of).sum()
    }
}

/// One part of a cost.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, DriveMut)]
pub enum CostPart {
    /// Pay this mana.
    Mana(ManaCost),
    /// Pay this mana; for each generic mana of it, an untapped artifact or creature may be tapped instead: waterbend (CR 701.67a).
    Waterbend(ManaCost),
    /// Tap the object itself: the tap symbol (CR 107.5).
    Tap,
    /// Untap the object itself: the untap symbol (CR 107.6).
    Untap,
    /// Pay N life (CR 119.4).
    PayLife(Quantity),
    /// Pay N energy counters (CR 107.14).
    Energy(Quantity),
    /// Sacrifice N permanents that match the filter.
    Sacrifice(Quantity, Filter),
    /// Sacrifice the object itself.
    SacrificeThis,
    /// Exert the object itself (CR 701.43a).
    ExertThis,
    /// Discard N cards that match the filter.
    Discard(Quantity, Filter),
    /// Discard N cards at random.
    DiscardRandom(Quantity),
    /// Discard the card itself.
    DiscardThis,
    /// Exile N cards that match the filter from your zone of that kind.
    Exile(Quantity, ZoneKind, Filter),
    /// Exile the object itself.
    ExileThis,
    /// Sacrifice a permanent that matches the filter: the total cost is less by generic mana, by its mana value (CR 702.119a).
    SacrificeFor(Filter),
    /// Sacrifice a permanent that matches the filter: the total cost is less by its mana cost (CR 702.48a, 118.7).
    SacrificeForCost(Filter),
    /// Tap an untapped permanent that matches the filter: the total cost is less by generic mana, by its power (CR 702.180a).
    TapFor(Filter),
    /// Exile N objects that match the filter from among permanents you control and cards in your graveyard (CR 702.167a).
    ExileMaterials(Quantity, Filter),
    /// Return N permanents that match the filter to their owners' hands.
    ReturnToHand(Quantity, Filter),
    /// Tap N untapped permanents that match the filter.
    TapOthers(Quantity, Filter),
    /// Tap untapped permanents that match the filter, any number with total power N or greater (CR 702.122a).
    TapPower(Quantity, Filter),
    /// Sacrifice permanents that match the filter, any number with a total of N or greater.
    SacrificeTotal(Measure, Quantity, Filter),
    /// Exile cards that match the filter from your zone of that kind, any number with a total of N or greater (CR 701.59a).
    ExileTotal(Measure, Quantity, ZoneKind, Filter),
    /// Exile cards that match the filter from your zone of that kind, any number with N or more card types among them.
    ExileTypes(Quantity, ZoneKind, Filter),
    /// Put N cards that match the filter from hand on top of the library.
    PutOnTop(Quantity, Filter),
    /// Put N cards that match the filter from your zone of that kind on the bottom of your library.
    PutOnBottom(Quantity, ZoneKind, Filter),
    /// Choose N permanents that you control or reveal N cards from your hand, or some of each, that match the filter: behold
    /// (CR 701.4).
    Behold(Quantity, Filter),
    /// Reveal N cards that match the filter from hand.
    Reveal(Quantity, Filter),
    /// Remove N counters of a kind from an object.
    RemoveCounters(CounterKind, Quantity, Box<Objects>),
    /// Remove N counters, each of whatever kind, from among objects.
    RemoveAnyCounters(Quantity, Box<Objects>),
    /// Put N counters of a kind on a permanent that matches the filter, one of your choice (CR 701.68a).
    PutCountersOn(CounterKind, Quantity, Filter),
    /// Put N counters of a kind on the object itself.
    PutCounters(CounterKind, Quantity),
    /// A loyalty cost: the number of loyalty counters to put on or, if negative, to remove (CR 606).
    Loyalty(i32),
    /// A loyalty cost of X: remove X loyalty counters (CR 606, 107.3).
    LoyaltyX,
    /// Mill N cards.
    Mill(Quantity),
    /// Exile the top N cards of your library.
    ExileTop(Quantity),
    /// An opponent whom you choose gains N life (CR 119.7).
    OpponentGainsLife(Quantity),
    /// Each other player gains N life (CR 119.7).
    OthersGainLife(Quantity),
    /// The mana cost of an object; unpayable if it has none (CR 118.6).
    ManaCostOf(Obj),
    /// The mana cost of an object, reduced by N generic mana (CR 118.7a); unpayable if it has none.
    ManaCostLess(Obj, u32),
    /// Another cost N times ("for each target beyond the first").
    Times(Quantity, Box<Cost>),
}

/// The number of a part, borrowed as the part is.
macro_rules! number {
    ($part:expr) => {
        match $part {
            Self::PayLife(n)
            | Self::Energy(n)
            | Self::Sacrifice(n, _)
            | Self::Discard(n, _)
            | Self::DiscardRandom(n)
            | Self::Exile(n, ..)
            | Self::ExileMaterials(n, _)
            | Self::ReturnToHand(n, _)
            | Self::TapOthers(n, _)
            | Self::TapPower(n, _)
            | Self::SacrificeTotal(_, n, _)
            | Self::ExileTotal(_, n, ..)
            | Self::ExileTypes(n, ..)
            | Self::PutOnTop(n, _)
            | Self::PutOnBottom(n, ..)
            | Self::Behold(n, _)
            | Self::Reveal(n, _)
            | Self::RemoveCounters(_, n, _)
            | Self::RemoveAnyCounters(n, _)
            | Self::PutCounters(_, n)
            | Self::PutCountersOn(_, n, _)
            | Self::Mill(n)
            | Self::ExileTop(n)
            | Self::OpponentGainsLife(n)
            | Self::OthersGainLife(n) => Some(n),
            Self::Mana(_)
            | Self::Waterbend(_)
            | Self::Times(..)
            | Self::Tap
            | Self::Untap
            | Self::SacrificeThis
            | Self::ExertThis
            | Self::SacrificeFor(_)
            | Self::SacrificeForCost(_)
            | Self::TapFor(_)
            | Self::DiscardThis
            | Self::ExileThis
            | Self::Loyalty(_)
            | Self::LoyaltyX
            | Self::ManaCostLess(..)
            | Self::ManaCostOf(_) => None,
        }
    };
}

impl CostPart {
    /// How many, or how much, of something it takes; `None` if that isn't a quantity. Of another cost several times it is
    /// not the number of times.
    pub fn number(&self) -> Option<&Quantity> {
        number!(self)
    }

    /// Like [`Self::number`], to be changed.
    pub fn number_mut(&mut self) -> Option<&mut Quantity> {
        number!(self)
    }

    /// For a part that is paid with one object by which the total cost is less: by what of it, and what it must be like. Of
    /// `SacrificeForCost` it is how much that is, not of which types.
    pub const fn lessens(&self) -> Option<(Measure, &Filter)> {
        match self {
            Self::SacrificeFor(filter) | Self::SacrificeForCost(filter) => Some((Measure::ManaValue, filter)),
            Self::TapFor(filter) => Some((Measure::Power, filter)),
            _ => None,
        }
    }

    /// For a part that is paid with any number of objects by their total: of what, how much, where they are, and what they
    /// must be like.
    pub const fn total(&self) -> Option<(Measure, &Quantity, ZoneKind, &Filter)> {
        match self {
            Self::TapPower(n, filter) => Some((Measure::Power, n, ZoneKind::Battlefield, filter)),
            Self::SacrificeTotal(measure, n, filter) => Some((*measure, n, ZoneKind::Battlefield, filter)),
            Self::ExileTotal(measure, n, zone, filter) => Some((*measure, n, *zone, filter)),
            _ => None,
        }
    }
}
