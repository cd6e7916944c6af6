//! Abilities that trigger on a card that has just been discarded (CR 603.12).

use crate::cards::oracle::grammar::help::{done, owned, when};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Participle, Rule, rule};

/// You have discarded such a card.
fn discarded(context: &Context, cards: Filter) -> Option<Condition> {
    let group = Objects::Var(done(context, Participle::Discarded).filter(|_| !context.undone)?);
    Some(Condition::Exists(Objects::Only(Box::new(group), owned(cards))))
}

fn is_discarded(context: &Context, cond: &Condition) -> Option<Filter> {
    match cond {
        Condition::Exists(Objects::Only(_, cards)) => {
            let cards = help::without(cards, &Filter::Owned(Who::You))?;
            (discarded(context, cards.clone()).as_ref() == Some(cond)).then_some(cards)
        }
        _ => None,
    }
}

/// The card that was discarded is called back.
fn name(context: &mut Context) {
    if let Some(card) = done(context, Participle::Discarded) {
        let card = crate::cards::oracle::syntax::Referent::Objects(Objects::Var(card));
        context.mention(card, crate::cards::oracle::syntax::Kind::CARD, false);
        context.clause += 1;
    }
}

fn is_reflex(effects: &[Instruction]) -> Option<(&Condition, &TriggeredDef)> {
    match effects {
        [Instruction::If { cond, then, otherwise }] if otherwise.is_empty() => match then.as_slice() {
            [Instruction::Reflexive(reflex)] => Some((cond, reflex)),
            _ => None,
        },
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Thrown: "you discard a {cards.s} this way" (cards: CardNoun) => |c, cards| { let cond = discarded(c, cards); name(c); cond }, |c, cond: &_| is_discarded(c, cond).map(|cards| (cards,)).into_iter().collect(); ""),
    rule!(Later: "{effects}" (effects: Begun) => |c, effects| Some(lines::triggered(TriggerEvent::State(Condition::Always), Condition::Always, lines::targets(c), effects)),
        |_, d: &_| if d.only_if == Condition::Always && lines::simple(d) { vec![(d.effects.clone(),)] } else { Vec::new() }; ""),
    rule!(Plain: "when {cond} , {then}" (cond: Thrown, then: Later) => |_, cond, then| Some(vec![when(cond, vec![Instruction::Reflexive(Box::new(then))])]),
        |_, e: &_| is_reflex(e).map(|(cond, reflex)| (cond.clone(), reflex.clone())).into_iter().collect(); ""),
];
