//! One target of each of several players.

use crate::cards::oracle::grammar::help::{n, permanent_kind, with, without};
use crate::cards::oracle::grammar::nouns::targets::said_together;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Referent, Rule, rule};

/// For each of whom something is said in this clause.
fn players(context: &Context) -> Option<Who> {
    let last = context.mentioned().next_back()?;
    match last.what {
        Referent::Player(who @ (Who::EachOpponent | Who::EachPlayer)) if last.clause == context.clause => Some(who),
        _ => None,
    }
}

fn kind(noun: Filter, who: Who) -> TargetKind {
    TargetKind::Permanent(if who == Who::EachPlayer { noun } else { with(noun, Filter::Controlled(who)) })
}

/// At most one target of each of them (CR 115.1).
fn target(context: &mut Context, noun: Filter) -> Option<Objects> {
    let who = players(context)?;
    let sort = permanent_kind(&noun);
    let together = vec![Together::DifferentControllers];
    let def = TargetDef { min: n(0), max: Quantity::Players(who), together, ..TargetDef::new(kind(noun, who)) };
    let objects = Objects::Targets(context.target(def)?);
    context.mention(Referent::Objects(objects.clone()), sort, true);
    Some(objects)
}

fn is_target(context: &Context, objects: &Objects) -> Vec<(Filter,)> {
    let Some(who) = players(context) else { return Vec::new() };
    let noun =
        |filter: Filter| if who == Who::EachPlayer { Some(filter) } else { without(&filter, &Filter::Controlled(who)) };
    let all = said_together(context, objects).into_iter().filter_map(|(min, max, (what, joint))| match what {
        TargetKind::Permanent(filter)
            if min == n(0) && max == Quantity::Players(who) && joint == Together::DifferentControllers =>
        {
            noun(filter)
        }
        _ => None,
    });
    all.map(|noun| (noun,)).collect()
}

/// Whether the last target is one of each player.
fn is_each(targets: Option<&TargetDef>, who: Who) -> bool {
    targets.is_some_and(|def| def.max == Quantity::Players(who) && def.together == [Together::DifferentControllers])
}

fn each(context: &Context, who: Who, acts: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let fits = acts.len() == 1 && context.doer == Who::You && is_each(context.targets.iter().last(), who);
    fits.then_some(acts)
}

fn said(context: &Context, effects: &[Instruction]) -> Vec<(Who, Vec<Instruction>)> {
    let who = [Who::EachOpponent, Who::EachPlayer].into_iter().find(|who| is_each(context.wanted.iter().last(), *who));
    who.filter(|_| effects.len() == 1).map(|who| (who, effects.to_vec())).into_iter().collect()
}

pub(super) const RULES: &[Rule] = &[
    rule!(Targets_: "up to one target {noun.s} that player controls" (noun: Noun) => |c, noun| target(c, noun), |c, o: &_| is_target(c, o); ""),
    rule!(Said: "for {who.s} , {acts.p}" (who: Other, acts: Acts) => |c, who, acts| each(c, who, acts), |c, e: &_| said(c, e); "for each opponent, destroy up to one target creature that player controls"),
];
