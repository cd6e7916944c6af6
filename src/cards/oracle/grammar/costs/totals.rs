//! Costs that are paid with any number of objects by their total (CR 701.59), and what is the greatest.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Optional, Rule, rule};

/// Any number of cards from the graveyard with that total mana value (CR 701.59a).
fn collected(total: i32) -> CostPart {
    CostPart::ExileTotal(Measure::ManaValue, help::n(total), ZoneKind::Graveyard, Filter::Any)
}

/// Whether evidence is collected to pay a cost.
pub(in crate::cards::oracle) fn is_evidence(cost: &Cost) -> bool {
    let is = |part: &CostPart| match part {
        CostPart::ExileTotal(_, Quantity::N(total), ..) => *part == collected(*total),
        _ => false,
    };
    cost.0.iter().any(is)
}

/// Whether it can be asked whether a cost was paid: by a spell, or as the permanent that it became enters.
fn asks(context: &Context) -> bool {
    context.face.is_spell() || context.event
}

fn group(quantity: Quantity, on_battlefield: bool) -> Vec<(Measure, Filter)> {
    match quantity {
        Quantity::Greatest(measure, objects) => match *objects {
            Objects::All(filter) if anyones(&filter) == on_battlefield => vec![(measure, filter)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether nothing says who controls them.
fn anyones(filter: &Filter) -> bool {
    !help::parts(filter.clone()).iter().any(|f| matches!(f, Filter::Controlled(_)))
}

fn greatest(measure: Measure, filter: Filter) -> Quantity {
    Quantity::Greatest(measure, Box::new(Objects::All(filter)))
}

macro_rules! measure {
    ($words:literal, $measure:ident) => {
        rule!(Measured: $words () <=> {Measure::$measure}; $words)
    };
}

pub(super) const RULES: &[Rule] = &[
    measure!("power", Power),
    measure!("toughness", Toughness),
    measure!("mana value", ManaValue),
    rule!(Part: "collects|collect evidence {total}" (total: Digits) => |_, total| Some(collected(total)),
        |_, p| match p { CostPart::ExileTotal(_, Quantity::N(total), ..) if p == collected(total) => vec![(total,)], _ => Vec::new() }; "collect evidence 6"),
    rule!(Part: "sacrifices|sacrifice any number of {noun.p} with total {measure} {total} or greater" (noun: Noun, measure: Measured, total: Digits)
        => |_, noun, measure, total| Some(CostPart::SacrificeTotal(measure, help::n(total), noun)),
        |_, p| match p { CostPart::SacrificeTotal(measure, Quantity::N(total), noun) => vec![(noun, measure, total)], _ => Vec::new() }; "sacrifice any number of creatures with total power 12 or greater"),
    rule!(Cond: "evidence was collected" () => |c| { c.unpaid = Some(c.targets.len()); asks(c).then_some(Condition::Paid(0)) },
        |c, cond: &_| if c.optional == Optional::Collected && asks(c) && *cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "the gift was promised" () => |c| { c.unpaid = Some(c.targets.len()); asks(c).then_some(Condition::Paid(0)) },
        |c, cond: &_| if c.optional == Optional::Promised && asks(c) && *cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "the gift wasn't promised" () => |c| asks(c).then(|| Condition::Not(Box::new(Condition::Paid(0)))),
        |c, cond: &_| if c.optional == Optional::Promised && asks(c) && *cond == Condition::Not(Box::new(Condition::Paid(0))) { vec![()] } else { Vec::new() }; ""),
    // ---- what is the greatest
    rule!(Post: "with the greatest {measure} among {noun.p} they control" (measure: Measured, noun: Noun)
        => |c, measure, noun| (c.doer != Who::You).then(|| Filter::Greatest(measure, Box::new(noun))),
        |_, f| match f { Filter::Greatest(measure, noun) => vec![(measure, *noun)], _ => Vec::new() }; ""),
    rule!(Value_: "the greatest {measure} among {noun.p}" (measure: Measured, noun: Noun) => |_, measure, noun| (!anyones(&noun)).then(|| greatest(measure, noun)),
        |_, q| group(q, false); "the greatest power among creatures you control"),
    rule!(Value_: "the greatest {measure} among {noun.p} on the battlefield" (measure: Measured, noun: Noun) => |_, measure, noun| anyones(&noun).then(|| greatest(measure, noun)),
        |_, q| group(q, true); "the greatest mana value among artifacts on the battlefield"),
];
