//! Paying mana (CR 601.2g-h): mana abilities are activated for real, then mana is taken from the pool.
//!
//! The payer taps what only needs to be tapped in one batch, and adds the mana; an ability with another cost or effect
//! runs by itself (605.3b). Triggered mana abilities resolve right after that (605.4a, 106.12a).

use super::{CastFlow, begin, complete, pay_manually, undo};
use crate::cards::def::ManaType;
use crate::cards::{CardTable, Op};
use crate::model::agenda::{Agenda, Returned};
use crate::model::bindings::{Bindings, EventData};
use crate::model::cast::{CastTask, PayStep, Payment, Undo};
use crate::model::decision::Settings;
use crate::model::dirt::StateClass;
use crate::model::event::{Batch, Event};
use crate::model::fact::Fact;
use crate::model::ids::{AbilityHandle, ObjectId, ObjectRef, Referent, Seat, StaticHandle};
use crate::model::mana::{Activation, ManaPool, PaidFor, PlannedMana, SpentMana};
use crate::model::player::Players;
use crate::model::task::Task;
use crate::rules::layers;
use crate::rules::legal::parts;
use crate::rules::legal::payable::{helpers, left_to_bend, reserve};
use crate::rules::legal::with_means;
use crate::rules::log::EventLog;
use crate::rules::mana::{Barred, Demand, Need, Plan, Reserved, need_for, produce, riders_for, spend_as, terms_of};
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;
use crate::rules::triggers;
use smallvec::SmallVec;

/// How often mana abilities are activated for one cost, at most: a limit that only broken replacement effects reach.
const MOST_TRIES: u8 = 250;

/// The mana that is still needed.
pub(super) fn need_of(payment: &Payment) -> Need {
    let mut need = need_for(&payment.total.mana, &payment.ways);
    need.generic = need.generic.saturating_sub(payment.delved.len() as u32);
    for (_, paid) in &payment.convoked {
        match paid {
            Some(mask) => {
                if let Some(i) = need.exact.iter().position(|m| m == mask) {
                    need.exact.remove(i);
                }
            }
            None => need.generic = need.generic.saturating_sub(1),
        }
    }
    need.spend(payment.total.spend_as);
    need
}

/// Activates mana abilities until the pool has what is needed, then pays.
pub(super) fn pay(
    world: &mut impl EditGame,
    payment: &mut Payment,
    bindings: &mut Bindings,
    undo: &mut Undo,
    subject: ObjectRef,
) -> CastFlow {
    undo.close(world, bindings.you);
    if payment.tapping.is_empty() {
        payment.added = PlannedMana::default();
    } else {
        let tapped = tapped(world, payment, bindings.you, undo);
        if !tapped.is_empty() && complete::is_tapping_noted(world) {
            return CastFlow::call(Task::Cast(Box::new(CastTask::TappedForMana(tapped))));
        }
        undo.close(world, bindings.you);
        if !layers::is_fresh(world) {
            return CastFlow::Refresh;
        }
    }
    if !undo.segments.is_empty()
        && let Some(part) = lost(&Live::new(world), payment, bindings)
    {
        // CR 601.2h: what pays is chosen as it is paid; other objects have to.
        payment.picked.retain(|(at, _)| *at != part);
        payment.kinds.retain(|(at, _)| *at != part);
        (payment.step, payment.at) = (PayStep::Choose, part);
        return CastFlow::Refresh;
    }
    let need = need_of(payment);
    if need.total() == 0 {
        return CastFlow::Next;
    }
    if let Some(spend) = payment.exactly {
        let barred = barred_now(world, payment, bindings);
        let paid = world.part_mut::<Players>().get_mut(bindings.you).pool.pay_exactly(&spend, barred);
        return match paid {
            Some(spend) => spent(world, payment, bindings, &spend),
            None => CastFlow::Illegal,
        };
    }
    if !world.part::<Settings>().auto_pay {
        return pay_manually::pay(world, payment, bindings, undo, subject);
    }
    let barred = barred_now(world, payment, bindings);
    if let Some(spend) = pay_from_pool(world, bindings.you, &need, subject, barred) {
        return spent(world, payment, bindings, &spend);
    }
    payment.tries += 1;
    if payment.tries > MOST_TRIES {
        return CastFlow::Illegal;
    }
    let plan = with_means(world, bindings.you, |world, means| {
        let live = Live::new(world);
        let reserved = reserved(&live, means, payment, bindings)?;
        let demand = demand(&live, bindings.you, subject);
        // Creatures that convoke already are spoken for, and pay for nothing else.
        let help = (payment.help, left_to_bend(&live, payment));
        let helpers = helpers(&live, means, bindings, help, &reserved);
        let plan = means.plan(&need, &reserved, &helpers, &demand)?;
        let mut held = held(&reserved);
        held.extend(plan.convoke.iter().map(|(creature, _)| creature.id));
        Some((plan, held))
    });
    match plan {
        Some((plan, held)) => follow(world, payment, bindings, undo, plan, held, subject),
        None => CastFlow::Illegal,
    }
}

