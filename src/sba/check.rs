//! When state-based actions are looked at, and by which families (CR 704.3).

use super::{Families, Proposals, attachments, ceasing, roles};
use crate::cards::def::{CardTypes, CounterKind, Keyword, Supertypes};
use crate::decision::Agenda;
use crate::ids::{NameId, Seat};
use crate::object::{Characteristics, Counters, Status};
use crate::player::{Player, Players};
use crate::reading::{Board, Live};
use crate::schedule::{Dirt, Inputs, StateBasedActions};
use crate::turn::Turn;
use crate::zones::Zones;
use bevy_ecs::prelude::*;
use smallvec::SmallVec;

/// What some family reads.
const READ: Inputs = Inputs::BATTLEFIELD
    .union(Inputs::GRAVEYARDS)
    .union(Inputs::TAPPED)
    .union(Inputs::COUNTERS)
    .union(Inputs::DAMAGE)
    .union(Inputs::LIFE)
    .union(Inputs::COMBAT)
    .union(Inputs::ATTACHMENT)
    .union(Inputs::CHOSEN)
    .union(Inputs::EFFECTS)
    .union(Inputs::PLAYERS)
    .union(Inputs::CHARACTERISTICS)
    .union(Inputs::CEASING);

/// What makes it necessary to look at what permanents are.
const KINDS: Inputs = Inputs::BATTLEFIELD.union(Inputs::CHARACTERISTICS).union(Inputs::COUNTERS);

/// The counters that annihilate each other (CR 122.3).
pub(super) const PLUS: CounterKind = CounterKind::PowerToughness(1, 1);
/// See [`PLUS`].
pub(super) const MINUS: CounterKind = CounterKind::PowerToughness(-1, -1);

/// Whether something has changed since the last check that state-based actions read.
#[inline]
pub fn is_due(world: &World) -> bool {
    world.resource::<Dirt>().sba.intersects(READ)
}

/// CR 704.3: one check of state-based actions. Answers whether any are performed: then what performs them is on the
/// agenda, and the check must be repeated afterwards. The layers must be up to date.
pub fn check(world: &mut World) -> bool {
    let changed = world.resource::<Dirt>().sba;
    if !changed.intersects(READ) {
        return false;
    }
    world.resource_mut::<Dirt>().sba = Inputs::empty();
    let due = look(world, changed);
    let acts = !due.is_empty() && {
        let before = world.resource::<Agenda>().0.len();
        world.resource_mut::<Proposals>().due = due;
        world.run_schedule(StateBasedActions);
        let ceased = ceasing::cease(world);
        ceased || world.resource::<Agenda>().0.len() > before
    };
    let clock = world.resource::<Zones>().clock;
    if world.resource::<Turn>().checked != clock {
        world.resource_mut::<Turn>().checked = clock;
    }
    acts
}

/// The families that may have something to do, after these changes. One look over players and battlefield; the order
/// in which permanents are looked at doesn't matter.
fn look(world: &World, changed: Inputs) -> Families {
    let mut due = Families::empty();
    let loses = |p: &Player| {
        p.lost.is_none() && (p.life <= 0 || p.drew_from_empty || p.counters.get(CounterKind::Poison) >= 10)
    };
    if world.resource::<Players>().0.iter().any(loses) {
        due |= Families::PLAYERS;
    }
    if changed.contains(Inputs::CEASING) {
        due |= Families::CEASING;
    }
    let board = Live::new(world);
    let kinds = changed.intersects(KINDS);
    let mut legends: SmallVec<[(Seat, NameId); 8]> = SmallVec::new();
    let (mut worlds, mut roles) = (0, 0);
    for id in &board.zones().battlefield {
        let status: &Status = board.status(*id);
        let attached = status.attached_to.is_some();
        if status.phased_out || !(kinds || attached || status.damage > 0 || status.deathtouched) {
            continue;
        }
        let chars = board.chars(*id);
        let dies = |chars: &Characteristics| {
            let lethal = status.damage >= chars.toughness && !chars.has(Keyword::Indestructible);
            chars.is_creature() && (chars.toughness <= 0 || lethal)
        };
        if status.deathtouched || dies(chars) {
            due |= Families::CREATURES;
        }
        if attached || (kinds && attachments::is_aura(chars)) {
            if attachments::falls_off(&board, *id) {
                due |= Families::ATTACHMENTS;
            }
            roles += u32::from(roles::is_role(chars));
        }
        if !kinds {
            continue;
        }
        if chars.supertypes.contains(Supertypes::LEGENDARY) && chars.name != NameId::NONE {
            let key = (chars.controller, chars.name);
            if legends.contains(&key) {
                due |= Families::LEGENDS;
            }
            legends.push(key);
        }
        worlds += u32::from(chars.supertypes.contains(Supertypes::WORLD));
        let counters: &Counters = board.counters(*id);
        if chars.is(CardTypes::PLANESWALKER) && counters.get(CounterKind::Loyalty) == 0 {
            due |= Families::PLANESWALKERS;
        }
        if counters.0.len() > 1 && counters.get(PLUS) > 0 && counters.get(MINUS) > 0 {
            due |= Families::COUNTERS;
        }
    }
    if worlds > 1 {
        due |= Families::WORLDS;
    }
    if roles > 1 {
        due |= Families::ROLES;
    }
    due
}
