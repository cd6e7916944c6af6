//! Whether a total cost can be paid with the means at hand (CR 118.3): all of its parts together.

use super::legality::any_rule;
use super::total::{is_about_activation_costs, lessen};
use super::{enough, parts, removals};
use crate::cards::def::{CostPart, CounterKind, Measure, Obj, Objects, Quantity};
use crate::cards::parts_filter_by_x;
use crate::model::bindings::Bindings;
use crate::model::cast::{AlternatePayment, Payment, TotalCost};
use crate::model::ids::{ObjectId, ObjectRef};
use crate::model::mana::{ManaTotal, SpendAs, SymbolPayment};
use crate::rules::legal::part_payable;
use crate::rules::mana::{Helper, LazyMeans, Means, Reserved, benders, convokers, could_convoke};
use crate::rules::reading::Board;
use smallvec::SmallVec;

/// Whether using `object` for a part takes away mana that it could make.
pub(crate) fn costs_mana(means: &Means, part: &CostPart, object: ObjectId) -> bool {
    let Some(source) = means.sources.iter().find(|s| s.object.id == object) else { return false };
    let offers = means.offers_of(source);
    offers.iter().any(|o| (o.leaves && parts::leaves(part)) || (o.tap && parts::taps(part)))
}

/// What all parts but the mana would take, choosing what is least needed to make mana; `None` if they can't be paid.
/// `picked` are objects already chosen, part by part; `tapped` are permanents that something else taps. Parts that draw on the
/// same objects share them out (CR 118.3).
pub(crate) fn reserve(
    board: &impl Board,
    means: &Means,
    bindings: &Bindings,
    total: &TotalCost,
    picked: &[(u8, ObjectRef)],
    tapped: &[ObjectId],
) -> Option<Reserved> {
    let mut reserved = Reserved { tapped: SmallVec::from_slice(tapped), ..Reserved::default() };
    for (part, object) in picked {
        if let Some(part) = total.parts.get(usize::from(*part)) {
            note(part, object.id, &mut reserved);
        }
    }
    for part in &total.parts {
        match part {
            CostPart::PayLife(n) => {
                let life = i32::try_from(parts::amount(board, bindings, n)).unwrap_or(i32::MAX);
                reserved.life = reserved.life.saturating_add(life);
            }
            CostPart::Tap | CostPart::SacrificeThis | CostPart::ExileThis | CostPart::DiscardThis => {
                note(part, bindings.this.id, &mut reserved);
            }
            _ => {}
        }
    }
    if !enough::library_suffices(board, bindings, &total.parts) {
        return None;
    }
    let mut shares: SmallVec<[Share<'_>; 2]> = SmallVec::new();
    let alone = total.parts.iter().filter(|part| parts::uses_others(part)).count() == 1;
    for (i, part) in total.parts.iter().enumerate() {
        if alone && parts::uses_others(part) && !matches!(part, CostPart::DiscardRandom(_)) {
            // If there is enough that makes no mana, the rest doesn't matter.
            let used = if parts::taps(part) { &reserved.tapped } else { &reserved.leaving };
            let own = || picked.iter().filter(|(p, _)| *p as usize == i);
            let good = |id| {
                let free = !used.contains(&id) && !own().any(|(_, o)| o.id == id);
                free && (total.mana.is_empty() || !costs_mana(means, part, id))
            };
            if let Some(found) = parts::first_good(board, bindings, part, own().count() as u32, good) {
                found.iter().for_each(|id| note(part, *id, &mut reserved));
                continue;
            }
        }
        let options = match part {
            CostPart::DiscardRandom(n) => Some((parts::amount(board, bindings, n), parts::hand(board, bindings))),
            CostPart::RemoveCounters(..) | CostPart::RemoveAnyCounters(..) => None,
            _ => parts::choice(board, bindings, part),
        };
        let Some((n, options)) = options else {
            let from_library = matches!(part, CostPart::Mill(_) | CostPart::ExileTop(_));
            if !from_library && !part_payable(board, bindings, part, &[]) {
                return None;
            }
            continue;
        };
        let done = picked.iter().filter(|(p, _)| *p as usize == i).count() as u32;
        let missing = n.saturating_sub(done);
        if missing == 0 {
            continue;
        }
        let used = if parts::taps(part) { &reserved.tapped } else { &reserved.leaving };
        let mut free: SmallVec<[ObjectId; 8]> = options.iter().map(|o| o.id).collect();
        free.retain(|id| !used.contains(id) && !picked.iter().any(|(p, o)| *p as usize == i && o.id == *id));
        if (free.len() as u32) < missing {
            return None;
        }
        if parts::taps(part) || parts::leaves(part) {
            // Where no mana is needed, it doesn't matter what else could make it.
            if !total.mana.is_empty() && free.len() > 1 {
                free.sort_by_cached_key(|id| costs_mana(means, part, *id));
            }
            shares.push(Share { part, missing, free, taken: SmallVec::new() });
        }
    }
    if !shares.is_empty() {
        for taps in [false, true] {
            share_out(&mut shares, taps, |share, id| costs_mana(means, share.part, id)).then_some(())?;
        }
        for share in &shares {
            for id in &share.taken {
                note(share.part, *id, &mut reserved);
            }
        }
    }
    reserved.barred = means.barred(board, bindings, total);
    (reserved.life <= 0 || reserved.life <= means.life).then_some(reserved)
}

/// Whether a cost of nothing but mana, life and the object itself can be paid, or of these without mana and one part with chosen
/// objects; `None` if it needs a closer look. A gate, so that the usual costs of abilities needn't be added up and shared out. It
/// rests on this: without X and without rules about what abilities cost ([`is_about_activation_costs`]) the total of such a cost is
/// what is printed (CR 601.2f), nothing in it competes for the same objects or counters but what the object itself is used for, and
/// mana that isn't bound can be spent on it.
pub(crate) fn payable_by_itself(
    board: &impl Board,
    means: &LazyMeans<'_>,
    bindings: &Bindings,
    parts: &[CostPart],
) -> Option<bool> {
    let of_itself = |part: &&CostPart| match part {
        CostPart::Tap
        | CostPart::SacrificeThis
        | CostPart::ExileThis
        | CostPart::DiscardThis
        | CostPart::Loyalty(_)
        | CostPart::PayLife(Quantity::N(_)) => true,
        CostPart::RemoveCounters(_, Quantity::N(_), of) => matches!(**of, Objects::The(Obj::This)),
        CostPart::Mana(cost) => cost.x_count() == 0,
        _ => false,
    };
    let takes_mana = parts.iter().any(|part| matches!(part, CostPart::Mana(_)));
    let mut others = parts.iter().filter(|part| !of_itself(part));
    let chosen = others.next();
    if others.next().is_some()
        || chosen.is_some_and(|part| takes_mana || !is_chosen_alike(part))
        || removals::compete(bindings, parts)
        || any_rule(board, |_, rule| is_about_activation_costs(rule))
        || takes_mana && !means.terms.is_empty()
    {
        return None;
    }
    let (mut mana, mut reserved) = (ManaTotal::default(), Reserved::default());
    for part in parts.iter().filter(of_itself) {
        match part {
            CostPart::Mana(cost) if means.are_less_than(cost) => return Some(false),
            CostPart::Mana(cost) => mana.add(&cost.0, 0),
            part if !part_payable(board, bindings, part, &[]) => return Some(false),
            CostPart::PayLife(Quantity::N(n)) => reserved.life = reserved.life.saturating_add((*n).max(0)),
            part => note(part, bindings.this.id, &mut reserved),
        }
    }
    if let Some(part) = chosen {
        let used = if parts::taps(part) { &reserved.tapped } else { &reserved.leaving };
        if parts::first_good(board, bindings, part, 0, |id| !used.contains(&id)).is_none() {
            return Some(false);
        }
    }
    let lives = reserved.life == 0 || reserved.life <= means.life;
    Some(lives && (mana.is_empty() || means.can_pay(&mana, &[], SpendAs::Itself, &reserved, &[], 0)))
}

/// Whether a part is paid with as many chosen objects whatever X is, and with the same ones.
fn is_chosen_alike(part: &CostPart) -> bool {
    parts::uses_others(part)
        && matches!(part.number(), Some(Quantity::N(_)))
        && !matches!(part, CostPart::DiscardRandom(_))
        && !parts_filter_by_x(std::slice::from_ref(part))
}

/// What a part still needs, and what there is for it, the least useful first.
struct Share<'a> {
    part: &'a CostPart,
    missing: u32,
    free: SmallVec<[ObjectId; 8]>,
    taken: SmallVec<[ObjectId; 8]>,
}

