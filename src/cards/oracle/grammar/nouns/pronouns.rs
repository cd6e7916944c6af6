//! Legends that are called by a pronoun for persons: it is always the card itself that is meant.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Mention, Referent, Rule, alternate, rule};

/// The last mention of the card itself, if it is a legend: nothing else is called "he" or "she".
fn own(context: &Context) -> Option<Mention> {
    let this = Referent::Objects(Objects::The(Obj::This));
    let legend = context.face.grantee.is_none() && context.face.legendary;
    context.mentioned().rfind(|m| legend && m.what == this).cloned()
}

/// The card, or what it has become in another zone.
fn person(context: &mut Context) -> Option<Objects> {
    let found = own(context)?;
    let now = context.now(&found)?;
    context.references += 1;
    context.mention(found.what, found.kind, false);
    Some(now)
}

/// Whether it has been named and is where it was.
pub(in crate::cards::oracle::grammar) fn is_person(context: &Context) -> bool {
    belongings(context).is_some()
}

/// What the card has.
fn belongings(context: &Context) -> Option<Obj> {
    own(context).filter(|found| found.moved.is_none()).map(|_| Obj::This)
}

/// A legend becomes a copy, and speaks of itself.
fn said_of_itself(context: &Context, mods: Vec<Modification>) -> Option<Vec<Modification>> {
    let legend = context.face.grantee.is_none() && context.face.legendary;
    legend.then_some(mods)
}

pub(super) const RULES: &[Rule] = &[
    alternate!(Except: "he has {k}" (k: KwList) => |c, k| said_of_itself(c, vec![Modification::Gain(k)]); ""),
    alternate!(Except: "she has {k}" (k: KwList) => |c, k| said_of_itself(c, vec![Modification::Gain(k)]); ""),
    alternate!(Except: "he's {body}" (body: Body) => |c, (p, t)| said_of_itself(c, vec![Modification::SetPT(p, t)]); ""),
    alternate!(Except: "she's {body}" (body: Body) => |c, (p, t)| said_of_itself(c, vec![Modification::SetPT(p, t)]); ""),
    alternate!(SubjObjs: "1: he" () => |c| person(c); ""),
    alternate!(SubjObjs: "1: she" () => |c| person(c); ""),
    alternate!(Objs: "him" () => |c| person(c); ""),
    alternate!(Objs: "her" () => |c| person(c); ""),
    alternate!(Poss: "his" () => |c| belongings(c); ""),
    alternate!(Poss: "her" () => |c| belongings(c); ""),
];
