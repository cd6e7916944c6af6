//! Mana costs, what spells cost less or nothing, mana of the colours of an exiled card.

use crate::cards::oracle::grammar::help::{generic, mana, n, this};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

type GameRule = crate::cards::def::Rule;

/// The spell costs more than one mana less for each of several things.
fn less_for_each(context: &Context, cost: &ManaCost, each: Quantity) -> Option<AbilityDef> {
    let less = generic(cost).filter(|less| *less > 1)?;
    let times = Quantity::Times(Box::new(n(less)), Box::new(each));
    Some(statics::own_cost(context, GameRule::CostsLess(Who::You, this(), times), Condition::Always))
}

fn is_less_for_each(context: &Context, def: &AbilityDef) -> Vec<(ManaCost, Quantity)> {
    let Some((GameRule::CostsLess(_, _, Quantity::Times(less, each)), _)) = statics::is_own_cost(def.clone()) else {
        return Vec::new();
    };
    let Quantity::N(less) = *less else { return Vec::new() };
    let Some(cost) = mana(less) else { return Vec::new() };
    if less_for_each(context, &cost, (*each).clone()).as_ref() == Some(def) { vec![(cost, *each)] } else { Vec::new() }
}

/// No spell of the player was cast before in the game (CR 601.2i).
fn first_of_game() -> Condition {
    Condition::Compare(Quantity::SpellsThisGame(Who::You), Cmp::Eq, n(0))
}

/// CR 202.1: one mana cost or another.
fn costs(a: ManaCost, b: ManaCost) -> Filter {
    Filter::Or(vec![Filter::ManaCost(a), Filter::ManaCost(b)])
}

fn are_costs(filter: &Filter) -> Vec<(ManaCost, ManaCost)> {
    match filter {
        Filter::Or(list) => match list.as_slice() {
            [Filter::ManaCost(a), Filter::ManaCost(b)] => vec![(a.clone(), b.clone())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// One mana of a colour of what the card itself has exiled (CR 607.2a).
fn of_exiled(context: &Context) -> Option<ManaProduced> {
    let knows = !context.face.is_spell() && context.face.grantee.is_none();
    knows.then(|| ManaProduced::AnyColorAmong(Box::new(Objects::Linked)))
}

pub(super) const RULES: &[Rule] = &[
    alternate!(Line: "if this spell is the first spell you've cast this game , you may cast it without paying its mana cost ." ()
        => |c| c.face.is_spell().then(|| vec![AbilityDef::AlternativeCost(AlternativeDef::plain(Cost(Vec::new()), first_of_game()))]); ""),
    rule!(Static: "this spell costs {mana} less to cast for each {each.s} ." (mana: Mana, each: Each) => |c, mana, each| less_for_each(c, &mana, each), |c, d: &_| is_less_for_each(c, d); ""),
    rule!(Cond: "this spell is the first spell you've cast this game" () => |c| c.face.is_spell().then(first_of_game), |c, cond: &_| if c.face.is_spell() && *cond == first_of_game() { vec![()] } else { Vec::new() }; ""),
    rule!(CardPost: "with mana cost {cost}" (cost: Mana) => |_, cost| Some(Filter::ManaCost(cost)), |_, f| match f { Filter::ManaCost(cost) => vec![(cost,)], _ => Vec::new() }; "with mana cost {1}"),
    rule!(CardPost: "with mana cost {a} or {b}" (a: Mana, b: Mana) => |_, a, b| Some(costs(a, b)), |_, f: &_| are_costs(f); "with mana cost {0} or {1}"),
    rule!(Adds: "one mana of any of the exiled card 's colors" () => |c| of_exiled(c), |c, m: &_| if of_exiled(c).as_ref() == Some(m) { vec![()] } else { Vec::new() }; ""),
];
