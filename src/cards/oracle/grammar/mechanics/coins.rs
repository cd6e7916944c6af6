//! Coins that are flipped (CR 705), and what follows if the flip is won or lost.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Participle, Rule, rule};

/// The last flip of a coin came to this result.
fn flip(context: &Context, how: Participle) -> Option<Condition> {
    context.done.iter().rfind(|(done, _)| *done == how).map(|(_, var)| Condition::Did(*var))
}

fn flipped(context: &mut Context) -> Option<Instruction> {
    let (who, won, lost) = (context.doer, context.variable()?, context.variable()?);
    context.done.push((Participle::Won, won));
    context.done.push((Participle::Lost, lost));
    help::one_player(who).then_some(Instruction::FlipCoin { who, won, lost })
}

fn is_flipped(context: &Context, effect: &Instruction) -> Vec<()> {
    if flipped(&mut context.clone()).as_ref() == Some(effect) { vec![()] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "flips|flip a coin" () => |c| flipped(c), |c, e: &_| is_flipped(c, e); "flip a coin"),
    rule!(Cond: "you win the flip" () => |c| flip(c, Participle::Won), |c, cond: &_| if flip(c, Participle::Won).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "you lose the flip" () => |c| flip(c, Participle::Lost), |c, cond: &_| if flip(c, Participle::Lost).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
];
