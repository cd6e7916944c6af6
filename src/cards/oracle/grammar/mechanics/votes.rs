//! Players who vote more than once (CR 701.38d).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

type GameRule = crate::cards::def::Rule;

fn additional(optional: bool) -> AbilityDef {
    statics::game_rule(GameRule::VotesAdditional { who: Who::You, optional })
}

fn is_additional(ability: &AbilityDef, optional: bool) -> Vec<()> {
    if *ability == additional(optional) { vec![()] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "while voting , you get a additional vote ." () => |_| Some(additional(false)), |_, d: &_| is_additional(d, false); ""),
    rule!(Static: "while voting , you may vote a additional time ." () => |_| Some(additional(true)), |_, d: &_| is_additional(d, true); ""),
];
