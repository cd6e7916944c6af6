//! The payer: which mana abilities to activate for a cost (CR 601.2g), and what each is to make.
//!
//! It takes the cheapest kind of sources that suffices, then drops those that aren't needed, the most useful
//! first. For sources that make one mana each this is exact: what can be matched to the symbols of a cost is a
//! matroid, on which the greedy choice is the best one.

use super::bound::Barred;
use super::candidates::Left;
use super::gather::Simple;
use super::helpers::{Helper, Helping};
use super::means::{Means, Reserved};
use super::need::{Need, TYPES, ways_to_pay};
use super::rank;
use super::search::{BUDGET, Combo, cost_of};
use super::supply::{BoundMask, Group, Supply, match_units};
use crate::model::ids::{ObjectId, ObjectRef};
use crate::model::mana::{Activation, ManaTotal, SpendAs, SymbolPayment};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// How a cost is paid.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// The abilities, in order.
    pub steps: SmallVec<[Activation; 2]>,
    /// Creatures that are tapped instead of paying mana, and for which mask (CR 702.51); `None` for generic mana.
    pub convoke: SmallVec<[(ObjectRef, Option<u8>); 1]>,
}

/// How much each type of mana is wanted for other things.
pub type Demand = [u16; 6];

/// A mana of the plan, and what it pays.
struct Token {
    /// Its source, by its place, if it isn't from the pool.
    source: Option<u16>,
    /// A helper, by its place.
    helper: Option<u8>,
    /// The offer, if it is fixed which.
    offer: Option<u16>,
    /// The types that it can have.
    types: u8,
    snow: bool,
    /// An ability that triggers makes it.
    added: bool,
    /// What it pays for, if it is bound or may be (CR 106.6).
    bound: Option<BoundMask>,
    group: Group,
}

impl Token {
    /// One mana that nothing is known of but what it pays for.
    fn new(types: u8, snow: bool, mask: u8, count: u32) -> Self {
        Self {
            source: None,
            helper: None,
            offer: None,
            types,
            snow,
            added: false,
            bound: None,
            group: Group::new(mask, 0, count),
        }
    }
}

impl Means {
    /// Whether mana that is needed can be had.
    pub fn covers(&self, need: &Need, reserved: &Reserved, helpers: &[Helper]) -> bool {
        if need.life > 0 && need.life > self.life - reserved.life {
            return false;
        }
        let with_makers = || {
            self.spend_mana_makers(reserved)
                .is_some_and(|wider| self.covers_beside(need, &wider, helpers, &mut { BUDGET }))
        };
        let whole = reserved.is_empty() || need.life == 0 && self.stand_beside(reserved);
        if whole && helpers.is_empty() {
            let reserved = &Reserved::default();
            return self.supply.covers(need)
                || self.search(&self.supply, &self.complex, need, reserved, u8::MAX, &mut { BUDGET }).is_some()
                || with_makers();
        }
        self.covers_beside(need, reserved, helpers, &mut { BUDGET })
            || with_makers()
            || self.other_use(need, reserved, helpers).is_some()
    }

    /// Whether all that makes mana is there beside what is reserved: a gate, so that it needn't be added up again. It rests on this:
    /// objects that are neither sources nor could pay for an offer change nothing by being tapped or by leaving.
    fn stand_beside(&self, reserved: &Reserved) -> bool {
        let Reserved { tapped, leaving, unused, life, barred, spend_mana_makers } = reserved;
        let makes_mana = |id: &ObjectId| self.sources.iter().any(|source| source.object.id == *id);
        self.candidates.is_empty()
            && unused.is_empty()
            && *life == 0
            && barred.is_empty()
            && !spend_mana_makers
            && !tapped.iter().chain(leaving).any(makes_mana)
    }

    /// Whether mana can be had with just these helpers; complex sources are looked at as far as the budget goes.
    pub(super) fn covers_beside(&self, need: &Need, reserved: &Reserved, helpers: &[Helper], budget: &mut u32) -> bool {
        let (mut supply, mut complex) = (Supply::default(), SmallVec::new());
        let mut reserved = reserved.clone();
        reserved.life += need.life;
        self.gather(&reserved, u8::MAX, helpers, &mut supply, &mut complex);
        supply.covers(need) || self.search(&supply, &complex, need, &reserved, u8::MAX, budget).is_some()
    }

