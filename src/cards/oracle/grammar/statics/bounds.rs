//! What players can't do: attack with more than N creatures (CR 508.1c), activate abilities (602.5), counter such spells (101.2).

use crate::cards::def::Rule as GameRule;
use crate::cards::oracle::grammar::help::{n, with, without};
use crate::cards::oracle::grammar::statics::{affect, game_rule, is_rule};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

/// No more creatures attack in a combat, or attack the player.
fn limit(who: Option<Who>, most: &Quantity) -> Option<AbilityDef> {
    match most {
        Quantity::N(most) => Some(game_rule(GameRule::AttackLimit { who, most: u16::try_from(*most).ok()? })),
        _ => None,
    }
}

fn is_limit(def: &AbilityDef, whom: Option<Who>) -> Option<Quantity> {
    match is_rule(def)? {
        GameRule::AttackLimit { who, most } if who == whom => Some(n(i32::from(most))),
        _ => None,
    }
}

fn several(def: &AbilityDef, whom: Option<Who>) -> Vec<(Quantity,)> {
    is_limit(def, whom).filter(|most| *most != n(1)).map(|most| (most,)).into_iter().collect()
}

fn single(def: &AbilityDef, whom: Option<Who>) -> Vec<()> {
    is_limit(def, whom).filter(|most| *most == n(1)).map(|_| ()).into_iter().collect()
}

/// Loyalty abilities of planeswalkers can't be activated.
const fn silent(who: Who) -> GameRule {
    GameRule::CantActivateAbilities { who, of: Filter::Type(CardTypes::PLANESWALKER), what: AbilitySort::Loyalty }
}

/// Opponents neither cast spells nor activate loyalty abilities of planeswalkers this turn.
fn revel() -> Vec<Instruction> {
    let rules = [GameRule::CantCast(Who::EachOpponent, Filter::Any), silent(Who::EachOpponent)];
    rules.into_iter().map(|rule| Instruction::Continuous(StaticEffect::Rule(rule), Duration::EndOfTurn)).collect()
}

/// Such spells of the player can't be countered by such others for the turn, later ones neither (CR 611.2c).
fn firm(spells: Filter, by: Filter) -> Vec<Instruction> {
    let mine = with(with(spells, Filter::Controlled(Who::You)), Filter::Spell);
    let rules = vec![Modification::Rule(ObjectRule::CantBeCounteredBy(with(by, Filter::Spell)))];
    vec![Instruction::Continuous(affect(Objects::In(ZoneOf::Stack, mine), rules), Duration::EndOfTurn)]
}

fn is_firm(effects: &[Instruction]) -> Option<(Filter, Filter)> {
    let [Instruction::Continuous(StaticEffect::Affect(Objects::In(_, spells), mods), _)] = effects else { return None };
    let [Modification::Rule(ObjectRule::CantBeCounteredBy(by))] = mods.as_slice() else { return None };
    let by = without(by, &Filter::Spell)?;
    let spells = without(&without(spells, &Filter::Spell)?, &Filter::Controlled(Who::You))?;
    (firm(spells.clone(), by.clone()) == effects).then_some((spells, by))
}

/// Power greater than the base power (CR 208.4b).
fn raised() -> Filter {
    Filter::Power(Cmp::Gt, Quantity::BasePower(Obj::It))
}

fn searched() -> Condition {
    Condition::ThisTurn(Fact::Searched(Who::EachOpponent))
}

/// Something like that was declared as an attacker in this combat (CR 508.1).
fn attacked(what: Filter) -> Condition {
    Condition::Exists(Objects::ThisTurn(Deed::AttackedThisCombat, Box::new(what)))
}

fn who_attacked(cond: &Condition) -> Option<Filter> {
    match cond {
        Condition::Exists(Objects::ThisTurn(Deed::AttackedThisCombat, what)) => Some((**what).clone()),
        _ => None,
    }
}

fn both_attacked(cond: &Condition) -> Option<(Filter, Filter)> {
    let Condition::And(list) = cond else { return None };
    let [first, second] = list.as_slice() else { return None };
    Some((who_attacked(first)?, who_attacked(second)?))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "{this} attacked this combat" (this: Self_) => |_, this| Some(attacked(Filter::Is(this))),
        |_, c: &_| if who_attacked(c) == Some(Filter::Is(Obj::This)) { vec![(Obj::This,)] } else { Vec::new() }; "this creature attacked this combat"),
    rule!(Cond: "a {a.s} and a {b.s} attacked this combat" (a: Noun, b: Noun) => |_, a, b| Some(Condition::And(vec![attacked(a), attacked(b)])),
        |_, c: &_| both_attacked(c).into_iter().collect(); "a Pirate and a Vehicle attacked this combat"),
    rule!(CardPost: "with power greater than its base power" () => |_| Some(raised()), |_, f: &_| if *f == raised() { vec![()] } else { Vec::new() };
        "with power greater than its base power"),
    rule!(Cond: "a opponent searched their library this turn" () => |_| Some(searched()), |_, c: &_| if *c == searched() { vec![()] } else { Vec::new() };
        "an opponent searched their library this turn"),
    rule!(Static: "no more than one creature can attack each combat ." () => |_| limit(None, &n(1)), |_, d: &_| single(d, None);
        "no more than one creature can attack each combat."),
    rule!(Static: "no more than {most} creatures can attack each combat ." (most: Count) => |_, most| if most == n(1) { None } else { limit(None, &most) },
        |_, d: &_| several(d, None); "no more than two creatures can attack each combat."),
    rule!(Static: "no more than one creature can attack you each combat ." () => |_| limit(Some(Who::You), &n(1)), |_, d: &_| single(d, Some(Who::You));
        "no more than one creature can attack you each combat."),
    rule!(Static: "no more than {most} creatures can attack you each combat ." (most: Count) => |_, most| if most == n(1) { None } else { limit(Some(Who::You), &most) },
        |_, d: &_| several(d, Some(Who::You)); "no more than two creatures can attack you each combat."),
    rule!(Static: "players can't activate planeswalkers ' loyalty abilities ." () => |_| Some(game_rule(silent(Who::EachPlayer))),
        |_, d: &_| if is_rule(d) == Some(silent(Who::EachPlayer)) { vec![()] } else { Vec::new() }; "players can't activate planeswalkers' loyalty abilities."),
    rule!(Said: "your opponents can't cast spells or activate planeswalkers ' loyalty abilities this turn" () => |_| Some(revel()), |_, e: &_| if *e == revel() { vec![()] } else { Vec::new() };
        "your opponents can't cast spells or activate planeswalkers' loyalty abilities this turn"),
    rule!(Said: "{spells.p} you control can't be countered by {by.p} this turn" (spells: SpellNoun, by: SpellNoun) => |_, spells, by| (by != Filter::Any).then(|| firm(spells, by)),
        |_, e: &_| is_firm(e).into_iter().collect(); "creature spells you control can't be countered by blue spells this turn"),
    rule!(Cant: "can't be the target|targets of {by.p}" (by: SpellNoun) => |_, by| (by != Filter::Any).then(|| ObjectRule::CantBeTargetedBy(with(by, Filter::Spell))),
        |_, r: &_| match r { ObjectRule::CantBeTargetedBy(by) => without(by, &Filter::Spell).filter(|by| *by != Filter::Any).map(|by| (by,)).into_iter().collect(), _ => Vec::new() };
        "can't be the target of Aura spells"),
];
