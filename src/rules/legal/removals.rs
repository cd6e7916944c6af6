//! Counters that several parts of a cost take (CR 118.3): each counter pays for one of them.

use super::parts;
use crate::cards::def::{CostPart, CounterKind};
use crate::model::bindings::Bindings;
use crate::model::ids::ObjectRef;
use crate::rules::reading::Board;
use smallvec::SmallVec;

/// Counters of one kind on one object.
type Pile = (ObjectRef, CounterKind);

/// What has been chosen for the parts: which part, which object, and the kinds of counters for those that take any.
type Picked<'a> = (&'a [(u8, ObjectRef)], &'a [(u8, CounterKind)]);

/// What a part still needs, from which piles it could come, and how much of each it takes.
struct Asks {
    missing: u32,
    from: SmallVec<[usize; 4]>,
    takes: Vec<u32>,
}

/// The counters that are chosen for a part.
fn picks<'a>(parts: &'a [CostPart], at: usize, (picked, kinds): Picked<'a>) -> impl Iterator<Item = Pile> + 'a {
    let here = move |part: &u8| usize::from(*part) == at;
    let objects = picked.iter().filter(move |(part, _)| here(part)).map(|(_, object)| *object);
    let mut kinds = kinds.iter().filter(move |(part, _)| here(part)).map(|(_, kind)| *kind);
    objects.filter_map(move |object| match parts.get(at)? {
        CostPart::RemoveCounters(kind, ..) => Some((object, *kind)),
        CostPart::RemoveAnyCounters(..) => Some((object, kinds.next()?)),
        _ => None,
    })
}

/// How many counters of a pile aren't chosen for any part.
pub(crate) fn left(board: &impl Board, parts: &[CostPart], picked: Picked<'_>, pile: Pile) -> u32 {
    let taken = (0..parts.len()).flat_map(|at| picks(parts, at, picked)).filter(|one| *one == pile).count() as u32;
    board.counters(pile.0.id).get(pile.1).saturating_sub(taken)
}

/// The loyalty counters that a part takes off the permanent itself (CR 606.4).
fn loyalty(bindings: &Bindings, part: &CostPart) -> Option<u32> {
    match part {
        CostPart::Loyalty(n) if *n < 0 => Some(n.unsigned_abs()),
        CostPart::LoyaltyX if bindings.x > 0 => Some(bindings.x.unsigned_abs()),
        _ => None,
    }
}

/// Whether several parts of a cost take counters.
pub(crate) fn compete(bindings: &Bindings, parts: &[CostPart]) -> bool {
    let takes = |part: &&CostPart| {
        matches!(part, CostPart::RemoveCounters(..) | CostPart::RemoveAnyCounters(..))
            || loyalty(bindings, part).is_some()
    };
    parts.iter().filter(takes).count() > 1
}

/// Whether there are counters for all parts, some of them being chosen.
pub(crate) fn are_possible(board: &impl Board, bindings: &Bindings, parts: &[CostPart], picked: Picked<'_>) -> bool {
    if !compete(bindings, parts) {
        return true;
    }
    let mut piles: Vec<Pile> = Vec::new();
    let mut all: SmallVec<[Asks; 4]> = SmallVec::new();
    for (at, part) in parts.iter().enumerate() {
        let (n, from): (u32, SmallVec<[Pile; 4]>) = match (part, parts::choice(board, bindings, part)) {
            (CostPart::RemoveCounters(kind, ..), Some((n, objects))) => {
                (n, objects.iter().map(|o| (*o, *kind)).collect())
            }
            (CostPart::RemoveAnyCounters(..), Some((n, objects))) => {
                let kinds = |o: &ObjectRef| {
                    let object = *o;
                    board.counters(object.id).0.iter().map(move |(kind, ..)| (object, *kind))
                };
                (n, objects.iter().flat_map(kinds).collect())
            }
            (part, _) => match loyalty(bindings, part) {
                Some(n) => (n, SmallVec::from_iter([(bindings.this, CounterKind::Loyalty)])),
                None => continue,
            },
        };
        let mut asks = Asks { missing: n, from: SmallVec::new(), takes: Vec::new() };
        asks.missing = asks.missing.saturating_sub(picks(parts, at, picked).count() as u32);
        for pile in from {
            let known = piles.iter().position(|one| *one == pile);
            asks.from.push(known.unwrap_or(piles.len()));
            if known.is_none() {
                piles.push(pile);
            }
        }
        all.push(asks);
    }
    let mut there: Vec<u32> = piles.iter().map(|pile| left(board, parts, picked, *pile)).collect();
    all.iter_mut().for_each(|asks| asks.takes.resize(piles.len(), 0));
    (0..all.len()).all(|at| serve(&mut all, &mut there, at))
}

/// Gives a part all the counters that it needs, others being moved to other piles if need be (augmenting paths).
fn serve(all: &mut [Asks], there: &mut [u32], at: usize) -> bool {
    while all[at].missing > 0 {
        let (missing, from) = (all[at].missing, all[at].from.clone());
        let found = from.into_iter().find_map(|pile| {
            let got = free(all, there, pile, missing, &mut SmallVec::new());
            (got > 0).then_some((pile, got))
        });
        let Some((pile, got)) = found else { return false };
        all[at].takes[pile] += got;
        all[at].missing -= got;
    }
    true
}

/// Takes counters of a pile, as many as wanted at most: those that are there, or those of another part that can have others.
fn free(all: &mut [Asks], there: &mut [u32], pile: usize, wanted: u32, seen: &mut SmallVec<[usize; 4]>) -> u32 {
    let now = there[pile].min(wanted);
    if now > 0 {
        there[pile] -= now;
        return now;
    }
    if seen.contains(&pile) {
        return 0;
    }
    seen.push(pile);
    for other in 0..all.len() {
        let most = wanted.min(all[other].takes[pile]);
        for instead in all[other].from.clone() {
            let got = if most == 0 || instead == pile { 0 } else { free(all, there, instead, most, seen) };
            if got > 0 {
                all[other].takes[pile] -= got;
                all[other].takes[instead] += got;
                return got;
            }
        }
    }
    0
}
