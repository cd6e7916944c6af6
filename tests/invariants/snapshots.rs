//! Snapshots that were changed: a caller that hands one in gets an error, not a broken game.

use crate::support::setup_of;
use dracones::Game;
use dracones::cards::{CardDb, CardTable};
use dracones::game::snapshot::{Snapshot, SnapshotError};
use dracones::model::decision::{Answer, Decision, Prompt, SetRule, Shape};
use dracones::model::ids::Seat;
use dracones::model::rng::Stream;
use dracones::rules::state::ReadGame;
use dracones::tools::scenario::{self, Case};
use dracones::tools::simulate;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Positions of several games as JSON.
fn positions() -> Vec<(Game, String)> {
    let mut all = Vec::new();
    for (number, pair) in
        [("premodern-red", "pauper-blue"), ("premodern-replenish", "pauper-faeries")].into_iter().enumerate()
    {
        let mut game = Game::new(&setup_of(pair.0, pair.1), 9, number as u64);
        let mut rng = Stream::new(9, number as u64);
        for step in 0..240 {
            let Some(decision) = game.decision() else { break };
            let answer = decision.sample(&mut rng);
            game.submit(answer).unwrap();
            if step % 12 == 11 && game.decision().is_some() {
                all.push((game.fork(), serde_json::to_string(&game.snapshot()).unwrap()));
            }
        }
    }
    assert!(all.len() >= 6);
    all
}

