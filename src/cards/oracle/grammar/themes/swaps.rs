//! One thing instead of another: "if ..., ... instead".

use crate::cards::oracle::grammar::clauses::{if_so, join, when_paid};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Referent, Rule, alternate, rule};
use crate::cards::oracle::vars;
use derive_visitor::VisitorMut;

/// One instruction instead of another of the same sort, with no new targets.
pub(in crate::cards::oracle) fn instead(
    context: &mut Context,
    mut plain: Vec<Instruction>,
    swap: Vec<Instruction>,
) -> Option<Vec<Instruction>> {
    let [Instruction::If { cond, then, otherwise }] = swap.as_slice() else { return None };
    let then = &same_recipients(&plain, then)?;
    let fits = otherwise.is_empty() && plain.len() == 1 && same_sort(plain.first()?, then.first()?);
    let known = numbers(&plain);
    let kept = numbers(then).iter().all(|n| known.contains(n));
    // What is done only perhaps isn't called back.
    let mut then = then.clone();
    let mut made: Vec<Var> = plain.iter_mut().filter_map(take_stored).collect();
    let inner = take_unread(&mut then);
    let (mut cond, mut uses) = (cond.clone(), Uses { made: &made, found: false });
    cond.walk(&mut uses);
    then.iter_mut().for_each(|e| e.walk(&mut uses));
    if !fits || !kept || uses.found {
        return None;
    }
    made.extend(inner);
    context.mentions.retain(|m| !made.iter().any(|var| m.what == Referent::Objects(Objects::Var(*var))));
    context.change(|m| m.moved.is_some_and(|v| made.contains(&v)), |m| m.moved = None);
    context.done.retain(|(_, var)| !made.contains(var));
    Some(vec![Instruction::If { cond, then, otherwise: plain }])
}

/// Takes away where instructions store what they did, but for what a later one of them reads. All of these variables.
pub(in crate::cards::oracle::grammar) fn take_unread(effects: &mut [Instruction]) -> Vec<Var> {
    let mut made = Vec::new();
    for at in 0..effects.len() {
        let (before, after) = effects.split_at_mut(at + 1);
        let Some(var) = before.last().and_then(|effect| vars::stored(&mut effect.clone()).copied().flatten()) else {
            made.extend(before.last_mut().and_then(take_stored));
            continue;
        };
        made.push(var);
        let mut uses = Uses { made: &[var], found: false };
        after.iter_mut().for_each(|e| e.walk(&mut uses));
        if !uses.found {
            before.last_mut().and_then(take_stored);
        }
    }
    made
}

/// Another amount of damage by what deals it before, to what was named before: by and to nobody, until that is known.
fn stronger(amount: Quantity) -> Instruction {
    Instruction::Damage {
        amount,
        to: Recipients::Union(Vec::new()),
        source: Obj::It,
        and: Vec::new(),
        into: None,
        dealt_to: None,
    }
}

fn is_stronger(effects: &[Instruction]) -> Option<Quantity> {
    match effects {
        [only @ Instruction::Damage { amount, .. }] if *only == stronger(amount.clone()) => Some(amount.clone()),
        _ => None,
    }
}

/// The instruction with the source and the recipients of the one before it, if it names none.
fn same_recipients(plain: &[Instruction], then: &[Instruction]) -> Option<Vec<Instruction>> {
    let mut then = then.to_vec();
    if then.first().is_some_and(|first| is_stronger(std::slice::from_ref(first)).is_some()) {
        let [Instruction::Damage { to: known, source: by, .. }] = plain else { return None };
        if let Some(Instruction::Damage { to, source, .. }) = then.first_mut() {
            (*to, *source) = (known.clone(), *by);
        }
    }
    Some(then)
}

/// Whether one of these variables is read.
#[derive(VisitorMut)]
#[visitor(Var(enter))]
struct Uses<'a> {
    made: &'a [Var],
    found: bool,
}

impl Uses<'_> {
    fn enter_var(&mut self, var: &mut Var) {
        self.found |= self.made.contains(var);
    }
}

/// Takes away where an instruction stores what it did.
fn take_stored(effect: &mut Instruction) -> Option<Var> {
    match effect {
        Instruction::If { then, .. } => match then.as_mut_slice() {
            [only] => take_stored(only),
            _ => None,
        },
        other => vars::stored(other)?.take(),
    }
}

fn swapped(context: &Context, effects: Vec<Instruction>) -> Vec<(Vec<Instruction>, Vec<Instruction>)> {
    match effects.as_slice() {
        [Instruction::If { cond, then, otherwise }] if !otherwise.is_empty() => {
            // As they are read, each alone, they store what they did.
            let (mut plain, mut then, mut vars) = (otherwise.clone(), then.clone(), context.vars);
            number(&mut plain, &mut vars);
            number(&mut then, &mut vars);
            let swap = |then| vec![Instruction::If { cond: cond.clone(), then, otherwise: Vec::new() }];
            let mut all = vec![(plain.clone(), swap(then.clone()))];
            if let (
                [Instruction::Damage { to: known, source: by, .. }],
                [Instruction::Damage { amount, to, source, .. }],
            ) = (plain.as_slice(), then.as_slice())
                && (to, source) == (known, by)
            {
                let amount = amount.clone();
                all.push((plain, swap(vec![stronger(amount)])));
            }
            all
        }
        _ => Vec::new(),
    }
}

/// Gives instructions the variables that they have as they are read.
pub(in crate::cards::oracle::grammar) fn number(effects: &mut [Instruction], count: &mut u32) {
    for effect in effects {
        if let Instruction::If { then, .. } = effect {
            number(then, count);
        } else if let Some(into) = vars::stored(effect) {
            *count += 1;
            *into = Word::new(&format!("v{count}"));
        }
    }
}

