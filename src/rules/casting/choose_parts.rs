//! What is chosen for a cost before any of it is paid (CR 118.13, 601.2b, 601.2h): how symbols are paid, what is
//! sacrificed, discarded, exiled, tapped or revealed, and which cards are delved (702.66).
//!
//! Only choices after which the rest can still be paid are offered. Where the choice among several objects touches
//! what makes mana, they are chosen one by one.

use super::{CastFlow, affordable, payment};
use crate::cards::def::{CostPart, CounterKind, ManaSymbol, Measure, Quantity};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{Payment, Proposal, Transaction};
use crate::model::decision::{Answer, Choice, Decision, Prompt, SetRule, Settings, Shape, chosen};
use crate::model::ids::{ObjectId, ObjectRef, Referent, Seat};
use crate::model::mana::SymbolPayment;
use crate::rules::legal::enough;
use crate::rules::legal::parts::{self, choice, from_itself};
use crate::rules::legal::payable::{Chosen, costs_mana, delvable, less_by, payable_with, reserve};
use crate::rules::legal::removals;
use crate::rules::legal::with_means;
use crate::rules::mana::{Means, has_ways, need_for};
use crate::rules::reading::{Board, Live};
use crate::rules::state::EditGame;
use smallvec::SmallVec;

/// A question of a payment.
fn ask(payment: &mut Payment, bindings: &Bindings, prompt: Prompt, shape: Shape) -> CastFlow {
    payment.asked = true;
    CastFlow::Ask(Box::new(Decision::new(bindings.you, prompt, shape)))
}

/// CR 601.2b: how the symbols of a spell's or ability's cost are paid is announced before its targets are chosen.
pub(super) fn announce(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    if !cast.payment.asked {
        draft(world, cast);
    }
    if cast.payment.exactly.is_some() {
        // The payer has planned it.
        let open = cast.payment.total.mana.symbols.iter().filter(|s| has_ways(**s)).count();
        cast.payment.ways = SmallVec::from_elem(SymbolPayment::Mana, open);
        return CastFlow::Next;
    }
    let mut step = symbols(world, &mut cast.payment, &cast.bindings, cast.object);
    if let CastFlow::Ask(decision) = &mut step {
        let proposed = matches!(cast.what, Proposal::Spell { .. } | Proposal::Ability(_));
        decision.cancellable = proposed && !cast.nested && !world.part::<Settings>().auto_pay;
    }
    step
}

/// CR 601.2b: what the cost will be. Where it depends on targets, which are chosen later, it is what it is with some that can be paid for.
fn draft(world: &mut impl EditGame, cast: &mut Transaction) {
    payment::draft(world, cast);
    let announces = cast.payment.total.mana.symbols.iter().any(|symbol| has_ways(*symbol));
    if announces
        && affordable::depends(&Live::new(world), cast)
        && let Some(targets) = affordable::first_choice(world, cast)
    {
        let before = std::mem::replace(&mut cast.bindings.targets, targets.into());
        payment::draft_with_targets(world, cast);
        cast.bindings.targets = before;
    }
}

/// CR 118.13: for each Phyrexian symbol whether it is paid with life; for a symbol of two generic mana or one of a
/// type, which. The latter is left to the payer, unless players pay by hand.
pub(super) fn symbols(
    world: &mut impl EditGame,
    payment: &mut Payment,
    bindings: &Bindings,
    subject: ObjectRef,
) -> CastFlow {
    if payment.asked {
        payment.asked = false;
        let answer = Returned::answer(world);
        let way = match chosen(&payment.offered, &answer) {
            Choice::Way(0) => SymbolPayment::Mana,
            _ => SymbolPayment::Other,
        };
        payment.ways.push(way);
    }
    loop {
        let open: SmallVec<[ManaSymbol; 4]> =
            payment.total.mana.symbols.iter().copied().filter(|s| has_ways(*s)).collect();
        let Some(symbol) = open.get(payment.ways.len()).copied() else { return CastFlow::Next };
        let [mana, other] = [SymbolPayment::Mana, SymbolPayment::Other].map(|way| {
            let mut ways = payment.ways.clone();
            ways.push(way);
            with_means(world, bindings.you, |world, means| {
                let live = Live::new(world);
                let chosen = Chosen { ways: &ways, ..Chosen::of(payment) };
                payable_with(&live, means, bindings, &payment.total, payment.help, chosen)
            })
        });
        let by_hand = !world.part::<Settings>().auto_pay;
        match (mana, other) {
            (false, false) => return CastFlow::Illegal,
            (true, false) => payment.ways.push(SymbolPayment::Mana),
            (false, true) => payment.ways.push(SymbolPayment::Other),
            (true, true) if by_hand || matches!(symbol, ManaSymbol::Phyrexian(_)) => {
                payment.offered = vec![Choice::Way(0), Choice::Way(1)];
                let shape = Shape::ChooseOne(payment.offered.clone());
                return ask(payment, bindings, Prompt::PaySymbol(subject), shape);
            }
            (true, true) => payment.ways.push(SymbolPayment::Mana),
        }
    }
}

