//! What any player may pay or have happen: they are all asked in turn order (CR 101.4, 118.12). What somebody has happen
//! instead of something else.

use crate::cards::oracle::grammar::help::{n, negated, when};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Each of the players is offered it, also when one before them has taken the offer.
fn offered(who: Who, offer: Instruction) -> Instruction {
    Instruction::ForEach(Recipients::Players(who), vec![offer])
}

fn pay(var: Var, cost: Cost) -> Instruction {
    Instruction::MayPay { who: Who::It, cost, then: vec![Instruction::Set(var, n(1))], otherwise: Vec::new() }
}

/// A player may be dealt damage.
fn suffer(var: Var, source: Obj, amount: Quantity) -> Instruction {
    let to = Recipients::Players(Who::It);
    let hurt = Instruction::Damage { amount, to, source, and: Vec::new(), into: None, dealt_to: None };
    Instruction::May { who: Who::It, then: vec![hurt, Instruction::Set(var, n(1))], otherwise: Vec::new() }
}

/// The offer, and whether what follows does so because somebody has taken it.
fn parts(effects: &[Instruction]) -> Option<(Who, Var, Instruction, bool, Vec<Instruction>)> {
    let [Instruction::ForEach(Recipients::Players(who), rounds), Instruction::If { cond, then, otherwise }] = effects
    else {
        return None;
    };
    let [offer] = rounds.as_slice() else { return None };
    let (var, taken) = match cond {
        Condition::Did(var) => (var, true),
        Condition::Not(open) => match &**open {
            Condition::Did(var) => (var, false),
            _ => return None,
        },
        _ => return None,
    };
    otherwise.is_empty().then(|| (*who, *var, offer.clone(), taken, then.clone()))
}

fn all_pay(context: &mut Context, cost: Cost, taken: bool, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let var = context.variable()?;
    let cond = if taken { Condition::Did(var) } else { negated(Condition::Did(var)) };
    Some(vec![offered(Who::EachPlayer, pay(var, cost)), when(cond, then)])
}

fn are_paid(effects: &[Instruction], want: bool) -> Option<(Cost, Vec<Instruction>)> {
    let (who, var, offer, taken, then) = parts(effects)?;
    let Instruction::MayPay { cost, .. } = &offer else { return None };
    (who == Who::EachPlayer && taken == want && offer == pay(var, cost.clone())).then(|| (cost.clone(), then))
}

fn all_suffer(
    context: &mut Context,
    (who, source): (Who, Obj),
    amount: Quantity,
    taken: bool,
    then: Vec<Instruction>,
) -> Option<Vec<Instruction>> {
    let var = context.variable()?;
    let cond = if taken { Condition::Did(var) } else { negated(Condition::Did(var)) };
    Some(vec![offered(who, suffer(var, source, amount)), when(cond, then)])
}

fn are_hurt(effects: &[Instruction], whose: Who, want: bool) -> Option<(Quantity, Vec<Instruction>)> {
    let (who, var, offer, taken, then) = parts(effects)?;
    let Instruction::May { then: first, .. } = &offer else { return None };
    let Some(Instruction::Damage { amount, .. }) = first.first() else { return None };
    let same = who == whose && taken == want && offer == suffer(var, Obj::This, amount.clone());
    same.then(|| (amount.clone(), then))
}

/// Somebody has the card deal damage to them, or else something happens.
fn rather(who: Who, amount: Quantity, otherwise: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let to = match who {
        Who::Target(n) => Recipients::Targets(n),
        who => Recipients::Players(who),
    };
    let hurt = Instruction::Damage { amount, to, source: Obj::This, and: Vec::new(), into: None, dealt_to: None };
    let one = help::another_player(who);
    one.then(|| vec![Instruction::May { who, then: vec![hurt], otherwise }])
}

fn is_rather(effects: &[Instruction]) -> Option<(Vec<Instruction>, Who, Quantity)> {
    let [Instruction::May { who, then, otherwise }] = effects else { return None };
    let [Instruction::Damage { amount, .. }] = then.as_slice() else { return None };
    let same = rather(*who, amount.clone(), otherwise.clone()).as_deref() == Some(effects);
    (same && !otherwise.is_empty()).then(|| (otherwise.clone(), *who, amount.clone()))
}

