//! Saves the whole game before a mana ability that does more than tap and add mana, and before attackers are declared that are paid
//! for, and restores it (CR 733.1).
//!
//! These tasks are of a kind of their own because they read and write everything. They stand right above what they are
//! about, which continues after them.

use super::CastFlow;
use crate::model::agenda::Agenda;
use crate::model::cast::UndoTask;
use crate::model::combat::CombatTask;
use crate::model::decision::DecisionCount;
use crate::model::event::Cause;
use crate::model::ids::{Handle, ObjectId};
use crate::model::object::Object;
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::snapshot::Snapshot;
use crate::model::task::Task;
use crate::model::zone::{Moved, Zones};
use crate::rules::driver::{Flow, push};
use crate::rules::ending;
use crate::rules::log::EventLog;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::zones::{self, learn};
use bevy_ecs::prelude::*;

/// Waits for the game to go back to the beginning of a segment.
pub(super) fn go_back(place: usize) -> CastFlow {
    CastFlow::call(Task::Undo(UndoTask::GoBack { place: place as u16 }))
}

/// Runs a task that keeps the game or goes back. It needs the world for itself.
///
/// # Panics
/// If it is another kind of task, or stands above nothing that is begun.
pub(super) fn run_exclusive(world: &mut World, task: Task) -> Flow {
    let Task::Undo(task) = task else { panic!("only tasks of undoing are run here, not {:?}", task.kind()) };
    // What is begun isn't in what is kept: it continues after going back.
    let mut begun = world.part_mut::<Agenda>().take_top().expect("it stands above what is begun");
    let (before, next) = match task {
        UndoTask::Keep(activation) => {
            let before = Box::new(Snapshot::capture(world, 0));
            let undo = begun.undo_mut().expect("it stands above what is begun");
            undo.segments.last_mut().expect("a mana ability has begun").before = Some(before);
            push(world, begun);
            (None, Task::Cast(activation))
        }
        UndoTask::GoBack { place } => {
            let place = usize::from(place);
            let undo = begun.undo_mut().expect("it stands above what is begun");
            let before = undo.segments.get_mut(place).and_then(|s| s.before.take());
            if before.is_some() {
                // It is reversed, with all that came after it.
                undo.segments.truncate(place);
            }
            (before, begun)
        }
        UndoTask::KeepDeclaration => {
            let kept = Box::new(Snapshot::capture(world, 0));
            if let Task::Combat(CombatTask::Declaration { before, .. }) = &mut begun {
                *before = Some(kept);
            }
            (None, begun)
        }
        UndoTask::DeclareAgain => {
            let Task::Combat(CombatTask::Declaration { before, .. }) = begun else {
                panic!("it stands above a declaration, not {:?}", begun.kind())
            };
            (before, Task::Combat(CombatTask::DeclareAttackers))
        }
    };
    if let Some(before) = before {
        // The game is as it was.
        let told = Told::of(world, &before);
        match before.write(world, before.named_effects()) {
            Ok(()) => told.keep(world, &before),
            // It was kept by other rules than these.
            Err(_) => ending::end(world, Outcome::Inconclusive(Inconclusive::Missing)),
        }
    }
    push(world, next);
    Flow::Continue
}

/// What players were told of a game that goes back to what it was. What they have seen meanwhile they know, and numbers that
/// they have been told aren't used again.
struct Told {
    objects: Vec<Object>,
    answered: DecisionCount,
    handle: Handle,
}

impl Told {
    /// As the game is now, of the objects that there were before.
    fn of(world: &impl ReadGame, before: &Snapshot) -> Self {
        let live = Live::new(world);
        Self {
            objects: (0..before.objects.len() as u32).map(|i| *live.object(ObjectId(i))).collect(),
            answered: *world.part::<DecisionCount>(),
            handle: world.part::<Zones>().handle,
        }
    }

    /// The game is as it was `before`: players keep what they were told.
    fn keep(self, world: &mut impl EditGame, before: &Snapshot) {
        *world.part_mut::<DecisionCount>() = self.answered;
        world.part_mut::<Zones>().handle = self.handle;
        let mut moved: Vec<Moved> = Vec::new();
        for (now, row) in self.objects.into_iter().zip(&before.objects) {
            let then = &row.object;
            zones::keep_seen(world, then.id, now.known_to);
            if now.reference() == then.reference() {
                continue;
            }
            let (old, new) = (now.reference(), then.reference());
            moved.push(Moved { old, new, from: now.zone, to: then.zone, cause: Cause::Effect, with: None });
            if !then.zone.is_public() && now.known_to.0 & !then.known_to.0 != 0 {
                learn(world, &[new], now.known_to);
            }
        }
        EventLog::moved(world, &moved);
    }
}

/// CR 733.1: whether no card has gone to a library or from it since, no library was shuffled, and nobody has learnt any
/// card of one.
pub(crate) fn left_libraries_alone(world: &impl ReadGame, before: &Snapshot) -> bool {
    let (live, zones) = (Live::new(world), world.part::<Zones>());
    let same = |id: &ObjectId| before.objects.get(id.index()).is_some_and(|row| row.object == *live.object(*id));
    let mut pairs = zones.own.iter().zip(&before.resources.zones.own);
    pairs.all(|(now, then)| now.library == then.library && now.library.iter().all(same))
}

/// Forgets in all that is begun the states to which the game could go back.
pub(crate) fn forget_states(world: &mut impl EditGame) {
    world.part_mut::<Agenda>().undos_mut().for_each(crate::model::cast::Undo::forget_states);
    world.part_mut::<Agenda>().declarations_mut().for_each(|before| *before = None);
}