/// What is to be done about a part.
enum Next {
    /// Nothing is open.
    Settled,
    /// These, without asking.
    Take(SmallVec<[ObjectRef; 8]>),
    /// A number of these at once.
    Several(u32, SmallVec<[ObjectRef; 8]>),
    /// Any number of these, but not fewer, by a rule.
    AtLeast(u32, SmallVec<[ObjectRef; 8]>, SetRule),
    /// One of these.
    One(SmallVec<[ObjectRef; 8]>),
    /// These counters, without asking.
    TakeCounters(Vec<(ObjectRef, CounterKind)>),
    /// One of these counters.
    OneCounter(Vec<(ObjectRef, CounterKind)>),
    /// This opponent, without asking.
    TakeOpponent(Seat),
    /// One of these opponents.
    OneOpponent(Vec<Seat>),
    /// It can't be paid.
    Impossible,
}

/// Goes through the parts that are paid with chosen objects.
pub(super) fn choose(
    world: &mut impl EditGame,
    payment: &mut Payment,
    bindings: &Bindings,
    subject: ObjectRef,
) -> CastFlow {
    if payment.asked {
        payment.asked = false;
        let answer = Returned::answer(world);
        let at = payment.at;
        let mut add = |choice: &Choice| match choice {
            Choice::Object(object) => payment.picked.push((at, *object)),
            Choice::Player(seat) => payment.opponents.push((at, *seat)),
            Choice::Counter { of: Referent::Object(object), kind } => {
                payment.picked.push((at, *object));
                payment.kinds.push((at, *kind));
            }
            _ => {}
        };
        match &answer {
            Answer::Some(places) => places.iter().for_each(|p| add(&payment.offered[*p as usize])),
            answer => add(&chosen(&payment.offered, answer)),
        }
    }
    while (payment.at as usize) < payment.total.parts.len() {
        let next = with_means(world, bindings.you, |world, means| look_at(&Live::new(world), means, payment, bindings));
        let at = payment.at;
        match next {
            Next::Settled => payment.at += 1,
            Next::Take(objects) => {
                payment.picked.extend(objects.into_iter().map(|o| (at, o)));
                payment.at += 1;
            }
            Next::Several(n, objects) => {
                payment.offered = objects.into_iter().map(Choice::Object).collect();
                let options = payment.offered.clone();
                let shape = Shape::ChooseSome { options, min: n as u16, max: n as u16, rule: SetRule::default() };
                return ask(payment, bindings, Prompt::PayWith(subject), shape);
            }
            Next::AtLeast(n, objects, rule) => {
                let max = objects.len() as u16;
                payment.offered = objects.into_iter().map(Choice::Object).collect();
                let options = payment.offered.clone();
                let shape = Shape::ChooseSome { options, min: n as u16, max, rule };
                return ask(payment, bindings, Prompt::PayWith(subject), shape);
            }
            Next::One(objects) => {
                payment.offered = objects.into_iter().map(Choice::Object).collect();
                let shape = Shape::ChooseOne(payment.offered.clone());
                return ask(payment, bindings, Prompt::PayWith(subject), shape);
            }
            Next::TakeCounters(counters) => {
                payment.picked.extend(counters.iter().map(|(object, _)| (at, *object)));
                payment.kinds.extend(counters.iter().map(|(_, kind)| (at, *kind)));
                payment.at += 1;
            }
            Next::OneCounter(counters) => {
                let counter = |(object, kind)| Choice::Counter { of: Referent::Object(object), kind };
                payment.offered = counters.into_iter().map(counter).collect();
                let shape = Shape::ChooseOne(payment.offered.clone());
                return ask(payment, bindings, Prompt::PayWith(subject), shape);
            }
            Next::TakeOpponent(seat) => {
                payment.opponents.push((at, seat));
                payment.at += 1;
            }
            Next::OneOpponent(seats) => {
                payment.offered = seats.into_iter().map(Choice::Player).collect();
                let shape = Shape::ChooseOne(payment.offered.clone());
                return ask(payment, bindings, Prompt::PayWith(subject), shape);
            }
            Next::Impossible => return CastFlow::Illegal,
        }
    }
    // CR 702.119a, 702.180a: what is sacrificed or tapped for it makes it cost less.
    for at in 0..payment.total.parts.len() {
        if payment.total.parts[at].lessens().is_some()
            && let Some((_, object)) = payment.picked.iter().find(|(part, _)| usize::from(*part) == at)
        {
            less_by(&Live::new(world), &mut payment.total, at, *object);
        }
    }
    CastFlow::Next
}

