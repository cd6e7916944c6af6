//! Abilities that trigger on what has just been done (CR 603.12).

use crate::cards::oracle::grammar::clauses::{as_cost, may, stored};
use crate::cards::oracle::grammar::help::when;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Whether an instruction has been done: with as many cards or permanents as it says (CR 603.12).
fn done(effect: &Instruction) -> Option<Condition> {
    let (into, count) = match effect {
        Instruction::Mill { into, count, .. }
        | Instruction::Draw { into, count, .. }
        | Instruction::Discard { into, count, .. }
        | Instruction::SacrificeChoice { into, count, .. } => (*into, count.clone()),
        effect => (stored(effect), Quantity::N(1)),
    };
    match (into?, count) {
        (var, Quantity::N(1)) => Some(Condition::Did(var)),
        (var, Quantity::N(count)) => {
            let all = Quantity::Count(Box::new(Objects::Var(var)));
            Some(Condition::Compare(all, Cmp::Ge, Quantity::N(count)))
        }
        _ => None,
    }
}

/// Whether it is done in any case.
fn certain(effect: &Instruction) -> bool {
    use Instruction as I;
    matches!(effect, I::CreateToken { .. } | I::Surveil(..) | I::Scry(..))
}

/// Whether the card itself is exiled from the graveyard in which it waits: that isn't a cost.
fn from_graveyard(context: &Context, effects: &[Instruction]) -> bool {
    let there = context.zone == ZoneKind::Graveyard || context.here == ZoneKind::Graveyard;
    there && effects.first().is_some_and(exiles_itself)
}

fn exiles_itself(effect: &Instruction) -> bool {
    matches!(effect, Instruction::Move { what: Objects::The(Obj::This), to: Destination::Exile, .. })
}

/// The card itself is exiled after it has died.
fn exiled(context: &Context, into: Option<Var>) -> Option<Instruction> {
    let (what, to) = (Objects::The(Obj::This), Destination::Exile);
    let own = context.dies && context.event_subject.as_deref() == Some(&Filter::Is(Obj::This));
    own.then_some(Instruction::Move { what, to, into, linked: false, until: None })
}

fn is_exiled(context: &Context, effect: &Instruction) -> Vec<(Option<Var>,)> {
    match effect {
        Instruction::Move { into, .. } if exiled(context, *into).as_ref() == Some(effect) => vec![(*into,)],
        _ => Vec::new(),
    }
}

/// What has died may be exiled.
fn may_exile(gone: Instruction, reflex: TriggeredDef) -> Option<Vec<Instruction>> {
    let then = exiles_itself(&gone).then(|| once_done(vec![gone], reflex))??;
    Some(vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }])
}

fn is_may_exile(effects: &[Instruction]) -> Vec<(Instruction, TriggeredDef)> {
    let Some((Who::You, then)) = may(effects) else { return Vec::new() };
    let all = is_once_done(&then).into_iter();
    let one = all.filter_map(|(mut act, reflex)| act.pop().filter(exiles_itself).map(|gone| (gone, reflex)));
    one.collect()
}

/// Whether it isn't paid as a cost.
fn is_deed(context: &Context, effects: &[Instruction]) -> bool {
    !as_cost(context, effects) || effects.first().is_some_and(certain) || from_graveyard(context, effects)
}

/// Something is done, and when it has been done, the ability triggers.
fn once_done(mut act: Vec<Instruction>, reflex: TriggeredDef) -> Option<Vec<Instruction>> {
    let reflex = Instruction::Reflexive(Box::new(reflex));
    let last = match act.as_slice() {
        [only] | [Instruction::Choose { .. }, only] => only.clone(),
        _ => return None,
    };
    let then = match done(&last) {
        _ if certain(&last) => reflex,
        Some(cond) => when(cond, vec![reflex]),
        None => return None,
    };
    act.push(then);
    Some(act)
}

fn is_once_done(effects: &[Instruction]) -> Vec<(Vec<Instruction>, TriggeredDef)> {
    let found = match effects {
        [act @ .., Instruction::Reflexive(reflex)] => (act.to_vec(), (**reflex).clone()),
        [act @ .., Instruction::If { then, .. }] => match then.as_slice() {
            [Instruction::Reflexive(reflex)] => (act.to_vec(), (**reflex).clone()),
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let same = once_done(found.0.clone(), found.1.clone()).as_deref() == Some(effects);
    if same { vec![found] } else { Vec::new() }
}

/// A player may do it; what is paid as a cost is said elsewhere.
fn may_do(context: &Context, act: Vec<Instruction>, reflex: TriggeredDef) -> Option<Vec<Instruction>> {
    let own = context.doer == Who::You && is_deed(context, &act);
    let then = match act.as_slice() {
        // CR 608.2d: it is offered only if it isn't tapped.
        [Instruction::Tap(Objects::The(_))] => vec![act[0].clone(), Instruction::Reflexive(Box::new(reflex))],
        _ => own.then(|| once_done(act, reflex))??,
    };
    (context.doer == Who::You).then_some(())?;
    Some(vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }])
}

