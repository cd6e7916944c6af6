//! What a permanent is like if it was kicked (CR 702.33), and cards with two kickers.

use crate::cards::oracle::grammar::statics::{ability, affect, replace_if};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

/// It enters with counters and has keywords, if it was kicked.
fn kicked_with(count: Quantity, kind: CounterKind, keywords: Vec<Keyword>) -> Vec<AbilityDef> {
    vec![kicked_counters(count, kind), kicked_keywords(keywords)]
}

/// It enters with what stays as long as it's on the battlefield, whatever becomes of the ability that says so (CR 614.1c).
pub(super) fn enters_with(mods: Vec<Modification>, only_if: Condition) -> AbilityDef {
    let has = Instruction::Continuous(affect(Objects::The(Obj::This), mods), Duration::Forever);
    replace_if(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::AsEnters(vec![has]), only_if)
}

/// What it enters with, and under which condition.
pub(super) fn is_enters_with(def: &AbilityDef) -> Option<(Vec<Modification>, Condition)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    let ReplaceWith::AsEnters(effects) = &replacement.with else { return None };
    let [Instruction::Continuous(StaticEffect::Affect(_, mods), _)] = effects.as_slice() else { return None };
    let read = (mods.clone(), replacement.only_if.clone());
    (*def == enters_with(read.0.clone(), read.1.clone())).then_some(read)
}

fn kicked_keywords(keywords: Vec<Keyword>) -> AbilityDef {
    enters_with(vec![Modification::Gain(keywords)], Condition::Paid(0))
}

fn kicked_counters(count: Quantity, kind: CounterKind) -> AbilityDef {
    let replacement = Replacement {
        event: ReplacedEvent::Enters(Filter::Is(Obj::This)),
        only_if: Condition::Paid(0),
        with: ReplaceWith::Counters(kind, count),
        optional: None,
    };
    ability(StaticEffect::Replace(replacement), Condition::Always)
}

/// Counters with which it enters if it was kicked.
fn is_kicked_counters(def: &AbilityDef) -> Option<(Quantity, CounterKind)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    match &replacement.with {
        ReplaceWith::Counters(kind, count) if *def == kicked_counters(count.clone(), *kind) => {
            Some((count.clone(), *kind))
        }
        _ => None,
    }
}

/// Keywords with which it enters if it was kicked.
fn is_kicked_keywords(def: &AbilityDef) -> Option<Vec<Keyword>> {
    match is_enters_with(def)? {
        (mods, Condition::Paid(0)) => match mods.as_slice() {
            [Modification::Gain(keywords)] => Some(keywords.clone()),
            _ => None,
        },
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Line: "kicker {a} and/or {b}" (a: Price, b: Price) => |_, a, b| Some([a, b].map(|cost| AbilityDef::Keyword(KeywordAbility::Kicker(cost))).to_vec()), |_, _value: &_| Vec::new(); ""),
    rule!(Line: "if {this} was kicked , it enters with {count} {k} counters on it and with {kws} ." (this: Self_, count: Count, k: Kind, kws: KwList)
        => |c, _, count, k, kws| (c.face.kickers.len() == 1).then(|| kicked_with(count, k, kws)), |_, _value: &_| Vec::new(); ""),
    rule!(Line: "if {this} was kicked , it enters with a {k} counter on it and with {kws} ." (this: Self_, k: Kind, kws: KwList)
        => |c, _, k, kws| (c.face.kickers.len() == 1).then(|| kicked_with(Quantity::N(1), k, kws)), |_, _value: &_| Vec::new(); ""),
    rule!(Static: "if {this} was kicked , it enters with {kws} ." (this: Self_, kws: KwList)
        => |c, _, kws| (c.face.kickers.len() == 1).then(|| kicked_keywords(kws)),
        |_, d: &_| is_kicked_keywords(d).map(|kws| (Obj::This, kws)).into_iter().collect(); ""),
    rule!(Static: "if {this} was kicked , it enters with {count} {k} counters on it ." (this: Self_, count: Count, k: Kind)
        => |c, _, count, k| (c.face.kickers.len() == 1).then(|| kicked_counters(count, k)),
        |_, d: &_| is_kicked_counters(d).filter(|(count, _)| *count != Quantity::N(1)).map(|(count, k)| (Obj::This, count, k)).into_iter().collect(); ""),
    rule!(Static: "if {this} was kicked , it enters with a {k} counter on it ." (this: Self_, k: Kind)
        => |c, _, k| (c.face.kickers.len() == 1).then(|| kicked_counters(Quantity::N(1), k)),
        |_, d: &_| is_kicked_counters(d).filter(|(count, _)| *count == Quantity::N(1)).map(|(_, k)| (Obj::This, k)).into_iter().collect(); ""),
];
