//! Damage that is prevented to some and by some, or is dealt to something else (CR 614.9, 615.1).

use crate::cards::oracle::grammar::help::{other, with, without};
use crate::cards::oracle::grammar::replacement::damage::{quality, spell, you_or};
use crate::cards::oracle::grammar::statics::basic::prevented;
use crate::cards::oracle::grammar::statics::{replace_if, still};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, rule};

fn is_shield(def: &AbilityDef, wanted: Option<bool>) -> Option<(Filter, DamageTo)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { event, .. }), .. }) = def else {
        return None;
    };
    match event {
        ReplacedEvent::Damage { source, to, combat }
            if *combat == wanted && *def == prevented(source.clone(), to.clone(), wanted) =>
        {
            Some((source.clone(), to.clone()))
        }
        _ => None,
    }
}

fn is_of_objects(to: &DamageTo) -> Option<Objects> {
    match to {
        DamageTo::Object(Filter::Is(obj)) => Some(Objects::The(*obj)),
        DamageTo::Object(filter) => Some(Objects::All(filter.clone())),
        _ => None,
    }
}

fn is_you_and(to: &DamageTo, others: bool) -> Option<Filter> {
    match to {
        DamageTo::PlayerOrObject(Who::You, noun) if others => without(noun, &other()),
        DamageTo::PlayerOrObject(Who::You, noun) if without(noun, &other()).is_none() => Some(noun.clone()),
        _ => None,
    }
}

/// Damage goes to the card itself as long as something holds.
fn guarded(event: ReplacedEvent, cond: Condition) -> AbilityDef {
    replace_if(event, ReplaceWith::Redirect(Recipients::Objects(Objects::The(Obj::This))), cond)
}

fn guards(def: &AbilityDef, wanted: Option<bool>) -> Vec<(Condition, Filter, Obj)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(replacement), .. }) = def else {
        return Vec::new();
    };
    let cond = &replacement.only_if;
    match &replacement.event {
        event @ ReplacedEvent::Damage { source, to: DamageTo::Player(Who::You), combat }
            if *combat == wanted
                && *cond != Condition::Always
                && *source != Filter::Any
                && *def == guarded(event.clone(), cond.clone()) =>
        {
            vec![(cond.clone(), source.clone(), Obj::This)]
        }
        _ => Vec::new(),
    }
}

/// Damage to you and other permanents of yours goes to the card itself.
fn taken(noun: Filter) -> Option<AbilityDef> {
    let to = you_or(with(noun, other()))?;
    Some(guarded(ReplacedEvent::Damage { source: Filter::Any, to, combat: None }, Condition::Always))
}

fn is_taken(def: &AbilityDef) -> Vec<(Filter, Obj)> {
    let AbilityDef::Static(StaticDef { effect: StaticEffect::Replace(Replacement { event, .. }), .. }) = def else {
        return Vec::new();
    };
    let ReplacedEvent::Damage { to, .. } = event else { return Vec::new() };
    let noun = is_you_and(to, true).filter(|noun| taken(noun.clone()).as_ref() == Some(def));
    noun.map(|noun| (noun, Obj::This)).into_iter().collect()
}

macro_rules! both {
    ($combat:expr; $all:literal, $others:literal) => {
        &[
            rule!(Static: $all (noun: Noun) => |_, noun| Some(prevented(Filter::Any, you_or(noun)?, $combat)),
                |_, d: &_| is_shield(d, $combat).filter(|(source, _)| *source == Filter::Any).and_then(|(_, to)| is_you_and(&to, false)).map(|noun| (noun,)).into_iter().collect(); ""),
            rule!(Static: $others (noun: Noun) => |_, noun| Some(prevented(Filter::Any, you_or(with(noun, other()))?, $combat)),
                |_, d: &_| is_shield(d, $combat).filter(|(source, _)| *source == Filter::Any).and_then(|(_, to)| is_you_and(&to, true)).map(|noun| (noun,)).into_iter().collect(); ""),
        ]
    };
}

/// What shields you and others.
pub(super) const BOTH: &[&[Rule]] = &[
    both!(None; "prevent all damage that would be dealt to you and {noun.p} .", "prevent all damage that would be dealt to you and other {noun.p} ."),
    both!(Some(true); "prevent all combat damage that would be dealt to you and {noun.p} .", "prevent all combat damage that would be dealt to you and other {noun.p} ."),
    both!(Some(false); "prevent all noncombat damage that would be dealt to you and {noun.p} .", "prevent all noncombat damage that would be dealt to you and other {noun.p} ."),
];

