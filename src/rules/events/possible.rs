//! Which proposed events can happen: "can't" comes before replacement (CR 614.17), and an event that would
//! do nothing can't be replaced (614.7a, 119.9-10, 120.8).

use super::transform;
use crate::cards::CardTable;
use crate::cards::def::{CardTypes, CounterKind, Keyword, Layout, Rule, StaticEffect, Who};
use crate::model::continuous::{ActiveRules, Side};
use crate::model::event::{Cause, Event, Proposed};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{Characteristics, CopiableSource, Counters, Object, ObjectKind, Restrictions, Status};
use crate::model::player::{LossReason, Players};
use crate::model::zone::{Move, Zone, Zones};
use crate::rules::reading::{self, Board, Live};
use crate::rules::slots::{self, Slots};
use crate::rules::state::{Column, EditGame, ReadGame};
use crate::rules::zones::others;
use crate::rules::{layers, legal};

/// CR 614.17: whether a proposed event is still there and can happen.
pub(super) fn is_possible(world: &impl ReadGame, row: &Proposed) -> bool {
    row.event.as_ref().is_some_and(|event| can_happen(world, event))
}

/// CR 311.2, 314.2: whether what has these characteristics stays in the command zone whatever would move it.
fn stays_in_command(chars: &Characteristics) -> bool {
    chars.is(CardTypes::PLANE.union(CardTypes::SCHEME))
}

/// CR 614.17: whether an event could happen if it were proposed.
pub(crate) fn can_happen(world: &impl ReadGame, event: &Event) -> bool {
    let alive = |seat: Seat| world.part::<Players>().is_alive(seat);
    match event {
        Event::Move(Move { object, to, cause, enter, .. }) => {
            let board = Live::new(world);
            if !board.is_current(*object) {
                return false;
            }
            let lies = board.object(object.id).zone == Zone::Command;
            if lies && *to != Zone::Command && stays_in_command(board.chars(object.id)) {
                return false;
            }
            match (*cause, to) {
                (Cause::Sacrifice, _) => on_battlefield(world, *object) && !restricted(world, *object),
                // CR 800.4b.
                (_, Zone::Battlefield) => {
                    board.object(object.id).zone != Zone::Battlefield
                        && enter.as_ref().is_none_or(|e| alive(e.controller))
                        && !legal::kept_out(
                            world,
                            *object,
                            enter.as_deref().map_or(legal::EntersLike::Face(0), legal::EntersLike::of),
                        )
                }
                _ => true,
            }
        }
        // CR 702.12b.
        Event::Destroy { object, .. } => {
            on_battlefield(world, *object) && !component::<Characteristics>(world, *object).has(Keyword::Indestructible)
        }
        Event::Regenerate { object } => on_battlefield(world, *object),
        Event::DrawCards { seat, count } => *count > 0 && alive(*seat),
        Event::Draw { seat } => alive(*seat) && can_draw(world, *seat, 1),
        Event::Discard { seat, object, .. } => zone_of(world, *object) == Some(Zone::Hand(*seat)),
        Event::Damage { target, amount, .. } => *amount > 0 && can_be_damaged(world, *target),
        Event::GainLife { seat, amount } => {
            *amount > 0
                && alive(*seat)
                && !player_rule(world, *seat, |rule| match rule {
                    Rule::CantGainLife(who) => Some(*who),
                    _ => None,
                })
        }
        // CR 119.8.
        Event::LoseLife { seat, amount, .. } => {
            *amount > 0 && alive(*seat) && !crate::rules::mana::cant_lose_life(&Live::new(world), *seat)
        }
        Event::Tap { object, .. } => on_battlefield(world, *object) && !component::<Status>(world, *object).tapped,
        Event::Untap { object } => on_battlefield(world, *object) && component::<Status>(world, *object).tapped,
        Event::PutCounters { target, kind, count, .. } => {
            *count > 0 && exists(world, *target) && reading::takes_counters(&Live::new(world), *target, *kind)
        }
        Event::RemoveCounters { target, kind, count } => *count > 0 && counters_on(world, *target, *kind) > 0,
        Event::CreateTokens { seat, count, .. } => *count > 0 && alive(*seat),
        Event::Attach { object, to } => {
            // CR 701.3b.
            on_battlefield(world, *object)
                && exists(world, *to)
                && component::<Status>(world, *object).attached_to != Some(*to)
                && legal::can_be_attached(&Live::new(world), *object, *to)
        }
        Event::Unattach { object } => {
            on_battlefield(world, *object) && component::<Status>(world, *object).attached_to.is_some()
        }
        Event::TurnFaceUp { object, .. } => {
            // CR 701.40g: an instant or sorcery stays face down.
            let zone = zone_of(world, *object);
            let kinds = match zone {
                Some(Zone::Battlefield) => CardTypes::PERMANENT,
                // CR 311.4, 314.4.
                Some(Zone::Command) => CardTypes::PLANE | CardTypes::SCHEME,
                _ => CardTypes::empty(),
            };
            let fixed = component::<Characteristics>(world, *object).restrictions;
            component::<Status>(world, *object).face_down
                && !fixed.contains(Restrictions::CANT_BE_TURNED_FACE_UP)
                && layers::face_up(world, *object).is_some_and(|c| c.is(kinds))
                // CR 730.2g.
                && components(world, *object).all(|base| layers::base_values(world, base).is(kinds))
        }
        // CR 708.2b, 712.16.
        Event::TurnFaceDown { object } => {
            let status = component::<Status>(world, *object);
            let own = transform::represented_by(&Live::new(world), *object);
            let table = world.part::<CardTable>();
            let is_double = |base: CopiableSource| {
                layers::other_side(world.part(), world.part(), base, Side::Turned).is_some()
                    || matches!(base, CopiableSource::Def(def, _) if table.def(def).layout == Some(Layout::Meld))
            };
            // CR 730.2j.
            let double = is_double(own) || components(world, *object).any(is_double);
            on_battlefield(world, *object) && !status.face_down && !double
        }
        Event::Transform { object, over } => {
            on_battlefield(world, *object) && transform::other_face(world, *object) == Some(*over)
        }
        Event::BeginTurn { seat, .. } => alive(*seat),
        Event::Find { seat, object } => alive(*seat) && zone_of(world, *object).is_some(),
        Event::Lose { seat, reason } => {
            alive(*seat)
                && (*reason == LossReason::Conceded
                    || !player_rule(world, *seat, |rule| match rule {
                        Rule::CantLose(who) => Some(*who),
                        _ => None,
                    }))
        }
    }
}

