//! Life totals that can't change (CR 119.7, 119.8), games that can't be lost or won (104.2b, 104.3).

use crate::cards::oracle::grammar::statics::game_rule;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// You can neither gain nor lose life.
fn fixed() -> [GameRule; 2] {
    [GameRule::CantGainLife(Who::You), GameRule::CantLoseLife(Who::You)]
}

fn fixed_always() -> Vec<AbilityDef> {
    fixed().map(game_rule).to_vec()
}

/// The game ends neither by a loss of yours nor by a win of an opponent.
fn safe_from_the_end() -> Vec<AbilityDef> {
    vec![game_rule(GameRule::CantLose(Who::You)), game_rule(GameRule::CantWin(Who::EachOpponent))]
}

/// For a while, together with other effects that last as long.
fn fixed_for(duration: &Duration, others: Vec<Instruction>) -> Vec<Instruction> {
    let begin = |rule| Instruction::Continuous(StaticEffect::Rule(rule), duration.clone());
    fixed().map(begin).into_iter().chain(others).collect()
}

/// The duration, and the other effects, which all last as long.
fn is_fixed_for(effects: &[Instruction]) -> Option<(Duration, Vec<Instruction>)> {
    let (Instruction::Continuous(_, duration), others) = (effects.first()?, effects.get(2..)?) else { return None };
    let lasts = |e: &Instruction| matches!(e, Instruction::Continuous(_, other) if other == duration);
    let all = others.iter().all(lasts) && fixed_for(duration, others.to_vec()) == effects;
    all.then(|| (duration.clone(), others.to_vec()))
}

fn protected() -> StaticEffect {
    StaticEffect::Rule(GameRule::PlayerProtection(Who::You, Filter::Any))
}

/// With protection from everything.
fn safe(duration: Duration) -> Vec<Instruction> {
    let protection = Instruction::Continuous(protected(), duration.clone());
    fixed_for(&duration, vec![protection])
}

/// With changes of objects.
fn shielded(duration: Duration, what: Objects, mods: Vec<Modification>) -> Vec<Instruction> {
    let change = Instruction::Continuous(StaticEffect::Affect(what, mods), duration.clone());
    fixed_for(&duration, vec![change])
}

fn is_shielded(effects: &[Instruction]) -> Vec<(Duration, Objects, Vec<Modification>)> {
    let Some((duration, others)) = is_fixed_for(effects) else { return Vec::new() };
    match others.as_slice() {
        [Instruction::Continuous(StaticEffect::Affect(what, mods), _)] => vec![(duration, what.clone(), mods.clone())],
        _ => Vec::new(),
    }
}

macro_rules! says {
    ($words:literal, $rule:expr) => {
        rule!(Static: $words () => |_| Some(game_rule($rule)), |_, d: &_| if *d == game_rule($rule) { vec![()] } else { Vec::new() }; $words)
    };
}

pub(super) const RULES: &[Rule] = &[
    says!("you can't gain life .", GameRule::CantGainLife(Who::You)),
    says!("you can't lose life .", GameRule::CantLoseLife(Who::You)),
    says!("players can't lose life .", GameRule::CantLoseLife(Who::EachPlayer)),
    says!("you can't lose the game .", GameRule::CantLose(Who::You)),
    says!("your opponents can't win the game .", GameRule::CantWin(Who::EachOpponent)),
    alternate!(Line: "you can't lose the game and your opponents can't win the game ." () => |_| Some(safe_from_the_end()); "you can't lose the game and your opponents can't win the game."),
    alternate!(Line: "your life total can't change ." () => |_| Some(fixed_always()); "your life total can't change."),
    rule!(Said: "{dur} , your life total can't change and you gain protection from everything" (dur: Dur) => |_, dur| Some(safe(dur)),
        |_, e: &_| is_fixed_for(e).filter(|(dur, _)| *e == safe(dur.clone())).map(|(dur, _)| (dur,)).into_iter().collect();
        "until your next turn, your life total can't change and you gain protection from everything"),
    rule!(Said: "{dur} , your life total can't change , and {what#} {mods#}" (dur: Dur, what: SubjObjs, mods: Mods) => |_, dur, what, mods| Some(shielded(dur, what, mods)),
        |_, e: &_| is_shielded(e); "until end of turn, your life total can't change, and creatures you control gain hexproof"),
];
