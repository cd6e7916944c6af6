//! The program as people run it: what it prints, what it leaves behind, with which status it ends.

mod commanders;
mod documents;
mod files;
mod hostile;
mod includes;
mod long_runs;
mod matches;
mod mistakes;
mod named;
mod pages;
mod positions;
mod replays;
mod scenarios;
mod tables;
mod texts;

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn dracones(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("dracones").unwrap().current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Runs with bad input: nothing on standard output, a message with all of `parts`, status 2.
fn refused(folder: &Path, arguments: &[&str], parts: &[&str]) {
    let (status, out, error) = dracones(folder, arguments);
    assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {error}");
    for part in parts {
        assert!(error.contains(part), "{arguments:?}: `{part}` isn't in: {error}");
    }
}

fn summary(folder: &Path, arguments: &[&str]) -> Value {
    let (status, out, error) = dracones(folder, arguments);
    assert_eq!(status, 0, "{error}");
    serde_json::from_str(&out).unwrap()
}

/// How long a command may take that does its work at once, also on a machine that is busy: it reads all embedded cards first. What
/// hangs takes longer.
const AT_ONCE: std::time::Duration = std::time::Duration::from_secs(20);

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("unknown.txt"), "40 Mountain\n3 Lightning Bolf\n1 Zzyzzx Q\n").unwrap();
    fs::write(folder.path().join("small.txt"), "15 Mountain\n4 Lightning Bolt\n").unwrap();
    fs::write(folder.path().join("many.txt"), "55 Mountain\n5 Lightning Bolt\n").unwrap();
    folder
}

#[test]
fn bad_input_is_refused_before_anything_is_written() {
    let folder = folder();
    let here = folder.path();
    refused(here, &["simulate", "--deck", "nowhere.txt", "--deck", "red"], &["nowhere.txt", "embedded"]);
    let both = ["Lightning Bolf", "did you mean Lightning Bolt", "Zzyzzx Q", "line 2", "line 3"];
    refused(here, &["simulate", "--deck", "unknown.txt", "--deck", "red", "--out", "rows.jsonl"], &both);
    refused(here, &["deck", "check", "unknown.txt"], &both);
    refused(here, &["simulate", "--deck", "small.txt", "--deck", "red"], &["19 cards", "--allow-small"]);
    let format = ["simulate", "--deck", "premodern-red", "--deck", "red", "--format", "pauper", "--out", "rows.jsonl"];
    refused(here, &format, &["illegal in pauper", "Ball Lightning"]);
    refused(here, &["deck", "check", "many.txt", "--format", "vintage"], &["5 copies of Lightning Bolt"]);
    refused(here, &["simulate", "--format", "chess"], &["unknown format `chess`", "premodern"]);
    refused(here, &["simulate", "--agent", "random,nobody"], &["unknown agent `nobody`", "greedy"]);
    for budget in ["99999999999999999999", "0", "0ms", "-1"] {
        let said = [&*format!("`{budget}` is out of range"), "1 to 4294967295 iterations"];
        refused(here, &["simulate", "--agent", &format!("mcts:{budget}")], &said);
        refused(here, &["play", "--agent", &format!("mcts:{budget}")], &said);
        refused(here, &["match", "--player", "red", "--player", &format!("green,agent=mcts:{budget}")], &said);
    }
    refused(here, &["simulate", "--agent", "mcts:many"], &["neither a number of iterations nor a time"]);
    refused(here, &["simulate", "--agent", "greedy:5"], &["`greedy` has no budget"]);
    refused(here, &["match", "--player", "red"], &["1 player: match needs two"]);
    refused(here, &["simulate", "--games", "0"], &["at least 1"]);
    refused(here, &["simulate", "--games", "3", "--out", "no/such/folder.jsonl"], &["no/such/folder.jsonl"]);
    refused(here, &["replay", "rows.jsonl", "--game", "0"], &["rows.jsonl"]);
    refused(here, &["cards", "show", "Mog Fanatic"], &["Mogg Fanatic?"]);
    refused(here, &["cards", "check", "nowhere"], &["nowhere"]);
    assert!(!here.join("rows.jsonl").exists());
}

#[test]
fn small_decks_are_played_on_request() {
    let folder = folder();
    let all = summary(
        folder.path(),
        &["simulate", "--deck", "small.txt", "--games", "4", "--allow-small", "--summary", "json"],
    );
    assert_eq!((&all["games"], &all["errors"]), (&4.into(), &0.into()));
}