    /// Whether a total cost can be paid in some way, the first choices of ways being given, and an amount of generic mana
    /// being paid by other means.
    pub fn can_pay(
        &self,
        total: &ManaTotal,
        fixed: &[SymbolPayment],
        spend_as: SpendAs,
        reserved: &Reserved,
        helpers: &[Helper],
        instead: u32,
    ) -> bool {
        let fits = |need: &Need| {
            if spend_as == SpendAs::Itself && instead == 0 {
                return self.covers(need, reserved, helpers);
            }
            let mut need = need.clone();
            need.generic = need.generic.saturating_sub(instead);
            need.spend(spend_as);
            self.covers(&need, reserved, helpers)
        };
        ways_to_pay(total, fixed, fits).is_some()
    }

    /// How to meet a need; `None` if it can't be met.
    pub fn plan(&self, need: &Need, reserved: &Reserved, helpers: &[Helper], demand: &Demand) -> Option<Plan> {
        let with_makers = || self.plan_beside(need, &self.spend_mana_makers(reserved)?, helpers, demand);
        let otherwise = || {
            let (reserved, helpers) = self.other_use(need, reserved, helpers)?;
            self.plan_beside(need, &reserved, &helpers, demand)
        };
        self.plan_beside(need, reserved, helpers, demand).or_else(with_makers).or_else(otherwise)
    }

    fn plan_beside(&self, need: &Need, reserved: &Reserved, helpers: &[Helper], demand: &Demand) -> Option<Plan> {
        let mut ranks: SmallVec<[u8; 6]> = SmallVec::from_slice(&[rank::FREE]);
        ranks.extend(self.offers.iter().map(|o| o.rank));
        if !helpers.is_empty() {
            ranks.push(rank::CONVOKE);
        }
        ranks.sort_unstable();
        ranks.dedup();
        let (mut supply, mut complex) = (Supply::default(), SmallVec::new());
        for max_rank in ranks {
            let helpers = if max_rank >= rank::CONVOKE { helpers } else { &[] };
            self.gather(reserved, max_rank, helpers, &mut supply, &mut complex);
            let combo = if supply.covers(need) {
                Some(Combo::new())
            } else {
                self.search(&supply, &complex, need, reserved, max_rank, &mut { BUDGET })
            };
            if let Some(combo) = combo {
                return self.build(need, reserved, helpers, max_rank, supply, &combo, demand);
            }
        }
        None
    }

