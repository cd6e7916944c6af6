//! Special actions (CR 116.2b, k): what can be plotted and turned face up.

use crate::cards::AbilityKind;
use crate::cards::def::{CardTypes, Cost, CostPart};
use crate::model::bindings::Bindings;
use crate::model::cast::{AlternatePayment, TotalCost};
use crate::model::ids::{ObjectId, Seat};
use crate::model::object::{Characteristics, Restrictions};
use crate::model::zone::Zone;
use crate::rules::layers;
use crate::rules::legal::{payable, sorcery_time};
use crate::rules::mana::Means;
use crate::rules::reading::{Board, Live};
use smallvec::SmallVec;

/// The plot costs of a card in hand, each with the place of its ability.
pub(crate) fn costs<'w>(live: &Live<'w>, id: ObjectId) -> impl Iterator<Item = (u8, &'w Cost)> {
    let table = live.world_table();
    let abilities = live.world_chars(id).abilities.iter().enumerate();
    abilities.filter_map(|(n, a)| match &table.ability(a.handle).kind {
        AbilityKind::Plot(cost) => Some((n as u8, cost)),
        _ => None,
    })
}

/// CR 702.170a: by which of its abilities a player can plot a card of their hand now.
pub(crate) fn can_plot(live: &Live<'_>, means: &Means, seat: Seat, id: ObjectId, mut each: impl FnMut(u8)) {
    for (n, cost) in costs(live, id) {
        let bindings = Bindings::new(seat, live.object(id).reference());
        let mut total = TotalCost::default();
        total.add(live, &bindings, &cost.0);
        if sorcery_time(live, seat)
            && (means.unproven || payable(live, means, &bindings, &total, AlternatePayment::default()))
        {
            each(n);
        }
    }
}

/// CR 702.170d: whether a player may cast a card from exile because it is plotted, at the right time of a later turn.
pub(crate) fn castable_as_plotted(live: &Live<'_>, seat: Seat, id: ObjectId) -> bool {
    let object = live.object(id);
    object.zone == Zone::Exile
        && object.owner == seat
        && live.status(id).plotted.is_some_and(|turn| turn < live.turn().number)
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
        None if status.face_down_kind.manifested && up.is_creature() => {
            Some(Cost(vec![CostPart::Mana(up.cost.clone()?)]))
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
            total.add(live, &bindings, &cost.0);
            means.unproven || payable(live, means, &bindings, &total, AlternatePayment::default())
        })
    };
    ways.filter(able).collect()
}
