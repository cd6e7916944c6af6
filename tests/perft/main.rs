//! Decision trees of small positions have as many leaves as `counts.txt` says, and as a slow enumerator counts: one that
//! plays all answers from the start on instead of forking, and finds answers by trying all that there could be instead of
//! listing those that are legal.
//!
//! A line of `counts.txt` is the title of a position in `positions.ron` and its leaves after 1, 2, ... answers.

use dracones::Game;
use dracones::cards::CardDb;
use dracones::game::snapshot::Snapshot;
use dracones::model::decision::{Answer, Decision, Shape};
use dracones::model::ids::NameId;
use dracones::tools::perft::{perft, skip_forced};
use dracones::tools::scenario::{self, Case, File, Root};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft")
}

/// The positions with their counts.
fn positions() -> (File, BTreeMap<String, Vec<u64>>) {
    let root = Root::new(&folder()).unwrap_or_else(|e| panic!("{e}"));
    let file = scenario::load(&folder().join("positions.ron"), &root).unwrap_or_else(|e| panic!("{e}"));
    let counts = std::fs::read_to_string(folder().join("counts.txt")).unwrap();
    let line = |line: &str| {
        let (title, counts) = line.split_once(':').unwrap();
        (title.to_owned(), counts.split_whitespace().map(|n| n.parse().unwrap()).collect())
    };
    let counts = counts.lines().filter(|l| !l.starts_with('#')).map(line).collect();
    (file, counts)
}

fn position(file: &File, number: usize) -> Game {
    let (mut game, _) = scenario::position(&file.scenarios[number], &Case::default(), &CardDb::embedded()).unwrap();
    skip_forced(&mut game);
    game
}

#[test]
fn positions_have_as_many_leaves_as_the_table_says() {
    let (file, counts) = positions();
    assert!(counts.len() >= 100, "{} positions", counts.len());
    assert_eq!(file.scenarios.len(), counts.len(), "each position has a line");
    let mut wrong = Vec::new();
    for (number, scenario) in file.scenarios.iter().enumerate() {
        let expected = &counts[&scenario.title];
        let found = perft(&position(&file, number), expected.len(), 10_000)
            .unwrap_or_else(|e| panic!("{}: {e}", scenario.title));
        if found != *expected {
            wrong.push(format!("{}: {found:?} instead of {expected:?}", scenario.title));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_slow_enumerator_counts_the_same() {
    let (file, counts) = positions();
    for (number, scenario) in file.scenarios.iter().enumerate() {
        let expected = &counts[&scenario.title];
        let start = position(&file, number).snapshot();
        let mut slow = Slow { start, db: CardDb::embedded(), leaves: vec![0; expected.len()] };
        // What a set-up defines itself no other game knows.
        assert!(scenario.cards.is_empty() && scenario.tokens.is_empty(), "{}", scenario.title);
        slow.go(&mut Vec::new());
        assert_eq!(slow.leaves, *expected, "{}", scenario.title);
    }
}

/// The slow enumerator.
struct Slow {
    start: Snapshot,
    db: CardDb,
    leaves: Vec<u64>,
}

impl Slow {
    /// The game after some answers, from the start on.
    fn after(&self, answers: &[Answer]) -> Game {
        let mut game = Game::restore(&self.start, &self.db).unwrap();
        for answer in answers {
            game.submit(answer.clone()).unwrap();
        }
        game
    }

    fn go(&mut self, answers: &mut Vec<Answer>) {
        let game = self.after(answers);
        let Some(decision) = game.decision() else { return };
        for answer in candidates(decision, &self.db) {
            let is_name = matches!(answer, Answer::Name(_));
            let legal = decision.check(&answer).is_ok();
            // Which names fit is known to the game alone.
            if !legal || is_name && self.after(answers).submit(answer.clone()).is_err() {
                continue;
            }
            self.leaves[answers.len()] += 1;
            answers.push(answer);
            if answers.len() < self.leaves.len() {
                self.go(answers);
            } else if answers.len() == 1 || self.leaves.last().is_some_and(|n| n % 16 == 0) {
                // What is counted is accepted, too; a sample is enough.
                self.after(answers);
            }
            answers.pop();
        }
    }
}

/// All answers that there could be, legal or not.
fn candidates(decision: &Decision, db: &CardDb) -> Vec<Answer> {
    let count = decision.options().len() as u16;
    match &decision.shape {
        Shape::ChooseOne(_) => (0..count + 2).map(Answer::One).collect(),
        Shape::ChooseSome { .. } => {
            assert!(count <= 16, "too many options to try all sets");
            let set = |mask: u32| (0..count).filter(|i| mask >> i & 1 == 1).collect();
            (0..1u32 << count).map(|mask| Answer::Some(set(mask))).collect()
        }
        Shape::Order(_) => {
            assert!(count <= 5, "too many options to try all orders");
            let digits = |mut n: u32| {
                let mut digits = Vec::new();
                for _ in 0..count {
                    digits.push((n % u32::from(count)) as u16);
                    n /= u32::from(count);
                }
                digits
            };
            (0..u32::from(count).pow(count.into())).map(|n| Answer::Order(digits(n))).collect()
        }
        Shape::Distribute { total, .. } => {
            let mut all = vec![Vec::new()];
            for _ in 0..count {
                let longer = |shares: Vec<i32>| (0..=*total).map(move |n| [&shares[..], &[n]].concat());
                all = all.into_iter().flat_map(longer).collect();
            }
            all.into_iter().map(Answer::Distribute).collect()
        }
        Shape::Number { .. } => (-3..200).map(Answer::Number).collect(),
        Shape::Confirm => vec![Answer::Confirm(true), Answer::Confirm(false)],
        Shape::Name(_) => {
            let faces = db.definitions().flat_map(|d| d.faces.iter().map(|f| f.name.clone()));
            let mut names: Vec<u64> = faces.map(|name| NameId::of(&name).0).collect();
            names.sort_unstable();
            names.dedup();
            names.into_iter().map(|name| Answer::Name(NameId(name))).collect()
        }
    }
}
