//! Dice that are rolled (CR 706), their results, and tables of results (706.3).

use crate::cards::oracle::grammar::clauses::join;
use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// Dice are rolled: their result is known from then on.
fn roll(context: &mut Context, (count, sides): (Quantity, u32), plus: Quantity, ignore: u32) -> Option<Instruction> {
    let (who, into) = (context.doer, context.variable()?);
    context.done.push((Participle::Rolled, into));
    let single = help::one_player(who);
    single.then_some(Instruction::RollDice { who, count, sides, plus, ignore, into, odd: None, even: None })
}

fn rolled(context: &Context, effect: &Instruction) -> Option<(Quantity, u32, Quantity, u32)> {
    match effect {
        Instruction::RollDice { count, sides, plus, ignore, .. } => {
            let made = roll(&mut context.clone(), (count.clone(), *sides), plus.clone(), *ignore);
            (made.as_ref() == Some(effect)).then(|| (count.clone(), *sides, plus.clone(), *ignore))
        }
        _ => None,
    }
}

/// The result of the last roll.
fn result(context: &Context) -> Option<Quantity> {
    context.done.iter().rfind(|(done, _)| *done == Participle::Rolled).map(|(_, var)| Quantity::Var(*var))
}

fn within(context: &Context, cmp: Cmp, number: i32) -> Option<Condition> {
    Some(Condition::Compare(result(context)?, cmp, n(number)))
}

fn between(context: &Context, from: i32, to: i32) -> Option<Condition> {
    (from < to).then(|| Some(Condition::And(vec![within(context, Cmp::Ge, from)?, within(context, Cmp::Le, to)?])))?
}

fn bounds(context: &Context, cond: &Condition) -> Vec<(i32, i32)> {
    let Condition::And(list) = cond else { return Vec::new() };
    match list.as_slice() {
        [Condition::Compare(_, Cmp::Ge, Quantity::N(from)), Condition::Compare(_, Cmp::Le, Quantity::N(to))]
            if between(context, *from, *to).as_ref() == Some(cond) =>
        {
            vec![(*from, *to)]
        }
        _ => Vec::new(),
    }
}

fn bound(context: &Context, cond: &Condition, wanted: Cmp) -> Vec<(i32,)> {
    match cond {
        Condition::Compare(_, cmp, Quantity::N(number))
            if *cmp == wanted && within(context, wanted, *number).as_ref() == Some(cond) =>
        {
            vec![(*number,)]
        }
        _ => Vec::new(),
    }
}

/// Whether a phrase of this category is one of several courses: what it mentions isn't mentioned in the others.
pub(in crate::cards::oracle) fn is_course(cat: CatId) -> bool {
    cat == <Outcome as Cat>::ID
}

/// What a row says happens if the result is in its range.
fn row(cond: Condition, then: Vec<Instruction>) -> Vec<Instruction> {
    vec![Instruction::If { cond, then, otherwise: Vec::new() }]
}

type Row = (Condition, Vec<Instruction>, Vec<Instruction>);

fn rows(effects: &[Instruction]) -> Option<Row> {
    match effects.split_first()? {
        (Instruction::If { cond, then, otherwise }, rest) if otherwise.is_empty() => {
            Some((cond.clone(), then.clone(), rest.to_vec()))
        }
        _ => None,
    }
}

/// Instructions the last of which rolls, and a table.
fn table(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<Instruction>)> {
    let rolls = |e: &Instruction| matches!(e, Instruction::RollDice { .. });
    match effects.iter().position(rolls) {
        Some(at) if at + 1 < effects.len() => vec![(effects[..=at].to_vec(), effects[at + 1..].to_vec())],
        _ => Vec::new(),
    }
}

/// Targets that are named before a roll of which something happens to them.
fn aimed(context: &Context, effects: &[Instruction]) -> Vec<(Objects, Vec<Instruction>)> {
    let next = context.targets.len();
    let rolls = matches!(effects.first(), Some(Instruction::RollDice { .. }));
    let number = u8::try_from(next).ok().filter(|_| rolls && next < context.wanted.len());
    number.map(|number| (Objects::Targets(number), effects.to_vec())).into_iter().collect()
}

/// Whether instructions end with a roll.
fn ends_with_roll(effects: &[Instruction]) -> bool {
    matches!(effects.last(), Some(Instruction::RollDice { .. }))
}

fn rolls_first(effects: &[Instruction]) -> bool {
    matches!(effects.first(), Some(Instruction::RollDice { .. }))
}

fn with_table(before: Vec<Instruction>, rows: Vec<Instruction>) -> Option<Vec<Instruction>> {
    if ends_with_roll(&before) { join(before, rows) } else { None }
}

fn additional() -> AbilityDef {
    statics::game_rule(GameRule::RollsAdditional(Who::You))
}

