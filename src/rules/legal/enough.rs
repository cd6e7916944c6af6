//! How many objects together are enough for a part of a cost that is paid by what they have (CR 601.2h).

use super::parts::amount;
use crate::cards::def::{CardTypes, CostPart, CounterKind, Measure, Quantity};
use crate::model::bindings::Bindings;
use crate::model::event::Event;
use crate::model::ids::{ObjectRef, Referent};
use crate::rules::reading::{self, Board};
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

/// How much of it an object has.
pub(crate) fn measured(board: &impl Board, measure: Measure, object: ObjectRef) -> i32 {
    board.view(object).map_or(0, |view| reading::measured(view, measure))
}

/// How many of them, the greatest first, at least have that total; one more than there are if all together don't.
pub(crate) fn fewest(board: &impl Board, measure: Measure, total: u32, able: &[ObjectRef]) -> u32 {
    let mut left = i64::from(total);
    let taken = able.iter().take_while(|o| {
        let more = left > 0;
        left -= i64::from(measured(board, measure, **o).max(0));
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
    let have = have.iter().map(|o| i64::from(measured(board, measure, *o))).sum::<i64>();
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
