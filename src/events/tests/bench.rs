//! Costs, measured on request: `cargo test --release -- --ignored events::tests::bench --nocapture`.

use super::*;
use crate::events::Cause;
use crate::zones::{Move, move_object};
use std::time::Instant;

#[test]
#[ignore = "a measurement"]
fn moves_and_draws() {
    let mut world = world(&[BEAR]);
    for _ in 0..60 {
        put(&mut world, 0, A, Zone::Library(A));
    }
    crate::layers::refresh(&mut world);
    let rounds = 20_000u32;
    let mut best = [f64::MAX; 2];
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..rounds {
            let id = *world.resource::<Zones>().own[0].library.last().unwrap();
            let card = get::<Object>(&world, id).reference();
            let moved = move_object(&mut world, &Move::plain(card, Zone::Hand(A), Cause::Draw)).unwrap();
            move_object(&mut world, &Move::plain(moved.new, Zone::Library(A), Cause::Draw)).unwrap();
        }
        best[0] = best[0].min(start.elapsed().as_nanos() as f64 / f64::from(rounds) / 2.0);
        let start = Instant::now();
        for _ in 0..rounds {
            propose(&mut world, Batch::of([Event::Draw { seat: A }]));
            while let Some(task) = world.resource_mut::<Agenda>().0.pop() {
                let runner = world.resource::<TaskTable>().get(task.kind());
                runner(&mut world, task);
            }
            let id = world.resource::<Zones>().own[0].hand[0];
            let card = get::<Object>(&world, id).reference();
            move_object(&mut world, &Move::plain(card, Zone::Library(A), Cause::Draw)).unwrap();
        }
        best[1] = best[1].min(start.elapsed().as_nanos() as f64 / f64::from(rounds));
    }
    println!("move {:.0} ns, draw by a batch and back {:.0} ns", best[0], best[1]);
}
