//! What costs cost the viewer, and how much mana there is to spend.

use super::evaluator::Evaluator;
use super::value::{DECIDED, keep, life_lost};
use crate::cards::AbilityKind;
use crate::cards::def::{CostPart, CounterKind, Filter, Measure, Quantity, ZoneKind};
use crate::game::view::{SeatView, Seen};
use crate::model::bindings::Bindings;
use crate::model::ids::ObjectRef;
use crate::model::zone::Zone;

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
                CostPart::Mana(cost) => {
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
                    let lost = life_lost(self.view.player(self.me).life, count(n));
                    if lost >= DECIDED { DECIDED } else { lost }
                }
                CostPart::Energy(n) => 3 * count(n),
                CostPart::Sacrifice(n, filter) => self.least_permanents(count(n) as usize, filter, bindings),
                CostPart::SacrificeThis | CostPart::ExileThis => own().map_or(0, |s| self.parting(&s)),
                CostPart::Discard(n, _) => {
                    let but = own().filter(|s| matches!(s.object.zone, Zone::Hand(_))).map(|s| s.reference);
                    self.least_cards(count(n) as usize, but)
                }
                CostPart::DiscardRandom(n) => 70 * count(n),
                CostPart::DiscardThis => own().map_or(0, |s| keep(self.view, &s, self.lands())),
                CostPart::Exile(n, ZoneKind::Hand, _) => self.least_cards(count(n) as usize, Some(this)),
                CostPart::Exile(n, ZoneKind::Battlefield, filter) => {
                    self.least_permanents(count(n) as usize, filter, bindings)
                }
                CostPart::Exile(n, ..) => 4 * count(n),
                CostPart::ReturnToHand(n, filter) => self.least_permanents(count(n) as usize, filter, bindings) / 3,
                CostPart::TapOthers(n, _) => 8 * count(n),
                CostPart::TapPower(n, _) => 4 * count(n),
                CostPart::SacrificeTotal(measure, n, filter) => self.least_total(*measure, count(n), filter, bindings),
                CostPart::ExileTotal(_, n, ..) => 2 * count(n),
                CostPart::Untap => 5,
                CostPart::PutOnTop(n, _) => 40 * count(n),
                CostPart::RemoveCounters(..) if own().is_some_and(|s| self.is_doomed(s.reference)) => 0,
                CostPart::RemoveCounters(CounterKind::PowerToughness(..), n, _) => 35 * count(n),
                CostPart::RemoveCounters(_, n, _) => 15 * count(n),
                CostPart::PutCounters(_, n) => 30 * count(n),
                CostPart::Loyalty(n) => {
                    if *n < 0 {
                        -20 * n
                    } else {
                        -10 * n
                    }
                }
                CostPart::Mill(n) => count(n),
                CostPart::Reveal(..) => 0,
                CostPart::ManaCostOf(_) => {
                    price.mana += own().map_or(0, |s| s.chars.mana_value(0));
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
        let own = self.view.battlefield().filter(|s| s.chars.controller == self.me);
        let own = own.filter(|s| self.view.matches(bindings, filter, s.reference));
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

    fn least_permanents(&self, count: usize, filter: &Filter, bindings: &Bindings) -> i32 {
        let own = self.view.battlefield().filter(|s| s.chars.controller == self.me);
        let own = own.filter(|s| self.view.matches(bindings, filter, s.reference));
        let mut worths: Vec<i32> = own.map(|s| self.parting(&s)).collect();
        worths.sort_unstable();
        worths.into_iter().take(count).sum()
    }
}

/// Whether a permanent makes mana by tapping.
pub(super) fn mana_source(view: &SeatView<'_>, seen: &Seen<'_>) -> bool {
    let table = view.table();
    seen.chars.abilities.iter().any(|a| match &table.ability(a.handle).kind {
        AbilityKind::Activated { is_mana: true, cost, .. } => cost.0.contains(&CostPart::Tap),
        _ => false,
    })
}

/// About how much mana the viewer can spend now.
pub(super) fn available_mana(view: &SeatView<'_>) -> i32 {
    let me = view.seat();
    let turn = view.turn();
    let ready = |s: &Seen<'_>| {
        let sick = s.chars.is_creature() && s.status.controlled_since >= turn.number && turn.active == me;
        !s.status.tapped && !sick && mana_source(view, s)
    };
    let own = view.battlefield().filter(|s| s.chars.controller == me);
    own.filter(ready).count() as i32 + view.player(me).pool.total() as i32
}
