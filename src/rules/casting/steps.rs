//! The runner: a transaction goes through the steps of CR 601.2 until it waits, is complete, or has to be taken back.

use super::{
    CastFlow, begin, choose_parts, complete, divide, hand_actions, modes, mutate, optional, payment, resolve, reverse,
    targets, turn_up, undo, unlock, variable, wait,
};
use crate::cards::CardTable;
use crate::model::agenda::{Agenda, Returned};
use crate::model::cast::{CastStep, CastTask, Proposal, Transaction};
use crate::model::decision::Prompt;
use crate::model::fact::Fact;
use crate::model::ids::Seat;
use crate::model::player::Players;
use crate::model::task::{Return, Task};
use crate::rules::driver::{Flow, push};
use crate::rules::events::{self, record};
use crate::rules::legal::instances::depends_on_costs;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, GameState, ReadGame};
use crate::rules::{layers, zones};

/// Runs a task of casting.
///
/// # Panics
/// If it is another kind of task.
pub(super) fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::Cast(mut task) = task else { panic!("only tasks of casting are run here, not {:?}", task.kind()) };
    layers::expect_fresh(world);
    let below = world.part::<Agenda>().len();
    match &mut *task {
        CastTask::PlayLand { seat, object, face, permit } => begin::play_land(world, *seat, *object, (*face, *permit)),
        CastTask::LandPlayed { seat, from, grant } => begin::land_played(world, *seat, *from, *grant),
        CastTask::Cast { seat, object, way, nested } => {
            let nested = nested.take();
            begin::begin_cast(world, *seat, *object, *way, nested)
        }
        CastTask::TurnFaceUp { seat, object, by } => turn_up::begin(world, *seat, *object, *by),
        CastTask::Unlock { seat, object, door } => unlock::begin(world, *seat, *object, *door),
        CastTask::Activate { seat, key } => begin::begin_activation(world, *seat, *key),
        CastTask::Resolve => resolve::resolve(world),
        CastTask::FinishResolving(object) => resolve::finish(world, *object),
        CastTask::LeaveStack(object) => resolve::stayed_off(world, *object),
        CastTask::Merge { spell, asked } => mutate::resolve(world, *spell, *asked),
        CastTask::ShuffledIn(seat) => {
            zones::shuffle(world, *seat);
            record(world, &[Fact::Shuffled { seat: *seat }]);
            Flow::Continue
        }
        CastTask::TappedForMana(sources) => {
            complete::tapped_for_mana(world, sources);
            Flow::Continue
        }
        CastTask::HandAction { seat, object, action, by } => hand_actions::begin(world, *seat, *object, (*action, *by)),
        CastTask::Go(cast) => match continue_transaction(world, cast) {
            // It has been cast, or never got to the stack.
            CastFlow::Next if cast.nested => {
                Flow::Return(Return::Cast((cast.step == CastStep::Done).then_some(cast.object)))
            }
            CastFlow::Next => Flow::Continue,
            CastFlow::Illegal => reverse::reverse(world, cast),
            step => wait(world, below, Task::Cast(task), step),
        },
        CastTask::BeginPayment { seat, object, cost, bindings } => {
            payment::begin(world, *seat, *object, cost, bindings);
            Flow::Continue
        }
        CastTask::Pay(separate) => match payment::separately(world, separate) {
            CastFlow::Next => Flow::Return(Return::Paid(true)),
            CastFlow::Illegal => {
                push(world, Task::Cast(Box::new(CastTask::Unpay(separate.clone()))));
                Flow::Continue
            }
            step => wait(world, below, Task::Cast(task), step),
        },
        CastTask::Unpay(separate) => match undo::unpay(world, separate) {
            CastFlow::Next => Flow::Return(Return::Paid(false)),
            step => wait(world, below, Task::Cast(task), step),
        },
    }
}

/// A player has left the game while another one was asked: the same is asked about what there is now. What can't be
/// completed any more is taken back (CR 733).
pub(super) fn again(world: &mut impl EditGame, task: Task, _: &Prompt) -> Flow {
    let Task::Cast(mut task) = task else { panic!("only tasks of casting are run here, not {:?}", task.kind()) };
    match &mut *task {
        CastTask::Go(cast) => (cast.asked, cast.payment.asked) = (false, false),
        CastTask::Pay(separate) => separate.payment.asked = false,
        CastTask::Merge { asked, .. } => *asked = false,
        other => panic!("{other:?} asks nothing"),
    }
    push(world, Task::Cast(task));
    Flow::Continue
}

/// CR 104.3a, 800.4a: gives up what players who have left were casting, activating or paying, and what was being done with
/// objects that have left; and all that this waits for. Whether there was any.
pub(crate) fn give_up(world: &mut impl EditGame) -> bool {
    let Some(lowest) = world.part::<Agenda>().lowest_cast(|task| is_over(world, task)) else { return false };
    for task in world.part_mut::<Agenda>().cut(lowest) {
        if let Task::Batch(batch) = task {
            events::drop_batch(world, *batch);
        }
    }
    true
}

