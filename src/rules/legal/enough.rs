//! How many objects together are enough for a part of a cost that is paid by what they have (CR 601.2h).

use super::parts::amount;
use crate::cards::def::{
    AbilityDef, CardTypes, CostPart, CounterKind, KeywordAbility, Measure, ObjectRule, Quantity, Rule, ZoneKind,
};
use crate::model::bindings::Bindings;
use crate::model::event::Event;
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::rules::reading::{self, Board, rules_for, rules_of};
use smallvec::SmallVec;

/// How many of them at least have N card types among them, with those that are chosen already; one more than there are if all
/// together don't.
pub(crate) fn fewest_types(board: &impl Board, wanted: u32, have: &[ObjectRef], able: &[ObjectRef]) -> u32 {
    let types = |o: &ObjectRef| board.view(*o).map_or(CardTypes::empty(), |view| view.chars.types);
    let enough = |set: &CardTypes| set.bits().count_ones() >= wanted;
    let mut sorts: SmallVec<[CardTypes; 8]> = SmallVec::new();
    for set in able.iter().map(types) {
        if !sorts.contains(&set) {
            sorts.push(set);
        }
    }
    // What can be had with one, two and more of them: each set of types once.
    let start = have.iter().map(types).fold(CardTypes::empty(), CardTypes::union);
    let (mut reached, mut seen) = (vec![start], vec![start]);
    for count in 0..=able.len() as u32 {
        if reached.iter().any(enough) {
            return count;
        }
        let mut next = Vec::new();
        for (set, more) in reached.iter().flat_map(|set| sorts.iter().map(move |more| (*set, *more))) {
            let both = set | more;
            if !seen.contains(&both) {
                seen.push(both);
                next.push(both);
            }
        }
        reached = next;
    }
    able.len() as u32 + 1
}

/// CR 118.3, 601.2h: whether the library has the cards that parts take off its top, one after the other. What other parts put into it
/// from hand or graveyard is there by then.
pub(crate) fn library_suffices(board: &impl Board, bindings: &Bindings, parts: &[CostPart]) -> bool {
    let (mut taken, mut there) = (0u32, 0u32);
    for part in parts {
        match part {
            CostPart::Mill(n) | CostPart::ExileTop(n) => taken = taken.saturating_add(amount(board, bindings, n)),
            CostPart::PutOnTop(n, _) | CostPart::PutOnBottom(n, ZoneKind::Hand | ZoneKind::Graveyard, _) => {
                there = there.saturating_add(amount(board, bindings, n));
            }
            _ => {}
        }
    }
    // A card that is cast from a library is no longer there (CR 601.2a).
    let stays = |id: &&ObjectId| bindings.stack.is_none_or(|spell| spell.id != **id);
    let library = || board.zones().own[bindings.you.index()].library.iter().filter(stays).count() as u32;
    taken == 0 || taken <= there.saturating_add(library())
}

/// CR 119.7: the opponents of a player who can gain life.
pub(crate) fn who_could_gain(board: &impl Board, seat: Seat) -> impl Iterator<Item = Seat> {
    let rule = |rule: &Rule| match rule {
        Rule::CantGainLife(who) => Some(*who),
        _ => None,
    };
    board.players().opponents(seat).iter().filter(move |other| rules_for(board, *other, rule).next().is_none())
}

/// Counters that a player puts on an object for a cost.
pub(crate) fn put(object: ObjectRef, kind: CounterKind, count: u32, by: Seat) -> Event {
    Event::PutCounters { target: Referent::Object(object), kind, count, by }
}

/// CR 118.3, 614.17b: whether counters of a kind can be put on an object for a cost.
pub(crate) fn takes(board: &impl Board, object: ObjectRef, kind: CounterKind) -> bool {
    reading::takes_counters(board, Referent::Object(object), kind)
}

/// CR 606.6, 614.17b: whether that many loyalty counters can be put on a permanent or, if negative, removed.
pub(crate) fn has_loyalty(board: &impl Board, object: ObjectRef, n: i32) -> bool {
    match n {
        1.. => takes(board, object, CounterKind::Loyalty),
        _ => board.counters(object.id).get(CounterKind::Loyalty) >= n.unsigned_abs(),
    }
}

