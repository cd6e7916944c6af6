//! Conditions.

use super::filter::{matches_in, matches_where};
use super::objects::visit_in;
use super::quantity::value_in;
use super::who::{ever, object_in, seats_in};
use super::{Board, Scope};
use crate::cards::def::{Cmp, Condition, Fact, Objects, Quantity, StepName, Var, Who, ZoneKind};
use crate::model::bindings::{Bindings, VOTED_ALIKE, VOTED_OTHERWISE, Value};
use crate::model::fact::Fact as Done;
use crate::model::ids::{DefId, Referent, Seat};
use std::ops::ControlFlow;

/// Whether a condition holds.
pub fn holds(board: &impl Board, bindings: &Bindings, condition: &Condition) -> bool {
    holds_in(board, Scope::of(bindings), condition)
}

/// Whether a condition holds of a player, who is `It` there.
pub(crate) fn holds_for(board: &impl Board, bindings: &Bindings, condition: &Condition, seat: Seat) -> bool {
    holds_in(board, Scope { bindings, it: Some(Referent::Player(seat)) }, condition)
}

pub(super) fn holds_in(board: &impl Board, scope: Scope<'_>, condition: &Condition) -> bool {
    let b = scope.bindings;
    match condition {
        Condition::Always => true,
        Condition::And(list) => list.iter().all(|c| holds_in(board, scope, c)),
        Condition::Or(list) => list.iter().any(|c| holds_in(board, scope, c)),
        Condition::Not(inner) => !holds_in(board, scope, inner),
        Condition::Compare(left, cmp, right) => cmp.holds(value_in(board, scope, left), value_in(board, scope, right)),
        Condition::Exists(group) => visit_in(board, scope, group, &mut |_| ControlFlow::Break(())).is_break(),
        Condition::Is(obj, filter) => {
            // A card that a trigger of its own put somewhere is read where it is, if the filter asks for a place.
            let here = super::object_to_act_on(board, b, *obj).filter(|_| scope.it == b.it);
            object_in(board, scope, *obj).is_some_and(|o| matches_where(board, scope, filter, o, here))
        }
        Condition::Did(var) => match b.var(*var) {
            None => false,
            Some(Value::Number(n)) => *n != 0,
            Some(Value::Objects(list)) => !list.is_empty(),
            Some(Value::Seats(set)) => !set.is_empty(),
            Some(Value::Votes(voters)) => !voters.is_empty(),
            Some(
                Value::Color(_)
                | Value::CardType(_)
                | Value::Subtype(_)
                | Value::Name(_)
                | Value::Done
                | Value::CastMethod(_)
                | Value::Text(_),
            ) => true,
        },
        Condition::Paid(n) => b.cast.paid.get(*n as usize).is_some_and(|times| *times > 0),
        Condition::Cast(None) => b.cast.caster == Some(b.you),
        // A hand has only cards of its owner: from that of this player, not of another.
        Condition::Cast(Some(ZoneKind::Hand)) => {
            let own = board.view(b.this).is_none_or(|view| view.object.owner == b.you);
            b.cast.from == Some(ZoneKind::Hand) && b.cast.caster == Some(b.you) && own
        }
        Condition::Cast(Some(zone)) => b.cast.from == Some(*zone),
        Condition::CastBy(way) => b.cast.by == Some(*way),
        Condition::TurnOf(who) => seats_in(board, scope, *who).contains(&board.turn().active),
        Condition::During(step) => board.turn().step == *step,
        Condition::MainPhase => board.turn().step.is_main(),
        Condition::BlockersDeclared => blockers_declared(board),
        // CR 731.1.
        Condition::ItIs(one) => board.turn().day_night == Some(*one),
        // CR 103.1.
        Condition::StartingPlayer(who) => seats_in(board, scope, *who).contains(&board.turn().first),
        // CR 725.1.
        Condition::Monarch(who) => seats_in(board, scope, *who).iter().any(|s| board.players().get(*s).monarch),
        // CR 702.131c.
        Condition::Blessing(who) => seats_in(board, scope, *who).iter().any(|s| board.players().get(*s).blessing),
        // CR 726.1, 309.7.
        Condition::Initiative(who) => {
            seats_in(board, scope, *who).iter().any(|s| board.players().get(*s).venture.initiative)
        }
        Condition::CompletedDungeon(who) => {
            ever(board, scope, *who).iter().any(|s| !board.players().get(*s).venture.completed.is_empty())
        }
        Condition::CompletedNamed(who, name) => {
            let is_it = |def: &DefId| *board.table().def(*def).name == *name.text;
            ever(board, scope, *who).iter().any(|s| board.players().get(*s).venture.completed.iter().any(is_it))
        }
        // CR 701.54c.
        Condition::Tempted(who, times) => {
            seats_in(board, scope, *who).iter().any(|s| board.players().get(*s).venture.tempted >= *times)
        }
        Condition::ResolvedBefore(who) => {
            let Some(view) = board.view(scope.bindings.this) else { return false };
            let resolved = &board.history().resolved_spells;
            ever(board, scope, *who).iter().any(|seat| resolved.contains(&(*seat, view.chars.name)))
        }
        Condition::CastAnother(who, name) => {
            let seats = ever(board, scope, *who);
            let cast = board.history().cast_spells.iter().filter(|(by, of, _)| *of == name.id && seats.contains(by));
            let cast = cast.map(|(.., times)| *times).fold(0, u8::saturating_add);
            let own = b.cast.caster.is_some_and(|by| seats.contains(&by))
                && board.view(b.this).is_some_and(|view| view.chars.is_called(name.id));
            cast > u8::from(own)
        }
        Condition::SamePlayer(a, c) => {
            // CR 800.4i: also of players who have left.
            let second = ever(board, scope, *c);
            ever(board, scope, *a).iter().any(|s| second.contains(s))
        }
        Condition::ThisTurn(fact) => this_turn(board, scope, fact),
        Condition::VotedAlike(who) => voted(board, scope, *who, *VOTED_ALIKE),
        Condition::VotedOtherwise(who) => voted(board, scope, *who, *VOTED_OTHERWISE),
    }
}

