//! Which cost was paid for a spell, and what a permanent has become: conditions that keywords go with.

use super::super::syntax::{Rule, rule};
use super::*;

macro_rules! paid {
    ($its:literal, $spells:literal, $way:ident) => {
        &[
            rule!(Cond: $its () => |c| c.event.then_some(Condition::CastBy(CastBy::$way)),
                |c, cond| if c.event && cond == Condition::CastBy(CastBy::$way) { vec![()] } else { Vec::new() }; ""),
            rule!(Cond: $spells () => |c| (c.face.is_spell() || !c.event).then_some(Condition::CastBy(CastBy::$way)),
                |c, cond| if !c.event && cond == Condition::CastBy(CastBy::$way) { vec![()] } else { Vec::new() }; ""),
        ]
    };
}

/// Rules for one way each.
pub(super) const EACH: &[&[Rule]] = &[
    paid!("its prowl cost was paid", "this spell 's prowl cost was paid", Prowl),
    paid!("its surge cost was paid", "this spell 's surge cost was paid", Surge),
    paid!("its spectacle cost was paid", "this spell 's spectacle cost was paid", Spectacle),
    paid!("its madness cost was paid", "this spell 's madness cost was paid", Madness),
    paid!("its sneak cost was paid", "this spell 's sneak cost was paid", Sneak),
];

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "it was bargained" () => |c| { c.unpaid = Some(c.targets.len()); c.event.then_some(Condition::Paid(0)) },
        |c, cond| if c.bargains && c.event && cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "this spell was bargained" () => |c| { c.unpaid = Some(c.targets.len()); c.face.is_spell().then_some(Condition::Paid(0)) },
        |c, cond| if c.bargains && c.face.is_spell() && cond == Condition::Paid(0) { vec![()] } else { Vec::new() }; ""),
    rule!(Adj: "monstrous" () <=> {Filter::Designated(Designation::Monstrous)}; "monstrous"),
    rule!(Adj: "renowned" () <=> {Filter::Designated(Designation::Renowned)}; "renowned"),
    rule!(Adj: "saddled" () <=> {Filter::Designated(Designation::Saddled)}; "saddled"),
];
