//! Reading rules text as far as a seat may: what filters, quantities and instructions refer to, as far as the seat
//! can know it. Whatever depends on hidden cards that the seat doesn't know is left out or answered by `None`.

use super::{SeatView, Seen};
use crate::cards::def::{Condition, Filter, Obj, Objects, Quantity, Recipients, TargetDef, TargetKind, Who};
use crate::cards::reads;
use crate::model::agenda::Agenda;
use crate::model::bindings::{Bindings, Value};
use crate::model::cast::CastTask;
use crate::model::dirt::StateClass;
use crate::model::ids::{AbilityHandle, ObjectRef, ProgramHandle, Referent, Seat};
use crate::model::task::Task;
use crate::model::zone::Zone;
use crate::rules::reading::Board;
use crate::rules::{legal, reading};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// A spell or ability that is being put on the stack: what has been announced for it (CR 601.2b-d), all of it public.
#[derive(Clone, Copy, Debug)]
pub struct Announced<'w> {
    /// The object on the stack.
    pub object: ObjectRef,
    /// Its spell ability or ability; of several in order.
    pub texts: &'w [AbilityHandle],
    /// Modes, X and targets chosen so far.
    pub bindings: &'w Bindings,
}

/// Instructions that are being followed (CR 608.2), halted at one that asks.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The instructions.
    pub program: ProgramHandle,
    /// The place of the instruction that asks, from 0.
    pub at: u16,
    /// What their words refer to, without hidden objects that the seat doesn't know.
    pub bindings: Bindings,
}

impl<'w> SeatView<'w> {
    /// The spell or ability that is being announced, if the open decision belongs to one.
    pub fn announced(&self) -> Option<Announced<'w>> {
        match self.board().part::<Agenda>().top()? {
            Task::Cast(task) => match task.as_ref() {
                CastTask::Go(cast) => {
                    Some(Announced { object: cast.object, texts: &cast.texts, bindings: &cast.bindings })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The instructions that are being followed, if the open decision belongs to them.
    pub fn followed(&self) -> Option<Followed> {
        let Task::Run(frame) = self.board().part::<Agenda>().top()? else { return None };
        let mut bindings = frame.bindings.clone();
        for (_, value) in &mut bindings.vars {
            if let Value::Objects(objects) = value {
                objects.retain(|o| self.sees(*o));
            }
        }
        Some(Followed { program: frame.program, at: frame.pc, bindings })
    }

    /// Whether an object that the seat knows matches a filter.
    pub fn matches(&self, bindings: &Bindings, filter: &Filter, object: ObjectRef) -> bool {
        self.sees(object) && reading::matches(self.board(), bindings, filter, object)
    }

    /// The objects that words refer to, of those that the seat knows.
    pub fn objects(&self, bindings: &Bindings, group: &Objects) -> SmallVec<[ObjectRef; 4]> {
        let mut all = SmallVec::new();
        // All permanents are visited once each.
        let once = matches!(group, Objects::All(_));
        let _ = reading::for_each_object(self.board(), bindings, group, &mut |object| {
            if (once || !all.contains(&object)) && self.sees(object) {
                all.push(object);
            }
            ControlFlow::Continue(())
        });
        all
    }

    /// The one object that words refer to, if the seat knows it.
    pub fn object_meant(&self, bindings: &Bindings, object: Obj) -> Option<Seen<'_>> {
        let mut found = None;
        let _ = reading::for_each_object(self.board(), bindings, &Objects::The(object), &mut |meant| {
            found = self.object(meant);
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// The objects and players that words refer to, of those that the seat knows.
    pub fn recipients(&self, bindings: &Bindings, recipients: &Recipients) -> SmallVec<[Referent; 2]> {
        let mut all = reading::recipients(self.board(), bindings, recipients);
        all.retain(|r| r.object().is_none_or(|o| self.sees(o)));
        all
    }

    /// The players that words refer to, in turn order.
    pub fn players_meant(&self, bindings: &Bindings, who: Who) -> SmallVec<[Seat; 2]> {
        reading::seats(self.board(), bindings, who)
    }

    /// The value of a quantity; `None` if it depends on cards in hands and libraries. How many cards a hand has is public.
    pub fn value(&self, bindings: &Bindings, quantity: &Quantity) -> Option<i32> {
        let public = match quantity {
            Quantity::N(n) => return Some(*n),
            Quantity::HandSize(_) => true,
            other => !reads::of_quantity(other).intersects(StateClass::HANDS | StateClass::LIBRARIES),
        };
        public.then(|| reading::value(self.board(), bindings, quantity))
    }

    /// Whether a condition holds; `None` if that depends on cards in hands and libraries.
    pub fn holds(&self, bindings: &Bindings, condition: &Condition) -> Option<bool> {
        let public = !reads::of_condition(condition).intersects(StateClass::HANDS | StateClass::LIBRARIES);
        public.then(|| reading::holds(self.board(), bindings, condition))
    }

    /// CR 509.1b: whether no evasion ability or other restriction keeps one creature from blocking another.
    pub fn can_block(&self, blocker: ObjectRef, attacker: ObjectRef) -> bool {
        let both = self.sees(blocker) && self.sees(attacker);
        both && crate::rules::combat::can_block_on(self.board(), blocker, attacker)
    }

    /// CR 302.6: whether a permanent is a creature that can't attack yet, nor pay costs by tapping.
    pub fn is_summoning_sick(&self, object: ObjectRef) -> bool {
        let seen = self.object(object).filter(|seen| seen.object.zone == Zone::Battlefield);
        seen.is_some_and(|seen| legal::summoning_sick(self.board(), seen.object.id))
    }

    /// CR 302.6: like [`is_summoning_sick`](SeatView::is_summoning_sick), for an object that was seen already, as it is or
    /// was.
    #[inline]
    pub fn is_sick(&self, seen: &Seen<'_>) -> bool {
        seen.object.zone == Zone::Battlefield && legal::is_sick(self.turn(), seen.chars, || seen.status)
    }

    /// The cards that a player owns outside the game (CR 400.11), of those that the seat knows: all of its own.
    pub fn sideboard(&self, owner: Seat) -> impl Iterator<Item = Seen<'_>> + '_ {
        let cards = self.board().zones().own.get(owner.index()).map_or(&[][..], |own| &own.sideboard);
        cards.iter().filter_map(|id| self.by_id(self.board(), *id))
    }

    /// Whether a player can be chosen for an instance of "target" (CR 115).
    pub fn can_target(&self, bindings: &Bindings, def: &TargetDef, seat: Seat) -> bool {
        legal::is_legal_target(self.board(), bindings, &def.what, Referent::Player(seat))
    }

    /// What can be chosen for an instance of "target" (CR 115).
    pub fn target_options(&self, bindings: &Bindings, def: &TargetDef) -> Vec<Referent> {
        let mut all = legal::target_options(self.board(), bindings, def, &[]);
        if may_lie_hidden(&def.what) {
            all.retain(|r| r.object().is_none_or(|o| self.sees(o)));
        }
        all
    }
}

/// Whether what is chosen as a target may be an object that not all see: no permanent, nothing on the stack and no player (CR 708.5).
fn may_lie_hidden(kind: &TargetKind) -> bool {
    match kind {
        TargetKind::Card(..) => true,
        TargetKind::Or(kinds) => kinds.iter().any(may_lie_hidden),
        TargetKind::AnyTarget
        | TargetKind::Permanent(_)
        | TargetKind::Spell(_)
        | TargetKind::Ability(_)
        | TargetKind::Player(_)
        | TargetKind::PlayerWho(..) => false,
    }
}
