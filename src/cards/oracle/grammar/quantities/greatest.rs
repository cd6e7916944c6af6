//! Who controls what has the greatest power or toughness.

use crate::cards::oracle::grammar::help::with;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

const CREATURE: Filter = Filter::Type(CardTypes::CREATURE);

/// CR 608.2h: a creature of yours has the greatest power of all creatures, alone or with others.
fn greatest(measure: Measure) -> Condition {
    let yours = || with(CREATURE, Filter::Controlled(Who::You));
    let most = |filter| Quantity::Greatest(measure, Box::new(Objects::All(filter)));
    let none_has_more = Condition::Compare(most(yours()), Cmp::Ge, most(CREATURE));
    Condition::And(vec![Condition::Exists(Objects::All(yours())), none_has_more])
}

macro_rules! has_greatest {
    ($words:literal, $tied:literal, $measure:ident) => {
        &[
            rule!(Cond: $words () => |_| Some(greatest(Measure::$measure)), |_, c: &_| if *c == greatest(Measure::$measure) { vec![()] } else { Vec::new() }; $words),
            alternate!(Cond: $tied () => |_| Some(greatest(Measure::$measure)); $tied),
        ]
    };
}

/// What has the greatest power or toughness.
pub(super) const GREATEST: &[&[Rule]] = &[
    has_greatest!(
        "you control a creature with the greatest power among creatures on the battlefield",
        "you control the creature with the greatest power or tied for the greatest power",
        Power
    ),
    has_greatest!(
        "you control a creature with the greatest toughness among creatures on the battlefield",
        "you control the creature with the greatest toughness or tied for the greatest toughness",
        Toughness
    ),
];