/// CR 701.38: whether one of the players is among those of a vote that a variable holds.
fn voted(board: &impl Board, scope: Scope<'_>, who: Who, of_vote: Var) -> bool {
    match scope.bindings.var(of_vote) {
        Some(Value::Seats(voters)) => ever(board, scope, who).iter().any(|seat| voters.contains(*seat)),
        _ => false,
    }
}

fn this_turn(board: &impl Board, scope: Scope<'_>, fact: &Fact) -> bool {
    let any = |who, test: fn(&crate::model::player::Player) -> bool| {
        ever(board, scope, who).into_iter().any(|s| test(board.players().get(s)))
    };
    match fact {
        Fact::LostLife(who) => any(*who, |p| p.lost_life > 0),
        Fact::GainedLife(who) => any(*who, |p| p.gained_life > 0),
        Fact::DealtDamage(who) => any(*who, |p| p.damaged > 0),
        Fact::Attacked(who) => any(*who, |p| p.attacked),
        Fact::CommittedCrime(who) => any(*who, |p| p.committed_crime),
        Fact::PlayedElsewhere(who) => any(*who, |p| p.played_elsewhere),
        Fact::TurnedFaceUp(who) => any(*who, |p| p.turned_face_up),
        Fact::Searched(who) => any(*who, |p| p.searched),
        Fact::CreatureDied => board.history().creatures_died > 0,
        Fact::HurtBy(who, filter) => {
            let hurt = ever(board, scope, *who);
            board.history().facts.iter().any(|fact| match fact {
                Done::Damaged { source, target: Referent::Player(seat), combat: true, .. } => {
                    hurt.contains(seat) && matches_in(board, scope, filter, *source)
                }
                _ => false,
            })
        }
    }
}

/// CR 800.4i: whether a condition asks players only for what they have done or what has happened to them, so that those who
/// have left the game are counted, too.
pub(super) fn asks_what_was_done(condition: &Condition) -> bool {
    let tells = |quantity: &Quantity| match quantity {
        Quantity::ThisTurn(..)
        | Quantity::SpellsThisTurn(_)
        | Quantity::SpellsThisGame(_)
        | Quantity::SpellsLastTurn(_)
        | Quantity::DrawnThisTurn(_)
        | Quantity::DrawnThisStep(_)
        | Quantity::TurnsBegun(_)
        | Quantity::CommanderCasts(_) => true,
        Quantity::Count(group) => matches!(**group, Objects::ThisTurn(..)),
        _ => false,
    };
    match condition {
        Condition::And(list) | Condition::Or(list) => list.iter().all(asks_what_was_done),
        Condition::Compare(of, Cmp::Gt | Cmp::Ge, than) => tells(of) && (tells(than) || matches!(than, Quantity::N(_))),
        Condition::CompletedDungeon(_)
        | Condition::CompletedNamed(..)
        | Condition::ResolvedBefore(_)
        | Condition::CastAnother(..)
        | Condition::ThisTurn(_) => true,
        _ => false,
    }
}

/// CR 506.7b, 506.7f: whether the declare blockers step of this combat phase has begun. It is skipped if no creatures have been declared
/// as attackers or put onto the battlefield attacking (508.8).
fn blockers_declared(board: &impl Board) -> bool {
    match board.turn().step {
        StepName::DeclareBlockers | StepName::FirstStrikeDamage | StepName::CombatDamage => true,
        StepName::EndCombat => board.combat().declared,
        _ => false,
    }
}
