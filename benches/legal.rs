//! What a player with priority can do, in the middle of a game: found out from scratch, and known already.
//!
//! The state is borrowed once for all iterations, as the driver borrows it for many tasks.

mod support {
    pub(crate) mod decks;
    pub(crate) mod mid_game;
}

use criterion::{Criterion, criterion_group, criterion_main};
use dracones::model::decision::Choice;
use dracones::rules::legal;
use dracones::rules::state::EditGame;
use std::time::Duration;
use support::decks::setup_of;
use support::mid_game::mid_game;

const MATCHES: [(&str, &str); 2] = [("premodern-red", "premodern-green-white"), ("pauper-red", "premodern-black")];

fn actions(c: &mut Criterion) {
    for (a, b) in MATCHES {
        let mut game = mid_game(&setup_of(a, b), 8, 5);
        let decision = game.decision().expect("the game isn't over").clone();
        let (seat, expected) = (decision.player, &decision.options()[1..]);
        assert_eq!(decision.options()[0], Choice::Pass);
        let world = game.world_mut();
        let mut found = Vec::new();
        println!("{a} - {b}: {} actions, decision {:?}", expected.len(), decision.prompt);

        c.bench_function(&format!("legal/fresh, {a} - {b}"), |bench| {
            world.with_state(|state| {
                bench.iter(|| {
                    legal::invalidate(state);
                    found.clear();
                    legal::actions(state, seat, &mut found);
                });
            });
        });
        assert_eq!(found, expected);

        c.bench_function(&format!("legal/cached, {a} - {b}"), |bench| {
            world.with_state(|state| {
                bench.iter(|| {
                    found.clear();
                    legal::actions(state, seat, &mut found);
                });
            });
        });
        assert_eq!(found, expected);

        c.bench_function(&format!("legal/can act, fresh, {a} - {b}"), |bench| {
            world.with_state(|state| {
                bench.iter(|| {
                    legal::invalidate(state);
                    assert!(legal::can_act(state, seat));
                });
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = actions
}
criterion_main!(benches);
