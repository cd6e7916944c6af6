//! Payability against exhaustive search on random small sets of sources.

mod bound;

use super::means::AS_ITSELF;
use super::*;
use crate::cards::def::ManaSymbol;
use crate::model::ids::{AbilityHandle, DefId, ObjectId, Origin};
use crate::model::mana::{Activation, ManaPool, ManaTotal, PlannedMana, SpendAs};
use crate::model::object::AbilityInstance;
use crate::model::rng::GameRng;
use smallvec::SmallVec;
use std::collections::HashSet;

const W: u8 = 1;
const U: u8 = 2;
const B: u8 = 4;
const R: u8 = 8;
const G: u8 = 16;
const C: u8 = 32;

/// An offer for nothing but tapping.
fn offer(makes: &[u8]) -> Offer {
    let instance = AbilityInstance { handle: AbilityHandle::default(), origin: Origin::Text, nth: 0 };
    offer::tapping(instance, SmallVec::from_slice(makes))
}

fn ranked(makes: &[u8], rank: u8) -> Offer {
    Offer { rank, ..offer(makes) }
}

/// Means with these sources and this pool.
fn means(sources: &[Vec<Offer>], pool: [u16; 6]) -> Means {
    let mut means = Means { life: 20, spend_as: AS_ITSELF, ..Means::default() };
    means.pool.amount = pool;
    let mut index = 0;
    for (i, offers) in sources.iter().enumerate() {
        let object = ObjectRef { id: ObjectId(i as u32), incarnation: 1 };
        let (first, count) = (means.offers.len() as u16, offers.len() as u16);
        means.sources.push(Source { object, snow: false, first, count });
        for offer in offers {
            let handle = AbilityHandle { def: DefId(0), index };
            index += 1;
            means.offers.push(Offer { instance: AbilityInstance { handle, ..offer.instance }, ..offer.clone() });
        }
    }
    means.refresh_supply();
    means
}

fn need(exact: &[u8], generic: u32) -> Need {
    Need { exact: SmallVec::from_slice(exact), generic, life: 0 }
}

fn lands(types: &[u8]) -> Vec<Vec<Offer>> {
    types.iter().map(|t| vec![offer(&[*t])]).collect()
}

/// Whether a pool pays a need, by trying everything.
fn pool_pays(pool: &[u8; 6], exact: &[u8], generic: u32) -> bool {
    match exact.split_first() {
        None => pool.iter().map(|n| u32::from(*n)).sum::<u32>() >= generic,
        Some((mask, rest)) => (0..6).any(|i| {
            let mut left = *pool;
            mask & (1 << i) != 0 && left[i] > 0 && {
                left[i] -= 1;
                pool_pays(&left, rest, generic)
            }
        }),
    }
}

/// All pools after paying a cost.
fn after_paying(pool: [u8; 6], symbols: &[u8]) -> Vec<[u8; 6]> {
    match symbols.split_first() {
        None => vec![pool],
        Some((mask, rest)) => (0..6)
            .filter(|i| mask & (1 << i) != 0 && pool[*i] > 0)
            .flat_map(|i| {
                let mut left = pool;
                left[i] -= 1;
                after_paying(left, rest)
            })
            .collect(),
    }
}

/// Whether a need can be met, by trying every sequence of abilities with every choice.
fn brute(means: &Means, need: &Need, max_rank: u8) -> bool {
    let pool: [u8; 6] = std::array::from_fn(|i| means.pool.amount[i] as u8);
    let mut seen = HashSet::new();
    let mut open = vec![(pool, 0u32)];
    while let Some((pool, used)) = open.pop() {
        if !seen.insert((pool, used)) {
            continue;
        }
        if pool_pays(&pool, &need.exact, need.generic) {
            return true;
        }
        for (s, source) in means.sources.iter().enumerate() {
            if used & (1 << s) != 0 {
                continue;
            }
            for offer in means.offers_of(source).iter().filter(|o| o.rank <= max_rank) {
                let cost: Vec<u8> = offer.cost.iter().map(symbol_mask).collect();
                for paid in after_paying(pool, &cost) {
                    let mut made = vec![paid];
                    for types in &offer.makes {
                        made = made
                            .iter()
                            .flat_map(|p| {
                                (0..6).filter(|i| types & (1 << i) != 0).map(|i| {
                                    let mut more = *p;
                                    more[i] += 1;
                                    more
                                })
                            })
                            .collect();
                    }
                    open.extend(made.into_iter().map(|p| (p, used | (1 << s))));
                }
            }
        }
    }
    false
}

