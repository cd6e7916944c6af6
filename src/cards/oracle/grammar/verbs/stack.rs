//! Countering and copying.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Whether objects are on the stack.
fn on_stack(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            matches!(all.get(usize::from(*i)), Some(TargetDef { what: TargetKind::Spell(_) | TargetKind::Ability(_), .. }))
        }
        Objects::The(Obj::Event) => true,
        _ => false,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "counters|counter {what}" (what: Objs) => |c, what| on_stack(c, &what).then_some(Effect::Counter { what, to: None }),
        |_, e| match e { Effect::Counter { what, to: None } => vec![(what,)], _ => Vec::new() }; "counter target spell"),
    rule!(Verbs: "copies|copy {what} . you may choose new targets for the copy" (what: Objs)
        => |c, what| on_stack(c, &what).then(|| copy(c, &what))?,
        |_, e| match e.as_slice() {
            [Effect::CopySpell { what: Obj::Target(n), who: Who::You, count: Quantity::N(1), new_targets: true }] => vec![(Objects::Targets(*n),)],
            _ => Vec::new(),
        }; "copy target instant spell. You may choose new targets for the copy"),
];

fn copy(context: &Context, what: &Objects) -> Option<Vec<Effect>> {
    let copy = Effect::CopySpell { what: help::one(what)?, who: Who::You, count: Quantity::N(1), new_targets: true };
    (context.doer == Who::You).then(|| vec![copy])
}