macro_rules! die {
    ($sides:literal, $one:literal, $plus:literal, $lower:literal; $one_example:literal, $plus_example:literal, $lower_example:literal) => {
        &[
            rule!(Verb: $one () => |c| roll(c, (n(1), $sides), n(0), 0), |c, e: &_| if rolled(c, e) == Some((n(1), $sides, n(0), 0)) { vec![()] } else { Vec::new() }; $one_example),
            rule!(Verb: $plus (v: Value_) => |c, v| (v != n(0)).then(|| roll(c, (n(1), $sides), v, 0))?,
                |c, e: &_| rolled(c, e).filter(|(count, sides, plus, ignore)| *count == n(1) && *sides == $sides && *plus != n(0) && *ignore == 0).map(|(_, _, plus, _)| (plus,)).into_iter().collect(); $plus_example),
            rule!(Verb: $lower () => |c| roll(c, (n(2), $sides), n(0), 1), |c, e: &_| if rolled(c, e) == Some((n(2), $sides, n(0), 1)) { vec![()] } else { Vec::new() }; $lower_example),
        ]
    };
}

/// The dice.
pub(super) const DICE: &[&[Rule]] = &[
    die!(4, "rolls|roll a d4", "rolls|roll a d4 and adds|add {v}", "rolls|roll two d4 and ignores|ignore the lower roll"; "roll a d4", "roll a d4 and add the number of creatures you control", "roll two d4 and ignore the lower roll"),
    die!(6, "rolls|roll a d6", "rolls|roll a d6 and adds|add {v}", "rolls|roll two d6 and ignores|ignore the lower roll"; "roll a d6", "roll a d6 and add the number of creatures you control", "roll two d6 and ignore the lower roll"),
    die!(8, "rolls|roll a d8", "rolls|roll a d8 and adds|add {v}", "rolls|roll two d8 and ignores|ignore the lower roll"; "roll a d8", "roll a d8 and add the number of creatures you control", "roll two d8 and ignore the lower roll"),
    die!(10, "rolls|roll a d10", "rolls|roll a d10 and adds|add {v}", "rolls|roll two d10 and ignores|ignore the lower roll"; "roll a d10", "roll a d10 and add the number of creatures you control", "roll two d10 and ignore the lower roll"),
    die!(12, "rolls|roll a d12", "rolls|roll a d12 and adds|add {v}", "rolls|roll two d12 and ignores|ignore the lower roll"; "roll a d12", "roll a d12 and add the number of creatures you control", "roll two d12 and ignore the lower roll"),
    die!(20, "rolls|roll a d20", "rolls|roll a d20 and adds|add {v}", "rolls|roll two d20 and ignores|ignore the lower roll"; "roll a d20", "roll a d20 and add the number of creatures you control", "roll two d20 and ignore the lower roll"),
];

pub(super) const RULES: &[Rule] = &[
    alternate!(Verb: "rolls|roll a four-sided die" () => |c| roll(c, (n(1), 4), n(0), 0); "roll a four-sided die"),
    alternate!(Verb: "rolls|roll a six-sided die" () => |c| roll(c, (n(1), 6), n(0), 0); "roll a six-sided die"),
    rule!(Value_: "the result" () => |c| result(c), |c, q: &_| if result(c).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    // ---- tables of results
    rule!(Outcome: "{then}" (then: Sentences) <=> {then}; "draw a card."),
    rule!(Range: "{from} \u{2014} {to}" (from: Digits, to: Digits) => |c, from, to| between(c, from, to), |c, cond: &_| bounds(c, cond); ""),
    rule!(Range: "{only}" (only: Digits) => |c, only| within(c, Cmp::Eq, only), |c, cond: &_| bound(c, cond, Cmp::Eq); ""),
    rule!(Range: "{from} +" (from: Digits) => |c, from| within(c, Cmp::Ge, from), |c, cond: &_| bound(c, cond, Cmp::Ge); ""),
    rule!(Rows: "{range} | {then}" (range: Range, then: Outcome) => |_, range, then| Some(row(range, then)),
        |_, e: &_| rows(e).filter(|(.., rest)| rest.is_empty()).map(|(range, then, _)| (range, then)).into_iter().collect(); ""),
    rule!(Rows: "{range} | {then} {rest}" (range: Range, then: Outcome, rest: Rows) => |_, range, then, rest| join(row(range, then), rest),
        |_, e: &_| rows(e).filter(|(.., rest)| !rest.is_empty()).into_iter().collect(); ""),
    rule!(Begun: "{before} {rows}" (before: Plain, rows: Rows) => |_, before, rows| with_table(before, rows), |_, e: &_| table(e); ""),
    rule!(Sentences: "{before} {rows}" (before: Plain, rows: Rows) => |_, before, rows| with_table(before, rows), |_, e: &_| table(e); ""),
    rule!(Begun: "choose {what} , then {rest}" (what: Objs, rest: Begun) => |_, what, rest| (matches!(what, Objects::Targets(_)) && rolls_first(&rest)).then_some(rest), |c, e: &_| aimed(c, e); ""),
    rule!(Sentences: "choose {what} , then {rest}" (what: Objs, rest: Begun) => |_, what, rest| (matches!(what, Objects::Targets(_)) && rolls_first(&rest)).then_some(rest), |c, e: &_| aimed(c, e); ""),
    // ---- one die more
    rule!(Static: "if you would roll one or more dice , instead roll that many dice plus one and ignore the lowest roll ." () => |_| Some(additional()),
        |_, d: &_| if *d == additional() { vec![()] } else { Vec::new() }; "if you would roll one or more dice, instead roll that many dice plus one and ignore the lowest roll."),
];
