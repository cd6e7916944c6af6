//! When a spell can be cast (CR 601.3, 506.7), cards of a single graveyard, whom creatures attack, how many block.

use crate::cards::oracle::grammar::help::{n, not};
use crate::cards::oracle::grammar::lines::in_combat;
use crate::cards::oracle::grammar::nouns::targets::{some_of_one, some_owned};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

fn only(cond: Condition) -> Option<Vec<AbilityDef>> {
    Some(vec![AbilityDef::CastOnlyIf(cond)])
}

fn is_only(list: &[AbilityDef]) -> Option<Condition> {
    match list {
        [AbilityDef::CastOnlyIf(cond)] => Some(cond.clone()),
        _ => None,
    }
}

/// In the combat phase, before its declare blockers step begins.
fn unblocked() -> Condition {
    Condition::Or(vec![Condition::During(StepName::BeginCombat), Condition::During(StepName::DeclareAttackers)])
}

/// In the first combat phase of the turn.
fn first_combat() -> Condition {
    Condition::And(vec![in_combat(), Condition::Compare(Quantity::CombatsThisTurn, Cmp::Eq, n(1))])
}

/// CR 506.7a, d-e: on your turn, before the declare attackers step of its first combat phase begins.
fn before_attackers() -> Condition {
    let first = Condition::Compare(Quantity::CombatsThisTurn, Cmp::Eq, n(1));
    let steps = [StepName::Upkeep, StepName::Draw, StepName::PrecombatMain].map(Condition::During);
    let begun = Condition::And(vec![Condition::During(StepName::BeginCombat), first]);
    Condition::And(vec![Condition::TurnOf(Who::You), Condition::Or(steps.into_iter().chain([begun]).collect())])
}

/// Another spell was cast before: the one that asks is none of them yet (CR 601.2i).
fn another() -> Condition {
    Condition::Compare(Quantity::SpellsThisTurn(Who::You), Cmp::Ge, n(1))
}

fn with_limit(def: ActivatedDef, only_if: Condition) -> Option<ActivatedDef> {
    Some(ActivatedDef { only_if, ..def })
}

fn is_limit(def: &ActivatedDef, cond: &Condition) -> Vec<(ActivatedDef,)> {
    if def.only_if == *cond { vec![(ActivatedDef { only_if: Condition::Always, ..def.clone() },)] } else { Vec::new() }
}

/// What can't block some of the attackers this turn (CR 509.1b).
fn shut(what: Objects, attackers: Filter) -> Option<Instruction> {
    let rule = Modification::Rule(ObjectRule::BlocksOnly(not(attackers)));
    Some(Instruction::Continuous(StaticEffect::Affect(what, vec![rule]), Duration::EndOfTurn))
}

macro_rules! only {
    ($words:literal, $cond:expr) => {
        rule!(Line: $words () => |_| only($cond), |_, list: &_| if is_only(list) == Some($cond) { vec![()] } else { Vec::new() }; $words)
    };
}

macro_rules! limits {
    ($words:literal, $cond:expr) => {
        rule!(Limit: $words (def: Limit_) => |_, def| with_limit(def, $cond), |_, d: &_| is_limit(d, &$cond); "")
    };
}

/// It attacks you or a planeswalker of yours (CR 508.1b).
fn at_you_or_yours() -> Filter {
    let walker = help::yours(Filter::Type(CardTypes::PLANESWALKER));
    Filter::Or(vec![Filter::AttackingPlayer(Who::You), Filter::AttackingWhat(Box::new(walker))])
}

