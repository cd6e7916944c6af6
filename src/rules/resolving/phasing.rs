//! Phasing (CR 702.26): permanents that are treated as though they didn't exist for a while.

use super::step::{InstructionFlow, acting_permanents};
use crate::cards::def::{Keyword, Objects, Var};
use crate::model::bindings::Frame;
use crate::model::dirt::StateClass;
use crate::model::ids::{ObjectRef, Seat};
use crate::model::object::Status;
use crate::model::player::Players;
use crate::model::trigger::TriggerIndex;
use crate::rules::combat;
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones;

/// CR 702.26b: permanents phase out.
pub(super) fn phase_out(world: &mut impl EditGame, frame: &Frame, what: &Objects) -> InstructionFlow {
    let objects = acting_permanents(world, frame, what);
    phase_out_and_in(world, &objects, &[]);
    InstructionFlow::Next
}

/// CR 610.3, 702.26b: permanents phase out until an event, for which they wait by the next instruction. Nothing sees that they are
/// tapped before they phase in.
pub(super) fn phase_out_for_long(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: &Objects,
    tapped: bool,
    into: Option<Var>,
) -> InstructionFlow {
    let objects = acting_permanents(world, frame, what);
    phase_out_and_in(world, &objects, &[]);
    for object in &objects {
        let status = world.row_mut::<Status>(object.id);
        status.phased_until = !status.phased_along;
        status.tapped |= tapped;
    }
    mark_dirty(world, StateClass::TAPPED);
    frame.store(into, objects);
    InstructionFlow::Next
}

/// Those of the objects that have phased out until an event; `None` if none of them has.
pub(super) fn waiting(world: &impl ReadGame, objects: &[ObjectRef]) -> Option<Vec<ObjectRef>> {
    let board = Live::new(world);
    let out = |o: &&ObjectRef| {
        let status = board.is_same(**o).then(|| board.status(o.id));
        status.is_some_and(|status| status.phased_out && status.phased_until)
    };
    let all: Vec<ObjectRef> = objects.iter().filter(out).copied().collect();
    (!all.is_empty()).then_some(all)
}

/// CR 702.26a: as the untap step of a player begins, their permanents with phasing phase out, and those that phased out
/// under their control phase in. Answers whether there were any.
pub(crate) fn phase(world: &mut impl EditGame, active: Seat) -> bool {
    let board = Live::with_columns(world);
    let (mut leaving, mut coming) = (Vec::new(), Vec::new());
    for id in &board.zones().battlefield {
        let status = board.status(*id);
        let object = board.object(*id).reference();
        if status.phased_out {
            if !status.phased_along && !status.phased_until && comes_back(world, status.phased_under, active) {
                coming.push(object);
            }
        } else if board.chars(*id).has(Keyword::Phasing) && board.chars(*id).controller == active {
            leaving.push(object);
        }
    }
    if leaving.is_empty() && coming.is_empty() {
        return false;
    }
    phase_out_and_in(world, &leaving, &coming);
    true
}

/// CR 702.26a, 702.26n: whether what phased out under a player's control phases in during the active player's untap step:
/// their own or, once they have left the game, the first one after their next turn would have begun.
fn comes_back(world: &impl ReadGame, under: Seat, active: Seat) -> bool {
    let players = world.part::<Players>();
    // Who left in their own turn would have had the next one after everybody else's.
    let waits = players
        .get(under)
        .left
        .0
        .is_some_and(|left| left.own_turn != 0 && players.get(active).upkeeps[0] < left.own_turn);
    players.in_turn_order(under).next() == Some(active) && !waits
}

/// Permanents phase out and in at the same time, each with what is attached to it (CR 702.26g-h). None of that changes
/// zones or controllers, and nothing triggers on it (702.26d, 702.26j).
fn phase_out_and_in(world: &mut impl EditGame, leaving: &[ObjectRef], coming: &[ObjectRef]) {
    let along = zones::attached(world, leaving, |status| !status.phased_out);
    let direct = leaving.iter().filter(|o| !along.contains(o)).map(|o| (*o, false));
    for (object, indirectly) in direct.chain(along.iter().map(|o| (*o, true))) {
        let controller = Live::new(world).chars(object.id).controller;
        let status = world.row_mut::<Status>(object.id);
        (status.phased_out, status.phased_along, status.phased_under) = (true, indirectly, controller);
        combat::remove_from_combat(world, object);
        // CR 702.26f, 702.95e.
        zones::unpair(world, object);
    }
    zones::phase_in(world, coming);
    if !leaving.is_empty() {
        mark_dirty(world, StateClass::BATTLEFIELD | StateClass::EFFECTS);
        // CR 702.26b: triggered abilities stop functioning.
        world.part_mut::<TriggerIndex>().stale = true;
    }
}
