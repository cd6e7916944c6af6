//! What rules in force say of what a player could pay with.

use super::means::AS_ITSELF;
use super::need::COLORS;
use crate::cards::def::{Color, ColorSet, Rule, StaticEffect};
use crate::model::ids::Seat;
use crate::rules::reading::{self, Board};

/// Whether a rule in force may have a say in what objects offer, or in how mana and life are spent. A gate, which rests on this: no
/// other rules are asked for means.
pub(super) fn are_ruled(board: &impl Board) -> bool {
    board.rules().rules.iter().any(|row| {
        matches!(
            board.table().static_row(row.handle).effect,
            StaticEffect::Rule(
                Rule::CantLoseLife(_)
                    | Rule::SpendAsAnyColor(..)
                    | Rule::SpendOnlyAs(..)
                    | Rule::ProducesInstead { .. }
                    | Rule::CantActivateAbilities { .. }
                    | Rule::AbilitiesCostMore(..)
                    | Rule::ActivationCost { .. }
            )
        )
    })
}

/// CR 119.8: whether a player can't lose life, so that they can't pay any.
pub(crate) fn cant_lose_life(board: &impl Board, seat: Seat) -> bool {
    board.rules().rules.iter().any(|row| match &board.table().static_row(row.handle).effect {
        StaticEffect::Rule(Rule::CantLoseLife(who)) => {
            reading::player_matches(board, board.bindings_of(row), *who, seat)
        }
        _ => false,
    })
}

/// CR 609.4b: as what a player can spend each type of mana.
pub fn spend_as(board: &impl Board, seat: Seat) -> [u8; 6] {
    let mut spend = AS_ITSELF;
    let mask_of = |colors: &[Color]| colors.iter().copied().collect::<ColorSet>().bits();
    for row in &board.rules().rules {
        let StaticEffect::Rule(rule) = &board.table().static_row(row.handle).effect else { continue };
        let (who, types, only) = match rule {
            Rule::SpendAsAnyColor(who, None) => (who, u8::MAX, None),
            Rule::SpendAsAnyColor(who, Some(colors)) => (who, mask_of(colors), None),
            Rule::SpendOnlyAs(who, except, only) => (who, !mask_of(except), Some(only)),
            _ => continue,
        };
        if !reading::player_matches(board, board.bindings_of(row), *who, seat) {
            continue;
        }
        for (i, mask) in spend.iter_mut().enumerate() {
            if types & (1 << i) != 0 {
                *mask = only.map_or(*mask | COLORS, |cost| super::foreseen::fixed(cost).iter().fold(0, |m, t| m | t));
            }
        }
    }
    spend
}
