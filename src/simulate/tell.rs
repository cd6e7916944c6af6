//! Facts as text: the log of a game.

use super::words::Words;
use crate::cards::CardTable;
use crate::cards::def::StepName;
use crate::client::describe;
use crate::events::{Cause, Fact};
use crate::ids::ObjectRef;
use crate::turn::Turn;
use crate::zones::Zone;
use bevy_ecs::prelude::*;

/// A fact as a line of a log, with the names of cards; `None` for what readers of a log don't miss.
pub fn tell(world: &World, fact: &Fact) -> Option<String> {
    Words::new(world).tell(fact)
}

/// Whether readers of a log miss a fact: nothing else tells it, and it is no matter of course.
fn is_missed(fact: &Fact) -> bool {
    match fact {
        Fact::Moved { from, to, cause, .. } => {
            use Cause as C;
            let told = matches!(cause, C::Cast | C::PlayLand | C::Draw | C::Sacrifice | C::Discard | C::Setup);
            let resolved = matches!((from, to), (Zone::Stack, Zone::Graveyard(_)) if *cause == C::Resolve);
            !told && !resolved && *to != Zone::Outside
        }
        Fact::Began { step, .. } => *step == StepName::Untap,
        Fact::Attached { to, .. } => to.is_some(),
        Fact::BecameBlocked { .. }
        | Fact::NotBlocked { .. }
        | Fact::Tapped { .. }
        | Fact::TappedForMana { .. }
        | Fact::Untapped { .. }
        | Fact::Targeted { .. }
        | Fact::Resolving { .. }
        | Fact::AddedMana { .. } => false,
        _ => true,
    }
}

