//! When a client passes priority for its player.

use super::question::Question;
use super::view::View;
use crate::cards::def::StepName;
use crate::model::decision::{Answer, PromptKind};
use crate::model::ids::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Where a player wants to be asked, and where their client passes priority for them.
///
/// The game itself only asks a player with priority who can do something. That is still often; a client asks its
/// [`Stops`] first, and its player only if they have no [answer](Stops::answer).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stops {
    /// The steps of their own turns in which the player wants to be asked while the stack is empty.
    pub own: BTreeSet<StepName>,
    /// The steps of other players' turns in which the player wants to be asked while the stack is empty.
    pub others: BTreeSet<StepName>,
    /// Whether the player wants to be asked when somebody else controls the top object of the stack.
    pub responses: bool,
    /// Whether the player wants to be asked when they control the top object of the stack.
    pub own_stack: bool,
    /// Until when the player passes; `None` if they haven't asked for that. [`Stops::answer`] takes it away when it is
    /// over.
    pub until: Option<Until>,
}

/// Until when a player passes. It ends early when somebody else puts something on the stack, if [`Stops::responses`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Until {
    /// Until the turn with this number ([`TurnView::number`](super::TurnView::number)) is over.
    EndOfTurn(u32),
    /// Until the player's next turn; the number is that of the turn in which they asked for it.
    OwnTurn(u32),
    /// Until the stack is empty.
    EmptyStack,
    /// Until this step of the turn with this number, or the end of that turn.
    Step(u32, StepName),
}

impl Default for Stops {
    /// Own main phases and declared blockers; others' declared attackers and end steps; whatever others put on the stack.
    fn default() -> Self {
        use StepName as S;
        Self {
            own: [S::PrecombatMain, S::DeclareBlockers, S::PostcombatMain].into(),
            others: [S::DeclareAttackers, S::End].into(),
            responses: true,
            own_stack: false,
            until: None,
        }
    }
}

impl Stops {
    /// Stops at every chance to act.
    pub fn everywhere() -> Self {
        use StepName as S;
        let all = [
            S::Untap,
            S::Upkeep,
            S::Draw,
            S::PrecombatMain,
            S::BeginCombat,
            S::DeclareAttackers,
            S::DeclareBlockers,
            S::FirstStrikeDamage,
            S::CombatDamage,
            S::EndCombat,
            S::PostcombatMain,
            S::End,
            S::Cleanup,
        ];
        Self { own: all.into(), others: all.into(), responses: true, own_stack: true, until: None }
    }

    /// Passes from now on until the end of the turn, or, if [`Stops::responses`], until somebody else puts something on the
    /// stack.
    pub fn pass_turn(&mut self, view: &View) {
        self.until = Some(Until::EndOfTurn(view.turn.number));
    }

    /// The answer that the client gives for its player: to pass. `None` if the player has to be asked, or isn't asked at
    /// all. A player who decides for another player is always asked.
    pub fn answer(&mut self, view: &View) -> Option<Answer> {
        let question = view.question.as_ref()?;
        if question.kind != PromptKind::Priority || question.player != question.decider {
            return None;
        }
        let pass = question.pass()?;
        (!self.stops(view, question)).then_some(Answer::One(pass))
    }

    /// Whether the player wants to be asked.
    fn stops(&mut self, view: &View, question: &Question) -> bool {
        let seat = question.player;
        if let Some(until) = self.until {
            if self.holds(until, view, seat) {
                // What others do meanwhile is worth a look.
                let other = view.stack.last().is_some_and(|top| top.controller != seat);
                if !(other && self.responses) {
                    return false;
                }
            }
            self.until = None;
        }
        if let Some(top) = view.stack.last() {
            return if top.controller == seat { self.own_stack } else { self.responses };
        }
        let steps = if view.turn.active == seat { &self.own } else { &self.others };
        steps.contains(&view.turn.step)
    }

    /// Whether it isn't over yet.
    fn holds(&self, until: Until, view: &View, seat: Seat) -> bool {
        let turn = &view.turn;
        match until {
            Until::EndOfTurn(number) => turn.number == number,
            Until::OwnTurn(from) => turn.number == from || turn.active != seat,
            Until::EmptyStack => !view.stack.is_empty(),
            Until::Step(number, step) => turn.number == number && turn.step < step,
        }
    }
}
