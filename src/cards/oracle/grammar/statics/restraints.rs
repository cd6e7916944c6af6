//! What permanents can't do or be the target of, and what they do in combat (CR 509.1b, 115).

use crate::cards::oracle::grammar::help::{other, sub, with};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, rule};

/// Creatures with more power than the card itself, of which it is said.
fn stronger(context: &Context) -> Option<ObjectRule> {
    let own = context.subject.as_deref() == Some(&Objects::The(Obj::This));
    own.then(|| ObjectRule::CantBeBlockedBy(Filter::Power(Cmp::Gt, Quantity::Power(Obj::This))))
}

/// Whatever opponents control as they choose targets.
fn hostile() -> ObjectRule {
    ObjectRule::CantBeTargetedBy(Filter::Controlled(Who::EachOpponent))
}

fn hostile_abilities() -> ObjectRule {
    let abilities = Filter::And(vec![Filter::IsAbility(AbilitySort::Any), Filter::Controlled(Who::EachOpponent)]);
    ObjectRule::CantBeTargetedBy(abilities)
}

/// Spells like that which opponents control.
fn hostile_spells(spells: Filter) -> ObjectRule {
    ObjectRule::CantBeTargetedBy(with(with(spells, Filter::Spell), Filter::Controlled(Who::EachOpponent)))
}

fn is_hostile_spells(rule: &ObjectRule) -> Option<Filter> {
    let ObjectRule::CantBeTargetedBy(by) = rule else { return None };
    help::without(&help::without(by, &Filter::Controlled(Who::EachOpponent))?, &Filter::Spell)
}

fn other_auras() -> ObjectRule {
    ObjectRule::CantBeAttachedBy(with(sub("Aura"), other()))
}

fn equipment() -> ObjectRule {
    ObjectRule::CantBeAttachedBy(sub("Equipment"))
}

/// CR 508.1d, 509.1c: it attacks if able, and it blocks if able.
fn eager() -> Vec<Modification> {
    vec![Modification::Rule(ObjectRule::AttacksIfAble), Modification::Rule(ObjectRule::BlocksIfAble)]
}

/// Blockers of two sorts.
fn either(a: Filter, b: Filter) -> ObjectRule {
    ObjectRule::CantBeBlockedExceptBy(Filter::Or(vec![a, b]))
}

/// It attacks only those for whom it holds: each is `It` in it (CR 508.1c).
fn only_those(so: Condition) -> ObjectRule {
    ObjectRule::AttacksOnlyIf(so)
}

fn poisoned() -> Condition {
    Condition::Compare(Quantity::PlayerCounters(CounterKind::Poison, Who::It), Cmp::Ge, help::n(1))
}

fn buried(least: Quantity) -> Condition {
    let cards = Quantity::Count(Box::new(Objects::In(ZoneOf::Graveyard(Who::It), Filter::Any)));
    Condition::Compare(cards, Cmp::Ge, least)
}

pub(super) const RULES: &[Rule] = &[
    // ---- attacking
    rule!(Cant: "can't attack unless defending player is poisoned" () => |_| Some(only_those(poisoned())), |_, r: &_| if *r == only_those(poisoned()) { vec![()] } else { Vec::new() };
        "can't attack unless defending player is poisoned"),
    rule!(Cant: "can't attack unless defending player is the monarch" () => |_| Some(only_those(Condition::Monarch(Who::It))), |_, r: &_| if *r == only_those(Condition::Monarch(Who::It)) { vec![()] } else { Vec::new() };
        "can't attack unless defending player is the monarch"),
    rule!(Cant: "can't attack unless defending player has {least} or more cards in their graveyard" (least: Count) => |_, least| Some(only_those(buried(least))),
        |_, r| match r { ObjectRule::AttacksOnlyIf(Condition::Compare(of, cmp, least)) if Condition::Compare(of.clone(), cmp, least.clone()) == buried(least.clone()) => vec![(least,)], _ => Vec::new() };
        "can't attack unless defending player has seven or more cards in their graveyard"),
    // ---- blocking
    rule!(Cant: "can't be blocked by creatures with greater power" () => |c| stronger(c), |c, r: &_| if stronger(c).as_ref() == Some(r) { vec![()] } else { Vec::new() }; ""),
    rule!(Cant: "can't be blocked except by {a.p} and/or {b.p}" (a: Noun, b: Noun) => |_, a, b| (matches!(a, Filter::And(_)) && matches!(b, Filter::And(_))).then(|| either(a, b)),
        |_, r| match r { ObjectRule::CantBeBlockedExceptBy(Filter::Or(list)) => match list.as_slice() { [a @ Filter::And(_), b @ Filter::And(_)] => vec![(a.clone(), b.clone())], _ => Vec::new() }, _ => Vec::new() };
        "can't be blocked except by artifact creatures and/or red creatures"),
    rule!(Cant: "can block a additional {m} creatures each combat" (m: Words) => |_, m| u8::try_from(m).ok().map(ObjectRule::BlocksAdditional),
        |_, r| match r { ObjectRule::BlocksAdditional(m) if m > 1 => vec![(i32::from(m),)], _ => Vec::new() }; "can block an additional seven creatures each combat"),
    rule!(StaticMods: "attacks|attack or blocks|block each combat if able" () => |_| Some(eager()), |_, m: &_| if *m == eager() { vec![()] } else { Vec::new() }; "attacks or blocks each combat if able"),
    rule!(Cant: "can't be sacrificed" () <=> {ObjectRule::CantBeSacrificed}; "can't be sacrificed"),
    // ---- targets
    rule!(Cant: "can't be the target|targets of spells or abilities your opponents control" () => |_| Some(hostile()), |_, r: &_| if *r == hostile() { vec![()] } else { Vec::new() };
        "can't be the target of spells or abilities your opponents control"),
    rule!(Cant: "can't be the target|targets of abilities your opponents control" () => |_| Some(hostile_abilities()), |_, r: &_| if *r == hostile_abilities() { vec![()] } else { Vec::new() };
        "can't be the target of abilities your opponents control"),
    rule!(Cant: "can't be the target|targets of {spells.p} your opponents control" (spells: SpellNoun) => |_, spells| Some(hostile_spells(spells)),
        |_, r: &_| is_hostile_spells(r).map(|spells| (spells,)).into_iter().collect(); "can't be the target of black spells your opponents control"),
    // ---- what can be attached
    rule!(Cant: "can't be enchanted by other Auras" () => |c| c.face.is("Aura").then(other_auras), |c, r: &_| if c.face.is("Aura") && *r == other_auras() { vec![()] } else { Vec::new() }; ""),
    rule!(Cant: "can't be equipped" () => |_| Some(equipment()), |_, r: &_| if *r == equipment() { vec![()] } else { Vec::new() }; "can't be equipped"),
];
