//! Paying everything but mana (CR 601.2h): all parts at once, then those that are random or move cards of a library.

use super::CastFlow;
use crate::cards::def::{CostPart, CounterKind, ZoneKind};
use crate::model::bindings::Bindings;
use crate::model::cast::Payment;
use crate::model::event::{Batch, Cause, Event};
use crate::model::fact::Fact;
use crate::model::ids::ObjectRef;
use crate::model::zone::{Move, Zone};
use crate::rules::events::{self, exert};
use crate::rules::legal::enough::{self, Crewing};
use crate::rules::legal::parts::{self, is_last};
use crate::rules::mana::need_for;
use crate::rules::reading::{Board, Live};
use crate::rules::state::EditGame;
use crate::rules::zones::shuffle_objects;
use smallvec::SmallVec;

/// CR 601.2h: first all costs that don't involve chance or move cards of a library.
pub(super) fn pay(world: &mut impl EditGame, payment: &mut Payment, bindings: &mut Bindings) -> CastFlow {
    if payment.at > 0 {
        return CastFlow::Next;
    }
    payment.at = 1;
    let life = need_for(&payment.total.mana, &payment.ways).life;
    let nothing = payment.total.parts.is_empty() && payment.delved.is_empty() && payment.convoked.is_empty();
    if nothing && life == 0 {
        return CastFlow::Next;
    }
    let mut events = Vec::new();
    let mut revealed: SmallVec<[ObjectRef; 4]> = SmallVec::new();
    let mut crew: Vec<Fact> = Vec::new();
    let live = Live::new(world);
    for (i, part) in payment.total.parts.iter().enumerate() {
        if is_last(part) {
            continue;
        }
        let picked: SmallVec<[ObjectRef; 4]> = picks(payment, i);
        if matches!(part, CostPart::Reveal(..)) {
            revealed.extend(picked.iter().copied());
        }
        if matches!(part, CostPart::Behold(..)) {
            // CR 701.4a: what is on the battlefield is chosen, what is in hand revealed.
            let in_hand = |o: &&ObjectRef| live.object(o.id).zone.kind() == ZoneKind::Hand;
            revealed.extend(picked.iter().filter(in_hand).copied());
        }
        if matches!(part, CostPart::TapPower(..))
            && let Some(crewing) = enough::crewing(&live, bindings)
        {
            let (of, saddles) = (bindings.this, crewing == Crewing::Saddle);
            crew.extend(picked.iter().map(|creature| Fact::Crewed { creature: *creature, of, saddles }));
        }
        if !matches!(part, CostPart::RemoveCounters(..) | CostPart::RemoveAnyCounters(..)) {
            bindings.cast.paid_with.extend(picked.iter().copied());
        }
        let kinds: SmallVec<[CounterKind; 4]> = kinds(payment, i);
        parts::events(&live, bindings, part, (&picked, &kinds), payment.for_mana, &mut events);
    }
    if life > 0 {
        events.push(Event::LoseLife { seat: bindings.you, amount: life, paid: true });
    }
    // CR 702.51c, 702.66a: what convokes and what is delved pays, too.
    bindings.cast.paid_with.extend(payment.delved.iter().copied());
    bindings.cast.paid_with.extend(payment.convoked.iter().map(|(object, _)| *object));
    let delve = |card: &ObjectRef| Move::plain(*card, Zone::Exile, Cause::Cost).with_reveal(true).into();
    events.extend(payment.delved.iter().map(delve));
    events.extend(payment.convoked.iter().map(|(o, _)| Event::Tap { object: *o, for_mana: false }));
    if payment.total.parts.contains(&CostPart::ExertThis) {
        exert::exert(world, bindings.this, bindings.you, false);
    }
    if !crew.is_empty() {
        events::record(world, &crew);
    }
    if !revealed.is_empty() {
        crate::rules::resolving::reveal(world, &revealed);
    }
    if events.is_empty() { CastFlow::Next } else { CastFlow::Propose(Batch::of(events)) }
}

fn picks(payment: &Payment, part: usize) -> SmallVec<[ObjectRef; 4]> {
    payment.picked.iter().filter(|(p, _)| *p as usize == part).map(|(_, o)| *o).collect()
}

/// The kinds of the counters that were chosen for a part.
fn kinds(payment: &Payment, part: usize) -> SmallVec<[CounterKind; 4]> {
    payment.kinds.iter().filter(|(p, _)| *p as usize == part).map(|(_, kind)| *kind).collect()
}

/// CR 601.2h: then the others.
pub(super) fn pay_last(world: &mut impl EditGame, payment: &mut Payment, bindings: &mut Bindings) -> CastFlow {
    if payment.at > 0 || !payment.total.parts.iter().any(is_last) {
        return CastFlow::Next;
    }
    payment.at = 1;
    let mut events = Vec::new();
    for part in payment.total.parts.iter().filter(|p| is_last(p)) {
        let picked = match part {
            CostPart::DiscardRandom(n) => at_random(world, bindings, n),
            _ => Vec::new(),
        };
        bindings.cast.paid_with.extend(picked.iter().copied());
        parts::events(&Live::new(world), bindings, part, (&picked, &[]), payment.for_mana, &mut events);
    }
    if events.is_empty() { CastFlow::Next } else { CastFlow::Propose(Batch::of(events)) }
}

fn at_random(world: &mut impl EditGame, bindings: &Bindings, n: &crate::cards::def::Quantity) -> Vec<ObjectRef> {
    let live = Live::new(world);
    let n = parts::amount(&live, bindings, n) as usize;
    let hand = &live.zones().own[bindings.you.index()].hand;
    let mut cards: Vec<ObjectRef> = hand.iter().map(|id| live.object(*id).reference()).collect();
    shuffle_objects(world, &mut cards);
    cards.truncate(n);
    cards
}
