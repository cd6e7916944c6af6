//! Excess damage (CR 120.4a, 120.10).

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type Instructions = Vec<Instruction>;

/// What would be lethal, and what was dealt.
type Measures = (Var, Var);

/// Damage to a single target is measured: what would be lethal before it, and what is dealt. The excess is the difference.
fn measured(
    context: &Context,
    (lethal, dealt): Measures,
    mut clause: Instructions,
) -> Option<(Instructions, Quantity)> {
    let damage = clause.len().checked_sub(1)?;
    let Instruction::Damage { to: Recipients::Targets(target), source, into: into @ None, .. } = &mut clause[damage]
    else {
        return None;
    };
    let single = context.targets.get(usize::from(*target)).is_some_and(|def| {
        def.max == n(1) && def.min == n(1) && def.divide.is_none() && matches!(def.what, TargetKind::Permanent(_))
    });
    let before = Instruction::Set(lethal, Quantity::Lethal(Obj::Target(*target), *source));
    *into = Some(dealt);
    clause.insert(damage, before);
    let over = Quantity::Minus(Box::new(Quantity::Var(dealt)), Box::new(Quantity::Var(lethal)));
    single.then(|| (clause, Quantity::Max(vec![n(0), over])))
}

fn measures(context: &mut Context) -> Option<Measures> {
    Some((context.variable()?, context.variable()?))
}

/// The instructions up to the damage without the measuring, and how it was measured.
fn unmeasured(effects: &[Instruction]) -> Option<(Instructions, Measures)> {
    let set = effects.iter().position(|one| matches!(one, Instruction::Set(_, Quantity::Lethal(..))))?;
    let (Instruction::Set(lethal, _), Instruction::Damage { into, .. }) = (effects.get(set)?, effects.get(set + 1)?)
    else {
        return None;
    };
    let measures = (*lethal, (*into)?);
    let mut clause = effects[..set + 2].to_vec();
    clause.remove(set);
    if let Some(Instruction::Damage { into, .. }) = clause.last_mut() {
        *into = None;
    }
    Some((clause, measures))
}

/// The context with the targets of the ability whose words are looked for.
fn aimed(context: &Context) -> Context {
    let mut context = context.clone();
    if !context.wanted.is_empty() {
        context.targets.clone_from(&context.wanted);
    }
    context
}

fn life(context: &Context, with: Measures, clause: Instructions) -> Option<Instructions> {
    let (mut all, amount) = measured(context, with, clause)?;
    all.push(Instruction::GainLife(Who::You, amount, None));
    Some(all)
}

fn is_life(context: &Context, effects: &[Instruction]) -> Option<Instructions> {
    let (clause, with) = unmeasured(effects)?;
    (life(&aimed(context), with, clause.clone()).as_deref() == Some(effects)).then_some(clause)
}

fn otherwise(c: &Context, with: Measures, clause: Instructions, then: Instructions) -> Option<Instructions> {
    let (mut all, amount) = measured(c, with, clause)?;
    let cond = Condition::Compare(amount, Cmp::Gt, n(0));
    all.push(Instruction::If { cond, then, otherwise: Vec::new() });
    Some(all)
}

fn is_otherwise(context: &Context, effects: &[Instruction]) -> Option<(Instructions, Instructions)> {
    let Some(Instruction::If { then, .. }) = effects.last() else { return None };
    let (clause, with) = unmeasured(effects)?;
    let made = otherwise(&aimed(context), with, clause.clone(), then.clone());
    (made.as_deref() == Some(effects)).then(|| (clause, then.clone()))
}

/// The measures, and where tokens are stored: in the order in which variables are named that are left out if nothing reads them.
fn with_tokens(context: &mut Context) -> Option<(Measures, Option<Var>)> {
    let (lethal, into) = (context.variable()?, context.variable());
    Some(((lethal, context.variable()?), into))
}

/// Tokens that are created, and where they are stored.
type Created = (TokenSource, bool, Option<Var>);

