//! Power-up abilities, teamwork, waterbend costs (CR 701.67), and what convoked a spell (702.51c).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Optional, Rule, rule};

/// It costs less by the mana cost of its object in the turn in which that entered.
fn entered() -> (Condition, Cost) {
    (Condition::Is(Obj::This, Filter::EnteredThisTurn), Cost(vec![CostPart::ManaCostOf(Obj::This)]))
}

/// An ability that can be activated only once.
fn power_up(def: ActivatedDef) -> ActivatedDef {
    ActivatedDef { once: true, less_by: Some(entered()), ..def }
}

fn is_power_up(def: &ActivatedDef) -> Vec<(ActivatedDef,)> {
    let plain = ActivatedDef { once: false, less_by: None, ..def.clone() };
    if *def == power_up(plain.clone()) { vec![(plain,)] } else { Vec::new() }
}

/// Creatures that were tapped for a spell with convoke, and are still there (CR 702.51c).
fn convoked() -> Objects {
    Objects::All(Filter::And(vec![Filter::Type(CardTypes::CREATURE), Filter::In(Box::new(Objects::PaidWith))]))
}

/// How many were tapped for it.
fn so_many() -> Quantity {
    Quantity::Count(Box::new(Objects::PaidWith))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Objs: "each creature that convoked it" () => |c| (!c.face.is_spell()).then(convoked), |c, o: &_| if !c.face.is_spell() && *o == convoked() { vec![()] } else { Vec::new() }; ""),
    rule!(Objs: "each creature that convoked this spell" () => |c| c.face.is_spell().then(convoked), |c, o: &_| if c.face.is_spell() && *o == convoked() { vec![()] } else { Vec::new() }; ""),
    rule!(Value_: "the number of creatures that convoked this creature" () => |_| Some(so_many()), |_, q: &_| if *q == so_many() { vec![()] } else { Vec::new() }; "the number of creatures that convoked this creature"),
    rule!(Limit: "power-up \u{2014} {def}" (def: Limit_) => |_, def| Some(power_up(def)), |_, d: &_| is_power_up(d); ""),
    rule!(Cond: "this spell was cast using teamwork" () => |c| { c.unpaid = Some(c.targets.len()); c.face.is_spell().then_some(Condition::Paid(0)) },
        |c, cond: &_| if c.optional == Optional::Teamwork && c.face.is_spell() && *cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Part: "waterbends|waterbend {mana}" (mana: Mana) <=> {CostPart::Waterbend(mana)}; "waterbend {2}"),
];
