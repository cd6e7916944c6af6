//! Numbers: of opponents, of different names, of mana that was spent; what enters with as many counters.

use crate::cards::oracle::grammar::statics::replace;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn names(noun: Filter) -> Quantity {
    Quantity::DifferentNames(Box::new(Objects::All(noun)))
}

fn is_names(quantity: Quantity) -> Vec<(Filter,)> {
    match quantity {
        Quantity::DifferentNames(group) => match *group {
            Objects::All(noun) => vec![(noun,)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What was spent on the card itself: asked by the spell, or by what it has become.
fn own(context: &Context) -> Quantity {
    if context.face.is_spell() { Quantity::ManaSpent(None) } else { Quantity::ManaSpentOn(Obj::This) }
}

/// What was spent on what "it" is.
fn on_it(context: &Context) -> Option<Quantity> {
    match help::it(context)? {
        Obj::This => Some(own(context)),
        obj @ Obj::Event => Some(Quantity::ManaSpentOn(obj)),
        _ => None,
    }
}

/// The spell that was cast.
fn on_that(context: &Context) -> Option<Quantity> {
    let spell = context.that(Sort::SPELL, false)?;
    (context.event && spell.what == Referent::Objects(Objects::The(Obj::Event)))
        .then_some(Quantity::ManaSpentOn(Obj::Event))
}

/// It enters with as many counters.
fn enters(kind: CounterKind, count: Quantity) -> AbilityDef {
    replace(ReplacedEvent::Enters(Filter::Is(Obj::This)), ReplaceWith::Counters(kind, count))
}

fn is_enters(def: &AbilityDef) -> Option<(CounterKind, Quantity)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else { return None };
    match &replacement.with {
        ReplaceWith::Counters(kind, count) if enters(*kind, count.clone()) == *def => Some((*kind, count.clone())),
        _ => None,
    }
}

/// What was spent on a permanent, as it enters.
const SPENT: Quantity = Quantity::ManaSpent(None);

pub(super) const RULES: &[Rule] = &[
    alternate!(Each: "opponent|opponents you have" () => |_| Some(Quantity::Players(Who::EachOpponent)); "opponents you have"),
    rule!(Each: "2: differently named {noun.p}" (noun: Noun) => |_, noun| Some(names(noun)), |_, q| is_names(q); "differently named lands you control"),
    rule!(Value_: "the amount of mana spent to cast it" () => |c| on_it(c), |c, q: &_| if on_it(c).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Value_: "the amount of mana spent to cast that spell" () => |c| on_that(c), |c, q: &_| if on_that(c).as_ref() == Some(q) { vec![()] } else { Vec::new() }; ""),
    rule!(Value_: "the amount of mana spent to cast {this}" (this: Self_) => |c, _| Some(own(c)), |c, q: &_| if *q == own(c) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    alternate!(Value_: "the amount of mana spent to cast this spell" () => |c| c.face.is_spell().then(|| own(c)); ""),
    // ---- what it enters with
    rule!(Static: "{this} enters with a number of {k} counters on it equal to {n} ." (this: Self_, k: Kind, n: Value_) => |_, _, k, n| (!matches!(n, Quantity::X | Quantity::N(_))).then(|| enters(k, n)),
        |_, d: &_| is_enters(d).filter(|(_, n)| !matches!(n, Quantity::X | Quantity::N(_)) && *n != SPENT).map(|(k, n)| (Obj::This, k, n)).into_iter().collect();
        "this creature enters with a number of +1/+1 counters on it equal to the number of lands you control."),
    rule!(Static: "{this} enters with a number of {k} counters on it equal to the amount of mana spent to cast it ." (this: Self_, k: Kind) => |c, _, k| (!c.face.is_spell()).then(|| enters(k, SPENT)),
        |_, d: &_| is_enters(d).filter(|(_, n)| *n == SPENT).map(|(k, _)| (Obj::This, k)).into_iter().collect(); ""),
];
