//! Villainous choices and who faces them (CR 701.55), time travel (CR 701.56).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

type GameRule = crate::cards::def::Rule;

fn faces(who: Who, first: Vec<Instruction>, second: Vec<Instruction>) -> Vec<Instruction> {
    vec![Instruction::FaceVillainousChoice(who, vec![first, second])]
}

fn is_facing(effects: &[Instruction]) -> Option<(Who, Vec<Instruction>, Vec<Instruction>)> {
    let [Instruction::FaceVillainousChoice(who, courses)] = effects else { return None };
    match courses.as_slice() {
        [first, second] => Some((*who, first.clone(), second.clone())),
        _ => None,
    }
}

fn additional() -> AbilityDef {
    statics::game_rule(GameRule::FacesAdditional(Who::EachOpponent))
}

fn is_additional(ability: &AbilityDef) -> Vec<()> {
    if *ability == additional() { vec![()] } else { Vec::new() }
}

fn travel(who: Who) -> Option<Instruction> {
    (who == Who::You).then_some(Instruction::TimeTravel)
}

/// How often somebody time travels.
fn times(effect: &Instruction) -> Option<Quantity> {
    match effect {
        Instruction::Repeat(n, effects) if *effects == [Instruction::TimeTravel] => Some(n.clone()),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "{each} faces a villainous choice \u{2014} {a} , or {b}" (each: ToEach, a: Clause, b: Clause)
        => |_, each, a, b| match each { Recipients::Players(who) => Some(faces(who, a, b)), _ => None },
        |_, e: &_| is_facing(e).filter(|(who, ..)| who.is_each()).map(|(who, a, b)| (Recipients::Players(who), a, b)).into_iter().collect();
        "each opponent faces a villainous choice \u{2014} that player discards a card, or you draw a card"),
    rule!(Said: "{who.s} faces a villainous choice \u{2014} {a} , or {b}" (who: Other, a: Clause, b: Clause)
        => |_, who, a, b| help::one_player(who).then(|| faces(who, a, b)), |_, e: &_| is_facing(e).filter(|(who, ..)| help::one_player(*who)).into_iter().collect();
        "target opponent faces a villainous choice \u{2014} that player discards a card, or you draw a card"),
    rule!(Static: "if a opponent would face a villainous choice , they face that choice a additional time ." () => |_| Some(additional()),
        |_, d: &_| is_additional(d); ""),
    rule!(Verb: "time travels|travel" (who: Doer) => |_, who| travel(who), |_, e: &_| if *e == Instruction::TimeTravel { vec![(Who::You,)] } else { Vec::new() }; "time travel"),
    rule!(Verb: "time travels|travel {n} times" (who: Doer, n: Count) => |_, who, n| Some(Instruction::Repeat(n, vec![travel(who)?])),
        |_, e: &_| times(e).map(|n| (Who::You, n)).into_iter().collect(); "time travel three times"),
];