fn symbol_mask(symbol: &ManaSymbol) -> u8 {
    match symbol {
        ManaSymbol::Typed(t) => t.bit(),
        ManaSymbol::Hybrid(mask) => *mask,
        _ => TYPES,
    }
}

/// Follows a plan; answers whether the need is paid at the end.
fn follow(means: &Means, need: &Need, plan: &Plan) -> bool {
    let mut pool = means.pool.clone();
    let mut used = Vec::new();
    for step in &plan.steps {
        assert!(!used.contains(&step.key.object), "each source once: {plan:?}");
        used.push(step.key.object);
        let offer = means.offers.iter().find(|o| o.instance.handle == step.key.handle).expect("an offer");
        assert!(pool.pay_exactly(&step.spend, Barred::default()).is_some(), "the mana for {step:?} is there");
        assert_eq!(step.spend.iter().map(|n| usize::from(*n)).sum::<usize>(), offer.cost.len());
        // What is made is what the offer can make, and not more.
        let made: Vec<u8> = (0..6).flat_map(|i| std::iter::repeat_n(1u8 << i, step.makes[i].into())).collect();
        assert!(can_make(&offer.makes, &made), "{made:?} of {offer:?}");
        for mana in ManaType::ALL {
            pool.add(mana, step.makes[mana as usize].into());
        }
    }
    pool.pay(need, &means.spend_as, &[0; 6], Barred::default()).is_some()
}

fn can_make(masks: &[u8], made: &[u8]) -> bool {
    match made.split_first() {
        None => true,
        Some((bit, rest)) => (0..masks.len()).any(|i| {
            masks[i] & bit != 0 && {
                let mut left = masks.to_vec();
                left.remove(i);
                can_make(&left, rest)
            }
        }),
    }
}

fn random_offer(rng: &mut GameRng, converters: bool) -> Offer {
    let mask = |rng: &mut GameRng| match rng.below(4) {
        0 | 1 => 1 << rng.below(6),
        2 => (1 << rng.below(6)) | (1 << rng.below(6)),
        _ => COLORS,
    };
    let count = if rng.below(4) == 0 { 2 } else { 1 };
    let makes: Vec<u8> = (0..count).map(|_| mask(rng)).collect();
    let mut offer = ranked(&makes, [rank::FREE, rank::FREE, rank::CREATURE, rank::PAINFUL][rng.below(4) as usize]);
    if converters && rng.below(3) == 0 {
        let symbol =
            if rng.coin() { ManaSymbol::Generic(1) } else { ManaSymbol::Typed(ManaType::ALL[rng.below(6) as usize]) };
        offer.cost.push(symbol);
        offer.direct = false;
    }
    offer
}

fn compare(seed: u64, converters: bool, rounds: u32) {
    let mut rng = GameRng::new(seed, 0);
    let mut payable = 0;
    for round in 0..rounds {
        let sources: Vec<Vec<Offer>> = (0..=rng.below(4))
            .map(|_| (0..=rng.below(2)).map(|_| random_offer(&mut rng, converters)).collect())
            .collect();
        let pool = std::array::from_fn(|_| u16::from(rng.below(6) == 0));
        let means = means(&sources, pool);
        let exact: Vec<u8> = (0..rng.below(4))
            .map(|_| if rng.coin() { 1 << rng.below(6) } else { (1 << rng.below(6)) | (1 << rng.below(6)) })
            .collect();
        let need = need(&exact, rng.below(3));
        let expected = brute(&means, &need, u8::MAX);
        let nothing = Reserved::default();
        assert_eq!(means.covers(&need, &nothing, &[]), expected, "round {round}: {need:?} {means:?}");
        let plan = means.plan(&need, &nothing, &[], &[0; 6]);
        assert_eq!(plan.is_some(), expected, "round {round}: {need:?} {means:?}");
        let Some(plan) = plan else { continue };
        payable += 1;
        assert!(follow(&means, &need, &plan), "round {round}: {need:?} {plan:?} {means:?}");
        // It never hurts more than it has to.
        let used = |key: AbilityHandle| means.offers.iter().find(|o| o.instance.handle == key).map(|o| o.rank);
        let worst = plan.steps.iter().filter_map(|s| used(s.key.handle)).max().unwrap_or(0);
        assert!(worst == 0 || !brute(&means, &need, worst - 1), "round {round}: {need:?} {plan:?} {means:?}");
    }
    assert!(payable > rounds / 10, "only {payable} of {rounds} could be paid");
}