#[test]
fn the_batch_is_the_same_on_any_number_of_threads() {
    let folder = folder();
    let run = |threads: &str, seed: &str| {
        let common = ["simulate", "--games", "40", "--agent", "greedy,random", "--summary", "json"];
        let all = summary(folder.path(), &[&common[..], &["--threads", threads, "--seed", seed]].concat());
        assert_eq!((&all["games"], &all["inconclusive"], &all["errors"]), (&40.into(), &0.into(), &0.into()));
        let wins: u64 = all["wins"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(wins + all["draws"].as_u64().unwrap(), 40);
        assert!(all["games_per_second"].as_f64().unwrap() > 0.0);
        all["batch_hash"].as_str().unwrap().to_owned()
    };
    let one = run("1", "5");
    assert_eq!(one.len(), 16);
    assert_eq!(one, run("2", "5"));
    assert_eq!(one, run("7", "5"));
    assert_ne!(one, run("1", "6"));
}

#[test]
fn the_caps_end_games_with_their_reason() {
    let folder = folder();
    let all = summary(
        folder.path(),
        &["simulate", "--games", "6", "--agent", "greedy", "--max-turns", "2", "--summary", "json"],
    );
    assert_eq!(all["inconclusive"], 6);
    assert!(all["ends"].as_object().unwrap().keys().all(|reason| reason.contains("turn")), "{}", all["ends"]);
}

#[test]
fn a_row_tells_the_game_again_and_betrays_a_change() {
    let folder = folder();
    let here = folder.path();
    let (status, ..) =
        dracones(here, &["simulate", "--games", "5", "--seed", "9", "--agent", "greedy", "--out", "rows.jsonl"]);
    assert_eq!(status, 0);
    let text = fs::read_to_string(here.join("rows.jsonl")).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 6);
    for (index, row) in rows[1..].iter().enumerate() {
        assert_eq!(row["index"], index);
        let fields =
            ["seed", "seats", "first", "winner", "end", "turns", "decisions", "life", "mulligans", "hashes", "hash"];
        for field in fields {
            assert!(!row[field].is_null(), "{field} in {row}");
        }
        let intervals = row["decisions"].as_u64().unwrap() / 64;
        assert!(row["hashes"].as_array().unwrap().len() as u64 >= intervals);
    }
    let (status, log, error) = dracones(here, &["replay", "rows.jsonl", "--game", "3"]);
    assert_eq!((status, error.as_str()), (0, ""));
    assert!(log.contains(rows[4]["hash"].as_str().unwrap()));
    refused(here, &["replay", "rows.jsonl", "--game", "5"], &["5"]);
    // The second interval of game 3 was another one.
    let was = rows[4]["hashes"][1].as_str().unwrap();
    fs::write(here.join("changed.jsonl"), text.replace(was, "0123456789abcdef")).unwrap();
    let (status, _, error) = dracones(here, &["replay", "changed.jsonl", "--game", "3"]);
    assert_eq!(status, 1, "{error}");
    assert!(error.contains("decisions 65 to 128"), "{error}");
    // The answer to its decision 73 was another one.
    let answers = rows[4]["answers"].as_str().unwrap();
    let digit = if &answers[144..145] == "0" { "1" } else { "0" };
    let other = format!("{}{digit}{}", &answers[..144], &answers[145..]);
    fs::write(here.join("changed.jsonl"), text.replace(was, "0123456789abcdef").replace(answers, &other)).unwrap();
    let (status, _, error) = dracones(here, &["replay", "changed.jsonl", "--game", "3", "--trace"]);
    assert_eq!(status, 1, "{error}");
    assert!(error.contains("decision 73"), "{error}");
}

#[test]
fn further_cards_come_from_a_folder() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("cards")).unwrap();
    let card = "Card(format: 1,\nname: \"Test Ogre\", cost: \"{R}\", types: \"Creature - Ogre\", pt: (4, 4))";
    fs::write(here.join("cards/ogre.ron"), card).unwrap();
    fs::write(here.join("ogres.txt"), "20 Mountain\n20 Test Ogre\n").unwrap();
    let all = ["simulate", "--deck", "ogres.txt", "--games", "3", "--cards", "cards", "--summary", "json"];
    assert_eq!(summary(here, &all)["errors"], 0);
    fs::write(here.join("cards/ogre.ron"), card.replace("pt: (4, 4)", "pt: (4 4)")).unwrap();
    refused(here, &all, &["ogre.ron", "2:"]);
    refused(here, &["cards", "check", "cards"], &["ogre.ron", "2:"]);
}

#[test]
fn lists_are_a_name_a_line() {
    let folder = folder();
    let (status, cards, _) = dracones(folder.path(), &["cards", "list"]);
    assert_eq!(status, 0);
    let names: Vec<&str> = cards.lines().collect();
    assert!(names.len() >= 19_000 && names.is_sorted_by_key(|name| name.to_lowercase()));
    // A process each: what each card is in words, other tests look at.
    for name in names.iter().step_by(97) {
        let (status, shown, error) = dracones(folder.path(), &["cards", "show", name]);
        assert_eq!(status, 0, "{error}");
        // CR 709.4: a split card is shown half by half.
        assert!(shown.starts_with(name.split(" // ").next().unwrap_or(name)));
    }
}

/// A run that is stopped has written what was done, and says so.
#[cfg(unix)]
#[test]
fn a_stopped_run_keeps_what_is_done() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = folder();
    // The file gets its name when it is finished.
    let written = || fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap().metadata().unwrap().len()).sum::<u64>();
    let at_first = written();
    let child = Command::new(assert_cmd::cargo::cargo_bin("dracones"))
        .current_dir(folder.path())
        .args([
            "simulate",
            "--games",
            "400000",
            "--agent",
            "greedy",
            "--threads",
            "2",
            "--out",
            "rows.jsonl",
            "--summary",
            "json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while written() < at_first + 20_000 {
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let lines = fs::read_to_string(folder.path().join("rows.jsonl")).unwrap().lines().count() as u64;
    assert_eq!(all["games"].as_u64().unwrap() + 1, lines);
    assert_eq!(all["interrupted"], true);
}
