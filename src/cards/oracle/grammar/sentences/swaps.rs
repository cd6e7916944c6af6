//! One thing instead of another: "if ..., ... instead".

use crate::cards::oracle::grammar::clauses::{if_so, join, when_paid};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Referent, Rule, alternate, group_var, rule};
use crate::cards::oracle::vars;
use derive_visitor::VisitorMut;

/// One instruction instead of another, with no new targets but for a cost that was paid; or a whole sentence instead of another.
pub(in crate::cards::oracle) fn instead(
    context: &mut Context,
    mut plain: Vec<Instruction>,
    swap: Vec<Instruction>,
) -> Option<Vec<Instruction>> {
    let [Instruction::If { cond, then, otherwise }] = swap.as_slice() else { return None };
    let (then, all) = whole(then);
    let then = same_recipients(&plain, then)?;
    let one = matches!(plain.as_slice(), [_] | [Instruction::Choose { .. }, _]);
    let fits = otherwise.is_empty() && (all || one) && suits(&plain, &then);
    let known = numbers(&plain);
    let mut new = numbers(&then);
    new.retain(|n| !known.contains(n));
    let kept = new.is_empty() || other_targets(context, cond, &known, &new, &then)?;
    // What is done only perhaps isn't called back.
    let mut then = same_group(&plain, then);
    let mut made: Vec<Var> = match plain.as_mut_slice() {
        [only] => take_stored(only).into_iter().collect(),
        several => take_unread(several),
    };
    made.extend(plain.iter().filter_map(own_variable));
    let mut inner = take_unread(&mut then);
    inner.extend(then.iter().filter_map(own_variable));
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
    // What a player may do instead: if they don't, it isn't instead of anything.
    if let [Instruction::May { otherwise, .. }] = then.as_mut_slice() {
        otherwise.is_empty().then(|| *otherwise = plain.clone())?;
    }
    Some(vec![Instruction::If { cond, then, otherwise: plain }])
}

/// What is said to happen instead of all that the sentence before says, and whether that is said.
fn whole(then: &[Instruction]) -> (&[Instruction], bool) {
    match then {
        [Instruction::If { cond: Condition::Always, then, .. }] => (then, true),
        then => (then, false),
    }
}

/// Instead of all that the sentence before says.
fn of_all(then: Vec<Instruction>) -> Vec<Instruction> {
    vec![Instruction::If { cond: Condition::Always, then, otherwise: Vec::new() }]
}

/// The variable of what is searched for or chosen.
fn own_variable(effect: &Instruction) -> Option<Var> {
    match effect {
        Instruction::Search { into, .. } | Instruction::Choose { into, .. } => Some(*into),
        _ => None,
    }
}

/// Other targets instead: those of the first instruction are there only if the cost wasn't paid (CR 601.2c).
fn other_targets(
    context: &mut Context,
    cond: &Condition,
    known: &[u8],
    new: &[u8],
    then: &[Instruction],
) -> Option<bool> {
    let both = numbers(then).iter().any(|n| known.contains(n));
    if !matches!(cond, Condition::Paid(_)) || !context.face.is_spell() || both {
        return None;
    }
    let least = new.iter().min()?;
    for n in known {
        let target = context.targets.get_mut(usize::from(*n)).filter(|_| n < least)?;
        target.min = unless_paid(cond, &target.min)?;
        target.max = unless_paid(cond, &target.max)?;
    }
    Some(true)
}

fn unless_paid(cond: &Condition, number: &Quantity) -> Option<Quantity> {
    let fixed = matches!(number, Quantity::N(_));
    fixed.then(|| Quantity::If(Box::new(cond.clone()), Box::new(Quantity::N(0)), Box::new(number.clone())))
}

/// "Those creatures" are the group that the sentence before describes, nothing having been done to it.
fn same_group(plain: &[Instruction], mut then: Vec<Instruction>) -> Vec<Instruction> {
    let Some(kept) = group_var().map(Objects::Var) else { return then };
    if let [Instruction::Continuous(StaticEffect::Affect(group @ Objects::All(_), _), _)] = plain {
        for effect in &mut then {
            effect.each(|objects: &mut Objects| {
                if *objects == kept {
                    *objects = group.clone();
                }
            });
        }
    }
    then
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
        Instruction::If { then, .. } | Instruction::May { then, .. } => match then.as_mut_slice() {
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
            if let [Instruction::May { otherwise, .. }] = then.as_mut_slice()
                && *otherwise == plain
            {
                otherwise.clear();
            }
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
            } else {
                all.push((plain, swap(of_all(then))));
            }
            all
        }
        _ => Vec::new(),
    }
}

/// Gives instructions the variables that they have as they are read.
pub(in crate::cards::oracle::grammar) fn number(effects: &mut [Instruction], count: &mut u32) {
    for effect in effects {
        if let Instruction::If { then, .. } | Instruction::May { then, .. } = effect {
            number(then, count);
        } else if own_variable(effect).is_some() {
            *count += 1;
        } else if let Some(into) = vars::stored(effect) {
            *count += 1;
            *into = Word::new(&format!("v{count}"));
        }
    }
}

