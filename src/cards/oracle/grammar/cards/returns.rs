//! What returns to the battlefield with a counter, and spells that are cast from a graveyard and exiled.

use crate::cards::oracle::grammar::help::{n, one};
use crate::cards::oracle::grammar::verbs::acts::under_you;
use crate::cards::oracle::grammar::*;
use crate::cards::oracle::syntax::{Context, Rule, alternate, rule};

/// The card itself, where it functions in a graveyard.
fn is_own(context: &Context, what: &Objects) -> bool {
    *what == Objects::The(Obj::This) && context.zone == ZoneKind::Graveyard
}

/// What was exiled, or has died, comes back with a counter.
fn back(context: &mut Context, what: Objects, kind: CounterKind, entry: Entry) -> Option<Instruction> {
    let known =
        matches!(what, Objects::Var(_)) || context.dies && what == Objects::The(Obj::Event) || is_own(context, &what);
    let to = Destination::Battlefield(Entry { counters: vec![(kind, n(1))], ..entry });
    (known && one(&what).is_some()).then(|| Instruction::Move {
        what,
        to,
        into: context.variable(),
        linked: false,
        until: None,
    })
}

fn is_back(effect: Instruction, plain: &Entry) -> Vec<(Objects, CounterKind)> {
    let Instruction::Move { what, to: Destination::Battlefield(entry), linked: false, until: None, .. } = effect else {
        return Vec::new();
    };
    let [(kind, Quantity::N(1))] = entry.counters.as_slice() else { return Vec::new() };
    let kind = *kind;
    let bare = Entry { counters: Vec::new(), ..entry };
    if bare == *plain { vec![(what, kind)] } else { Vec::new() }
}

fn tapped() -> Entry {
    Entry { tapped: true, ..Entry::default() }
}

/// A card is cast for nothing, and exiled as it would leave the stack for a graveyard.
pub(in crate::cards::oracle::grammar) fn once_more(
    what: Objects,
    cost: CastCost,
    into: Var,
) -> Option<Vec<Instruction>> {
    one(&what)?;
    let (who, spell, copies, lands, transformed) = (Who::You, Filter::Any, false, false, false);
    let cast = Instruction::CastNow { who, what, spell, cost, copies, lands, transformed, into: Some(into) };
    let (from, to) = (Some(ZoneKind::Stack), Some(ZoneKind::Graveyard));
    let replacement = Replacement {
        event: ReplacedEvent::Moves { what: Filter::Is(Obj::Var(into)), from, to },
        only_if: Condition::Always,
        with: ReplaceWith::MoveTo(Destination::Exile),
        optional: None,
    };
    Some(vec![cast, Instruction::Continuous(StaticEffect::Replace(replacement), Duration::Forever)])
}

pub(in crate::cards::oracle::grammar) fn is_once_more(
    effects: &[Instruction],
    cost: &CastCost,
) -> Vec<(Objects, Option<Var>)> {
    match effects {
        [Instruction::CastNow { what, into: Some(into), .. }, _]
            if once_more(what.clone(), cost.clone(), *into).as_deref() == Some(effects) =>
        {
            vec![(what.clone(), Some(*into))]
        }
        _ => Vec::new(),
    }
}

macro_rules! comes {
    ($words:literal, $entry:expr) => {
        rule!(Verb: $words (what: Objs, k: Kind) => |c, what, k| back(c, what, k, $entry), |_, e| is_back(e, &$entry); "")
    };
}

macro_rules! own_comes {
    ($words:literal, $entry:expr) => {
        rule!(Verb: $words (what: Objs, k: Kind) => |c, what, k| is_own(c, &what).then(|| back(c, what, k, $entry))?, |_, e| is_back(e, &$entry); "")
    };
}

pub(super) const RULES: &[Rule] = &[
    own_comes!("return {what} to the battlefield with a {k} counter on it", Entry::default()),
    own_comes!("return {what} to the battlefield tapped with a {k} counter on it", tapped()),
    own_comes!(
        "return {what} to the battlefield tapped and attacking with a {k} counter on it",
        Entry { attacking: true, ..tapped() }
    ),
    rule!(Plain: "you may cast {what} without paying its mana cost . if that spell would be put into your graveyard , exile it instead ." (what: Objs, into: Into) => |_, what, into| once_more(what, CastCost::Free, into?),
        |_, e: &_| is_once_more(e, &CastCost::Free); "you may cast target instant card from your graveyard without paying its mana cost. If that spell would be put into your graveyard, exile it instead."),
    alternate!(Plain: "you may cast {what} without paying its mana cost . if that spell would be put into a graveyard , exile it instead ." (what: Objs, into: Into) => |_, what, into| once_more(what, CastCost::Free, into?); ""),
    alternate!(Plain: "you may cast {what} without paying its mana cost . if that spell would be put into their graveyard , exile it instead ." (what: Objs, into: Into) => |_, what, into| once_more(what, CastCost::Free, into?); ""),
    comes!(
        "returns|return {what} to the battlefield under its owner 's control with a {k} counter on it",
        Entry::default()
    ),
    comes!(
        "returns|return {what} to the battlefield tapped under its owner 's control with a {k} counter on it",
        tapped()
    ),
    comes!("returns|return {what} to the battlefield under your control with a {k} counter on it", under_you()),
];
