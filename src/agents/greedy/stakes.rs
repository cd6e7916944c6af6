//! What fights are about besides bodies: what creatures do as they die, and as they deal combat damage to a player.

use super::combat::Fighter;
use super::evaluator::{Evaluator, names_itself};
use super::style::Style;
use crate::cards::AbilityKind;
use crate::cards::def::{DamageTo, TriggerEvent};
use crate::game::view::SeatView;
use crate::model::bindings::{Bindings, EventData};
use crate::model::ids::{Referent, Seat};

/// The most that one ability counts, and below zero the least.
const MOST: i32 = 250;
/// What is left of the worth of a creature that does much as it dies.
const LEAST: i32 = 10;

impl Fighter {
    /// The fighter with what is at stake if it dies, and if it deals damage to `defender`.
    pub(super) fn with_stakes(self, view: &SeatView<'_>, style: &Style, defender: Seat) -> Self {
        if style.stakes <= 0 {
            return self;
        }
        let Some(seen) = view.object(self.object) else { return self };
        let table = view.table();
        let mut fighter = self;
        for ability in &seen.chars.abilities {
            let AbilityKind::Triggered { when, .. } = &table.ability(ability.handle).kind else { continue };
            let dies = matches!(when, TriggerEvent::Dies(what) if names_itself(what));
            let hits = match when {
                TriggerEvent::Damage { source, to: DamageTo::Player(_), .. } => names_itself(source),
                _ => false,
            };
            if !dies && !hits {
                continue;
            }
            let mut bindings = Bindings::new(self.controller, self.object);
            let (object, player) = (Referent::Object(self.object), Referent::Player(defender));
            bindings.event = Some(EventData {
                subject: Some(if dies { object } else { player }),
                source: Some(self.object),
                player: Some(defender),
                amount: self.strength(),
                ..EventData::default()
            });
            let evaluator = Evaluator::new(view, style, false);
            let worth = evaluator.ability(ability.handle, &mut bindings) * evaluator.sign(self.controller);
            let worth = worth.clamp(-MOST, MOST);
            if hits {
                fighter.hit += worth;
            } else if fighter.worth > 0 {
                fighter.worth = (fighter.worth - worth).max(LEAST);
            }
        }
        fighter
    }
}
