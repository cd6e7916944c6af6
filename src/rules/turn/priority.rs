//! Priority (CR 117): who may act, passing, and what follows when all have passed.
//!
//! Most of the time nobody can do anything. All such windows of a round are passed over in one run of one task, without
//! allocation; a player is only asked who has something to do.

use super::{quiet, settle};
use crate::cards::def::StepName;
use crate::model::agenda::{Agenda, Returned};
use crate::model::combat::Combat;
use crate::model::decision::{Choice, Decision, Pending, Prompt, Settings, Shape, chosen};
use crate::model::ids::{Seat, SeatSet};
use crate::model::object::Characteristics;
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::Players;
use crate::model::task::{Return, Task};
use crate::model::turn::{PriorityTask, Turn};
use crate::model::zone::Zones;
use crate::rules::driver::{Flow, push};
use crate::rules::ending;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, GameState};
use crate::rules::{casting, legal};

/// Runs a task of priority.
pub(super) fn run(world: &mut GameState<'_>, task: Task) -> Flow {
    let Task::Priority(task) = task else { panic!("priority runs its own tasks only, not {task:?}") };
    match task {
        // CR 117.3c, 733.1: nothing was done, and who has passed need not pass again.
        PriorityTask::Give(seat) => match Returned::to_me(world) {
            Some(Return::TakenBack(_)) => open(world, seat),
            _ => give(world, seat),
        },
        PriorityTask::Open(seat) => open(world, seat),
        PriorityTask::Answered(seat, options) => answered(world, seat, &options),
        PriorityTask::AllPassed => all_passed(world),
    }
}

/// CR 117.3, 117.5: a player gets priority, once nothing is left to settle. Nobody has passed yet.
pub(super) fn give(world: &mut impl EditGame, seat: Seat) -> Flow {
    if over_a_cap(world) {
        return Flow::Continue;
    }
    let turn = world.part::<Turn>();
    if !turn.passed.is_empty() || turn.priority.is_some() {
        let turn = world.part_mut::<Turn>();
        turn.passed = SeatSet::NONE;
        turn.priority = None;
    }
    if quiet(world) {
        return open(world, seat);
    }
    settle::settle_then_open(world, seat);
    Flow::Continue
}

/// Caps on objects and on the stack; only looked at while something is on the stack, for without it neither grows.
fn over_a_cap(world: &mut impl EditGame) -> bool {
    let height = world.part::<Zones>().stack.len();
    if height == 0 {
        return false;
    }
    let settings = world.part::<Settings>();
    let slots = world.part::<Slots>();
    let reason = if height > settings.max_stack as usize {
        Inconclusive::Stack
    } else if slots.len() > settings.max_objects as usize && slots.in_use() > settings.max_objects as usize {
        Inconclusive::Objects
    } else {
        return false;
    };
    ending::end(world, Outcome::Inconclusive(reason));
    true
}

/// CR 117.3d, 117.4: from `seat` on each player in turn order who hasn't passed gets priority. Who has nothing to do
/// passes at once: nothing happens in between, so there is nothing to settle.
fn open(world: &mut impl EditGame, seat: Seat) -> Flow {
    let seats = world.part::<Players>().seats();
    let mut passed = world.part::<Turn>().passed;
    let &Settings { skip_forced, questions, .. } = world.part::<Settings>();
    let ask_everyone = !skip_forced;
    let (idle, able) = legal::Windows::now(world).known_of(seats);
    for i in 0..seats {
        let seat = Seat((seat.0 + i) % seats);
        if passed.contains(seat) || !world.part::<Players>().is_alive(seat) {
            continue;
        }
        if (questions.is_all() || is_timely(world, seat))
            && (ask_everyone || able.contains(seat) || !idle.contains(seat) && legal::look_for_actions(world, seat))
            && let Some(decision) = ask(world, seat, ask_everyone)
        {
            let turn = world.part_mut::<Turn>();
            turn.priority = Some(seat);
            turn.passed = passed;
            return Flow::Ask(decision);
        }
        passed.insert(seat);
    }
    all_passed(world)
}