/// Whether the one can be instead of the other, conditions taken off.
fn suits(plain: &[Instruction], then: &[Instruction]) -> bool {
    match (plain, then) {
        ([Instruction::If { then: a, otherwise: x, .. }], [Instruction::If { then: b, otherwise: y, .. }]) => {
            x.is_empty() && y.is_empty() && matches!((a.as_slice(), b.as_slice()), ([_], [_])) && suits(a, b)
        }
        ([Instruction::If { .. }], _) | (_, [Instruction::If { .. } | Instruction::MayPay { .. }, ..]) => false,
        (
            [Instruction::Continuous(StaticEffect::Affect(a, was), d)],
            [Instruction::Continuous(StaticEffect::Affect(b, is), e), ..],
        ) => a != b || d == e && of_types(was) == of_types(is),
        // It is the same thing that deals the damage.
        (_, [Instruction::Damage { source, .. }, ..]) => {
            *source == Obj::This || matches!(plain, [Instruction::Damage { source: known, .. }] if known == source)
        }
        _ => !plain.is_empty() && !then.is_empty(),
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
    rule!(Swap: "if {cond} , instead {clause} ." (cond: Conds, clause: Clause) => |c, cond, then| when_paid(c, cond, of_all(then)),
        |_, e: &_| if_so(e).into_iter().filter_map(|(cond, then)| match whole(&then) { (then, true) => Some((cond, then.to_vec())), _ => None }).collect(); ""),
    alternate!(Swap: "{clause} instead if {cond} ." (clause: Clause, cond: Conds) => |c, then, cond| when_paid(c, cond, then); ""),
    rule!(Swap: "if {cond} , {clause} if {other} instead ." (cond: Conds, clause: Clause, other: Conds)
        => |c, cond, clause, other| when_paid(c, cond, vec![Instruction::If { cond: other, then: clause, otherwise: Vec::new() }]),
        |_, e: &_| if_so(e).into_iter().filter_map(|(cond, then)| if_so(&then).pop().map(|(other, then)| (cond, then, other))).collect(); ""),
    alternate!(Swap: "{clause} if {other} instead if {cond} ." (clause: Clause, other: Conds, cond: Conds) => |c, clause, other, cond| when_paid(c, cond, vec![Instruction::If { cond: other, then: clause, otherwise: Vec::new() }]); ""),
    rule!(Swap: "if {cond} , {clause} unless {who#} {cost#} instead ." (cond: Conds, clause: Clause, who: SubjPlayer, cost: Payment)
        => |c, cond, otherwise, who, cost| help::one_player(who).then(|| when_paid(c, cond, vec![Instruction::MayPay { who, cost, then: Vec::new(), otherwise }]))?,
        |_, e: &_| if_so(e).into_iter().filter_map(|(cond, then)| match then.as_slice() {
            [Instruction::MayPay { who, cost, then, otherwise }] if then.is_empty() => Some((cond, otherwise.clone(), *who, cost.clone())),
            _ => None,
        }).collect(); ""),
    // Who deals it is who dealt the damage that is replaced.
    rule!(Swap: "if {cond} , it deals {n} damage instead ." (cond: Conds, n: Amount) => |c, cond, n| when_paid(c, cond, vec![stronger(n)]),
        |_, e: &_| if_so(e).into_iter().filter_map(|(cond, then)| is_stronger(&then).map(|n| (cond, n))).collect(); ""),
    alternate!(Swap: "if {cond} , {this} deals {n} damage instead ." (cond: Conds, this: Self_, n: Amount) => |c, cond, _, n| when_paid(c, cond, vec![stronger(n)]); ""),
    alternate!(Swap: "{this} deals {n} damage instead if {cond} ." (this: Self_, n: Amount, cond: Conds) => |c, _, n, cond| when_paid(c, cond, vec![stronger(n)]); ""),
    alternate!(Swap: "it deals {n} damage instead if {cond} ." (n: Amount, cond: Conds) => |c, n, cond| when_paid(c, cond, vec![stronger(n)]); ""),
    alternate!(Swap: "it deals {n} damage to that creature instead if {cond} ." (n: Amount, cond: Conds) => |c, n, cond| when_paid(c, cond, vec![stronger(n)]); ""),
    alternate!(Swap: "if {cond} , it deals {n} damage to that creature instead ." (cond: Conds, n: Amount) => |c, cond, n| when_paid(c, cond, vec![stronger(n)]); ""),
    alternate!(Swap: "if {cond} , it deals {n} damage to that permanent instead ." (cond: Conds, n: Amount) => |c, cond, n| when_paid(c, cond, vec![stronger(n)]); ""),
    alternate!(Swap: "if {cond} , instead it deals {n} damage to that permanent and {said} ." (cond: Conds, n: Amount, said: Said) => |c, cond, n, mut said| { said.insert(0, stronger(n)); when_paid(c, cond, said) }; ""),
    rule!(Sentence: "{plain} {swap}" (plain: Plain, swap: Swap) => |c, plain, swap| instead(c, plain, swap), |c, e| swapped(c, e); ""),
    rule!(Begun: "{plain} {swap}" (plain: Plain, swap: Swap) => |c, plain, swap| instead(c, plain, swap), |c, e| swapped(c, e); ""),
    rule!(Begun: "{plain} {swap} {rest}" (plain: Plain, swap: Swap, rest: Sentences) => |c, plain, swap, rest| join(instead(c, plain, swap)?, rest),
        |c, e: &_| match e.split_first() { Some((first, rest)) if !rest.is_empty() => swapped(c, vec![first.clone()]).into_iter().map(|(a, b)| (a, b, rest.to_vec())).collect(), _ => Vec::new() }; ""),
];
