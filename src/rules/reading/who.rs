//! Single objects and players that text refers to.

use super::{Board, Scope, View};
use crate::cards::AbilityKind;
use crate::cards::def::{CastBy, CostPart, Obj, Who};
use crate::model::bindings::{Bindings, EVENT_PLAYERS, Value};
use crate::model::ids::{ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::ObjectKind;
use crate::model::zone::Zone;
use smallvec::SmallVec;

/// The object that a word refers to, as it is read: what is gone is read as it last was.
pub fn object(board: &impl Board, bindings: &Bindings, obj: Obj) -> Option<ObjectRef> {
    object_in(board, Scope::of(bindings), obj)
}

pub(super) fn object_in(board: &impl Board, scope: Scope<'_>, obj: Obj) -> Option<ObjectRef> {
    let b = scope.bindings;
    match obj {
        Obj::This => Some(b.this),
        Obj::Host => host(board, b),
        Obj::Target(n) => b.targets_of(n).find_map(Referent::object),
        Obj::It => scope.it.and_then(Referent::object),
        Obj::Var(var) => match b.var(var)? {
            Value::Objects(list) => list.first().copied(),
            _ => None,
        },
        Obj::Event => b.event?.subject.and_then(Referent::object),
        Obj::EventSource => b.event?.source,
        Obj::Granter => b.granter.filter(|granter| is_read(board, b, *granter)),
        Obj::PaidWith => b.cast.paid_with.first().copied(),
    }
}

/// What the object is attached to that an ability is on, or last was; if nothing, what its event was about and has left
/// with it attached (CR 608.2h).
fn host(board: &impl Board, b: &Bindings) -> Option<ObjectRef> {
    if let Some(host) = board.view(b.this)?.status.attached_to {
        return host.object().filter(|host| is_read(board, b, *host));
    }
    let event = b.event?;
    let was_host = |o: &ObjectRef| {
        !board.is_current(*o) && board.last_known().get(*o).is_some_and(|was| was.attached().contains(&b.this))
    };
    event.subject.and_then(Referent::object).into_iter().chain(event.source).find(was_host)
}

/// CR 604.7: whether words of static abilities are asked, which don't read what is gone as it last was.
pub(super) fn is_static(board: &impl Board, bindings: &Bindings) -> bool {
    bindings.key.is_some_and(|key| matches!(board.table().ability(key.handle).kind, AbilityKind::Static { .. }))
}

fn is_read(board: &impl Board, bindings: &Bindings, object: ObjectRef) -> bool {
    board.is_current(object) || !is_static(board, bindings)
}

/// The object that an instruction acts on: the object itself while it exists as such, otherwise what it became, if the
/// ability may find that: the subject of a zone-change trigger in the zone that it went to (CR 400.7e), its own source
/// where paying its cost has put it (400.7j). Nothing else finds what has moved meanwhile (400.7).
pub fn object_to_act_on(board: &impl Board, bindings: &Bindings, obj: Obj) -> Option<ObjectRef> {
    let reference = object(board, bindings, obj)?;
    if board.is_current(reference) {
        return Some(reference);
    }
    if !matches!(obj, Obj::Event | Obj::This | Obj::PaidWith) {
        return None;
    }
    if let Some(event) = bindings.event
        && event.subject == Some(Referent::Object(reference))
        && let Some(moved) = event.moved_to
    {
        return board.is_current(moved).then_some(moved);
    }
    let found = bindings.cast.moved_to_pay().contains(&reference)
        || moved_to_pay(board, bindings, reference)
        || fell_off(board, bindings, reference);
    if !found {
        return None;
    }
    let successor = board.last_known().get(reference)?.successor?;
    board.is_current(successor).then_some(successor)
}

/// CR 712.21c, 730.3c: what the other components became of a permanent which has left, where that can be found.
pub fn other_successors(board: &impl Board, permanent: ObjectRef) -> impl Iterator<Item = ObjectRef> {
    let others = others_of(board, permanent).iter();
    others.filter_map(move |other| board.last_known().get(*other)?.successor)
}

/// The other components of a permanent which has left, as they were with that.
pub fn others_of(board: &impl Board, permanent: ObjectRef) -> &[ObjectRef] {
    board.last_known().get(permanent).map_or(&[], |was| was.linked().components.as_slice())
}

/// CR 903.3b-c: whether an object is a commander, or has a component that is one.
pub fn is_commander(board: &impl Board, view: &View<'_>) -> bool {
    let owned = |id| crate::model::commander::is_commander(board.players(), id, view.object.owner);
    let merged = view.linked.merged.kind == ObjectKind::Card;
    (view.object.kind == ObjectKind::Card || merged) && owned(view.object.id)
        || view.linked.components.iter().any(|component| owned(component.id))
}

/// CR 400.7f: whether it is the Aura whose ability triggered as what it enchanted left.
pub fn fell_off(board: &impl Board, bindings: &Bindings, object: ObjectRef) -> bool {
    let Some(host) = bindings.event.and_then(|e| e.subject) else { return false };
    object == bindings.this
        && matches!(host, Referent::Object(host) if !board.is_current(host))
        && board.last_known().get(object).is_some_and(|was| was.status().attached_to == Some(host))
}

/// CR 400.7k: whether it is a card that was exiled by its madness and not cast.
pub fn left_by_madness(board: &impl Board, object: ObjectRef) -> bool {
    board.last_known().get(object).is_some_and(|was| {
        let is_madness =
            |kind: &AbilityKind| matches!(kind, AbilityKind::AlternativeCost { tag: Some(CastBy::Madness), .. });
        was.object.zone == Zone::Exile
            && was.chars(board.table()).abilities.iter().any(|a| is_madness(&board.table().ability(a.handle).kind))
    })
}

/// Whether the cost of an ability moves the very object that the ability is on.
pub fn moved_to_pay(board: &impl Board, bindings: &Bindings, object: ObjectRef) -> bool {
    let Some(key) = bindings.key.filter(|key| key.object == object) else { return false };
    let AbilityKind::Activated { cost, .. } = &board.table().ability(key.handle).kind else { return false };
    cost.0.iter().any(|p| matches!(p, CostPart::SacrificeThis | CostPart::ExileThis | CostPart::DiscardThis))
}

/// The players that words refer to, in APNAP order (CR 101.4), unless the words say another one.
pub fn seats(board: &impl Board, bindings: &Bindings, who: Who) -> SmallVec<[Seat; 2]> {
    seats_in(board, Scope::of(bindings), who)
}

pub(super) fn seats_in(board: &impl Board, scope: Scope<'_>, who: Who) -> SmallVec<[Seat; 2]> {
    let players = board.players();
    match who {
        Who::EachPlayer => players.in_turn_order(board.turn().active).collect(),
        Who::EachFromYou => players.in_turn_order(scope.bindings.you).collect(),
        Who::EachOpponent => players.in_turn_order(board.turn().active).filter(|s| *s != scope.bindings.you).collect(),
        Who::Nonactive => players.in_turn_order(board.turn().active).filter(|s| *s != board.turn().active).collect(),
        Who::Target(n) => {
            scope.bindings.targets_of(n).filter_map(Referent::player).filter(|s| players.is_alive(*s)).collect()
        }
        Who::Var(var) => match scope.bindings.var(var) {
            Some(Value::Seats(set)) => {
                players.in_turn_order(board.turn().active).filter(|s| set.contains(*s)).collect()
            }
            Some(Value::Votes(voters)) => {
                players.in_turn_order(board.turn().active).filter(|s| voters.contains(s)).collect()
            }
            _ => SmallVec::new(),
        },
        Who::Events => seats_in(board, scope, of_events(scope)),
        one => seat_in(board, scope, one).filter(|s| players.is_alive(*s)).into_iter().collect(),
    }
}

/// The word for all players of a trigger event: what its variable holds, or the one of a single event.
fn of_events(scope: Scope<'_>) -> Who {
    scope.bindings.var(*EVENT_PLAYERS).map_or(Who::Event, |_| Who::Var(*EVENT_PLAYERS))
}

/// CR 800.4i: the players whose information is asked for. One who is meant in person may have left; of "each player" only
/// those who are in the game are meant, and only such players for static abilities (CR 604.7).
pub(super) fn asked_about(board: &impl Board, scope: Scope<'_>, who: Who) -> SmallVec<[Seat; 2]> {
    match who {
        who if who.is_each() => seats_in(board, scope, who),
        who if board.players().anyone_left() && is_static(board, scope.bindings) => seats_in(board, scope, who),
        _ => ever(board, scope, who),
    }
}

/// Whether words refer to a player, who may have left the game.
pub fn means(board: &impl Board, bindings: &Bindings, who: Who, seat: Seat) -> bool {
    ever(board, Scope::of(bindings), who).contains(&seat)
}

/// CR 800.4i: the players whose actions are asked for, those who have left included.
pub(super) fn ever(board: &impl Board, scope: Scope<'_>, who: Who) -> SmallVec<[Seat; 2]> {
    let all = || (0..board.players().seats()).map(Seat);
    match who {
        Who::EachPlayer | Who::EachFromYou => all().collect(),
        Who::EachOpponent => all().filter(|s| *s != scope.bindings.you).collect(),
        Who::Nonactive => all().filter(|s| *s != board.turn().active).collect(),
        Who::Target(n) => scope.bindings.targets_of(n).filter_map(Referent::player).collect(),
        Who::Var(var) => match scope.bindings.var(var) {
            Some(Value::Seats(set)) => set.iter().collect(),
            Some(Value::Votes(voters)) => voters.iter().copied().collect::<SeatSet>().iter().collect(),
            _ => SmallVec::new(),
        },
        Who::Events => ever(board, scope, of_events(scope)),
        one => seat_in(board, scope, one).into_iter().collect(),
    }
}

/// The one player that words refer to; the first in APNAP order where they refer to several. One who is meant in person may
/// have left the game.
pub fn seat(board: &impl Board, bindings: &Bindings, who: Who) -> Option<Seat> {
    seat_in(board, Scope::of(bindings), who)
}

pub(super) fn seat_in(board: &impl Board, scope: Scope<'_>, who: Who) -> Option<Seat> {
    let b = scope.bindings;
    match who {
        Who::You => Some(b.you),
        Who::EachPlayer | Who::EachFromYou | Who::EachOpponent | Who::Nonactive => {
            seats_in(board, scope, who).first().copied()
        }
        // CR 800.4b, g: one who has left is still meant.
        Who::Var(_) => seats_in(board, scope, who).first().or(ever(board, scope, who).first()).copied(),
        Who::Events => seat_in(board, scope, of_events(scope)),
        Who::Target(n) => b.targets_of(n).find_map(Referent::player),
        Who::ControllerOf(obj) => controller(board, object_in(board, scope, obj)?),
        Who::OwnerOf(obj) => owner(board, object_in(board, scope, obj)?),
        // CR 608.2b: nothing is known of an illegal target; one that has left since is read as it last was.
        Who::TargetOrController(n) => player_of(board, b.targets_of(n).next()?),
        Who::Event => {
            let event = b.event?;
            event.player.or_else(|| player_of(board, event.subject?))
        }
        Who::It => player_of(board, scope.it?),
        // CR 800.4j: a turn continues without an active player.
        Who::Active => Some(board.turn().active).filter(|seat| board.players().is_alive(*seat)),
        Who::Defending => defending(board, b),
        Who::Chosen => super::chosen(board, b).player,
        Who::Promised => b.cast.promised,
        // CR 303.4b, 608.2h: or whom it was attached to as it left.
        Who::Enchanted => board.view(b.this)?.status.attached_to?.player(),
    }
}

/// The player, or who controls the object or controlled it last.
pub(crate) fn player_of(board: &impl Board, referent: Referent) -> Option<Seat> {
    match referent {
        Referent::Player(seat) => Some(seat),
        Referent::Object(object) => controller(board, object),
    }
}

/// CR 108.3: the owner of a card stays the same wherever it goes, also if nothing else is known of where it was.
fn owner(board: &impl Board, object: ObjectRef) -> Option<Seat> {
    if let Some(view) = board.view(object) {
        return Some(view.object.owner);
    }
    let row = (object != ObjectRef::NONE).then(|| board.object(object.id))?;
    (row.kind == ObjectKind::Card).then_some(row.owner)
}

fn controller(board: &impl Board, object: ObjectRef) -> Option<Seat> {
    Some(board.view(object)?.chars.controller)
}

/// CR 508.5: the player that an attacking creature attacks or, if it has left combat, attacked: the creature that the
/// event is about, or the one that the words stand on. In a game of two players, without an attack, the only opponent
/// (506.2).
fn defending(board: &impl Board, b: &Bindings) -> Option<Seat> {
    let attacked = |creature: ObjectRef| match board.combat().attacker(creature) {
        Some(attacker) => Some(attacker.defender),
        None if is_static(board, b) => None,
        None => board.view(creature)?.this_turn.defender,
    };
    let creature = b.event.and_then(|event| event.subject).and_then(Referent::object);
    creature.and_then(attacked).or_else(|| attacked(b.this)).or_else(|| {
        let you = controller(board, b.this)?;
        let mut opponents = board.players().opponents(you).iter();
        opponents.next().filter(|_| opponents.next().is_none())
    })
}
