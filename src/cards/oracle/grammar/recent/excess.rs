//! Excess damage (CR 120.4a, 120.10).

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Damage to a single target is measured: what would be lethal before it, and what is dealt. The excess is the difference.
fn measured(context: &Context, mut clause: Vec<Instruction>) -> Option<(Vec<Instruction>, Quantity)> {
    let (lethal, dealt) = (Word::new("lethal")?, Word::new("dealt")?);
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

/// The instructions without the measuring, if they begin with it.
fn unmeasured(effects: &[Instruction]) -> Vec<Instruction> {
    let mut clause = effects.to_vec();
    let set = clause.iter().position(|one| matches!(one, Instruction::Set(_, Quantity::Lethal(..))));
    let Some(set) = set else { return Vec::new() };
    clause.remove(set);
    clause.truncate(set + 1);
    match clause.get_mut(set) {
        Some(Instruction::Damage { into, .. }) => *into = None,
        _ => return Vec::new(),
    }
    clause
}

type Instructions = Vec<Instruction>;

fn tokens(context: &Context, clause: Instructions, token: TokenSource, tapped: bool) -> Option<Instructions> {
    let (mut all, count) = measured(context, clause)?;
    let (who, attacking, counters) = (Who::You, None, Vec::new());
    all.push(Instruction::CreateToken { who, count, token, tapped, attacking, counters, into: None });
    Some(all)
}

fn is_tokens(context: &Context, effects: &[Instruction]) -> Option<(Instructions, TokenSource, bool)> {
    let Instruction::CreateToken { token, tapped, .. } = effects.last()? else { return None };
    let clause = unmeasured(effects);
    let made = tokens(&aimed(context), clause.clone(), token.clone(), *tapped)?;
    (made == effects).then(|| (clause, token.clone(), *tapped))
}

/// The context with the targets of the ability whose words are looked for.
fn aimed(context: &Context) -> Context {
    let mut context = context.clone();
    if !context.wanted.is_empty() {
        context.targets.clone_from(&context.wanted);
    }
    context
}

fn life(context: &Context, clause: Instructions) -> Option<Instructions> {
    let (mut all, amount) = measured(context, clause)?;
    all.push(Instruction::GainLife(Who::You, amount, None));
    Some(all)
}

fn otherwise(context: &Context, clause: Instructions, then: Instructions) -> Option<Instructions> {
    let (mut all, amount) = measured(context, clause)?;
    let cond = Condition::Compare(amount, Cmp::Gt, n(0));
    all.push(Instruction::If { cond, then, otherwise: Vec::new() });
    Some(all)
}

fn is_otherwise(context: &Context, effects: &[Instruction]) -> Vec<(Instructions, Instructions)> {
    let Some(Instruction::If { then, .. }) = effects.last() else { return Vec::new() };
    let clause = unmeasured(effects);
    let made = otherwise(&aimed(context), clause.clone(), then.clone());
    if made.as_deref() == Some(effects) { vec![(clause, then.clone())] } else { Vec::new() }
}

fn new(token: TokenDef) -> TokenSource {
    TokenSource::New(Box::new(token))
}

fn is_new(found: Option<(Instructions, TokenSource, bool)>) -> Vec<(Instructions, TokenDef)> {
    match found {
        Some((clause, TokenSource::New(token), false)) => vec![(clause, *token)],
        _ => Vec::new(),
    }
}

fn is_made(found: Option<(Instructions, TokenSource, bool)>, taps: bool) -> Vec<(Instructions, String)> {
    match found {
        Some((clause, TokenSource::Predefined(name), tapped)) if tapped == taps => vec![(clause, name)],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "{clause} . create a number of {token.p} equal to the amount of excess damage dealt this way ." (clause: Clause, token: TokenNoun)
        => |c, clause, token| tokens(c, clause, new(token), false), |c, e: &_| is_new(is_tokens(c, e));
        "this spell deals 3 damage to target creature. Create a number of 1/1 green Elf creature tokens equal to the amount of excess damage dealt this way."),
    alternate!(Plain: "{clause} . create a number of {token.p} equal to the amount of excess damage dealt to that creature this way ." (clause: Clause, token: TokenNoun)
        => |c, clause, token| tokens(c, clause, new(token), false); ""),
    rule!(Plain: "{clause} . create a number of {made} tokens equal to the amount of excess damage dealt to that creature this way ." (clause: Clause, made: Made)
        => |c, clause, made| tokens(c, clause, TokenSource::Predefined(made), false), |c, e: &_| is_made(is_tokens(c, e), false);
        "this spell deals 3 damage to target creature. Create a number of Food tokens equal to the amount of excess damage dealt to that creature this way."),
    rule!(Plain: "{clause} . create a number of tapped {made} tokens equal to the amount of excess damage dealt to that creature this way ." (clause: Clause, made: Made)
        => |c, clause, made| tokens(c, clause, TokenSource::Predefined(made), true), |c, e: &_| is_made(is_tokens(c, e), true);
        "this spell deals 3 damage to target creature. Create a number of tapped Food tokens equal to the amount of excess damage dealt to that creature this way."),
    rule!(Plain: "{clause} . you gain life equal to the excess damage dealt this way ." (clause: Clause) => |c, clause| life(c, clause),
        |c, e: &_| { let clause = unmeasured(e); if life(&aimed(c), clause.clone()).as_ref() == Some(e) { vec![(clause,)] } else { Vec::new() } };
        "this spell deals 3 damage to target creature. You gain life equal to the excess damage dealt this way."),
    rule!(Plain: "{clause} . if excess damage was dealt this way , {then} ." (clause: Clause, then: Clause) => |c, clause, then| otherwise(c, clause, then), |c, e: &_| is_otherwise(c, e);
        "this spell deals 3 damage to target creature. If excess damage was dealt this way, draw a card."),
    alternate!(Plain: "{clause} . if excess damage was dealt to that creature this way , {then} ." (clause: Clause, then: Clause) => |c, clause, then| otherwise(c, clause, then); ""),
];
