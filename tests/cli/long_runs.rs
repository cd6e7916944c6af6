//! Runs that are killed, continued, played in parts, and by several processes.

use super::{dracones, folder, refused, summary};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A matrix of four players: six pairings.
const RUN: [&str; 13] = [
    "match",
    "--player",
    "red",
    "--player",
    "green",
    "--player",
    "vanilla,agent=random",
    "--player",
    "pauper-elves",
    "--schedule",
    "matrix",
    "--pairs",
    "4",
];

fn started(here: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("dracones"));
    command.current_dir(here).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn length(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |data| data.len())
}

/// Waits until a file is longer than this, or the process has ended: whether it is still there.
fn has_grown(child: &mut Child, file: &Path, than: u64) -> bool {
    let begin = Instant::now();
    while length(file) <= than {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(begin.elapsed() < Duration::from_secs(300), "nothing is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.try_wait().unwrap().is_none()
}

#[test]
fn killed_ten_times_or_in_seven_parts_a_run_is_the_same() {
    let folder = folder();
    let here = folder.path();
    let whole = summary(here, &[&RUN[..], &["--out", "whole", "--summary", "json"]].concat());
    assert_eq!((&whole["games"], &whole["errors"]), (&48.into(), &0.into()));
    let rows = |run: &str| fs::read_to_string(here.join(run).join("games.jsonl")).unwrap();

    let file = here.join("killed/games.jsonl");
    let mut child = started(here, &[&RUN[..], &["--out", "killed", "--threads", "2"]].concat());
    let mut kills = 0;
    for kill in 0..10 {
        // Each time a little more is played, until the process is gone.
        let there = length(&file).max(200);
        let alive = has_grown(&mut child, &file, there);
        child.kill().unwrap();
        child.wait().unwrap();
        kills += u32::from(alive);
        // A crash of the system leaves half a line.
        if kill % 3 == 0 {
            let text = fs::read(&file).unwrap();
            fs::write(&file, &text[..text.len() - 40]).unwrap();
        }
        child = started(here, &["match", "--resume", "killed", "--threads", "2"]);
    }
    assert!(child.wait().unwrap().success());
    assert!(kills >= 5, "the run was over after {kills} kills");
    let again = summary(here, &["merge", "killed", "--summary", "json"]);
    assert_eq!((&again, rows("killed")), (&whole, rows("whole")));

    for part in 1..=7 {
        let shard = format!("{part}/7");
        summary(here, &[&RUN[..], &["--out", "parts", "--shard", &shard, "--summary", "json"]].concat());
    }
    let merged = summary(here, &["merge", "parts", "--out", "merged", "--summary", "json"]);
    assert_eq!((&merged, rows("merged")), (&whole, rows("whole")));
}

#[test]
fn two_processes_dont_write_one_file() {
    let folder = folder();
    let here = folder.path();
    let long = ["match", "--player", "red", "--player", "green", "--pairs", "100000", "--threads", "1", "--out", "run"];
    let file = here.join("run/games.jsonl");
    let mut child = started(here, &long);
    assert!(has_grown(&mut child, &file, 300));
    refused(here, &["match", "--resume", "run"], &["run/games.jsonl", "another process is writing"]);
    refused(here, &[&long[..], &["--force"]].concat(), &["another process is writing"]);
    refused(here, &long, &["there are results already"]);
    // What is written can be read meanwhile.
    let (status, _, error) = dracones(here, &["report", "run", "-o", "so-far.html"]);
    assert_eq!(status, 0, "{error}");
    assert!(has_grown(&mut child, &file, length(&file)));
    child.kill().unwrap();
    child.wait().unwrap();
    // The lock goes with the process.
    let mut child = started(here, &["match", "--resume", "run", "--threads", "1"]);
    assert!(has_grown(&mut child, &file, length(&file)));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_machine_with_another_signature_is_refused() {
    let folder = folder();
    let here = folder.path();
    let bench = summary(here, &["bench", "--seconds", "0", "--summary", "json"]);
    let own = bench["signature"].as_str().unwrap();
    assert_eq!((own.len(), &bench["games_per_second"]), (16, &Value::Null));
    let fast = summary(here, &["bench", "--seconds", "0.2", "--threads", "2", "--summary", "json", "--signature", own]);
    assert_eq!(fast["signature"], own);
    assert!(fast["games"].as_u64().unwrap() > 0 && fast["games_per_second"].as_f64().unwrap() > 0.0);
    let (status, out, error) = dracones(here, &["bench", "--seconds", "0", "--signature", "0123456789abcdef"]);
    assert_eq!((status, out.as_str()), (1, ""), "{error}");
    assert!(error.contains(own), "{error}");
    refused(here, &["bench", "--seconds", "-1"], &["seconds"]);
    refused(here, &["bench", "--threads", "0"], &["at least 1"]);

    let run = ["match", "--player", "red", "--player", "green", "--pairs", "2", "--summary", "json"];
    refused(here, &[&run[..], &["--out", "run", "--signature", "0123456789abcdef"]].concat(), &["this machine has"]);
    assert!(!here.join("run").exists());
    summary(here, &[&run[..], &["--out", "run", "--signature", own, "--shard", "1/2"]].concat());
    summary(here, &[&run[..], &["--out", "run", "--shard", "2/2"]].concat());
    // Parts that don't say are taken, unless somebody asks.
    summary(here, &["merge", "run", "--summary", "json"]);
    refused(here, &["merge", "run", "--signature", own], &["games-2-of-2", "doesn't say"]);
    summary(here, &[&run[..], &["--out", "run", "--shard", "2/2", "--force", "--signature", own]].concat());
    summary(here, &["merge", "run", "--signature", own, "--out", "whole", "--summary", "json"]);
    let header = fs::read_to_string(here.join("whole/games.jsonl")).unwrap().lines().next().unwrap().to_owned();
    assert!(header.contains(own), "{header}");
    let part = here.join("run/games-1-of-2.jsonl");
    let text = fs::read_to_string(&part).unwrap();
    fs::write(&part, text.replacen(own, "0123456789abcdef", 1)).unwrap();
    refused(here, &["merge", "run"], &["signature"]);
    refused(here, &["match", "--resume", "run", "--shard", "1/2", "--signature", own], &["this machine has"]);
}
