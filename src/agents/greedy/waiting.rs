//! What is better done later: mana for counterspells is held, what is as good at the end of an opponent's turn waits for it.

use super::colors::Demand;
use super::evaluator::Evaluator;
use super::plan::Idea;
use super::style::Style;
use super::value::DECIDED;
use crate::cards::def::{CardTypes, CostPart, Instruction, StepName, ZoneKind};
use crate::cards::{AbilityKind, Body, Op, Traits};
use crate::game::view::{SeatView, Seen};
use crate::model::ids::AbilityHandle;
use crate::model::object::{AbilityInstance, Characteristics};
use crate::model::zone::Zone;

/// The counterspells of the viewer's hand.
fn counters_held<'s>(view: &'s SeatView<'_>) -> impl Iterator<Item = Seen<'s>> {
    let counters = |s: &Seen<'_>| {
        s.chars.abilities.iter().any(|a| match &view.table().ability(a.handle).kind {
            AbilityKind::Spell(body) => counters_spells(view, a.handle, body),
            _ => false,
        })
    };
    view.hand().filter(move |s| s.chars.is(CardTypes::INSTANT) && counters(s))
}

/// The mana for a counterspell in hand, as an idea for later.
pub(super) fn held_counter(view: &SeatView<'_>, style: &Style, mana: i32) -> Option<Idea> {
    let held = counters_held(view).filter(|s| s.chars.mana_value(0) <= mana);
    let cheapest = held.min_by_key(|s| (s.chars.mana_value(0), s.reference.id))?;
    Some(Idea {
        place: u16::MAX,
        group: (cheapest.reference, None),
        score: style.hold,
        mana: cheapest.chars.mana_value(0),
        burn: 0,
        times: 1,
        colors: Demand::of(cheapest.chars.cost.as_ref()),
        later: true,
    })
}

/// Whether a spell counters spells.
pub(super) fn counters_spells(view: &SeatView<'_>, handle: AbilityHandle, body: &Body) -> bool {
    let ops = body.modes.iter().flat_map(|m| &view.table().def(handle.def).programs[m.program as usize]);
    let counters = |op: &Op| matches!(op, Op::Do(effect) if matches!(effect.as_ref(), Instruction::Counter { .. }));
    ops.into_iter().any(counters)
}

/// Whether something that can be done at instant speed is as good at the end of the opponent's turn.
pub(super) fn waits_for_end(evaluator: &Evaluator<'_, '_>, score: i32, burn: i32) -> bool {
    let turn = evaluator.view.turn();
    evaluator.style.wait > 0
        && turn.active == evaluator.me
        && score < DECIDED / 4
        && burn == 0
        && counters_held(evaluator.view).next().is_some()
        && evaluator.assumptions.borrow().changes.is_empty()
        && evaluator.view.zone(Zone::Stack).next().is_none()
}

/// Whether a card of the hand is better put in the place of an attacker that nobody will block (CR 702.49), this turn.
pub(super) fn sneaks_in(evaluator: &Evaluator<'_, '_>, seen: &Seen<'_>, chars: &Characteristics) -> bool {
    let (view, turn) = (evaluator.view, evaluator.view.turn());
    if evaluator.style.sneak == 0
        || turn.active != evaluator.me
        || turn.step != StepName::PrecombatMain
        || !matches!(seen.object.zone, Zone::Hand(_))
        || !chars.abilities.iter().any(|a| replaces_attacker(view, a))
    {
        return false;
    }
    let theirs = || view.battlefield().filter(|s| s.chars.is_creature() && s.chars.controller != evaluator.me);
    let comes_through = |s: &Seen<'_>| {
        s.chars.is_creature()
            && !s.status.tapped
            && !view.is_sick(s)
            && !theirs().any(|b| !b.status.tapped && view.can_block(b.reference, s.reference))
    };
    view.controlled(evaluator.me).any(|s| comes_through(&s))
}

fn replaces_attacker(view: &SeatView<'_>, ability: &AbilityInstance) -> bool {
    let compiled = view.table().ability(ability.handle);
    let AbilityKind::Activated { cost, .. } = &compiled.kind else { return false };
    compiled.zones & Traits::bit(ZoneKind::Hand) != 0
        && cost.0.iter().any(|part| matches!(part, CostPart::ReturnToHand(..)))
}
