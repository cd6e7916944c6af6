//! What a mana ability produces of a permanent that is tapped for mana, until it is known what is produced instead (CR 106.12b).
//!
//! The scratch of the instruction has, after the count of parts, how much is held of each type, and how much of each type the payer
//! has planned, or -1. It has them only if something could replace the mana.

use super::mana::give;
use super::step::{InstructionFlow, board, place};
use crate::cards::def::ManaType;
use crate::cards::{AbilityKind, CardTable};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::decision::{Choice, Prompt, Shape};
use crate::model::ids::Seat;
use crate::rules::layers;
use crate::rules::mana::instead::{self, Produced, Replacing};
use crate::rules::state::{EditGame, ReadGame};
use smallvec::SmallVec;

/// The first place of what is held, of what is planned, and of the amount that was chosen.
const HELD: usize = 1;
const PLANNED: usize = 7;
const AMOUNT: usize = 13;

/// The phases in which the amount and the type of what is produced are asked.
const ASKED_AMOUNT: u8 = 2;
const ASKED_TYPE: u8 = 3;

/// What replaces the mana of a program: of an activated mana ability with the tap symbol in its cost (CR 106.12).
fn replacing(world: &impl ReadGame, frame: &Frame) -> Replacing {
    let table = world.part::<CardTable>();
    let Some(key) = frame.bindings.key.filter(|_| table.0.traits.replaces_mana) else { return Replacing::new() };
    let AbilityKind::Activated { is_mana: true, cost, body, .. } = &table.ability(key.handle).kind else {
        return Replacing::new();
    };
    let is_own = key.handle.def == frame.program.def && body.modes.iter().any(|m| m.program == frame.program.index);
    match is_own && instead::includes_tap(&cost.0) {
        true => instead::replacing(&board(world), frame.bindings.you, key.object),
        false => Replacing::new(),
    }
}

/// Has mana held back from now on, if something replaces it.
pub(super) fn hold(world: &impl ReadGame, frame: &mut Frame) {
    let replacing = replacing(world, frame);
    if replacing.is_empty() {
        return;
    }
    let planned = frame.planned.amounts();
    frame.scratch.extend((0..6).map(|_| Value::Number(0)));
    frame.scratch.extend((0..6).map(|i| Value::Number(planned.map_or(-1, |makes| i32::from(makes[i])))));
    frame.scratch.push(Value::Number(-1));
    frame.planned = frame.planned.divided(instead::factor(&replacing));
}

/// Holds mana back; `false` if it is to be added.
pub(super) fn keep(frame: &mut Frame, mana: ManaType, n: i32) -> bool {
    if frame.scratch.len() <= AMOUNT {
        return false;
    }
    let place = HELD + mana as usize;
    frame.scratch[place] = Value::Number(frame.kept_number(place).saturating_add(n));
    true
}

/// Adds what is produced instead of what is held, once all of an instruction for a player is held; `Some` is a step to wait for.
pub(super) fn release(world: &mut impl EditGame, frame: &mut Frame, seat: Seat, at: i32) -> Option<InstructionFlow> {
    if frame.scratch.len() <= AMOUNT || at != frame.kept_number(0) {
        return None;
    }
    let made: Produced = std::array::from_fn(|i| u16::try_from(frame.kept_number(HELD + i)).unwrap_or(u16::MAX));
    if made == [0; 6] {
        return None;
    }
    if !layers::is_fresh(world) {
        return Some(InstructionFlow::Refresh);
    }
    let all = instead::outcomes(&replacing(world, frame), made);
    let chosen = match settle(world, frame, all) {
        Ok(chosen) => chosen,
        Err(step) => return Some(step),
    };
    let rest = frame.scratch.split_off(HELD);
    for (mana, n) in ManaType::ALL.into_iter().zip(chosen) {
        give(world, frame, seat, mana, i32::from(n));
    }
    // What other players get is held, too.
    frame.scratch.extend(rest);
    frame.scratch[HELD..PLANNED].fill(Value::Number(0));
    frame.scratch[AMOUNT] = Value::Number(-1);
    None
}

/// CR 616.1: the player who taps the permanent chooses how effects apply, and so what is produced. First they choose the amount, then the
/// type, as far as there is something to choose. What the payer has planned isn't asked.
fn settle(world: &mut impl EditGame, frame: &mut Frame, mut all: Vec<Produced>) -> Result<Produced, InstructionFlow> {
    let sum = |made: &Produced| made.iter().map(|n| i32::from(*n)).sum::<i32>();
    if frame.kept_number(PLANNED) >= 0 {
        let planned: Produced = std::array::from_fn(|i| u16::try_from(frame.kept_number(PLANNED + i)).unwrap_or(0));
        return Ok(all.iter().find(|made| **made == planned).copied().unwrap_or(all[0]));
    }
    let mut amounts: Vec<i32> = all.iter().map(sum).collect();
    amounts.sort_unstable();
    amounts.dedup();
    if frame.phase == ASKED_AMOUNT {
        frame.phase = 0;
        frame.scratch[AMOUNT] = Value::Number(amounts[place(&Returned::answer(world))]);
    }
    let you = frame.bindings.you;
    match frame.kept_number(AMOUNT) {
        -1 if amounts.len() > 1 => {
            let choices = amounts.into_iter().map(Choice::Number).collect();
            return Err(frame.ask(ASKED_AMOUNT, you, Prompt::ChooseNumber(frame.subject()), Shape::ChooseOne(choices)));
        }
        -1 => {}
        amount => all.retain(|made| sum(made) == amount),
    }
    let types: SmallVec<[ManaType; 6]> =
        ManaType::ALL.into_iter().filter(|t| all.iter().any(|made| made[*t as usize] > 0)).collect();
    if frame.phase == ASKED_TYPE {
        frame.phase = 0;
        let mana = types[place(&Returned::answer(world))];
        // Where a type is in several results, the one with the most of it.
        all.sort_by_key(|made| std::cmp::Reverse(made[mana as usize]));
        return Ok(all[0]);
    }
    if all.len() > 1 {
        let choices = types.into_iter().map(Choice::Mana).collect();
        return Err(frame.ask(ASKED_TYPE, you, Prompt::ManaColor(frame.subject()), Shape::ChooseOne(choices)));
    }
    Ok(all[0])
}
