//! What costs cost the viewer, and how much mana there is to spend.

use super::evaluator::{Evaluator, names_itself};
use super::holdings::Holdings;
use super::value::{DECIDED, keep};
use crate::cards::def::{
    CardTypes, CastBy, CostPart, CounterKind, Filter, Instruction, Measure, Quantity, ReplaceWith, ReplacedEvent,
    Replacement, StaticEffect, Who, ZoneKind,
};
use crate::cards::{AbilityKind, Body, Op};
use crate::game::view::{SeatView, Seen};
use crate::model::bindings::Bindings;
use crate::model::ids::{AbilityHandle, ObjectRef};
use crate::model::object::{AbilityInstance, Characteristics};
use crate::model::zone::Zone;
use smallvec::SmallVec;

/// What a cost comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Price {
    /// Mana, without X.
    pub(super) mana: i32,
    /// Everything else, in points.
    pub(super) penalty: i32,
    /// It has an X.
    pub(super) has_x: bool,
}

impl Evaluator<'_, '_> {
    /// What a cost of `this` comes to for the viewer.
    pub(super) fn price(&self, parts: &[CostPart], this: ObjectRef, bindings: &Bindings) -> Price {
        let mut price = Price::default();
        let own = || self.view.object(this);
        for part in parts {
            let count = |n: &Quantity| self.amount(n, bindings).max(0);
            price.penalty += match part {
                CostPart::Mana(cost) | CostPart::Waterbend(cost) => {
                    price.mana += cost.mana_value(0);
                    price.has_x |= cost.x_count() > 0;
                    0
                }
                CostPart::Tap => {
                    // What taps for something else doesn't tap for mana.
                    let makes_mana = own().is_some_and(|s| mana_source(self.view, &s));
                    price.mana += i32::from(makes_mana);
                    own().map_or(0, |s| if s.chars.is_creature() { 4 + 2 * s.chars.power.max(0) } else { 0 })
                }
                CostPart::PayLife(n) => {
                    let lost = self.style.life_lost(self.view.player(self.me).life, count(n));
                    if lost >= DECIDED { DECIDED } else { lost }
                }
                CostPart::Energy(n) => 3 * count(n),
                CostPart::TapFor(_) => 8,
                CostPart::PutCountersOn(_, n, _) => 30 * count(n),
                CostPart::SacrificeFor(filter) | CostPart::SacrificeForCost(filter) => {
                    self.least_permanents(1, filter, bindings)
                }
                CostPart::Sacrifice(n, filter) => self.least_permanents(count(n) as usize, filter, bindings),
                CostPart::SacrificeThis | CostPart::ExileThis => own().map_or(0, |s| self.parting(&s)),
                CostPart::Discard(n, filter) => {
                    let but = own().filter(|s| matches!(s.object.zone, Zone::Hand(_))).map(|s| s.reference);
                    let madness = || self.madness_for(filter, bindings, but, price.mana);
                    if let Some((worth, mana)) = (*n == Quantity::N(1) && self.style.outlet > 0).then(madness).flatten()
                    {
                        price.mana += mana;
                        -worth
                    } else if self.style.entry > 0 {
                        self.least_fitting(count(n) as usize, filter, bindings, but)
                    } else {
                        self.least_cards(count(n) as usize, but)
                    }
                }
                CostPart::DiscardRandom(n) => 70 * count(n),
                CostPart::DiscardThis => own().map_or(0, |s| keep(self.view, &s, self.lands())),
                CostPart::Exile(n, ZoneKind::Hand, _) => self.least_cards(count(n) as usize, Some(this)),
                CostPart::Exile(n, ZoneKind::Battlefield, filter) => {
                    self.least_permanents(count(n) as usize, filter, bindings)
                }
                CostPart::Exile(n, ..) => 4 * count(n),
                // What lies in the graveyard is given first.
                CostPart::ExileMaterials(n, _) => 10 * count(n),
                CostPart::ReturnToHand(n, filter) => self.least_permanents(count(n) as usize, filter, bindings) / 3,
                CostPart::TapOthers(n, _) => 8 * count(n),
                CostPart::TapPower(n, _) => 4 * count(n),
                CostPart::SacrificeTotal(measure, n, filter) => self.least_total(*measure, count(n), filter, bindings),
                CostPart::ExileTotal(_, n, ..) => 2 * count(n),
                CostPart::ExileTypes(n, ..) => 4 * count(n),
                CostPart::Untap => 5,
                // It misses a turn.
                CostPart::ExertThis => 6,
                CostPart::PutOnTop(n, _) => 40 * count(n),
                CostPart::RemoveCounters(..) if own().is_some_and(|s| self.is_doomed(&s)) => 0,
                CostPart::RemoveCounters(CounterKind::PowerToughness(..), n, _) => 35 * count(n),
                CostPart::RemoveCounters(_, n, _) | CostPart::RemoveAnyCounters(n, _) => 15 * count(n),
                CostPart::PutCounters(_, n) => 30 * count(n),
                CostPart::Loyalty(n) => {
                    if *n < 0 {
                        -20 * n
                    } else {
                        -10 * n
                    }
                }
                CostPart::LoyaltyX => 20,
                CostPart::Mill(n) => count(n),
                // It is a part of what keeps its player in the game.
                CostPart::ExileTop(n) => 2 * count(n),
                CostPart::OpponentGainsLife(n) => 6 * count(n),
                CostPart::OthersGainLife(n) => {
                    6 * count(n) * self.view.players_meant(bindings, Who::EachOpponent).len() as i32
                }
                CostPart::PutOnBottom(n, ..) => 2 * count(n),
                CostPart::Reveal(..) | CostPart::Behold(..) => 0,
                CostPart::ManaCostOf(_) => {
                    price.mana += own().map_or(0, |s| s.chars.mana_value(0));
                    0
                }
                CostPart::ManaCostLess(_, less) => {
                    let less = i32::try_from(*less).unwrap_or(i32::MAX);
                    price.mana += own().map_or(0, |s| (s.chars.mana_value(0) - less).max(0));
                    0
                }
                CostPart::Times(n, cost) => {
                    let one = self.price(&cost.0, this, bindings);
                    price.mana += one.mana * count(n);
                    one.penalty * count(n)
                }
            };
        }
        price
    }

