//! Which decisions are worth a search.

use crate::agents::Greedy;
use crate::game::view::SeatView;
use crate::model::decision::{Decision, Prompt};

/// Whether a decision is about the hand to begin with: a few turns tell nothing of what a card less costs.
pub(in crate::agents) fn is_opening(decision: &Decision) -> bool {
    matches!(decision.prompt, Prompt::Mulligan { .. } | Prompt::MulliganBottom)
}

/// Whether a decision is worth a search.
pub(in crate::agents) fn is_searched(view: &SeatView<'_>, decision: &Decision) -> bool {
    match decision.prompt {
        Prompt::Priority => !Greedy::waits(view),
        Prompt::Mulligan { .. }
        | Prompt::MulliganBottom
        | Prompt::OpeningHand
        | Prompt::DeclareAttackers
        | Prompt::DeclareBlockers
        | Prompt::CombatDamage(_)
        | Prompt::CleanupDiscard
        | Prompt::Modes(_)
        | Prompt::OptionalCost(..)
        | Prompt::ChooseX(_)
        | Prompt::Targets { .. }
        | Prompt::Divide(_)
        | Prompt::May(_)
        | Prompt::MayPay(..)
        | Prompt::ChooseObjects(_)
        | Prompt::Discard(_)
        | Prompt::Sacrifice(_)
        | Prompt::Search(_)
        | Prompt::Arrange(_)
        | Prompt::Course(_)
        | Prompt::Venture
        | Prompt::ChoosePlayer(_)
        | Prompt::EnterAsCopy(_)
        | Prompt::EnchantWhat(_)
        | Prompt::CastNow(_)
        | Prompt::NewTargets(_) => true,
        Prompt::StartingPlayer
        | Prompt::DeclareBands(_)
        | Prompt::StayTapped
        | Prompt::Splice(_)
        | Prompt::PayWith(_)
        | Prompt::PaySymbol(_)
        | Prompt::PayMana(_)
        | Prompt::TakeBack(_)
        | Prompt::ManaColor(_)
        | Prompt::OrderCards(_)
        | Prompt::OrderRounds(_)
        | Prompt::Piles(_)
        | Prompt::ChooseColor(_)
        | Prompt::ChooseName(..)
        | Prompt::ChooseSubtype(_)
        | Prompt::ChooseNumber(_)
        | Prompt::Replacement(_)
        | Prompt::ApplyReplacement(_)
        | Prompt::OrderTriggers
        | Prompt::TriggerEvent(_)
        | Prompt::OrderGraveyard
        | Prompt::OrderTimestamps
        | Prompt::CommandZone(_)
        | Prompt::LegendRule => false,
    }
}