/// Shares objects out among the parts that tap, or among those by which objects leave: each object for one part. The
/// least useful objects are used first; what can be used together is a matroid, so that this is the best choice.
fn share_out(shares: &mut [Share<'_>], taps: bool, useful: impl Fn(&Share<'_>, ObjectId) -> bool) -> bool {
    let rivals: SmallVec<[usize; 4]> = (0..shares.len()).filter(|i| parts::taps(shares[*i].part) == taps).collect();
    if let [one] = rivals.as_slice() {
        let share = &mut shares[*one];
        share.taken = share.free.iter().copied().take(share.missing as usize).collect();
        return true;
    }
    let mut objects: SmallVec<[(bool, ObjectId); 16]> = SmallVec::new();
    for share in rivals.iter().map(|i| &shares[*i]) {
        for id in &share.free {
            if !objects.iter().any(|(_, o)| o == id) {
                objects.push((useful(share, *id), *id));
            }
        }
    }
    objects.sort_by_key(|(useful, _)| *useful);
    for (_, id) in objects {
        place(shares, &rivals, id, &mut SmallVec::new());
    }
    rivals.iter().all(|i| shares[*i].taken.len() as u32 == shares[*i].missing)
}

/// Finds a part for an object, others being moved to other parts if need be (an augmenting path).
fn place(shares: &mut [Share<'_>], rivals: &[usize], id: ObjectId, seen: &mut SmallVec<[usize; 4]>) -> bool {
    for &i in rivals {
        if seen.contains(&i) || !shares[i].free.contains(&id) {
            continue;
        }
        seen.push(i);
        if (shares[i].taken.len() as u32) < shares[i].missing {
            shares[i].taken.push(id);
            return true;
        }
        for k in 0..shares[i].taken.len() {
            let other = shares[i].taken[k];
            if place(shares, rivals, other, seen) {
                shares[i].taken[k] = id;
                return true;
            }
        }
    }
    false
}

/// Writes down that an object is used for a part.
fn note(part: &CostPart, id: ObjectId, reserved: &mut Reserved) {
    if parts::leaves(part) {
        reserved.leaving.push(id);
    }
    if parts::taps(part) {
        reserved.tapped.push(id);
    }
}

/// The cards that could be delved, beside what is used otherwise.
pub(crate) fn delvable(board: &impl Board, bindings: &Bindings, reserved: &Reserved) -> SmallVec<[ObjectRef; 8]> {
    let graveyard = &board.zones().own[bindings.you.index()].graveyard;
    let free = graveyard.iter().filter(|id| {
        !reserved.leaving.contains(id) && bindings.this.id != **id && bindings.stack.is_none_or(|s| s.id != **id)
    });
    free.map(|id| board.object(*id).reference()).collect()
}

/// Creatures that can convoke and artifacts that can be tapped to improvise, if they may, and what can be tapped for `bend` generic
/// mana of a waterbend cost (CR 701.67a-b): as many of these, those first that make no mana.
pub(crate) fn helpers(
    board: &impl Board,
    means: &Means,
    bindings: &Bindings,
    (help, bend): (AlternatePayment, u32),
    reserved: &Reserved,
) -> SmallVec<[Helper; 8]> {
    let mut helpers = if help.taps() { convokers(board, bindings.you, help, reserved) } else { SmallVec::new() };
    if bend > 0 {
        let mut others = benders(board, bindings.you, help, reserved);
        others.sort_by_key(|helper| means.most_from(helper.object.id));
        others.truncate(bend as usize);
        helpers.extend(others);
    }
    helpers
}

/// CR 701.67b: for how much generic mana of the waterbend cost nothing has been tapped yet. What convokes isn't counted.
pub(crate) fn left_to_bend(board: &impl Board, payment: &Payment) -> u32 {
    let convokes = |object: &ObjectRef| could_convoke(board.chars(object.id), payment.help);
    let bent = payment.convoked.iter().filter(|(object, _)| !convokes(object)).count() as u32;
    payment.total.bend.saturating_sub(bent)
}

/// What has been chosen for a payment.
#[derive(Clone, Copy, Default)]
pub(crate) struct Chosen<'a> {
    /// How the first symbols with several ways are paid.
    pub ways: &'a [SymbolPayment],
    /// For which part which object.
    pub picked: &'a [(u8, ObjectRef)],
    /// The kinds of the counters among these, for parts that take counters of any kind.
    pub kinds: &'a [(u8, CounterKind)],
    /// How many cards are delved, if that is settled.
    pub delved: u32,
    /// What something else than the payment taps.
    pub tapped: &'a [ObjectId],
}

