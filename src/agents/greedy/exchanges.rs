//! What exchanges of life totals, abilities and numbers are worth.

use super::evaluator::Evaluator;
use crate::cards::def::{Measure, Obj, Objects, Who};
use crate::game::view::Seen;
use crate::model::bindings::Bindings;
use crate::model::object::Characteristics;

impl Evaluator<'_, '_> {
    /// What it is worth that two players exchange life totals.
    pub(super) fn exchanged_life(&self, a: Who, b: Who, bindings: &Bindings) -> i32 {
        let one = |who| self.view.players_meant(bindings, who).into_iter().next();
        let (Some(a), Some(b)) = (one(a), one(b)) else { return 0 };
        let more = self.view.player(a).life.saturating_sub(self.view.player(b).life);
        self.life(a, more) + self.life(b, more.saturating_neg())
    }

    /// What it is worth that two objects exchange their abilities, each to who controls it.
    pub(super) fn exchanged_text(&self, what: &Objects, bindings: &Bindings) -> i32 {
        let objects = self.view.objects(bindings, what);
        let seen: Vec<Seen<'_>> = objects.into_iter().filter_map(|o| self.view.object(o)).collect();
        let [a, b] = seen.as_slice() else { return 0 };
        let with = |seen: &Seen<'_>, text: &Seen<'_>| {
            let (keywords, abilities) = (text.chars.keywords, text.chars.abilities.clone());
            let recurring = self.recurring(text.reference, &abilities).unwrap_or(0);
            self.style.as_permanent(&Characteristics { keywords, abilities, ..seen.chars.clone() }) + recurring
        };
        let gained = |one, other| self.controller_sign(one) * (with(one, other) - with(one, one));
        gained(a, b) + gained(b, a)
    }

    /// What a player gains or loses by getting the power or toughness of a creature as their life total; what the creature gets isn't
    /// counted.
    pub(super) fn exchanged_with(&self, who: Who, (of, measure): (Obj, Measure), bindings: &Bindings) -> i32 {
        let player = self.view.players_meant(bindings, who).into_iter().next();
        let seen = self.view.objects(bindings, &Objects::The(of)).into_iter().find_map(|o| self.view.object(o));
        let (Some(player), Some(seen)) = (player, seen) else { return 0 };
        let new = if measure == Measure::Power { seen.chars.power } else { seen.chars.toughness };
        self.life(player, new.saturating_sub(self.view.player(player).life))
    }
}
