//! Preparation cards (CR 722).

use crate::cards::oracle::grammar::statics::replace;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

/// The card itself enters prepared.
fn enters() -> AbilityDef {
    replace(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::Designated(Designation::Prepared))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "{this} enters prepared ." (this: Self_) => |_, _| Some(enters()), |_, d: &_| if *d == enters() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Pred: "becomes|become prepared" (what: Subject) <=> {Instruction::Designate(what, Designation::Prepared)}; ""),
    // CR 702.171b.
    rule!(Pred: "becomes|become saddled until end of turn" (what: Subject) <=> {Instruction::Designate(what, Designation::Saddled)}; ""),
    rule!(Adj: "prepared" () <=> {Filter::Designated(Designation::Prepared)}; "prepared"),
];
