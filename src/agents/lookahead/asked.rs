//! Which decisions are worth a search.

use super::Trying;
use crate::agents::Greedy;
use crate::cards::AbilityKind;
use crate::cards::def::{Cost, CostPart, StepName};
use crate::game::view::SeatView;
use crate::model::decision::{Answer, Choice, Decision, Prompt};
use crate::model::zone::Zone;

/// Whether a decision is about the hand to begin with: a few turns tell nothing of what a card less costs.
pub(in crate::agents) fn is_opening(decision: &Decision) -> bool {
    matches!(decision.prompt, Prompt::Mulligan { .. } | Prompt::MulliganBottom)
}

impl Trying {
    /// How many answers to a decision that is worth a search are tried, at most, given the greedy one.
    pub(in crate::agents) fn most(&self, view: &SeatView<'_>, decision: &Decision, greedy: &Answer) -> usize {
        let most = self.answers as usize;
        if self.wide == 0 && !sacrifices_at_will(view) { breadth(view, decision, greedy, most) } else { most }
    }
}

/// How many answers to a decision that is worth a search are tried where most is won by them, at most: all of `most`, or the greedy one and
/// the likeliest other one, or none but the greedy one. What a search of a kind of decision wins, and what it takes, was measured (`docs/agents.md`).
fn breadth(view: &SeatView<'_>, decision: &Decision, greedy: &Answer, most: usize) -> usize {
    let (one, none) = (most.min(2), most.min(1));
    match decision.prompt {
        Prompt::Priority => {
            let (turn, pass) = (view.turn(), decision.options().iter().position(|option| *option == Choice::Pass));
            let passes = matches!(greedy, Answer::One(place) if Some(usize::from(*place)) == pass);
            let own = turn.active == view.seat();
            let responds = view.count(Zone::Stack) > 0;
            match (turn.step, passes) {
                (_, false) if responds => most,
                (_, true) if responds => one,
                (StepName::PrecombatMain | StepName::PostcombatMain, false) if own => most,
                // Where greedy play passes, there is rarely a reason to do something but to win.
                (StepName::PrecombatMain, true) if own && wins_perhaps(view) => most,
                (StepName::PrecombatMain, true) if own => one,
                (StepName::DeclareAttackers, _) if !own => one,
                (StepName::End, false) if !own => most,
                _ => none,
            }
        }
        // There are many, and greedy play chooses well.
        Prompt::Targets { .. }
        | Prompt::ChooseX(_)
        | Prompt::CombatDamage(_)
        | Prompt::Search(_)
        | Prompt::Arrange(_) => none,
        _ => most,
    }
}

/// Whether the viewer controls something by which other permanents can be sacrificed: then there is much to win at moments that are hardly
/// worth a search otherwise, with what is about to die.
fn sacrifices_at_will(view: &SeatView<'_>) -> bool {
    let gives_up = |cost: &Cost| cost.0.iter().any(|part| matches!(part, CostPart::Sacrifice(..)));
    view.controlled(view.seat()).any(|seen| {
        seen.chars.abilities.iter().any(|instance| {
            let kind = &view.table().ability(instance.handle).kind;
            matches!(kind, AbilityKind::Activated { is_mana: false, cost, .. } if gives_up(cost))
        })
    })
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
        | Prompt::Enlist(_)
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
        | Prompt::Vote(_)
        | Prompt::MergeOver(_)
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
