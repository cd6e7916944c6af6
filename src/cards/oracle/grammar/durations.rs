//! How long something lasts.

use super::super::syntax::{Rule, rule};
use super::*;

pub(super) const RULES: &[Rule] = &[
    rule!(Dur: "until end of turn" () <=> {Duration::EndOfTurn}; "until end of turn"),
    rule!(Dur: "until end of combat" () <=> {Duration::EndOfCombat}; "until end of combat"),
    rule!(Dur: "until your next turn" () <=> {Duration::UntilTurnOf(Who::You)}; "until your next turn"),
    rule!(Dur: "until the end of your next turn" () <=> {Duration::UntilEndOfNextTurnOf(Who::You)}; "until the end of your next turn"),
];
