//! Resolving instructions (CR 608.2, 609, 610): programs, their frames, and one family of instructions a file.
//!
//! A program is a flat list of [`Op`]s. `Task::Run` holds a [`Frame`]: a program, a counter, a phase within the
//! instruction, and [`Bindings`]. An instruction that changes the game pushes a batch of events above its frame and
//! continues, one phase later, with what the batch answers ([`BatchResult`](crate::model::event::BatchResult)); one that
//! needs a choice asks and takes the answer when it continues (`Returned::answer`). So a half-resolved spell is plain data.
//!
//! | file | instructions |
//! | --- | --- |
//! | `control` | order of things: conditions, options, loops; effects that last |
//! | `illegal` | what doesn't happen because it requires information about an illegal target (CR 608.2b) |
//! | `leaf`, `step` | which file does which instruction; what all of them are made of |
//! | `possible`, `poll` | options that can't be chosen (CR 608.2d), choices of several players (CR 101.4) |
//! | `choices` | choices made on resolution (CR 608.2d) |
//! | `moving` | moving objects between zones |
//! | `meld` | melding (CR 701.42) |
//! | `zones` | destroy, sacrifice, draw, discard, mill, reveal, look, shuffle (CR 701, 121) |
//! | `library` | search, scry, surveil (CR 701.22-701.25), exiling until a card matches |
//! | `damage` | damage, life, fight |
//! | `mana`, `produced` | mana (CR 106); what is produced instead (106.12b) |
//! | `permanents`, `counters`, `proliferate` | tapping, counters, attaching, regeneration, combat |
//! | `players` | day and night, the monarch, the city's blessing, unspent mana |
//! | `exchange` | exchanges (CR 701.12) |
//! | `phasing` | phasing in and out |
//! | `tokens` | tokens, emblems (CR 111, 114) |
//! | `ring` | the Ring (CR 701.54) |
//! | `venture` | dungeons, the initiative (CR 701.49, 726) |
//! | `vote` | votes (CR 701.38) |
//! | `stack` | countering, casting during a resolution |
//! | `copies` | copies of spells and abilities, new targets (CR 707.10, 115.7) |
//! | `turns` | extra turns and phases, winning and losing |
//! | `variants` | planes and schemes (CR 701.31-701.33, 901, 904) |
//! | `aim` | whether what is chosen for instructions gains or loses by them, for those who show choices |
//!
//! `step` has what all of them are made of, `poll` the choices of several players, `possible` which options can't be
//! chosen.
//!
//! Data enters by [`start`](crate::rules::driver::start), leaves by batches, and reads the game through
//! [`reading`](crate::rules::reading).
//!
//! # Invariants
//! * An instruction whose phase is 0 has done nothing; its scratch is empty.
//! * An instruction does as much as it can (CR 609.3): nothing that is gone, missing or illegal stops a program.
//! * A variable is set if and only if the instruction that sets it did something; in a loop, in this round.
//! * Choices of several players are all made before anything happens (CR 101.4, 608.2e).

pub(crate) mod aim;
mod choices;
mod control;
mod copies;
mod counters;
mod damage;
mod exchange;
mod illegal;
mod leaf;
mod library;
mod mana;
mod meld;
mod moving;
mod permanents;
pub(crate) mod phasing;
mod players;
mod poll;
mod possible;
mod produced;
mod proliferate;
mod ring;
mod stack;
mod step;
mod tokens;
mod turns;
mod variants;
mod venture;
mod vote;
mod zones;

#[cfg(test)]
mod tests;

pub use aim::{Aim, Chosen, aim, aim_of_attached};
pub(crate) use moving::attacked_by;
pub(crate) use tokens::put_new;
pub(crate) use variants::{face_up, has_cards_of, motion, roll_planar_die, to_bottom_of_deck};
pub(crate) use vote::{forget_secret, guess_secret};
pub use zones::reveal;

use crate::cards::def::Instruction;
use crate::cards::{CardTable, Op};
use crate::model::bindings::{Bindings, Frame};
use crate::model::decision::{Choice, Prompt};
use crate::model::ids::ProgramHandle;
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::Players;
use crate::model::task::{LeavingTask, Task, TaskKind};
use crate::rules::driver::{Flow, TaskApp, push};
use crate::rules::ending;
use crate::rules::layers;
use crate::rules::state::{EditGame, GameState, ReadGame};
use bevy_app::{App, Plugin};
use step::InstructionFlow;

/// Registers what runs programs.
#[derive(Default, Debug)]
pub struct ResolvingPlugin;

impl Plugin for ResolvingPlugin {
    fn build(&self, app: &mut App) {
        app.add_task_runner(TaskKind::Run, run).add_asking_again(TaskKind::Run, again);
    }
}

