//! Special actions (CR 116.2b, f-h, k, m): what can be plotted, foretold, suspended, turned face up and unlocked, and the companion.

use crate::cards::AbilityKind;
use crate::cards::def::{CardTypes, CastBy, Cost, CostPart, HandAction, ManaCost, ManaSymbol, Word};
use crate::model::bindings::Bindings;
use crate::model::cast::{AlternatePayment, TotalCost};
use crate::model::decision::CastMethod;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::mana::Purpose;
use crate::model::object::{Characteristics, Door, Restrictions};
use crate::model::zone::Zone;
use crate::rules::layers;
use crate::rules::legal::castable::could_begin_to_cast;
use crate::rules::legal::total::add_to_action;
use crate::rules::legal::{faces, payable, sorcery_time};
use crate::rules::mana::{LazyMeans, Means};
use crate::rules::reading::{Board, Live};
use smallvec::{SmallVec, smallvec};
use std::sync::LazyLock;

/// CR 702.143a: what is paid to foretell a card.
static TO_FORETELL: LazyLock<Cost> =
    LazyLock::new(|| Cost(vec![CostPart::Mana(ManaCost(smallvec![ManaSymbol::Generic(2)]))]));

/// CR 702.139a: what is paid to put a companion into the hand.
static TO_COMPANION: LazyLock<Cost> =
    LazyLock::new(|| Cost(vec![CostPart::Mana(ManaCost(smallvec![ManaSymbol::Generic(3)]))]));

/// The kind of counters on suspended cards (CR 702.62a).
pub(crate) static TIME: LazyLock<Word> = LazyLock::new(|| Word::new("time").expect("it is short"));

/// CR 702.139a: the companion that a player can still put into their hand. It is known by its number outside the game, so a card
/// that has left, by that action or otherwise, is not a companion any more.
pub(crate) fn companion(board: &impl Board, seat: Seat) -> Option<ObjectId> {
    let card = board.players().get(seat).companion;
    // Nearly always there is none.
    let waits = || board.is_current(card) && board.object(card.id).zone == Zone::Outside;
    (card != ObjectRef::NONE && waits()).then_some(card.id)
}

/// The special actions that a card of a hand or a companion offers, each with its cost and the place of its ability.
fn hand_actions<'w>(live: &Live<'w>, id: ObjectId) -> impl Iterator<Item = (u8, HandAction, &'w Cost)> {
    let table = live.world_table();
    let abilities = live.world_chars(id).abilities.iter().enumerate();
    let outside = live.object(id).zone == Zone::Outside;
    abilities.filter_map(move |(n, a)| match &table.ability(a.handle).kind {
        AbilityKind::Companion if outside => Some((n as u8, HandAction::Companion, &*TO_COMPANION)),
        _ if outside => None,
        AbilityKind::Plot(cost) => Some((n as u8, HandAction::Plot, cost)),
        AbilityKind::Suspend { cost, .. } => Some((n as u8, HandAction::Suspend, cost)),
        AbilityKind::AlternativeCost { tag: Some(CastBy::Foretell), .. } => {
            Some((n as u8, HandAction::Foretell, &*TO_FORETELL))
        }
        _ => None,
    })
}

/// What is paid for the special action that an ability of a card offers.
pub(crate) fn cost_of<'w>(live: &Live<'w>, id: ObjectId, by: u8) -> Option<&'w Cost> {
    hand_actions(live, id).find(|(n, ..)| *n == by).map(|(_, _, cost)| cost)
}

/// CR 116.2f-h, k: by which special actions a player can exile a card of their hand now, or put their companion into it, each with
/// the place of its ability.
pub(crate) fn can_act_with(
    live: &Live<'_>,
    means: &LazyMeans<'_>,
    seat: Seat,
    id: ObjectId,
    mut each: impl FnMut(HandAction, u8),
) {
    for (n, action, cost) in hand_actions(live, id) {
        let timely = match action {
            HandAction::Plot | HandAction::Companion => sorcery_time(live, seat),
            HandAction::Foretell => live.turn().active == seat,
            HandAction::Suspend => could_begin_to_cast(live, seat, id),
        };
        let bindings = Bindings::new(seat, live.object(id).reference());
        let mut total = TotalCost::default();
        total.add(live, &bindings, &cost.0);
        add_to_action(live, &bindings, action, &mut total);
        if timely && (means.unproven || payable(live, means, &bindings, &total, AlternatePayment::default())) {
            each(action, n);
        }
    }
}

