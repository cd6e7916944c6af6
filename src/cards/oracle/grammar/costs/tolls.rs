//! What it costs to block (CR 509.1c).

use crate::cards::def::Rule as GameRule;
use crate::cards::oracle::grammar::statics::boards::{is_toll, toll};
use crate::cards::oracle::grammar::statics::{ability, game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

const CREATURES: Filter = Filter::Type(CardTypes::CREATURE);

/// Blocking costs something for each creature that does.
fn tax(blockers: Filter, attackers: Filter, cost: Cost) -> AbilityDef {
    game_rule(GameRule::BlockTax { blockers, attackers, cost })
}

fn is_tax(def: &AbilityDef) -> Option<(Filter, Filter, Cost)> {
    match is_rule(def) {
        Some(GameRule::BlockTax { blockers, attackers, cost }) => Some((blockers, attackers, cost)),
        _ => None,
    }
}

/// What it costs, if it is mana alone.
pub(in crate::cards::oracle::grammar) fn mana(cost: &Cost) -> Option<ManaCost> {
    match cost.0.as_slice() {
        [CostPart::Mana(mana)] => Some(mana.clone()),
        _ => None,
    }
}

pub(super) fn of_mana(mana: ManaCost) -> Option<Cost> {
    (mana.x_count() == 0).then(|| Cost(vec![CostPart::Mana(mana)]))
}

/// X generic mana.
fn x_mana() -> Cost {
    let one = CostPart::Mana(ManaCost([ManaSymbol::Generic(1)].into_iter().collect()));
    Cost(vec![CostPart::Times(Quantity::X, Box::new(Cost(vec![one])))])
}

fn life(cost: &Cost) -> Option<i32> {
    match cost.0.as_slice() {
        [CostPart::PayLife(Quantity::N(m))] => Some(*m),
        _ => None,
    }
}

/// Neither attacking nor blocking with it is free.
fn both(creature: Filter, cost: Cost) -> Vec<AbilityDef> {
    vec![toll(creature.clone(), cost.clone()), tax(creature, Filter::Any, cost)]
}

fn are_both(list: &[AbilityDef], creature: Filter) -> Option<Cost> {
    let (found, cost) = is_toll(list.first()?)?;
    (found == creature && list == both(creature, cost.clone())).then_some(cost)
}

/// A tax, a permission or a prohibition that is there as long as a condition holds.
fn while_so(def: &AbilityDef, cond: Condition) -> Option<AbilityDef> {
    let rule = is_rule(def).filter(|rule| {
        matches!(
            rule,
            GameRule::AttackTax { .. }
                | GameRule::BlockTax { .. }
                | GameRule::Flash(..)
                | GameRule::CantCast(..)
                | GameRule::ExtraLands(..)
                | GameRule::Permit { what: Objects::TopOf(..) | Objects::Top(..) | Objects::Only(..), .. }
        )
    })?;
    Some(ability(StaticEffect::Rule(rule), cond))
}

fn is_while(def: &AbilityDef) -> Option<(Condition, AbilityDef)> {
    let AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Rule(rule), .. }) = def else { return None };
    let plain = game_rule(rule.clone());
    let same = *only_if != Condition::Always && while_so(&plain, only_if.clone()).as_ref() == Some(def);
    same.then(|| (only_if.clone(), plain))
}

fn this_turn(blockers: Filter, cost: Cost) -> Vec<Instruction> {
    let rule = GameRule::BlockTax { blockers, attackers: Filter::Any, cost };
    vec![Instruction::Continuous(StaticEffect::Rule(rule), Duration::EndOfTurn)]
}

fn is_this_turn(effects: &[Instruction]) -> Option<(Filter, Cost)> {
    match effects {
        [Instruction::Continuous(StaticEffect::Rule(GameRule::BlockTax { blockers, cost, .. }), _)]
            if effects == this_turn(blockers.clone(), cost.clone()) =>
        {
            Some((blockers.clone(), cost.clone()))
        }
        _ => None,
    }
}

/// Both, as abilities that a creature gains.
fn gained(cost: Cost) -> Vec<Modification> {
    vec![Modification::GainAbilities(both(Filter::Is(Obj::This), cost))]
}

