//! The order of the components of a melded or merged permanent (CR 712.21a, 730.3a).

use crate::model::decision::{Choice, Decision, Prompt, Settings, Shape};
use crate::model::event::{Batch, BatchOption, BatchPhase, Event, Place};
use crate::model::ids::{ObjectRef, Referent};
use crate::model::zone::{Arranged, Move, OtherCard, Zone};
use crate::rules::events::run::BatchFlow;
use crate::rules::reading::{Board, Live};
use crate::rules::state::ReadGame;
use crate::rules::zones::others;

/// CR 712.21a, 730.3a: owners order the components of their permanents that go to a library; to a graveyard only if the settings of the
/// game say so, as for other cards (404.3).
pub(super) fn order(world: &impl ReadGame, batch: &mut Batch) -> Option<BatchFlow> {
    let graveyards = world.part::<Settings>().order_graveyards;
    let open = batch.events.iter().find_map(|row| match &row.event {
        Some(Event::Move(one)) if one.other == OtherCard::Undecided && one.arranged != Arranged::ByChance => {
            let prompt = match one.to {
                Zone::Library(_) => Prompt::OrderCards(one.object),
                Zone::Graveyard(_) if graveyards => Prompt::OrderGraveyard,
                _ => return None,
            };
            let others = others(world, one.object);
            let all = || std::iter::once(one.object).chain(others.iter().copied()).collect::<Vec<_>>();
            (!others.is_empty()).then(|| (prompt, all()))
        }
        _ => None,
    });
    let (prompt, cards) = open?;
    let owner = Live::new(world).object(cards[0].id).owner;
    let choices = cards.iter().map(|o| Choice::Object(*o)).collect();
    batch.options = cards.iter().map(|o| BatchOption::To(Referent::Object(*o))).collect();
    batch.phase = BatchPhase::Ordering;
    Some(BatchFlow::ask(Decision::new(owner, prompt, Shape::Order(choices))))
}

/// Takes the answer to that question, if it was the one.
pub(super) fn ordered(batch: &mut Batch, options: &[BatchOption], order: &[u16]) -> bool {
    let [BatchOption::To(Referent::Object(permanent)), others @ ..] = options else { return false };
    let moved = |batch: &Batch, wanted: ObjectRef| {
        batch
            .events
            .iter()
            .position(|row| matches!(&row.event, Some(Event::Move(Move { object, .. })) if *object == wanted))
    };
    let goes_along =
        |one: &BatchOption| matches!(one, BatchOption::To(Referent::Object(card)) if moved(batch, *card).is_none());
    if others.is_empty() || !others.iter().all(goes_along) {
        return false;
    }
    let Some(at) = moved(batch, *permanent) else { return false };
    if let Some(Event::Move(one)) = &mut batch.events[at].event {
        // The first of an order for a library is nearest its top, which is put there last but at the bottom.
        let last_on_top = matches!(one.to, Zone::Library(_)) && one.place != Place::Bottom;
        let mut order: Vec<u8> = order.iter().map(|i| u8::try_from(*i).unwrap_or(u8::MAX)).collect();
        if last_on_top {
            order.reverse();
        }
        one.other = OtherCard::InOrder(order.into());
    }
    true
}