    /// Gives up what isn't needed, and decides what the rest makes.
    #[expect(clippy::too_many_arguments, reason = "the second half of `plan`")]
    fn build(
        &self,
        need: &Need,
        reserved: &Reserved,
        helpers: &[Helper],
        max_rank: u8,
        mut supply: Supply,
        combo: &Combo,
        demand: &Demand,
    ) -> Option<Plan> {
        let mut candidates: Vec<(u32, SmallVec<[Token; 1]>)> = Vec::with_capacity(self.sources.len());
        let mut left = Left::new(self, reserved, helpers);
        let mut helping = Helping::new(helpers);
        for (i, source) in self.sources.iter().enumerate() {
            let simple = self.simple(source, reserved, max_rank, &mut left);
            let help = helping.beside(self, source, &simple, reserved, max_rank);
            let place = || helpers.iter().position(|h| h.object == source.object).map(|h| h as u8);
            let helper = (help != 0).then(place).flatten();
            let token = |offer, types: u8, help: u8, added: bool, bound| Token {
                added,
                source: Some(i as u16),
                helper,
                offer,
                bound,
                ..Token::new(types, source.snow, self.counts_as(types, source.snow) | help, 1)
            };
            let offers = self.offers_of(source);
            let free = |o: &&super::Offer| Self::free(o, source.object.id, reserved, max_rank);
            let pain = offers.iter().filter(free).map(|o| o.rank).min().unwrap_or(0);
            let tokens = match simple {
                Simple::One(_) => {
                    let types = offers.iter().filter(free).fold(0, |mask, o| mask | o.makes[0]);
                    smallvec![token(None, types, help, false, self.bound_mask(source, reserved, max_rank, help))]
                }
                Simple::Bundle(offer) => {
                    let row = &self.offers[offer];
                    let own = row.makes.len() - row.added as usize;
                    let each = row.makes.iter().enumerate();
                    let bound =
                        |types: u8| row.terms.map(|_| BoundMask::of(row.terms, self.counts_as(types, source.snow)));
                    each.map(|(k, types)| token(Some(offer as u16), *types, 0, k >= own, bound(*types))).collect()
                }
                Simple::Nothing | Simple::Not => continue,
            };
            candidates.push((weight(pain, &tokens, demand), tokens));
        }
        for (h, helper) in helping.rest() {
            let bound = Some(BoundMask::of_helper(helper.mask));
            let token = Token { helper: Some(h as u8), bound, ..Token::new(0, false, helper.mask, 1) };
            candidates.push((u32::from(rank::CONVOKE) << 24, smallvec![token]));
        }
        candidates.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        let mut tokens = self.pool_tokens(reserved.barred);
        for (_, own) in candidates {
            for token in &own {
                match &token.bound {
                    Some(bound) => supply.remove_bound(bound),
                    None => supply.remove(token.group.masks[0], 1),
                }
            }
            let enough = if combo.is_empty() { supply.covers(need) } else { self.combo_works(&supply, combo, need) };
            if !enough {
                for token in &own {
                    match &token.bound {
                        Some(bound) => supply.add_bound(bound.clone(), 1),
                        None => supply.add(token.group.masks[0], 1),
                    }
                }
                tokens.extend(own);
            }
        }
        self.decide(need, combo, tokens, helpers, demand, reserved.barred)
    }

    fn pool_tokens(&self, barred: Barred) -> Vec<Token> {
        let mut tokens = Vec::new();
        if self.pool.is_empty() {
            return tokens;
        }
        for share in self.pool.shares(barred) {
            for i in 0..6 {
                let snow = share.snow[i].min(share.amount[i]);
                for (snow, n) in [(true, snow), (false, share.amount[i] - snow)] {
                    if n > 0 {
                        let mask = self.counts_as(1 << i, snow);
                        let bound = share.bound.map(|_| BoundMask::of(share.bound, mask));
                        tokens.push(Token { bound, ..Token::new(1 << i, snow, mask, u32::from(n)) });
                    }
                }
            }
        }
        tokens
    }