pub(super) const RULES: &[Rule] = &[
    // ---- when
    only!("cast this spell only during combat .", in_combat()),
    only!("cast this spell only during combat before blockers are declared .", unblocked()),
    only!("cast this spell only during combat after blockers are declared .", Condition::BlockersDeclared),
    only!("cast this spell only during the declare attackers step .", Condition::During(StepName::DeclareAttackers)),
    only!("cast this spell only during the declare blockers step .", Condition::During(StepName::DeclareBlockers)),
    only!("cast this spell only during your turn .", Condition::TurnOf(Who::You)),
    only!("cast this spell only during a opponent 's turn .", Condition::TurnOf(Who::EachOpponent)),
    only!("cast this spell only during your turn before attackers are declared .", before_attackers()),
    rule!(Cond: "it's the first combat phase of the turn" () => |_| Some(first_combat()), |_, c: &_| if *c == first_combat() { vec![()] } else { Vec::new() }; "it's the first combat phase of the turn"),
    only!("cast this spell only if you've cast another spell this turn .", another()),
    rule!(Line: "cast this spell only during your {step} ." (step: Step) => |_, step| only(Condition::And(vec![Condition::TurnOf(Who::You), Condition::During(step)])),
        |_, list: &_| match is_only(list) {
            Some(Condition::And(list)) => match list.as_slice() { [Condition::TurnOf(Who::You), Condition::During(step)] => vec![(*step,)], _ => Vec::new() },
            _ => Vec::new(),
        }; "cast this spell only during your end step."),
    rule!(Line: "cast this spell only if {cond} ." (cond: Conds) => |c, cond| (c.mentions.is_empty() && c.targets.is_empty()).then(|| only(cond))?, |_, list: &_| is_only(list).map(|cond| (cond,)).into_iter().collect(); "cast this spell only if you control an artifact."),
    limits!("{def} activate only during your turn , before attackers are declared .", before_attackers()),
    limits!("{def} activate only during combat before blockers are declared .", unblocked()),
    limits!("{def} activate only during combat after blockers are declared .", Condition::BlockersDeclared),
    limits!("{def} activate only during the declare attackers step .", Condition::During(StepName::DeclareAttackers)),
    limits!("{def} activate only during the declare blockers step .", Condition::During(StepName::DeclareBlockers)),
    // ---- cards of one graveyard
    rule!(Targets_: "{count} target {kind.p} from a single graveyard" (count: Count, kind: CardNoun) => |c, count, kind| some_of_one(c, Who::EachPlayer, kind, (count.clone(), count)),
        |c, o: &_| some_owned(c, o, Who::EachPlayer).filter(|(min, max, _)| min == max).map(|(_, max, kind)| (max, kind)).into_iter().collect(); "two target cards from a single graveyard"),
    rule!(Targets_: "up to {count} target {kind.p} from a single graveyard" (count: Count, kind: CardNoun) => |c, count, kind| some_of_one(c, Who::EachPlayer, kind, (n(0), count)),
        |c, o: &_| some_owned(c, o, Who::EachPlayer).filter(|(min, ..)| *min == n(0)).map(|(_, max, kind)| (max, kind)).into_iter().collect(); "up to three target cards from a single graveyard"),
    rule!(Targets_: "{count} target {kind.p} from a opponent 's graveyard" (count: Count, kind: CardNoun) => |c, count, kind| some_of_one(c, Who::EachOpponent, kind, (count.clone(), count)),
        |c, o: &_| some_owned(c, o, Who::EachOpponent).filter(|(min, max, _)| min == max).map(|(_, max, kind)| (max, kind)).into_iter().collect(); "two target cards from an opponent's graveyard"),
    rule!(Targets_: "up to {count} target {kind.p} from a opponent 's graveyard" (count: Count, kind: CardNoun) => |c, count, kind| some_of_one(c, Who::EachOpponent, kind, (n(0), count)),
        |c, o: &_| some_owned(c, o, Who::EachOpponent).filter(|(min, ..)| *min == n(0)).map(|(_, max, kind)| (max, kind)).into_iter().collect(); "up to three target cards from an opponent's graveyard"),
    rule!(Verb: "put {what} on top of their library in any order" (what: Targets_) => |c, what| Some(Instruction::Move { what, to: Destination::LibraryTopBy(Who::You), into: c.variable(), linked: false, until: None }),
        |_, e| match e { Instruction::Move { what: what @ Objects::Targets(_), to: Destination::LibraryTopBy(Who::You), linked: false, until: None, .. } => vec![(what,)], _ => Vec::new() }; "put up to three target cards from an opponent's graveyard on top of their library in any order"),
    // ---- attacking and blocking
    rule!(Post: "attacking you" () <=> {Filter::AttackingPlayer(Who::You)}; "attacking you"),
    rule!(Post: "that's attacking you or a planeswalker you control" () => |_| Some(at_you_or_yours()), |_, f: &_| help::is(f, &at_you_or_yours());
        "that's attacking you or a planeswalker you control"),
    alternate!(Post: "that's attacking you" () => |_| Some(Filter::AttackingPlayer(Who::You)); "that's attacking you"),
    rule!(Cant: "can't attack you" () => |_| Some(ObjectRule::CantAttackPlayer { who: Who::You, planeswalkers: false }),
        |_, r: &_| if *r == (ObjectRule::CantAttackPlayer { who: Who::You, planeswalkers: false }) { vec![()] } else { Vec::new() }; "can't attack you"),
    rule!(Cant: "can't attack you or planeswalkers you control" () => |_| Some(ObjectRule::CantAttackPlayer { who: Who::You, planeswalkers: true }),
        |_, r: &_| if *r == (ObjectRule::CantAttackPlayer { who: Who::You, planeswalkers: true }) { vec![()] } else { Vec::new() }; "can't attack you or planeswalkers you control"),
    rule!(Cant: "can't be blocked by more than one creature" () => |_| Some(ObjectRule::MostBlockers(1)), |_, r: &_| if *r == ObjectRule::MostBlockers(1) { vec![()] } else { Vec::new() }; "can't be blocked by more than one creature"),
    rule!(Cant: "can't be blocked by more than {m} creatures" (m: Words) => |_, m| u8::try_from(m).ok().map(ObjectRule::MostBlockers), |_, r| match r { ObjectRule::MostBlockers(m) if m > 1 => vec![(i32::from(m),)], _ => Vec::new() }; "can't be blocked by more than two creatures"),
    rule!(Cant: "can block any number of creatures" () <=> {ObjectRule::BlocksAnyNumber}; "can block any number of creatures"),
    rule!(Pred: "can't block {this} this turn" (what: Subject, this: Self_) => |_, what, this| shut(what, Filter::Is(this)),
        |_, e: &_| if let Instruction::Continuous(StaticEffect::Affect(what, _), _) = e && shut(what.clone(), Filter::Is(Obj::This)) == Some(e.clone()) { vec![(what.clone(), Obj::This)] } else { Vec::new() }; ""),
    rule!(Pred: "becomes|become blocked" (what: Subject) <=> {Instruction::BecomeBlocked(what)}; ""),
];
