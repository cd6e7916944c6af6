//! "That many" of what was discarded or sacrificed before, as many as the player liked.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Participle, Rule, rule};

/// How many were discarded or sacrificed last.
fn given_up(context: &Context) -> Option<Quantity> {
    let (how, var) = context.done.iter().last()?;
    let many = matches!(how, Participle::Thrown | Participle::Sacrificed);
    (many && !context.undone).then_some(Quantity::Var(*var))
}

fn is_given_up(context: &Context, count: &Quantity) -> Vec<()> {
    if given_up(context).as_ref() == Some(count) { vec![()] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Count: "that many" () => |c| given_up(c), |c, q: &_| is_given_up(c, q); ""),
    rule!(Cards: "that many cards" () => |c| given_up(c), |c, q: &_| is_given_up(c, q); ""),
];