    /// What is lost with permanents of that total, those given up first that lose the least for it.
    fn least_total(&self, measure: Measure, total: i32, filter: &Filter, bindings: &Bindings) -> i32 {
        let own = self.view.controlled_that(self.me, bindings, filter);
        let measured = |s: &Seen<'_>| match measure {
            Measure::Power => s.chars.power,
            Measure::Toughness => s.chars.toughness,
            Measure::ManaValue => s.chars.mana_value(0),
        };
        let mut worths: Vec<(i32, i32)> =
            own.map(|s| (self.parting(&s), measured(&s))).filter(|(_, n)| *n > 0).collect();
        worths.sort_by_key(|(worth, n)| 100 * worth / n);
        let mut left = total;
        let mut lost = 0;
        for (worth, n) in worths {
            if left <= 0 {
                break;
            }
            left -= n;
            lost += worth;
        }
        lost
    }

    /// What the least useful cards of the viewer's hand that match a filter are worth, but for one; more than anything if
    /// there aren't as many.
    fn least_fitting(&self, count: usize, filter: &Filter, bindings: &Bindings, but: Option<ObjectRef>) -> i32 {
        let hand = self.view.hand().filter(|s| Some(s.reference) != but);
        let hand = hand.filter(|s| self.view.matches(bindings, filter, s.reference));
        let mut worths: Vec<i32> = hand.map(|s| keep(self.view, &s, self.lands())).collect();
        worths.sort_unstable();
        if worths.len() < count { DECIDED } else { worths.into_iter().take(count).sum() }
    }

    /// What a card of the hand is worth that is discarded to be cast by its madness (CR 702.35a), and how much mana that takes
    /// after some is spent: of the best that can be paid for.
    fn madness_for(
        &self,
        filter: &Filter,
        bindings: &Bindings,
        but: Option<ObjectRef>,
        spent: i32,
    ) -> Option<(i32, i32)> {
        let table = self.view.table();
        let hand = self.view.hand().filter(|s| Some(s.reference) != but);
        let hand = hand.filter(|s| self.view.matches(bindings, filter, s.reference));
        let cast = |seen: Seen<'_>| {
            let mana = seen.chars.abilities.iter().find_map(|a| match &table.ability(a.handle).kind {
                AbilityKind::AlternativeCost { tag: Some(CastBy::Madness), cost, .. } => Some(cost.mana_value()),
                _ => None,
            })?;
            let worth = if seen.chars.is(CardTypes::PERMANENT) {
                self.style.as_permanent(seen.chars) - self.style.spend
            } else {
                30 + 30 * seen.chars.mana_value(0)
            };
            (spent + mana <= self.lands().mana(self.view)).then_some((worth - 10 * mana, mana))
        };
        hand.filter_map(cast).max().filter(|(worth, _)| *worth > 0)
    }

    /// What a permanent asks for as it enters, or it doesn't come (CR 614.12).
    pub(super) fn entry_price(&self, object: ObjectRef, chars: &Characteristics) -> i32 {
        let table = self.view.table();
        if self.style.entry == 0 {
            return 0;
        }
        let prices = chars.abilities.iter().filter_map(|ability| {
            let AbilityKind::Static { index, .. } = table.ability(ability.handle).kind else { return None };
            let def = table.def(ability.handle.def);
            let row = &def.statics[index as usize];
            let StaticEffect::Replace(Replacement { event: ReplacedEvent::Enters(filter), with, .. }) = &row.effect
            else {
                return None;
            };
            if !matches!(with, ReplaceWith::Instead(_)) || !names_itself(filter) {
                return None;
            }
            match def.programs[row.program? as usize].first() {
                Some(Op::AskPay(_, cost, ..)) => {
                    Some(self.price(&cost.0, object, &Bindings::new(self.me, object)).penalty)
                }
                _ => None,
            }
        });
        prices.sum()
    }

    /// What mana from a permanent that isn't a land is worth, if the hand needs more than the lands make: the more, the
    /// fewer lands there are.
    pub(super) fn ramp(&self, chars: &Characteristics) -> i32 {
        if self.style.ramp == 0 || chars.is_land() || !chars.abilities.iter().any(|a| taps_for_mana(self.view, a)) {
            return 0;
        }
        let played = self.lands().played;
        let hand: i32 = self.view.hand().filter(|s| !s.chars.is_land()).map(|s| s.chars.mana_value(0)).sum();
        if hand - chars.mana_value(0) <= played + 1 { 0 } else { self.style.ramp * (6 - played).max(0) }
    }

    /// What the least of the viewer's permanents that match a filter are worth to them.
    pub(super) fn least_permanents(&self, count: usize, filter: &Filter, bindings: &Bindings) -> i32 {
        let own = self.view.controlled_that(self.me, bindings, filter);
        let mut worths: SmallVec<[i32; 16]> = own.map(|s| self.parting(&s)).collect();
        worths.sort_unstable();
        worths.into_iter().take(count).sum()
    }
}