impl Words<'_> {
    /// A fact as a line of a log; `None` for what readers of a log don't miss.
    pub fn tell(self, fact: &Fact) -> Option<String> {
        is_missed(fact).then(|| self.fact(fact))
    }

    /// Any fact as a line.
    pub fn fact(self, fact: &Fact) -> String {
        let name = |object: &ObjectRef| self.object(*object);
        match fact {
            Fact::Moved { old, new, from, to, cause } => self.moved((*old, *new), (*from, *to), *cause),
            Fact::Cast { spell, by, from } => match from {
                Zone::Hand(_) => format!("{} casts {}", self.seat(*by), name(spell)),
                _ => format!("{} casts {} from {}", self.seat(*by), name(spell), self.zone(*from)),
            },
            Fact::Activated { key, by } => {
                let (number, object) = (key.handle.index + 1, name(&key.object));
                let does = describe::ability(self.world.resource::<CardTable>(), key.handle);
                format!("{} activates ability {number} of {object} ({does})", self.seat(*by))
            }
            Fact::PlayedLand { land, by } => format!("{} plays {}", self.seat(*by), name(land)),
            Fact::Attacked { attacker, target } => format!("{} attacks {}", name(attacker), self.referent(*target)),
            Fact::Blocked { blocker, attacker } => format!("{} blocks {}", name(blocker), name(attacker)),
            Fact::BecameBlocked { attacker } => format!("{} becomes blocked", name(attacker)),
            Fact::NotBlocked { attacker } => format!("{} isn't blocked", name(attacker)),
            Fact::Damaged { source, target, amount, combat } => {
                let sort = if *combat { "combat damage" } else { "damage" };
                format!("{} deals {amount} {sort} to {}", name(source), self.referent(*target))
            }
            Fact::GainedLife { seat, amount } => format!("{} gains {amount} life", self.seat(*seat)),
            Fact::LostLife { seat, amount } => format!("{} loses {amount} life", self.seat(*seat)),
            Fact::Drew { seat, card } => format!("{} draws {}", self.seat(*seat), name(card)),
            Fact::Discarded { seat, card, cycling } => {
                let how = if *cycling { "cycles" } else { "discards" };
                format!("{} {how} {}", self.seat(*seat), name(card))
            }
            Fact::Sacrificed { seat, old } => format!("{} sacrifices {}", self.seat(*seat), name(old)),
            Fact::Tapped { object, for_mana: true } => format!("{} is tapped for mana", name(object)),
            Fact::TappedForMana { object } => format!("{} has been tapped for mana", name(object)),
            Fact::Tapped { object, for_mana: false } => format!("{} is tapped", name(object)),
            Fact::ChaosEnsued { seat } => format!("chaos ensues ({})", self.seat(*seat)),
            Fact::Planeswalked { seat, to } => {
                format!("{} planeswalks to {}", self.seat(*seat), name(to))
            }
            Fact::SetInMotion { seat, scheme } => {
                format!("{} sets {} in motion", self.seat(*seat), name(scheme))
            }
            Fact::Turned { object, up } => {
                format!("{} is turned face {}", name(object), if *up { "up" } else { "down" })
            }
            Fact::Untapped { object } => format!("{} is untapped", name(object)),
            Fact::Targeted { target, by } => format!("{} becomes a target of {}", self.referent(*target), name(by)),
            Fact::PutCounters { target, kind, count } => {
                format!("{count} {kind} counter(s) on {}", self.referent(*target))
            }
            Fact::Began { step: StepName::Untap, active } => {
                format!("-- turn {} of {}", self.world.resource::<Turn>().number, self.player(*active))
            }
            Fact::Began { step, .. } => format!("-- {step:?}"),
            Fact::Attached { object, to: Some(to), .. } => {
                format!("{} is attached to {}", name(object), self.referent(*to))
            }
            Fact::Attached { object, to: None, .. } => format!("{} is attached to nothing any more", name(object)),
            Fact::Shuffled { seat } => format!("{} shuffles", self.seat(*seat)),
            Fact::TakesFirstTurn { seat } => format!("{} takes the first turn", self.seat(*seat)),
            Fact::TookMulligan { seat } => format!("{} takes a mulligan", self.seat(*seat)),
            Fact::PutBack { seat, count, left } => {
                let cards = if *count == 1 { "card" } else { "cards" };
                format!("{} puts {count} {cards} on the bottom and has {left}", self.seat(*seat))
            }
            Fact::KeptHand { seat, cards } => {
                let noun = if *cards == 1 { "card" } else { "cards" };
                format!("{} keeps {cards} {noun}", self.seat(*seat))
            }
            Fact::Revealed { object } => format!("{} is revealed", name(object)),
            Fact::Lost { seat } => format!("{} loses the game", self.seat(*seat)),
            Fact::Looked { by, object } => {
                let who: Vec<String> = by.iter().map(|seat| self.seat(seat)).collect();
                format!("{} may look at {}", who.join(", "), name(object))
            }
            Fact::Triggered { ability, .. } => format!("{} triggers", name(ability)),
            Fact::Resolving { object } => format!("{} resolves", name(object)),
            Fact::AddedMana { seat, mana, count } => {
                format!("{} adds {}", self.seat(*seat), format!("{{{}}}", mana.letter()).repeat(usize::from(*count)))
            }
            Fact::RemovedCounters { target, kind, count } => {
                format!("{count} {kind} counter(s) removed from {}", self.referent(*target))
            }
        }
    }

    fn moved(self, (old, new): (ObjectRef, ObjectRef), (from, to): (Zone, Zone), cause: Cause) -> String {
        // Where it goes it may be unknown by name (a token has ceased to exist), where it was it isn't.
        let seen = |object: ObjectRef| self.eyes.is_none_or(|eyes| eyes.see(object).is_some());
        let first = if to.is_public() || (!seen(old) && seen(new)) { new } else { old };
        let name = self.object(first);
        match cause {
            Cause::Destroy => format!("{name} is destroyed"),
            Cause::Counter => format!("{name} is countered"),
            Cause::Mill => format!("{name} is milled"),
            Cause::StateBased => format!("{name} goes to {}", self.zone(to)),
            _ if to == Zone::Battlefield => format!("{name} enters the battlefield"),
            _ => format!("{name} goes from {} to {}", self.zone(from), self.zone(to)),
        }
    }

    /// A zone.
    pub fn zone(self, zone: Zone) -> String {
        match zone {
            Zone::Library(seat) => format!("{}'s library", self.seat(seat)),
            Zone::Hand(seat) => format!("{}'s hand", self.seat(seat)),
            Zone::Graveyard(seat) => format!("{}'s graveyard", self.seat(seat)),
            Zone::Battlefield => "the battlefield".to_owned(),
            Zone::Stack => "the stack".to_owned(),
            Zone::Exile => "exile".to_owned(),
            Zone::Command => "the command zone".to_owned(),
            Zone::Outside => "outside the game".to_owned(),
        }
    }
}
