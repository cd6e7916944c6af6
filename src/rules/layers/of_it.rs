//! Whether words are about the current object, `It`.

use crate::cards::def::{Obj, Objects, Quantity, Who, ZoneOf};

/// Whether a quantity is about the affected object, so that it must be evaluated for each.
pub(super) fn quantity_uses_it(q: &Quantity) -> bool {
    match q {
        Quantity::Power(o) | Quantity::Toughness(o) | Quantity::ManaValue(o) => *o == Obj::It,
        Quantity::BasePower(o) | Quantity::BaseToughness(o) | Quantity::Counters(_, o) => *o == Obj::It,
        Quantity::ManaSpentOn(o) | Quantity::ColoredSpentOn(o) | Quantity::ColorsSpentOn(o) => *o == Obj::It,
        Quantity::CommanderCastsOf(o) | Quantity::TimesMutated(o) => *o == Obj::It,
        Quantity::Lethal(a, b) => *a == Obj::It || *b == Obj::It,
        Quantity::DamageBy(o, w) => *o == Obj::It || who_uses_it(*w),
        Quantity::Count(group)
        | Quantity::TotalPower(group)
        | Quantity::Greatest(_, group)
        | Quantity::TotalToughness(group)
        | Quantity::TotalManaValue(group)
        | Quantity::Differing(_, group)
        | Quantity::DifferentNames(group)
        | Quantity::CardTypes(group)
        | Quantity::Supertypes(group)
        | Quantity::Subtypes(group)
        | Quantity::Colors(group)
        | Quantity::CountersOn(_, group)
        | Quantity::Devotion(_, group)
        | Quantity::DevotionVar(_, group)
        | Quantity::Party(group)
        | Quantity::UnlockedDoors(group)
        | Quantity::UnlockedNames(group)
        | Quantity::BasicLandTypes(group) => objects_use_it(group),
        Quantity::PlayerCounters(_, w)
        | Quantity::Life(w)
        | Quantity::StartingLife(w)
        | Quantity::CommanderColors(w)
        | Quantity::HandSize(w)
        | Quantity::DrawnThisTurn(w)
        | Quantity::DrawnThisStep(w)
        | Quantity::Attacked(w)
        | Quantity::SpellsThisTurn(w)
        | Quantity::SpellsLastTurn(w)
        | Quantity::ThisTurn(_, w)
        | Quantity::SpellsThisGame(w)
        | Quantity::TurnsBegun(w)
        | Quantity::Speed(w)
        | Quantity::CommanderCasts(w)
        | Quantity::Players(w) => who_uses_it(*w),
        Quantity::Sum(parts) | Quantity::Max(parts) | Quantity::Min(parts) => parts.iter().any(quantity_uses_it),
        Quantity::Minus(a, b) | Quantity::Times(a, b) | Quantity::Quotient(a, b, _) => {
            quantity_uses_it(a) || quantity_uses_it(b)
        }
        Quantity::Half(inner, _) => quantity_uses_it(inner),
        // Conditions are rare and may read anything.
        Quantity::If(..) | Quantity::PlayersWho(..) | Quantity::Fewest(..) | Quantity::Most(..) | Quantity::Divided => {
            true
        }
        Quantity::N(_)
        | Quantity::X
        | Quantity::Var(_)
        | Quantity::EventAmount
        | Quantity::Prevented
        | Quantity::ChosenNumber
        | Quantity::TimesResolved
        | Quantity::CombatsThisTurn
        | Quantity::SpellsBefore
        | Quantity::TimesPaid(_)
        | Quantity::ModesChosen
        | Quantity::ManaSpent(_)
        | Quantity::TargetCount => false,
    }
}

/// Inside a filter "it" is the object that is tested; around it, the affected one.
fn objects_use_it(group: &Objects) -> bool {
    let zone_uses_it = |z: &ZoneOf| match z {
        ZoneOf::Hand(w) | ZoneOf::Graveyard(w) | ZoneOf::Library(w) | ZoneOf::Outside(w) => who_uses_it(*w),
        ZoneOf::Battlefield | ZoneOf::Stack | ZoneOf::Exile | ZoneOf::Command => false,
    };
    match group {
        Objects::The(o) => *o == Obj::It,
        Objects::In(z, _) => zone_uses_it(z),
        Objects::TopOf(n, z, _) | Objects::BottomOf(n, z) => quantity_uses_it(n) || zone_uses_it(z),
        Objects::Only(inner, _) | Objects::Were(inner) | Objects::Became(inner) | Objects::SourcesOf(inner) => {
            objects_use_it(inner)
        }
        Objects::Top(n, w) => quantity_uses_it(n) || who_uses_it(*w),
        Objects::Union(parts) => parts.iter().any(objects_use_it),
        Objects::All(_)
        | Objects::Sources(_)
        | Objects::Targets(_)
        | Objects::Var(_)
        | Objects::Linked
        | Objects::ThisTurn(..)
        | Objects::Events
        | Objects::PaidWith => false,
    }
}

fn who_uses_it(w: Who) -> bool {
    matches!(w, Who::It | Who::ControllerOf(Obj::It) | Who::OwnerOf(Obj::It))
}
