//! Payability with mana that can't be spent on everything (CR 106.6), against exhaustive search.

use crate::cards::def::ManaSymbol;
use crate::model::ids::{AbilityHandle, DefId, ObjectId, Origin, ProgramHandle};
use crate::model::mana::ManaPool;
use crate::model::object::AbilityInstance;
use crate::model::rng::GameRng;
use crate::rules::mana::bound::Barred;
use crate::rules::mana::means::AS_ITSELF;
use crate::rules::mana::*;
use smallvec::SmallVec;
use std::collections::HashSet;

/// Free mana, and mana of two kinds of terms: how much of each type.
type Classes = [[u8; 6]; 3];

/// An offer, and for each kind of terms whether it is barred from the offer's cost.
#[derive(Clone, Debug)]
struct Case {
    source: usize,
    /// Which kind of mana it makes: 0 is free.
    class: usize,
    makes: Vec<u8>,
    cost: Option<ManaSymbol>,
    barred: [bool; 3],
    rank: u8,
}

fn terms(class: usize) -> ManaTerms {
    let program = ProgramHandle { def: DefId(0), index: class as u16 };
    ManaTerms { program, at: 0, this: ObjectRef::NONE, you: Seat(0) }
}

fn object(source: usize) -> ObjectRef {
    ObjectRef { id: ObjectId(source as u32), incarnation: 1 }
}

fn pool_of(classes: &Classes) -> ManaPool {
    let mut pool = ManaPool::default();
    for (class, amount) in classes.iter().enumerate() {
        for mana in ManaType::ALL {
            let n = u16::from(amount[mana as usize]);
            pool.add(mana, n);
            if class > 0 && n > 0 {
                pool.bind((terms(class), None), mana, n, 0);
            }
        }
    }
    pool
}

fn classes_of(pool: &ManaPool) -> Classes {
    let of = |amount: [u16; 6]| amount.map(|n| n as u8);
    let bound = |class| pool.bound.iter().find(|b| b.terms == terms(class)).map_or([0; 6], |b| of(b.amount));
    [of(pool.free().0), bound(1), bound(2)]
}

/// Which places of a list are of kinds that are barred.
fn barred(list: &[ManaTerms], barred: &[bool; 3]) -> Barred {
    Barred::at(list.iter().enumerate().filter(|(_, t)| barred[usize::from(t.program.index)]).map(|(i, _)| i as u8))
}

/// Means with these offers and this pool.
fn means(cases: &[Case], pool: &ManaPool) -> Means {
    let mut means = Means { life: 20, spend_as: AS_ITSELF, pool: pool.clone(), ..Means::default() };
    means.terms = pool.bound.iter().map(|b| b.terms).collect();
    for class in 1..3 {
        if !means.terms.contains(&terms(class)) {
            means.terms.push(terms(class));
        }
    }
    for (i, case) in cases.iter().enumerate() {
        let handle = AbilityHandle { def: DefId(0), index: i as u16 };
        let place = means.terms.iter().position(|t| *t == terms(case.class));
        means.offers.push(Offer {
            instance: AbilityInstance { handle, origin: Origin::Text, nth: 0 },
            makes: SmallVec::from_slice(&case.makes),
            added: 0,
            cost: case.cost.iter().copied().collect(),
            life: 0,
            rank: case.rank,
            tap: true,
            leaves: false,
            direct: case.cost.is_none(),
            terms: place.map(|place| place as u8),
            barred: barred(&means.terms, &case.barred),
            candidates: None,
        });
        match means.sources.last_mut().filter(|s| s.object == object(case.source)) {
            Some(source) => source.count += 1,
            None => {
                means.sources.push(Source { object: object(case.source), snow: false, first: i as u16, count: 1 });
            }
        }
    }
    means.refresh_supply();
    means
}

/// All that can be left after paying symbols with mana of kinds that aren't barred.
fn after_paying(have: Classes, symbols: &[u8], barred: &[bool; 3]) -> Vec<Classes> {
    let Some((mask, rest)) = symbols.split_first() else { return vec![have] };
    let mut all = Vec::new();
    for class in (0..3).filter(|class| !barred[*class]) {
        for i in (0..6).filter(|i| mask & (1 << i) != 0) {
            if have[class][i] > 0 {
                let mut left = have;
                left[class][i] -= 1;
                all.extend(after_paying(left, rest, barred));
            }
        }
    }
    all
}