/// The part of a cost for which an object was chosen that can't pay for it any more, because of mana abilities that were activated
/// since: effects ended by these. Creatures that convoke and aren't the player's any more don't.
fn lost(live: &Live<'_>, payment: &mut Payment, bindings: &Bindings) -> Option<u8> {
    payment.convoked.retain(|(object, _)| {
        live.is_current(*object) && live.chars(object.id).controller == bindings.you && !live.status(object.id).tapped
    });
    payment.picked.iter().find_map(|(at, object)| {
        let part = payment.total.parts.get(usize::from(*at))?;
        let (_, options) = parts::choice(live, bindings, part)?;
        (!options.contains(object)).then_some(*at)
    })
}

/// What mana must not be made with.
pub(super) fn reserved(
    live: &Live<'_>,
    means: &crate::rules::mana::Means,
    payment: &Payment,
    bindings: &Bindings,
) -> Option<Reserved> {
    let mut reserved = reserve(live, means, bindings, &payment.total, &payment.picked, &[])?;
    reserved.life += need_for(&payment.total.mana, &payment.ways).life;
    // Who convokes is neither tapped nor given up for anything else.
    reserved.tapped.extend(payment.convoked.iter().map(|(o, _)| o.id));
    reserved.leaving.extend(payment.convoked.iter().map(|(o, _)| o.id));
    if payment.for_mana {
        // CR 605.3c.
        reserved.tapped.push(bindings.this.id);
        reserved.leaving.push(bindings.this.id);
        reserved.unused.push(bindings.this.id);
    }
    Some(reserved)
}

/// What can't be chosen to pay for mana abilities: it pays for the cost itself.
pub(super) fn held(reserved: &Reserved) -> SmallVec<[ObjectId; 2]> {
    reserved.tapped.iter().chain(&reserved.leaving).copied().collect()
}

/// CR 106.6: which mana of the pool can't be spent on what is being paid.
pub(super) fn barred_now(world: &impl EditGame, payment: &Payment, bindings: &Bindings) -> Barred {
    let pool = &world.part::<Players>().get(bindings.you).pool;
    if payment.total.no_mana {
        return Barred::ALL;
    }
    match pool.bound.is_empty() {
        true => Barred::default(),
        false => {
            let terms = pool.bound.iter().map(|b| &b.terms);
            Barred::of(&Live::new(world), terms, bindings, payment.total.paid_for)
        }
    }
}

/// Takes mana from a pool to pay for `subject`, and leaves what the player's other cards want.
pub(super) fn pay_from_pool(
    world: &mut impl EditGame,
    seat: Seat,
    need: &Need,
    subject: ObjectRef,
    barred: Barred,
) -> Option<SpentMana> {
    let pool: &ManaPool = &world.part::<Players>().get(seat).pool;
    if pool.total() < need.total() {
        return None;
    }
    let live = Live::new(world);
    // If all of it is spent, it doesn't matter.
    let demand = if pool.total() > need.total() { demand(&live, seat, subject) } else { Demand::default() };
    let spend_as = spend_as(&live, seat);
    world.part_mut::<Players>().get_mut(seat).pool.pay(need, &spend_as, &demand, barred)
}

/// The mana is paid.
pub(super) fn spent(
    world: &mut impl EditGame,
    payment: &mut Payment,
    bindings: &mut Bindings,
    spend: &SpentMana,
) -> CastFlow {
    mark_dirty(world, StateClass::POOLS);
    ride(world, spend, bindings, payment.total.paid_for);
    let spend = spend.types;
    for (total, n) in payment.spent.iter_mut().zip(spend) {
        *total = total.saturating_add(n);
    }
    bindings.cast.mana = payment.spent;
    if payment.for_mana {
        undo::note_spent(world, spend);
    } else {
        let count = spend.iter().map(|n| u16::from(*n)).sum();
        EventLog::aside(world, || Fact::SpentMana { seat: bindings.you, count });
    }
    CastFlow::Next
}

/// CR 106.6a: what happens because mana was spent on a cost of what `bindings` are about, once for each mana.
fn ride(world: &mut impl EditGame, spent: &SpentMana, bindings: &Bindings, paid_for: PaidFor) {
    if spent.bound.is_empty() {
        return;
    }
    let table = world.part::<CardTable>().clone();
    let subject = Some(Referent::Object(bindings.stack.unwrap_or(bindings.this)));
    let event = EventData { subject, player: Some(bindings.you), ..EventData::default() };
    for (terms, n) in &spent.bound {
        let def = terms.program.def;
        for rider in riders_for(&Live::new(world), &table, terms, bindings, paid_for) {
            for _ in 0..*n {
                let own = Bindings { event: Some(event), ..Bindings::new(terms.you, terms.this) };
                match rider {
                    Op::IfSpent(_, index, until) => {
                        let handle = StaticHandle { def, index: *index };
                        let _ = layers::start_effect(world, handle, own, until.clone());
                    }
                    Op::WhenSpent(_, index) => triggers::reflexive(world, AbilityHandle { def, index: *index }, own),
                    _ => {}
                }
            }
        }
    }
}

