//! Paying mana by hand (CR 601.2g): the player activates mana abilities, taps creatures that convoke, and pays.

use super::pay_mana::{barred_now, held, need_of, pay_from_pool, reserved, spent};
use super::{CastFlow, begin};
use crate::model::agenda::Returned;
use crate::model::bindings::Bindings;
use crate::model::cast::{Payment, Undo};
use crate::model::decision::{Choice, Decision, Prompt, Settings, Shape, chosen};
use crate::model::ids::{AbilityKey, ObjectRef};
use crate::model::player::Players;
use crate::rules::legal::payable::{helpers, left_to_bend};
use crate::rules::legal::{self, with_means};
use crate::rules::mana::{COLORS, Demand, Helper, Means, Need, Offer, Reserved, Supply};
use crate::rules::reading::Live;
use crate::rules::state::EditGame;
use smallvec::SmallVec;

/// CR 601.2g: where something may be begun without the means, mana abilities can be activated before anything is chosen
/// to pay with: they may draw, mill or make what pays.
pub(super) fn window(
    world: &mut impl EditGame,
    payment: &mut Payment,
    bindings: &Bindings,
    undo: &mut Undo,
    subject: ObjectRef,
) -> CastFlow {
    let settings = world.part::<Settings>();
    if !settings.offer_unproven || settings.auto_pay || payment.for_mana || payment.total.mana.is_empty() {
        return CastFlow::Next;
    }
    undo.close(world, bindings.you);
    if payment.asked {
        payment.asked = false;
        let answer = Returned::answer(world);
        let Choice::Activate { key } = chosen(&payment.offered, &answer) else { return CastFlow::Next };
        return activate(world, payment, bindings, undo, key);
    }
    payment.offered = with_means(world, bindings.you, |world, means| {
        let mut all = vec![Choice::Pass];
        legal::mana_abilities_now(&Live::new(world), means, bindings.you, &mut all);
        all.retain(|choice| !is_spoken_for(choice, payment, bindings));
        all
    });
    if payment.offered.len() == 1 {
        return CastFlow::Next;
    }
    payment.asked = true;
    let shape = Shape::ChooseOne(payment.offered.clone());
    let mut decision = Decision::new(bindings.you, Prompt::PayMana(subject), shape);
    decision.cancellable = true;
    CastFlow::Ask(Box::new(decision))
}

/// CR 605.3c: whether an ability is the one whose cost is being paid.
fn is_spoken_for(choice: &Choice, payment: &Payment, bindings: &Bindings) -> bool {
    matches!(choice, Choice::Activate { key } if payment.for_mana && key.object == bindings.this)
}

/// Activates a mana ability for the cost that is being paid.
fn activate(
    world: &mut impl EditGame,
    payment: &Payment,
    bindings: &Bindings,
    undo: &mut Undo,
    key: AbilityKey,
) -> CastFlow {
    let held = with_means(world, bindings.you, |world, means| {
        let reserved = reserved(&Live::new(world), means, payment, bindings);
        held(&reserved.unwrap_or_default())
    });
    let activation = begin::mana_ability(world, bindings.you, key, None, held);
    undo.begin(world, bindings.you, key, activation)
}

/// Asks until the player pays. Only what leaves the cost payable is offered.
pub(super) fn pay(
    world: &mut impl EditGame,
    payment: &mut Payment,
    bindings: &mut Bindings,
    undo: &mut Undo,
    subject: ObjectRef,
) -> CastFlow {
    if payment.asked {
        payment.asked = false;
        let answer = Returned::answer(world);
        match chosen(&payment.offered, &answer) {
            Choice::Activate { key } => return activate(world, payment, bindings, undo, key),
            Choice::Object(creature) => convoke(world, payment, bindings, creature),
            _ => {
                let need = need_of(payment);
                let barred = barred_now(world, payment, bindings);
                return match pay_from_pool(world, bindings.you, &need, subject, barred) {
                    Some(spend) => spent(world, payment, bindings, &spend),
                    None => CastFlow::Illegal,
                };
            }
        }
    }
    let need = need_of(payment);
    if need.total() == 0 {
        return CastFlow::Next;
    }
    payment.offered = options(world, payment, bindings, &need);
    if payment.offered.is_empty() {
        return CastFlow::Illegal;
    }
    payment.asked = true;
    let shape = Shape::ChooseOne(payment.offered.clone());
    let mut decision = Decision::new(bindings.you, Prompt::PayMana(subject), shape);
    decision.cancellable = true;
    CastFlow::Ask(Box::new(decision))
}