/// Whether a need can be met, by trying every sequence of abilities with every choice. What is barred from the need itself isn't
/// used at all.
fn brute(cases: &[Case], pool: &Classes, need: &[u8], main: &[bool; 3]) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![(*pool, 0u32)];
    while let Some((have, used)) = open.pop() {
        if !seen.insert((have, used)) {
            continue;
        }
        if !after_paying(have, need, main).is_empty() {
            return true;
        }
        for case in cases.iter().filter(|case| used & (1 << case.source) == 0 && !main[case.class]) {
            let cost: Vec<u8> = case.cost.iter().map(mask_of).collect();
            let also: [bool; 3] = std::array::from_fn(|class| main[class] || case.barred[class]);
            let mut made = after_paying(have, &cost, &also);
            for types in &case.makes {
                let each = |have: &Classes| {
                    let mut all = Vec::new();
                    for i in (0..6).filter(|i| types & (1 << i) != 0) {
                        let mut more = *have;
                        more[case.class][i] += 1;
                        all.push(more);
                    }
                    all
                };
                made = made.iter().flat_map(each).collect();
            }
            open.extend(made.into_iter().map(|have| (have, used | 1 << case.source)));
        }
    }
    false
}

fn mask_of(symbol: &ManaSymbol) -> u8 {
    match symbol {
        ManaSymbol::Typed(t) => t.bit(),
        _ => TYPES,
    }
}

/// Pays as casting does: a plan is made again after each step. Answers whether it comes to an end.
fn pays(cases: &[Case], mut pool: ManaPool, need: &Need, main: &[bool; 3]) -> bool {
    let mut reserved = Reserved::default();
    loop {
        let means = means(cases, &pool);
        let now = barred(&means.terms, main);
        if pool.pay(need, &AS_ITSELF, &[0; 6], now).is_some() {
            return true;
        }
        reserved.barred = now;
        let Some(plan) = means.plan(need, &reserved, &[], &[0; 6]) else { return false };
        let direct = plan.steps.iter().any(|step| step.direct);
        let Some(step) = plan.steps.iter().find(|step| step.direct == direct) else { return false };
        let case = &cases[usize::from(step.key.handle.index)];
        assert!(!main[case.class], "{case:?} makes nothing that can be spent");
        let free: Vec<ManaTerms> = pool.bound.iter().map(|b| b.terms).collect();
        if pool.pay_exactly(&step.spend, barred(&free, &case.barred)).is_none() {
            return false;
        }
        let spent: u32 = step.spend.iter().map(|n| u32::from(*n)).sum();
        assert_eq!(spent, u32::from(case.cost.is_some()), "{step:?} of {case:?}");
        for mana in ManaType::ALL {
            let n = u16::from(step.makes[mana as usize]);
            pool.add(mana, n);
            if case.class > 0 && n > 0 {
                pool.bind((terms(case.class), None), mana, n, 0);
            }
        }
        reserved.unused.push(step.key.object.id);
    }
}

fn random_case(rng: &mut GameRng, source: usize, converters: bool) -> Case {
    let mask = |rng: &mut GameRng| if rng.below(3) == 0 { COLORS } else { 1 << rng.below(6) };
    let count = if rng.below(4) == 0 { 2 } else { 1 };
    let makes = (0..count).map(|_| mask(rng)).collect();
    let cost = (converters && rng.below(3) == 0).then(|| match rng.below(2) {
        0 => ManaSymbol::Generic(1),
        _ => ManaSymbol::Typed(ManaType::ALL[rng.below(6) as usize]),
    });
    let class = if rng.coin() { 0 } else { 1 + rng.below(2) as usize };
    let barred = [false, rng.coin(), rng.coin()];
    let rank = if rng.coin() { rank::FREE } else { rank::PAINFUL };
    Case { source, class, makes, cost, barred, rank }
}

