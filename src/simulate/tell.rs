//! Facts as text: the log of a game.

use super::words::{object_text, referent_text};
use crate::cards::def::StepName;
use crate::events::{Cause, Fact};
use crate::turn::Turn;
use crate::zones::Zone;
use bevy_ecs::prelude::*;

/// A fact as a line of a log, with the names of cards; `None` for what readers of a log don't miss.
pub fn tell(world: &World, fact: &Fact) -> Option<String> {
    let name = |object| object_text(world, object);
    Some(match fact {
        Fact::Moved { old, new, from, to, cause } => return moved(world, (*old, *new), (*from, *to), *cause),
        Fact::Cast { spell, by, from } => match from {
            Zone::Hand(_) => format!("{by} casts {}", name(*spell)),
            _ => format!("{by} casts {} from {}", name(*spell), zone_text(*from)),
        },
        Fact::Activated { key, by } => {
            format!("{by} activates ability {} of {}", key.handle.index + 1, name(key.object))
        }
        Fact::PlayedLand { land, by } => format!("{by} plays {}", name(*land)),
        Fact::Attacked { attacker, target } => format!("{} attacks {}", name(*attacker), referent_text(world, *target)),
        Fact::Blocked { blocker, attacker } => format!("{} blocks {}", name(*blocker), name(*attacker)),
        Fact::Damaged { source, target, amount, combat } => {
            let sort = if *combat { "combat damage" } else { "damage" };
            format!("{} deals {amount} {sort} to {}", name(*source), referent_text(world, *target))
        }
        Fact::GainedLife { seat, amount } => format!("{seat} gains {amount} life"),
        Fact::LostLife { seat, amount } => format!("{seat} loses {amount} life"),
        Fact::Drew { seat, card } => format!("{seat} draws {}", name(*card)),
        Fact::Discarded { seat, card, cycling } => {
            let how = if *cycling { "cycles" } else { "discards" };
            format!("{seat} {how} {}", name(*card))
        }
        Fact::Sacrificed { seat, old } => format!("{seat} sacrifices {}", name(*old)),
        Fact::PutCounters { target, kind, count } => {
            format!("{count} {kind} counter(s) on {}", referent_text(world, *target))
        }
        Fact::Began { step: StepName::Untap, active } => {
            format!("-- turn {} of player {active}", world.resource::<Turn>().number)
        }
        Fact::Attached { object, to: Some(to) } => {
            format!("{} is attached to {}", name(*object), referent_text(world, *to))
        }
        Fact::Shuffled { seat } => format!("{seat} shuffles"),
        Fact::Revealed { object } => format!("{} is revealed", name(*object)),
        Fact::Lost { seat } => format!("{seat} loses the game"),
        _ => return None,
    })
}

/// A change of zones, unless another fact tells it.
fn moved(
    world: &World,
    (old, new): (crate::ids::ObjectRef, crate::ids::ObjectRef),
    (from, to): (Zone, Zone),
    cause: Cause,
) -> Option<String> {
    if matches!(cause, Cause::Cast | Cause::PlayLand | Cause::Draw | Cause::Sacrifice | Cause::Discard | Cause::Setup) {
        return None;
    }
    if to == Zone::Outside || matches!((from, to), (Zone::Stack, Zone::Graveyard(_)) if cause == Cause::Resolve) {
        return None;
    }
    // Where it goes it may be unknown by name (a token has ceased to exist), where it was it isn't.
    let name = object_text(world, if to.is_public() { new } else { old });
    Some(match cause {
        Cause::Destroy => format!("{name} is destroyed"),
        Cause::Counter => format!("{name} is countered"),
        Cause::Mill => format!("{name} is milled"),
        Cause::Resolve => format!("{name} enters the battlefield"),
        Cause::StateBased => format!("{name} goes to {}", zone_text(to)),
        _ if to == Zone::Battlefield => format!("{name} enters the battlefield"),
        _ => format!("{name} goes from {} to {}", zone_text(from), zone_text(to)),
    })
}

fn zone_text(zone: Zone) -> String {
    match zone {
        Zone::Library(seat) => format!("{seat}'s library"),
        Zone::Hand(seat) => format!("{seat}'s hand"),
        Zone::Graveyard(seat) => format!("{seat}'s graveyard"),
        Zone::Battlefield => "the battlefield".to_owned(),
        Zone::Stack => "the stack".to_owned(),
        Zone::Exile => "exile".to_owned(),
        Zone::Command => "the command zone".to_owned(),
        Zone::Outside => "outside the game".to_owned(),
    }
}