/// CR 606.4: what a loyalty cost does.
pub(crate) fn loyalty(object: ObjectRef, n: i32, by: Seat) -> Option<Event> {
    let (target, kind, count) = (Referent::Object(object), CounterKind::Loyalty, n.unsigned_abs());
    match n {
        1.. => Some(Event::PutCounters { target, kind, count, by }),
        0 => None,
        ..0 => Some(Event::RemoveCounters { target, kind, count }),
    }
}

/// How much of it an object has.
pub(crate) fn measured(board: &impl Board, measure: Measure, object: ObjectRef) -> i32 {
    board.view(object).map_or(0, |view| reading::measured(view, measure))
}

/// What the ability is for which creatures are tapped by their power.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Crewing {
    /// A crew ability.
    Crew,
    /// A saddle ability.
    Saddle,
}

/// Whether the cost is that of a crew or saddle ability (CR 702.122a, 702.171a).
pub(crate) fn crewing(board: &impl Board, bindings: &Bindings) -> Option<Crewing> {
    let handle = bindings.key?.handle;
    match board.table().def(handle.def).texts.get(usize::from(handle.index))?.keyword.as_ref()? {
        AbilityDef::Keyword(KeywordAbility::Crew(_)) => Some(Crewing::Crew),
        AbilityDef::Keyword(KeywordAbility::Saddle(_)) => Some(Crewing::Saddle),
        _ => None,
    }
}

/// CR 702.122b, 702.171c: how much an object counts for a cost that is paid by a total: as much as it has of it, unless a rule has it
/// crew or saddle otherwise.
pub(crate) fn weight(board: &impl Board, bindings: &Bindings, measure: Measure, object: ObjectRef) -> i32 {
    let own = measured(board, measure, object);
    let Some(crewing) = crewing(board, bindings).filter(|_| measure == Measure::Power) else { return own };
    let counts = |saddles: bool| saddles || crewing == Crewing::Crew;
    let (mut own, mut more) = (own, 0);
    for (rule, _) in rules_of(board, object.id) {
        match rule {
            ObjectRule::CrewsAsStronger { by, saddles } if counts(*saddles) => more = more.max(i32::from(*by)),
            ObjectRule::CrewsByToughness { saddles } if counts(*saddles) => {
                own = measured(board, Measure::Toughness, object);
            }
            _ => {}
        }
    }
    own.saturating_add(more)
}

/// How many of them, the greatest first, at least have that total; one more than there are if all together don't.
pub(crate) fn fewest(board: &impl Board, bindings: &Bindings, measure: Measure, total: u32, able: &[ObjectRef]) -> u32 {
    let mut left = i64::from(total);
    let taken = able.iter().take_while(|o| {
        let more = left > 0;
        left -= i64::from(weight(board, bindings, measure, **o).max(0));
        more
    });
    let taken = taken.count() as u32;
    if left > 0 { able.len() as u32 + 1 } else { taken }
}

/// What is still missing for a part that is paid by a total, after what is chosen for it.
pub(crate) fn missing_total(
    board: &impl Board,
    bindings: &Bindings,
    (measure, n): (Measure, &Quantity),
    have: &[ObjectRef],
) -> u32 {
    let have = have.iter().map(|o| i64::from(weight(board, bindings, measure, *o))).sum::<i64>();
    u32::try_from(i64::from(amount(board, bindings, n)) - have).unwrap_or(0)
}

/// How many counters of an object a part could take.
pub(crate) fn counters(board: &impl Board, part: &CostPart, object: ObjectRef) -> u32 {
    let all = board.counters(object.id);
    match part {
        CostPart::RemoveCounters(kind, ..) => all.get(*kind),
        _ => all.0.iter().fold(0, |sum: u32, (_, n, _)| sum.saturating_add(*n)),
    }
}

/// The counters that were picked are removed: one pick is one counter, of a kind of its own.
pub(crate) fn removed(picked: &[ObjectRef], kinds: &[CounterKind], out: &mut Vec<Event>) {
    let mut sums: SmallVec<[((ObjectRef, CounterKind), u32); 4]> = SmallVec::new();
    for pick in picked.iter().copied().zip(kinds.iter().copied()) {
        match sums.iter_mut().find(|(other, _)| *other == pick) {
            Some((_, count)) => *count += 1,
            None => sums.push((pick, 1)),
        }
    }
    let remove = |((object, kind), count)| Event::RemoveCounters { target: Referent::Object(object), kind, count };
    out.extend(sums.into_iter().map(remove));
}