fn tokens(c: &Context, with: Measures, clause: Instructions, (token, tapped, into): Created) -> Option<Instructions> {
    let (mut all, count) = measured(c, with, clause)?;
    let create =
        Instruction::CreateToken { who: Who::You, count, token, tapped, attacking: None, counters: Vec::new(), into };
    all.push(create);
    Some(all)
}

/// The clause with the damage, and the tokens; whether they enter tapped is given.
fn is_tokens(context: &Context, effects: &[Instruction], tapped: bool) -> Option<(Instructions, TokenSource)> {
    let Some(Instruction::CreateToken { token, into, .. }) = effects.last() else { return None };
    let (clause, with) = unmeasured(effects)?;
    let made = tokens(&aimed(context), with, clause.clone(), (token.clone(), tapped, *into));
    (made.as_deref() == Some(effects)).then(|| (clause, token.clone()))
}

fn is_new(context: &Context, effects: &[Instruction]) -> Vec<(Instructions, TokenDef)> {
    match is_tokens(context, effects, false) {
        Some((clause, TokenSource::New(token))) => vec![(clause, *token)],
        _ => Vec::new(),
    }
}

fn is_predefined(context: &Context, effects: &[Instruction], tapped: bool) -> Vec<(Instructions, String)> {
    match is_tokens(context, effects, tapped) {
        Some((clause, TokenSource::Predefined(name))) => vec![(clause, name)],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "{clause} . create a number of {token.p} equal to the amount of excess damage dealt to that creature this way ." (clause: Clause, token: TokenNoun)
        => |c, clause, token| { let (with, into) = with_tokens(c)?; tokens(c, with, clause, (TokenSource::New(Box::new(token)), false, into)) }, |c, e: &_| is_new(c, e);
        "this creature deals 3 damage to target creature. Create a number of 1/1 green Elf creature tokens equal to the amount of excess damage dealt to that creature this way."),
    alternate!(Plain: "{clause} . create a number of {token.p} equal to the amount of excess damage dealt this way ." (clause: Clause, token: TokenNoun)
        => |c, clause, token| { let (with, into) = with_tokens(c)?; tokens(c, with, clause, (TokenSource::New(Box::new(token)), false, into)) }; ""),
    rule!(Plain: "{clause} . create a number of {made} tokens equal to the amount of excess damage dealt to that creature this way ." (clause: Clause, made: Made)
        => |c, clause, made| { let (with, into) = with_tokens(c)?; tokens(c, with, clause, (TokenSource::Predefined(made), false, into)) }, |c, e: &_| is_predefined(c, e, false);
        "this creature deals 3 damage to target creature. Create a number of Treasure tokens equal to the amount of excess damage dealt to that creature this way."),
    rule!(Plain: "{clause} . create a number of tapped {made} tokens equal to the amount of excess damage dealt to that creature this way ." (clause: Clause, made: Made)
        => |c, clause, made| { let (with, into) = with_tokens(c)?; tokens(c, with, clause, (TokenSource::Predefined(made), true, into)) }, |c, e: &_| is_predefined(c, e, true);
        "this creature deals 3 damage to target creature. Create a number of tapped Treasure tokens equal to the amount of excess damage dealt to that creature this way."),
    rule!(Plain: "{clause} . you gain life equal to the excess damage dealt this way ." (clause: Clause) => |c, clause| { let with = measures(c)?; life(c, with, clause) },
        |c, e: &_| is_life(c, e).map(|clause| (clause,)).into_iter().collect();
        "this creature deals 3 damage to target creature. You gain life equal to the excess damage dealt this way."),
    rule!(Plain: "{clause} . if excess damage was dealt this way , {then} ." (clause: Clause, then: Clause) => |c, clause, then| { let with = measures(c)?; otherwise(c, with, clause, then) }, |c, e: &_| is_otherwise(c, e).into_iter().collect();
        "this creature deals 3 damage to target creature. If excess damage was dealt this way, draw a card."),
    alternate!(Plain: "{clause} . if excess damage was dealt to that creature this way , {then} ." (clause: Clause, then: Clause) => |c, clause, then| { let with = measures(c)?; otherwise(c, with, clause, then) }; ""),
];
