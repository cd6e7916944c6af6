//! What several players do or may do, each by themselves; and what is only about what was paid for.

use crate::cards::oracle::grammar::clauses::may;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::Context;

/// What one player may do.
pub(in crate::cards::oracle::grammar) fn may_do(who: Who, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let later = matches!(then.as_slice(), [Instruction::Delayed { .. }]);
    (!later).then(|| vec![Instruction::May { who, then, otherwise: Vec::new() }])
}

/// What each of several players may do, which each of them decides.
pub(in crate::cards::oracle::grammar) fn each_may(who: Who, mut then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let mut of_others = false;
    for instruction in &mut then {
        instruction.each(|filter: &mut Filter| of_others |= help::names(filter, who));
        put_in_place(instruction, who, Who::It);
    }
    if of_others {
        return None;
    }
    may_do(Who::It, then).map(|one| vec![Instruction::ForEach(Recipients::Players(who), one)])
}

/// Whether instructions say that, and who may do what.
pub(in crate::cards::oracle::grammar) fn is_each_may(effects: &[Instruction]) -> Option<(Who, Vec<Instruction>)> {
    let [Instruction::ForEach(Recipients::Players(who), one)] = effects else { return None };
    let (_, mut then) = may(one).filter(|(one, _)| *one == Who::It)?;
    then.iter_mut().for_each(|instruction| put_in_place(instruction, Who::It, *who));
    (each_may(*who, then.clone()).as_deref() == Some(effects)).then_some((*who, then))
}

fn put_in_place(instruction: &mut Instruction, one: Who, other: Who) {
    instruction.each(|who: &mut Who| {
        if *who == one {
            *who = other;
        }
    });
}

/// Whether what follows is about targets of which only what was paid for has spoken: it is paid for, too.
pub(in crate::cards::oracle::grammar) fn is_tied(effects: &[Instruction], rest: &[Instruction]) -> bool {
    let targets = |of: &[Instruction]| {
        let mut all: Vec<u8> = Vec::new();
        for instruction in of {
            instruction.clone().each(|objects: &mut Objects| {
                if let Objects::Targets(n) = objects {
                    all.push(*n);
                }
            });
        }
        all
    };
    // What is shuffled behind cards that were revealed only perhaps is, too.
    if let [.., Instruction::If { cond: Condition::Did(_), then, .. }] = effects
        && matches!(then.last(), Some(Instruction::RevealUntil { .. }))
        && rest.iter().any(|effect| matches!(effect, Instruction::Shuffle(_)))
    {
        return true;
    }
    let [Instruction::MayPay { then, .. }] = effects else { return false };
    let own = targets(then);
    targets(rest).iter().any(|n| own.contains(n))
}

/// Whether a number is that of each of several target players, of which the instructions only know all together.
pub(in crate::cards::oracle::grammar) fn is_about_several(context: &Context, who: Who, acts: &[Instruction]) -> bool {
    let Who::Target(number) = who else { return false };
    let several = context.targets.get(usize::from(number)).is_some_and(|def| def.max != Quantity::N(1));
    let mut named = false;
    for act in acts.iter().filter(|_| several) {
        act.clone().each(|quantity: &mut Quantity| named |= help::names(quantity, who));
    }
    named
}
