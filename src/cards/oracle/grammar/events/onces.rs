//! What is done only once each turn (CR 603.2h).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

/// What may be done is done only once each turn.
fn limited(def: TriggeredDef) -> Option<TriggeredDef> {
    match def.effects.as_slice() {
        [Instruction::May { who: Who::You, then, otherwise }] if otherwise.is_empty() => {
            let then = vec![Instruction::OnceEachTurn(then.clone())];
            Some(TriggeredDef { effects: vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }], ..def })
        }
        _ => None,
    }
}

fn is_limited(def: &TriggeredDef) -> Vec<(TriggeredDef,)> {
    match def.effects.as_slice() {
        [Instruction::May { who: Who::You, then, otherwise }] if otherwise.is_empty() => match then.as_slice() {
            [Instruction::OnceEachTurn(done)] => {
                let effects = vec![Instruction::May { who: Who::You, then: done.clone(), otherwise: Vec::new() }];
                vec![(TriggeredDef { effects, ..def.clone() },)]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Trigger: "{def} do this only once each turn ." (def: Trigger_) => |_, def| limited(def), |_, d: &_| is_limited(d); ""),
];
