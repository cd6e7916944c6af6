//! What happens for each of several objects.

use crate::cards::oracle::grammar::sentences::swaps::numbers;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Participle, Referent, Rule, rule};

/// What the last such instruction did it to, as it was.
fn done(context: &Context, how: Participle) -> Option<Objects> {
    let (_, var) = context.done.iter().rfind(|(done, _)| *done == how)?;
    Some(Objects::Were(Box::new(Objects::Var(*var))))
}

/// One of several after the other: it is "it" from now on.
fn each(context: &mut Context, of: Objects, kind: Sort) -> Option<Recipients> {
    context.mention(Referent::Objects(Objects::The(Obj::It)), kind, false);
    Some(Recipients::Objects(of))
}

/// Permanents to which that was done.
fn such(context: &mut Context, how: Participle, noun: Filter) -> Option<Recipients> {
    let of = Objects::Only(Box::new(done(context, how)?), noun.clone());
    each(context, of, help::permanent_kind(&noun))
}

fn is_such(context: &Context, how: Participle, of: &Recipients) -> Vec<(Filter,)> {
    match of {
        Recipients::Objects(Objects::Only(all, noun)) if done(context, how).as_ref() == Some(&**all) => {
            vec![(noun.clone(),)]
        }
        _ => Vec::new(),
    }
}

/// Instructions for each of them, that name no targets and no other object than it.
fn for_each(of: Recipients, effects: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let plain = numbers(&effects).is_empty() && effects.iter().any(about_it);
    plain.then(|| vec![Instruction::ForEach(of, effects)])
}

/// Whether an instruction is about the object, or about the player who controlled it.
fn about_it(effect: &Instruction) -> bool {
    help::names(effect, Who::ControllerOf(Obj::It)) || help::names(effect, Who::OwnerOf(Obj::It))
}

fn is_for_each(effects: &[Instruction]) -> Vec<(Recipients, Vec<Instruction>)> {
    match effects {
        [Instruction::ForEach(of, inner)] => vec![(of.clone(), inner.clone())],
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Every: "{noun.s} destroyed this way" (noun: Noun) => |c, noun| such(c, Participle::Destroyed, noun), |c, of: &_| is_such(c, Participle::Destroyed, of); ""),
    rule!(Every: "{noun.s} exiled this way" (noun: Noun) => |c, noun| such(c, Participle::Exiled, noun), |c, of: &_| is_such(c, Participle::Exiled, of); ""),
    rule!(Plain: "for each {every} , {said} ." (every: Every, said: Said) => |_, every, said| for_each(every, said), |_, e: &_| is_for_each(e); ""),
];
