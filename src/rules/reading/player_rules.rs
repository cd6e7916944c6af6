//! Rules in force that concern a player or an object (CR 613.10, 613.11).

use crate::cards::CardTable;
use crate::cards::def::{CounterKind, Modification, ObjectRule, Rule, StaticEffect, Who};
use crate::model::bindings::Bindings;
use crate::model::continuous::ActiveRules;
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::Restrictions;
use crate::model::player::Players;
use crate::model::zone::Zone;
use crate::rules::reading::{Board, Live, matches, object, player_matches};
use crate::rules::state::ReadGame;

/// The rules in force, in timestamp order, of which `of` says that they are for players, and which are for this one.
/// The layers must be up to date.
pub(crate) fn rules_for(
    board: &impl Board,
    seat: Seat,
    of: impl Fn(&Rule) -> Option<Who>,
) -> impl Iterator<Item = (&Rule, &Bindings)> {
    board.rules().rules.iter().filter_map(move |row| {
        let StaticEffect::Rule(rule) = &board.table().static_row(row.handle).effect else { return None };
        let who = of(rule)?;
        let bindings = board.bindings_of(row);
        let meant = player_matches(board, bindings, who, seat) && !ignores(board, seat, row.this);
        meant.then_some((rule, bindings))
    })
}

/// CR 116.2d: whether a player ignores the effects of the static abilities of an object.
fn ignores(board: &impl Board, seat: Seat, source: ObjectRef) -> bool {
    board.table().0.traits.lifts
        && board.rules().rules.iter().any(|row| {
            let StaticEffect::Rule(Rule::Ignores(who, of)) = &board.table().static_row(row.handle).effect else {
                return false;
            };
            let bindings = board.bindings_of(row);
            object(board, bindings, *of) == Some(source) && player_matches(board, bindings, *who, seat)
        })
}

/// Whether some rule of that sort is in force for a player.
pub(crate) fn concerns(world: &impl ReadGame, seat: Seat, of: impl Fn(&Rule) -> Option<Who>) -> bool {
    // Nearly always there is no such rule at all.
    !world.part::<ActiveRules>().rules.is_empty() && rules_for(&Live::new(world), seat, of).next().is_some()
}

/// The rules with parameters for an object (CR 613.11), with what their words refer to.
pub fn rules_of(board: &impl Board, id: ObjectId) -> impl Iterator<Item = (&ObjectRule, &Bindings)> {
    let some = board.chars(id).restrictions.contains(Restrictions::OTHER);
    let rows = board.rules().objects.iter().filter(move |(object, ..)| some && *object == id);
    rows.filter_map(|(_, row, nth)| {
        let StaticEffect::Affect(_, modifications) = &board.table().static_row(row.handle).effect else { return None };
        match modifications.get(*nth as usize)? {
            Modification::Rule(rule) => Some((rule, board.bindings_of(row))),
            _ => None,
        }
    })
}

/// CR 614.17: whether counters of a kind can be put on a permanent, or a player can get them. The layers must be up to date.
pub(crate) fn takes_counters(board: &impl Board, target: Referent, kind: CounterKind) -> bool {
    let meant = |only: &Option<CounterKind>| only.is_none_or(|only| only == kind);
    match target {
        Referent::Player(seat) => {
            let rule = |rule: &Rule| match rule {
                Rule::CantGetCounters(who, only) if meant(only) => Some(*who),
                _ => None,
            };
            rules_for(board, seat, rule).next().is_none()
        }
        Referent::Object(object) => {
            let there = board.view(object).is_some_and(|view| view.object.zone == Zone::Battlefield);
            !there || takes_counters_there(board, object, kind)
        }
    }
}

/// CR 614.17: whether counters of a kind can be put on an object that is on the battlefield, or is about to enter it.
pub(crate) fn takes_counters_there(board: &impl Board, object: ObjectRef, kind: CounterKind) -> bool {
    !board.rules().rules.iter().any(|row| {
        let effect = &board.table().static_row(row.handle).effect;
        forbids_counters(board, effect, board.bindings_of(row), object, kind)
    })
}

/// Whether an effect says that counters of a kind can't be put on a permanent.
pub(crate) fn forbids_counters(
    board: &impl Board,
    effect: &StaticEffect,
    bindings: &Bindings,
    object: ObjectRef,
    kind: CounterKind,
) -> bool {
    let StaticEffect::Rule(Rule::CantPutCounters(only, on)) = effect else { return false };
    only.is_none_or(|only| only == kind) && matches(board, bindings, on, object)
}

/// CR 723.5, 723.8: who makes the choices of a player: the player, or who controls them, or who controls that one.
pub(crate) fn decides_for(world: &impl ReadGame, seat: Seat) -> Seat {
    let seats = world.part::<Players>().seats();
    (0..seats).fold(seat, |decider, _| controller_of(world, decider))
}

/// CR 723.1a: who controls a player: the player, unless another one does. Of several effects the one that was created last counts.
/// CR 800.4a: who has left controls nobody.
pub(crate) fn controller_of(world: &impl ReadGame, seat: Seat) -> Seat {
    let live = Live::new(world);
    let searches = live.players().get(seat).searching;
    let rules = rules_for(&live, seat, |rule| match rule {
        Rule::ControlPlayers { who, searching } if searches || !searching => Some(*who),
        _ => None,
    });
    rules.map(|(_, bindings)| bindings.you).filter(|you| live.players().is_alive(*you)).last().unwrap_or(seat)
}

/// Whether some effect has players controlled by others, now or at times (CR 723).
pub(crate) fn are_controlled(world: &impl ReadGame) -> bool {
    let table = world.part::<CardTable>();
    let controls = |effect: &StaticEffect| matches!(effect, StaticEffect::Rule(Rule::ControlPlayers { .. }));
    world.part::<ActiveRules>().rules.iter().any(|row| controls(&table.static_row(row.handle).effect))
}