#[test]
fn simple_and_bundled_sources_agree_with_exhaustive_search() {
    compare(11, false, 3000);
}

#[test]
fn sources_that_cost_mana_agree_with_exhaustive_search() {
    compare(12, true, 2000);
}

#[test]
fn the_payer_keeps_the_source_that_can_do_more() {
    let means = means(&[vec![offer(&[R | G])], vec![offer(&[R])]], [0; 6]);
    let plan = means.plan(&need(&[R], 0), &Reserved::default(), &[], &[0; 6]).expect("payable");
    assert_eq!(plan.steps.len(), 1);
    assert_eq!(plan.steps[0].key.object.id, ObjectId(1));
}

#[test]
fn the_payer_keeps_the_color_that_the_hand_wants() {
    let means = means(&lands(&[R, R, G, G]), [0; 6]);
    let plan = means.plan(&need(&[], 2), &Reserved::default(), &[], &[0, 0, 0, 3, 0, 0]).expect("payable");
    assert!(plan.steps.iter().all(|s| s.makes == [0, 0, 0, 0, 1, 0]), "{plan:?}");
}

#[test]
fn a_painful_ability_is_only_used_for_a_color_that_nothing_else_makes() {
    let coast = || vec![offer(&[C]), ranked(&[G | U], rank::PAINFUL)];
    let means = means(&[coast(), vec![offer(&[W])]], [0; 6]);
    let plan = means.plan(&need(&[], 2), &Reserved::default(), &[], &[0; 6]).expect("payable");
    assert!(plan.steps.iter().any(|s| s.makes[5] == 1), "{plan:?}");
    let plan = means.plan(&need(&[G], 1), &Reserved::default(), &[], &[0; 6]).expect("payable");
    assert!(plan.steps.iter().any(|s| s.makes[4] == 1), "{plan:?}");
}

#[test]
fn what_is_reserved_makes_no_mana() {
    let means = means(&lands(&[B, B]), [0; 6]);
    let mut reserved = Reserved::default();
    assert!(means.covers(&need(&[B, B], 0), &reserved, &[]));
    reserved.tapped.push(ObjectId(0));
    assert!(!means.covers(&need(&[B, B], 0), &reserved, &[]));
    assert!(means.covers(&need(&[B], 0), &reserved, &[]));
}

#[test]
fn creatures_convoke_for_their_color_or_generic_mana_but_not_twice() {
    // CR 702.51a; a creature that makes mana is tapped for one or the other.
    let elf = vec![ranked(&[G], rank::CREATURE)];
    let means = means(&[elf, vec![offer(&[G])]], [0; 6]);
    let helper = |id, mask| Helper { object: ObjectRef { id: ObjectId(id), incarnation: 1 }, mask: mask | HELP };
    let nothing = Reserved::default();
    assert!(!means.covers(&need(&[G, G], 1), &nothing, &[helper(0, G)]));
    assert!(means.covers(&need(&[G, G], 1), &nothing, &[helper(0, G), helper(7, 0)]));
    assert!(!means.covers(&need(&[G, G, C], 0), &nothing, &[helper(0, G), helper(7, 0)]));
    let plan = means.plan(&need(&[G, G], 1), &nothing, &[helper(0, G), helper(7, 0)], &[0; 6]).expect("payable");
    assert_eq!((plan.steps.len(), plan.convoke.len()), (2, 1), "{plan:?}");
    assert_eq!(plan.convoke[0].1, None);
}

/// The means without what is tapped to help.
fn without(means: &Means, tapped: &[ObjectId]) -> Means {
    let mut rest = means.clone();
    let Means { sources, offers, .. } = &mut rest;
    let taps = |s: &Source| offers[s.first as usize..(s.first + s.count) as usize].iter().any(|o| o.tap);
    sources.retain(|s| !(tapped.contains(&s.object.id) && taps(s)));
    rest
}

