//! Cards of opponents that are put from exile into their graveyards, and cards of graveyards that are cast and exiled.

use crate::cards::oracle::grammar::cards::returns::{is_once_more, once_more};
use crate::cards::oracle::grammar::clauses::may;
use crate::cards::oracle::grammar::help::{choose, n};
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// A card of an opponent is put from exile into the graveyard.
fn process(context: &mut Context) -> Option<Vec<Instruction>> {
    let card = context.variable()?;
    let from = Objects::In(ZoneOf::Exile, Filter::Owned(Who::EachOpponent));
    let (what, to, into) = (Objects::Var(card), Destination::Graveyard, context.variable());
    let moved = Instruction::Move { what, to, into, linked: false, until: None };
    (context.doer == Who::You).then(|| vec![choose(Who::You, from, (n(1), n(1)), card), moved])
}

/// Something is chosen and moved, and if it was, something follows.
fn if_moved(mut verbs: Vec<Instruction>, clause: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let [Instruction::Choose { from, into: card, .. }, Instruction::Move { into: Some(into), to, .. }] =
        verbs.as_slice()
    else {
        return None;
    };
    // What may be paid as a cost is said elsewhere.
    let mut called = false;
    for effect in &clause {
        effect.clone().each(|var: &mut Var| called |= var == card || var == into);
    }
    let free = match (from, to) {
        (_, Destination::Battlefield(_) | Destination::Graveyard) => true,
        (Objects::In(ZoneOf::Graveyard(_), _), Destination::Hand) => true,
        (Objects::In(ZoneOf::Hand(_), _), Destination::LibraryBottom) => true,
        _ => called,
    };
    free.then_some(())?;
    let cond = Condition::Did(*into);
    verbs.push(Instruction::If { cond, then: clause, otherwise: Vec::new() });
    Some(verbs)
}

fn may_move(verbs: Vec<Instruction>, clause: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let then = if_moved(verbs, clause)?;
    Some(vec![Instruction::May { who: Who::You, then, otherwise: Vec::new() }])
}

fn is_if_moved(effects: &[Instruction]) -> Vec<(Vec<Instruction>, Vec<Instruction>)> {
    match effects {
        [verbs @ .., Instruction::If { then, .. }]
            if if_moved(verbs.to_vec(), then.clone()).as_deref() == Some(effects) =>
        {
            vec![(verbs.to_vec(), then.clone())]
        }
        _ => Vec::new(),
    }
}

pub(super) const RULES: &[Rule] = &[
    rule!(Verbs: "put a card a opponent owns from exile into that player 's graveyard" () => |c| process(c), |c, e: &_| if process(&mut c.clone()).as_ref() == Some(e) { vec![()] } else { Vec::new() };
        "put a card an opponent owns from exile into that player's graveyard"),
    rule!(Plain: "you may {verbs.p} . if you do , {clause} ." (verbs: Verbs, clause: Clause) => |_, verbs, clause| may_move(verbs, clause),
        |_, e: &_| may(e).filter(|(who, _)| *who == Who::You).map(|(_, then)| is_if_moved(&then)).unwrap_or_default(); "you may put a land card from your hand onto the battlefield. If you do, draw a card."),
    rule!(Plain: "you may cast {what} . if that spell would be put into a graveyard , exile it instead ." (what: Target, into: Into) => |_, what, into| once_more(what, CastCost::Own, into?), |_, e: &_| is_once_more(e, &CastCost::Own);
        "you may cast target instant card from your graveyard. If that spell would be put into a graveyard, exile it instead."),
    alternate!(Plain: "you may cast {what} . if that spell would be put into your graveyard , exile it instead ." (what: Target, into: Into) => |_, what, into| once_more(what, CastCost::Own, into?); ""),
];