/// The ways to cast a card from exile because it was plotted or foretold on an earlier turn (CR 702.143a, 702.170d). A
/// foretold card lies face down: its abilities are counted among those that it has face up (CR 406.3a).
pub(crate) fn ways_since_action(live: &Live<'_>, seat: Seat, id: ObjectId, each: &mut impl FnMut(CastMethod)) {
    let object = live.object(id);
    let since = live.cast_as(id).since_action.filter(|since| since.turn < live.turn().number);
    let Some(since) = since.filter(|_| object.zone == Zone::Exile && object.owner == seat) else { return };
    if since.action == HandAction::Plot {
        for face in faces(live, id) {
            each(CastMethod { face, plotted: true, ..CastMethod::default() });
        }
        return;
    }
    let own = layers::own_values(live, id);
    for (n, a) in own.abilities.iter().enumerate() {
        let kind = &live.table().ability(a.handle).kind;
        if matches!(kind, AbilityKind::AlternativeCost { tag: Some(CastBy::Foretell), .. }) {
            each(CastMethod { alternative: Some(n as u8), ..CastMethod::default() });
        }
    }
}

/// What is paid to turn a face-down permanent face up, if it may be: by the n-th ability that it will have, or as it is
/// manifested (CR 701.40b, 702.37e).
pub(crate) fn cost_up(live: &Live<'_>, id: ObjectId, up: &Characteristics, by: Option<u8>) -> Option<Cost> {
    let status = live.status(id);
    let fixed = live.chars(id).restrictions.contains(Restrictions::CANT_BE_TURNED_FACE_UP);
    if !status.face_down || !up.is(CardTypes::PERMANENT) || fixed {
        return None;
    }
    match by {
        Some(n) => match &live.table().ability(up.abilities.get(usize::from(n))?.handle).kind {
            AbilityKind::Morph { cost, .. } => Some(cost.clone()),
            _ => None,
        },
        // It goes by the card itself, whatever it is a copy of.
        None if status.face_down_kind.manifested => {
            let card = layers::base_values(live, status.own_face.unwrap_or(live.object(id).base));
            card.is_creature().then_some(Cost(vec![CostPart::Mana(card.cost?)]))
        }
        None => None,
    }
}

/// The ways in which a player can turn a permanent face up now.
pub(crate) fn can_turn_up(live: &Live<'_>, means: &Means, seat: Seat, id: ObjectId) -> SmallVec<[Option<u8>; 1]> {
    let status = live.status(id);
    if !status.face_down || status.phased_out || live.chars(id).controller != seat {
        return SmallVec::new();
    }
    let object = live.object(id).reference();
    let Some(up) = layers::face_up(live, object) else { return SmallVec::new() };
    let ways = [None].into_iter().chain((0..up.abilities.len() as u8).map(Some));
    let able = |by: &Option<u8>| {
        cost_up(live, id, &up, *by).is_some_and(|cost| {
            let bindings = Bindings::new(seat, object);
            let mut total = TotalCost::default();
            total.paid_for.what = Purpose::TurnFaceUp;
            total.add(live, &bindings, &cost.0);
            means.unproven || payable(live, means, &bindings, &total, AlternatePayment::default())
        })
    };
    ways.filter(able).collect()
}

/// CR 709.5e: what is paid to unlock a half of a permanent; `None` if it isn't locked, or has no mana cost.
pub(crate) fn unlock_cost(live: &Live<'_>, object: ObjectRef, door: Door) -> Option<Cost> {
    if !live.is_current(object) || live.status(object.id).unlocked.contains(door) {
        return None;
    }
    Some(Cost(vec![CostPart::Mana(layers::half(live, object, door)?.cost?)]))
}

/// CR 116.2m: whether a player could unlock a half of a permanent in their main phases, whatever it costs.
pub(crate) fn has_locked_half(live: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
    live.table().0.traits.halves
        && live.chars(id).controller == seat
        && Door::BOTH.into_iter().any(|door| unlock_cost(live, live.object(id).reference(), door).is_some())
}

/// CR 116.2m: the halves of a permanent that a player can unlock now.
pub(crate) fn can_unlock(live: &Live<'_>, means: &Means, seat: Seat, id: ObjectId) -> SmallVec<[Door; 2]> {
    if !live.table().0.traits.halves
        || live.chars(id).controller != seat
        || live.status(id).phased_out
        || !sorcery_time(live, seat)
    {
        return SmallVec::new();
    }
    let object = live.object(id).reference();
    let able = |door: &Door| {
        unlock_cost(live, object, *door).is_some_and(|cost| {
            let bindings = Bindings::new(seat, object);
            let mut total = TotalCost::default();
            total.paid_for.what = Purpose::Unlock;
            total.add(live, &bindings, &cost.0);
            means.unproven || payable(live, means, &bindings, &total, AlternatePayment::default())
        })
    };
    Door::BOTH.into_iter().filter(able).collect()
}
