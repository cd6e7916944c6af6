//! Costs of as much mana as a number says.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

/// {1} that often.
fn so_much(count: Quantity) -> Option<Cost> {
    let one = Cost(vec![CostPart::Mana(help::mana(1)?)]);
    Some(Cost(vec![CostPart::Times(count, Box::new(one))]))
}

fn is_so_much(cost: &Cost) -> Vec<(Quantity,)> {
    let [CostPart::Times(count, _)] = cost.0.as_slice() else { return Vec::new() };
    if so_much(count.clone()).as_ref() == Some(cost) { vec![(count.clone(),)] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Payment: "pays|pay \u{7b}X\u{7d} , where X is {count}" (count: Value_) => |_, count| so_much(count), |_, cost: &_| is_so_much(cost); "pays {X}, where X is the number of lands you control"),
];
