//! Where X stands in costs (CR 107.3).

use super::def::{
    AbilityDef, Cost, CostPart, Filter, KeywordAbility, ManaCost, ManaSymbol, Obj, Quantity, TriggerEvent,
};

/// Whether parts of a cost contain X.
pub fn parts_use_x(parts: &[CostPart]) -> bool {
    parts.iter().any(|part| match part {
        CostPart::Mana(cost) | CostPart::Waterbend(cost) => mana_uses_x(cost),
        CostPart::LoyaltyX => true,
        CostPart::Times(n, cost) => is_x(n) || parts_use_x(&cost.0),
        other => other.number().is_some_and(is_x),
    }) || parts_filter_by_x(parts)
}

/// Whether parts of a cost use objects whose qualities depend on X. Then it isn't so that a smaller X can be paid whenever a
/// larger one can.
pub fn parts_filter_by_x(parts: &[CostPart]) -> bool {
    parts.iter().any(|part| match part {
        CostPart::Sacrifice(_, filter)
        | CostPart::SacrificeFor(filter)
        | CostPart::SacrificeForCost(filter)
        | CostPart::TapFor(filter)
        | CostPart::Discard(_, filter)
        | CostPart::Exile(_, _, filter)
        | CostPart::ExileMaterials(_, filter)
        | CostPart::ReturnToHand(_, filter)
        | CostPart::TapOthers(_, filter)
        | CostPart::TapPower(_, filter)
        | CostPart::SacrificeTotal(_, _, filter)
        | CostPart::ExileTotal(_, _, _, filter)
        | CostPart::ExileTypes(_, _, filter)
        | CostPart::PutOnTop(_, filter)
        | CostPart::PutCountersOn(_, _, filter)
        | CostPart::PutOnBottom(_, _, filter)
        | CostPart::Behold(_, filter)
        | CostPart::Reveal(_, filter) => compares_with_x(filter),
        CostPart::Times(_, cost) => parts_filter_by_x(&cost.0),
        _ => false,
    })
}

/// Whether a card's own costs make its controller announce X as they cast it (CR 107.3a). The abilities are those that its
/// keywords stand for.
pub(super) fn is_announced<'a>(cost: Option<&ManaCost>, abilities: impl IntoIterator<Item = &'a AbilityDef>) -> bool {
    let uses_x = |cost: &Cost| parts_use_x(&cost.0);
    cost.is_some_and(mana_uses_x)
        || abilities.into_iter().any(|ability| match ability {
            AbilityDef::AdditionalCost(cost) => uses_x(cost),
            AbilityDef::AlternativeCost(alternative) => uses_x(&alternative.cost),
            AbilityDef::OptionalCost(optional) => uses_x(&optional.cost),
            // The keywords about costs that aren't spelt out.
            AbilityDef::Keyword(
                KeywordAbility::Kicker(cost)
                | KeywordAbility::Multikicker(cost)
                | KeywordAbility::Buyback(cost)
                | KeywordAbility::Flashback(cost)
                | KeywordAbility::Escape(cost)
                | KeywordAbility::Madness(cost)
                | KeywordAbility::Miracle(cost)
                | KeywordAbility::Bestow(cost)
                | KeywordAbility::Mutate(cost)
                | KeywordAbility::Overload(cost)
                | KeywordAbility::Cleave(cost, _)
                | KeywordAbility::Morph(cost)
                | KeywordAbility::Megamorph(cost)
                | KeywordAbility::Disguise(cost),
            ) => uses_x(cost),
            _ => false,
        })
}

/// Whether an ability with this trigger event has the X of the spell that its source was (CR 107.3e, 107.3m).
pub(super) fn is_of_the_spell(event: &TriggerEvent) -> bool {
    match event {
        TriggerEvent::Enters(what) | TriggerEvent::Casts { what, .. } | TriggerEvent::TurnedFaceUp(what) => {
            *what == Filter::Is(Obj::This)
        }
        TriggerEvent::AnyOf(all) => all.iter().any(is_of_the_spell),
        _ => false,
    }
}

fn mana_uses_x(cost: &ManaCost) -> bool {
    cost.0.iter().any(|symbol| matches!(symbol, ManaSymbol::X))
}

fn is_x(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::X => true,
        Quantity::Sum(all) | Quantity::Max(all) | Quantity::Min(all) => all.iter().any(is_x),
        Quantity::Minus(a, b) | Quantity::Times(a, b) | Quantity::Quotient(a, b, _) | Quantity::If(_, a, b) => {
            is_x(a) || is_x(b)
        }
        Quantity::Half(a, _) => is_x(a),
        _ => false,
    }
}

fn compares_with_x(filter: &Filter) -> bool {
    match filter {
        Filter::And(all) | Filter::Or(all) => all.iter().any(compares_with_x),
        Filter::Not(one) => compares_with_x(one),
        Filter::ManaValue(_, n) | Filter::SameParity(n) | Filter::Power(_, n) | Filter::Toughness(_, n) => is_x(n),
        _ => false,
    }
}