/// Whether a need can be met with helpers, by trying for each whether it helps, and with which mana.
fn brute_with_help(means: &Means, need: &Need, helpers: &[Helper], tapped: &mut Vec<ObjectId>) -> bool {
    let Some((helper, rest)) = helpers.split_first() else { return brute(&without(means, tapped), need, u8::MAX) };
    if brute_with_help(means, need, rest, tapped) {
        return true;
    }
    tapped.push(helper.object.id);
    let mut fewer: Vec<Need> = Vec::new();
    for i in (0..need.exact.len()).filter(|i| need.exact[*i] & helper.mask & COLORS != 0) {
        let mut left = need.clone();
        left.exact.remove(i);
        fewer.push(left);
    }
    if need.generic > 0 {
        fewer.push(Need { generic: need.generic - 1, ..need.clone() });
    }
    let met = fewer.iter().any(|need| brute_with_help(means, need, rest, tapped));
    tapped.pop();
    met
}

#[test]
fn what_makes_mana_helps_instead_wherever_exhaustive_search_has_it_help() {
    let mut rng = GameRng::new(13, 0);
    let (mut payable, rounds) = (0, 3000);
    for round in 0..rounds {
        let mut sources: Vec<Vec<Offer>> =
            (0..=rng.below(3)).map(|_| (0..=rng.below(2)).map(|_| random_offer(&mut rng, true)).collect()).collect();
        for offers in &mut sources {
            let taps = rng.below(4) > 0;
            offers.iter_mut().for_each(|offer| (offer.tap, offer.direct) = (taps, offer.direct && taps));
        }
        let means = means(&sources, std::array::from_fn(|_| u16::from(rng.below(8) == 0)));
        let mut helpers: Vec<Helper> = Vec::new();
        // One more than there are sources: that one makes no mana.
        for id in (0..=sources.len() as u32).map(ObjectId) {
            if rng.coin() {
                continue;
            }
            let mask = if rng.coin() { HELP } else { 1 << rng.below(5) | HELP };
            helpers.push(Helper { object: ObjectRef { id, incarnation: 1 }, mask });
        }
        let exact: Vec<u8> = (0..rng.below(4)).map(|_| 1 << rng.below(6)).collect();
        let need = need(&exact, rng.below(3));
        let expected = brute_with_help(&means, &need, &helpers, &mut Vec::new());
        let nothing = Reserved::default();
        assert_eq!(means.covers(&need, &nothing, &helpers), expected, "round {round}: {need:?} {helpers:?} {means:?}");
        let plan = means.plan(&need, &nothing, &helpers, &[0; 6]);
        assert_eq!(plan.is_some(), expected, "round {round}: {need:?} {helpers:?} {means:?}");
        let Some(plan) = plan else { continue };
        payable += usize::from(!plan.convoke.is_empty());
        let mut left = need.clone();
        for (helper, paid) in &plan.convoke {
            let taps = |step: &Activation| {
                step.key.object == *helper && means.offers.iter().any(|o| o.instance.handle == step.key.handle && o.tap)
            };
            assert!(!plan.steps.iter().any(taps), "round {round}: tapped twice: {plan:?}");
            let mask = helpers.iter().find(|h| h.object == *helper).expect("a helper").mask & COLORS;
            match paid.and_then(|paid| left.exact.iter().position(|symbol| symbol & paid & mask != 0)) {
                Some(place) => {
                    left.exact.remove(place);
                }
                None => left.generic = left.generic.checked_sub(1).expect("there is generic mana to pay for"),
            }
        }
        assert!(follow(&means, &left, &plan), "round {round}: {need:?} {plan:?} {helpers:?} {means:?}");
    }
    assert!(payable > rounds / 20, "helpers paid in only {payable} of {rounds}");
}

#[test]
fn snow_symbols_want_snow_mana() {
    let mut means = means(&lands(&[G, G]), [0; 6]);
    assert!(!means.covers(&need(&[SNOW], 0), &Reserved::default(), &[]));
    means.sources[1].snow = true;
    means.refresh_supply();
    assert!(means.covers(&need(&[SNOW, G], 0), &Reserved::default(), &[]));
    assert!(!means.covers(&need(&[SNOW, SNOW], 0), &Reserved::default(), &[]));
}

#[test]
fn life_pays_for_phyrexian_symbols_as_far_as_there_is_life() {
    // CR 107.4f, 119.4.
    let mut total = ManaTotal::default();
    total.add(&[ManaSymbol::Generic(1), ManaSymbol::Phyrexian(B), ManaSymbol::Phyrexian(B)], 0);
    let mut means = means(&lands(&[R]), [0; 6]);
    let can = |means: &Means| means.can_pay(&total, &[], SpendAs::Itself, &Reserved::default(), &[], 0);
    assert!(can(&means));
    means.life = 3;
    assert!(!can(&means));
}

