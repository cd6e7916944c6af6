//! Shields that prevent the next damage, up to an amount (CR 615.7), and abilities that others may activate, too.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Damage to this is prevented this turn, up to an amount in all.
fn shield(to: DamageTo, amount: Quantity) -> Effect {
    let replacement = Replacement {
        event: ReplacedEvent::Damage { source: Filter::Any, to, combat: None },
        only_if: Condition::Always,
        with: ReplaceWith::Prevent(Some(amount)),
        optional: None,
    };
    Effect::Continuous(StaticEffect::Replace(replacement), Duration::EndOfTurn)
}

/// One permanent or player: of several each would have a shield of its own.
fn only_one(context: &Context, to: &Recipients) -> Option<DamageTo> {
    match to {
        Recipients::Targets(n) => {
            let target = context.targets.get(usize::from(*n))?;
            (target.max == Quantity::N(1)).then_some(DamageTo::Target(*n))
        }
        Recipients::Players(Who::You) => Some(DamageTo::Player(Who::You)),
        Recipients::Objects(objects) => Some(DamageTo::Object(Filter::Is(help::one(objects)?))),
        _ => None,
    }
}

fn is_shield(effect: &Effect) -> Option<(Quantity, Recipients)> {
    let Effect::Continuous(StaticEffect::Replace(replacement), _) = effect else { return None };
    let Replacement { event: ReplacedEvent::Damage { to, .. }, with: ReplaceWith::Prevent(Some(amount)), .. } =
        replacement
    else {
        return None;
    };
    let whom = match to {
        DamageTo::Target(n) => Recipients::Targets(*n),
        DamageTo::Player(who) => Recipients::Players(*who),
        DamageTo::Object(Filter::Is(Obj::Var(var))) => Recipients::Objects(Objects::Var(*var)),
        DamageTo::Object(Filter::Is(object)) => Recipients::Objects(Objects::The(*object)),
        _ => return None,
    };
    (*effect == shield(to.clone(), amount.clone())).then(|| (amount.clone(), whom))
}

/// Whether others may activate it, too, and what it is otherwise.
fn is_by_all(def: ActivatedDef) -> Vec<(ActivatedDef,)> {
    if def.by == Who::EachPlayer { vec![(ActivatedDef { by: Who::You, ..def },)] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verb: "prevent the next {n} damage that would be dealt to {to} this turn" (n: Amount, to: Recip)
        => |c, n, to| Some(shield(only_one(c, &to)?, n)),
        |_, e| is_shield(&e).into_iter().collect(); "prevent the next 2 damage that would be dealt to any target this turn"),
    // CR 602.1b, 602.2.
    rule!(Limit: "{def} any player may activate this ability ." (def: Limit_) => |_, def| Some(ActivatedDef { by: Who::EachPlayer, ..def }),
        |_, d| is_by_all(d); ""),
    rule!(Limit: "{def} any player may activate this ability but only as a sorcery ." (def: Limit_)
        => |_, def| Some(ActivatedDef { by: Who::EachPlayer, sorcery_speed: true, ..def }),
        |_, d| if d.sorcery_speed { is_by_all(ActivatedDef { sorcery_speed: false, ..d }) } else { Vec::new() }; ""),
];
