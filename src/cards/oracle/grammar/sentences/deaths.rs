//! What happens as something that was mentioned dies this turn.

use crate::cards::oracle::grammar::help::permanent_kind;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, rule};

/// The one target that is called "that creature", whose death is waited for.
fn awaited(context: &Context) -> Option<u8> {
    match context.that(Sort::CREATURE, false)?.what {
        Referent::Objects(Objects::Targets(number)) => Some(number),
        _ => None,
    }
}

/// It is kept, as what an event is about.
fn as_event(context: &mut Context) -> Option<Filter> {
    awaited(context)?;
    let filter = Filter::Is(Obj::Var(context.variable()?));
    context.event = true;
    let kind = permanent_kind(&Filter::Type(CardTypes::CREATURE));
    context.mention(Referent::Objects(Objects::The(Obj::Event)), kind, false);
    Some(filter)
}

/// An ability that is there until that creature dies, or the turn ends.
fn as_it_dies(context: &mut Context, when: TriggerEvent, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let TriggerEvent::Dies(Filter::Is(Obj::Var(var))) = when else { return None };
    // It has no targets of its own, and knows nothing of the amount of another event.
    let number = u8::try_from(context.targets.len()).ok()?.checked_sub(1)?;
    let this_one = Referent::Objects(Objects::Targets(number));
    let mut fits = context.mentions.iter().any(|m| m.what == this_one && m.kind.contains(Sort::CREATURE));
    let mut then = then;
    then.iter_mut().for_each(|one| one.each(|q: &mut Quantity| fits &= *q != Quantity::EventAmount));
    fits.then_some(())?;
    let of_event = Referent::Objects(Objects::The(Obj::Event));
    context.mentions.retain(|m| m.what != of_event && !matches!(m.what, Referent::Objects(Objects::Var(_))));
    context.done.retain(|_| false);
    (context.event, context.dies) = (false, false);
    let ability = Box::new(lines::triggered(when, Condition::Always, Vec::new(), then));
    let delayed = Instruction::Delayed { ability, until: Some(Duration::OnceThisTurn) };
    Some(vec![Instruction::Keep(var, Objects::Targets(number)), delayed])
}

fn is_as_it_dies(effects: &[Instruction]) -> Vec<(TriggerEvent, Vec<Instruction>)> {
    match effects {
        [
            Instruction::Keep(var, Objects::Targets(_)),
            Instruction::Delayed { ability, until: Some(Duration::OnceThisTurn) },
        ] if lines::simple(ability) && ability.when == TriggerEvent::Dies(Filter::Is(Obj::Var(*var))) => {
            vec![(ability.when.clone(), ability.effects.clone())]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(EventObj: "1: that creature" () => |c| as_event(c),
        |c, f: &_| match f { Filter::Is(Obj::Var(_)) if awaited(c).is_some() => vec![()], _ => Vec::new() }; ""),
    rule!(Plain: "when {event} this turn , {clause} ." (event: Event, clause: Clause) => |c, event, clause| as_it_dies(c, event, clause),
        |_, e: &_| is_as_it_dies(e); ""),
];
