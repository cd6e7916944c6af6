//! Cards that may be cast from the graveyard by their own words (CR 601.3b).

use crate::cards::oracle::grammar::help::permit;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

fn from_graveyard(keyword: Option<CastBy>, only_if: Condition) -> AbilityDef {
    let mut rule = permit(Objects::The(Obj::This), true, None);
    if let GameRule::Permit { by, .. } = &mut rule {
        *by = keyword;
    }
    AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Rule(rule), from: ZoneKind::Graveyard })
}

fn condition_of(def: &AbilityDef) -> Option<Condition> {
    match def {
        AbilityDef::Static(StaticDef { only_if, .. }) if *def == from_graveyard(None, only_if.clone()) => {
            Some(only_if.clone())
        }
        _ => None,
    }
}

/// One card from outside the game may be played this turn (CR 400.11).
fn outside() -> Vec<Instruction> {
    let rule = permit(Objects::In(ZoneOf::Outside(Who::You), Filter::Any), false, None);
    vec![Instruction::Continuous(StaticEffect::Rule(rule), Duration::OnceThisTurn)]
}

macro_rules! by {
    ($words:literal, $by:ident) => {
        rule!(Static: $words () => |_| Some(from_graveyard(Some(CastBy::$by), Condition::Always)),
            |_, d: &_| if *d == from_graveyard(Some(CastBy::$by), Condition::Always) { vec![()] } else { Vec::new() }; "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "you may play a card you own from outside the game this turn" () => |_| Some(outside()),
        |_, e: &_| if *e == outside() { vec![()] } else { Vec::new() }; "you may play a card you own from outside the game this turn"),
    rule!(Static: "you may cast this card from your graveyard ." () => |_| Some(from_graveyard(None, Condition::Always)),
        |_, d: &_| if condition_of(d) == Some(Condition::Always) { vec![()] } else { Vec::new() }; "you may cast this card from your graveyard."),
    rule!(Static: "you may cast this card from your graveyard as long as {cond} ." (cond: Conds) => |_, cond| (cond != Condition::Always).then(|| from_graveyard(None, cond)),
        |_, d: &_| condition_of(d).filter(|cond| *cond != Condition::Always).map(|cond| (cond,)).into_iter().collect(); "you may cast this card from your graveyard as long as you control an artifact."),
    alternate!(Static: "you may cast this card from your graveyard if {cond} ." (cond: Conds) => |_, cond| (cond != Condition::Always).then(|| from_graveyard(None, cond)); "you may cast this card from your graveyard if you control an artifact."),
    alternate!(Static: "as long as {cond} , you may cast this card from your graveyard ." (cond: Conds) => |_, cond| (cond != Condition::Always).then(|| from_graveyard(None, cond)); "as long as you control an artifact, you may cast this card from your graveyard."),
    by!("you may cast this card from your graveyard using its bestow ability .", Bestow),
    by!("you may cast this card from your graveyard using its blitz ability .", Blitz),
    by!("you may cast this card from your graveyard using its mutate ability .", Mutate),
    by!("you may cast this card from your graveyard using its warp ability .", Warp),
];
