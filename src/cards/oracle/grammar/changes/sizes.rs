//! Base power and toughness for a while, and what holds for this combat.

use crate::cards::oracle::grammar::clauses::may;
use crate::cards::oracle::grammar::help::{as_objects, lasting, one};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

fn is_lasting(effect: &Instruction) -> Option<(&Objects, &[Modification], &Duration)> {
    match effect {
        Instruction::Continuous(StaticEffect::Affect(what, mods), duration) => Some((what, mods, duration)),
        _ => None,
    }
}

fn option(then: Instruction) -> Vec<Instruction> {
    vec![Instruction::May { who: Who::You, then: vec![then], otherwise: Vec::new() }]
}

fn is_option(effects: &[Instruction]) -> Option<Instruction> {
    match may(effects)? {
        (Who::You, then) => <[Instruction; 1]>::try_from(then).ok().map(|[one]| one),
        _ => None,
    }
}

/// The size of another object, as it is then.
fn same_size(obj: Obj) -> Vec<Modification> {
    vec![Modification::SetPT(Quantity::Power(obj), Quantity::Toughness(obj))]
}

fn is_same_size(effect: &Instruction) -> Option<(Objects, Obj, Duration)> {
    let (what, mods, duration) = is_lasting(effect)?;
    match mods {
        [Modification::SetPT(Quantity::Power(obj), _)] if *mods == same_size(*obj) => {
            Some((what.clone(), *obj, duration.clone()))
        }
        _ => None,
    }
}

fn is_power(effect: &Instruction) -> Option<(Duration, Obj, Quantity)> {
    let (what, mods, duration) = is_lasting(effect)?;
    match mods {
        [Modification::SetPower(power)] if !matches!(power, Quantity::N(_)) => {
            Some((duration.clone(), one(what)?, power.clone()))
        }
        _ => None,
    }
}

fn rule_of(effect: &Instruction) -> Option<(Objects, ObjectRule)> {
    match is_lasting(effect)? {
        (what, [Modification::Rule(rule)], Duration::EndOfCombat) => Some((what.clone(), rule.clone())),
        _ => None,
    }
}

fn in_combat(what: Objects, rule: ObjectRule) -> Instruction {
    lasting(what, vec![Modification::Rule(rule)], Duration::EndOfCombat)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Mod: "has|have base power {m}" (m: Amount) => |_, m| Some(vec![Modification::SetPower(m)]),
        |_, m: &_| match m.as_slice() { [Modification::SetPower(m @ Quantity::N(_))] => vec![(m.clone(),)], _ => Vec::new() }; "has base power 3"),
    rule!(Mod: "has|have base toughness {m}" (m: Amount) => |_, m| Some(vec![Modification::SetToughness(m)]),
        |_, m: &_| match m.as_slice() { [Modification::SetToughness(m @ Quantity::N(_))] => vec![(m.clone(),)], _ => Vec::new() }; "has base toughness 3"),
    alternate!(Said: "{obj} base power and toughness become {body} {dur}" (obj: Poss, body: Body, dur: Dur) => |_, obj, (p, t), dur| Some(vec![lasting(as_objects(obj), vec![Modification::SetPT(p, t)], dur)]); ""),
    alternate!(Said: "you may have {obj} base power and toughness become {body} {dur}" (obj: Poss, body: Body, dur: Dur) => |_, obj, (p, t), dur| Some(option(lasting(as_objects(obj), vec![Modification::SetPT(p, t)], dur))); ""),
    rule!(Said: "{dur} , {obj} base power becomes equal to {v}" (dur: Dur, obj: Poss, v: Value_) => |_, dur, obj, v| Some(vec![lasting(as_objects(obj), vec![Modification::SetPower(v)], dur)]),
        |_, e: &_| match e.as_slice() { [one] => is_power(one).into_iter().collect(), _ => Vec::new() }; "until end of turn, this creature's base power becomes equal to the number of creatures you control"),
    rule!(Said: "you may have {obj} base power become equal to {v} {dur}" (obj: Poss, v: Value_, dur: Dur) => |_, obj, v, dur| Some(option(lasting(as_objects(obj), vec![Modification::SetPower(v)], dur))),
        |_, e: &_| is_option(e).and_then(|one| is_power(&one)).map(|(dur, obj, v)| (obj, v, dur)).into_iter().collect(); "you may have this creature's base power become equal to the number of creatures you control until end of turn"),
    rule!(Verb: "change the base power and toughness of {what} to {obj} power and toughness {dur}" (what: Objs, obj: Poss, dur: Dur) => |_, what, obj, dur| Some(lasting(what, same_size(obj), dur)),
        |_, e: &_| is_same_size(e).into_iter().collect(); "change the base power and toughness of target creature to this creature's power and toughness until end of turn"),
    alternate!(Said: "you may have the base power and toughness of {what} become equal to {obj} power and toughness {dur}" (what: Objs, obj: Poss, dur: Dur) => |_, what, obj, dur| Some(option(lasting(what, same_size(obj), dur))); ""),
    alternate!(Said: "you may have the base power and toughness of {what.p} become equal to {obj} power and toughness {dur}" (what: SubjObjs, obj: Poss, dur: Dur) => |_, what, obj, dur| matches!(what, Objects::All(_)).then(|| option(lasting(what, same_size(obj), dur))); ""),
    alternate!(Said: "{it} base power and toughness become equal to {obj} power and toughness {dur}" (it: Poss, obj: Poss, dur: Dur) => |_, it, obj, dur| Some(vec![lasting(as_objects(it), same_size(obj), dur)]); ""),
    // ---- in this combat
    rule!(Pred: "{cant#} this combat" (what: Subject, cant: Cant) => |_, what, cant| Some(in_combat(what, cant)),
        |_, e: &_| rule_of(e).into_iter().collect(); ""),
    rule!(Pred: "attacks|attack this combat if able" (what: Subject) => |_, what| Some(in_combat(what, ObjectRule::AttacksIfAble)),
        |_, e: &_| match rule_of(e) { Some((what, ObjectRule::AttacksIfAble)) => vec![(what,)], _ => Vec::new() }; ""),
    rule!(Pred: "blocks|block {obj} this combat if able" (what: Subject, obj: Objs) => |_, what, obj| (what != obj).then(|| Some(in_combat(what, ObjectRule::BlocksObjectIfAble(one(&obj)?))))?,
        |_, e: &_| match rule_of(e) { Some((what, ObjectRule::BlocksObjectIfAble(obj))) => vec![(what, as_objects(obj))], _ => Vec::new() }; ""),
];
