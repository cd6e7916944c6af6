//! Which land to play, and what its mana is good for.

use super::costs::available_mana;
use super::guess;
use super::style::Style;
use crate::cards::def::{
    Condition, Filter, Instruction, ManaProduced, Obj, ReplaceWith, ReplacedEvent, Replacement, StaticEffect,
};
use crate::cards::{AbilityKind, CardTable, Op};
use crate::game::view::SeatView;
use crate::model::decision::Choice;
use crate::model::ids::ObjectRef;
use crate::model::object::AbilityInstance;

/// What it counts that a land enters tapped: for it in a turn that needs no mana, against it in another.
const SLOW: i32 = 25;

/// The place of the land to play: the one whose mana is needed most.
pub(super) fn best_land(view: &SeatView<'_>, style: &Style, options: &[Choice]) -> Option<u16> {
    let lands = (0..options.len() as u16).filter_map(|i| match &options[i as usize] {
        Choice::PlayLand { object, .. } => Some((i, *object)),
        _ => None,
    });
    let mut lands = lands.peekable();
    lands.peek()?;
    let (hurry, needs) = (needs_mana(view), ManaNeeds::of(view));
    let score = |object: ObjectRef| {
        view.chars(object).map_or(0, |chars| {
            let tapped = if enters_tapped(view.table(), &chars.abilities) { SLOW } else { 0 };
            needs.land_score(view.table(), style, &chars.abilities) + if hurry { -tapped } else { tapped }
        })
    };
    lands.max_by_key(|(i, object)| (score(*object), std::cmp::Reverse(*i))).map(|(i, _)| i)
}

/// Whether one more land's mana would be spent this turn: some cards of the hand cost exactly that much together.
fn needs_mana(view: &SeatView<'_>) -> bool {
    let costs = view.hand().filter(|s| !s.chars.is_land()).map(|s| s.chars.mana_value(0).clamp(0, 63));
    let sums = costs.fold(1u64, |sums, cost| sums | sums << cost);
    sums.checked_shr(available_mana(view) as u32 + 1).is_some_and(|rest| rest & 1 != 0)
}

/// Whether a permanent with these abilities enters tapped whatever happens.
pub(in crate::agents) fn enters_tapped(table: &CardTable, abilities: &[AbilityInstance]) -> bool {
    abilities.iter().any(|ability| {
        let AbilityKind::Static { index, .. } = table.ability(ability.handle).kind else { return false };
        matches!(
            &table.def(ability.handle.def).statics[index as usize].effect,
            StaticEffect::Replace(Replacement {
                event: ReplacedEvent::Enters(Filter::Is(Obj::This)),
                only_if: Condition::Always,
                with: ReplaceWith::Tapped,
                optional: None,
            })
        )
    })
}

/// How much each type of mana is wanted by the viewer, and how many of their permanents make it.
pub(super) struct ManaNeeds {
    wanted: [i32; 6],
    have: [i32; 6],
}

impl ManaNeeds {
    pub(super) fn of(view: &SeatView<'_>) -> Self {
        let mut have = [0; 6];
        for (chars, _) in view.looks_of_controlled(view.seat()) {
            let makes = makes(view.table(), &chars.abilities);
            (0..6).filter(|i| makes & (1 << i) != 0).for_each(|i| have[i] += 1);
        }
        Self { wanted: guess::wanted_mana(view), have }
    }

    /// How good a land with these abilities is: how much its mana is missing.
    pub(super) fn land_score(&self, table: &CardTable, style: &Style, abilities: &[AbilityInstance]) -> i32 {
        let makes = makes(table, abilities);
        let colors = (0..6).filter(|i| makes & (1 << i) != 0);
        let needed: i32 = colors.map(|i| self.wanted[i] * 10 / (1 + 2 * self.have[i])).sum();
        // What makes no mana by itself finds a land that does; a land that does more is kept while colours are missing.
        let missing = (0..6).any(|i| self.wanted[i] > 0 && self.have[i] == 0);
        let more = abilities.len() as i32 * if missing || style.lands == 0 { -1 } else { style.lands };
        needed + if makes == 0 { 60 } else { 5 } + more
    }
}

/// The types of mana that abilities make, a bit each.
pub(in crate::agents) fn makes(table: &CardTable, abilities: &[AbilityInstance]) -> u8 {
    let mut mask = 0;
    for instance in abilities {
        let AbilityKind::Activated { is_mana: true, body, .. } = &table.ability(instance.handle).kind else { continue };
        for op in body.modes.iter().flat_map(|m| &table.def(instance.handle.def).programs[m.program as usize]) {
            let Op::Do(effect) = op else { continue };
            if let Instruction::AddMana { mana, .. } = effect.as_ref() {
                mask |= types(mana);
            }
        }
    }
    mask
}

/// The types that produced mana can be, a bit each.
pub(super) fn types(mana: &ManaProduced) -> u8 {
    match mana {
        ManaProduced::Fixed(cost) => cost.colors().bits() | u8::from(cost.colors().is_empty()) << 5,
        ManaProduced::OneOf(colors) | ManaProduced::Combination(_, colors) => {
            colors.iter().fold(0, |m, c| m | 1 << *c as u8)
        }
        _ => 0x1f,
    }
}
