//! Mana that isn't lost as steps and phases end (CR 500.5), and keywords.

use crate::cards::oracle::grammar::costs::spending::{bound, but_for, is_bound, is_bound_with_x, is_but_for};
use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::quantities::letters::with_x;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// The one instruction that adds mana.
fn adding(effects: &mut [Instruction]) -> Option<(Who, &mut Vec<ManaRider>)> {
    let mut all = effects.iter_mut().filter_map(|e| match e {
        Instruction::AddMana { who, riders, .. } => Some((*who, riders)),
        _ => None,
    });
    let one = all.next()?;
    all.next().is_none().then_some(one)
}

/// The mana lasts; `own` says whether it is the player's own.
fn lasting(mut effects: Vec<Instruction>, own: bool, until: Duration) -> Option<Vec<Instruction>> {
    let (who, riders) = adding(&mut effects)?;
    if !riders.is_empty() || own != (who == Who::You) {
        return None;
    }
    riders.push(ManaRider::Lasts(until));
    Some(effects)
}

/// The instructions without that.
fn is_lasting(effects: &[Instruction], own: bool, until: &Duration) -> Option<Vec<Instruction>> {
    if !effects.iter().any(|e| matches!(e, Instruction::AddMana { riders, .. } if !riders.is_empty())) {
        return None;
    }
    let mut effects = effects.to_vec();
    let (who, riders) = adding(&mut effects)?;
    let lasts = matches!(riders.as_slice(), [ManaRider::Lasts(duration)] if duration == until);
    if !lasts || own != (who == Who::You) {
        return None;
    }
    riders.clear();
    Some(effects)
}

fn one<T>(effects: Option<T>) -> Vec<(T,)> {
    effects.map(|e| (e,)).into_iter().collect()
}

const TURN: Duration = Duration::EndOfTurn;
const COMBAT: Duration = Duration::EndOfCombat;

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "{clause} . until end of turn , you don't lose this mana as steps and phases end ." (clause: Clause) => |_, clause| lasting(clause, true, TURN),
        |_, e: &_| one(is_lasting(e, true, &TURN)); "add {G}. Until end of turn, you don't lose this mana as steps and phases end."),
    rule!(Plain: "{clause} . until end of turn , they don't lose this mana as steps and phases end ." (clause: Clause) => |_, clause| lasting(clause, false, TURN),
        |_, e: &_| one(is_lasting(e, false, &TURN)); ""),
    rule!(Plain: "{clause} . until end of combat , you don't lose this mana as steps end ." (clause: Clause) => |_, clause| lasting(clause, true, COMBAT),
        |_, e: &_| one(is_lasting(e, true, &COMBAT)); "add {G}. Until end of combat, you don't lose this mana as steps end."),
    rule!(Plain: "{clause} , where X is {m} . spend this mana only {uses} . until end of turn , you don't lose this mana as steps and phases end ." (clause: Clause, m: Value_, uses: Uses)
        => |c, clause, m, uses| lasting(bound(with_x(c, clause, &m)?, uses)?, true, TURN),
        |c, e: &_| is_lasting(e, true, &TURN).map(|e| is_bound_with_x(c, &e)).unwrap_or_default(); "add X mana of any one color, where X is this creature's power. Spend this mana only to cast creature spells. Until end of turn, you don't lose this mana as steps and phases end."),
    rule!(Plain: "{clause} . spend this mana only {uses} . until end of turn , you don't lose this mana as steps and phases end ." (clause: Clause, uses: Uses) => |_, clause, uses| lasting(bound(clause, uses)?, true, TURN),
        |_, e: &_| is_lasting(e, true, &TURN).and_then(|e| is_bound(&e)).into_iter().collect(); "add {G}. Spend this mana only to cast creature spells. Until end of turn, you don't lose this mana as steps and phases end."),
    rule!(Plain: "{clause} . this mana can't be spent to cast {spells.p} . until end of turn , you don't lose this mana as steps and phases end ." (clause: Clause, spells: SpellNoun) => |_, clause, spells| lasting(bound(clause, but_for(spells))?, true, TURN),
        |_, e: &_| is_lasting(e, true, &TURN).map(|e| is_but_for(&e)).unwrap_or_default(); "add {C}. This mana can't be spent to cast nonartifact spells. Until end of turn, you don't lose this mana as steps and phases end."),
    // ---- as much as the event
    rule!(Verb: "adds|add that much {mana}" (who: Doer, mana: Mana) => |c, who, mana| c.event.then(|| amount(who, ManaProduced::Fixed(mana), Quantity::EventAmount)),
        |_, e| match e { Instruction::AddMana { who, mana: ManaProduced::Fixed(mana), times: Quantity::EventAmount, only, riders } if only.is_empty() && riders.is_empty() => vec![(who, mana)], _ => Vec::new() }; ""),
    alternate!(Verb: "adds|add that much mana of any one color" (who: Doer) => |c, who| c.event.then(|| amount(who, ManaProduced::AnyColor(Quantity::EventAmount), n(1))); ""),
    // ---- keywords
    rule!(Param: "firebending {m}" (m: Digits) => |_, m| (m > 0).then_some(KeywordAbility::Firebending(n(m))),
        |_, k: &_| match k { KeywordAbility::Firebending(Quantity::N(m)) => vec![(*m,)], _ => Vec::new() }; "firebending 2"),
    rule!(Param: "firebending X , where X is {m} ." (m: Value_) => |_, m| (!matches!(m, Quantity::N(_) | Quantity::X)).then_some(KeywordAbility::Firebending(m)),
        |_, k: &_| match k { KeywordAbility::Firebending(m) if !matches!(m, Quantity::N(_)) => vec![(m.clone(),)], _ => Vec::new() }; "firebending X, where X is the number of creatures you control."),
    rule!(Param: "impending {m} \u{2014} {cost}" (m: Digits, cost: Mana) => |_, m, cost| Some(KeywordAbility::Impending(u32::try_from(m).ok()?, Cost(vec![CostPart::Mana(cost)]))),
        |_, k: &_| impending(k).into_iter().collect(); "impending 4 \u{2014} {2}{W}"),
];

/// Mana that is added some times.
fn amount(who: Who, mana: ManaProduced, times: Quantity) -> Instruction {
    Instruction::AddMana { who, mana, times, only: Vec::new(), riders: Vec::new() }
}

fn impending(keyword: &KeywordAbility) -> Option<(i32, ManaCost)> {
    let KeywordAbility::Impending(m, cost) = keyword else { return None };
    match cost.0.as_slice() {
        [CostPart::Mana(mana)] => Some((i32::try_from(*m).ok()?, mana.clone())),
        _ => None,
    }
}
