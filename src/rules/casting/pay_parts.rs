//! Paying everything but mana (CR 601.2h): all parts at once, then those that are random or move cards of a library.

use super::CastFlow;
use crate::cards::def::{CostPart, CounterKind, Quantity, ZoneKind};
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
            bindings.cast.pay_with(&picked, moves(part));
        }
        let kinds: SmallVec<[CounterKind; 4]> = kinds(payment, i);
        let who = payment.opponents.iter().find(|(at, _)| usize::from(*at) == i).map(|(_, seat)| *seat);
        parts::events(&live, bindings, part, (&picked, &kinds, who), payment.for_mana, &mut events);
    }
    if life > 0 {
        // CR 107.4f.
        bindings.cast.life_symbols = u8::try_from(life / 2).unwrap_or(u8::MAX);
        events.push(Event::LoseLife { seat: bindings.you, amount: life, paid: true });
    }
    // CR 702.51c, 702.66a: what convokes and what is delved pays, too.
    let convoked: SmallVec<[ObjectRef; 4]> = payment.convoked.iter().map(|(object, _)| *object).collect();
    bindings.cast.pay_with(&payment.delved, true);
    bindings.cast.pay_with(&convoked, false);
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

/// Whether what pays a part of a cost goes somewhere else.
const fn moves(part: &CostPart) -> bool {
    use CostPart as P;
    !matches!(
        part,
        P::TapFor(_) | P::TapOthers(..) | P::TapPower(..) | P::Behold(..) | P::Reveal(..) | P::PutCountersOn(..)
    )
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
    // CR 118.10: each card pays for one of them.
    let (mut taken, mut discarded) = (0, Vec::new());
    for part in payment.total.parts.iter().filter(|p| is_last(p)) {
        let picked = match part {
            CostPart::DiscardRandom(n) => {
                let cards = at_random(world, bindings, n, &discarded);
                discarded.extend(&cards);
                cards
            }
            CostPart::Mill(n) | CostPart::ExileTop(n) => {
                let cards = top(&Live::new(world), bindings, n, taken);
                taken += cards.len();
                cards
            }
            _ => Vec::new(),
        };
        if !matches!(part, CostPart::Mill(_)) {
            bindings.cast.pay_with(&picked, true);
        }
        parts::events(&Live::new(world), bindings, part, (&picked, &[], None), payment.for_mana, &mut events);
    }
    if events.is_empty() { CastFlow::Next } else { CastFlow::Propose(Batch::of(events)) }
}

/// The top cards of the library of who pays, the topmost first, below those that are `taken` already.
fn top(live: &Live<'_>, bindings: &Bindings, n: &Quantity, taken: usize) -> Vec<ObjectRef> {
    let library = live.zones().own[bindings.you.index()].library.iter();
    let top = library.rev().skip(taken).take(parts::amount(live, bindings, n) as usize);
    top.map(|id| live.object(*id).reference()).collect()
}

/// Cards of the hand of who pays, chosen at random, but for those that are `taken` already.
fn at_random(world: &mut impl EditGame, bindings: &Bindings, n: &Quantity, taken: &[ObjectRef]) -> Vec<ObjectRef> {
    let live = Live::new(world);
    let n = parts::amount(&live, bindings, n) as usize;
    let hand = live.zones().own[bindings.you.index()].hand.iter().map(|id| live.object(*id).reference());
    let mut cards: Vec<ObjectRef> = hand.filter(|card| !taken.contains(card)).collect();
    shuffle_objects(world, &mut cards);
    cards.truncate(n);
    cards
}
