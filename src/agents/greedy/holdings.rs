//! What the viewer's permanents have to do with mana, all of it found in one pass.

use super::budget::{ManaBudget, is_special};
use super::evaluator::Evaluator;
use super::value::LandCounts;
use crate::cards::AbilityKind;
use crate::cards::def::{Cost, CostPart, ManaCost};
use crate::game::view::SeatView;
use crate::model::ids::Seat;

/// What the permanents of the viewer have to do with mana.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holdings {
    /// About how much mana the viewer can spend now.
    pub(super) mana: i32,
    /// How many of the permanents are lands.
    pub(super) lands: i32,
    /// Whether an untapped one makes mana and costs or does something besides.
    pub(super) special: bool,
}

impl Holdings {
    pub(super) fn of(view: &SeatView<'_>) -> Self {
        let (me, turn, table) = (view.seat(), view.turn(), view.table());
        let mut all = Self { mana: view.player(me).pool.total() as i32, lands: 0, special: false };
        for (chars, status) in view.looks_of_controlled(me) {
            all.lands += i32::from(chars.is_land());
            if status.tapped {
                continue;
            }
            let mut taps_for_mana = false;
            for ability in &chars.abilities {
                if let AbilityKind::Activated { is_mana: true, cost, body, .. } = &table.ability(ability.handle).kind {
                    taps_for_mana |= cost.0.contains(&CostPart::Tap);
                    all.special = all.special || is_special(table.def(ability.handle.def), cost, body);
                }
            }
            let sick = chars.is_creature() && status.controlled_since >= turn.number && turn.active == me;
            all.mana += i32::from(taps_for_mana && !sick);
        }
        all
    }
}

impl Evaluator<'_, '_> {
    pub(super) fn lands(&self) -> LandCounts {
        *self.lands.get_or_init(|| LandCounts::of(self.view, self.style, self.holdings().lands))
    }

    fn holdings(&self) -> Holdings {
        *self.holdings.get_or_init(|| Holdings::of(self.view))
    }

    /// What the life is worth that paying `mana` takes. Without mana to pay, nobody looks at the viewer's sources of it.
    pub(super) fn life_cost(&self, mana: i32, cost: Option<&ManaCost>) -> i32 {
        let budget = || self.budget.get_or_init(|| ManaBudget::of(self.view, self.holdings().special));
        if mana == 0 { 0 } else { budget().life_cost(self.style, mana, cost) }
    }

    /// Whether an opponent seems to be able to pay: only mana is counted.
    pub(super) fn could_pay(&self, seat: Seat, cost: &Cost) -> bool {
        let lands = self.view.controlled(seat).filter(|s| s.chars.is_land());
        lands.filter(|s| !s.status.tapped).count() as i32 >= cost.mana_value()
    }
}
