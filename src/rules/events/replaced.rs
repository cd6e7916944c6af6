//! Whether an event is one that an effect would replace (CR 614.1, 614.6).

use crate::cards::def::{CounterKind, DamageTo, Filter, ReplacedEvent, Who};
use crate::model::bindings::Bindings;
use crate::model::event::{Cause, Enter, Event};
use crate::model::ids::{Referent, Seat};
use crate::model::zone::{Move, Zone};
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::ReadGame;
use crate::rules::zones::is_token_with_cards;

/// Whether an effect watches for events of this kind at all.
pub(super) fn fits(replaced: &ReplacedEvent, event: &Event) -> bool {
    match (replaced, event) {
        (ReplacedEvent::Enters(_), Event::Move(Move { to, .. })) => *to == Zone::Battlefield,
        (ReplacedEvent::PutCounters(kind, _), Event::Move(Move { enter, .. })) => puts(enter.as_deref(), *kind),
        (ReplacedEvent::Moves { to: wanted, .. }, Event::Move(Move { to, .. })) => {
            wanted.is_none_or(|kind| to.kind() == kind)
        }
        (ReplacedEvent::Resolves(_), Event::Move(Move { to: Zone::Graveyard(_), cause: Cause::Resolve, .. }))
        | (ReplacedEvent::Destroyed(_), Event::Destroy { .. })
        | (ReplacedEvent::Damage { .. }, Event::Damage { .. })
        | (ReplacedEvent::GainLife(_), Event::GainLife { .. })
        | (ReplacedEvent::LoseLife(_) | ReplacedEvent::DamageToLife(_), Event::LoseLife { .. })
        | (ReplacedEvent::PayLife(_), Event::LoseLife { paid: true, .. })
        | (ReplacedEvent::LoseGame(_), Event::Lose { .. })
        | (ReplacedEvent::Draw(_), Event::Draw { .. })
        | (ReplacedEvent::DrawCards(..), Event::DrawCards { .. })
        | (ReplacedEvent::Discard(..), Event::Discard { .. })
        | (ReplacedEvent::PutCounters(..), Event::PutCounters { .. })
        | (ReplacedEvent::CreateTokens(..), Event::CreateTokens { .. })
        | (ReplacedEvent::TurnedFaceUp(_), Event::TurnFaceUp { .. })
        | (ReplacedEvent::GetCounters(..), Event::PutCounters { target: Referent::Player(_), .. })
        | (ReplacedEvent::BeginsTurn { .. }, Event::BeginTurn { .. })
        | (ReplacedEvent::Finds(_), Event::Find { .. })
        | (ReplacedEvent::Untap(_), Event::Untap { .. }) => true,
        (ReplacedEvent::CausedBy(_, inner), event) => fits(inner, event),
        _ => false,
    }
}

/// CR 614.16, 122.6: whether it enters with counters of this kind.
fn puts(enter: Option<&Enter>, kind: Option<CounterKind>) -> bool {
    enter.is_some_and(|e| e.counters.iter().any(|(k, n)| *n > 0 && kind.is_none_or(|kind| kind == *k)))
}

