//! Exchanges (CR 701.12).

use super::step::{InstructionFlow, acting_permanents};
use crate::cards::def::{Objects, Var};
use crate::cards::exchanged;
use crate::model::bindings::{Frame, Value};
use crate::model::ids::{ObjectRef, Seat, SeatSet};
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// CR 701.12a-b: two permanents that different players control change sides; if they can't, nothing happens. What lasts of it are
/// the next two instructions.
pub(super) fn control(
    world: &mut impl EditGame,
    frame: &mut Frame,
    what: &Objects,
    into: Option<Var>,
) -> InstructionFlow {
    let objects = acting_permanents(world, frame, what);
    let Some(pair) = can_exchange(world, &objects) else {
        frame.store(into, Vec::new());
        return InstructionFlow::Jump(frame.pc + 1 + exchanged().len() as u16);
    };
    for ((object, new_controller), (object_var, player_var)) in pair.into_iter().zip(exchanged()) {
        frame.bindings.set(object_var, Value::Objects(vec![object]));
        frame.bindings.set(player_var, Value::Seats(SeatSet::only(new_controller)));
    }
    frame.store(into, objects);
    InstructionFlow::Next
}

/// Each of two permanents with the player who gets it; `None` if control of them can't be exchanged.
pub(super) fn can_exchange(world: &impl ReadGame, objects: &[ObjectRef]) -> Option<[(ObjectRef, Seat); 2]> {
    let [a, b] = objects else { return None };
    let board = Live::new(world);
    let (one, other) = (board.chars(a.id).controller, board.chars(b.id).controller);
    (one != other).then_some([(*a, other), (*b, one)])
}
