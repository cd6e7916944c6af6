//! Batches on hand-built boards: cards from RON text, objects put where the test wants them, tasks run until one asks.

mod replacing;
mod results;
mod zones;

use super::propose;
use crate::cards::{CardDb, check};
use crate::model::agenda::{Agenda, Returned};
use crate::model::decision::{Answer, Decision};
use crate::model::dirt::StateClass;
use crate::model::event::BatchResult;
use crate::model::event::{Batch, Event};
use crate::model::ids::{DefId, ObjectId, ObjectRef, Referent, Seat, SeatSet};
use crate::model::object::{Characteristics, CopiableSource, Counters, Object, ObjectKind, Status, ThisTurn};
use crate::model::player::{Player, Players};
use crate::model::task::Task;
use crate::model::turn::Turn;
use crate::model::zone::{Move, OwnZones, Zone, Zones};
use crate::rules::driver::{self, Flow};
use crate::rules::plugins::RulesPlugins;
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, GameWorld, ReadGame};
use bevy_app::App;
use bevy_ecs::prelude::*;

/// Seat 0, whose turn it is.
pub(crate) const A: Seat = Seat(0);
/// Seat 1.
pub(crate) const B: Seat = Seat(1);

/// A game of two players in turn 5 with these cards in its table and nothing on the board.
pub(crate) fn world(cards: &[&str]) -> World {
    world_with(cards, |_| {})
}

/// [`world`] with what a plugin adds to the rules.
pub(crate) fn world_with(cards: &[&str], plugin: impl FnOnce(&mut App)) -> World {
    let mut app = App::empty();
    app.add_plugins(RulesPlugins);
    plugin(&mut app);
    let mut world = std::mem::take(app.world_mut());
    let db = CardDb::embedded();
    let compiled = cards.iter().map(|text| {
        let text = format!("Card(format: 1, {text})");
        let card = check::parse_card("test", &text).unwrap_or_else(|e| panic!("{e}: {text}"));
        db.compile(&card).unwrap_or_else(|e| panic!("{e}: {text}"))
    });
    let defs: Vec<_> = compiled.collect();
    world.insert_part(db.table(&defs));
    world.part_mut::<Players>().0 = vec![Player::new(20), Player::new(20)];
    world.part_mut::<Zones>().lists_mut().own = vec![OwnZones::default(), OwnZones::default()];
    let turn = world.part_mut::<Turn>();
    turn.number = 5;
    turn.begun = vec![3, 2];
    turn.step = crate::cards::def::StepName::PrecombatMain;
    world
}

/// A vanilla 2/2 for the table.
pub(crate) const BEAR: &str = r#"name: "Test Bear", types: "Creature - Bear", pt: (2, 2)"#;

/// Puts a card of the n-th definition into a zone, as if it had always been there.
pub(crate) fn put(world: &mut World, def: u16, owner: Seat, zone: Zone) -> ObjectRef {
    let reference = crate::rules::zones::start_card(world, DefId(def), owner, zone);
    world.part_mut::<crate::model::trigger::TriggerIndex>().stale = true;
    mark_dirty(world, StateClass::all());
    reference
}

/// Runs tasks until one asks or nothing is left.
pub(crate) fn run(world: &mut World) -> Option<Decision> {
    loop {
        // As the driver does before each task.
        driver::settle(world);
        let task = world.part_mut::<Agenda>().take_top()?;
        // What waits goes through its serialised form, as in a saved game.
        let text = ron::to_string(&task).expect("tasks are plain data");
        let task: Task = ron::from_str(&text).expect("tasks are plain data");
        let flow = driver::run_task(world, task);
        if let Flow::Ask(decision) = flow {
            return Some(*decision);
        }
    }
}

/// Answers a decision legally and continues.
pub(crate) fn answer(world: &mut World, decision: &Decision, answer: Answer) -> Option<Decision> {
    assert_eq!(decision.check(&answer), Ok(()), "{decision:?}");
    Returned::give_answer(world, answer);
    run(world)
}

/// Proposes events and runs them; they must not ask anything.
pub(crate) fn happen(world: &mut World, events: impl IntoIterator<Item = Event>) -> BatchResult {
    propose(world, Batch::of(events));
    assert_eq!(run(world), None);
    world.part::<Returned>().happened_to(0).clone()
}

/// Proposes events that ask something.
pub(crate) fn ask(world: &mut World, events: impl IntoIterator<Item = Event>) -> Decision {
    propose(world, Batch::of(events));
    run(world).expect("a decision")
}

pub(crate) fn moves(object: ObjectRef, to: Zone) -> Event {
    Move::plain(object, to, crate::model::event::Cause::Effect).into()
}

pub(crate) fn destroy(object: ObjectRef) -> Event {
    Event::Destroy { object, no_regeneration: false, by_effect: true }
}

pub(crate) fn damage(source: ObjectRef, target: Referent, amount: i32) -> Event {
    Event::Damage { source, target, amount, combat: false }
}

pub(crate) fn get<C: Component>(world: &World, id: ObjectId) -> &C {
    world.get::<C>(world.part::<Slots>().entity(id)).expect("a slot")
}

pub(crate) fn zone_of(world: &World, object: ObjectRef) -> Zone {
    get::<Object>(world, object.id).zone
}

pub(crate) fn life(world: &World, seat: Seat) -> i32 {
    world.part::<Players>().get(seat).life
}

pub(crate) fn counters(world: &World, object: ObjectRef, kind: crate::cards::def::CounterKind) -> u32 {
    get::<Counters>(world, object.id).get(kind)
}
