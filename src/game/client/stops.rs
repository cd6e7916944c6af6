//! When a client passes priority for its player.

use super::question::Question;
use super::view::View;
use crate::cards::def::StepName;
use crate::model::decision::{Answer, PromptKind};
use crate::model::ids::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Where a player wants to be asked, and where passing goes without saying.
///
/// The game itself only asks a player with priority who can do something. That is still often; a client asks its
/// [`Stops`] first, and its player only if they have no [answer](Stops::answer).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stops {
    /// Steps of the player's own turns in which they want to be asked with an empty stack.
    pub own: BTreeSet<StepName>,
    /// Steps of other players' turns in which they want to be asked with an empty stack.
    pub others: BTreeSet<StepName>,
    /// When the top of the stack belongs to somebody else.
    pub responses: bool,
    /// When it is the player's own.
    pub own_stack: bool,
    /// Passing until something happens, if the player has asked for that.
    pub until: Option<Until>,
}

/// Until when a player passes, once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Until {
    /// Until this turn is over, by its number.
    EndOfTurn(u32),
    /// Until the player's own next turn, from this turn on.
    OwnTurn(u32),
    /// Until the stack is empty.
    EmptyStack,
    /// Until a step of this turn.
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
    /// Asks everywhere.
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

    /// Passes from now on until the end of the turn, or until somebody else does something.
    pub fn pass_turn(&mut self, view: &View) {
        self.until = Some(Until::EndOfTurn(view.turn.number));
    }

    /// The answer that goes without saying: to pass. `None` if the player has to be asked. Who controls another player
    /// is always asked.
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
