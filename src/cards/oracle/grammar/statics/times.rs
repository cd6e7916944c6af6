//! When spells may be cast (CR 601.3, 506.7).

use crate::cards::oracle::grammar::lines::in_combat;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

fn both(a: Condition, b: Condition) -> Vec<AbilityDef> {
    vec![AbilityDef::CastOnlyIf(Condition::And(vec![a, b]))]
}

/// CR 508.6: a creature was declared as attacking you in this combat phase, which has one declare attackers step.
fn attacked() -> Condition {
    let attackers = Box::new(Filter::AttackingPlayer(Who::You));
    Condition::Exists(Objects::ThisTurn(Deed::AttackedThisCombat, attackers))
}

const OPPONENTS: Condition = Condition::TurnOf(Who::EachOpponent);
const YOURS: Condition = Condition::TurnOf(Who::You);

macro_rules! only {
    ($words:literal, $a:expr, $b:expr) => {
        rule!(Line: $words () => |_| Some(both($a, $b)), |_, list: &_| if *list == both($a, $b) { vec![()] } else { Vec::new() }; $words)
    };
}

/// CR 601.3: the card itself can be cast only so.
fn only_if(so: Condition) -> Vec<AbilityDef> {
    vec![AbilityDef::CastOnlyIf(so)]
}

/// Whether what is asked can be known before anything of the spell is chosen.
fn known(context: &Context, so: &Condition) -> bool {
    context.targets.is_empty() && *so != Condition::Always
}

/// CR 500.1: in one of a player's first turns.
fn early() -> Condition {
    let turns = Condition::Compare(Quantity::TurnsBegun(Who::You), Cmp::Le, help::n(3));
    Condition::Not(Box::new(Condition::And(vec![YOURS, turns])))
}

pub(super) const RULES: &[Rule] = &[
    // ---- by its name
    alternate!(Line: "you can't cast {this} unless {cond} ." (this: Self_, cond: Cond) => |c, _, cond| known(c, &cond).then(|| only_if(cond)); ""),
    alternate!(Line: "you can't cast {this} if {cond} ." (this: Self_, cond: Cond) => |c, _, cond| known(c, &cond).then(|| only_if(Condition::Not(Box::new(cond)))); ""),
    rule!(Line: "you can't cast {this} during your first , second , or third turns of the game ." (this: Self_) => |_, _| Some(only_if(early())),
        |_, list: &_| if *list == only_if(early()) { vec![(Obj::This,)] } else { Vec::new() }; ""),
    // ---- by the time
    only!(
        "cast this spell only during the declare attackers step and only if you've been attacked this step .",
        Condition::During(StepName::DeclareAttackers),
        attacked()
    ),
    only!("cast this spell only during combat on a opponent 's turn .", in_combat(), OPPONENTS),
    only!("cast this spell only during combat on your turn .", in_combat(), YOURS),
    only!(
        "cast this spell only during the declare blockers step on a opponent 's turn .",
        Condition::During(StepName::DeclareBlockers),
        OPPONENTS
    ),
    only!("cast this spell only during a opponent 's upkeep .", OPPONENTS, Condition::During(StepName::Upkeep)),
];
