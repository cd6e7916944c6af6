//! Cards that are cast or played while something resolves (CR 608.2g).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

fn free(what: Objects, lands: bool, into: Option<Var>) -> Vec<Effect> {
    vec![Effect::CastNow { who: Who::You, what, spell: Filter::Any, cost: CastCost::Free, copies: false, lands, into }]
}

fn is_free(effects: &[Effect], as_lands: bool) -> Vec<(Objects, Option<Var>)> {
    match effects {
        [Effect::CastNow { what, lands, into, .. }]
            if *lands == as_lands && effects == free(what.clone(), *lands, *into) =>
        {
            vec![(what.clone(), *into)]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "you may play {what} without paying its mana cost" (what: Objs, into: Into) => |_, what, into| (what == Objects::Linked).then(|| free(what, true, into)),
        |_, e| is_free(&e, true); ""),
    rule!(Said: "you may cast {what} without paying its mana cost" (what: Objs, into: Into) => |_, what, into| (what == Objects::Linked).then(|| free(what, false, into)),
        |_, e| is_free(&e, false); ""),
];
