//! Bulk games from outside the crate: a game that panics is an error of that game, and of no other.

use dracones::GameSetup;
use dracones::agents::{Agent, AgentMaker};
use dracones::cards::CardDb;
use dracones::game::view::SeatView;
use dracones::model::decision::{Answer, Decision, Prompt, Questions};
use dracones::model::rng::Stream;
use dracones::tools::decks::{DeckRules, load_deck};
use dracones::tools::simulate::{First, Plan, Watch, quiet_panics, run};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Answers by chance, and breaks down at the third priority of every fourth game.
struct Fragile {
    breaks: bool,
    seen: u32,
}

impl Agent for Fragile {
    fn name(&self) -> &str {
        "fragile"
    }

    fn answer(&mut self, _: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer {
        if decision.prompt == Prompt::Priority {
            self.seen += 1;
        }
        assert!(!self.breaks || self.seen < 3, "a policy with a bug");
        decision.sample(rng)
    }
}

fn plan(threads: usize) -> Plan {
    let db = CardDb::embedded();
    let card = |name: &str| db.get(name).expect("it is shipped").clone();
    let deck = [vec![card("Forest"); 24], vec![card("Grizzly Bears"); 36]].concat();
    let setup = GameSetup::new(&db, &[deck.clone(), deck]).expect("a deck of two cards");
    let made = Arc::new(AtomicU32::new(0));
    let fragile = AgentMaker::new("fragile", move || {
        let number = made.fetch_add(1, Ordering::Relaxed);
        Box::new(Fragile { breaks: number % 4 == 3, seen: 0 })
    });
    Plan {
        setup,
        names: vec!["bears".to_owned(); 2],
        agents: vec![fragile, AgentMaker::built_in("random").expect("it is built in")],
        games: 40,
        seed: 5,
        threads,
        first: First::default(),
        start: None,
        record: false,
    }
}

#[test]
fn a_panic_in_a_game_is_counted_and_loses_no_other_game() {
    quiet_panics();
    for threads in [1, 2] {
        let stop = AtomicBool::new(false);
        let watch = Watch { stop: &stop, progress: &|_| {} };
        let (mut rows, mut failures) = (0, Vec::new());
        let summary = run(&plan(threads), watch, &mut |played| {
            rows += 1;
            failures.extend(played.failure.clone());
            Ok(())
        })
        .expect("nothing is written");
        assert_eq!(rows, 40);
        assert_eq!(summary.games, 40);
        assert_eq!((summary.errors, failures.len()), (10, 10));
        for failure in failures {
            assert!(failure.decision > 0);
            assert!(failure.message.starts_with("a policy with a bug"), "{}", failure.message);
        }
        assert_eq!(summary.wins.iter().sum::<u64>() + summary.draws + summary.inconclusive, 30);
    }
}

#[test]
fn games_of_searching_agents_are_the_same_on_any_number_of_threads() {
    let agents = ["mcts:12", "planner:12"].map(|name| AgentMaker::built_in(name).expect("it is built in"));
    let play = |threads| {
        let stop = AtomicBool::new(false);
        let watch = Watch { stop: &stop, progress: &|_| {} };
        let plan = Plan { agents: agents.to_vec(), games: 9, ..plan(threads) };
        let mut hashes = Vec::new();
        let summary = run(&plan, watch, &mut |played| {
            hashes.push(played.hash.value());
            Ok(())
        });
        let summary = summary.expect("nothing is written");
        assert_eq!(summary.errors, 0, "{:?}", summary.failures);
        hashes
    };
    assert_eq!(play(1), play(2));
}

#[test]
fn a_budget_follows_the_name_of_a_searching_agent() {
    for name in ["mcts", "mcts:1", "mcts:50ms", "planner", "planner:30"] {
        assert_eq!(AgentMaker::built_in(name).map(|maker| maker.name().to_owned()), Some(name.to_owned()));
    }
    for name in
        ["mcts:", "mcts:0", "mcts:0ms", "mcts:fast", "greedy:5", "baseline:5", "mcts:-1", "planner:0", "planner:50ms"]
    {
        assert!(AgentMaker::built_in(name).is_none(), "{name}");
    }
}

#[test]
fn greedy_play_is_the_same_when_it_is_asked_less() {
    let (mut fewer, db) = (0, CardDb::embedded());
    for (deck, seed) in [("premodern-psychatog", 3), ("pauper-faeries", 4), ("premodern-goblins", 5)] {
        let deck = load_deck(deck, &db, &DeckRules::default()).expect("it is shipped").1;
        let play = |questions| {
            let mut setup = GameSetup::new(&db, &[deck.clone(), deck.clone()]).expect("a shipped deck");
            setup.settings.questions = questions;
            let greedy = AgentMaker::built_in("greedy").expect("it is built in");
            let (stop, mut rows) = (AtomicBool::new(false), Vec::new());
            let watch = Watch { stop: &stop, progress: &|_| {} };
            let summary = run(&Plan { games: 8, seed, ..Plan::new(setup, &greedy) }, watch, &mut |played| {
                rows.push((played.outcome, played.turns, played.life.clone(), played.decisions));
                Ok(())
            });
            assert_eq!(summary.expect("nothing is written").errors, 0);
            rows
        };
        let (all, timely) = (play(Questions::All), play(Questions::Timely));
        for (all, timely) in all.iter().zip(&timely) {
            assert_eq!((all.0, all.1, &all.2), (timely.0, timely.1, &timely.2));
            assert!(all.3 >= timely.3);
            fewer += all.3 - timely.3;
        }
    }
    assert!(fewer > 1000, "{fewer} questions fewer in 24 games");
}