/// CR 800.4a-b, d: whether an event is about a player who has left the game, or an object that is gone.
pub(super) fn names_what_left(world: &impl ReadGame, event: &Event) -> bool {
    let there = |object: ObjectRef| Live::new(world).is_current(object);
    let alive = |seat: Seat| world.part::<Players>().is_alive(seat);
    let named = |target: Referent| match target {
        Referent::Object(object) => there(object),
        Referent::Player(seat) => alive(seat),
    };
    !match event {
        Event::Move(Move { object, enter, .. }) => there(*object) && enter.as_ref().is_none_or(|e| alive(e.controller)),
        Event::Destroy { object, .. }
        | Event::Regenerate { object }
        | Event::Discard { object, .. }
        | Event::Tap { object, .. }
        | Event::Untap { object }
        | Event::Unattach { object }
        | Event::TurnFaceUp { object, .. }
        | Event::TurnFaceDown { object }
        | Event::Transform { object, .. } => there(*object),
        Event::Attach { object, to } => there(*object) && named(*to),
        Event::Damage { target, .. } | Event::PutCounters { target, .. } | Event::RemoveCounters { target, .. } => {
            named(*target)
        }
        Event::Draw { seat }
        | Event::DrawCards { seat, .. }
        | Event::GainLife { seat, .. }
        | Event::LoseLife { seat, .. }
        | Event::CreateTokens { seat, .. }
        | Event::BeginTurn { seat, .. }
        | Event::Lose { seat, .. } => alive(*seat),
        Event::Find { seat, object } => alive(*seat) && there(*object),
    }
}

/// The event doesn't happen. A token that was to enter is not created (CR 111.5, 303.4g).
pub(super) fn drop_event(world: &mut impl EditGame, row: &mut Proposed) {
    let Some(Event::Move(Move { object, .. })) = row.event.take() else { return };
    if zone_of(world, object) == Some(Zone::Outside) && component::<Object>(world, object).kind == ObjectKind::Token {
        Slots::free(world, object.id);
    }
}

