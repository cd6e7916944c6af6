//! Cards that are cast or played while something resolves (CR 608.2g), and phases that are added.

use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Rule, alternate, rule};

/// The player may cast one of these, or play it if it may be a land; what it has become is a spell like that.
fn free(what: Objects, spell: Filter, lands: bool, into: Option<Var>) -> Vec<Instruction> {
    of_each(what, |what| {
        let cost = CastCost::Free;
        vec![Instruction::CastNow { who: Who::You, what, spell, cost, copies: false, lands, transformed: false, into }]
    })
}

/// What is done with the exiled card is done with each, if there are several (CR 607.3).
fn of_each(what: Objects, done: impl FnOnce(Objects) -> Vec<Instruction>) -> Vec<Instruction> {
    match what {
        Objects::Linked => vec![Instruction::ForEach(Objects::Linked.into(), done(Objects::The(Obj::It)))],
        what => done(what),
    }
}

/// What instructions do with each exiled card, or with anything else.
fn is_of_each(effects: &[Instruction]) -> (&[Instruction], bool) {
    match effects {
        [Instruction::ForEach(Recipients::Objects(Objects::Linked), done)] => (done, true),
        _ => (effects, false),
    }
}

/// A single card, or what an ability that is linked to this one has exiled.
fn single(what: &Objects) -> bool {
    *what == Objects::Linked || help::one(what).is_some()
}

fn is_free(effects: &[Instruction], as_lands: bool) -> Vec<(Objects, Option<Var>)> {
    let ([Instruction::CastNow { what, spell: Filter::Any, lands, into, .. }], each) = is_of_each(effects) else {
        return Vec::new();
    };
    let what = if each { Objects::Linked } else { what.clone() };
    let same = *lands == as_lands && single(&what) && effects == free(what.clone(), Filter::Any, *lands, *into);
    if same { vec![(what, *into)] } else { Vec::new() }
}

const HAND: Objects = Objects::In(ZoneOf::Hand(Who::You), Filter::Any);

fn is_from_hand(effects: &[Instruction]) -> Vec<(Filter, Option<Var>)> {
    match effects {
        [Instruction::CastNow { spell, into, .. }] if effects == free(HAND, spell.clone(), false, *into) => {
            vec![(spell.clone(), *into)]
        }
        _ => Vec::new(),
    }
}

/// It is cast, and if it was, something else is done.
fn and_then(what: Objects, into: Option<Var>, then: Vec<Instruction>) -> Option<Vec<Instruction>> {
    let cond = Condition::Did(into?);
    Some(of_each(what, |what| {
        let mut all = free(what, Filter::Any, false, into);
        all.push(Instruction::If { cond, then, otherwise: Vec::new() });
        all
    }))
}

fn is_and_then(effects: &[Instruction]) -> Vec<(Objects, Option<Var>, Vec<Instruction>)> {
    let (
        [
            Instruction::CastNow { what, into: Some(into), .. },
            Instruction::If { cond: Condition::Did(done), then, otherwise },
        ],
        each,
    ) = is_of_each(effects)
    else {
        return Vec::new();
    };
    let what = if each { Objects::Linked } else { what.clone() };
    let same = and_then(what.clone(), Some(*into), then.clone()).as_deref() == Some(effects);
    if done == into && otherwise.is_empty() && single(&what) && same {
        vec![(what, Some(*into), then.clone())]
    } else {
        Vec::new()
    }
}

fn own_main() -> Condition {
    Condition::And(vec![Condition::TurnOf(Who::You), Condition::MainPhase])
}

fn own_combat() -> Condition {
    Condition::And(vec![Condition::TurnOf(Who::You), lines::in_combat()])
}

pub(super) const RULES: &[Rule] = &[
    rule!(Plain: "you may cast {what} without paying its mana cost . if you do , {then} ." (what: Objs, into: Into, then: Clause)
        => |_, what, into, then| single(&what).then(|| and_then(what, into, then))?, |_, e: &_| is_and_then(e);
        "you may cast target instant card from your graveyard without paying its mana cost. If you do, you gain 2 life."),
    rule!(Said: "you may play {what} without paying its mana cost" (what: Objs, into: Into) => |_, what, into| single(&what).then(|| free(what, Filter::Any, true, into)),
        |_, e: &_| is_free(e, true); ""),
    rule!(Said: "you may cast {what} without paying its mana cost" (what: Objs, into: Into) => |_, what, into| single(&what).then(|| free(what, Filter::Any, false, into)),
        |_, e: &_| is_free(e, false); "you may cast target instant card from your graveyard without paying its mana cost"),
    rule!(Said: "you may cast a {spells.s} from your hand without paying its mana cost" (spells: SpellNoun, into: Into) => |_, spells, into| Some(free(HAND, spells, false, into)),
        |_, e: &_| is_from_hand(e); "you may cast an instant spell from your hand without paying its mana cost"),
    rule!(Plain: "after this phase , there is a additional combat phase ." () <=> {vec![Instruction::ExtraCombat { main_phase: false }]}; "after this phase, there is an additional combat phase."),
    alternate!(Said: "there is a additional combat phase after this phase" () => |_| Some(vec![Instruction::ExtraCombat { main_phase: false }]); ""),
    alternate!(Said: "there is a additional combat phase after this phase followed by a additional main phase" () => |_| Some(vec![Instruction::ExtraCombat { main_phase: true }]); ""),
    alternate!(Said: "there is a additional combat phase after this phase , followed by a additional main phase" () => |_| Some(vec![Instruction::ExtraCombat { main_phase: true }]); ""),
    rule!(Cond: "it's your main phase" () => |_| Some(own_main()), |_, c: &_| if *c == own_main() { vec![()] } else { Vec::new() }; "it's your main phase"),
    alternate!(Cond: "it isn't your main phase" () => |_| Some(help::negated(own_main())); ""),
    rule!(Cond: "it's your combat phase" () => |_| Some(own_combat()), |_, c: &_| if *c == own_combat() { vec![()] } else { Vec::new() }; "it's your combat phase"),
    alternate!(Plain: "after this combat phase , there is a additional combat phase ." () => |_| Some(vec![Instruction::ExtraCombat { main_phase: false }]); "after this combat phase, there is an additional combat phase."),
    rule!(Plain: "after this phase , there is a additional combat phase followed by a additional main phase ." () <=> {vec![Instruction::ExtraCombat { main_phase: true }]}; "after this phase, there is an additional combat phase followed by an additional main phase."),
];
