//! Airbending (CR 701.65) and earthbending (701.66).

use crate::cards::oracle::grammar::help::{all, n, permit, put};
use crate::cards::oracle::grammar::verbs::zones::go;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn own_land() -> TargetDef {
    TargetDef::new(TargetKind::Permanent(all(vec![Filter::Type(CardTypes::LAND), Filter::Controlled(Who::You)])))
}

/// CR 701.66a: a target land becomes a land creature besides, and gets counters; once it dies or is exiled, it returns. A number
/// that is counted is known before that (608.2h).
fn earthbend(context: &mut Context, count: Quantity) -> Option<Vec<Instruction>> {
    if context.doer != Who::You {
        return None;
    }
    let (target, var) = (context.target(own_land())?, context.variable()?);
    let (counted, number) = match count {
        Quantity::N(_) => (None, count),
        count => {
            let number = context.variable()?;
            (Some(Instruction::Set(number, count)), Quantity::Var(number))
        }
    };
    let land = Objects::Targets(target);
    // It becomes a creature, but "that creature" is one that was there before.
    context.mention(Referent::Objects(land.clone()), Sort::LAND | Sort::PERMANENT, false);
    let shape = vec![
        Modification::AddTypes(CardTypes::LAND | CardTypes::CREATURE, Vec::new()),
        Modification::SetPT(n(0), n(0)),
        Modification::Gain(vec![Keyword::Haste]),
    ];
    let it = Filter::Is(Obj::Var(var));
    let exiled = TriggerEvent::Moves { what: it.clone(), from: Some(ZoneKind::Battlefield), to: Some(ZoneKind::Exile) };
    let when = TriggerEvent::AnyOf(vec![TriggerEvent::Dies(it), exiled]);
    let to = Destination::Battlefield(Entry { under: Some(Who::You), tapped: true, ..Entry::default() });
    let what = Objects::The(Obj::Event);
    let back = Instruction::Move { what, to, into: context.variable(), linked: false, until: None };
    let ability = Box::new(lines::triggered(when, Condition::Always, Vec::new(), vec![back]));
    let rest = [
        Instruction::Keep(var, land.clone()),
        Instruction::Continuous(StaticEffect::Affect(land.clone(), shape), Duration::Forever),
        put(CounterKind::PowerToughness(1, 1), number, land),
        Instruction::Delayed { ability, until: None },
    ];
    Some(counted.into_iter().chain(rest).collect())
}

fn is_earthbend(context: &Context, effects: &[Instruction]) -> Vec<(Quantity,)> {
    let (counted, rest) = match effects {
        [Instruction::Set(_, counted), rest @ ..] => (Some(counted), rest),
        rest => (None, rest),
    };
    let [Instruction::Keep(_, Objects::Targets(target)), _, Instruction::PutCounters { count, .. }, _] = rest else {
        return Vec::new();
    };
    let count = counted.unwrap_or(count);
    let land = context.wanted.get(usize::from(*target)) == Some(&own_land());
    let same = land && earthbend(&mut context.clone(), count.clone()).as_deref() == Some(effects);
    if same { vec![(count.clone(),)] } else { Vec::new() }
}

/// CR 701.65a: objects are exiled; each card may be cast by its owner for {2}, for as long as it is there.
fn airbend(context: &mut Context, what: Objects) -> Option<Vec<Instruction>> {
    let gone = go(context, what, Destination::Exile)?;
    let Instruction::Move { into: Some(var), .. } = gone else { return None };
    let two = Cost(vec![CostPart::Mana(ManaCost::parse("{2}").ok()?)]);
    let mut permit = permit(Objects::The(Obj::It), true, Some(two));
    if let crate::cards::def::Rule::Permit { who, .. } = &mut permit {
        *who = Who::OwnerOf(Obj::It);
    }
    let may = Instruction::Continuous(StaticEffect::Rule(permit), Duration::Forever);
    Some(vec![gone, Instruction::ForEach(Recipients::Objects(Objects::Var(var)), vec![may])])
}

fn is_airbend(context: &Context, effects: &[Instruction]) -> Vec<(Objects,)> {
    let [Instruction::Move { what, .. }, _] = effects else { return Vec::new() };
    if airbend(&mut context.clone(), what.clone()).as_deref() == Some(effects) {
        vec![(what.clone(),)]
    } else {
        Vec::new()
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verbs: "airbends|airbend {what}" (what: Objs) => |c, what| airbend(c, what), |c, e: &_| is_airbend(c, e);
        "airbend target creature"),
    rule!(Said: "earthbend {n}" (n: Amount) => |c, n| earthbend(c, n), |c, e: &_| is_earthbend(c, e); "earthbend 2"),
    alternate!(Said: "you earthbend {n}" (n: Amount) => |c, n| earthbend(c, n); ""),
];
