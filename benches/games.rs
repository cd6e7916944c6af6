//! Whole games on one thread, as `simulate` plays them: in one used [`Game`], every answer checked and hashed, the
//! state hashed now and then.
//!
//! `games/...` counts games a second, `decisions/...` answered decisions a second of the same games.

mod support {
    pub(crate) mod decks;
}

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dracones::Game;
use dracones::agents::AgentMaker;
use dracones::model::outcome::Outcome;
use dracones::tools::simulate::{BatchHash, Plan, play};
use std::cell::Cell;
use std::time::Duration;
use support::decks::setup_of;

/// A match-up: two decks, who plays both, how many games make a batch.
const MATCHES: [(&str, &str, &str, u64); 4] = [
    ("vanilla", "vanilla", "random", 50),
    ("green", "red", "random", 50),
    ("premodern-red", "premodern-green-white", "greedy", 20),
    ("pauper-red", "premodern-black", "greedy", 20),
];

/// What a batch came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Batch {
    hash: u64,
    decisions: u64,
}

/// Plays the games of a plan; each must end by the rules.
fn batch(game: &mut Game, plan: &Plan) -> Batch {
    let (mut hash, mut decisions) = (BatchHash::default(), 0);
    let answered = Cell::new(0);
    for index in 0..plan.games {
        let played = play(game, plan, index, &answered, None);
        assert_eq!(played.failure, None);
        assert!(matches!(played.outcome, Outcome::Win(_) | Outcome::Draw), "game {index}: {:?}", played.outcome);
        assert!(played.decisions > 0);
        hash.add(index, played.hash.value());
        decisions += u64::from(played.decisions);
    }
    Batch { hash: hash.value(), decisions }
}

fn games(c: &mut Criterion) {
    for (a, b, agent, games) in MATCHES {
        let agent = AgentMaker::built_in(agent).expect("its name is known");
        let plan = Plan { games, ..Plan::new(setup_of(a, b), &agent) };
        let mut game = Game::new(&plan.setup, plan.seed, 0);
        let first = batch(&mut game, &plan);
        let name = format!("{a} - {b}, {}", agent.name());
        println!("{name}: {games} games, {} decisions, hash {:016x}", first.decisions, first.hash);
        for (group, elements) in [("games", games), ("decisions", first.decisions)] {
            let mut group = c.benchmark_group(group);
            group.throughput(Throughput::Elements(elements));
            group.bench_function(BenchmarkId::from_parameter(&name), |bench| {
                bench.iter(|| assert_eq!(batch(&mut game, &plan), first));
            });
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = games
}
criterion_main!(benches);
