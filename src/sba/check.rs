//! When state-based actions are looked at, and by which families (CR 704.3).

use super::{Families, Proposals, attachments, ceasing, counters, roles};
use crate::cards::def::{CardTypes, CounterKind, Keyword, Supertypes};
use crate::decision::Agenda;
use crate::ids::{NameId, ObjectRef, Seat};
use crate::object::{Characteristics, Counters, Restrictions, Status};
use crate::player::Player;
use crate::reading::{Board, Live};
use crate::schedule::{Dirt, Inputs, StateBasedActions};
use crate::turn::Turn;
use crate::variants::commander;
use bevy_ecs::prelude::*;
use smallvec::SmallVec;

/// What some family reads in any case.
const READ: Inputs = Inputs::BATTLEFIELD
    .union(Inputs::COUNTERS)
    .union(Inputs::DAMAGE)
    .union(Inputs::LIFE)
    .union(Inputs::ATTACHMENT)
    .union(Inputs::PLAYERS)
    .union(Inputs::CHARACTERISTICS)
    .union(Inputs::CEASING);

/// What else may make an attachment illegal, if there is one: what it can be attached to is told by a filter.
const READ_BY_ATTACHMENTS: Inputs =
    Inputs::TAPPED.union(Inputs::GRAVEYARDS).union(Inputs::COMBAT).union(Inputs::CHOSEN).union(Inputs::EFFECTS);

/// Where commanders may go back from.
const READ_BY_COMMANDERS: Inputs = Inputs::GRAVEYARDS.union(Inputs::EXILE);

/// Slots keep every component of an object.
const HELD: &str = "slots hold objects";

/// What makes it necessary to look at what permanents are.
const KINDS: Inputs = Inputs::BATTLEFIELD.union(Inputs::CHARACTERISTICS).union(Inputs::COUNTERS);

/// The counters that annihilate each other (CR 122.3).
pub(super) const PLUS: CounterKind = CounterKind::PowerToughness(1, 1);
/// See [`PLUS`].
pub(super) const MINUS: CounterKind = CounterKind::PowerToughness(-1, -1);

/// Whether something has changed since the last check that state-based actions read.
#[inline]
pub fn is_due(world: &World) -> bool {
    concerns(world, world.resource::<Dirt>().sba)
}

fn concerns(world: &World, changed: Inputs) -> bool {
    changed.intersects(READ)
        || (changed.intersects(READ_BY_ATTACHMENTS) && world.resource::<Proposals>().attached)
        || (changed.intersects(READ_BY_COMMANDERS) && commander::is_used(world.resource()))
}

/// CR 704.3: one check of state-based actions. Answers whether any are performed: then what performs them is on the
/// agenda, and the check must be repeated afterwards. The layers must be up to date.
pub fn check(world: &mut World) -> bool {
    let changed = world.resource::<Dirt>().sba;
    if !concerns(world, changed) {
        return false;
    }
    world.resource_mut::<Dirt>().sba = Inputs::empty();
    let Look { due, attached, worlds, world_permanent } = look(world, changed);
    if world.resource::<Proposals>().attached != attached {
        world.resource_mut::<Proposals>().attached = attached;
    }
    let acts = !due.is_empty() && {
        let before = world.resource::<Agenda>().0.len();
        world.resource_mut::<Proposals>().due = due;
        world.run_schedule(StateBasedActions);
        let ceased = ceasing::cease(world);
        ceased || world.resource::<Agenda>().0.len() > before
    };
    if changed.intersects(KINDS) && worlds < 2 && world.resource::<Turn>().world != world_permanent {
        world.resource_mut::<Turn>().world = world_permanent;
    }
    acts
}

/// What a look found.
#[derive(Default)]
struct Look {
    /// The families that may have something to do.
    due: Families,
    /// Whether anything is attached to anything.
    attached: bool,
    /// How many world permanents there are, and one of them.
    worlds: u32,
    world_permanent: Option<ObjectRef>,
}

/// One look over players and battlefield, after these changes. The order in which permanents are looked at doesn't
/// matter.
fn look(world: &World, changed: Inputs) -> Look {
    let mut found = Look::default();
    let loses = |p: &Player| {
        p.lost.is_none()
            && (p.life <= 0
                || p.drew_from_empty
                || p.counters.get(CounterKind::Poison) >= 10
                || commander::is_beaten(p))
    };
    let board = Live::new(world);
    if board.players().0.iter().any(loses) {
        found.due |= Families::PLAYERS;
    }
    if changed.contains(Inputs::CEASING) {
        found.due |= Families::CEASING;
    }
    if changed.intersects(READ_BY_COMMANDERS)
        && commander::is_used(board.players())
        && !commander::elsewhere(&board).is_empty()
    {
        found.due |= Families::COMMANDERS;
    }
    let slots = board.world_slots();
    let kinds = changed.intersects(KINDS);
    let mut legends: SmallVec<[(Seat, NameId); 8]> = SmallVec::new();
    let mut roles = 0;
    for id in &board.zones().battlefield {
        let entity = world.entity(slots.entity(*id));
        let status = entity.get::<Status>().expect(HELD);
        let attached = status.attached_to.is_some();
        found.attached |= attached;
        if status.phased_out || !(kinds || attached || status.damage > 0 || status.deathtouched) {
            continue;
        }
        let chars = entity.get::<Characteristics>().expect(HELD);
        let dies = |chars: &Characteristics| {
            let lethal = status.damage >= chars.toughness && !chars.has(Keyword::Indestructible);
            chars.is_creature() && (chars.toughness <= 0 || lethal)
        };
        if status.deathtouched || dies(chars) {
            found.due |= Families::CREATURES;
        }
        if attached || (kinds && attachments::is_aura(chars)) {
            if attachments::falls_off(&board, *id) {
                found.due |= Families::ATTACHMENTS;
            }
            roles += u32::from(roles::is_role(chars));
        }
        if !kinds {
            continue;
        }
        if chars.supertypes.contains(Supertypes::LEGENDARY) && chars.name != NameId::NONE {
            let key = (chars.controller, chars.name);
            if legends.contains(&key) {
                found.due |= Families::LEGENDS;
            }
            legends.push(key);
        }
        if chars.supertypes.contains(Supertypes::WORLD) {
            found.worlds += 1;
            found.world_permanent = Some(board.object(*id).reference());
        }
        if chars.restrictions.contains(Restrictions::OTHER) && counters::too_many(&board, *id).next().is_some() {
            found.due |= Families::COUNTERS;
        }
        let walks = chars.is(CardTypes::PLANESWALKER);
        if !walks && !changed.contains(Inputs::COUNTERS) {
            continue;
        }
        let counters = entity.get::<Counters>().expect(HELD);
        if walks && counters.get(CounterKind::Loyalty) == 0 {
            found.due |= Families::PLANESWALKERS;
        }
        if counters.0.len() > 1 && counters.get(PLUS) > 0 && counters.get(MINUS) > 0 {
            found.due |= Families::COUNTERS;
        }
    }
    if found.worlds > 1 {
        found.due |= Families::WORLDS;
    }
    if roles > 1 {
        found.due |= Families::ROLES;
    }
    found
}