/// Whether a player with priority is asked now even if few questions are wanted ([`Questions::Timely`]).
///
/// [`Questions::Timely`]: crate::model::decision::Questions::Timely
fn is_timely(world: &impl EditGame, seat: Seat) -> bool {
    if let Some(top) = world.part::<Zones>().stack.last() {
        return world.row::<Characteristics>(*top).controller != seat;
    }
    let turn = world.part::<Turn>();
    let own = turn.active == seat;
    match turn.step {
        StepName::PrecombatMain | StepName::PostcombatMain => own,
        StepName::End => !own,
        StepName::DeclareAttackers => !own && !world.part::<Combat>().attackers.is_empty(),
        StepName::DeclareBlockers | StepName::FirstStrikeDamage => !world.part::<Combat>().attackers.is_empty(),
        _ => false,
    }
}

/// Takes back what the player with priority is asked; who that is, if somebody has priority.
fn withdraw(world: &mut impl EditGame) -> Option<Seat> {
    let Some(Task::Priority(PriorityTask::Answered(seat, _))) = world.part::<Agenda>().top() else { return None };
    let seat = *seat;
    world.part_mut::<Agenda>().take_top();
    world.part_mut::<Pending>().0 = None;
    legal::invalidate(world);
    Some(seat)
}

/// The player with priority is asked once more, because something has changed what they can do. Whether the game is to
/// [continue](crate::rules::driver::advance): somebody has priority.
pub(crate) fn ask_again(world: &mut impl EditGame) -> bool {
    let Some(seat) = withdraw(world) else { return false };
    push(world, Task::Priority(PriorityTask::Open(seat)));
    true
}

/// CR 117.5, 800.4a: a player has left the game: who had priority gets it after what has to be settled or, if they have
/// left, the next player in turn order.
pub(super) fn again(world: &mut impl EditGame, task: Task, _: &Prompt) -> Flow {
    let Task::Priority(PriorityTask::Answered(seat, _)) = task else { panic!("{task:?} asks nothing") };
    legal::invalidate(world);
    settle::settle_then_open(world, seat);
    Flow::Continue
}

/// The player with priority gets it once more after what has to be settled (CR 117.5): something was changed from outside.
/// Whether the game is to [continue](crate::rules::driver::advance).
pub(crate) fn settle_again(world: &mut impl EditGame) -> bool {
    let Some(seat) = withdraw(world) else { return false };
    settle::settle_then_open(world, seat);
    true
}

/// The decision of a player with priority; `None` if passing is all that they could do, unless even that is asked.
fn ask(world: &mut impl EditGame, seat: Seat, even_to_pass: bool) -> Option<Box<Decision>> {
    let mut options = Vec::with_capacity(8);
    options.push(Choice::Pass);
    legal::actions(world, seat, &mut options);
    if options.len() == 1 && !even_to_pass {
        return None;
    }
    push(world, Task::Priority(PriorityTask::Answered(seat, options.clone())));
    Some(Box::new(Decision::new(seat, Prompt::Priority, Shape::ChooseOne(options))))
}

/// CR 117.3c-d: a player who acts gets priority again; a player who passes leaves it to the next one.
fn answered(world: &mut impl EditGame, seat: Seat, options: &[Choice]) -> Flow {
    let answer = Returned::answer(world);
    match chosen(options, &answer) {
        Choice::Pass => {
            let turn = world.part_mut::<Turn>();
            turn.priority = None;
            turn.passed.insert(seat);
            let next = world.part::<Players>().next(seat);
            open(world, next)
        }
        action => {
            push(world, Task::Priority(PriorityTask::Give(seat)));
            casting::begin(world, seat, &action);
            Flow::Continue
        }
    }
}

/// CR 117.4: the top of the stack resolves, and the active player gets priority; or the step ends, which lies below on
/// the agenda.
fn all_passed(world: &mut impl EditGame) -> Flow {
    if world.part::<Zones>().stack.is_empty() {
        return Flow::Continue;
    }
    let active = world.part::<Turn>().active;
    push(world, Task::Priority(PriorityTask::Give(active)));
    casting::resolve_top(world);
    Flow::Continue
}