/// CR 608.2d: whether a player can choose that a program is run, which begins with something that is possible.
pub(crate) fn can_be_chosen(world: &mut impl EditGame, program: ProgramHandle, bindings: Bindings) -> bool {
    possible::is_possible(world, &Frame::new(program, bindings), 0..u16::MAX)
}

/// A program that follows this many instructions without proposing or asking anything is stopped, and the game ends as
/// inconclusive.
const MOST_STEPS: u32 = 1_000_000;

/// CR 608.2c: follows the instructions of a frame in order, until one has to wait or the program ends.
///
/// # Panics
/// If the task is not a frame.
pub fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::Run(mut frame) = task else { panic!("only frames are run here, not {:?}", task.kind()) };
    let table = world.part::<CardTable>().clone();
    let program = table.program(frame.program);
    let mut steps = 0u32;
    // CR 800.4c; a player who leaves meanwhile does so by a batch or while somebody is asked.
    let someone_left = world.part::<Players>().anyone_left();
    while let Some(op) = program.get(frame.pc as usize) {
        if someone_left && crate::rules::events::anything_forsaken(world) {
            push(world, Task::Run(frame));
            push(world, Task::Leaving(LeavingTask::Forsaken));
            return Flow::Continue;
        }
        if !layers::is_fresh(world) {
            push(world, Task::Run(frame));
            return Flow::Continue;
        }
        steps += 1;
        if steps > MOST_STEPS {
            ending::end(world, Outcome::Inconclusive(Inconclusive::Steps));
            return Flow::Continue;
        }
        match control::perform(world, &mut frame, op) {
            InstructionFlow::Next => frame.jump_to(frame.pc + 1),
            InstructionFlow::Jump(to) => frame.jump_to(to),
            InstructionFlow::Propose(mut batch) => {
                for row in &mut batch.events {
                    row.applied.extend_from_slice(&frame.applied);
                }
                push(world, Task::Run(frame));
                crate::rules::events::propose(world, batch);
                return Flow::Continue;
            }
            InstructionFlow::Ask(decision) => {
                push(world, Task::Run(frame));
                return Flow::Ask(decision);
            }
            InstructionFlow::Pay(seat, cost) => {
                let (this, bindings) = (frame.bindings.this, frame.bindings.clone());
                push(world, Task::Run(frame));
                crate::rules::casting::pay(world, seat, this, &cost, &bindings);
                return Flow::Continue;
            }
            InstructionFlow::Prepare(what) => {
                push(world, Task::Run(frame));
                push(world, Task::Prepare(what));
                return Flow::Continue;
            }
            InstructionFlow::Refresh => {
                push(world, Task::Run(frame));
                return Flow::Continue;
            }
            InstructionFlow::Retarget { object, player, new } => {
                push(world, Task::Run(frame));
                crate::rules::casting::choose_new_targets(world, object, player, new);
                return Flow::Continue;
            }
            InstructionFlow::Cast(seat, object, way, nested) => {
                push(world, Task::Run(frame));
                crate::rules::casting::cast_during_resolution(world, seat, object, way, nested);
                return Flow::Continue;
            }
            InstructionFlow::PlayLand(seat, object, face) => {
                push(world, Task::Run(frame));
                crate::rules::casting::begin(world, seat, &Choice::PlayLand { object, face, permit: None });
                return Flow::Continue;
            }
        }
    }
    Flow::Continue
}

/// A player has left the game while the instruction asked somebody: it asks again, about what there is now.
fn again(world: &mut impl EditGame, task: Task, prompt: &Prompt) -> Flow {
    let Task::Run(mut frame) = task else { panic!("only frames are run here, not {:?}", task.kind()) };
    let table = world.part::<CardTable>().clone();
    match table.program(frame.program).get(frame.pc as usize) {
        Some(Op::Each(..)) => frame.phase = control::ORDER_AGAIN,
        Some(Op::Do(effect)) => match (&**effect, prompt) {
            (Instruction::Move { .. }, _) => moving::again(world, &mut frame),
            (Instruction::Scry(..) | Instruction::Surveil(..), _) => library::again(world, &mut frame),
            (Instruction::AddMana { .. } | Instruction::Vote { .. }, _) => frame.phase = 0,
            (Instruction::CreateToken { .. } | Instruction::Proliferate(_) | Instruction::Attach(..), _) => {
                frame.jump_to(frame.pc);
            }
            (_, Prompt::ChooseObjects(_) | Prompt::Discard(_) | Prompt::Sacrifice(_) | Prompt::Search(_)) => {
                poll::again(&mut frame);
            }
            _ => frame.jump_to(frame.pc),
        },
        _ => frame.jump_to(frame.pc),
    }
    push(world, Task::Run(frame));
    Flow::Continue
}

impl Frame {
    /// Continues at another instruction.
    fn jump_to(&mut self, to: u16) {
        self.pc = to;
        self.phase = 0;
        self.scratch.clear();
    }
}
