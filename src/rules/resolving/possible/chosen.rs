//! What is done to something that is chosen for it: it can be done if it can be done to any that could be chosen.

use crate::cards::def::{Instruction, Quantity, Var};
use crate::model::bindings::{Frame, Value};
use crate::model::ids::SeatSet;
use crate::rules::resolving::choices;
use crate::rules::resolving::step::read_objects;
use crate::rules::state::EditGame;

/// The variable of a choice of one object or player, and what could be chosen; `None` for any other instruction.
pub(super) fn from(world: &mut impl EditGame, frame: &mut Frame, effect: &Instruction) -> Option<(Var, Vec<Value>)> {
    match effect {
        Instruction::ChoosePlayer { from, only, into, .. } => {
            let able = choices::able_players(world, frame, *from, only).into_iter();
            Some((*into, able.map(|seat| Value::Seats(SeatSet::only(seat))).collect()))
        }
        Instruction::Choose { who, from, min: Quantity::N(1), max: Quantity::N(1), random: false, into, .. }
            if !who.is_each() =>
        {
            let options = read_objects(world, frame, from).into_iter();
            Some((*into, options.map(|object| Value::Objects(vec![object])).collect()))
        }
        _ => None,
    }
}

/// Whether what follows is possible with any of the options.
pub(super) fn any(frame: &Frame, into: Var, options: &[Value], mut able: impl FnMut(&mut Frame) -> bool) -> bool {
    options.iter().any(|option| {
        let mut frame = frame.clone();
        frame.bindings.set(into, option.clone());
        able(&mut frame)
    })
}
