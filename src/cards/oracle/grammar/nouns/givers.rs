//! What gave an ability, which that ability calls by its name (CR 201.5a).

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Kind as Sort, Referent, Rule, rule};

/// Whether something else than the card itself says it: a permanent that was given the ability, and not a token with it.
fn is_given(context: &Context) -> bool {
    context.face.grantee.is_some_and(|kind| !kind.contains(Sort::TOKEN))
        && !context.face.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY)
}

fn giver(context: &mut Context) -> Option<Objects> {
    let giver = Objects::The(Obj::Granter);
    is_given(context).then(|| context.mention(Referent::Objects(giver.clone()), Sort::PERMANENT, false))?;
    Some(giver)
}

/// It is sacrificed, by who controls both.
fn sacrifice() -> CostPart {
    CostPart::Sacrifice(help::n(1), Filter::Is(Obj::Granter))
}

/// Whether an ability that something else was given can speak of what that is attached to, as an Equipment does (CR 301.5).
fn is_equipment(context: &Context) -> bool {
    is_given(context) && !context.face.is("Equipment")
}

/// What that is attached to.
fn host(context: &mut Context) -> Option<Objects> {
    let host = Objects::The(Obj::Host);
    is_equipment(context)
        .then(|| context.mention(Referent::Objects(host.clone()), Sort::CREATURE | Sort::PERMANENT, false))?;
    Some(host)
}

pub(super) const RULES: &[Rule] = &[
    rule!(Np: "1: equipped creature" () => |c| host(c), |c, o: &_| if is_equipment(c) && *o == Objects::The(Obj::Host) { vec![()] } else { Vec::new() }; ""),
    rule!(Np: "1: \u{1}" () => |c| giver(c), |c, o: &_| if is_given(c) && *o == Objects::The(Obj::Granter) { vec![()] } else { Vec::new() }; ""),
    rule!(Part: "sacrifices|sacrifice \u{1}" () => |c| giver(c).map(|_| sacrifice()), |c, p: &_| if is_given(c) && *p == sacrifice() { vec![()] } else { Vec::new() }; ""),
];
