//! Objects that become copies of others (CR 707.2), for a while or for good.

use crate::cards::oracle::grammar::help::{as_objects, not, one, with, without};
use crate::cards::oracle::grammar::tokens::exceptions::{aside, is_itself};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// Something becomes a copy of one object, with exceptions.
fn becomes(
    context: &mut Context,
    what: Objects,
    of: &Objects,
    exceptions: Vec<Modification>,
    duration: Duration,
) -> Option<Instruction> {
    if !is_itself(context, of) || matches!(duration, Duration::OnceThisTurn | Duration::NextSpell(_)) {
        return None;
    }
    aside(context, of);
    let copy = vec![Modification::CopyOf(one(of)?, exceptions)];
    Some(Instruction::Continuous(StaticEffect::Affect(what, copy), duration))
}

type Copying = (Objects, Objects, Vec<Modification>, Duration);

fn is_copying(effect: &Instruction) -> Option<Copying> {
    let Instruction::Continuous(StaticEffect::Affect(what, all), duration) = effect else { return None };
    match all.as_slice() {
        [Modification::CopyOf(of, exceptions)] => {
            Some((what.clone(), as_objects(*of), exceptions.clone(), duration.clone()))
        }
        _ => None,
    }
}

/// All such permanents but what they become copies of.
fn others(
    context: &mut Context,
    noun: Filter,
    of: &Objects,
    exceptions: Vec<Modification>,
    duration: Duration,
) -> Option<Vec<Instruction>> {
    let Objects::Targets(n) = of else { return None };
    let what = Objects::All(with(noun, not(Filter::Is(Obj::Target(*n)))));
    Some(vec![becomes(context, what, of, exceptions, duration)?])
}

fn are_others(
    effects: &[Instruction],
    excepts: bool,
    lasts: bool,
) -> Option<(Filter, Objects, Vec<Modification>, Duration)> {
    let [effect] = effects else { return None };
    let (what, of, exceptions, duration) = is(effect, excepts, lasts)?;
    let (Objects::All(noun), Objects::Targets(n)) = (what, &of) else { return None };
    let noun = without(&noun, &not(Filter::Is(Obj::Target(*n))))?;
    Some((noun, of, exceptions, duration))
}

/// Without exceptions or with some.
fn is(effect: &Instruction, excepts: bool, lasts: bool) -> Option<Copying> {
    let fits = |(.., exceptions, duration): &Copying| {
        exceptions.is_empty() != excepts && (*duration == Duration::Forever) != lasts
    };
    is_copying(effect).filter(fits)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Pred: "becomes|become a copy of {of}" (what: Subject, of: Objs) => |c, what, of| becomes(c, what, &of, Vec::new(), Duration::Forever),
        |_, e: &_| is(e, false, false).map(|(what, of, ..)| (what, of)).into_iter().collect(); ""),
    rule!(Pred: "becomes|become a copy of {of} {dur}" (what: Subject, of: Objs, dur: Dur) => |c, what, of, dur| becomes(c, what, &of, Vec::new(), dur),
        |_, e: &_| is(e, false, true).map(|(what, of, _, dur)| (what, of, dur)).into_iter().collect(); ""),
    rule!(Pred: "becomes|become a copy of {of} , except {ex}" (what: Subject, of: Objs, ex: Excepts) => |c, what, of, ex| becomes(c, what, &of, ex, Duration::Forever),
        |_, e: &_| is(e, true, false).map(|(what, of, ex, _)| (what, of, ex)).into_iter().collect(); ""),
    rule!(Pred: "becomes|become a copy of {of} {dur} , except {ex}" (what: Subject, of: Objs, dur: Dur, ex: Excepts) => |c, what, of, dur, ex| becomes(c, what, &of, ex, dur),
        |_, e: &_| is(e, true, true).map(|(what, of, ex, dur)| (what, of, dur, ex)).into_iter().collect(); ""),
    alternate!(Said: "{dur} , {what.s} becomes a copy of {of}" (dur: Dur, what: SubjObjs, of: Objs) => |c, dur, what, of| Some(vec![becomes(c, what, &of, Vec::new(), dur)?]); ""),
    alternate!(Said: "{dur} , {what.s} becomes a copy of {of} , except {ex}" (dur: Dur, what: SubjObjs, of: Objs, ex: Excepts) => |c, dur, what, of, ex| Some(vec![becomes(c, what, &of, ex, dur)?]); ""),
    rule!(Except: "it has {k} and this ability" (k: KwList) => |_, k| Some(vec![Modification::Gain(k), Modification::ThisAbility]),
        |_, m: &_| match m.as_slice() { [Modification::Gain(k), Modification::ThisAbility] => vec![(k.clone(),)], _ => Vec::new() }; "it has haste and this ability"),
    rule!(Said: "each other {noun.s} becomes a copy of {of}" (noun: Noun, of: Objs) => |c, noun, of| others(c, noun, &of, Vec::new(), Duration::Forever),
        |_, e: &_| are_others(e, false, false).map(|(noun, of, ..)| (noun, of)).into_iter().collect(); ""),
    rule!(Said: "each other {noun.s} becomes a copy of {of} {dur}" (noun: Noun, of: Objs, dur: Dur) => |c, noun, of, dur| others(c, noun, &of, Vec::new(), dur),
        |_, e: &_| are_others(e, false, true).map(|(noun, of, _, dur)| (noun, of, dur)).into_iter().collect(); ""),
    rule!(Said: "each other {noun.s} becomes a copy of {of} {dur} , except {ex}" (noun: Noun, of: Objs, dur: Dur, ex: Excepts) => |c, noun, of, dur, ex| others(c, noun, &of, ex, dur),
        |_, e: &_| are_others(e, true, true).map(|(noun, of, ex, dur)| (noun, of, dur, ex)).into_iter().collect(); ""),
    rule!(Except: "it has this ability" () => |_| Some(vec![Modification::ThisAbility]), |_, m: &_| if *m == [Modification::ThisAbility] { vec![()] } else { Vec::new() }; "it has this ability"),
];
