//! Paired creatures (CR 702.95b).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

fn paired() -> Condition {
    Condition::Is(Obj::This, Filter::PairedWith(Box::new(Filter::Any)))
}

/// The creature itself and the one with which it is paired.
fn both() -> Objects {
    let mate = Filter::PairedWith(Box::new(Filter::Is(Obj::This)));
    Objects::All(Filter::Or(vec![Filter::Is(Obj::This), mate]))
}

fn as_pair(mods: Vec<Modification>) -> AbilityDef {
    let effect = StaticEffect::Affect(both(), mods);
    AbilityDef::Static(StaticDef { only_if: paired(), effect, from: ZoneKind::Battlefield })
}

fn is_as_pair(ability: &AbilityDef) -> Vec<(Obj, Vec<Modification>)> {
    match ability {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(_, mods), .. })
            if as_pair(mods.clone()) == *ability =>
        {
            vec![(Obj::This, mods.clone())]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "as long as {this} is paired with another creature , both creatures {mods.p} ." (this: Self_, mods: StaticMods) => |_, _, mods| Some(as_pair(mods)), |_, d: &_| is_as_pair(d);
        "as long as this creature is paired with another creature, both creatures have flying."),
    rule!(Static: "as long as {this} is paired with another creature , each of those creatures {mods.s} ." (this: Self_, mods: StaticMods) => |_, _, mods| Some(as_pair(mods)), |_, d: &_| is_as_pair(d);
        "as long as this creature is paired with another creature, each of those creatures gets +1/+1."),
];