pub(super) const RULES: &[Rule] = &[
    // ---- to some by some
    rule!(Static: "prevent all damage that would be dealt to {what#} by {sources.p} ." (what: SubjObjs, sources: SourceNoun) => |c, what, sources| (still(c, &what) && sources != Filter::Any).then(|| Some(prevented(help::sources(sources), DamageTo::Object(quality(&what)?), None)))?,
        |_, d: &_| is_shield(d, None).filter(|(source, _)| *source != Filter::Any).and_then(|(source, to)| Some((is_of_objects(&to)?, help::of_sources(&source)?))).into_iter().collect(); "prevent all damage that would be dealt to creatures you control by red sources."),
    rule!(Static: "prevent all damage that would be dealt to you and {noun.p} by {sources.p} ." (noun: Noun, sources: SourceNoun) => |_, noun, sources| (sources != Filter::Any).then(|| Some(prevented(help::sources(sources), you_or(noun)?, None)))?,
        |_, d: &_| is_shield(d, None).filter(|(source, _)| *source != Filter::Any).and_then(|(source, to)| Some((is_you_and(&to, false)?, help::of_sources(&source)?))).into_iter().collect(); "prevent all damage that would be dealt to you and creatures you control by red sources."),
    rule!(Static: "prevent all damage that would be dealt to {what#} by sources you control ." (what: SubjObjs) => |c, what| still(c, &what).then(|| Some(prevented(Filter::Controlled(Who::You), DamageTo::Object(quality(&what)?), None)))?,
        |_, d: &_| is_shield(d, None).filter(|(source, _)| *source == Filter::Controlled(Who::You)).and_then(|(_, to)| is_of_objects(&to)).map(|what| (what,)).into_iter().collect(); "prevent all damage that would be dealt to creatures you control by sources you control."),
    rule!(Static: "prevent all damage that {this} would deal to {noun.p} ." (this: Self_, noun: Noun) => |_, _, noun| Some(prevented(Filter::Is(Obj::This), DamageTo::Object(noun), None)),
        |_, d: &_| match is_shield(d, None) { Some((Filter::Is(Obj::This), DamageTo::Object(noun))) => vec![(Obj::This, noun)], _ => Vec::new() }; ""),
    rule!(Static: "prevent all damage that would be dealt by {spells.p} ." (spells: SpellNoun) => |_, spells| Some(prevented(spell(spells), DamageTo::Any, None)),
        |_, d: &_| match is_shield(d, None) { Some((source, DamageTo::Any)) => without(&source, &Filter::Spell).map(|f| (f,)).into_iter().collect(), _ => Vec::new() }; "prevent all damage that would be dealt by instant and sorcery spells."),
    // ---- in your turn
    rule!(Static: "during your turn , prevent all damage that would be dealt to you ." () => |_| Some(own_turn()), |_, d: &_| if *d == own_turn() { vec![()] } else { Vec::new() }; "during your turn, prevent all damage that would be dealt to you."),
    // ---- elsewhere
    rule!(Static: "as long as {cond} , all damage that would be dealt to you by {noun.p} is dealt to {this} instead ." (cond: Conds, noun: Noun, this: Self_) => |_, cond, source, _| Some(guarded(ReplacedEvent::Damage { source, to: DamageTo::Player(Who::You), combat: None }, cond)),
        |_, d: &_| guards(d, None); ""),
    rule!(Static: "as long as {cond} , all combat damage that would be dealt to you by {noun.p} is dealt to {this} instead ." (cond: Conds, noun: Noun, this: Self_) => |_, cond, source, _| Some(guarded(ReplacedEvent::Damage { source, to: DamageTo::Player(Who::You), combat: Some(true) }, cond)),
        |_, d: &_| guards(d, Some(true)); ""),
    rule!(Static: "all damage that would be dealt to you and other {noun.p} is dealt to {this} instead ." (noun: Noun, this: Self_) => |_, noun, _| taken(noun), |_, d: &_| is_taken(d); ""),
];

fn own_turn() -> AbilityDef {
    let event = ReplacedEvent::Damage { source: Filter::Any, to: DamageTo::Player(Who::You), combat: None };
    replace_if(event, ReplaceWith::Prevent(None), Condition::TurnOf(Who::You))
}
