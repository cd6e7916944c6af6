//! Counters on objects and players (CR 122).

use super::Performed;
use crate::cards::def::CounterKind;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{Referent, Seat};
use crate::model::object::{Counters, Object};
use crate::model::player::Players;
use crate::model::zone::{Zone, Zones};
use crate::rules::layers;
use crate::rules::state::EditGame;

/// CR 122.6, 613.7c: puts counters on an object or player, with a new timestamp for each kind.
pub(super) fn put(
    world: &mut impl EditGame,
    performed: &mut Performed<'_>,
    place: u16,
    (target, kind, count): (Referent, CounterKind, u32),
    by: Seat,
) {
    let now = world.part_mut::<Zones>().tick();
    change(world, performed, target, |counters| counters.add(kind, count, now));
    performed.facts.push(Fact::PutCounters { target, kind, count, by });
    performed.amount(place, i32::try_from(count).unwrap_or(i32::MAX));
}

/// Removes counters, at most as many as there are.
pub(super) fn remove(
    world: &mut impl EditGame,
    performed: &mut Performed<'_>,
    place: u16,
    (target, kind, count): (Referent, CounterKind, u32),
) {
    let mut removed = 0;
    change(world, performed, target, |counters| removed = counters.remove(kind, count));
    if removed > 0 {
        performed.amount(place, i32::try_from(removed).unwrap_or(i32::MAX));
        performed.facts.push(Fact::RemovedCounters { target, kind, count: removed });
    }
}

fn change(world: &mut impl EditGame, performed: &mut Performed<'_>, target: Referent, f: impl FnOnce(&mut Counters)) {
    match target {
        Referent::Object(object) => {
            f(world.row_mut::<Counters>(object.id));
            performed.inputs |= StateClass::COUNTERS;
            // Outside the battlefield and the stack nothing else depends on it.
            let zone = world.row::<Object>(object.id).zone;
            if !matches!(zone, Zone::Battlefield | Zone::Stack) {
                layers::reach(world, object);
                performed.inputs |= StateClass::EFFECTS;
            }
        }
        Referent::Player(seat) => {
            f(&mut world.part_mut::<Players>().get_mut(seat).counters);
            performed.inputs |= StateClass::PLAYERS;
        }
    }
}
