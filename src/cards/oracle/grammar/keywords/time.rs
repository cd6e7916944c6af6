//! Cards in exile that come back later: foretold and suspended ones (CR 702.62, 702.143), and those with counters on them.

use crate::cards::oracle::grammar::nouns::references::this;
use crate::cards::oracle::grammar::verbs::zones::go;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Exiled, and counters are put on what it is there.
fn exiled_with(context: &mut Context, what: Objects, count: Quantity, kind: CounterKind) -> Option<Vec<Instruction>> {
    let gone = go(context, what, Destination::Exile)?;
    let Instruction::Move { into: Some(into), .. } = &gone else { return None };
    let on = Recipients::Objects(Objects::Var(*into));
    Some(vec![gone, Instruction::PutCounters { kind, count, and: Vec::new(), on }])
}

fn is_exiled_with(effects: &[Instruction]) -> Option<(Objects, Quantity, CounterKind)> {
    match effects {
        [
            Instruction::Move { what, to: Destination::Exile, into: Some(into), linked: false, until: None },
            Instruction::PutCounters { kind, count, and, on },
        ] if and.is_empty() && *on == Recipients::Objects(Objects::Var(*into)) => {
            Some((what.clone(), count.clone(), *kind))
        }
        _ => None,
    }
}

/// CR 702.62b.
fn suspended() -> Condition {
    let time = Word::new("time").map(|word| Filter::Counter(CounterKind::Named(word)));
    let mut all = vec![Filter::Zone(ZoneKind::Exile), Filter::HasKeyword(KeywordName::Suspend)];
    all.extend(time);
    Condition::Is(Obj::This, Filter::And(all))
}

/// CR 702.143c.
fn foretold() -> Condition {
    Condition::Is(Obj::This, Filter::Foretold)
}

/// What has no suspend gains it, in exile.
fn gains_suspend(object: Obj, what: Objects) -> Instruction {
    let suspend = AbilityDef::Keyword(KeywordAbility::Suspend(None, Cost(Vec::new())));
    let gains = StaticEffect::Affect(what, vec![Modification::GainAbilities(vec![suspend])]);
    Instruction::If {
        cond: Condition::Not(Box::new(Condition::Is(object, Filter::HasKeyword(KeywordName::Suspend)))),
        then: vec![Instruction::Continuous(gains, Duration::Forever)],
        otherwise: Vec::new(),
    }
}

fn is_gaining(effects: &[Instruction]) -> bool {
    let [Instruction::If { cond: Condition::Not(cond), then, .. }] = effects else { return false };
    match (&**cond, then.as_slice()) {
        (Condition::Is(object, _), [Instruction::Continuous(StaticEffect::Affect(what, _), _)]) => {
            effects == [gains_suspend(*object, what.clone())]
        }
        _ => false,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verbs: "exiles|exile {what} with {count} {k} counters on it" (what: Objs, count: Count, k: Kind)
        => |c, what, count, k| (what == Objects::The(Obj::This)).then(|| exiled_with(c, what, count, k))?,
        |_, e: &_| is_exiled_with(e).filter(|(_, count, _)| *count != help::n(1)).into_iter().collect(); ""),
    rule!(Cond: "this spell was foretold" () => |c| c.face.is_spell().then(foretold),
        |c, cond: &_| if c.face.is_spell() && *cond == foretold() { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "this card is suspended" () => |c| { c.zone = ZoneKind::Exile; this(c); Some(suspended()) },
        |c, cond: &_| if c.here == ZoneKind::Exile && *cond == suspended() { vec![()] } else { Vec::new() }; ""),
    rule!(Plain: "if it doesn't have suspend , it gains suspend ." () => |c| {
            let it = c.it(true)?.clone();
            let what = c.now(&it)?;
            Some(vec![gains_suspend(help::one(&what)?, what)])
        },
        |_, e: &_| if is_gaining(e) { vec![()] } else { Vec::new() }; ""),
];
