//! The Ring tempts players (CR 701.54).

use super::step::{InstructionFlow, board, is_playing, place, seat};
use super::tokens::put_new;
use crate::cards::CardTable;
use crate::cards::def::{CardTypes, Designation, Who};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::decision::{Choice, Prompt, Shape};
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{DefId, ObjectRef, Seat};
use crate::model::object::{CopiableSource, ObjectKind, Status};
use crate::model::player::Players;
use crate::model::zone::Zone;
use crate::rules::events::record;
use crate::rules::reading::Board;
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, ReadGame};

/// CR 701.54a, c: the player has the emblem from then on, and chooses a creature as their Ring-bearer.
pub(super) fn tempt(world: &mut impl EditGame, frame: &mut Frame, who: Who) -> InstructionFlow {
    let Some(seat) = seat(world, frame, who).filter(|seat| is_playing(world, *seat)) else {
        return InstructionFlow::Next;
    };
    if frame.phase == 0 {
        let creatures = permanents_of(world, seat, |board, o| board.chars(o.id).is(CardTypes::CREATURE));
        give_emblem(world, seat);
        let tempted = &mut world.part_mut::<Players>().get_mut(seat).venture.tempted;
        *tempted = tempted.saturating_add(1);
        mark_dirty(world, StateClass::PLAYERS);
        if creatures.is_empty() {
            record(world, &[Fact::RingTempted { seat, bearer: None }]);
            return InstructionFlow::Next;
        }
        let choices = creatures.iter().map(|o| Choice::Object(*o)).collect();
        frame.scratch = creatures.into_iter().map(|o| Value::Objects([o].into_iter().collect())).collect();
        return frame.ask(1, seat, Prompt::ChooseObjects(frame.subject()), Shape::ChooseOne(choices));
    }
    let chosen = place(&Returned::answer(world));
    let Some(Value::Objects(chosen)) = frame.scratch.get(chosen).cloned() else { return InstructionFlow::Next };
    let bearer = chosen.first().copied();
    for object in permanents_of(world, seat, |_, _| true) {
        let status = world.row_mut::<Status>(object.id);
        status.designations &= !Designation::RingBearer.bit();
        if Some(object) == bearer {
            status.designations |= Designation::RingBearer.bit();
        }
    }
    mark_dirty(world, StateClass::COUNTERS);
    record(world, &[Fact::RingTempted { seat, bearer }]);
    InstructionFlow::Next
}

/// The permanents that a player controls and of which something is true.
fn permanents_of<G: ReadGame>(
    world: &G,
    seat: Seat,
    is: impl Fn(&crate::rules::reading::Live<'_>, ObjectRef) -> bool,
) -> Vec<ObjectRef> {
    let board = board(world);
    let all = board.zones().battlefield.iter().map(|id| board.object(*id).reference());
    let own = all.filter(|o| board.chars(o.id).controller == seat && !board.status(o.id).phased_out);
    own.filter(|o| is(&board, *o)).collect()
}

/// CR 701.54c: the emblem, if the player doesn't have it.
fn give_emblem(world: &mut impl EditGame, seat: Seat) {
    let Some(ring) = world.part::<CardTable>().0.ring else { return };
    if !has_emblem(world, seat, ring) {
        let _ = put_new(world, ObjectKind::Emblem, seat, CopiableSource::Def(ring, 0), Zone::Command);
    }
}

fn has_emblem(world: &impl ReadGame, seat: Seat, ring: DefId) -> bool {
    let board = crate::rules::reading::Live::new(world);
    let is = |id| {
        let object = board.object(id);
        object.owner == seat && object.kind == ObjectKind::Emblem && object.base == CopiableSource::Def(ring, 0)
    };
    board.zones().command.iter().any(|id| is(*id))
}