impl<'a> Chosen<'a> {
    /// What has been chosen so far.
    pub(crate) fn of(payment: &'a Payment) -> Self {
        Self {
            ways: &payment.ways,
            picked: &payment.picked,
            kinds: &payment.kinds,
            delved: payment.delved.len() as u32,
            tapped: &[],
        }
    }
}

/// Whether a total cost can be paid, with some choices made.
pub(crate) fn payable_with(
    board: &impl Board,
    means: &Means,
    bindings: &Bindings,
    total: &TotalCost,
    help: AlternatePayment,
    chosen: Chosen<'_>,
) -> bool {
    match total.parts.iter().position(|part| part.lessens().is_some()) {
        Some(at) => payable_by_lessening(board, means, bindings, (total, at), help, chosen),
        None => payable_as_it_is(board, means, bindings, total, help, chosen),
    }
}

/// CR 702.119a, 702.180a: whether it can be paid with what is chosen to be sacrificed or tapped for it, or with something that
/// could be.
fn payable_by_lessening(
    board: &impl Board,
    means: &Means,
    bindings: &Bindings,
    (total, at): (&TotalCost, usize),
    help: AlternatePayment,
    chosen: Chosen<'_>,
) -> bool {
    let Some((_, mut able)) = parts::choice(board, bindings, &total.parts[at]) else { return false };
    let is_here = |part: u8| usize::from(part) == at;
    if let Some((_, object)) = chosen.picked.iter().find(|(part, _)| is_here(*part)) {
        able = smallvec::smallvec![*object];
    }
    able.into_iter().any(|object| {
        let mut rest = total.clone();
        less_by(board, &mut rest, at, object);
        let mut picked: SmallVec<[(u8, ObjectRef); 4]> = SmallVec::from_slice(chosen.picked);
        if !picked.iter().any(|(part, _)| is_here(*part)) {
            picked.push((at as u8, object));
        }
        payable_with(board, means, bindings, &rest, help, Chosen { picked: &picked, ..chosen })
    })
}

