//! Games as files, and taking back.

use crate::support::setup_of;
use dracones::Game;
use dracones::cards::CardDb;
use dracones::model::decision::{Answer, Choice, Prompt};
use dracones::model::ids::{ObjectRef, Seat};
use dracones::model::rng::Stream;
use dracones::tools::replay::{Given, Recording, Timeline, Undo, UndoError, anybody};
use dracones::tools::simulate::{Plan, ReplayError};

fn plan() -> Plan {
    let plan = Plan::new(setup_of("premodern-red", "premodern-green-white"), &anybody("somebody"));
    Plan { seed: 11, ..plan }
}

fn file(game: &Game, recording: &Recording) -> String {
    let mut out = Vec::new();
    recording.write(game, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn read(text: &str) -> Result<(Game, Recording), ReplayError> {
    Recording::read(text.as_bytes(), None, &CardDb::embedded())
}

#[test]
fn a_game_is_saved_and_resumed_at_any_decision() {
    for index in 0..4 {
        let (mut game, mut recording) = Recording::begin(&plan(), index);
        let mut rng = Stream::new(3, index);
        while let Some(decision) = game.decision() {
            let answer = decision.sample(&mut rng);
            if rng.below(12) == 0 {
                let text = file(&game, &recording);
                let (mut again, mut resumed) = read(&text).unwrap_or_else(|e| panic!("game {index}: {e}"));
                assert_eq!(again.sync_hash(), game.sync_hash());
                resumed.submit(&mut again, answer.clone()).unwrap();
                recording.submit(&mut game, answer).unwrap();
                assert_eq!(file(&again, &resumed), file(&game, &recording));
            } else {
                recording.submit(&mut game, answer).unwrap();
            }
        }
        let (again, _) = read(&file(&game, &recording)).unwrap();
        assert_eq!((again.outcome(), again.sync_hash()), (game.outcome(), game.sync_hash()));
    }
}

#[test]
fn a_file_of_a_game_is_small() {
    let (mut game, mut recording) = Recording::begin(&plan(), 0);
    let mut rng = Stream::new(4, 0);
    while let Some(decision) = game.decision() {
        let answer = decision.sample(&mut rng);
        recording.submit(&mut game, answer).unwrap();
    }
    let text = file(&game, &recording);
    let (header, row) = text.split_once('\n').unwrap();
    assert!(header.len() < 2500, "{}", header.len());
    assert!(row.len() < 800 + 6 * recording.given().len(), "{} for {} answers", row.len(), recording.given().len());
}

fn played(answers: u32) -> (Game, Recording) {
    let (mut game, mut recording) = Recording::begin(&plan(), 1);
    let mut rng = Stream::new(5, 1);
    for _ in 0..answers {
        let Some(decision) = game.decision() else { break };
        let answer = decision.sample(&mut rng);
        recording.submit(&mut game, answer).unwrap();
    }
    (game, recording)
}

#[test]
fn any_changed_character_is_found() {
    let (game, recording) = played(70);
    let text = file(&game, &recording);
    read(&text).unwrap();
    let line = text.find('\n').unwrap();
    for at in (0..text.len() - 1).filter(|at| *at != line) {
        // All of the row, some of the header.
        if at < line && at % 7 != 0 {
            continue;
        }
        let old = text.as_bytes()[at];
        let new = if old.is_ascii_digit() { b'0' + (old - b'0' + 1) % 10 } else { b'7' };
        let mut bytes = text.clone().into_bytes();
        bytes[at] = new;
        let changed = String::from_utf8(bytes).unwrap();
        if let Ok((again, _)) = read(&changed) {
            panic!("byte {at} is {} instead of {}: {:?}", new as char, old as char, again.outcome());
        }
    }
}

#[test]
fn the_first_difference_is_named() {
    let (game, recording) = played(70);
    let mut row = recording.row(&game);
    let record = row.record.as_mut().unwrap();
    let mut given = Given::read(&record.given).unwrap();
    // The last priority in which something could be done instead.
    let mut at = given.len() - 1;
    while !matches!(given[at], Given::Answer(Answer::One(_))) {
        at -= 1;
    }
    given[at] = Given::Answer(Answer::One(60_000));
    record.given = Given::text(&given);
    let lines = [serde_json::to_string(&recording.header()).unwrap(), serde_json::to_string(&row).unwrap()];
    let error = read(&lines.join("\n")).unwrap_err().to_string();
    assert!(error.starts_with(&format!("line 2, decision {}:", at + 1)), "{error}");
    let foreign = lines[0].replace(dracones::game::ENGINE, "0123456789abcdef");
    let error = read(&format!("{foreign}\n{}", lines[1])).unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("written by the engine 0123456789abcdef"), "{error}");
}

#[test]
fn concessions_are_recorded() {
    let (mut game, mut recording) = played(20);
    recording.concede(&mut game, Seat(1)).unwrap();
    assert!(game.outcome().is_over());
    let (again, _) = read(&file(&game, &recording)).unwrap();
    assert_eq!(again.outcome(), game.outcome());
}

#[test]
fn any_decision_can_be_taken_back_with_its_randomness() {
    let (mut game, mut timeline) = Timeline::begin(&plan(), 2);
    let mut rng = Stream::new(6, 2);
    let (mut hashes, mut answers) = (Vec::new(), Vec::new());
    while let Some(decision) = game.decision() {
        let answer = decision.sample(&mut rng);
        hashes.push(game.sync_hash());
        answers.push(answer.clone());
        timeline.submit(&mut game, answer).unwrap();
    }
    let last = game.sync_hash();
    let all = answers.len();
    assert_eq!(timeline.undo(&mut game, all + 1, Undo::Anything), Err(UndoError::Future { to: all + 1, given: all }));
    for to in [all - 1, all / 2, all / 2 - 5, 33, 32, 31, 1, 0] {
        timeline.undo(&mut game, to, Undo::Anything).unwrap();
        assert_eq!((timeline.len(), game.sync_hash()), (to, hashes[to]));
    }
    for answer in answers {
        timeline.submit(&mut game, answer).unwrap();
    }
    assert_eq!(game.sync_hash(), last);
}

#[test]
fn without_news_only_own_private_deeds_are_taken_back() {
    let mut plan = plan();
    plan.setup.settings.auto_pay = false;
    let (mut quiet, mut loud, mut harmless) = (0, 0, 0);
    for index in 0..12 {
        let (mut game, mut timeline) = Timeline::begin(&plan, index);
        let mut rng = Stream::new(8, index);
        while let Some(decision) = game.decision().cloned() {
            let answer = decision.sample(&mut rng);
            let (seat, other) = (decision.decider, Seat(1 - decision.decider.0));
            // What everybody has seen in a hand isn't news.
            let is_new =
                |object: &ObjectRef| game.seat_view(other).unwrap().object(*object).is_none_or(|seen| !seen.known);
            let new_card = match &answer {
                Answer::One(i) => match decision.options().get(usize::from(*i)) {
                    Some(Choice::Cast { object, .. } | Choice::PlayLand { object, .. }) => is_new(object),
                    _ => false,
                },
                _ => false,
            };
            let (before, hash, position) = (timeline.len(), game.sync_hash(), game.snapshot());
            timeline.submit(&mut game, answer.clone()).unwrap();
            assert_eq!(timeline.earliest(Undo::OwnWithoutNews(other)), timeline.len());
            let open = timeline.earliest(Undo::OwnWithoutNews(seat)) <= before;
            // To pass, to draw, to show a card: others learn of it.
            let chosen = match answer {
                Answer::One(i) => decision.options().get(usize::from(i)),
                _ => None,
            };
            let shows = new_card || matches!(chosen, Some(Choice::Pass));
            if decision.prompt == Prompt::Priority && shows {
                assert!(!open, "{decision:?}: {answer:?}");
            }
            // What taught nobody anything taught its player nothing; what they show to others doesn't either.
            let alone = timeline.earliest(Undo::OwnWithoutGain(seat)) <= before;
            assert!(alone || !open, "{decision:?}: {answer:?}");
            if matches!(chosen, Some(Choice::Pass)) && decision.prompt == Prompt::Priority {
                assert!(!alone, "{decision:?}");
            }
            harmless += u32::from(alone && new_card);
            if !open {
                loud += 1;
                let refused = timeline.undo(&mut game, before, Undo::OwnWithoutNews(seat));
                assert_eq!(refused, Err(UndoError::Policy { earliest: before + 1 }));
                continue;
            }
            quiet += 1;
            timeline.undo(&mut game, before, Undo::OwnWithoutNews(seat)).unwrap();
            assert_eq!(game.snapshot(), position, "{decision:?}: {answer:?}");
            assert_eq!(game.sync_hash(), hash);
            timeline.submit(&mut game, answer).unwrap();
        }
    }
    assert!(quiet > 50 && loud > 200 && harmless > 20, "{quiet} quiet, {loud} loud, {harmless} harmless");
}
