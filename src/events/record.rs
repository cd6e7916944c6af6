//! Facts: what the log keeps, what the turn remembers, and who watches.

use super::{Fact, History};
use crate::ids::{Referent, Seat};
use crate::log::EventLog;
use crate::object::LastKnownTable;
use crate::player::Players;
use crate::schedule::{Inputs, touch};
use crate::triggers::{self, Before};
use crate::zones::Zone;
use bevy_ecs::prelude::*;

/// Reports what has happened other than by a batch: logs it and matches triggers at once.
pub fn record(world: &mut World, facts: &[Fact]) {
    note(world, facts, None);
}

/// The same, with the triggered abilities as they were right before (CR 603.10a).
pub(super) fn note(world: &mut World, facts: &[Fact], before: Option<Before>) {
    for fact in facts {
        remember(world, fact);
    }
    EventLog::note(world, facts);
    triggers::match_after(world, facts, before);
}

/// What conditions about this turn need. Spells cast, lands played and attacks are counted where they are declared.
fn remember(world: &mut World, fact: &Fact) {
    match fact {
        Fact::Moved { old, from: Zone::Battlefield, to: Zone::Graveyard(_), .. } => {
            let table = world.resource::<LastKnownTable>();
            if table.get(*old).is_some_and(|was| was.chars(world.resource()).is_creature()) {
                world.resource_mut::<History>().creatures_died += 1;
                touch(world, Inputs::HISTORY);
            }
        }
        Fact::GainedLife { seat, amount } => {
            player(world, *seat, |p| p.gained_life = p.gained_life.saturating_add(*amount));
        }
        Fact::LostLife { seat, amount } => player(world, *seat, |p| p.lost_life = p.lost_life.saturating_add(*amount)),
        Fact::Damaged { target: Referent::Player(seat), amount, .. } => {
            player(world, *seat, |p| p.damaged = p.damaged.saturating_add(*amount));
        }
        Fact::Drew { seat, .. } => player(world, *seat, |p| p.drawn_this_turn += 1),
        _ => {}
    }
}

fn player(world: &mut World, seat: Seat, change: impl FnOnce(&mut crate::player::Player)) {
    change(world.resource_mut::<Players>().get_mut(seat));
    touch(world, Inputs::HISTORY);
}
