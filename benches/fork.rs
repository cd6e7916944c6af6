//! Copies of a game of 120 cards: forks into a used game, snapshots, hashes.

mod support {
    pub(crate) mod decks;
    pub(crate) mod mid_game;
}

use criterion::{Criterion, criterion_group, criterion_main};
use dracones::Game;
use dracones::cards::CardDb;
use dracones::model::decision::Answer;
use dracones::rules::slots::Slots;
use dracones::rules::state::ReadGame;
use std::hint::black_box;
use std::time::Duration;
use support::decks::setup_of;
use support::mid_game::mid_game;

/// Two positions of different games, both with all cards of two decks of 60.
fn positions() -> [Game; 2] {
    let games = [
        mid_game(&setup_of("premodern-red", "premodern-green-white"), 10, 3),
        mid_game(&setup_of("pauper-red", "premodern-black"), 10, 3),
    ];
    for game in &games {
        assert!(game.world().part::<Slots>().in_use() >= 120);
    }
    games
}

fn forks(c: &mut Criterion) {
    let positions = positions();
    let hashes = [0, 1].map(|i: usize| positions[i].sync_hash());
    assert_ne!(hashes[0], hashes[1]);
    // Forks of two games by turns, so that each finds another game in its place.
    let mut used = positions[0].fork();
    let mut at = 0;
    let mut fork = |used: &mut Game| {
        at = 1 - at;
        positions[at].fork_into(used);
        at
    };
    for _ in 0..4 {
        let of = fork(&mut used);
        assert_eq!(used.sync_hash(), hashes[of]);
    }
    c.bench_function("fork/into a used game", |bench| bench.iter(|| fork(&mut used)));
    let of = fork(&mut used);
    assert_eq!(used.sync_hash(), hashes[of]);

    c.bench_function("fork/into a used game, one answer", |bench| {
        bench.iter(|| {
            fork(&mut used);
            // The first option of priority is to pass.
            used.submit(Answer::One(0)).expect("passing is legal");
        });
    });
    let of = fork(&mut used);
    let mut passed = positions[of].fork();
    passed.submit(Answer::One(0)).expect("passing is legal");
    used.submit(Answer::One(0)).expect("passing is legal");
    assert_eq!(used.sync_hash(), passed.sync_hash());

    c.bench_function("fork/into a new game", |bench| bench.iter_with_large_drop(|| positions[0].fork()));
    assert_eq!(positions[0].fork().sync_hash(), hashes[0]);
}

fn snapshots(c: &mut Criterion) {
    let [game, _] = positions();
    let db = CardDb::embedded();
    let (snapshot, hash) = (game.snapshot(), game.sync_hash());
    assert!(snapshot.objects.len() >= 120);
    c.bench_function("snapshot/capture", |bench| bench.iter_with_large_drop(|| game.snapshot()));
    assert_eq!(game.snapshot(), snapshot);
    let mut used = game.fork();
    c.bench_function("snapshot/restore into a used game", |bench| {
        bench.iter(|| used.restore_from(black_box(&snapshot), &db).expect("it is whole"));
    });
    assert_eq!(used.sync_hash(), hash);

    c.bench_function("snapshot/restore", |bench| {
        bench.iter_with_large_drop(|| Game::restore(black_box(&snapshot), &db));
    });
    assert_eq!(Game::restore(&snapshot, &db).expect("all cards are known").sync_hash(), hash);

    c.bench_function("hash/sync", |bench| bench.iter(|| assert_eq!(game.sync_hash(), hash)));
    let position = game.position_hash();
    c.bench_function("hash/position", |bench| bench.iter(|| assert_eq!(game.position_hash(), position)));
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = forks, snapshots
}
criterion_main!(benches);
