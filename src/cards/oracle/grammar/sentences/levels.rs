//! What players keep as much of as the player who has the fewest.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Each player keeps as many permanents as the one who has the fewest, and sacrifices the rest, as far as it can be.
fn level(kept: Var, noun: Filter) -> [Instruction; 2] {
    let own = Objects::All(help::with(noun.clone(), Filter::Controlled(Who::It)));
    let fewest = Quantity::Fewest(Who::EachPlayer, Box::new(Quantity::Count(Box::new(own.clone()))));
    let choose = help::choose(Who::EachPlayer, own, (fewest.clone(), fewest), kept);
    let rest = Filter::Not(Box::new(Filter::In(Box::new(Objects::Var(kept)))));
    [choose, Instruction::SacrificeThese(Who::EachPlayer, Objects::All(help::with(noun, rest)))]
}

fn is_level(effects: &[Instruction]) -> Option<Filter> {
    let [Instruction::Choose { from: Objects::All(own), into, .. }, _] = effects else { return None };
    let noun = help::without(own, &Filter::Controlled(Who::It))?;
    (level(*into, noun.clone())[..] == *effects).then_some(noun)
}

/// Of hands the rest is discarded.
fn hands(into: Option<Var>) -> Instruction {
    let each = Quantity::HandSize(Who::It);
    let fewest = Quantity::Fewest(Who::EachPlayer, Box::new(each.clone()));
    let count = Quantity::Minus(Box::new(each), Box::new(fewest));
    Instruction::Discard { who: Who::EachPlayer, count, filter: Filter::Any, random: false, into }
}

fn are_hands(effect: &Instruction) -> bool {
    matches!(effect, Instruction::Discard { into, .. } if *effect == hands(*into))
}

/// The permanents that are sacrificed first and then, and whether hands come before the second.
fn are_levels(effects: &[Instruction], hands_first: bool) -> Vec<(Filter, Filter, Filter)> {
    let (first, cards, other) = match (effects, hands_first) {
        ([first @ .., cards, _, _], true) => (first, cards, &effects[3..]),
        ([_, _, other @ .., cards], false) => (&effects[..2], cards, other),
        _ => return Vec::new(),
    };
    match (is_level(first), is_level(other)) {
        (Some(noun), Some(other)) if are_hands(cards) => vec![(noun.clone(), noun, other)],
        _ => Vec::new(),
    }
}

fn is_one_level(effects: &[Instruction]) -> Vec<(Filter, Filter)> {
    match effects {
        [first @ .., cards] if are_hands(cards) => {
            is_level(first).map(|noun| (noun.clone(), noun)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Permanents, then hands, or hands and other permanents in one order or the other.
fn levels(c: &mut Context, noun: Filter, other: Option<Filter>, hands_first: bool) -> Option<Vec<Instruction>> {
    let mut all = level(c.variable()?, noun).to_vec();
    if hands_first {
        all.push(hands(c.variable()));
    }
    if let Some(other) = other {
        all.extend(level(c.variable()?, other));
    }
    if !hands_first {
        all.push(hands(c.variable()));
    }
    Some(all)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "each player chooses a number of {a.p} they control equal to the number of {b.p} controlled by the player who controls the fewest , then sacrifices the rest . players discard cards and sacrifice {c.p} the same way ." (a: Noun, b: Noun, c: Noun)
        => |c, a, b, other| (a == b).then(|| levels(c, a, Some(other), true))?, |_, e: &_| are_levels(e, true); ""),
    rule!(Plain: "each player chooses a number of {a.p} they control equal to the number of {b.p} controlled by the player who controls the fewest , then sacrifices the rest . players sacrifice {c.p} and discard cards the same way ." (a: Noun, b: Noun, c: Noun)
        => |c, a, b, other| (a == b).then(|| levels(c, a, Some(other), false))?, |_, e: &_| are_levels(e, false); ""),
    rule!(Plain: "each player chooses a number of {a.p} they control equal to the number of {b.p} controlled by the player who controls the fewest , then sacrifices the rest . each player discards cards the same way ." (a: Noun, b: Noun)
        => |c, a, b| (a == b).then(|| levels(c, a, None, true))?, |_, e: &_| is_one_level(e); ""),
];