/// To pay, if the pool has enough; each mana ability and each creature that gets the player nearer to it.
fn options(world: &mut impl EditGame, payment: &Payment, bindings: &Bindings, need: &Need) -> Vec<Choice> {
    let mut pool = world.part::<Players>().get(bindings.you).pool.clone();
    let barred = barred_now(world, payment, bindings);
    with_means(world, bindings.you, |world, means| {
        let live = Live::new(world);
        let mut all = Vec::new();
        if pool.pay(need, &means.spend_as, &Demand::default(), barred).is_some() {
            all.push(Choice::Pass);
        }
        let Some(reserved) = reserved(&live, means, payment, bindings) else { return all };
        let bend = left_to_bend(&live, payment);
        let all_helpers =
            helpers(&live, means, bindings, (payment.help, if bend > 0 { u32::MAX } else { 0 }), &reserved);
        let helpers = helpers(&live, means, bindings, (payment.help, bend), &reserved);
        for source in &means.sources {
            let free = means.offers_of(source).iter().filter(|o| Means::is_free(o, source.object.id, &reserved));
            for offer in free {
                let choice = Choice::Activate { key: offer.instance.key(source.object) };
                if !all.contains(&choice) && leads_on(means, &reserved, need, &helpers, source.object, offer) {
                    all.push(choice);
                }
            }
        }
        // What can't be foreseen may help, too.
        let mut others = Vec::new();
        legal::mana_abilities_now(&live, means, bindings.you, &mut others);
        let foreseen = |key: &AbilityKey| {
            let own = means.sources.iter().filter(|s| s.object == key.object);
            own.flat_map(|s| means.offers_of(s)).any(|o| o.instance.key(key.object) == *key)
        };
        others.retain(|choice| matches!(choice, Choice::Activate { key } if !foreseen(key)));
        all.extend(others.into_iter().filter(|choice| !is_spoken_for(choice, payment, bindings)));
        for helper in all_helpers {
            if need.generic > 0 || need.exact.iter().any(|m| m & helper.mask & COLORS != 0) {
                all.push(Choice::Object(helper.object));
            }
        }
        all
    })
}

/// Whether a need can still be met once a source has made mana: of one type of each that it can make.
fn leads_on(
    means: &Means,
    reserved: &Reserved,
    need: &Need,
    helpers: &[Helper],
    source: ObjectRef,
    offer: &Offer,
) -> bool {
    if !offer.cost.is_empty() || offer.candidates.is_some() {
        return means.can_feed(offer, reserved) && means.covers(need, reserved, helpers);
    }
    let mut without = reserved.clone();
    without.unused.push(source.id);
    // What is tapped or gone by then doesn't convoke.
    let uses_up = |h: &&Helper| h.object == source && (offer.tap || offer.leaves);
    let others: SmallVec<[Helper; 8]> = helpers.iter().filter(|h| !uses_up(h)).copied().collect();
    let mut supply = Supply::default();
    means.add_up(&without, &others, &mut supply);
    for types in &offer.makes {
        supply.add(means.counts_as(*types, false), 1);
    }
    supply.covers(need) || !means.complex.is_empty()
}

/// CR 702.51a: a creature is tapped for a coloured mana of its colour if there is one left, otherwise for generic.
fn convoke(world: &mut impl EditGame, payment: &mut Payment, bindings: &Bindings, creature: ObjectRef) {
    let need = need_of(payment);
    let mask = with_means(world, bindings.you, |world, means| {
        let live = Live::new(world);
        let reserved = reserved(&live, means, payment, bindings).unwrap_or_default();
        let bend = left_to_bend(&live, payment);
        let helpers = helpers(&live, means, bindings, (payment.help, if bend > 0 { u32::MAX } else { 0 }), &reserved);
        helpers.iter().find(|h| h.object == creature).map(|h| h.mask)
    });
    let colored = need.exact.iter().find(|m| mask.is_some_and(|mask| **m & mask & COLORS != 0)).copied();
    payment.convoked.push((creature, colored));
}