fn is_gained(mods: &[Modification]) -> Option<Cost> {
    match mods {
        [Modification::GainAbilities(list)] => are_both(list, Filter::Is(Obj::This)),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "as long as {cond} , {tax}" (cond: Conds, tax: Static) => |_, cond, def| while_so(&def, cond),
        |_, d: &_| is_while(d).into_iter().collect(); "as long as you control an artifact, creatures can't block unless their controller pays {1} for each of those creatures."),
    rule!(Static: "{noun.p} can't block unless their controller pays {cost} for each of those creatures ." (noun: Noun, cost: Mana) => |_, noun, cost| Some(tax(noun, Filter::Any, of_mana(cost)?)),
        |_, d: &_| is_tax(d).filter(|(_, to, _)| *to == Filter::Any).and_then(|(noun, _, cost)| Some((noun, mana(&cost)?))).into_iter().collect();
        "creatures can't block unless their controller pays {1} for each of those creatures."),
    rule!(Static: "enchanted creature can't be blocked unless defending player pays {cost} for each creature they control that's blocking it ." (cost: Mana)
        => |c, cost| { let cost = of_mana(cost)?; c.face.is("Aura").then(|| tax(CREATURES, Filter::Is(Obj::Host), cost)) },
        |c, d: &_| if c.face.is("Aura") { is_tax(d).filter(|(noun, to, _)| *noun == CREATURES && *to == Filter::Is(Obj::Host)).and_then(|(.., cost)| Some((mana(&cost)?,))).into_iter().collect() } else { Vec::new() }; ""),
    rule!(Static: "{this} can't block {noun.p} unless you {cost.p} ." (this: Self_, noun: Noun, cost: Payment) => |_, _, noun, cost| Some(tax(Filter::Is(Obj::This), noun, cost)),
        |_, d: &_| is_tax(d).filter(|(noun, to, _)| *noun == Filter::Is(Obj::This) && *to != Filter::Any).map(|(_, to, cost)| (Obj::This, to, cost)).into_iter().collect(); ""),
    rule!(Static: "{noun.p} can't block {to.p} unless their controller pays {m} life for each blocking creature they control ." (noun: Noun, to: Noun, m: Digits)
        => |_, noun, to, m| (m > 0).then(|| tax(noun, to, Cost(vec![CostPart::PayLife(Quantity::N(m))]))),
        |_, d: &_| is_tax(d).filter(|(_, to, _)| *to != Filter::Any).and_then(|(noun, to, cost)| Some((noun, to, life(&cost)?))).into_iter().collect();
        "red creatures can't block creatures you control unless their controller pays 2 life for each blocking creature they control."),
    rule!(Static: "{this} can't block unless you {cost.p} ." (this: Self_, cost: Payment) => |_, _, cost| Some(tax(Filter::Is(Obj::This), Filter::Any, cost)),
        |_, d: &_| is_tax(d).filter(|(noun, to, _)| *noun == Filter::Is(Obj::This) && *to == Filter::Any).map(|(.., cost)| (Obj::This, cost)).into_iter().collect(); ""),
    rule!(Static: "enchanted creature can't block unless its controller {cost.s} ." (cost: Payment) => |c, cost| c.face.is("Aura").then(|| tax(Filter::Is(Obj::Host), Filter::Any, cost)),
        |c, d: &_| if c.face.is("Aura") { is_tax(d).filter(|(noun, to, _)| *noun == Filter::Is(Obj::Host) && *to == Filter::Any).map(|(.., cost)| (cost,)).into_iter().collect() } else { Vec::new() }; ""),
    rule!(Line: "{this} can't attack or block unless you {cost.p} ." (this: Self_, cost: Payment) => |_, _, cost| Some(both(Filter::Is(Obj::This), cost)),
        |_, list: &_| are_both(list, Filter::Is(Obj::This)).map(|cost| (Obj::This, cost)).into_iter().collect(); ""),
    rule!(Line: "enchanted creature can't attack or block unless its controller {cost.s} ." (cost: Payment) => |c, cost| c.face.is("Aura").then(|| both(Filter::Is(Obj::Host), cost)),
        |c, list: &_| if c.face.is("Aura") { are_both(list, Filter::Is(Obj::Host)).map(|cost| (cost,)).into_iter().collect() } else { Vec::new() }; ""),
    rule!(Mod: "gains|gain \" {this} can't attack or block unless its controller {cost.s} . \"" (this: Self_, cost: Payment) => |_, _, cost| Some(gained(cost)),
        |_, m: &_| is_gained(m).map(|cost| (Obj::This, cost)).into_iter().collect(); ""),
    rule!(Said: "this turn , {noun.p} can't block unless their controller pays {cost} for each blocking creature they control" (noun: Noun, cost: Mana)
        => |_, noun, cost| Some(this_turn(noun, of_mana(cost)?)),
        |_, e: &_| is_this_turn(e).and_then(|(noun, cost)| Some((noun, mana(&cost)?))).into_iter().collect(); "this turn, creatures can't block unless their controller pays {2} for each blocking creature they control"),
    rule!(Said: "this turn , {noun.p} can't block unless their controller pays {X} for each blocking creature they control" (noun: Noun) => |_, noun| Some(this_turn(noun, x_mana())),
        |_, e: &_| is_this_turn(e).filter(|(_, cost)| *cost == x_mana()).map(|(noun, _)| (noun,)).into_iter().collect(); ""),
];
