//! What proliferating is worth (CR 701.34), and for how many players tokens are created.

use super::evaluator::Evaluator;
use crate::cards::def::{CounterKind, TokenAttack};
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

    /// How often as many tokens are created: for each player whom some of them attack.
    pub(super) fn attacked(&self, attacking: Option<TokenAttack>, bindings: &Bindings) -> i32 {
        match attacking {
            Some(TokenAttack::Each(who) | TokenAttack::EachPlayer(who)) => {
                self.view.players_meant(bindings, who).len() as i32
            }
            Some(TokenAttack::Any) | None => 1,
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