/// Carries out the beginning of a plan: what only has to be tapped, at once, otherwise one ability.
fn follow(
    world: &mut impl EditGame,
    payment: &mut Payment,
    bindings: &mut Bindings,
    undo: &mut Undo,
    plan: Plan,
    held: SmallVec<[ObjectId; 2]>,
    subject: ObjectRef,
) -> CastFlow {
    let seat = bindings.you;
    payment.convoked.extend(plan.convoke);
    let direct = |s: &&Activation| s.direct;
    payment.tapping = plan.steps.iter().filter(direct).cloned().collect();
    if !payment.tapping.is_empty() {
        payment.added = added(&payment.tapping);
        let taps = payment.tapping.iter().map(|s| Event::Tap { object: s.key.object, for_mana: true });
        return CastFlow::Propose(Batch::of(taps));
    }
    let Some(step) = plan.steps.into_iter().next() else {
        // Only creatures that convoke: the rest is in the pool.
        let need = need_of(payment);
        let barred = barred_now(world, payment, bindings);
        return match pay_from_pool(world, seat, &need, subject, barred) {
            Some(spend) if need.total() > 0 => spent(world, payment, bindings, &spend),
            _ if need.total() == 0 => CastFlow::Next,
            _ => CastFlow::Illegal,
        };
    };
    payment.added = added(std::slice::from_ref(&step));
    let activation = begin::mana_ability(world, seat, step.key, Some((step.makes, step.spend)), held);
    undo.begin(world, seat, step.key, activation)
}

/// What triggered mana abilities are to add, if they are to add anything (CR 605.4a).
fn added(steps: &[Activation]) -> PlannedMana {
    let sum: [u8; 6] = std::array::from_fn(|i| steps.iter().fold(0u8, |n, step| n.saturating_add(step.added[i])));
    if sum == [0; 6] { PlannedMana::default() } else { PlannedMana::new(sum) }
}

/// CR 605.4a: the next mana, of a type in the mask, that a triggered mana ability is to add to what a player is paying.
pub(crate) fn take_added(world: &mut impl EditGame, seat: Seat, mask: u8) -> Option<ManaType> {
    world.part_mut::<Agenda>().payments_mut(seat).find_map(|payment| payment.added.take(mask))
}

/// The sources are tapped: their mana is added. Answers which were tapped for mana, and the types of it (CR 106.12a).
fn tapped(
    world: &mut impl EditGame,
    payment: &mut Payment,
    seat: Seat,
    undo: &mut Undo,
) -> SmallVec<[(ObjectRef, u8); 2]> {
    let happened = Returned::happened(world).happened.clone();
    let mut sources = SmallVec::new();
    for (i, step) in std::mem::take(&mut payment.tapping).into_iter().enumerate() {
        if !happened.contains(&(i as u16)) {
            continue;
        }
        undo.close(world, seat);
        begin::note_use(world, step.key);
        let before = world.part::<Players>().get(seat).pool.clone();
        let terms = terms_of(world.part(), step.key.handle, step.key.object, seat);
        let mut types = 0;
        for (mana, n) in ManaType::ALL.into_iter().zip(step.makes) {
            if n > 0 {
                produce(world, seat, step.key.object, (mana, u16::from(n)), terms);
                types |= mana.bit();
            }
        }
        sources.push((step.key.object, types));
        undo.tapped(world, step.key, before);
    }
    sources
}

/// How much each type of mana is wanted by the other cards of a player's hand.
fn demand(live: &Live<'_>, seat: Seat, subject: ObjectRef) -> Demand {
    use crate::cards::def::ManaSymbol;
    let mut demand = Demand::default();
    for id in &live.zones().own[seat.index()].hand {
        if *id == subject.id {
            continue;
        }
        let Some(cost) = &live.chars(*id).cost else { continue };
        for symbol in &cost.0 {
            let types = match symbol {
                ManaSymbol::Typed(t) | ManaSymbol::TwoOr(t) => t.bit(),
                ManaSymbol::Hybrid(mask) | ManaSymbol::Phyrexian(mask) => *mask,
                ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Snow => 0,
            };
            for (i, n) in demand.iter_mut().enumerate() {
                if types & (1 << i) != 0 {
                    *n += 1;
                }
            }
        }
    }
    demand
}
