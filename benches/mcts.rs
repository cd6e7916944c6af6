//! Search: deals of what a seat doesn't know, and iterations of the `mcts` agent.

mod support {
    pub(crate) mod decks;
    pub(crate) mod mid_game;
}

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dracones::Game;
use dracones::agents::{Agent, Budget, Mcts, stream};
use dracones::game::view::{InformationSet, Opening, Pool};
use dracones::model::ids::Seat;
use dracones::model::rng::Stream;
use std::time::Duration;
use support::decks::setup_of;
use support::mid_game::mid_game;

/// The most iterations that are made for an answer.
const ITERATIONS: u32 = 500;

/// A position in the middle of a game, and what its players began with.
fn position(a: &str, b: &str) -> (Game, Pool) {
    let setup = setup_of(a, b);
    (mid_game(&setup, 8, 4), Opening::new(&Game::new(&setup, 1, 0)).pool())
}

fn deals(c: &mut Criterion) {
    let (game, pool) = position("premodern-black", "premodern-green-white");
    let seat = game.decision().expect("the game isn't over").decider;
    let view = game.seat_view(seat).unwrap();
    let known = || InformationSet::new(&view, &pool).expect("the seat is asked");
    c.bench_function("deal/what a seat knows", |bench| bench.iter_with_large_drop(known));

    let (known, mut random) = (known(), Stream::new(1, 1));
    let mut dealt = known.deal(&mut random);
    c.bench_function("deal/into a used game", |bench| bench.iter(|| known.deal_into(&mut dealt, &mut random)));
    assert_eq!(dealt.decision(), game.decision());
    assert!(known.unknown() > 60);
}

fn iterations(c: &mut Criterion) {
    let mut group = c.benchmark_group("mcts");
    for (a, b) in [("premodern-black", "premodern-green-white"), ("red", "green")] {
        let (game, _) = position(a, b);
        let decision = game.decision().expect("the game isn't over");
        let view = game.seat_view(decision.decider).unwrap();
        // A fresh agent each time: what it remembers of a game could change its answers.
        let answer = || {
            let mut agent = Mcts::new(Budget::Iterations(ITERATIONS));
            agent.begin(&Opening::new(&game));
            (agent.answer(&view, decision, &mut stream(1, 1, Seat(0))), agent.iterations())
        };
        let (first, made) = answer();
        assert!(made <= u64::from(ITERATIONS), "{made} iterations");
        group.throughput(Throughput::Elements(made));
        group.bench_function(format!("{a}, {b}"), |bench| bench.iter(answer));
        assert_eq!(answer().0, first, "iterations and the stream determine the answer");
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(4));
    targets = deals, iterations
}
criterion_main!(benches);
