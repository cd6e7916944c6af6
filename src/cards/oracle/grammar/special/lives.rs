//! Life totals beside those with which players began the game (CR 103.4).

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

const LIFE: Quantity = Quantity::Life(Who::You);
const START: Quantity = Quantity::StartingLife(Who::You);

fn compare(cmp: Cmp) -> Condition {
    Condition::Compare(LIFE, cmp, START)
}

/// N more than at the start, or more than that.
fn beyond(more: i32) -> Condition {
    Condition::Compare(LIFE, Cmp::Ge, Quantity::Sum(vec![START, n(more)]))
}

fn is_beyond(condition: &Condition) -> Vec<(i32,)> {
    let Condition::Compare(_, _, Quantity::Sum(list)) = condition else { return Vec::new() };
    match list.as_slice() {
        [_, Quantity::N(more)] if *condition == beyond(*more) => vec![(*more,)],
        _ => Vec::new(),
    }
}

/// Half of it or less: of an odd number the half isn't whole, and a life total is.
fn half() -> Condition {
    Condition::Compare(LIFE, Cmp::Le, Quantity::Half(Box::new(START), Round::Down))
}

fn reset() -> Vec<Instruction> {
    vec![Instruction::SetLife(Who::You, START)]
}

macro_rules! compares {
    ($words:literal, $cmp:ident) => {
        rule!(Cond: $words () => |_| Some(compare(Cmp::$cmp)), |_, c: &_| if *c == compare(Cmp::$cmp) { vec![()] } else { Vec::new() }; $words)
    };
}

pub(super) const RULES: &[Rule] = &[
    compares!("your life total is greater than your starting life total", Gt),
    compares!("your life total is less than your starting life total", Lt),
    compares!("your life total is greater than or equal to your starting life total", Ge),
    rule!(Cond: "you have at least {m} life more than your starting life total" (m: Digits) => |_, m| Some(beyond(m)), |_, c: &_| is_beyond(c); "you have at least 5 life more than your starting life total"),
    alternate!(Cond: "your life total is at least {m} greater than your starting life total" (m: Digits) => |_, m| Some(beyond(m)); "your life total is at least 5 greater than your starting life total"),
    rule!(Cond: "your life total is less than or equal to half your starting life total" () => |_| Some(half()), |_, c: &_| if *c == half() { vec![()] } else { Vec::new() }; "your life total is less than or equal to half your starting life total"),
    rule!(Said: "your life total becomes equal to your starting life total" () => |_| Some(reset()), |_, e: &_| if *e == reset() { vec![()] } else { Vec::new() }; "your life total becomes equal to your starting life total"),
];
