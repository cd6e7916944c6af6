//! Parts of costs other than mana (CR 118): whether they can be paid, with what, and the events that pay them.

use super::enough;
use crate::cards::def::{CostPart, CounterKind, Filter, Measure, Obj, Objects, Quantity, ZoneKind};
use crate::model::bindings::Bindings;
use crate::model::event::{Cause, Event, Place};
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::model::object::Restrictions;
use crate::model::zone::{Move, Zone};
use crate::rules::reading::{self, Board};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// How many of something a part asks for.
pub(crate) fn amount(board: &impl Board, bindings: &Bindings, quantity: &Quantity) -> u32 {
    reading::value(board, bindings, quantity).max(0) as u32
}

/// For a part that is paid with chosen objects: how many, and which can be chosen. `None` for other parts.
pub(crate) fn choice(
    board: &impl Board,
    bindings: &Bindings,
    part: &CostPart,
) -> Option<(u32, SmallVec<[ObjectRef; 8]>)> {
    let mut options = SmallVec::new();
    let n = visit(board, bindings, part, |_, object| {
        options.push(object);
        ControlFlow::Continue(())
    })?;
    Some((n, options))
}

/// The first that can be chosen for a part and are good, as many as it asks for beside those that are chosen already;
/// `None` if there are too few.
pub(crate) fn first_good(
    board: &impl Board,
    bindings: &Bindings,
    part: &CostPart,
    already: u32,
    good: impl Fn(ObjectId) -> bool,
) -> Option<SmallVec<[ObjectId; 8]>> {
    let mut found = SmallVec::new();
    let n = visit(board, bindings, part, |n, object| {
        let enough = |found: &SmallVec<[ObjectId; 8]>| found.len() as u32 + already >= n;
        if !enough(&found) && good(object.id) {
            found.push(object.id);
        }
        if enough(&found) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    (found.len() as u32 + already >= n).then_some(found)
}

/// How many permanents are sacrificed or tapped for a cost to be less, or get counters.
const ONE: &Quantity = &Quantity::N(1);

/// Goes through what can be chosen for a part that is paid with chosen objects, with how many it asks for; answers that.
fn visit(
    board: &impl Board,
    bindings: &Bindings,
    part: &CostPart,
    mut each: impl FnMut(u32, ObjectRef) -> ControlFlow<()>,
) -> Option<u32> {
    let (n, zone, filter) = match part {
        CostPart::Sacrifice(n, f) | CostPart::ReturnToHand(n, f) | CostPart::TapOthers(n, f) => {
            (n, ZoneKind::Battlefield, f)
        }
        CostPart::SacrificeFor(f)
        | CostPart::SacrificeForCost(f)
        | CostPart::TapFor(f)
        | CostPart::PutCountersOn(_, _, f) => (ONE, ZoneKind::Battlefield, f),
        CostPart::TapPower(..) | CostPart::SacrificeTotal(..) | CostPart::ExileTotal(..) => {
            let (measure, n, zone, f) = part.total()?;
            let options = greatest_first(board, bindings, part, measure, zone, f);
            let n = enough::fewest(board, bindings, measure, amount(board, bindings, n), &options);
            let _ = options.into_iter().try_for_each(|object| each(n, object));
            return Some(n);
        }
        CostPart::ExileTypes(n, zone, f) => {
            let options = payable_in(board, bindings, part, *zone, f);
            let n = enough::fewest_types(board, amount(board, bindings, n), &[], &options);
            let _ = options.into_iter().try_for_each(|object| each(n, object));
            return Some(n);
        }
        CostPart::Discard(n, f) | CostPart::PutOnTop(n, f) | CostPart::Reveal(n, f) => (n, ZoneKind::Hand, f),
        CostPart::Exile(n, zone, f) | CostPart::PutOnBottom(n, zone, f) => (n, *zone, f),
        CostPart::Behold(n, f) | CostPart::ExileMaterials(n, f) => {
            let n = amount(board, bindings, n);
            let zones = match part {
                CostPart::Behold(..) => [Zone::Battlefield, Zone::Hand(bindings.you)],
                _ => [Zone::Battlefield, Zone::Graveyard(bindings.you)],
            };
            let mut able = zones.iter().flat_map(|zone| board.zones().list(*zone));
            let _ = able.try_for_each(|id| match can_be_paid(board, bindings, part, f, *id) {
                true => each(n, board.object(*id).reference()),
                false => ControlFlow::Continue(()),
            });
            return Some(n);
        }
        CostPart::RemoveCounters(_, n, objects) | CostPart::RemoveAnyCounters(n, objects) => {
            let (n, objects) = (amount(board, bindings, n), reading::objects(board, bindings, objects));
            let having = |o: &ObjectRef| board.is_current(*o) && enough::counters(board, part, *o) > 0;
            let _ = objects.into_iter().filter(having).try_for_each(|object| each(n, object));
            return Some(n);
        }
        _ => return None,
    };
    let n = amount(board, bindings, n);
    let mut able = board.zones().list(Zone::of(zone, bindings.you)).iter();
    let _ = able.try_for_each(|id| match can_be_paid(board, bindings, part, filter, *id) {
        true => each(n, board.object(*id).reference()),
        false => ControlFlow::Continue(()),
    });
    Some(n)
}

/// CR 701.59a, 702.122a, 702.171a: what can be used for its power, toughness or mana value, the greatest first.
fn greatest_first(
    board: &impl Board,
    bindings: &Bindings,
    part: &CostPart,
    measure: Measure,
    zone: ZoneKind,
    filter: &Filter,
) -> SmallVec<[ObjectRef; 8]> {
    let mut able = payable_in(board, bindings, part, zone, filter);
    able.sort_by_key(|o| std::cmp::Reverse(enough::weight(board, bindings, measure, *o)));
    able
}

/// What of a zone could be chosen for a part, in the order of the zone.
fn payable_in(
    board: &impl Board,
    bindings: &Bindings,
    part: &CostPart,
    zone: ZoneKind,
    filter: &Filter,
) -> SmallVec<[ObjectRef; 8]> {
    let all = board.zones().list(Zone::of(zone, bindings.you)).iter();
    let able = all.filter(|id| can_be_paid(board, bindings, part, filter, **id));
    able.map(|id| board.object(*id).reference()).collect()
}

/// The cards of the hand of who pays, but for the card of the spell that is being cast (CR 601.2a).
pub(crate) fn hand(board: &impl Board, bindings: &Bindings) -> SmallVec<[ObjectRef; 8]> {
    let hand = board.zones().own[bindings.you.index()].hand.iter();
    hand.filter(|id| bindings.stack.is_none_or(|s| s.id != **id)).map(|id| board.object(*id).reference()).collect()
}

fn can_be_paid(board: &impl Board, bindings: &Bindings, part: &CostPart, filter: &Filter, id: ObjectId) -> bool {
    let object = board.object(id);
    let chars = board.chars(id);
    match object.zone {
        Zone::Battlefield if chars.controller != bindings.you || board.status(id).phased_out => return false,
        Zone::Exile | Zone::Command | Zone::Stack if object.owner != bindings.you => return false,
        _ => {}
    }
    let able = match part {
        CostPart::Sacrifice(..)
        | CostPart::SacrificeFor(..)
        | CostPart::SacrificeForCost(..)
        | CostPart::SacrificeTotal(..) => !chars.restrictions.contains(Restrictions::CANT_BE_SACRIFICED),
        CostPart::TapOthers(..) | CostPart::TapFor(..) | CostPart::TapPower(..) => !board.status(id).tapped,
        CostPart::PutCountersOn(kind, ..) => enough::takes(board, object.reference(), *kind),
        // While a spell is proposed its card is no longer in hand (CR 601.2a).
        CostPart::Discard(..)
        | CostPart::PutOnTop(..)
        | CostPart::PutOnBottom(..)
        | CostPart::Behold(..)
        | CostPart::Reveal(..)
        | CostPart::Exile(..)
        | CostPart::ExileMaterials(..)
        | CostPart::ExileTotal(..)
        | CostPart::ExileTypes(..) => {
            let in_hand = matches!(object.zone, Zone::Hand(_));
            bindings.stack.is_none_or(|s| s.id != id)
                && !(in_hand && board.status(id).face_down && asks_for_quality(filter))
        }
        _ => true,
    };
    able && reading::matches_known(board, bindings, filter, object, chars)
}

/// CR 121.8: whether a filter asks for characteristics, so that a card that was drawn meanwhile can't be meant.
fn asks_for_quality(filter: &Filter) -> bool {
    match filter {
        Filter::Any
        | Filter::Card
        | Filter::Token
        | Filter::Is(_)
        | Filter::In(_)
        | Filter::Zone(_)
        | Filter::Controlled(_)
        | Filter::Owned(_)
        | Filter::DrawnThisTurn => false,
        Filter::And(all) | Filter::Or(all) => all.iter().any(asks_for_quality),
        Filter::Not(inner) => asks_for_quality(inner),
        _ => true,
    }
}

/// CR 118.3: whether a part that isn't mana can be paid, `committed` objects being used for other parts.
pub fn part_payable(board: &impl Board, bindings: &Bindings, part: &CostPart, committed: &[ObjectId]) -> bool {
    let this = bindings.this;
    let here = |zone: ZoneKind| board.is_current(this) && board.object(this.id).zone.kind() == zone;
    let player = || board.players().get(bindings.you);
    match part {
        CostPart::Mana(_)
        | CostPart::Waterbend(_)
        | CostPart::ManaCostOf(_)
        | CostPart::ManaCostLess(..)
        | CostPart::Times(..) => true,
        CostPart::Tap => {
            here(ZoneKind::Battlefield)
                && !board.status(this.id).tapped
                && !crate::rules::legal::too_new(board, this.id)
        }
        CostPart::Untap => {
            here(ZoneKind::Battlefield) && board.status(this.id).tapped && !crate::rules::legal::too_new(board, this.id)
        }
        CostPart::PayLife(n) => {
            // CR 119.4, 119.4b.
            let n = amount(board, bindings, n);
            n == 0 || player().life >= n as i32 && !crate::rules::mana::cant_lose_life(board, bindings.you)
        }
        CostPart::Energy(n) => player().counters.get(CounterKind::Energy) >= amount(board, bindings, n),
        CostPart::SacrificeThis => {
            here(ZoneKind::Battlefield)
                && board.chars(this.id).controller == bindings.you
                && !board.chars(this.id).restrictions.contains(Restrictions::CANT_BE_SACRIFICED)
        }
        CostPart::DiscardThis => here(ZoneKind::Hand),
        CostPart::ExileThis => board.is_current(this) && board.object(this.id).zone != Zone::Outside,
        CostPart::DiscardRandom(n) => {
            let free = hand(board, bindings).iter().filter(|o| !committed.contains(&o.id)).count();
            free as u32 >= amount(board, bindings, n)
        }
        // CR 701.43b-c.
        CostPart::ExertThis => here(ZoneKind::Battlefield),
        CostPart::PutCounters(kind, _) => board.is_current(this) && enough::takes(board, this, *kind),
        CostPart::Loyalty(n) => enough::has_loyalty(board, this, *n),
        CostPart::LoyaltyX => enough::has_loyalty(board, this, -bindings.x),
        CostPart::Mill(n) | CostPart::ExileTop(n) => {
            // CR 701.17b, 118.3.
            board.zones().own[bindings.you.index()].library.len() as u32 >= amount(board, bindings, n)
        }
        CostPart::OpponentGainsLife(n) => {
            amount(board, bindings, n) == 0 && board.players().opponents(bindings.you).iter().next().is_some()
                || enough::who_could_gain(board, bindings.you).next().is_some()
        }
        // CR 119.7.
        CostPart::OthersGainLife(n) => {
            let others = board.players().opponents(bindings.you).iter().count();
            amount(board, bindings, n) == 0 || enough::who_could_gain(board, bindings.you).count() == others
        }
        CostPart::RemoveCounters(..) | CostPart::RemoveAnyCounters(..) => {
            let Some((n, options)) = choice(board, bindings, part) else { return true };
            options.iter().map(|o| enough::counters(board, part, *o)).fold(0, u32::saturating_add) >= n
        }
        CostPart::Sacrifice(..)
        | CostPart::SacrificeFor(..)
        | CostPart::SacrificeForCost(..)
        | CostPart::TapFor(..)
        | CostPart::Discard(..)
        | CostPart::Exile(..)
        | CostPart::ExileMaterials(..)
        | CostPart::ReturnToHand(..)
        | CostPart::TapOthers(..)
        | CostPart::TapPower(..)
        | CostPart::SacrificeTotal(..)
        | CostPart::ExileTotal(..)
        | CostPart::ExileTypes(..)
        | CostPart::PutOnTop(..)
        | CostPart::PutOnBottom(..)
        | CostPart::PutCountersOn(..)
        | CostPart::Behold(..)
        | CostPart::Reveal(..) => {
            let Some((n, options)) = choice(board, bindings, part) else { return true };
            if n == 0 {
                return true;
            }
            let uses_up = !matches!(part, CostPart::Reveal(..) | CostPart::Behold(..) | CostPart::PutCountersOn(..));
            let free = options.iter().filter(|o| !uses_up || !committed.contains(&o.id));
            free.count() as u32 >= n
        }
    }
}

/// Whether a part is paid last: it is random or moves cards of a library (CR 601.2h).
pub(crate) const fn is_last(part: &CostPart) -> bool {
    matches!(part, CostPart::DiscardRandom(_) | CostPart::Mill(_) | CostPart::ExileTop(_))
}

/// Whether what pays for a part leaves where it is, so that it can't pay for another one.
pub(crate) const fn leaves(part: &CostPart) -> bool {
    matches!(
        part,
        CostPart::Sacrifice(..)
            | CostPart::SacrificeFor(..)
            | CostPart::SacrificeForCost(..)
            | CostPart::SacrificeTotal(..)
            | CostPart::ExileTotal(..)
            | CostPart::ExileTypes(..)
            | CostPart::Discard(..)
            | CostPart::Exile(..)
            | CostPart::ExileMaterials(..)
            | CostPart::ReturnToHand(..)
            | CostPart::PutOnTop(..)
            | CostPart::PutOnBottom(..)
            | CostPart::DiscardRandom(_)
            | CostPart::SacrificeThis
            | CostPart::DiscardThis
            | CostPart::ExileThis
    )
}

/// Whether what pays for a part is tapped by it.
pub(crate) const fn taps(part: &CostPart) -> bool {
    matches!(part, CostPart::TapOthers(..) | CostPart::TapFor(..) | CostPart::TapPower(..) | CostPart::Tap)
}

/// Whether other objects than the one with the ability are tapped by a part, or leave by it.
pub(crate) const fn uses_others(part: &CostPart) -> bool {
    let this = matches!(part, CostPart::Tap | CostPart::SacrificeThis | CostPart::DiscardThis | CostPart::ExileThis);
    (taps(part) || leaves(part)) && !this
}

/// A move as a cost.
fn moved(board: &impl Board, object: ObjectRef, kind: ZoneKind, cause: Cause) -> Event {
    let owner = board.object(object.id).owner;
    let reveal = matches!(kind, ZoneKind::Graveyard | ZoneKind::Exile);
    Move::plain(object, Zone::of(kind, owner), cause).with_reveal(reveal).into()
}

/// The events that pay a part, with `picked` for what was chosen, and of what kinds that is where it is counters of any kind; `who` is the
/// opponent that was chosen. Random parts and reveals are not events.
pub(crate) fn events(
    board: &impl Board,
    bindings: &Bindings,
    part: &CostPart,
    (picked, kinds, who): (&[ObjectRef], &[CounterKind], Option<Seat>),
    for_mana: bool,
    out: &mut Vec<Event>,
) {
    let you: Seat = bindings.you;
    let this = bindings.this;
    match part {
        CostPart::Mana(_)
        | CostPart::Waterbend(_)
        | CostPart::ManaCostOf(_)
        | CostPart::ManaCostLess(..)
        | CostPart::Times(..)
        | CostPart::Behold(..)
        | CostPart::ExertThis
        | CostPart::Reveal(..) => {}
        CostPart::PutOnBottom(..) => {
            let owner = |o: &ObjectRef| Zone::Library(board.object(o.id).owner);
            let reveal = |o: &ObjectRef| board.object(o.id).zone.is_public();
            out.extend(picked.iter().map(|o| {
                let bottom = Move::plain(*o, owner(o), Cause::Cost).with_place(Place::Bottom);
                bottom.with_reveal(reveal(o)).into()
            }));
        }
        CostPart::DiscardRandom(_) => {
            out.extend(picked.iter().map(|o| Event::Discard { seat: you, object: *o, cost: true }));
        }
        CostPart::Tap => out.push(Event::Tap { object: this, for_mana }),
        CostPart::Untap => out.push(Event::Untap { object: this }),
        CostPart::PayLife(n) => {
            let amount = amount(board, bindings, n) as i32;
            if amount > 0 {
                out.push(Event::LoseLife { seat: you, amount, paid: true });
            }
        }
        CostPart::Energy(n) => out.push(Event::RemoveCounters {
            target: Referent::Player(you),
            kind: CounterKind::Energy,
            count: amount(board, bindings, n),
        }),
        CostPart::SacrificeThis => out.push(moved(board, this, ZoneKind::Graveyard, Cause::Sacrifice)),
        CostPart::ExileThis => out.push(moved(board, this, ZoneKind::Exile, Cause::Cost)),
        CostPart::DiscardThis => out.push(Event::Discard { seat: you, object: this, cost: true }),
        CostPart::Sacrifice(..)
        | CostPart::SacrificeFor(..)
        | CostPart::SacrificeForCost(..)
        | CostPart::SacrificeTotal(..) => {
            out.extend(picked.iter().map(|o| moved(board, *o, ZoneKind::Graveyard, Cause::Sacrifice)));
        }
        CostPart::Discard(..) => {
            out.extend(picked.iter().map(|o| Event::Discard { seat: you, object: *o, cost: true }));
        }
        CostPart::Exile(..) | CostPart::ExileMaterials(..) | CostPart::ExileTotal(..) | CostPart::ExileTypes(..) => {
            out.extend(picked.iter().map(|o| moved(board, *o, ZoneKind::Exile, Cause::Cost)));
        }
        CostPart::ReturnToHand(..) => {
            out.extend(picked.iter().map(|o| moved(board, *o, ZoneKind::Hand, Cause::Cost)));
        }
        CostPart::PutOnTop(..) => {
            out.extend(picked.iter().map(|o| moved(board, *o, ZoneKind::Library, Cause::Cost)));
        }
        CostPart::TapOthers(..) | CostPart::TapFor(..) | CostPart::TapPower(..) => {
            out.extend(picked.iter().map(|o| Event::Tap { object: *o, for_mana: false }));
        }
        CostPart::RemoveCounters(kind, ..) => {
            // One pick is one counter.
            for (i, object) in picked.iter().enumerate() {
                if picked[..i].contains(object) {
                    continue;
                }
                let count = picked.iter().filter(|p| *p == object).count() as u32;
                out.push(Event::RemoveCounters { target: Referent::Object(*object), kind: *kind, count });
            }
        }
        CostPart::RemoveAnyCounters(..) => enough::removed(picked, kinds, out),
        CostPart::PutCountersOn(kind, n, _) => {
            let count = amount(board, bindings, n);
            out.extend(picked.iter().map(|o| enough::put(*o, *kind, count, you)));
        }
        CostPart::PutCounters(kind, n) => out.push(enough::put(this, *kind, amount(board, bindings, n), you)),
        CostPart::Loyalty(n) => out.extend(enough::loyalty(this, *n, you)),
        CostPart::LoyaltyX => out.extend(enough::loyalty(this, -bindings.x, you)),
        CostPart::Mill(_) => out.extend(picked.iter().map(|o| moved(board, *o, ZoneKind::Graveyard, Cause::Mill))),
        CostPart::ExileTop(_) => out.extend(picked.iter().map(|o| moved(board, *o, ZoneKind::Exile, Cause::Cost))),
        CostPart::OpponentGainsLife(n) => {
            let amount = amount(board, bindings, n) as i32;
            out.extend(who.map(|seat| Event::GainLife { seat, amount }));
        }
        CostPart::OthersGainLife(n) => {
            let amount = amount(board, bindings, n) as i32;
            let others = board.players().opponents(you).iter();
            out.extend(others.map(|seat| Event::GainLife { seat, amount }));
        }
    }
}

/// Whether counters of a part all come from the object itself, so that there is nothing to choose.
pub(crate) fn from_itself(part: &CostPart) -> bool {
    matches!(part, CostPart::RemoveCounters(_, _, of) if **of == Objects::The(Obj::This))
}