/// CR 702.48a, 702.119a, 702.180a: the total cost as it is when this permanent is sacrificed or tapped for it.
pub(crate) fn less_by(board: &impl Board, total: &mut TotalCost, at: usize, object: ObjectRef) {
    let Some((measure, filter)) = total.parts[at].lessens() else { return };
    let (value, filter) = (enough::measured(board, measure, object).max(0), filter.clone());
    if matches!(total.parts[at], CostPart::SacrificeForCost(_)) {
        // CR 702.48c.
        let mut by = ManaTotal::default();
        by.add(board.chars(object.id).cost.as_ref().map_or(&[][..], |cost| &cost.0), 0);
        lessen(&mut total.mana, &by);
        total.parts[at] = CostPart::Sacrifice(Quantity::N(1), filter);
        return;
    }
    total.mana.less = total.mana.less.saturating_add(value.unsigned_abs());
    total.parts[at] = match measure {
        Measure::Power => CostPart::TapOthers(Quantity::N(1), filter),
        _ => CostPart::Sacrifice(Quantity::N(1), filter),
    };
}

fn payable_as_it_is(
    board: &impl Board,
    means: &Means,
    bindings: &Bindings,
    total: &TotalCost,
    help: AlternatePayment,
    chosen: Chosen<'_>,
) -> bool {
    if total.unpayable || !removals::are_possible(board, bindings, &total.parts, (chosen.picked, chosen.kinds)) {
        return false;
    }
    let unreserved = || Reserved::barring(means.barred(board, bindings, total));
    let unaided = help.is_none() && total.bend == 0;
    if total.parts.is_empty() && unaided && chosen.tapped.is_empty() {
        return means.can_pay(&total.mana, chosen.ways, total.spend_as, &unreserved(), &[], chosen.delved);
    }
    if unaided && !total.mana.is_empty() && total.parts.iter().any(parts::uses_others) {
        // What other parts take leaves less mana, never more.
        let most = means.can_pay(&total.mana, chosen.ways, total.spend_as, &unreserved(), &[], chosen.delved);
        if !most {
            return false;
        }
    }
    let Some(reserved) = reserve(board, means, bindings, total, chosen.picked, chosen.tapped) else { return false };
    if total.mana.is_empty() {
        return true;
    }
    let helpers = helpers(board, means, bindings, (help, total.bend), &reserved);
    let delvable = if help.delve { delvable(board, bindings, &reserved).len() as u32 } else { chosen.delved };
    means.can_pay(&total.mana, chosen.ways, total.spend_as, &reserved, &helpers, delvable)
}