#[test]
fn mana_of_any_type_pays_for_colors() {
    let means = means(&lands(&[C, C]), [0; 6]);
    let mut total = ManaTotal::default();
    total.add(&[ManaSymbol::Typed(ManaType::U), ManaSymbol::Generic(1)], 0);
    assert!(!means.can_pay(&total, &[], SpendAs::Itself, &Reserved::default(), &[], 0));
    assert!(means.can_pay(&total, &[], SpendAs::AnyType, &Reserved::default(), &[], 0));
}

#[test]
fn generic_mana_is_paid_with_what_the_pool_has_most_of_and_colorless_first() {
    let mut pool = ManaPool { amount: [0, 1, 0, 3, 0, 1], ..ManaPool::default() };
    let spent = pool.pay(&need(&[U], 2), &AS_ITSELF, &[0; 6], Barred::default());
    assert_eq!(spent.map(|s| s.types), Some([0, 1, 0, 1, 0, 1]));
    assert_eq!(pool.amount, [0, 0, 0, 2, 0, 0]);
    assert_eq!(pool.pay(&need(&[U], 0), &AS_ITSELF, &[0; 6], Barred::default()), None);
}

#[test]
fn what_other_cards_want_stays_in_the_pool() {
    // W, U, B, R, G, C.
    let left = |amount: [u16; 6], exact: &[u8], generic, demand: &[u16; 6]| {
        let mut pool = ManaPool { amount, ..ManaPool::default() };
        pool.pay(&need(exact, generic), &AS_ITSELF, demand, Barred::default()).map(|_| pool.amount)
    };
    let red = &[0, 0, 0, 1, 0, 0];
    assert_eq!(left([0, 0, 0, 1, 0, 1], &[], 1, &[0; 6]), Some([0, 0, 0, 1, 0, 0]), "colorless first");
    assert_eq!(left([0, 0, 0, 1, 0, 1], &[], 1, &[0, 0, 0, 0, 0, 1]), Some([0, 0, 0, 0, 0, 1]), "unless it is wanted");
    assert_eq!(left([0, 0, 0, 1, 1, 0], &[], 1, red), Some([0, 0, 0, 1, 0, 0]), "what nothing else wants");
    let both = &[0, 0, 0, 2, 0, 0];
    assert_eq!(left([0, 0, 0, 2, 1, 0], &[], 1, both), Some([0, 0, 0, 2, 0, 0]), "not merely what there is most of");
    assert_eq!(left([0, 0, 0, 2, 1, 0], &[], 1, red), Some([0, 0, 0, 1, 1, 0]), "two types rather than one");
    assert_eq!(left([0, 0, 0, 3, 1, 0], &[], 1, red), Some([0, 0, 0, 2, 1, 0]), "what there is most of beyond that");
    assert_eq!(left([0, 0, 0, 1, 2, 0], &[], 1, &[0; 6]), Some([0, 0, 0, 1, 1, 0]), "what there is most of");
    assert_eq!(left([0, 0, 0, 1, 1, 0], &[R | G], 0, red), Some([0, 0, 0, 1, 0, 0]), "hybrid mana, too");
    assert_eq!(left([0, 0, 0, 1, 1, 0], &[R], 1, red), Some([0; 6]), "what is needed is paid");
    assert_eq!(left([0, 0, 0, 1, 1, 0], &[R | G, G], 0, red), Some([0; 6]));
    assert_eq!(left([0, 0, 0, 1, 1, 0], &[], 3, red), None);
}

#[test]
fn a_planned_mana_ability_is_told_what_to_make() {
    assert_eq!(PlannedMana::default().take(COLORS), None);
    let mut planned = PlannedMana::new([0, 1, 0, 2, 0, 0]);
    assert_eq!(planned.take(R | G), Some(ManaType::R));
    assert_eq!(planned.take(COLORS), Some(ManaType::U));
    assert_eq!(planned.take(COLORS), Some(ManaType::R));
    assert_eq!(planned.take(R | G), Some(ManaType::R), "more than was planned: any of the types");
    assert_eq!(planned, PlannedMana::new([0; 6]));
}
