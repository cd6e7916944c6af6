//! What attacks, blocks and is blocked: by whom, and what the defending player controls (CR 508.1c, 509.1b).

use crate::cards::oracle::grammar::help::{as_objects, not, other, with, without};
use crate::cards::oracle::grammar::statics::blocks::must;
use crate::cards::oracle::grammar::statics::{ability, affect, replace, still};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Referent, Rule, alternate, rule};

/// A player controls such a thing.
fn has(noun: Filter, who: Who) -> Condition {
    Condition::Exists(Objects::All(with(noun, Filter::Controlled(who))))
}

fn is_has(cond: &Condition) -> Option<(Filter, Who)> {
    let Condition::Exists(Objects::All(filter)) = cond else { return None };
    match help::parts(filter.clone()).last() {
        Some(Filter::Controlled(who)) => Some((without(filter, &Filter::Controlled(*who))?, *who)),
        _ => None,
    }
}

fn one_rule(mods: &[Modification]) -> Option<&ObjectRule> {
    match mods {
        [Modification::Rule(rule)] => Some(rule),
        _ => None,
    }
}

/// It attacks only those who control, or don't control, such a thing.
fn against(mods: &[Modification], has_one: bool) -> Vec<(Filter,)> {
    let Some(ObjectRule::AttacksOnlyIf(cond)) = one_rule(mods) else { return Vec::new() };
    let found = match cond {
        Condition::Not(inner) if !has_one => is_has(inner),
        cond if has_one => is_has(cond),
        _ => None,
    };
    found.filter(|(_, who)| *who == Who::It).map(|(noun, _)| (noun,)).into_iter().collect()
}

/// How many creatures block something.
fn blockers(obj: Obj) -> Quantity {
    Quantity::Count(Box::new(Objects::All(Filter::BlockingWhat(Box::new(Filter::Is(obj))))))
}

/// It has to block a certain attacker this turn (CR 509.1c).
fn lured(what: Objects, attacker: Obj) -> Instruction {
    let mods = must(ObjectRule::BlocksObjectIfAble(attacker));
    Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::EndOfTurn)
}

/// All of them have to block a certain attacker.
fn lure(noun: Filter, attacker: Obj, only_if: Condition) -> AbilityDef {
    ability(affect(Objects::All(noun), must(ObjectRule::BlocksObjectIfAble(attacker))), only_if)
}

fn is_lure(def: &AbilityDef) -> Option<(Filter, Obj, Condition)> {
    let AbilityDef::Static(StaticDef { only_if, effect: StaticEffect::Affect(Objects::All(noun), mods), .. }) = def
    else {
        return None;
    };
    match one_rule(mods) {
        Some(ObjectRule::BlocksObjectIfAble(obj)) => Some((noun.clone(), *obj, only_if.clone())),
        _ => None,
    }
}

/// What modifies one creature, which all of some sort have to block.
fn beside_lure(
    context: &Context,
    what: Objects,
    mods: Vec<Modification>,
    noun: Filter,
    cond: Condition,
) -> Option<Vec<AbilityDef>> {
    let attacker = help::one(&what)?;
    still(context, &what).then(|| vec![ability(affect(what, mods), cond.clone()), lure(noun, attacker, cond)])
}

/// Combat damage by some that is prevented for the card itself.
fn spared(noun: Filter) -> AbilityDef {
    let to = DamageTo::Object(Filter::Is(Obj::This));
    replace(ReplacedEvent::Damage { source: noun, to, combat: Some(true) }, ReplaceWith::Prevent(None))
}

