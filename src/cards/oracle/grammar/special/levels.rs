//! What players keep as much of as the player who has the fewest.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

/// How much more of it a player has than the one who has the fewest.
fn beyond(each: Quantity) -> Quantity {
    Quantity::Minus(Box::new(each.clone()), Box::new(Quantity::Fewest(Who::EachPlayer, Box::new(each))))
}

/// Of permanents the rest is sacrificed.
fn level(noun: Filter, into: Option<Var>) -> Instruction {
    let controlled = Objects::All(help::with(noun.clone(), Filter::Controlled(Who::It)));
    let count = beyond(Quantity::Count(Box::new(controlled)));
    Instruction::SacrificeChoice { who: Who::EachPlayer, filter: noun, count, into }
}

fn is_level(effect: &Instruction) -> Option<Filter> {
    match effect {
        Instruction::SacrificeChoice { filter, into, .. } if *effect == level(filter.clone(), *into) => {
            Some(filter.clone())
        }
        _ => None,
    }
}

/// Of hands the rest is discarded.
fn hands(into: Option<Var>) -> Instruction {
    let count = beyond(Quantity::HandSize(Who::It));
    Instruction::Discard { who: Who::EachPlayer, count, filter: Filter::Any, random: false, into }
}

fn are_hands(effect: &Instruction) -> bool {
    matches!(effect, Instruction::Discard { into, .. } if *effect == hands(*into))
}

/// The permanents of one instruction or two, and whether hands come before the second.
fn are_levels(effects: &[Instruction], hands_first: bool) -> Vec<(Filter, Filter, Filter)> {
    let [first, second, third] = effects else { return Vec::new() };
    let (cards, other) = if hands_first { (second, third) } else { (third, second) };
    match (is_level(first), is_level(other)) {
        (Some(noun), Some(other)) if are_hands(cards) => vec![(noun.clone(), noun, other)],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "each player chooses a number of {a.p} they control equal to the number of {b.p} controlled by the player who controls the fewest , then sacrifices the rest . players discard cards and sacrifice {c.p} the same way ." (a: Noun, b: Noun, c: Noun)
        => |c, a, b, other| (a == b).then(|| vec![level(a, c.variable()), hands(c.variable()), level(other, c.variable())]), |_, e: &_| are_levels(e, true); ""),
    rule!(Plain: "each player chooses a number of {a.p} they control equal to the number of {b.p} controlled by the player who controls the fewest , then sacrifices the rest . players sacrifice {c.p} and discard cards the same way ." (a: Noun, b: Noun, c: Noun)
        => |c, a, b, other| (a == b).then(|| vec![level(a, c.variable()), level(other, c.variable()), hands(c.variable())]), |_, e: &_| are_levels(e, false); ""),
    rule!(Plain: "each player chooses a number of {a.p} they control equal to the number of {b.p} controlled by the player who controls the fewest , then sacrifices the rest . each player discards cards the same way ." (a: Noun, b: Noun)
        => |c, a, b| (a == b).then(|| vec![level(a, c.variable()), hands(c.variable())]),
        |_, e: &_| match e.as_slice() { [first, second] if are_hands(second) => is_level(first).map(|noun| (noun.clone(), noun)).into_iter().collect(), _ => Vec::new() }; ""),
];