fn is_may_do(context: &Context, effects: &[Instruction]) -> Vec<(Vec<Instruction>, TriggeredDef)> {
    let Some((Who::You, then)) = may(effects) else { return Vec::new() };
    if let [tap @ Instruction::Tap(Objects::The(_)), Instruction::Reflexive(reflex)] = then.as_slice() {
        return vec![(vec![tap.clone()], (**reflex).clone())];
    }
    let all = is_once_done(&then);
    all.into_iter().filter(|(act, _)| is_deed(context, act)).collect()
}

/// A cost of two parts may be paid.
fn when_paid(cost: Cost, reflex: TriggeredDef) -> Option<Vec<Instruction>> {
    let then = vec![Instruction::Reflexive(Box::new(reflex))];
    (cost.0.len() == 2).then(|| vec![Instruction::MayPay { who: Who::You, cost, then, otherwise: Vec::new() }])
}

fn is_when_paid(effects: &[Instruction]) -> Vec<(Cost, TriggeredDef)> {
    let [Instruction::MayPay { who: Who::You, cost, then, otherwise }] = effects else { return Vec::new() };
    match then.as_slice() {
        [Instruction::Reflexive(reflex)] if otherwise.is_empty() && cost.0.len() == 2 => {
            vec![(cost.clone(), (**reflex).clone())]
        }
        _ => Vec::new(),
    }
}

/// A reflexive ability that asks for something, too (CR 603.4).
fn asking(targets: Vec<TargetDef>, only_if: Condition, effects: Vec<Instruction>) -> TriggeredDef {
    lines::triggered(TriggerEvent::State(Condition::Always), only_if, targets, effects)
}

macro_rules! reflexive {
    ($cat:ident) => {
        &[
            rule!($cat: "{act.p} . {reflex}" (act: Act, reflex: Reflex) => |c, act, reflex| (c.doer == Who::You).then(|| once_done(act, reflex))?,
                |c, e: &_| is_once_done(e); ""),
            rule!($cat: "{gone} . {reflex}" (gone: Gone, reflex: Reflex) => |c, gone, reflex| once_done(vec![gone], reflex),
                |c, e: &_| is_once_done(e).into_iter().filter_map(|(mut act, reflex)| act.pop().map(|gone| (gone, reflex))).collect(); ""),
            rule!($cat: "you may {gone} . {reflex}" (gone: Gone, reflex: Reflex) => |c, gone, reflex| may_exile(gone, reflex), |c, e: &_| is_may_exile(e); ""),
            rule!($cat: "you may {act.p} . {reflex}" (act: Act, reflex: Reflex) => |c, act, reflex| may_do(c, act, reflex), |c, e: &_| is_may_do(c, e); ""),
            rule!($cat: "you may {cost.p} . {reflex}" (cost: Payment, reflex: Reflex) => |_, cost, reflex| when_paid(cost, reflex), |_, e: &_| is_when_paid(e); ""),
        ]
    };
}

pub(super) const OF_ABILITIES: &[&[Rule]] = &[reflexive!(Sentences), reflexive!(Begun)];

pub(super) const RULES: &[Rule] = &[
    rule!(Reflex: "when you do , if {cond} , {effects}" (cond: Conds, effects: Sentences) => |c, cond, effects| Some(asking(lines::targets(c), cond, effects)),
        |_, d: &_| if d.only_if != Condition::Always && *d == asking(d.targets.clone(), d.only_if.clone(), d.effects.clone()) { vec![(d.only_if.clone(), d.effects.clone())] } else { Vec::new() }; ""),
    rule!(Gone: "exile this card" (into: Into) => |c, into| exiled(c, into), |c, e: &_| is_exiled(c, e); ""),
    alternate!(Gone: "exile it" (into: Into) => |c, into| (help::it(c) == Some(Obj::This)).then(|| exiled(c, into))?; ""),
    alternate!(Sentences: "then you may {gone} . {reflex}" (gone: Gone, reflex: Reflex) => |c, gone, reflex| may_exile(gone, reflex); ""),
    alternate!(Sentences: "then you may {part.p} . {reflex}" (part: Part, reflex: Reflex) => |_, part, reflex| {
            let then = vec![Instruction::Reflexive(Box::new(reflex))];
            Some(vec![Instruction::MayPay { who: Who::You, cost: Cost(vec![part]), then, otherwise: Vec::new() }])
        }; ""),
    alternate!(Sentences: "then you may {act.p} . {reflex}" (act: Act, reflex: Reflex) => |c, act, reflex| may_do(c, act, reflex); ""),
];
