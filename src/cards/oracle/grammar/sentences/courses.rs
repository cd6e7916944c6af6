//! One course or another, as the condition behind the first one or a payment decides.

use crate::cards::oracle::grammar::conditions::states::{course, has_moved, is_course};
use crate::cards::oracle::grammar::sentences::offers::pay;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// Whether a condition asks for nothing that a paid cost brings with it.
fn is_plain(cond: &Condition) -> bool {
    !matches!(cond, Condition::Paid(_))
}

/// What is done is followed by one thing if it was done, and by another one if it wasn't.
fn done_or_not(act: Vec<Instruction>, then: Vec<Instruction>, otherwise: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let into = match act.as_slice() {
        [Instruction::Move { into, .. } | Instruction::SacrificeChoice { into, .. }]
        | [Instruction::Choose { .. }, Instruction::Move { into, .. }] => *into,
        _ => None,
    };
    let cond = Condition::Did(into?);
    let mut all = act;
    all.push(Instruction::If { cond, then, otherwise });
    Some(all)
}

fn is_done_or_not(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<Instruction>, Vec<Instruction>)> {
    let Some((Instruction::If { then, otherwise, .. }, act)) = effects.split_last() else { return Vec::new() };
    let same = done_or_not(act.to_vec(), then.clone(), otherwise.clone()).as_deref() == Some(effects);
    if same && !otherwise.is_empty() { vec![(act.to_vec(), then.clone(), otherwise.clone())] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Otherwise: "{clause}" (clause: Clause) <=> {clause}; "draw a card"),
    rule!(Plain: "{then} if {cond} . otherwise , {otherwise} ." (then: Clause, cond: Proviso, otherwise: Otherwise)
        => |c, then, cond, otherwise| (is_plain(&cond) && !has_moved(c, &then, &otherwise)).then(|| course(cond, then, otherwise)),
        |c, e: &_| is_course(c, e).into_iter().map(|(cond, then, otherwise)| (then, cond, otherwise)).collect(); "draw a card if you control an artifact. Otherwise, scry 1."),
    alternate!(Plain: "you may {part.p} . if you do , {then} . otherwise , {otherwise} ." (part: Part, then: Clause, otherwise: Clause)
        => |_, part, then, otherwise| Some(pay(Who::You, Cost(vec![part]), then, otherwise)); "you may discard a card. If you do, draw a card. Otherwise, you lose 1 life."),
    // What was done first wasn't done if the other thing happens.
    rule!(Plain: "{acts.p} . if you do , {then} . otherwise , {otherwise} ." (acts: Acts, then: Clause, otherwise: Otherwise)
        => |_, acts, then, otherwise| done_or_not(acts, then, otherwise), |_, e: &_| is_done_or_not(e);
        "sacrifice an artifact. If you do, draw a card. Otherwise, you lose 1 life."),
];
