//! What creatures can make of themselves with mana, in fights that haven't begun.

use super::combat::Fighter;
use super::costs::mana_source;
use crate::cards::def::{CardTypes, CostPart, Duration, Modification, Obj, Objects, Quantity, StaticEffect};
use crate::cards::{AbilityKind, Op};
use crate::game::view::{SeatView, Seen};
use crate::model::ids::Seat;

/// How often an ability is counted on in a fight, at most.
const MOST: i32 = 8;

/// About how much mana a player could still spend this turn.
pub(super) fn open_mana(view: &SeatView<'_>, seat: Seat) -> i32 {
    let own = view.controlled(seat).filter(|s| !s.status.tapped);
    own.filter(|s| mana_source(view, s)).count() as i32
}

/// The most power that an instant of the viewer's hand can add to a creature, of those that can be paid for.
pub(super) fn boost_in_hand(view: &SeatView<'_>) -> i32 {
    let (table, mana) = (view.table(), open_mana(view, view.seat()));
    let mut most = 0;
    let castable = |s: &Seen<'_>| s.chars.is(CardTypes::INSTANT) && s.chars.mana_value(0) <= mana;
    for seen in view.hand().filter(castable) {
        for ability in &seen.chars.abilities {
            let AbilityKind::Spell(body) = &table.ability(ability.handle).kind else { continue };
            let def = table.def(ability.handle.def);
            for op in body.modes.iter().flat_map(|row| &def.programs[row.program as usize]) {
                let Op::Continuous(row, Duration::EndOfTurn) = op else { continue };
                let StaticEffect::Affect(_, changes) = &def.statics[*row as usize].effect else { continue };
                for change in changes {
                    if let Modification::ModifyPT(Quantity::N(power), _) = change {
                        most = most.max(*power);
                    }
                }
            }
        }
    }
    most
}

impl Fighter {
    /// The fighter with what its own abilities add to it for that much mana.
    pub(super) fn with_pumps(self, view: &SeatView<'_>, mana: i32) -> Self {
        match view.object(self.object) {
            Some(seen) if mana > 0 => Self { pump: pump(view, &seen, mana), ..self },
            _ => self,
        }
    }
}

/// The power and toughness that abilities of a creature add to it for that much mana: of the one that adds most.
fn pump(view: &SeatView<'_>, seen: &Seen<'_>, mana: i32) -> (i32, i32) {
    let table = view.table();
    let mut best = (0, 0);
    for ability in &seen.chars.abilities {
        let AbilityKind::Activated { cost, body, sorcery_speed: false, per_turn, is_mana: false, .. } =
            &table.ability(ability.handle).kind
        else {
            continue;
        };
        let ([CostPart::Mana(cost)], [row]) = (cost.0.as_slice(), body.modes.as_slice()) else { continue };
        let each = cost.mana_value(0);
        if each == 0 || cost.x_count() > 0 || !row.targets.is_empty() {
            continue;
        }
        let times = (mana / each).min(per_turn.map_or(MOST, i32::from)).min(MOST);
        let def = table.def(ability.handle.def);
        for op in &def.programs[row.program as usize] {
            let Op::Continuous(row, Duration::EndOfTurn) = op else { continue };
            let StaticEffect::Affect(Objects::The(Obj::This), changes) = &def.statics[*row as usize].effect else {
                continue;
            };
            for change in changes {
                if let Modification::ModifyPT(Quantity::N(p), Quantity::N(t)) = change
                    && times * (p + t) > best.0 + best.1
                {
                    best = (times * p, times * t);
                }
            }
        }
    }
    best
}
