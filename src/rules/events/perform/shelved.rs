//! The order of cards that replacement effects put into one place of a library at once (CR 401.4).

use crate::model::decision::{Choice, Decision, Prompt, Shape};
use crate::model::event::{Batch, BatchOption, BatchPhase, Event, Place};
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::zone::{Arranged, Move, Zone};
use crate::rules::events::run::BatchFlow;

/// A move whose place among others its owner hasn't chosen yet.
fn open(event: Option<&Event>) -> Option<&Move> {
    match event {
        Some(Event::Move(one)) if one.arranged == Arranged::Open => Some(one),
        _ => None,
    }
}

/// CR 401.4: a player orders what goes to one place of their library instead of anywhere else; what goes there alone has no order.
pub(super) fn order(batch: &mut Batch, owner: Seat) -> Option<BatchFlow> {
    let own = |one: &&Move| one.to == Zone::Library(owner);
    let moves = |batch: &Batch| -> Vec<(Place, ObjectRef)> {
        let moves = batch.events.iter().filter_map(|row| open(row.event.as_ref())).filter(own);
        moves.map(|one| (one.place, one.object)).collect()
    };
    loop {
        let all = moves(batch);
        let (place, _) = all.first()?;
        let there = all.iter().filter(|(other, _)| other == place);
        let cards: Vec<ObjectRef> = there.map(|(_, card)| *card).collect();
        if let [first, _, ..] = cards.as_slice() {
            let choices = cards.iter().map(|o| Choice::Object(*o)).collect();
            let decision = Decision::new(owner, Prompt::OrderCards(*first), Shape::Order(choices));
            batch.options = cards.into_iter().map(|o| BatchOption::To(Referent::Object(o))).collect();
            batch.phase = BatchPhase::Ordering;
            return Some(BatchFlow::ask(decision));
        }
        close(batch, &cards);
    }
}

/// These have their places.
fn close(batch: &mut Batch, cards: &[ObjectRef]) -> Option<Place> {
    let mut place = None;
    for row in &mut batch.events {
        if let Some(Event::Move(one)) = &mut row.event
            && one.arranged == Arranged::Open
            && cards.contains(&one.object)
        {
            one.arranged = Arranged::ByOwner;
            place = Some(one.place);
        }
    }
    place
}

/// An answer as the order in which cards are put there: the first of an order for a library is nearest its top, which is put there
/// last but at the bottom.
pub(super) fn answered(batch: &mut Batch, cards: &[ObjectRef], order: &[u16]) -> Vec<u16> {
    let mut order = order.to_vec();
    if close(batch, cards).is_some_and(|place| place != Place::Bottom) {
        order.reverse();
    }
    order
}
