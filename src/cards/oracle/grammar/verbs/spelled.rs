//! Keyword actions that are short for instructions of terms that there are (CR 701), and read and written as the keyword.

use crate::cards::oracle::grammar::help::{n, not};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// CR 701.50a: a creature of yours connives.
fn connive(context: &mut Context, what: &Objects) -> Option<Vec<Effect>> {
    let (drawn, discarded) = (context.variable(), context.variable()?);
    let draw = Effect::Draw { who: Who::You, count: n(1), into: drawn };
    let discard =
        Effect::Discard { who: Who::You, count: n(1), filter: Filter::Any, random: false, into: Some(discarded) };
    let nonland = Objects::Only(Box::new(Objects::Var(discarded)), not(Filter::Type(CardTypes::LAND)));
    let on = Recipients::Objects(Objects::The(Obj::This));
    let put = Effect::PutCounters { kind: CounterKind::PowerToughness(1, 1), count: n(1), and: Vec::new(), on };
    let grow = Effect::If { cond: Condition::Exists(nonland), then: vec![put], otherwise: Vec::new() };
    (*what == Objects::The(Obj::This)).then(|| vec![draw, discard, grow])
}

pub(super) const RULES: &[Rule] = &[rule!(Said: "{what.s} connives" (what: SubjObjs) => |c, what| connive(c, &what),
        |c, e| if connive(&mut c.clone(), &Objects::The(Obj::This)).as_ref() == Some(&e) { vec![(Objects::The(Obj::This),)] } else { Vec::new() }; "this creature connives")];
