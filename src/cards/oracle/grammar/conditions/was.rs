//! What an object was as it was last where it was (CR 608.2h), and who controls it.

use crate::cards::oracle::grammar::conditions::spells::named;
use crate::cards::oracle::grammar::help::{negated, one, type_kind};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, alternate, rule};

/// What was moved, or has died or left, as it last was.
fn gone(context: &Context) -> Option<Obj> {
    let found = context.it(true)?;
    let Referent::Objects(objects) = &found.what else { return None };
    let obj = one(objects)?;
    let left = found.moved.is_some() || context.dies && matches!(obj, Obj::Event | Obj::This);
    (left && !matches!(found.what, Referent::Objects(Objects::Top(..)))).then_some(obj)
}

fn was(context: &Context, quality: Filter) -> Option<Condition> {
    gone(context).map(|obj| Condition::Is(obj, quality))
}

fn is_was(context: &Context, cond: &Condition) -> Vec<(Filter,)> {
    match cond {
        Condition::Is(obj, quality) if gone(context) == Some(*obj) => vec![(quality.clone(),)],
        _ => Vec::new(),
    }
}

const THEIRS: Filter = Filter::Controlled(Who::EachOpponent);
const YOURS: Filter = Filter::Controlled(Who::You);

fn kinds() -> impl Iterator<Item = CardTypes> {
    CardTypes::PERMANENT.iter()
}

fn wounded(context: &Context) -> Option<Condition> {
    was(context, Filter::DamagedThisTurn)
}

/// A creature that was named wasn't dealt damage this turn.
fn unhurt(context: &Context) -> Option<Condition> {
    Some(negated(Condition::Is(named(context, Sort::CREATURE)?, Filter::DamagedThisTurn)))
}

pub(super) const RULES: &[Rule] = &[
    rule!(Cond: "it was {adj}" (adj: Adj) => |c, adj| was(c, adj), |c, cond: &_| is_was(c, cond); ""),
    rule!(Cond: "it was dealt damage this turn" () => |c| wounded(c), |c, cond: &_| if wounded(c).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    rule!(Cond: "that creature wasn't dealt damage this turn" () => |c| unhurt(c), |c, cond: &_| if unhurt(c).as_ref() == Some(cond) { vec![()] } else { Vec::new() }; ""),
    alternate!(Cond: "you controlled it" () => |c| was(c, YOURS); ""),
    alternate!(Cond: "you control that {kind.s}" (kind: Type) => |c, kind| Some(Condition::Is(named(c, type_kind(kind))?, YOURS)); ""),
    rule!(Cond: "a opponent controls that {kind.s}" (kind: Type) => |c, kind| Some(Condition::Is(named(c, type_kind(kind))?, THEIRS)),
        |_, cond: &_| match cond { Condition::Is(_, quality) if *quality == THEIRS => kinds().map(|kind| (kind,)).collect(), _ => Vec::new() }; ""),
    alternate!(Cond: "{this} doesn't have a {k} counter on it" (this: Self_, k: Kind) => |c, this, k| { nouns::references::this(c); Some(negated(Condition::Is(this, Filter::Counter(k)))) }; ""),
    alternate!(Cond: "{this} has one or more {k} counters on it" (this: Self_, k: Kind) => |c, this, k| { nouns::references::this(c); Some(Condition::Is(this, Filter::Counter(k))) }; ""),
];
