//! What proliferating is worth (CR 701.34), and for how many players tokens are created.

use super::evaluator::Evaluator;
use crate::cards::def::{CounterKind, Instruction, Quantity, Recipients, TokenAttack};
use crate::model::bindings::Bindings;
use crate::model::ids::{Referent, Seat};

impl Evaluator<'_, '_> {
    /// What it is worth that a permanent or player gets one more counter of each kind that it has.
    pub(super) fn one_more_of_each(&self, on: Referent) -> i32 {
        let kinds: Vec<CounterKind> = match on {
            Referent::Object(object) => {
                let Some(seen) = self.view.object(object) else { return 0 };
                seen.counters.0.iter().map(|(kind, ..)| *kind).collect()
            }
            Referent::Player(seat) => self.view.player(seat).counters.0.iter().map(|(kind, ..)| *kind).collect(),
        };
        kinds.into_iter().map(|kind| self.counters(kind, 1, on)).sum()
    }

    /// What an instruction about counters of whatever kinds is worth; nothing for others.
    pub(super) fn of_any_kind(&self, effect: &Instruction, bindings: &mut Bindings) -> i32 {
        let one = &Quantity::N(1);
        match effect {
            Instruction::EndNow(_) => self.ends(),
            Instruction::MoreOfEachKind { on, .. } => {
                self.each(on, one, bindings, |evaluator, on, _, _| evaluator.one_more_of_each(on))
            }
            Instruction::RemoveAnyCounters { from, .. } | Instruction::RemoveAllCounters { from, .. } => {
                self.each(from, one, bindings, |evaluator, on, _, _| -evaluator.one_more_of_each(on))
            }
            Instruction::PutCountersOf { of, kind, on } => {
                let seen = self.view.object_meant(bindings, *of);
                let all = seen.iter().flat_map(|s| s.counters.0.iter().map(|(kind, n, _)| (*kind, *n)));
                let all: Vec<_> = all.filter(|(had, _)| kind.is_none_or(|kind| kind == *had)).collect();
                self.each(&Recipients::Objects(on.clone()), one, bindings, |evaluator, on, _, _| {
                    let worth = |(kind, n): &(CounterKind, u32)| {
                        evaluator.counters(*kind, i32::try_from(*n).unwrap_or(i32::MAX), on)
                    };
                    all.iter().map(worth).sum()
                })
            }
            // One counter, that which is best moved.
            Instruction::MoveCounters { from, to, kind, .. } => {
                let [from, to] = [*from, *to].map(|obj| self.view.object_meant(bindings, obj));
                let (Some(from), Some(to)) = (from, to) else { return 0 };
                let kinds = from.counters.0.iter().map(|(had, ..)| *had);
                let kinds = kinds.filter(|had| kind.is_none_or(|kind| kind == *had));
                let (from, to) = (Referent::Object(from.reference), Referent::Object(to.reference));
                let worth = |kind| self.counters(kind, 1, to) - self.counters(kind, 1, from);
                if from == to { 0 } else { kinds.map(worth).max().unwrap_or(0) }
            }
            _ => 0,
        }
    }

    /// How often as many tokens are created: for each player whom some of them attack.
    pub(super) fn attacked(&self, attacking: Option<TokenAttack>, bindings: &Bindings) -> i32 {
        match attacking {
            Some(TokenAttack::Each(who) | TokenAttack::EachPlayer(who)) => {
                self.view.players_meant(bindings, who).len() as i32
            }
            Some(TokenAttack::Any | TokenAttack::Blocking(_)) | None => 1,
        }
    }

    /// What it is worth that a player proliferates: what is good for them gets more.
    pub(super) fn proliferated(&self, by: Seat) -> i32 {
        let objects = self.view.battlefield().filter(|s| !s.counters.is_empty()).map(|s| Referent::Object(s.reference));
        let players = self.view.seats().map(Referent::Player);
        let side = self.sign(by);
        let worth = objects.chain(players).map(|on| side * self.one_more_of_each(on));
        side * worth.filter(|worth| *worth > 0).sum::<i32>()
    }
}
