//! Creature types that are chosen as something happens, and what is of them (CR 205.3m).

use crate::cards::oracle::grammar::help::{all, destroy, lasting};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

fn choose(into: Var, except: Vec<Subtype>) -> Instruction {
    Instruction::ChooseSubtype {
        who: Who::You,
        kind: SubtypeWord::Creature,
        other_than: None,
        except,
        among: Vec::new(),
        into,
    }
}

/// Its creature types become one that is chosen.
fn becomes(context: &mut Context, what: Objects, except: Vec<Subtype>, duration: Duration) -> Option<Vec<Instruction>> {
    let into = context.variable()?;
    Some(vec![choose(into, except), lasting(what, vec![Modification::SetChosenSubtype], duration)])
}

fn is_becoming(context: &Context, effects: &[Instruction]) -> Option<(Objects, Vec<Subtype>, Duration)> {
    let [Instruction::ChooseSubtype { except, .. }, Instruction::Continuous(StaticEffect::Affect(what, _), duration)] =
        effects
    else {
        return None;
    };
    let made = becomes(&mut context.clone(), what.clone(), except.clone(), duration.clone());
    (made.as_deref() == Some(effects)).then(|| (what.clone(), except.clone(), duration.clone()))
}

fn tribe(into: Var) -> Filter {
    all(vec![Filter::Type(CardTypes::CREATURE), Filter::SubtypeVar(into)])
}

/// A creature type is chosen, and creatures of it are mentioned.
fn chosen(context: &mut Context) -> Option<(Var, Objects)> {
    let into = context.variable()?;
    let group = Objects::All(tribe(into));
    context.mention(Referent::Objects(group.clone()), Sort::CREATURE, true);
    Some((into, group))
}

/// Creatures of a chosen type are changed for a while.
fn changed(context: &mut Context, mods: Vec<Modification>, duration: Duration) -> Option<Vec<Instruction>> {
    let (into, group) = chosen(context)?;
    Some(vec![choose(into, Vec::new()), lasting(group, mods, duration)])
}

fn is_changed(context: &Context, effects: &[Instruction]) -> Vec<(Vec<Modification>, Duration)> {
    match effects {
        [Instruction::ChooseSubtype { .. }, Instruction::Continuous(StaticEffect::Affect(_, mods), duration)]
            if changed(&mut context.clone(), mods.clone(), duration.clone()).as_deref() == Some(effects) =>
        {
            vec![(mods.clone(), duration.clone())]
        }
        _ => Vec::new(),
    }
}

/// All creatures of a chosen type are destroyed or untapped.
fn all_of(context: &mut Context, done: fn(&mut Context, Objects) -> Instruction) -> Option<Vec<Instruction>> {
    let (into, group) = chosen(context)?;
    let effect = done(context, group);
    (context.doer == Who::You).then(|| vec![choose(into, Vec::new()), effect])
}

fn untap(_: &mut Context, what: Objects) -> Instruction {
    Instruction::Untap(what)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Said: "{what#} becomes|become the creature type of your choice {dur}" (what: SubjObjs, dur: Dur) => |c, what, dur| becomes(c, what, Vec::new(), dur),
        |c, e: &_| is_becoming(c, e).filter(|(_, except, d)| except.is_empty() && *d != Duration::Forever).map(|(what, _, dur)| (what, dur)).into_iter().collect(); "target creature becomes the creature type of your choice until end of turn"),
    rule!(Said: "{what#} becomes|become the creature type of your choice" (what: SubjObjs) => |c, what| becomes(c, what, Vec::new(), Duration::Forever),
        |c, e: &_| is_becoming(c, e).filter(|(_, except, d)| except.is_empty() && *d == Duration::Forever).map(|(what, ..)| (what,)).into_iter().collect(); "target creature becomes the creature type of your choice"),
    rule!(Plain: "choose a creature type other than {sub.s} . {what#} becomes|become that type {dur} ." (sub: Sub, what: SubjObjs, dur: Dur) => |c, sub, what, dur| becomes(c, what, vec![sub], dur),
        |c, e: &_| is_becoming(c, e).and_then(|(what, except, dur)| match except.as_slice() { [one] => Some((*one, what, dur)), _ => None }).into_iter().collect(); "choose a creature type other than Wall. Target creature becomes that type until end of turn."),
    alternate!(Plain: "choose a creature type . {what#} becomes|become that type {dur} ." (what: SubjObjs, dur: Dur) => |c, what, dur| becomes(c, what, Vec::new(), dur); "choose a creature type. Target creature becomes that type until end of turn."),
    rule!(Said: "creatures of the creature type of your choice {mods.p} {dur}" (mods: Mods, dur: Dur) => |c, mods, dur| changed(c, mods, dur), |c, e: &_| is_changed(c, e); "creatures of the creature type of your choice get +1/+1 until end of turn"),
    alternate!(Plain: "choose a creature type . all creatures of that type {mods.p} {dur} ." (mods: Mods, dur: Dur) => |c, mods, dur| changed(c, mods, dur); "choose a creature type. All creatures of that type get +1/+1 until end of turn."),
    rule!(Verbs: "destroy all creatures of the creature type of your choice" () => |c| all_of(c, destroy), |c, e: &_| if all_of(&mut c.clone(), destroy).as_ref() == Some(e) { vec![()] } else { Vec::new() }; "destroy all creatures of the creature type of your choice"),
    rule!(Verbs: "untap all creatures of the creature type of your choice" () => |c| all_of(c, untap), |c, e: &_| if all_of(&mut c.clone(), untap).as_ref() == Some(e) { vec![()] } else { Vec::new() }; "untap all creatures of the creature type of your choice"),
];
