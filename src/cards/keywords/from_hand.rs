//! Keywords that are abilities which are activated from the hand (CR 702.29, 702.49).

use super::word;
use crate::cards::def::*;

/// CR 702.29a.
pub(in crate::cards) fn cycling(cost: &Cost) -> ActivatedDef {
    discarding(cost, vec![Instruction::Draw { who: Who::You, count: Quantity::N(1), into: None }])
}

/// CR 702.29e: a card that matches the filter from the library instead.
pub(in crate::cards) fn typecycling(filter: &Filter, cost: &Cost) -> ActivatedDef {
    let found = word("found");
    let search = Instruction::Search {
        who: Who::You,
        of: Who::You,
        filter: filter.clone(),
        max: Quantity::N(1),
        zones: Vec::new(),
        together: Vec::new(),
        into: found,
    };
    let take =
        Instruction::Move { what: Objects::Var(found), to: Destination::Hand, into: None, linked: false, until: None };
    discarding(cost, vec![search, Instruction::Reveal(Objects::Var(found)), take, Instruction::Shuffle(Who::You)])
}

/// CR 702.49a: it replaces an unblocked attacker, attacking the same (702.49c).
pub(in crate::cards) fn ninjutsu(cost: &Cost) -> ActivatedDef {
    let attacker = Filter::And(vec![Filter::Type(CardTypes::CREATURE), Filter::Unblocked]);
    let mut cost = cost.clone();
    cost.0.push(CostPart::ReturnToHand(Quantity::N(1), attacker));
    let entry = Entry { tapped: true, attacks_as: Some(Objects::PaidWith), ..Entry::default() };
    let put = Instruction::Move {
        what: Objects::The(Obj::This),
        to: Destination::Battlefield(entry),
        into: None,
        linked: false,
        until: None,
    };
    ActivatedDef { from: ZoneKind::Hand, ..ActivatedDef::new(cost, vec![put]) }
}

/// An ability of a card in hand that is activated by discarding it, too.
fn discarding(cost: &Cost, effects: Vec<Instruction>) -> ActivatedDef {
    let mut cost = cost.clone();
    cost.0.push(CostPart::DiscardThis);
    ActivatedDef { from: ZoneKind::Hand, ..ActivatedDef::new(cost, effects) }
}
