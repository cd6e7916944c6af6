//! Two creatures that are chosen first and fight later.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// The one target that is a creature of such a player.
fn whose(context: &mut Context, controlled: &[Filter]) -> Option<Objects> {
    let fits = |def: &TargetDef| match &def.what {
        TargetKind::Permanent(filter) => {
            let parts = help::parts(filter.clone());
            let creature = help::permanent_kind(filter).contains(Sort::CREATURE);
            creature && def.max == help::n(1) && parts.iter().any(|part| controlled.contains(part))
        }
        _ => false,
    };
    let mut all = context.targets.iter().enumerate().filter(|(_, def)| fits(def)).map(|(at, _)| at);
    let number = u8::try_from(all.next()?).ok()?;
    if all.next().is_some() {
        return None;
    }
    let what = Objects::Targets(number);
    context.references += 1;
    context.mention(Referent::Objects(what.clone()), Sort::CREATURE | Sort::PERMANENT, false);
    Some(what)
}

fn yours(context: &mut Context) -> Option<Objects> {
    whose(context, &[Filter::Controlled(Who::You)])
}

fn theirs(context: &mut Context) -> Option<Objects> {
    whose(context, &[help::not(Filter::Controlled(Who::You)), Filter::Controlled(Who::EachOpponent)])
}

/// The two targets that there are.
fn both(context: &Context) -> Option<(Obj, Obj)> {
    let single = |def: &TargetDef| match &def.what {
        TargetKind::Permanent(filter) => def.max == help::n(1) && help::permanent_kind(filter).contains(Sort::CREATURE),
        _ => false,
    };
    let two = context.targets.len() == 2 && context.targets.iter().all(single);
    two.then_some((Obj::Target(0), Obj::Target(1)))
}

pub(super) const RULES: &[Rule] = &[
    alternate!(Plain: "choose {a} and {b} ." (a: Target, b: Target) => |_, _, _| Some(Vec::new()); ""),
    alternate!(Np: "1: the creature you control" () => |c| yours(c); ""),
    alternate!(Np: "1: the creature you don't control" () => |c| theirs(c); ""),
    alternate!(Np: "1: the creature a opponent controls" () => |c| theirs(c); ""),
    alternate!(Said: "those creatures fight each other" () => |c| both(c).map(|(a, b)| vec![Instruction::Fight(a, b)]); ""),
    alternate!(Said: "they fight each other" () => |c| both(c).map(|(a, b)| vec![Instruction::Fight(a, b)]); ""),
];