/// Whether an event is the one that an effect replaces.
pub(super) fn happens(board: &impl Board, bindings: &Bindings, replaced: &ReplacedEvent, event: &Event) -> bool {
    let is = |filter, object| reading::matches(board, bindings, filter, object);
    let player = |who: Who, seat: Seat| reading::player_matches(board, bindings, who, seat);
    match (replaced, event) {
        (ReplacedEvent::Enters(filter), Event::Move(Move { object, .. })) => is(filter, *object),
        (ReplacedEvent::PutCounters(_, filter), Event::Move(Move { object, .. })) => is(filter, *object),
        (ReplacedEvent::Moves { what, from, .. }, Event::Move(Move { object, .. })) => {
            from.is_none_or(|kind| board.object(object.id).zone.kind() == kind) && is(what, *object)
        }
        (ReplacedEvent::Resolves(filter), Event::Move(Move { object, .. }))
        | (ReplacedEvent::Destroyed(filter), Event::Destroy { object, .. }) => is(filter, *object),
        (ReplacedEvent::Damage { source, to, combat }, Event::Damage { source: by, target, combat: is_combat, .. }) => {
            combat.is_none_or(|wanted| wanted == *is_combat)
                && damage_to_matches(board, bindings, to, *target)
                && reading::is_meant_source(board, source, *by)
                && is(source, *by)
        }
        (ReplacedEvent::GainLife(who), Event::GainLife { seat, .. }) => player(*who, *seat),
        (ReplacedEvent::LoseLife(who) | ReplacedEvent::DamageToLife(who), Event::LoseLife { seat, .. })
        | (ReplacedEvent::PayLife(who), Event::LoseLife { seat, paid: true, .. })
        | (ReplacedEvent::LoseGame(who), Event::Lose { seat, .. }) => player(*who, *seat),
        (ReplacedEvent::Draw(who), Event::Draw { seat }) | (ReplacedEvent::Finds(who), Event::Find { seat, .. }) => {
            player(*who, *seat)
        }
        (ReplacedEvent::BeginsTurn { who, extra }, Event::BeginTurn { seat, extra: is_extra }) => {
            (*is_extra || !extra) && player(*who, *seat)
        }
        (ReplacedEvent::DrawCards(who, least), Event::DrawCards { seat, count }) => {
            count >= least && player(*who, *seat)
        }
        (ReplacedEvent::Discard(who, filter), Event::Discard { seat, object, .. }) => {
            player(*who, *seat) && is(filter, *object)
        }
        (ReplacedEvent::PutCounters(kind, filter), Event::PutCounters { target, kind: put, .. }) => {
            // CR 109.2.
            let meant = |object| reading::is_meant(board, filter, object) && is(filter, object);
            kind.is_none_or(|kind| kind == *put) && target.object().is_some_and(meant)
        }
        (
            ReplacedEvent::GetCounters(who, kind),
            Event::PutCounters { target: Referent::Player(seat), kind: put, .. },
        ) => kind.is_none_or(|kind| kind == *put) && player(*who, *seat),
        (ReplacedEvent::CreateTokens(who, filter), Event::CreateTokens { seat, base, .. }) => {
            player(*who, *seat)
                && (*filter == Filter::Any || {
                    let token = reading::values::starting(board.table(), board.live().world_made(), *base);
                    reading::name_fits(filter, &token)
                })
        }
        (ReplacedEvent::Untap(filter), Event::Untap { object })
        | (ReplacedEvent::TurnedFaceUp(filter), Event::TurnFaceUp { object, .. })
        | (ReplacedEvent::TransformsInto(filter), Event::Transform { object, .. }) => is(filter, *object),
        (ReplacedEvent::CausedBy(who, inner), event) => {
            board.cause().is_some_and(|(_, seat)| player(*who, seat)) && happens(board, bindings, inner, event)
        }
        _ => false,
    }
}

/// CR 730.3e: whether an effect on cards replaces where the components of a token go that are cards.
pub(super) fn happens_to_components(
    world: &impl ReadGame,
    bindings: &Bindings,
    replaced: &ReplacedEvent,
    event: &Event,
) -> bool {
    let (ReplacedEvent::Moves { what, from, to }, Event::Move(Move { object, .. })) = (replaced, event) else {
        return false;
    };
    let Filter::And(all) = what else { return false };
    if !all.contains(&Filter::Card) || !is_token_with_cards(world, *object) {
        return false;
    }
    let others = all.iter().filter(|filter| **filter != Filter::Card).cloned().collect();
    let of_all = ReplacedEvent::Moves { what: Filter::And(others), from: *from, to: *to };
    happens(&Live::new(world), bindings, &of_all, event)
}

/// Whether damage is dealt to something that the ability names.
pub(crate) fn damage_to_matches(board: &impl Board, bindings: &Bindings, to: &DamageTo, target: Referent) -> bool {
    match (to, target) {
        (DamageTo::Any, _) => true,
        (DamageTo::Target(n), target) => bindings.targets_of(*n).any(|one| one == target),
        (DamageTo::Object(filter), Referent::Object(object)) => reading::matches(board, bindings, filter, object),
        (DamageTo::Player(who) | DamageTo::Players(who), Referent::Player(seat)) => {
            reading::player_matches(board, bindings, *who, seat)
        }
        (DamageTo::PlayerOrObject(who, _), Referent::Player(seat)) => {
            reading::player_matches(board, bindings, *who, seat)
        }
        (DamageTo::PlayerOrObject(_, filter), Referent::Object(object)) => {
            reading::matches(board, bindings, filter, object)
        }
        (DamageTo::Object(_), Referent::Player(_))
        | (DamageTo::Player(_) | DamageTo::Players(_), Referent::Object(_)) => false,
    }
}