/// Any number of objects is chosen, of which at least that many are still missing.
fn any_number(fewest: u32, options: SmallVec<[ObjectRef; 8]>, rule: SetRule) -> Next {
    match fewest {
        0 => Next::Settled,
        n if n as usize > options.len() => Next::Impossible,
        n if n as usize == options.len() => Next::Take(options),
        n => Next::AtLeast(n, options, rule),
    }
}

/// What objects must come to together where some of them count less than nothing, so that choosing these doesn't make a cost
/// that can be paid one that can't be. Where none does, what is still missing is asked for again.
fn total_rule(live: &Live<'_>, bindings: &Bindings, measure: Measure, missing: u32, options: &[ObjectRef]) -> SetRule {
    let weights: Vec<i32> = options.iter().map(|o| enough::weight(live, bindings, measure, *o)).collect();
    if missing == 0 || weights.iter().all(|weight| *weight >= 0) {
        return SetRule::default();
    }
    SetRule { weights, min_weight: i32::try_from(missing).unwrap_or(i32::MAX), ..SetRule::default() }
}

/// How the payment of the current part continues.
fn look_at(live: &Live<'_>, means: &Means, payment: &Payment, bindings: &Bindings) -> Next {
    let at = payment.at;
    let part = &payment.total.parts[at as usize];
    if let CostPart::OpponentGainsLife(n) = part {
        return opponent(live, bindings, payment, n);
    }
    let Some((n, mut options)) = choice(live, bindings, part) else { return Next::Settled };
    let have: SmallVec<[ObjectRef; 4]> = payment.picked.iter().filter(|(p, _)| *p == at).map(|(_, o)| *o).collect();
    if let Some((measure, total, ..)) = part.total() {
        options.retain(|o| !have.contains(o) && !payment.held.contains(&o.id) && !used(payment, part, o.id, bindings));
        let missing = enough::missing_total(live, bindings, (measure, total), &have);
        let rule = total_rule(live, bindings, measure, missing, &options);
        return any_number(enough::fewest(live, bindings, measure, missing, &options), options, rule);
    }
    if let CostPart::ExileTypes(types, ..) = part {
        options.retain(|o| !have.contains(o) && !payment.held.contains(&o.id) && !used(payment, part, o.id, bindings));
        let wanted = parts::amount(live, bindings, types);
        return any_number(enough::fewest_types(live, wanted, &have, &options), options, SetRule::default());
    }
    let missing = n.saturating_sub(have.len() as u32);
    if missing == 0 {
        return Next::Settled;
    }
    if let CostPart::RemoveCounters(kind, ..) = part {
        return counters(live, bindings, payment, *kind, missing, options);
    }
    if let CostPart::RemoveAnyCounters(..) = part {
        return any_counters(live, bindings, payment, missing, &options);
    }
    options.retain(|o| !have.contains(o) && !payment.held.contains(&o.id) && !used(payment, part, o.id, bindings));
    if (options.len() as u32) < missing {
        return Next::Impossible;
    }
    let works = |more: &[ObjectRef]| {
        let mut picked: SmallVec<[(u8, ObjectRef); 8]> = payment.picked.iter().copied().collect();
        picked.extend(more.iter().map(|o| (at, *o)));
        let chosen = Chosen { picked: &picked, ..Chosen::of(payment) };
        payable_with(live, means, bindings, &payment.total, payment.help, chosen)
    };
    if options.len() as u32 == missing {
        return if works(&options) { Next::Take(options) } else { Next::Impossible };
    }
    if !has_rivals(payment, means, at, &options) {
        return if missing == 1 { Next::One(options) } else { Next::Several(missing, options) };
    }
    // The choice that takes away the most: if even that works, all do.
    let mut worst = options.clone();
    worst.sort_by_key(|o| !costs_mana(means, part, o.id));
    worst.truncate(missing as usize);
    if options.len() > missing as usize && missing > 1 && works(&worst) && !competes(payment, at) {
        return Next::Several(missing, options);
    }
    options.retain(|o| works(&[*o]));
    if options.is_empty() { Next::Impossible } else { Next::One(options) }
}

