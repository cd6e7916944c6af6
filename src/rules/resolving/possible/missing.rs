//! Words for what isn't there: what is asked for is gone, or less than that (CR 608.2d).

use super::Judge;
use crate::cards::Op;
use crate::cards::def::{Instruction, Obj, Objects, Recipients, Var};
use crate::rules::resolving::step::{acting, acting_recipients, amount};
use crate::rules::resolving::zones::top_cards;
use crate::rules::state::EditGame;

impl<G: EditGame> Judge<'_, G> {
    /// Whether the words mean objects and players none of whom are there.
    pub(super) fn are_missing(&mut self, to: &Recipients) -> bool {
        match to {
            Recipients::Objects(group) => self.is_missing(group),
            Recipients::Union(parts) => parts.iter().all(|part| self.are_missing(part)),
            Recipients::Targets(_)
            | Recipients::Players(_)
            | Recipients::Votes(_)
            | Recipients::AttackedBy(_)
            | Recipients::It => acting_recipients(self.world, self.frame, to).is_empty(),
        }
    }

    /// Whether the words mean something that isn't there: an object that is gone, more cards than a library has. All that
    /// match a filter can be none, and so can a pile (CR 700.3d).
    pub(super) fn is_missing(&mut self, group: &Objects) -> bool {
        let is_target = |part: &Objects| matches!(part, Objects::Targets(_) | Objects::The(Obj::Target(_)));
        match group {
            Objects::All(_) | Objects::In(..) | Objects::Sources(_) | Objects::ThisTurn(..) => false,
            Objects::Top(count, who) => {
                let count = amount(self.world, self.frame, count).saturating_mul(self.rounds);
                self.some(*who, |judge, seat| (top_cards(judge.world, seat, count).len() as i32) < count)
            }
            Objects::TopOf(count, ..) | Objects::BottomOf(count, _) => {
                let count = amount(self.world, self.frame, count);
                (acting(self.world, self.frame, group).len() as i32) < count
            }
            // An illegal target doesn't matter while another one is legal (CR 608.2b).
            Objects::Union(parts) => {
                let missing: Vec<bool> = parts.iter().map(|part| self.is_missing(part)).collect();
                let needed = |(part, missing): (&Objects, &bool)| *missing && !is_target(part);
                !missing.contains(&false) || parts.iter().zip(&missing).any(needed)
            }
            Objects::Var(var) if self.is_pile(*var) => false,
            Objects::Only(inner, _) => self.is_definite(inner) && acting(self.world, self.frame, group).is_empty(),
            Objects::The(_)
            | Objects::Targets(_)
            | Objects::Var(_)
            | Objects::Linked
            | Objects::PaidWith
            | Objects::Events
            | Objects::Were(_)
            | Objects::SourcesOf(_)
            | Objects::Became(_) => acting(self.world, self.frame, group).is_empty(),
        }
    }

    /// Whether the words mean certain objects, not all that match a filter.
    pub(super) fn is_definite(&self, group: &Objects) -> bool {
        match group {
            Objects::All(_) | Objects::In(..) | Objects::Sources(_) | Objects::ThisTurn(..) => false,
            Objects::Only(inner, _) => self.is_definite(inner),
            Objects::Var(var) => !self.is_pile(*var),
            Objects::Union(parts) => parts.iter().all(|part| self.is_definite(part)),
            _ => true,
        }
    }

    /// Whether a variable holds a pile.
    fn is_pile(&self, var: Var) -> bool {
        let holds =
            |e: &Instruction| matches!(*e, Instruction::Piles { first, second, .. } if first == var || second == var);
        self.program.iter().any(|op| matches!(op, Op::Do(effect) if holds(effect)))
    }
}
