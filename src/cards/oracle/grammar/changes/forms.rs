//! What a player may have something become; all colours, all creature types; what something gets besides.

use crate::cards::oracle::grammar::changes::becoming::{has_artifact, still, unstill};
use crate::cards::oracle::grammar::clauses::may;
use crate::cards::oracle::grammar::help::lasting;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// A player may have it become that.
fn may_become(what: Objects, form: Vec<Modification>, duration: Duration) -> Vec<Instruction> {
    let then = vec![lasting(what, form, duration)];
    vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }]
}

fn is_may_become(effects: &[Instruction]) -> Option<(Objects, Vec<Modification>, Duration)> {
    let (Who::You, then) = may(effects)? else { return None };
    match then.as_slice() {
        [Instruction::Continuous(StaticEffect::Affect(what, mods), duration)] => {
            Some((what.clone(), mods.clone(), duration.clone()))
        }
        _ => None,
    }
}

/// Whether it has creature types: of others nothing has to be said of what it is besides.
fn tribal(form: &[Modification]) -> bool {
    form.contains(&Modification::RemoveCreatureTypes)
}

fn also(mods: &[Modification]) -> Vec<(Vec<Modification>,)> {
    unstill(mods).filter(|form| tribal(form)).map(|form| (form,)).into_iter().collect()
}

fn all_colors() -> Vec<Modification> {
    vec![Modification::SetColors(Color::ALL.to_vec())]
}

macro_rules! fixed {
    ($words:literal, $mods:expr) => {
        rule!(Mod: $words () => |_| Some($mods), |_, m: &_| if *m == $mods { vec![()] } else { Vec::new() }; "")
    };
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "you may have {what.s} become a {form.s} {dur}" (what: SubjObjs, form: Form, dur: Dur) => |_, what, form, dur| has_artifact(&form).then(|| may_become(what, form, dur)),
        |_, e: &_| is_may_become(e).filter(|(_, form, _)| has_artifact(form)).into_iter().collect(); ""),
    rule!(Plain: "you may have {what.s} become a {form.s} {dur} . it's still a land ." (what: SubjObjs, form: Form, dur: Dur) => |_, what, form, dur| tribal(&form).then(|| may_become(what, still(form), dur)),
        |_, e: &_| is_may_become(e).and_then(|(what, mods, dur)| Some((what, unstill(&mods)?, dur))).filter(|(_, form, _)| tribal(form)).into_iter().collect(); ""),
    alternate!(Said: "you may have {what.s} become a {form.s} in addition to its other types {dur}" (what: SubjObjs, form: Form, dur: Dur)
        => |_, what, form, dur| tribal(&form).then(|| may_become(what, still(form), dur)); ""),
    alternate!(Said: "you may have {what.p} become {form.p} in addition to their other types {dur}" (what: SubjObjs, form: Form, dur: Dur)
        => |_, what, form, dur| tribal(&form).then(|| may_become(what, still(form), dur)); ""),
    rule!(Mod: "2: become {form.p} in addition to their other types" (form: Form) => |_, form| tribal(&form).then(|| still(form)), |_, m: &_| also(m);
        "become 3/3 red Elemental creatures with haste in addition to their other types"),
    fixed!("becomes|become all colors", all_colors()),
    fixed!("gains|gain all creature types", vec![Modification::AllCreatureTypes]),
    alternate!(Pred: "also {mods#} {dur}" (what: Subject, mods: Mods, dur: Dur) => |_, what, mods, dur| Some(lasting(what, mods, dur)); ""),
];