/// CR 119.7: which opponent gains life: one who can, if it is any.
fn opponent(live: &Live<'_>, bindings: &Bindings, payment: &Payment, n: &Quantity) -> Next {
    if payment.opponents.iter().any(|(part, _)| *part == payment.at) {
        return Next::Settled;
    }
    let able: Vec<Seat> = match parts::amount(live, bindings, n) {
        0 => live.players().opponents(bindings.you).iter().collect(),
        _ => enough::who_could_gain(live, bindings.you).collect(),
    };
    match able.as_slice() {
        [] => Next::Impossible,
        [only] => Next::TakeOpponent(*only),
        _ => Next::OneOpponent(able),
    }
}

/// Whether choosing for this part can take something away from mana or from another part.
fn has_rivals(payment: &Payment, means: &Means, at: u8, options: &[ObjectRef]) -> bool {
    let part = &payment.total.parts[at as usize];
    let mana = !payment.total.mana.is_empty();
    let creatures = (payment.help.taps() || payment.total.bend > 0) && parts::leaves(part) | parts::taps(part);
    competes(payment, at)
        || part.lessens().is_some()
        || mana && (creatures || payment.help.delve || options.iter().any(|o| costs_mana(means, part, o.id)))
}

/// Whether another part is still to be paid with chosen objects, or by chance.
fn competes(payment: &Payment, at: u8) -> bool {
    let mut others = payment.total.parts.iter().enumerate().filter(|(i, p)| *i > at as usize || parts::is_last(p));
    others.any(|(_, p)| parts::leaves(p) || parts::taps(p))
}

/// Whether an object pays for another part that it leaves by, or is tapped for.
fn used(payment: &Payment, part: &CostPart, id: ObjectId, bindings: &Bindings) -> bool {
    let same =
        |other: &CostPart| parts::leaves(part) && parts::leaves(other) || parts::taps(part) && parts::taps(other);
    let by_pick =
        payment.picked.iter().any(|(p, o)| o.id == id && payment.total.parts.get(usize::from(*p)).is_some_and(same));
    let itself = payment.total.parts.iter().any(|other| {
        let own =
            matches!(other, CostPart::Tap | CostPart::SacrificeThis | CostPart::DiscardThis | CostPart::ExileThis);
        own && same(other) && id == bindings.this.id
    });
    by_pick || itself
}

/// How many counters of a kind of an object no part takes yet.
fn left(live: &Live<'_>, payment: &Payment, pile: (ObjectRef, CounterKind)) -> u32 {
    removals::left(live, &payment.total.parts, (&payment.picked, &payment.kinds), pile)
}

/// CR 118.3: whether what other parts take is still there if the current part takes a counter.
fn leaves_enough(
    live: &Live<'_>,
    bindings: &Bindings,
    payment: &Payment,
    (object, kind): (ObjectRef, CounterKind),
) -> bool {
    let (at, parts) = (payment.at, &payment.total.parts);
    if !removals::compete(bindings, parts) {
        return true;
    }
    let picked = [payment.picked.as_slice(), &[(at, object)]].concat();
    let any = matches!(parts[usize::from(at)], CostPart::RemoveAnyCounters(..));
    let more: SmallVec<[(u8, CounterKind); 1]> = any.then_some((at, kind)).into_iter().collect();
    let kinds = [payment.kinds.as_slice(), more.as_slice()].concat();
    removals::are_possible(live, bindings, parts, (&picked, &kinds))
}