fn is_spared(def: &AbilityDef) -> Vec<(Obj, Filter)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else {
        return Vec::new();
    };
    match &replacement.event {
        ReplacedEvent::Damage { source, .. } if *source != Filter::Any && spared(source.clone()) == *def => {
            vec![(Obj::This, source.clone())]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(StaticMod: "can't attack unless defending player controls a {noun.s}" (noun: Noun) => |_, noun| Some(must(ObjectRule::AttacksOnlyIf(has(noun, Who::It)))),
        |_, m: &_| against(m, true); "can't attack unless defending player controls an Island"),
    rule!(StaticMod: "can't attack if defending player controls a {noun.s}" (noun: Noun) => |_, noun| Some(must(ObjectRule::AttacksOnlyIf(Condition::Not(Box::new(has(noun, Who::It)))))),
        |_, m: &_| against(m, false); "can't attack if defending player controls an untapped land"),
    rule!(Cant: "can't block {noun.p}" (noun: Noun) => |_, noun| Some(ObjectRule::BlocksOnly(not(noun))),
        |_, r| match r { ObjectRule::BlocksOnly(Filter::Not(noun)) => vec![(*noun,)], _ => Vec::new() }; "can't block creatures with power 3 or greater"),
    rule!(StaticMods: "can't block or be blocked by {noun.p}" (noun: Noun) => |_, noun| Some(vec![Modification::Rule(ObjectRule::BlocksOnly(not(noun.clone()))), Modification::Rule(ObjectRule::CantBeBlockedBy(noun))]),
        |_, m: &_| match m.as_slice() {
            [Modification::Rule(ObjectRule::BlocksOnly(Filter::Not(a))), Modification::Rule(ObjectRule::CantBeBlockedBy(b))] if **a == *b => vec![(b.clone(),)],
            _ => Vec::new(),
        }; "can't block or be blocked by creatures with power 2 or greater"),
    rule!(StaticMod: "blocks|block each combat if able" () => |_| Some(must(ObjectRule::BlocksIfAble)), |_, m: &_| if *m == must(ObjectRule::BlocksIfAble) { vec![()] } else { Vec::new() }; "blocks each combat if able"),
    rule!(Pred: "blocks|block {attacker} this turn if able" (what: Subject, attacker: Objs) => |_, what, attacker| Some(lured(what, help::one(&attacker)?)),
        |_, e| match e {
            Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::EndOfTurn) => match one_rule(&mods) { Some(ObjectRule::BlocksObjectIfAble(obj)) => vec![(what, as_objects(*obj))], _ => Vec::new() },
            _ => Vec::new(),
        }; ""),
    rule!(Static: "all {noun.p} able to block {what.s} do so ." (noun: Noun, what: SubjObjs) => |c, noun, what| still(c, &what).then(|| Some(lure(noun, help::one(&what)?, Condition::Always)))?,
        |_, d: &_| is_lure(d).filter(|(.., cond)| *cond == Condition::Always).map(|(noun, obj, _)| (noun, as_objects(obj))).into_iter().collect(); "all creatures able to block this creature do so."),
    rule!(Static: "as long as {cond} , all {noun.p} able to block {what.s} do so ." (cond: Conds, noun: Noun, what: SubjObjs) => |c, cond, noun, what| still(c, &what).then(|| Some(lure(noun, help::one(&what)?, cond)))?,
        |_, d: &_| is_lure(d).filter(|(.., cond)| *cond != Condition::Always).map(|(noun, obj, cond)| (cond, noun, as_objects(obj))).into_iter().collect(); ""),
    alternate!(Line: "{what#} {mods#} , and all {noun.p} able to block it do so ." (what: SubjObjs, mods: StaticMods, noun: Noun) => |c, what, mods, noun| beside_lure(c, what, mods, noun, Condition::Always); ""),
    alternate!(Line: "as long as {cond} , {what#} {mods#} and all {noun.p} able to block it do so ." (cond: Conds, what: SubjObjs, mods: StaticMods, noun: Noun) => |c, cond, what, mods, noun| beside_lure(c, what, mods, noun, cond); ""),
    rule!(Static: "prevent all combat damage that would be dealt to {this} by {noun.p} ." (this: Self_, noun: Noun) => |_, _, noun| Some(spared(noun)), |_, d: &_| is_spared(d); ""),
    rule!(Cant: "can attack as though it|they didn't have defender" () <=> {ObjectRule::AttacksDespiteDefender}; "can attack as though it didn't have defender"),
    alternate!(Pred: "can attack this turn as though it|they didn't have defender" (what: Subject) => |_, what| Some(Instruction::Continuous(StaticEffect::Affect(what, must(ObjectRule::AttacksDespiteDefender)), Duration::EndOfTurn)); ""),
    rule!(StaticMod: "can block a additional creature each combat" () => |_| Some(must(ObjectRule::BlocksAdditional(1))), |_, m: &_| if *m == must(ObjectRule::BlocksAdditional(1)) { vec![()] } else { Vec::new() }; "can block an additional creature each combat"),
    rule!(Pred: "can block a additional creature this turn" (what: Subject) => |_, what| Some(Instruction::Continuous(StaticEffect::Affect(what, must(ObjectRule::BlocksAdditional(1))), Duration::EndOfTurn)),
        |_, e| match e { Instruction::Continuous(StaticEffect::Affect(what, mods), Duration::EndOfTurn) if mods == must(ObjectRule::BlocksAdditional(1)) => vec![(what,)], _ => Vec::new() }; ""),
    // ---- who controls what
    rule!(Cond: "{who.s} controls a {noun.s}" (who: Other, noun: Noun) => |_, who, noun| help::one_player(who).then(|| has(noun, who)),
        |_, c: &_| is_has(c).filter(|(_, who)| help::another_player(*who)).map(|(noun, who)| (who, noun)).into_iter().collect(); "defending player controls an artifact"),
    rule!(Cond: "{who.s} controls no {noun.p}" (who: Other, noun: Noun) => |_, who, noun| help::one_player(who).then(|| Condition::Not(Box::new(has(noun, who)))),
        |_, c| match c { Condition::Not(inner) => is_has(&inner).filter(|(_, who)| help::another_player(*who)).map(|(noun, who)| (who, noun)).into_iter().collect(), _ => Vec::new() }; "defending player controls no artifacts"),
    rule!(Cond: "no opponent controls a {noun.s}" (noun: Noun) => |_, noun| Some(Condition::Not(Box::new(has(noun, Who::EachOpponent)))),
        |_, c| match c { Condition::Not(inner) => is_has(&inner).filter(|(_, who)| *who == Who::EachOpponent).map(|(noun, _)| (noun,)).into_iter().collect(), _ => Vec::new() }; "no opponent controls a white creature"),
    alternate!(Cond: "your opponents control no {noun.p}" (noun: Noun) => |_, noun| Some(Condition::Not(Box::new(has(noun, Who::EachOpponent)))); "your opponents control no creatures"),
    alternate!(Cond: "you control no other {noun.p}" (noun: Noun) => |c, noun| (!c.face.is_spell()).then(|| Condition::Not(Box::new(has(with(noun, other()), Who::You)))); "you control no other creatures"),
    // ---- how many block
    rule!(Each: "creature|creatures blocking it" () => |c| { let m = c.it(true)?; match &m.what { Referent::Objects(o) => Some(blockers(help::one(o)?)), _ => None } },
        |c, q: &_| { let it = c.it(true).and_then(|m| match &m.what { Referent::Objects(o) => help::one(o), _ => None }); if it.is_some_and(|obj| *q == blockers(obj)) { vec![()] } else { Vec::new() } }; ""),
    rule!(Verb: "remove {what} from combat" (what: Objs) => |c, what| (c.doer == Who::You).then_some(Instruction::RemoveFromCombat(what)),
        |_, e| match e { Instruction::RemoveFromCombat(what) => vec![(what,)], _ => Vec::new() }; "remove target attacking creature from combat"),
    alternate!(Post: "blocking it" () => |c| { let m = c.it(true)?; match &m.what { Referent::Objects(o) => Some(Filter::BlockingWhat(Box::new(Filter::Is(help::one(o)?)))), _ => None } }; ""),
    alternate!(Post: "{this} is blocking" (this: Self_) => |_, this| Some(Filter::BlockedBy(Box::new(Filter::Is(this)))); ""),
    rule!(Event: "end of combat" () => |c| { c.event = true; Some(TriggerEvent::Beginning(StepName::EndCombat, Who::EachPlayer)) },
        |_, e: &_| if *e == TriggerEvent::Beginning(StepName::EndCombat, Who::EachPlayer) { vec![()] } else { Vec::new() }; "end of combat"),
];
