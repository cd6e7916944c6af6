//! Which decisions are worth a search.

use crate::agents::Greedy;
use crate::cards::def::StepName;
use crate::game::view::SeatView;
use crate::model::decision::{Answer, Choice, Decision, Prompt};
use crate::model::zone::Zone;

/// Whether a decision is about the hand to begin with: a few turns tell nothing of what a card less costs.
pub(in crate::agents) fn is_opening(decision: &Decision) -> bool {
    matches!(decision.prompt, Prompt::Mulligan { .. } | Prompt::MulliganBottom)
}

/// Whether a decision that is worth a search is one of those that most is won by, given the greedy answer: what to do in a main
/// phase of its own if there is something to be done, how something of an opponent is answered, attacks, blocks. Where greedy play
/// passes, there is rarely a reason to do something but to win: before an attack that all together might make lethal.
pub(in crate::agents) fn is_decisive(view: &SeatView<'_>, decision: &Decision, greedy: &Answer) -> bool {
    match decision.prompt {
        Prompt::Priority => {
            let (turn, pass) = (view.turn(), decision.options().iter().position(|option| *option == Choice::Pass));
            let passes = matches!(greedy, Answer::One(place) if Some(usize::from(*place)) == pass);
            let own = turn.step.is_main() && turn.active == view.seat() && view.count(Zone::Stack) == 0;
            let responds = !passes && view.count(Zone::Stack) > 0;
            responds || own && (!passes || (turn.step == StepName::PrecombatMain && wins_perhaps(view)))
        }
        Prompt::DeclareAttackers | Prompt::DeclareBlockers => true,
        _ => false,
    }
}

/// Whether creatures that can attack, and mana, could be enough to win this turn: a point of damage for each point of power,
/// and for each mana that is left to spend.
fn wins_perhaps(view: &SeatView<'_>) -> bool {
    let Some(life) = view.opponents().map(|seat| view.player(seat).life).min() else { return false };
    let (mut reach, mut attackers) = (0, 0);
    for seen in view.controlled(view.seat()).filter(|s| !s.status.tapped) {
        if seen.chars.is_creature() && !view.is_sick(&seen) {
            reach += seen.chars.power.max(0);
            attackers += 1;
        } else if seen.chars.is_land() {
            reach += 1;
        }
    }
    attackers > 0 && reach >= life
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
        | Prompt::ChooseCardType(_)
        | Prompt::ChooseSubtype(_)
        | Prompt::ChooseNumber(_)
        | Prompt::Replacement(_)
        | Prompt::ApplyReplacement(_)
        | Prompt::RevealDrawn(..)
        | Prompt::AsUnblocked(_)
        | Prompt::OrderTriggers
        | Prompt::TriggerEvent(_)
        | Prompt::OrderGraveyard
        | Prompt::OrderTimestamps
        | Prompt::CommandZone(_)
        | Prompt::LegendRule => false,
    }
}
