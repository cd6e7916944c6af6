//! What creatures can make of themselves with mana, in fights that haven't begun.

use super::combat::Fighter;
use super::costs::mana_source;
use super::style::Style;
use crate::cards::def::{CardTypes, CostPart, Duration, Modification, Obj, Objects, Quantity, StaticEffect};
use crate::cards::{AbilityKind, Definition, ModeRow, Op};
use crate::game::view::{SeatView, Seen};
use crate::model::bindings::Bindings;
use crate::model::ids::{ObjectRef, Referent, Seat};

/// How often an ability is counted on in a fight, at most.
const MOST: i32 = 8;

/// What a mode adds to power and toughness until end of turn, of the objects for which `of` says so.
fn boosts<'d>(
    def: &'d Definition,
    row: &ModeRow,
    of: impl Fn(&Objects) -> bool,
) -> impl Iterator<Item = (&'d Quantity, &'d Quantity)> {
    let affected = move |op: &Op| match op {
        Op::Continuous(row, Duration::EndOfTurn) => match &def.statics[*row as usize].effect {
            StaticEffect::Affect(objects, changes) if of(objects) => Some(changes),
            _ => None,
        },
        _ => None,
    };
    def.programs[row.program as usize].iter().filter_map(affected).flatten().filter_map(|change| match change {
        Modification::ModifyPT(power, toughness) => Some((power, toughness)),
        _ => None,
    })
}

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
            for (power, _) in body.modes.iter().flat_map(|row| boosts(def, row, |_| true)) {
                if let Quantity::N(power) = power {
                    most = most.max(*power);
                }
            }
        }
    }
    most
}

/// The power that abilities of the viewer's permanents can add to a creature of theirs, each with the permanent if it is tapped
/// for it.
pub(super) fn boosts_on_board(view: &SeatView<'_>) -> Vec<(i32, Option<ObjectRef>)> {
    let (table, me, mana) = (view.table(), view.seat(), open_mana(view, view.seat()));
    let mut all = Vec::new();
    for seen in view.controlled(me).filter(|s| !s.status.tapped) {
        for ability in &seen.chars.abilities {
            let AbilityKind::Activated { cost, body, sorcery_speed: false, is_mana: false, .. } =
                &table.ability(ability.handle).kind
            else {
                continue;
            };
            let taps = cost.0.contains(&CostPart::Tap);
            let payable = cost.0.iter().all(|part| match part {
                CostPart::Tap => !view.is_sick(&seen),
                CostPart::Mana(cost) | CostPart::Waterbend(cost) => cost.mana_value(0) <= mana,
                _ => false,
            });
            let ([row], true) = (body.modes.as_slice(), payable) else { continue };
            if row.targets.len() != 1 {
                continue;
            }
            let bindings = Bindings::new(me, seen.reference);
            let powers = boosts(table.def(ability.handle.def), row, |of| *of == Objects::Targets(0));
            for power in powers.filter_map(|(power, _)| view.value(&bindings, power)).filter(|power| *power > 0) {
                all.push((power, taps.then_some(seen.reference)));
            }
        }
    }
    all
}

impl Fighter {
    /// The fighter with what its own abilities add to it for that much mana.
    pub(super) fn with_pumps(self, view: &SeatView<'_>, style: &Style, mana: i32) -> Self {
        if mana <= 0 {
            return self;
        }
        let cost = |parts: &[CostPart]| match parts {
            [CostPart::Mana(cost)] if cost.x_count() == 0 && cost.mana_value(0) > 0 => mana / cost.mana_value(0),
            _ => 0,
        };
        match view.object(self.object) {
            Some(seen) => self.with_pump(pump(view, style, &seen, cost)),
            None => self,
        }
    }

    /// The fighter with what an ability adds to it for which it is tapped, if it blocks.
    pub(super) fn with_tapping(self, view: &SeatView<'_>, style: &Style) -> Self {
        if style.tapping <= 0 || self.tapped {
            return self;
        }
        match view.object(self.object) {
            Some(seen) if !view.is_sick(&seen) => {
                self.with_pump(pump(view, style, &seen, |parts| i32::from(*parts == [CostPart::Tap])))
            }
            _ => self,
        }
    }

    fn with_pump(self, pump: (i32, i32)) -> Self {
        Self { pump: (self.pump.0 + pump.0, self.pump.1 + pump.1), ..self }
    }
}

/// The power and toughness that abilities of a creature add to it, each as often as its cost can be paid: of the one that
/// adds most.
fn pump(view: &SeatView<'_>, style: &Style, seen: &Seen<'_>, payable: impl Fn(&[CostPart]) -> i32) -> (i32, i32) {
    let table = view.table();
    let mut best = (0, 0);
    for ability in &seen.chars.abilities {
        let AbilityKind::Activated { cost, body, sorcery_speed: false, per_turn, is_mana: false, .. } =
            &table.ability(ability.handle).kind
        else {
            continue;
        };
        let ([row], times) = (body.modes.as_slice(), payable(&cost.0)) else { continue };
        let times = times.min(per_turn.map_or(MOST, i32::from)).min(MOST);
        let aimed = match row.targets.as_slice() {
            [] => false,
            [target] if style.tapping > 0 => {
                let bindings = Bindings::new(seen.chars.controller, seen.reference);
                view.target_options(&bindings, target).contains(&Referent::Object(seen.reference))
            }
            _ => continue,
        };
        if times == 0 || aimed == row.targets.is_empty() {
            continue;
        }
        let itself = if aimed { Objects::Targets(0) } else { Objects::The(Obj::This) };
        for boost in boosts(table.def(ability.handle.def), row, |of| *of == itself) {
            if let (Quantity::N(p), Quantity::N(t)) = boost
                && times * (p + t) > best.0 + best.1
            {
                best = (times * p, times * t);
            }
        }
    }
    best
}
