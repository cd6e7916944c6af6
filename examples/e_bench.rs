//! Scratch.
use bevy_app::App;
use bevy_ecs::prelude::*;
use dracones::cards::CardDb;
use dracones::decision::{Agenda, TaskTable};
use dracones::events::{Batch, Cause, Event, propose};
use dracones::ids::*;
use dracones::object::*;
use dracones::player::*;
use dracones::zones::*;
use std::time::Instant;
const A: Seat = Seat(0);
fn main() {
    let mut app = App::empty();
    app.add_plugins(dracones::plugins::RulesPlugins);
    let mut world = std::mem::take(app.world_mut());
    let db = CardDb::embedded();
    let defs = vec![db.get("Grizzly Bears").unwrap().clone()];
    world.insert_resource(db.table(&defs));
    world.resource_mut::<Players>().0 = vec![Player::new(20), Player::new(20)];
    world.resource_mut::<Zones>().own = vec![OwnZones::default(), OwnZones::default()];
    for _ in 0..60 {
        let id = Slots::take(&mut world, ObjectKind::Card);
        let chars = world.resource::<dracones::cards::CardTable>().printed(DefId(0), 0);
        let entity = world.resource::<Slots>().entity(id);
        let mut e = world.entity_mut(entity);
        let mut o = e.get_mut::<Object>().unwrap();
        o.base = Base::Def(DefId(0), 0);
        o.zone = Zone::Library(A);
        *e.get_mut::<Characteristics>().unwrap() = chars;
        world.resource_mut::<Zones>().own[0].library.push(id);
    }
    dracones::layers::invalidate(&mut world);
    dracones::layers::refresh(&mut world);
    let rounds = 100_000u32;
    let obj = |world: &World, id: ObjectId| world.get::<Object>(world.resource::<Slots>().entity(id)).unwrap().reference();
    println!("sizes: Object {} Chars {} Status {} Stack {} Event {} Proposed {} Batch {} Fact {}", size_of::<Object>(), size_of::<Characteristics>(), size_of::<Status>(), size_of::<StackEntry>(), size_of::<Event>(), size_of::<dracones::events::Proposed>(), size_of::<Batch>(), size_of::<dracones::events::Fact>());
    for _ in 0..3 {
        let start = Instant::now();
        for _ in 0..rounds {
            let id = *world.resource::<Zones>().own[0].library.last().unwrap();
            let card = obj(&world, id);
            let moved = move_object(&mut world, &Move::plain(card, Zone::Hand(A), Cause::Draw)).unwrap();
            move_object(&mut world, &Move::plain(moved.new, Zone::Library(A), Cause::Draw)).unwrap();
        }
        println!("move lib<->hand {:.0}", start.elapsed().as_nanos() as f64 / f64::from(rounds) / 2.0);
        let start = Instant::now();
        for _ in 0..rounds {
            propose(&mut world, Batch::of([Event::Draw { seat: A }]));
            while let Some(task) = world.resource_mut::<Agenda>().0.pop() {
                let runner = world.resource::<TaskTable>().get(task.kind());
                runner(&mut world, task);
            }
            let id = world.resource::<Zones>().own[0].hand[0];
            let card = obj(&world, id);
            move_object(&mut world, &Move::plain(card, Zone::Library(A), Cause::Draw)).unwrap();
        }
        println!("draw batch + move back {:.0}", start.elapsed().as_nanos() as f64 / f64::from(rounds));
        let id = *world.resource::<Zones>().own[0].library.last().unwrap();
        let mut card = obj(&world, id);
        let start = Instant::now();
        for _ in 0..rounds {
            let m = move_object(&mut world, &Move::plain(card, Zone::Battlefield, Cause::PlayLand)).unwrap();
            world.resource_mut::<LastKnownTable>().0.clear();
            let m = move_object(&mut world, &Move::plain(m.new, Zone::Library(A), Cause::Effect)).unwrap();
            card = m.new;
            world.resource_mut::<LastKnownTable>().0.clear();
        }
        println!("lib->battlefield->lib {:.0}", start.elapsed().as_nanos() as f64 / f64::from(rounds));
        let m = move_object(&mut world, &Move::plain(card, Zone::Battlefield, Cause::PlayLand)).unwrap();
        let start = Instant::now();
        for _ in 0..rounds {
            for e in [Event::Tap { object: m.new, for_mana: true }, Event::Untap { object: m.new }] {
                propose(&mut world, Batch::of([e]));
                while let Some(task) = world.resource_mut::<Agenda>().0.pop() {
                    let runner = world.resource::<TaskTable>().get(task.kind());
                    runner(&mut world, task);
                }
            }
        }
        println!("tap or untap batch {:.0}", start.elapsed().as_nanos() as f64 / f64::from(rounds) / 2.0);
        let start = Instant::now();
        for _ in 0..rounds {
            let e = Event::Damage { source: m.new, target: Referent::Player(Seat(1)), amount: 1, combat: true };
            propose(&mut world, Batch::of([e]));
            while let Some(task) = world.resource_mut::<Agenda>().0.pop() {
                let runner = world.resource::<TaskTable>().get(task.kind());
                runner(&mut world, task);
            }
        }
        println!("damage batch {:.0}", start.elapsed().as_nanos() as f64 / f64::from(rounds));
        move_object(&mut world, &Move::plain(m.new, Zone::Library(A), Cause::Effect)).unwrap();
    }
}