/// What the components of a melded or merged permanent are as cards or tokens; nothing of what a single object represents.
fn components(world: &impl ReadGame, permanent: ObjectRef) -> impl Iterator<Item = CopiableSource> {
    let others = others(world, permanent);
    let own = (!others.is_empty()).then_some(permanent);
    let board = Live::new(world);
    own.into_iter().chain(others.iter().copied()).map(move |o| transform::represented_by(&board, o))
}

/// A component of an object.
pub(super) fn component<C: Column>(world: &impl ReadGame, object: ObjectRef) -> &C {
    world.row::<C>(object.id)
}

/// Where an object is; `None` if it is gone.
pub(super) fn zone_of(world: &impl ReadGame, object: ObjectRef) -> Option<Zone> {
    if object == ObjectRef::NONE {
        return None;
    }
    let row = component::<Object>(world, object);
    (row.reference() == object).then_some(row.zone)
}

/// Whether a reference is to a permanent.
pub(super) fn on_battlefield(world: &impl ReadGame, object: ObjectRef) -> bool {
    zone_of(world, object) == Some(Zone::Battlefield)
}

fn exists(world: &impl ReadGame, target: Referent) -> bool {
    match target {
        Referent::Object(object) => zone_of(world, object).is_some(),
        Referent::Player(seat) => world.part::<Players>().is_alive(seat),
    }
}

fn restricted(world: &impl ReadGame, object: ObjectRef) -> bool {
    component::<Characteristics>(world, object).restrictions.contains(Restrictions::CANT_BE_SACRIFICED)
}

/// How many counters of a kind are on something.
pub(crate) fn counters_on(world: &impl ReadGame, target: Referent, kind: CounterKind) -> u32 {
    match target {
        Referent::Object(object) if exists(world, target) => component::<Counters>(world, object).get(kind),
        Referent::Object(_) => 0,
        Referent::Player(seat) => world.part::<Players>().get(seat).counters.get(kind),
    }
}

/// CR 120.1, 614.9: players, creatures, planeswalkers and battles.
pub(super) fn can_be_damaged(world: &impl ReadGame, target: Referent) -> bool {
    const TYPES: CardTypes = CardTypes::CREATURE.union(CardTypes::PLANESWALKER).union(CardTypes::BATTLE);
    match target {
        Referent::Player(seat) => world.part::<Players>().is_alive(seat),
        Referent::Object(object) => {
            on_battlefield(world, object) && component::<Characteristics>(world, object).is(TYPES)
        }
    }
}

/// Who controls an object or last did; its owner outside the battlefield and the stack.
pub(super) fn controller(world: &impl ReadGame, object: ObjectRef) -> Seat {
    let board = Live::new(world);
    if board.is_current(object) {
        return board.chars(object.id).controller;
    }
    board.view(object).map_or(Seat(0), |v| v.chars.controller)
}

/// Whether a rule that names players is in force for one of them (CR 613.10).
pub(super) fn player_rule(world: &impl ReadGame, seat: Seat, pick: impl Fn(&Rule) -> Option<Who>) -> bool {
    let rules = &world.part::<ActiveRules>().rules;
    if rules.is_empty() {
        return false;
    }
    let table = world.part::<CardTable>();
    rules.iter().any(|row| {
        let StaticEffect::Rule(rule) = &table.static_row(row.handle).effect else { return false };
        let bindings = || &slots::effect(world, row.effect).bindings;
        pick(rule).is_some_and(|who| reading::player_matches(&Live::new(world), bindings(), who, seat))
    })
}

/// CR 121.2b: whether a player can draw `count` cards, one after the other.
pub(crate) fn can_draw(world: &impl ReadGame, seat: Seat, count: i32) -> bool {
    let drawn = i64::from(world.part::<Players>().get(seat).drawn_this_turn) + i64::from(count);
    count <= 0
        || !player_rule(world, seat, |rule| match rule {
            Rule::DrawLimit(who, most) if drawn > i64::from(*most) => Some(*who),
            _ => None,
        })
}

/// The top card of a library.
pub(super) fn top_card(world: &impl ReadGame, seat: Seat) -> Option<ObjectRef> {
    let id = *world.part::<Zones>().own[seat.index()].library.last()?;
    Some(world.row::<Object>(id).reference())
}
