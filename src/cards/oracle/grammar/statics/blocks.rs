//! What has to be blocked (CR 509.1c).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

pub(in crate::cards::oracle::grammar) fn must(rule: ObjectRule) -> Vec<Modification> {
    vec![Modification::Rule(rule)]
}

/// By what it has to be blocked.
fn is_blocked_by(mods: &[Modification]) -> Option<&Filter> {
    match mods {
        [Modification::Rule(ObjectRule::BlockedIfAble(by))] => Some(by),
        _ => None,
    }
}

fn this_turn(what: Objects, rule: ObjectRule) -> Instruction {
    Instruction::Continuous(StaticEffect::Affect(what, must(rule)), Duration::EndOfTurn)
}

fn is_this_turn(effect: &Instruction) -> Option<(Objects, &ObjectRule)> {
    match effect {
        Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::EndOfTurn) => match mods.as_slice() {
            [Modification::Rule(rule)] => Some((what.clone(), rule)),
            _ => None,
        },
        _ => None,
    }
}

/// All of them block something this turn if able, also those that come later (CR 611.2c).
fn lured(noun: Filter, attacker: Obj) -> Vec<Instruction> {
    vec![this_turn(Objects::All(noun), ObjectRule::BlocksObjectIfAble(attacker))]
}

fn is_lured(effects: &[Instruction]) -> Vec<(Filter, Objects)> {
    let [effect] = effects else { return Vec::new() };
    match is_this_turn(effect) {
        Some((Objects::All(noun), ObjectRule::BlocksObjectIfAble(obj))) => vec![(noun, help::as_objects(*obj))],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(StaticMod: "must be blocked if able" () => |_| Some(must(ObjectRule::BlockedIfAble(Filter::Any))),
        |_, m: &_| if is_blocked_by(m) == Some(&Filter::Any) { vec![()] } else { Vec::new() }; "must be blocked if able"),
    rule!(StaticMod: "must be blocked by a {noun.s} if able" (noun: Noun) => |_, noun| Some(must(ObjectRule::BlockedIfAble(noun))),
        |_, m: &_| is_blocked_by(m).filter(|by| **by != Filter::Any).map(|by| (by.clone(),)).into_iter().collect(); "must be blocked by a Goblin if able"),
    rule!(Pred: "must be blocked this turn if able" (what: Subject) => |_, what| Some(this_turn(what, ObjectRule::BlockedIfAble(Filter::Any))),
        |_, e: &_| is_this_turn(e).filter(|(_, rule)| **rule == ObjectRule::BlockedIfAble(Filter::Any)).map(|(what, _)| (what,)).into_iter().collect(); ""),
    rule!(Said: "all {noun.p} able to block {what} this turn do so" (noun: Noun, what: Objs) => |_, noun, what| Some(lured(noun, help::one(&what)?)),
        |_, e: &_| is_lured(e); "all creatures able to block target creature this turn do so"),
];
