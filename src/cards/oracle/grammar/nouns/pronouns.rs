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

/// What the card has.
fn belongings(context: &Context) -> Option<Obj> {
    own(context).filter(|found| found.moved.is_none()).map(|_| Obj::This)
}

pub(super) const RULES: &[Rule] = &[
    alternate!(SubjObjs: "1: he" () => |c| person(c); ""),
    alternate!(SubjObjs: "1: she" () => |c| person(c); ""),
    alternate!(Objs: "him" () => |c| person(c); ""),
    alternate!(Objs: "her" () => |c| person(c); ""),
    alternate!(Poss: "his" () => |c| belongings(c); ""),
    alternate!(Poss: "her" () => |c| belongings(c); ""),
];