pub(super) const RULES: &[Rule] = &[
    // ---- payments of any player
    rule!(Plain: "{clause} unless any player {cost.s} ." (clause: Clause, cost: Payment) => |c, clause, cost| all_pay(c, cost, false, clause),
        |_, e: &_| are_paid(e, false).map(|(cost, clause)| (clause, cost)).into_iter().collect(); "draw a card unless any player pays {2}."),
    alternate!(Sentence: "unless any player {cost.s} , {clause} ." (cost: Payment, clause: Clause) => |c, cost, clause| all_pay(c, cost, false, clause); "unless any player pays {2}, draw a card."),
    rule!(Sentence: "if any player {cost.s} , {clause} ." (cost: Payment, clause: Clause) => |c, cost, clause| all_pay(c, cost, true, clause),
        |_, e: &_| are_paid(e, true).into_iter().collect(); "if any player pays {2}, draw a card."),
    alternate!(Plain: "then if any player {cost.s} , {clause} ." (cost: Payment, clause: Clause) => |c, cost, clause| all_pay(c, cost, true, clause); "then if any player pays {2}, draw a card."),
    rule!(Plain: "any player may {cost.p} . if a player does , {clause} ." (cost: Payment, clause: Clause) => |c, cost, clause| all_pay(c, cost, true, clause),
        |_, e: &_| are_paid(e, true).into_iter().collect(); "any player may pay {2}. If a player does, draw a card."),
    rule!(Plain: "any player may {cost.p} . if no one does , {clause} ." (cost: Payment, clause: Clause) => |c, cost, clause| all_pay(c, cost, false, clause),
        |_, e: &_| are_paid(e, false).into_iter().collect(); "any player may pay {2}. If no one does, draw a card."),
    rule!(Plain: "any player may {cost.p} . if no one does , {plain}" (cost: Payment, plain: Plain) => |c, cost, plain| several(&plain).then(|| all_pay(c, cost, false, plain))?,
        |_, e: &_| are_paid(e, false).into_iter().collect(); ""),
    // ---- damage that any player may have dealt to them
    rule!(Plain: "any player may have {this} deal {m} damage to them . if no one does , {clause} ." (this: Self_, m: Amount, clause: Clause) => |c, this, m, clause| all_suffer(c, (Who::EachPlayer, this), m, false, clause),
        |_, e: &_| are_hurt(e, Who::EachPlayer, false).map(|(m, clause)| (Obj::This, m, clause)).into_iter().collect(); ""),
    rule!(Plain: "any player may have {this} deal {m} damage to them . if no one does , {plain}" (this: Self_, m: Amount, plain: Plain) => |c, this, m, plain| is_final(&plain).then(|| all_suffer(c, (Who::EachPlayer, this), m, false, plain))?,
        |_, e: &_| are_hurt(e, Who::EachPlayer, false).filter(|(_, plain)| is_final(plain)).map(|(m, plain)| (Obj::This, m, plain)).into_iter().collect(); ""),
    rule!(Plain: "any opponent may have {this} deal {m} damage to them . if a player does , {clause} ." (this: Self_, m: Amount, clause: Clause) => |c, this, m, clause| all_suffer(c, (Who::EachOpponent, this), m, true, clause),
        |_, e: &_| are_hurt(e, Who::EachOpponent, true).map(|(m, clause)| (Obj::This, m, clause)).into_iter().collect(); ""),
    alternate!(Plain: "any opponent may have it deal {m} damage to them . if a player does , {clause} ." (m: Amount, clause: Clause) => |c, m, clause| (!c.face.is_spell()).then(|| all_suffer(c, (Who::EachOpponent, Obj::This), m, true, clause))?; ""),
    rule!(Plain: "{clause} unless {who.s} has {this} deal {m} damage to them ." (clause: Clause, who: Other, this: Self_, m: Amount) => |_, clause, who, _, m| rather(who, m, clause),
        |_, e: &_| is_rather(e).map(|(clause, who, m)| (clause, who, Obj::This, m)).into_iter().collect(); ""),
];

/// Whether it is said in two sentences that nothing can be regenerated.
fn is_final(effects: &[Instruction]) -> bool {
    matches!(effects, [Instruction::Destroy { no_regeneration: true, .. }])
}

/// Whether it is more than one clause says: a choice of something and what becomes of it.
fn several(effects: &[Instruction]) -> bool {
    effects.len() > 1
}
