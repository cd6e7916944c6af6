//! What spells cost, and when they may be cast.

use crate::cards::oracle::grammar::help::n;
use crate::cards::oracle::grammar::statics::ability;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

fn this() -> Filter {
    Filter::Is(Obj::This)
}

/// The spell itself costs as much less as a number is.
fn less(context: &Context, value: Quantity) -> AbilityDef {
    let from = if context.face.is_spell() { ZoneKind::Battlefield } else { ZoneKind::Stack };
    let effect = StaticEffect::Rule(GameRule::CostsLess(Who::You, this(), value));
    AbilityDef::Static(StaticDef { only_if: Condition::Always, effect, from })
}

fn is_less(context: &Context, def: &AbilityDef) -> Vec<(Quantity,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::CostsLess(_, _, value)), .. })
            if *def == less(context, value.clone()) && !matches!(value, Quantity::N(_)) =>
        {
            vec![(value.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// A rule of the game as long as a condition holds.
fn while_so(rule: GameRule, only_if: Condition) -> AbilityDef {
    ability(StaticEffect::Rule(rule), only_if)
}

fn silence(spells: Filter) -> AbilityDef {
    while_so(GameRule::CantCast(Who::EachOpponent, spells), Condition::TurnOf(Who::You))
}

fn is_silence(def: &AbilityDef) -> Vec<(Filter,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Rule(GameRule::CantCast(_, spells)), .. })
            if *def == silence(spells.clone()) =>
        {
            vec![(spells.clone(),)]
        }
        _ => Vec::new(),
    }
}

fn generic(mana: &ManaCost) -> Option<Quantity> {
    match mana.0.as_slice() {
        [ManaSymbol::Generic(number)] => Some(n(i32::from(*number))),
        _ => None,
    }
}

fn cheaper(spells: Filter, mana: &ManaCost, only_if: Condition) -> Option<AbilityDef> {
    Some(while_so(GameRule::CostsLess(Who::You, spells, generic(mana)?), only_if))
}

fn is_cheaper(def: &AbilityDef) -> Vec<(Filter, ManaCost, Condition)> {
    match def {
        AbilityDef::Static(StaticDef {
            only_if,
            effect: StaticEffect::Rule(GameRule::CostsLess(Who::You, spells, Quantity::N(number))),
            from: ZoneKind::Battlefield,
        }) if *only_if != Condition::Always && *spells != this() => {
            let Ok(number) = u8::try_from(*number) else { return Vec::new() };
            let mana = ManaCost([ManaSymbol::Generic(number)].into_iter().collect());
            vec![(spells.clone(), mana, only_if.clone())]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "this spell costs {mana} less to cast , where X is {value} ." (mana: Mana, value: Value_)
        => |c, mana, value| (mana.0.as_slice() == [ManaSymbol::X]).then(|| less(c, value)),
        |c, d| is_less(c, &d).into_iter().map(|(value,)| (ManaCost([ManaSymbol::X].into_iter().collect()), value)).collect();
        "this spell costs {X} less to cast, where X is the greatest power among creatures you control."),
    rule!(Static: "your opponents can't cast {spells.p} during your turn ." (spells: SpellNoun) => |_, spells| Some(silence(spells)), |_, d| is_silence(&d);
        "your opponents can't cast spells during your turn."),
    alternate!(Static: "during your turn , your opponents can't cast {spells.p} ." (spells: SpellNoun) => |_, spells| Some(silence(spells)); ""),
    rule!(Static: "{spells.p} you cast cost {mana} less to cast as long as {cond} ." (spells: SpellNoun, mana: Mana, cond: Conds) => |_, spells, mana, cond| cheaper(spells, &mana, cond),
        |_, d| is_cheaper(&d); "creature spells you cast cost {1} less to cast as long as you control an artifact."),
    alternate!(Static: "as long as {cond} , {spells.p} you cast cost {mana} less to cast ." (cond: Conds, spells: SpellNoun, mana: Mana) => |_, cond, spells, mana| cheaper(spells, &mana, cond); ""),
];
