//! Countering and copying.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Whether objects are on the stack.
fn on_stack(context: &Context, objects: &Objects) -> bool {
    match objects {
        Objects::Targets(i) => {
            let all = if context.wanted.is_empty() { &context.targets } else { &context.wanted };
            matches!(
                all.get(usize::from(*i)),
                Some(TargetDef { what: TargetKind::Spell(_) | TargetKind::Ability(_), .. })
            )
        }
        Objects::The(Obj::Event) => true,
        _ => false,
    }
}

/// A player may copy the spell itself for another target.
fn may_copy(who: Who) -> Effect {
    let copy = Effect::CopySpell { what: Obj::This, who, count: Quantity::N(1), new_targets: true };
    Effect::May { who, then: vec![copy], otherwise: Vec::new() }
}

/// A player may sacrifice one for such a copy.
fn chain(who: Who, noun: Filter) -> Effect {
    let cost = Cost(vec![CostPart::Sacrifice(Quantity::N(1), noun)]);
    Effect::MayPay { who, cost, then: vec![may_copy(who)], otherwise: Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "counters|counter {what}" (what: Objs) => |c, what| on_stack(c, &what).then_some(Effect::Counter { what, to: None }),
        |_, e| match e { Effect::Counter { what, to: None } => vec![(what,)], _ => Vec::new() }; "counter target spell"),
    rule!(Plain: "{who.s} may copy this spell and may choose a new target for that copy ." (who: Other) => |_, who| Some(vec![may_copy(who)]),
        |_, e| match e.as_slice() { [only @ Effect::May { who, .. }] if *only == may_copy(*who) => vec![(*who,)], _ => Vec::new() }; "target player may copy this spell and may choose a new target for that copy."),
    rule!(Plain: "{who.s} may sacrifice a {noun.s} of their choice . if the player does , they may copy this spell and may choose a new target for that copy ." (who: Other, noun: Noun)
        => |_, who, noun| Some(vec![chain(who, noun)]),
        |_, e| match e.as_slice() {
            [only @ Effect::MayPay { who, cost, .. }] => match cost.0.as_slice() {
                [CostPart::Sacrifice(Quantity::N(1), noun)] if *only == chain(*who, noun.clone()) => vec![(*who, noun.clone())],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }; "target player may sacrifice a land of their choice. If the player does, they may copy this spell and may choose a new target for that copy."),
    rule!(Verbs: "copies|copy {what} . you may choose new targets for the copy" (what: Objs)
        => |c, what| on_stack(c, &what).then(|| copy(c, &what))?,
        |_, e| match e.as_slice() {
            [Effect::CopySpell { what: Obj::Target(n), who: Who::You, count: Quantity::N(1), new_targets: true }] => vec![(Objects::Targets(*n),)],
            [Effect::CopySpell { what: Obj::Event, who: Who::You, count: Quantity::N(1), new_targets: true }] => vec![(Objects::The(Obj::Event),)],
            _ => Vec::new(),
        }; "copy target instant spell. You may choose new targets for the copy"),
];

fn copy(context: &Context, what: &Objects) -> Option<Vec<Effect>> {
    let copy = Effect::CopySpell { what: help::one(what)?, who: Who::You, count: Quantity::N(1), new_targets: true };
    (context.doer == Who::You).then(|| vec![copy])
}
