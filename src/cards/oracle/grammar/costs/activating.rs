//! When and with what abilities of permanents can be activated, and which lands could produce mana of a type.

use crate::cards::oracle::grammar::statics::blocks::must;
use crate::cards::oracle::grammar::statics::{ability, affect};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// What all such permanents of the player may do.
fn all(what: Filter, rule: ObjectRule) -> AbilityDef {
    ability(affect(Objects::All(what), must(rule)), Condition::Always)
}

fn is_all(def: &AbilityDef, rule: ObjectRule) -> Vec<(Filter,)> {
    let one = |(what, mods)| match what {
        Objects::All(what) if mods == must(rule.clone()) => Some((what,)),
        _ => None,
    };
    statics::always(def).into_iter().filter_map(one).collect()
}

fn own_loyalty(only_if: Condition) -> AbilityDef {
    ability(affect(Objects::The(Obj::This), must(ObjectRule::LoyaltyAsInstant)), only_if)
}

fn is_own_loyalty(def: &AbilityDef) -> Option<Condition> {
    match def {
        AbilityDef::Static(StaticDef { only_if, .. }) if *def == own_loyalty(only_if.clone()) => Some(only_if.clone()),
        _ => None,
    }
}

/// CR 606.3: two of its loyalty abilities each turn.
fn twice() -> AbilityDef {
    ability(affect(Objects::The(Obj::This), must(ObjectRule::LoyaltyTwice)), Condition::Always)
}

/// CR 702.142a: in the turns of the player such creatures boast twice.
fn boasts(what: Filter) -> AbilityDef {
    ability(affect(Objects::All(what), must(ObjectRule::BoastsTwice)), Condition::TurnOf(Who::You))
}

fn is_boasts(def: &AbilityDef) -> Vec<(Filter,)> {
    match def {
        AbilityDef::Static(StaticDef { effect: StaticEffect::Affect(Objects::All(what), _), .. })
            if *def == boasts(what.clone()) =>
        {
            vec![(what.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// The type of mana that is one symbol.
fn kind(mana: &ManaCost) -> Option<ManaType> {
    match mana.0.as_slice() {
        [ManaSymbol::Typed(kind)] => Some(*kind),
        _ => None,
    }
}

fn symbol(kind: ManaType) -> ManaCost {
    ManaCost([ManaSymbol::Typed(kind)].into_iter().collect())
}

fn snow_or(mana: ManaType) -> Filter {
    Filter::Or(vec![Filter::Supertype(Supertypes::SNOW), Filter::CouldProduce(mana)])
}

pub(super) const RULES: &[Rule] = &[
    rule!(Static: "{what.p} can boast twice during each of your turns rather than once ." (what: Noun) => |_, what| is_yours(&what).then(|| boasts(what)),
        |_, d: &_| is_boasts(d); "creatures you control can boast twice during each of your turns rather than once."),
    rule!(Static: "you may activate abilities of {what.p} as though those creatures had haste ." (what: Noun) => |_, what| is_yours(&what).then(|| all(what, ObjectRule::ActivatesAsHasty)),
        |_, d: &_| is_all(d, ObjectRule::ActivatesAsHasty); "you may activate abilities of creatures you control as though those creatures had haste."),
    rule!(Static: "you may activate abilities of other {what.p} as though those creatures had haste ." (what: Noun) => |_, what| is_yours(&what).then(|| all(help::with(what, help::other()), ObjectRule::ActivatesAsHasty)),
        |_, d: &_| is_all(d, ObjectRule::ActivatesAsHasty).into_iter().filter_map(|(what,)| help::without(&what, &help::other()).map(|what| (what,))).collect(); "you may activate abilities of other creatures you control as though those creatures had haste."),
    rule!(Static: "you may activate loyalty abilities of {what.p} on any player 's turn any time you could cast a instant ." (what: Noun) => |_, what| is_yours(&what).then(|| all(what, ObjectRule::LoyaltyAsInstant)),
        |_, d: &_| is_all(d, ObjectRule::LoyaltyAsInstant); "you may activate loyalty abilities of planeswalkers you control on any player's turn any time you could cast an instant."),
    rule!(Static: "you may activate loyalty abilities of {this} on any player 's turn any time you could cast a instant ." (this: Self_) => |_, _| Some(own_loyalty(Condition::Always)),
        |_, d: &_| is_own_loyalty(d).filter(|only_if| *only_if == Condition::Always).map(|_| (Obj::This,)).into_iter().collect(); ""),
    rule!(Static: "you may activate the loyalty abilities of {this} twice each turn rather than only once ." (this: Self_) => |_, _| Some(twice()),
        |_, d: &_| if *d == twice() { vec![(Obj::This,)] } else { Vec::new() }; ""),
    rule!(Static: "as long as {cond} , you may activate {this} 's loyalty abilities any time you could cast a instant ." (cond: Conds, this: Self_) => |_, cond, _| Some(own_loyalty(cond)),
        |_, d: &_| is_own_loyalty(d).filter(|only_if| *only_if != Condition::Always).map(|cond| (cond, Obj::This)).into_iter().collect(); ""),
    alternate!(Static: "as long as {cond} , you may activate her loyalty abilities any time you could cast a instant ." (cond: Conds) => |_, cond| Some(own_loyalty(cond)); ""),
    rule!(Post: "that could produce {mana}" (mana: Mana) => |_, mana| kind(&mana).map(Filter::CouldProduce),
        |_, f: &_| match f { Filter::CouldProduce(kind) => vec![(symbol(*kind),)], _ => Vec::new() }; "that could produce {C}"),
    rule!(Post: "that is snow or could produce {mana}" (mana: Mana) => |_, mana| kind(&mana).map(snow_or),
        |_, f: &_| is_snow_or(f).map(|kind| (symbol(kind),)).into_iter().collect(); "that is snow or could produce {C}"),
];

fn is_snow_or(filter: &Filter) -> Option<ManaType> {
    let Filter::Or(list) = filter else { return None };
    match list.as_slice() {
        [_, Filter::CouldProduce(mana)] if snow_or(*mana) == *filter => Some(*mana),
        _ => None,
    }
}

/// Whether they are the player's own.
pub(in crate::cards::oracle::grammar) fn is_yours(what: &Filter) -> bool {
    help::parts(what.clone()).contains(&Filter::Controlled(Who::You))
}
