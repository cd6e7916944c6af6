//! Counters that are removed in any number as a cost (CR 107.3a: the player chooses how many), and limits of activations.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, alternate, rule};

fn removed(k: CounterKind) -> CostPart {
    CostPart::RemoveCounters(k, Quantity::X, Box::new(Objects::The(Obj::This)))
}

fn is_removed(part: &CostPart) -> Option<CounterKind> {
    match part {
        CostPart::RemoveCounters(k, Quantity::X, what) if **what == Objects::The(Obj::This) => Some(*k),
        _ => None,
    }
}

/// Whether counters were removed as a cost: as many as X.
fn paid(context: &Context) -> bool {
    context.paid.is_some_and(|(how, _)| how == Participle::Removed)
}

fn limit(def: ActivatedDef, most: u8) -> Option<ActivatedDef> {
    Some(ActivatedDef { per_turn: Some(most), ..def })
}

fn is_limit(def: &ActivatedDef, most: u8) -> Vec<(ActivatedDef,)> {
    if def.per_turn == Some(most) { vec![(ActivatedDef { per_turn: None, ..def.clone() },)] } else { Vec::new() }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Part: "2: remove any number of {k} counters from {this}" (k: Kind, this: Self_) => |c, k, _| {
            c.mention(Referent::Objects(Objects::The(Obj::This)), Sort::PERMANENT, false);
            c.paid = Some((Participle::Removed, Sort::empty()));
            Some(removed(k))
        },
        |_, p: &_| is_removed(p).map(|k| (k, Obj::This)).into_iter().collect(); "remove any number of charge counters from this artifact"),
    rule!(Each: "{k} counter|counters removed this way" (k: Kind) => |c, _| paid(c).then_some(Quantity::X),
        |c, q: &_| if paid(c) && *q == Quantity::X { vec![(CounterKind::PowerToughness(1, 1),)] } else { Vec::new() }; ""),
    alternate!(Acts: "add {a} , then add a additional {b} for each {k} counter removed this way" (a: Mana, b: Mana, k: Kind) => |c, a, b, _| {
            let add = |mana, times| Instruction::AddMana { who: Who::You, mana: ManaProduced::Fixed(mana), times, only: Vec::new(), riders: Vec::new() };
            paid(c).then(|| vec![add(a, n(1)), add(b, Quantity::X)])
        }; ""),
    rule!(Limit: "{def} activate no more than twice each turn ." (def: Limit_) => |_, def| limit(def, 2), |_, d: &_| is_limit(d, 2); ""),
    rule!(Limit: "{def} activate no more than three times each turn ." (def: Limit_) => |_, def| limit(def, 3), |_, d: &_| is_limit(d, 3); ""),
];