/// What mana from a spell is worth: what else can be cast with it.
pub(super) fn ritual(
    evaluator: &Evaluator<'_, '_>,
    handle: AbilityHandle,
    body: &Body,
    this: ObjectRef,
    left: i32,
    mana: i32,
) -> i32 {
    let view = evaluator.view;
    let ops = body.modes.iter().flat_map(|m| &view.table().def(handle.def).programs[m.program as usize]);
    let made = |op: &Op| match op {
        Op::Do(effect) => match effect.as_ref() {
            Instruction::AddMana { mana, .. } => super::instructions::mana_amount(mana),
            _ => 0,
        },
        _ => 0,
    };
    let made: i32 = ops.map(made).sum();
    if made == 0 || view.turn().active != view.seat() || !view.turn().step.is_main() {
        return 0;
    }
    let castable = view.hand().filter(|s| s.reference != this && !s.chars.is_land());
    let castable = castable.filter(|s| (mana + 1..=left + made).contains(&s.chars.mana_value(0)));
    castable
        .map(|s| if s.chars.is(CardTypes::PERMANENT) { evaluator.style.as_permanent(s.chars) } else { 120 })
        .max()
        .unwrap_or(0)
}

/// Whether a permanent makes mana by tapping.
pub(super) fn mana_source(view: &SeatView<'_>, seen: &Seen<'_>) -> bool {
    seen.chars.abilities.iter().any(|a| taps_for_mana(view, a))
}

fn taps_for_mana(view: &SeatView<'_>, ability: &AbilityInstance) -> bool {
    match &view.table().ability(ability.handle).kind {
        AbilityKind::Activated { is_mana: true, cost, .. } => cost.0.contains(&CostPart::Tap),
        _ => false,
    }
}

/// About how much mana the viewer can spend now.
pub(super) fn available_mana(view: &SeatView<'_>) -> i32 {
    Holdings::of(view).mana
}

/// Whether a permanent of the viewer's can be tapped for mana now.
pub(super) fn ready_source(view: &SeatView<'_>, seen: &Seen<'_>) -> bool {
    let turn = view.turn();
    let sick = seen.chars.is_creature() && seen.status.controlled_since >= turn.number && turn.active == view.seat();
    !seen.status.tapped && !sick && mana_source(view, seen)
}