/// Whether two instructions are of one sort, conditions taken off.
fn same_sort(a: &Instruction, b: &Instruction) -> bool {
    match (a, b) {
        (Instruction::If { then: a, otherwise: x, .. }, Instruction::If { then: b, otherwise: y, .. }) => {
            x.is_empty() && y.is_empty() && matches!((a.as_slice(), b.as_slice()), ([a], [b]) if same_sort(a, b))
        }
        (
            Instruction::Continuous(StaticEffect::Affect(a, was), d),
            Instruction::Continuous(StaticEffect::Affect(b, is), e),
        ) => a == b && d == e && (of_types(was) == of_types(is)),
        // It is the same thing that deals the damage.
        (Instruction::Damage { source: a, .. }, Instruction::Damage { source: b, .. }) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// Whether they say what types something has: other numbers instead don't take these away.
fn of_types(mods: &[Modification]) -> bool {
    mods.iter().any(|m| matches!(m, Modification::AddTypes(..) | Modification::SetTypes(..)))
}

/// The instances of "target" that instructions name.
pub(in crate::cards::oracle::grammar) fn numbers(effects: &[Instruction]) -> Vec<u8> {
    #[derive(VisitorMut, Default)]
    #[visitor(Obj(enter), Objects(enter), Recipients(enter), Who(enter))]
    struct Finding {
        all: Vec<u8>,
    }
    impl Finding {
        fn enter_obj(&mut self, obj: &mut Obj) {
            if let Obj::Target(n) = obj {
                self.all.push(*n);
            }
        }
        fn enter_objects(&mut self, objects: &mut Objects) {
            if let Objects::Targets(n) = objects {
                self.all.push(*n);
            }
        }
        fn enter_recipients(&mut self, to: &mut Recipients) {
            if let Recipients::Targets(n) = to {
                self.all.push(*n);
            }
        }
        fn enter_who(&mut self, who: &mut Who) {
            if let Who::Target(n) | Who::TargetOrController(n) = who {
                self.all.push(*n);
            }
        }
    }
    let mut finding = Finding::default();
    effects.to_vec().iter_mut().for_each(|e| e.walk(&mut finding));
    finding.all
}

pub(super) const RULES: &[Rule] = &[
    rule!(Swap: "if {cond} , {clause} instead ." (cond: Conds, clause: Clause) => |c, cond, then| when_paid(c, cond, then), |_, e: &_| if_so(e); ""),
    alternate!(Swap: "if {cond} , instead {clause} ." (cond: Conds, clause: Clause) => |c, cond, then| when_paid(c, cond, then); ""),
    alternate!(Swap: "{clause} instead if {cond} ." (clause: Clause, cond: Conds) => |c, then, cond| when_paid(c, cond, then); ""),
    rule!(Swap: "if {cond} , {clause} if {other} instead ." (cond: Conds, clause: Clause, other: Conds)
        => |c, cond, clause, other| when_paid(c, cond, vec![Instruction::If { cond: other, then: clause, otherwise: Vec::new() }]),
        |_, e: &_| if_so(e).into_iter().filter_map(|(cond, then)| if_so(&then).pop().map(|(other, then)| (cond, then, other))).collect(); ""),
    alternate!(Swap: "{clause} if {other} instead if {cond} ." (clause: Clause, other: Conds, cond: Conds) => |c, clause, other, cond| when_paid(c, cond, vec![Instruction::If { cond: other, then: clause, otherwise: Vec::new() }]); ""),
    // Who deals it is who dealt the damage that is replaced.
    rule!(Swap: "if {cond} , it deals {n} damage instead ." (cond: Conds, n: Amount) => |c, cond, n| when_paid(c, cond, vec![stronger(n)]),
        |_, e: &_| if_so(e).into_iter().filter_map(|(cond, then)| is_stronger(&then).map(|n| (cond, n))).collect(); ""),
    alternate!(Swap: "if {cond} , {this} deals {n} damage instead ." (cond: Conds, this: Self_, n: Amount) => |c, cond, _, n| when_paid(c, cond, vec![stronger(n)]); ""),
    alternate!(Swap: "{this} deals {n} damage instead if {cond} ." (this: Self_, n: Amount, cond: Conds) => |c, _, n, cond| when_paid(c, cond, vec![stronger(n)]); ""),
    alternate!(Swap: "it deals {n} damage instead if {cond} ." (n: Amount, cond: Conds) => |c, n, cond| when_paid(c, cond, vec![stronger(n)]); ""),
    alternate!(Swap: "if {cond} , instead it deals {n} damage to that permanent and {said} ." (cond: Conds, n: Amount, said: Said) => |c, cond, n, mut said| { said.insert(0, stronger(n)); when_paid(c, cond, said) }; ""),
    rule!(Sentence: "{plain} {swap}" (plain: Plain, swap: Swap) => |c, plain, swap| instead(c, plain, swap), |c, e| swapped(c, e); ""),
    rule!(Begun: "{plain} {swap}" (plain: Plain, swap: Swap) => |c, plain, swap| instead(c, plain, swap), |c, e| swapped(c, e); ""),
    rule!(Begun: "{plain} {swap} {rest}" (plain: Plain, swap: Swap, rest: Sentences) => |c, plain, swap, rest| join(instead(c, plain, swap)?, rest),
        |c, e: &_| match e.split_first() { Some((first, rest)) if !rest.is_empty() => swapped(c, vec![first.clone()]).into_iter().map(|(a, b)| (a, b, rest.to_vec())).collect(), _ => Vec::new() }; ""),
];