fn compare(seed: u64, converters: bool, rounds: u32) {
    let mut rng = GameRng::new(seed, 0);
    let (mut payable, mut bound) = (0, 0);
    for round in 0..rounds {
        let mut cases = Vec::new();
        for source in 0..=rng.below(4) as usize {
            for _ in 0..=rng.below(2) {
                cases.push(random_case(&mut rng, source, converters));
            }
        }
        let classes: Classes = std::array::from_fn(|_| std::array::from_fn(|_| u8::from(rng.below(9) == 0)));
        let main = [false, rng.coin(), rng.coin()];
        let exact: Vec<u8> = (0..rng.below(4)).map(|_| 1 << rng.below(6)).collect();
        let generic = rng.below(3);
        let need = Need { exact: SmallVec::from_slice(&exact), generic, life: 0 };
        let all: Vec<u8> = exact.iter().copied().chain((0..generic).map(|_| TYPES)).collect();
        let pool = pool_of(&classes);
        assert_eq!(classes_of(&pool), classes);
        let means = means(&cases, &pool);
        let reserved = Reserved::barring(barred(&means.terms, &main));
        let expected = brute(&cases, &classes, &all, &main);
        let what = format!("round {round}: {need:?} {main:?} {classes:?} {cases:?}");
        assert_eq!(means.covers(&need, &reserved, &[]), expected, "{what}");
        assert_eq!(means.plan(&need, &reserved, &[], &[0; 6]).is_some(), expected, "{what}");
        assert_eq!(pays(&cases, pool, &need, &main), expected, "{what}");
        payable += u32::from(expected);
        bound += u32::from(expected && !brute(&cases, &classes, &all, &[false, true, true]));
    }
    assert!(payable > rounds / 10, "only {payable} of {rounds} could be paid");
    assert!(bound > rounds / 50, "bound mana was needed only {bound} times of {rounds}");
}

#[test]
fn bound_mana_agrees_with_exhaustive_search() {
    compare(21, false, 2000);
}

#[test]
fn bound_mana_for_sources_that_cost_mana_agrees_with_exhaustive_search() {
    compare(22, true, 1500);
}

#[test]
fn bound_mana_is_spent_before_free_mana() {
    let (r, g) = (ManaType::R, ManaType::G);
    let mut pool = ManaPool::default();
    pool.add(g, 3);
    pool.bind((terms(1), None), g, 1, 1);
    pool.snow[g as usize] = 1;
    pool.add(r, 1);
    pool.bind((terms(2), None), r, 1, 0);
    let need = Need { exact: SmallVec::from_slice(&[g.bit()]), generic: 1, life: 0 };
    // What is barred stays.
    let mut left = pool.clone();
    let spent = left.pay(&need, &AS_ITSELF, &[0; 6], Barred::at([1].into_iter())).expect("there is enough");
    assert_eq!(spent.types, [0, 0, 0, 0, 2, 0]);
    assert_eq!(spent.bound.as_slice(), [(terms(1), 1)]);
    assert_eq!((left.amount, left.snow), ([0, 0, 0, 1, 1, 0], [0; 6]));
    assert_eq!(left.bound.len(), 1);
    // Of what isn't, all that is bound is spent.
    let spent = pool.pay(&need, &AS_ITSELF, &[0; 6], Barred::default()).expect("there is enough");
    assert_eq!(spent.bound.as_slice(), [(terms(1), 1), (terms(2), 1)]);
    assert_eq!((pool.amount, pool.bound.is_empty()), ([0, 0, 0, 0, 2, 0], true));
}

#[test]
fn what_a_mana_ability_made_is_found_again_with_its_terms() {
    let g = ManaType::G;
    let mut before = ManaPool::default();
    before.add(g, 1);
    let mut pool = before.clone();
    pool.add(g, 1);
    pool.bind((terms(1), None), g, 1, 0);
    let made = pool.since(&before);
    assert_eq!((made.amount[g as usize], made.bound.len()), (1, 1));
    assert!(pool.has(&made, &[0; 6]));
    assert!(!pool.has(&made, &[0, 0, 0, 0, 2, 0]));
    // The free mana alone isn't it, nor is it the free mana.
    assert!(!before.has(&made, &[0; 6]));
    let mut left = pool.clone();
    left.remove(&before);
    assert!(!left.has(&before, &[0; 6]));
    pool.remove(&made);
    assert_eq!(pool, before);
}
