//! What must hold of every position of random games with all shipped decks.

mod cancel;
mod clients;
mod corpora;
mod deal;
mod gates;
mod hidden;
mod leaving;
mod loops;
mod mixed;
mod offers;
mod references;
mod replay;
mod snapshots;
mod soak;
mod support;
mod world;

use dracones::Game;
use dracones::cards::CardDb;
use dracones::game::snapshot::Snapshot;
use dracones::model::continuous::ContinuousEffects;
use dracones::model::decision::{Answer, Prompt};
use dracones::model::ids::ObjectId;
use dracones::model::object::{Characteristics, Object};
use dracones::model::outcome::Outcome;
use dracones::model::rng::Stream;
use dracones::rules::layers;
use dracones::rules::reading::{Board, Live};
use dracones::rules::slots::Slots;
use dracones::rules::state::ReadGame;
use support::{pairs, play_checked, setup_of};

/// Games for each pair of decks; `DRACONES_SLOW=1` plays many more.
fn games() -> u64 {
    if std::env::var_os("DRACONES_SLOW").is_some() { 500 } else { 8 }
}

#[test]
fn every_position_of_random_games_keeps_the_invariants() {
    for (a, b) in pairs() {
        let setup = setup_of(&a, &b);
        let mut game = Game::new(&setup, 3, 0);
        for number in 0..games() {
            game.reset(&setup, 3, number, None).unwrap();
            let mut rng = Stream::new(17, number);
            play_checked(&mut game, &mut rng, &format!("{a} against {b}, seed 3, game {number}"));
        }
    }
}

#[test]
fn an_illegal_answer_changes_nothing() {
    let setup = setup_of("premodern-red", "premodern-green-white");
    let mut game = Game::new(&setup, 5, 1);
    let mut rng = Stream::new(2, 2);
    for _ in 0..300 {
        let Some(decision) = game.decision() else { break };
        let good = decision.sample(&mut rng);
        let before = game.snapshot();
        for bad in [Answer::One(60_000), Answer::Some(vec![9, 3]), Answer::Order(vec![0, 0]), Answer::Number(-7)] {
            if decision_accepts(&game, &bad) {
                continue;
            }
            assert!(game.submit(bad).is_err());
            assert_eq!(game.snapshot(), before);
        }
        game.submit(good).unwrap();
    }
}

fn decision_accepts(game: &Game, answer: &Answer) -> bool {
    game.decision().is_some_and(|d| d.check(answer).is_ok())
}

/// What all objects are like, as published.
fn shown(game: &Game) -> Vec<(Object, Characteristics)> {
    let live = Live::new(game.world());
    let slots = game.world().part::<Slots>();
    let used = (0..slots.len() as u32).map(ObjectId).filter(|id| slots.is_used(*id));
    used.map(|id| (*live.object(id), live.chars(id).clone())).collect()
}

#[test]
fn a_skipped_layer_pass_would_have_changed_nothing() {
    for (a, b) in pairs() {
        let setup = setup_of(&a, &b);
        let mut scratch = Game::new(&setup, 1, 1);
        let mut game = Game::new(&setup, 9, 4);
        let mut rng = Stream::new(23, 1);
        while let Some(decision) = game.decision() {
            let answer = decision.sample(&mut rng);
            // A fork has everything marked as changed, so that its first pass is a full one.
            game.fork_into(&mut scratch);
            let (before, effects) = (shown(&scratch), scratch.world().part::<ContinuousEffects>().clone());
            layers::refresh(scratch.world_mut());
            let at = format!("{a} against {b}, decision {}: {decision:?}", game.decisions());
            for ((object, old), (_, new)) in before.iter().zip(&shown(&scratch)) {
                assert_eq!(old, new, "{at}: {object:?}");
            }
            assert_eq!(effects, *scratch.world().part::<ContinuousEffects>(), "{at}");
            game.submit(answer).unwrap();
        }
    }
}

#[test]
fn a_game_resumed_from_ron_plays_on_identically() {
    let db = CardDb::embedded();
    for (number, (a, b)) in pairs().into_iter().enumerate().step_by(9) {
        let setup = setup_of(&a, &b);
        let mut game = Game::new(&setup, 21, number as u64);
        let mut rng = Stream::new(31, number as u64);
        // Every decision of the first game, a sample of the others.
        let every = if number == 0 { 1 } else { 23 };
        while let Some(decision) = game.decision() {
            let answer = decision.sample(&mut rng);
            if game.decisions().is_multiple_of(every) {
                let text = ron::to_string(&game.snapshot()).unwrap();
                let saved: Snapshot = ron::from_str(&text).unwrap();
                let mut resumed = Game::restore(&saved, &db).unwrap();
                assert_eq!(resumed.sync_hash(), game.sync_hash());
                resumed.submit(answer.clone()).unwrap();
                game.submit(answer).unwrap();
                assert_eq!(resumed.snapshot(), game.snapshot(), "{a} against {b}, decision {}", game.decisions());
            } else {
                game.submit(answer).unwrap();
            }
        }
    }
}

#[test]
fn a_fork_into_a_used_game_goes_the_same_way() {
    let setup = setup_of("premodern-black", "pauper-red");
    let mut used = Game::new(&setup_of("green", "vanilla"), 1, 0);
    let mut rng = Stream::new(1, 1);
    for _ in 0..50 {
        let Some(d) = used.decision() else { break };
        let answer = d.sample(&mut rng);
        used.submit(answer).unwrap();
    }
    for number in 0..6 {
        let mut game = Game::new(&setup, 77, number);
        let mut rng = Stream::new(5, number);
        while let Some(decision) = game.decision() {
            if rng.below(20) == 0 {
                game.fork_into(&mut used);
                assert_eq!(used.sync_hash(), game.sync_hash());
                let (mut left, mut right) = (Stream::new(9, number), Stream::new(9, number));
                let mut original = game.fork();
                for _ in 0..40 {
                    let (Some(x), Some(y)) = (original.decision(), used.decision()) else { break };
                    assert_eq!(x, y);
                    let (x, y) = (x.sample(&mut left), y.sample(&mut right));
                    original.submit(x).unwrap();
                    used.submit(y).unwrap();
                }
                assert_eq!(original.sync_hash(), used.sync_hash());
            }
            let answer = decision.sample(&mut rng);
            game.submit(answer).unwrap();
        }
    }
}

#[test]
fn conceding_ends_a_game_of_two() {
    let setup = setup_of("green", "red");
    let mut game = Game::new(&setup, 1, 1);
    game.concede(dracones::model::ids::Seat(0)).unwrap();
    assert_eq!(game.outcome(), Outcome::Win(dracones::model::ids::Seat(1)));
    assert!(game.decision().is_none());
}

#[test]
fn priority_always_offers_to_pass_first() {
    let setup = setup_of("pauper-red", "premodern-red");
    let mut game = Game::new(&setup, 4, 4);
    let mut rng = Stream::new(8, 8);
    while let Some(decision) = game.decision() {
        if decision.prompt == Prompt::Priority {
            assert_eq!(decision.options()[0], dracones::model::decision::Choice::Pass);
            assert!(decision.options().len() > 1, "a lone pass isn't asked");
        }
        let answer = decision.sample(&mut rng);
        game.submit(answer).unwrap();
    }
}