/// Counters are chosen one by one; each pick is one counter.
fn counters(
    live: &Live<'_>,
    bindings: &Bindings,
    payment: &Payment,
    kind: CounterKind,
    missing: u32,
    mut options: SmallVec<[ObjectRef; 8]>,
) -> Next {
    let left = |o: &ObjectRef| left(live, payment, (*o, kind));
    options.retain(|o| left(o) > 0);
    let all = options.iter().map(left).fold(0, u32::saturating_add);
    if all < missing {
        return Next::Impossible;
    }
    if from_itself(&payment.total.parts[usize::from(payment.at)]) || options.len() == 1 || all == missing {
        let each = options.iter().flat_map(|o| std::iter::repeat_n(*o, left(o) as usize));
        return Next::Take(each.take(missing as usize).collect());
    }
    options.retain(|o| leaves_enough(live, bindings, payment, (*o, kind)));
    if options.is_empty() { Next::Impossible } else { Next::One(options) }
}

/// Counters of any kind are chosen one by one.
fn any_counters(live: &Live<'_>, bindings: &Bindings, payment: &Payment, missing: u32, from: &[ObjectRef]) -> Next {
    let kinds = |o: &ObjectRef| {
        let object = *o;
        live.counters(o.id).0.iter().map(move |(kind, ..)| (object, *kind))
    };
    let there = from.iter().flat_map(kinds).map(|pile| (pile, left(live, payment, pile)));
    let mut there: SmallVec<[((ObjectRef, CounterKind), u32); 8]> = there.filter(|(_, n)| *n > 0).collect();
    let all = there.iter().fold(0_u32, |sum, (_, n)| sum.saturating_add(*n));
    if all < missing {
        return Next::Impossible;
    }
    if there.len() == 1 || all == missing {
        let each = there.iter().flat_map(|(pile, n)| std::iter::repeat_n(*pile, *n as usize));
        return Next::TakeCounters(each.take(missing as usize).collect());
    }
    there.retain(|(pile, _)| leaves_enough(live, bindings, payment, *pile));
    if there.is_empty() {
        return Next::Impossible;
    }
    Next::OneCounter(there.into_iter().map(|(pile, _)| pile).collect())
}

/// CR 702.66a: which cards are exiled instead of paying generic mana.
pub(super) fn delve(
    world: &mut impl EditGame,
    payment: &mut Payment,
    bindings: &Bindings,
    subject: ObjectRef,
) -> CastFlow {
    if !payment.help.delve {
        return CastFlow::Next;
    }
    if payment.asked {
        payment.asked = false;
        let Answer::Some(places) = Returned::answer(world) else { panic!("expected a set of cards") };
        let cards = places.iter().map(|p| match &payment.offered[*p as usize] {
            Choice::Object(card) => *card,
            other => panic!("{other:?} can't be delved"),
        });
        payment.delved = cards.collect();
        payment.help.delve = false;
        return CastFlow::Next;
    }
    let generic = need_for(&payment.total.mana, &payment.ways).generic;
    let (cards, least) = with_means(world, bindings.you, |world, means| {
        let live = Live::new(world);
        let reserved = reserve(&live, means, bindings, &payment.total, &payment.picked, &[]).unwrap_or_default();
        let cards = delvable(&live, bindings, &reserved);
        let most = (cards.len() as u32).min(generic);
        let help = crate::model::cast::AlternatePayment { delve: false, ..payment.help };
        let least = (0..=most).find(|n| {
            let chosen = Chosen { delved: *n, ..Chosen::of(payment) };
            payable_with(&live, means, bindings, &payment.total, help, chosen)
        });
        (cards, least)
    });
    let most = cards.len().min(generic as usize);
    let Some(least) = least else { return CastFlow::Illegal };
    if most == 0 {
        payment.help.delve = false;
        return CastFlow::Next;
    }
    payment.offered = cards.into_iter().map(Choice::Object).collect();
    let options = payment.offered.clone();
    let shape = Shape::ChooseSome { options, min: least as u16, max: most as u16, rule: SetRule::default() };
    ask(payment, bindings, Prompt::PayWith(subject), shape)
}