fn is_over(world: &impl ReadGame, task: &CastTask) -> bool {
    let gone = |seat: Seat| !world.part::<Players>().is_alive(seat);
    match task {
        CastTask::PlayLand { seat, .. }
        | CastTask::LandPlayed { seat, .. }
        | CastTask::Cast { seat, .. }
        | CastTask::TurnFaceUp { seat, .. }
        | CastTask::Unlock { seat, .. }
        | CastTask::Activate { seat, .. }
        | CastTask::BeginPayment { seat, .. }
        | CastTask::HandAction { seat, .. } => gone(*seat),
        CastTask::Go(cast) => {
            // CR 800.4g: new targets of what is on the stack can be chosen by others.
            let theirs = gone(cast.seat) && !super::complete::is_retarget(&cast.what);
            theirs || !Live::new(world).is_current(cast.object)
        }
        CastTask::Pay(separate) | CastTask::Unpay(separate) => gone(separate.bindings.you),
        CastTask::Resolve
        | CastTask::FinishResolving(_)
        | CastTask::LeaveStack(_)
        | CastTask::Merge { .. }
        | CastTask::ShuffledIn(_)
        | CastTask::TappedForMana(_) => false,
    }
}

/// Continues until something is waited for, or has changed that the layers read. `Next` is the end.
fn continue_transaction(world: &mut impl EditGame, cast: &mut Transaction) -> CastFlow {
    cast.undo.learn(Returned::to_me(world));
    let asked = cast.asked || cast.payment.asked;
    if asked && Returned::is_cancelled(world) {
        take_back(cast);
    }
    loop {
        let step = match cast.step {
            CastStep::Announce => {
                if cast.at == 0 {
                    if !begin::announced(world, cast) {
                        return CastFlow::Next;
                    }
                    cast.at = 1;
                    if !layers::is_fresh(world) {
                        return CastFlow::Refresh;
                    }
                }
                modes::read_texts(world, cast);
                CastFlow::Next
            }
            CastStep::Modes => modes::choose(world, cast),
            CastStep::Splice => optional::splice(world, cast),
            CastStep::OptionalCosts => optional::costs(world, cast),
            CastStep::ChooseX => variable::choose(world, cast),
            CastStep::Symbols => choose_parts::announce(world, cast),
            CastStep::Targets => targets::choose(world, cast),
            CastStep::Divide => divide::choose(world, cast),
            CastStep::TotalCost => payment::determine(world, cast),
            CastStep::Pay => payment::of_transaction(world, cast),
            CastStep::Done => return complete::complete(world, cast),
            CastStep::TakeBack => return undo::choose(world, cast),
        };
        match step {
            CastFlow::Next => {
                let costs_first = depends_on_costs(world.part::<CardTable>(), &cast.texts);
                cast.step = next(cast, costs_first);
                cast.at = 0;
            }
            CastFlow::Illegal => {
                cast.undo.failed = true;
                take_back(cast);
            }
            other => return other,
        }
        if !layers::is_fresh(world) {
            return CastFlow::Refresh;
        }
    }
}

/// CR 733.1: what has begun isn't completed.
fn take_back(cast: &mut Transaction) {
    cast.step = CastStep::TakeBack;
    cast.at = 0;
    (cast.asked, cast.payment.asked) = (false, false);
}

/// The step after this one. What is on the stack already only has modes and targets to choose. Where the number of modes depends on
/// optional costs, these are chosen before (CR 601.2b).
fn next(cast: &Transaction, costs_first: bool) -> CastStep {
    let placed = matches!(cast.what, Proposal::Placed | Proposal::Retarget { .. });
    let mana = matches!(
        cast.what,
        Proposal::Mana(..) | Proposal::TurnFaceUp(_) | Proposal::Unlock(_) | Proposal::HandAction(..)
    );
    match cast.step {
        CastStep::Announce => CastStep::Splice,
        CastStep::Splice if costs_first => CastStep::OptionalCosts,
        CastStep::Splice => CastStep::Modes,
        CastStep::Modes if placed => CastStep::Targets,
        CastStep::Modes if costs_first => CastStep::ChooseX,
        CastStep::OptionalCosts if costs_first => CastStep::Modes,
        CastStep::Modes => CastStep::OptionalCosts,
        CastStep::OptionalCosts => CastStep::ChooseX,
        CastStep::ChooseX => CastStep::Symbols,
        CastStep::Symbols if mana => CastStep::TotalCost,
        CastStep::Symbols => CastStep::Targets,
        CastStep::Targets if super::complete::is_retarget(&cast.what) => CastStep::Done,
        CastStep::Targets => CastStep::Divide,
        CastStep::Divide if placed => CastStep::Done,
        CastStep::Divide => CastStep::TotalCost,
        CastStep::TotalCost => CastStep::Pay,
        CastStep::Pay | CastStep::Done => CastStep::Done,
        CastStep::TakeBack => CastStep::TakeBack,
    }
}