/// Replaces up to four numbers of a text by others, the extremes of their types among them.
fn extreme(text: &str, rng: &mut Stream) -> String {
    const NEW: [&str; 8] = ["0", "1", "255", "65535", "2147483647", "4294967295", "-1", "18446744073709551615"];
    let mut text = text.to_owned();
    for _ in 0..=rng.below(4) {
        let bytes = text.as_bytes();
        let starts =
            (1..bytes.len()).filter(|i| bytes[*i].is_ascii_digit() && matches!(bytes[i - 1], b':' | b',' | b'['));
        let starts: Vec<usize> = starts.collect();
        let start = starts[rng.below(starts.len() as u32) as usize];
        let length = text[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        text.replace_range(start..start + length, NEW[rng.below(NEW.len() as u32) as usize]);
    }
    text
}

/// Changes up to four digits of a text.
fn changed(text: &str, rng: &mut Stream) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let digits: Vec<usize> = (0..bytes.len()).filter(|i| bytes[*i].is_ascii_digit()).collect();
    for _ in 0..=rng.below(4) {
        bytes[digits[rng.below(digits.len() as u32) as usize]] = b'0' + rng.below(10) as u8;
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_game_is_restored_in_the_place_of_another() {
    let db = CardDb::embedded();
    let mut rng = Stream::new(7, 7);
    let mut used = Game::new(&setup_of("pauper-elves", "premodern-black"), 3, 0);
    let mut refused = 0;
    for (mut game, text) in positions() {
        let snapshot: Snapshot = serde_json::from_str(&text).unwrap();
        let before = used.sync_hash();
        if let Ok(wrong) = serde_json::from_str(&changed(&text, &mut rng))
            && wrong != snapshot
        {
            used.restore_from(&wrong, &db).expect_err("it was changed");
            refused += 1;
        }
        assert_eq!(used.sync_hash(), before, "what is wrong changes nothing");
        used.restore_from(&snapshot, &db).unwrap();
        assert_eq!((used.sync_hash(), used.decision()), (game.sync_hash(), game.decision()));
        assert_eq!(used.snapshot(), snapshot);
        for _ in 0..100 {
            let Some(decision) = game.decision() else { break };
            let answer = decision.sample(&mut rng);
            game.submit(answer.clone()).unwrap();
            used.submit(answer).unwrap();
        }
        assert_eq!(used.sync_hash(), game.sync_hash());
    }
    assert!(refused > 6);
}

#[test]
fn a_changed_snapshot_is_refused() {
    let db = CardDb::embedded();
    let mut rng = Stream::new(4, 4);
    let mut refused = 0;
    for (game, text) in positions() {
        assert_eq!(Game::restore(&serde_json::from_str(&text).unwrap(), &db).unwrap().sync_hash(), game.sync_hash());
        for _ in 0..150 {
            let changed = changed(&text, &mut rng);
            // What isn't even a snapshot any more is refused by its reader.
            let Ok(snapshot) = serde_json::from_str::<Snapshot>(&changed) else { continue };
            if snapshot == game.snapshot() {
                continue;
            }
            Game::restore(&snapshot, &db).expect_err("it was changed");
            refused += 1;
        }
    }
    assert!(refused > 500, "{refused}");
}

/// A host can't tell a position that somebody has made up from one of a game. It may be nonsense, but nothing in it may
/// point to nowhere.
#[test]
fn a_made_up_snapshot_breaks_nothing() {
    simulate::quiet_panics();
    let db = CardDb::embedded();
    let mut rng = Stream::new(5, 5);
    let (mut restored, mut refused, mut broken) = (0, 0, Vec::new());
    for (_, text) in positions() {
        for round in 0..300 {
            let changed = if round % 2 == 0 { changed(&text, &mut rng) } else { extreme(&text, &mut rng) };
            let Ok(mut snapshot) = serde_json::from_str::<Snapshot>(&changed) else { continue };
            let Ok(table) = snapshot.table(&db) else { continue };
            snapshot.seal(&table);
            let played = catch_unwind(AssertUnwindSafe(|| {
                let Ok(mut game) = Game::restore(&snapshot, &db) else { return false };
                let mut rng = Stream::new(1, 1);
                for _ in 0..40 {
                    let Some(decision) = game.decision() else { break };
                    let answer = decision.sample(&mut rng);
                    game.submit(answer).unwrap();
                }
                true
            }));
            match played {
                Ok(true) => restored += 1,
                Ok(false) => refused += 1,
                Err(panic) => {
                    let words = panic.downcast_ref::<String>().cloned();
                    let words = words.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
                    let at = changed.bytes().zip(text.bytes()).position(|(a, b)| a != b).unwrap_or(0);
                    broken.push((words, changed[at.saturating_sub(80)..(at + 40).min(changed.len())].to_owned()));
                }
            }
        }
    }
    assert!(restored > 300 && refused > 20, "{restored} restored, {refused} refused");
    assert!(broken.is_empty(), "{} of {}: {broken:#?}", broken.len(), restored + refused + broken.len());
}

/// Changes the zones of a snapshot as somebody would who edits a file: the zones of the players, as data.
fn edit_zones(snapshot: &mut Snapshot, edit: impl FnOnce(&mut Vec<serde_json::Value>)) {
    let mut zones = serde_json::to_value(&snapshot.resources.zones).unwrap();
    edit(zones["own"].as_array_mut().unwrap());
    snapshot.resources.zones = serde_json::from_value(zones).unwrap();
}

#[test]
fn what_is_wrong_is_named() {
    let db = CardDb::embedded();
    let (game, _) = positions().remove(0);
    let table = game.world().part::<CardTable>();
    let sealed = |change: fn(&mut Snapshot)| {
        let mut snapshot = game.snapshot();
        change(&mut snapshot);
        snapshot.seal(table);
        Game::restore(&snapshot, &db).map(|_| ()).unwrap_err()
    };
    let seat = sealed(|s| s.resources.turn.active.0 = 9);
    assert_eq!(seat, SnapshotError::Index { what: "players", index: 9, count: 2 });
    assert_eq!(seat.to_string(), "number 9 of players, of which there are 2");
    assert!(matches!(sealed(|s| s.format = 1), SnapshotError::Format { found: 1, .. }));
    assert!(matches!(sealed(|s| s.cards[0] = "No such card".to_owned()), SnapshotError::UnknownCard(_)));
    assert!(matches!(
        sealed(|s| edit_zones(s, |own| drop(own.pop()))),
        SnapshotError::Players { players: 2, zones: 1 }
    ));
    assert!(matches!(
        sealed(|s| edit_zones(s, |own| own[0]["library"].as_array_mut().unwrap().truncate(1))),
        SnapshotError::Zone(_)
    ));
    let late = sealed(|s| s.resources.turn.number = u32::MAX);
    assert_eq!(late.to_string(), "4294967295 turns: expected at most 1073741824");
    let nobody = sealed(|s| s.resources.players.0[0].companion.incarnation = 1);
    assert!(matches!(nobody, SnapshotError::Index { what: "objects", .. }), "{nobody}");
    let object = sealed(|s| s.objects[0].object.incarnation = u32::MAX);
    assert!(matches!(object, SnapshotError::Count { what: "incarnations", .. }), "{object}");
    let unanswered = sealed(|s| {
        let shape = Shape::ChooseSome { options: Vec::new(), min: 1, max: 1, rule: SetRule::default() };
        s.resources.pending.0 = Some(Box::new(Decision::new(Seat(0), Prompt::CleanupDiscard, shape)));
    });
    assert_eq!(unanswered, SnapshotError::Decision);
    let mut cut = game.snapshot();
    cut.checksum ^= 1;
    assert!(matches!(Game::restore(&cut, &db), Err(SnapshotError::Damaged { .. })));
    assert_eq!(Game::restore_trusted(&cut, &db).unwrap().sync_hash(), game.sync_hash());
    let mut other = game.snapshot();
    other.cards.swap(0, 1);
    other.seal(&other.table(&db).unwrap());
    assert!(Game::restore(&other, &db).is_ok(), "the order of cards is the table's own");
}

/// What a game keeps so that a mana ability can be reversed (CR 733.1) doesn't depend on what it has looked up by then: no
/// ability that triggers on mana functions here, but a card of the game has one.
#[test]
fn a_restored_game_keeps_no_more_for_taking_back_than_the_saved_one() {
    let text = r#"Scenario(format: 1, title: "", why: "", script: [], pay_by_hand: true,
        players: [(hand: ["Forest", "Llanowar Elves"], library: ["Elvish Guidance", "Soul Warden"]), ()],
        turn: (number: 1, active: 1, step: PrecombatMain))"#;
    let file = scenario::parse("test.ron", text.to_owned()).unwrap_or_else(|error| panic!("{error}"));
    let db = CardDb::embedded();
    let (mut game, _) = scenario::position(&file.scenarios[0], &Case::default(), &db).unwrap();
    // The land is played, which has the abilities looked up that trigger now; then the spell is cast.
    game.submit(Answer::One(1)).unwrap();
    game.submit(Answer::One(1)).unwrap();
    let asked = game.decision().map(|decision| decision.prompt.clone());
    assert!(matches!(asked, Some(Prompt::PayMana(_))), "{asked:?}");
    let mut restored = Game::restore(&game.snapshot(), &db).unwrap();
    assert_eq!(restored.sync_hash(), game.sync_hash());
    for game in [&mut game, &mut restored] {
        game.submit(Answer::One(0)).unwrap();
    }
    assert_eq!(restored.sync_hash(), game.sync_hash());
}