/// Whether a total cost can be paid.
pub fn payable(
    board: &impl Board,
    means: &Means,
    bindings: &Bindings,
    total: &TotalCost,
    help: AlternatePayment,
) -> bool {
    payable_with(board, means, bindings, total, help, Chosen::default())
}

/// How many values of X are looked at one by one, at most.
pub(crate) const MOST_X: i32 = 64;

/// The largest X for which the total cost can be paid; `None` if there is none. Unless the cost takes objects whose qualities
/// depend on X (`filters`), a smaller X can be paid whenever a larger one can.
pub(crate) fn largest_x(filters: bool, mut payable_at: impl FnMut(i32) -> bool) -> Option<i32> {
    if filters {
        return (0..MOST_X).rev().find(|x| payable_at(*x));
    }
    if !payable_at(0) {
        return None;
    }
    let (mut low, mut high) = (0, 1);
    while high < UNBOUNDED && payable_at(high) {
        low = high;
        high *= 2;
    }
    // `low` is payable and `high` isn't (or is the bound).
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if payable_at(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// [`largest_x`], found at once if it is the one that is guessed.
pub(crate) fn largest_x_near(guess: i32, filters: bool, mut payable_at: impl FnMut(i32) -> bool) -> Option<i32> {
    let is_it = !filters && (0..MOST_X).contains(&guess) && payable_at(guess) && !payable_at(guess + 1);
    if is_it { Some(guess) } else { largest_x(filters, payable_at) }
}

/// No X is larger: where a cost doesn't bound it, this does.
const UNBOUNDED: i32 = 1 << 12;