    /// Matches mana to symbols, and writes down what each source makes.
    fn decide(
        &self,
        need: &Need,
        combo: &Combo,
        mut tokens: Vec<Token>,
        helpers: &[Helper],
        demand: &Demand,
        barred: Barred,
    ) -> Option<Plan> {
        // What is barred at each stage.
        let mut bars = self.barred_from(combo);
        for token in &mut tokens {
            if let Some(bound) = &token.bound {
                token.group = Group::bound(bound, &bars, 0, token.group.count);
            }
        }
        let mut units: SmallVec<[(u8, u8); 24]> = SmallVec::new();
        let mut cost_units: SmallVec<[(u16, usize, usize); 2]> = SmallVec::new();
        let mut stage = 0;
        for (offer, source) in combo {
            let row = &self.sources[*source as usize];
            if !self.offers[*offer as usize].cost.is_empty() {
                let cost = cost_of(self, *offer);
                let from = units.len();
                units.extend(cost.exact.iter().map(|mask| (*mask, stage)));
                units.extend((0..cost.generic.min(64)).map(|_| (u8::MAX, stage)));
                cost_units.push((*offer, from, units.len()));
                stage += 1;
            }
            let of = &self.offers[*offer as usize];
            let own = of.makes.len() - of.added as usize;
            for (k, types) in of.makes.iter().enumerate() {
                let mask = self.counts_as(*types, row.snow);
                let group = Group::bound(&BoundMask::of(of.terms, mask), &bars, stage, 1);
                tokens.push(Token {
                    source: Some(*source),
                    offer: Some(*offer),
                    added: k >= own,
                    group,
                    ..Token::new(*types, row.snow, mask, 1)
                });
            }
        }
        bars.push(barred);
        units.extend(need.exact.iter().map(|mask| (*mask, stage)));
        let groups: SmallVec<[Group; 24]> = tokens.iter().map(|t| t.group).collect();
        let matched = match_units(&groups, &units)?;
        let mut plan = Plan::default();
        // What each token is spent as: the mask of its unit, or anything.
        let mut types_of: SmallVec<[u8; 16]> = SmallVec::new();
        let mut bars_of: SmallVec<[Barred; 16]> = SmallVec::new();
        for (t, token) in tokens.iter().enumerate() {
            let unit = matched.iter().position(|m| *m as usize == t).map(|u| units[u]);
            let wanted = unit.map_or(u8::MAX, |(mask, _)| mask);
            let fits = |bit: u8| self.counts_as(bit, token.snow) & wanted != 0;
            let barred = unit.map_or(barred, |(_, stage)| bars[usize::from(stage)]);
            let types = match token.source.filter(|_| token.bound.is_some() && token.offer.is_none()) {
                Some(source) => {
                    let offers = self.offers_of(&self.sources[source as usize]).iter();
                    offers.filter(|o| barred.allows(o.terms)).fold(0, |all, o| all | o.makes[0]) & token.types
                }
                None => token.types,
            };
            bars_of.push(barred);
            let choices = (0..6).filter(|i| types & (1 << i) != 0 && fits(1 << i));
            let best = choices.min_by_key(|i| demand[*i]);
            types_of.push(best.map_or(0, |i| 1 << i));
            if best.is_none()
                && let Some(h) = token.helper
            {
                let mask = unit.map(|(mask, _)| mask).filter(|mask| *mask != u8::MAX);
                plan.convoke.push((helpers[h as usize].object, mask));
            }
        }
        // The source of each step: an ability can be activated more than once.
        let mut sources: SmallVec<[u16; 4]> = SmallVec::new();
        for (t, token) in tokens.iter().enumerate() {
            let Some(source) = token.source else { continue };
            if types_of[t] == 0 {
                continue;
            }
            let row = &self.sources[source as usize];
            let offer = match token.offer {
                Some(offer) => offer,
                // The least painful of its offers that makes this type; bound mana can do less else, and may do more.
                None => {
                    let offers = (0..row.count).map(|i| (row.first + i, &self.offers[usize::from(row.first + i)]));
                    let fitting = offers.filter(|(_, o)| o.makes[0] & types_of[t] != 0 && bars_of[t].allows(o.terms));
                    fitting.min_by_key(|(_, o)| (o.rank, o.terms.is_none()))?.0
                }
            };
            let offer_row = &self.offers[offer as usize];
            let key = offer_row.instance.key(row.object);
            let known = (0..plan.steps.len()).find(|i| plan.steps[*i].key == key && sources[*i] == source);
            let step = match known {
                Some(i) => &mut plan.steps[i],
                None => {
                    sources.push(source);
                    let mut spend = [0; 6];
                    if let Some((_, from, to)) = cost_units.iter().find(|(o, ..)| *o == offer) {
                        for unit in &matched[*from..*to] {
                            spend[types_of[*unit as usize].trailing_zeros().min(5) as usize] += 1;
                        }
                    }
                    plan.steps.push(Activation { key, makes: [0; 6], added: [0; 6], spend, direct: offer_row.direct });
                    plan.steps.last_mut()?
                }
            };
            let makes = if token.added { &mut step.added } else { &mut step.makes };
            makes[(types_of[t] & TYPES).trailing_zeros().min(5) as usize] += 1;
        }
        Some(plan)
    }
}

/// How gladly a source is kept: by what using it costs, then whether its mana is free, then by what it could make, then by what is
/// wanted.
fn weight(pain: u8, tokens: &[Token], demand: &Demand) -> u32 {
    let types = tokens.iter().fold(0, |mask, t| mask | t.types);
    let wanted: u32 = (0..6).filter(|i| types & (1 << i) != 0).map(|i| u32::from(demand[i])).sum();
    let free = tokens.iter().all(|t| t.bound.as_ref().is_none_or(|b| b.parts.iter().any(|(terms, _)| terms.is_none())));
    (u32::from(pain) << 24) | (u32::from(free) << 23) | ((types & TYPES).count_ones() << 20) | wanted.min((1 << 20) - 1)
}
