//! `match` and `merge`: runs in parts, with interruptions, and what is refused.

use super::{dracones, folder, refused, summary};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const RUN: [&str; 7] = ["match", "--player", "red", "--player", "deck=green,agent=random", "--pairs", "6"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&RUN[..], more].concat()
}

fn rows(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

fn hash(report: &Value) -> String {
    report["hash"].as_str().unwrap().to_owned()
}

#[test]
fn a_match_reports_over_pairs_and_writes_rows() {
    let folder = folder();
    let here = folder.path();
    let report = summary(here, &with(&["--out", "run", "--summary", "json", "--csv", "games.csv", "--threads", "2"]));
    assert_eq!((&report["games"], &report["pairs"], &report["errors"]), (&12.into(), &6.into(), &0.into()));
    let one = &report["pairings"][0];
    assert_eq!(one["pairs"], 6);
    assert!(one["score"]["low"].as_f64() < one["score"]["high"].as_f64());
    let text = rows(here, "run/games.jsonl");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 13);
    let manifest: Value = serde_json::from_str(&rows(here, "run/manifest.json")).unwrap();
    assert_eq!(lines[0]["manifest"], manifest["id"]);
    for (number, row) in lines[1..].iter().enumerate() {
        assert_eq!((&row["game"], &row["pair"]), (&number.into(), &(number / 2).into()));
        assert_eq!(row["first"], if number.is_multiple_of(2) { "a" } else { "b" });
        // In the second game of a pair, who begins has the shuffle of who began the first.
        assert_eq!(row["index"], number / 2);
    }
    let table = rows(here, "games.csv");
    assert!(table.starts_with("game,match,pairing,pair,part,a,b,first,winner") && table.lines().count() == 13);
    let again = summary(here, &with(&["--summary", "json", "--threads", "1"]));
    assert_eq!(hash(&again), hash(&report));
    let (status, log, error) = dracones(here, &["replay", "run", "--game", "7"]);
    assert_eq!((status, error.as_str()), (0, ""));
    assert!(log.contains(lines[8]["hash"].as_str().unwrap()), "{log}");
    // It is called as it was asked for, not by its number in the pair's own run.
    assert!(log.contains("\ngame 7 of the run run, "), "{log}");
    refused(here, &["replay", "run", "--game", "12"], &["no game 12"]);
}

#[test]
fn replays_of_picked_games_are_files_that_are_played_again() {
    let folder = folder();
    let here = folder.path();
    let whole = summary(here, &with(&["--best-of", "3", "--detail", "--out", "run", "--summary", "json"]));
    let text = rows(here, "run/games.jsonl");
    let games: Vec<Value> = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let lost = |row: &&Value| {
        let loser = if row["winner"] == "a" { &row["b"] } else { &row["a"] };
        !row["winner"].is_null() && *loser == "green"
    };
    let mut expected: Vec<u64> = games.iter().filter(lost).map(|row| row["game"].as_u64().unwrap()).collect();
    let written = |to: &str| {
        let names = fs::read_dir(here.join(to)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let number = |name: String| name.strip_prefix("game-")?.strip_suffix(".jsonl")?.parse::<u64>().ok();
        let mut all: Vec<u64> = names.map(|name| number(name).expect("nothing else is there")).collect();
        all.sort_unstable();
        all
    };
    let merged = ["merge", "run", "--summary", "json", "--replays", "lost", "--replays-of", "lost:green,failed"];
    assert_eq!(hash(&summary(here, &merged)), hash(&whole));
    expected.sort_unstable();
    assert!(!expected.is_empty());
    assert_eq!(written("lost"), expected);
    refused(here, &merged, &["game-", "--force replaces it"]);
    summary(here, &[&merged[..], &["--force"]].concat());
    let sampled = ["merge", "run", "--replays", "some", "--replays-of", "sample:3"];
    assert_eq!(dracones(here, &sampled).0, 0);
    let some = written("some");
    assert_eq!(some.len(), 3);
    for game in some {
        let file = format!("some/game-{game}.jsonl");
        let (status, log, error) = dracones(here, &["replay", &file]);
        assert_eq!((status, error.as_str()), (0, ""));
        let row = games.iter().find(|row| row["game"] == game).unwrap();
        assert!(log.contains(row["hash"].as_str().unwrap()), "{log}");
    }
    // Nothing broke.
    assert_eq!(dracones(here, &["merge", "run", "--replays", "none"]).0, 0);
    assert!(written("none").is_empty());
    let of = |which| ["merge", "run", "--replays", "other", "--replays-of", which];
    refused(here, &of("lost:blue"), &["no player `blue`"]);
    for wrong in ["won", "sample:0", "lost", "all:1"] {
        refused(here, &of(wrong), &["--replays-of", "sample:N"]);
    }
    refused(here, &["merge", "run", "--replays-of", "all"], &["--replays"]);
}

#[test]
fn mana_is_told_with_the_cards() {
    let folder = folder();
    let here = folder.path();
    let report = summary(here, &with(&["--detail", "--out", "run", "--summary", "json", "--csv", "games.csv"]));
    let mana = report["mana"].as_array().unwrap();
    let (mut turns, mut spent) = (0, 0);
    for row in rows(here, "run/games.jsonl").lines().skip(1) {
        let row: Value = serde_json::from_str(row).unwrap();
        for detail in row["detail"].as_array().unwrap() {
            let number = |what: &str| detail[what].as_u64().unwrap();
            // Nobody can spend more than their lands, all of them each turn, would have made.
            let most: u64 = detail["land_turns"].as_array().unwrap().len() as u64 * number("turns") * 2;
            assert!(number("mana_spent") + number("mana_lost") <= most, "{detail}");
            (turns, spent) = (turns + number("turns"), spent + number("mana_spent"));
        }
    }
    assert!(spent > 0);
    assert_eq!(mana.iter().map(|of| of["turns"].as_u64().unwrap()).sum::<u64>(), turns);
    let means = mana.iter().map(|of| of["spent"].as_f64().unwrap() * of["turns"].as_f64().unwrap()).sum::<f64>();
    assert!((means - spent as f64).abs() < 1e-6);
    assert!(rows(here, "games.csv").lines().next().unwrap().ends_with("mana_lost_b,idle_lands_a,idle_lands_b"));
}

#[test]
fn a_run_that_was_cut_off_is_continued_to_the_same_hash() {
    let folder = folder();
    let here = folder.path();
    let whole = summary(here, &with(&["--best-of", "3", "--out", "run", "--summary", "json"]));
    let text = rows(here, "run/games.jsonl");
    // In the middle of a line, behind one, within a pair, and before the first row.
    let header = text.find('\n').unwrap() + 1;
    let places = [text.len() / 2, text.len() * 3 / 4, text.len() - 1, header, header + 10];
    let line_end = header + text[header..].find('\n').unwrap() + 1;
    for place in places.into_iter().chain([line_end]) {
        fs::write(here.join("run/games.jsonl"), &text[..place]).unwrap();
        let again = summary(here, &["match", "--resume", "run", "--summary", "json"]);
        assert_eq!((hash(&again), rows(here, "run/games.jsonl")), (hash(&whole), text.clone()), "cut at {place}");
    }
    // What is complete stays as it is.
    let again = summary(here, &["match", "--resume", "run", "--summary", "json"]);
    assert_eq!((hash(&again), rows(here, "run/games.jsonl")), (hash(&whole), text.clone()));
    // Rows that were changed are refused, not played over.
    let changed = text.replacen("\"pair\":1", "\"pair\":2", 1);
    fs::write(here.join("run/games.jsonl"), &changed).unwrap();
    refused(here, &["match", "--resume", "run"], &["run/games.jsonl:", "schedule"]);
    assert_eq!(rows(here, "run/games.jsonl"), changed);
}

#[test]
fn merged_parts_are_the_whole_run() {
    let folder = folder();
    let here = folder.path();
    let whole = summary(here, &with(&["--out", "run", "--summary", "json", "--detail"]));
    for part in ["1/4", "2/4", "3/4"] {
        summary(here, &with(&["--out", "parts", "--summary", "json", "--detail", "--shard", part]));
    }
    refused(here, &["merge", "parts"], &["1 of 6 pairs is missing", "pair 3"]);
    summary(here, &with(&["--out", "last", "--summary", "json", "--detail", "--shard", "4/4"]));
    let merged = summary(here, &["merge", "last", "parts", "--out", "merged", "--summary", "json"]);
    assert_eq!((hash(&merged), &merged["cards"]), (hash(&whole), &whole["cards"]));
    assert!(!whole["cards"].as_array().unwrap().is_empty());
    assert_eq!(rows(here, "merged/games.jsonl"), rows(here, "run/games.jsonl"));
    refused(here, &["merge", "run", "merged"], &["game 0 is in", "too"]);
    refused(here, &["merge", "parts", "last", "--out", "merged"], &["--force"]);
    summary(here, &with(&["--out", "other", "--summary", "json", "--seed", "2"]));
    refused(here, &["merge", "parts", "other"], &["its run is"]);
    refused(here, &with(&["--out", "parts", "--shard", "1/5", "--seed", "2"]), &["another run"]);
    refused(here, &with(&["--out", "parts", "--detail", "--shard", "1/4"]), &["there are results already"]);
}

#[test]
fn what_isnt_a_run_is_refused_before_anything_is_written() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("field.ron"), "Run(\n    format: 1,\n    scedule: Match,\n)").unwrap();
    fs::write(here.join("one.ron"), "Run(\n    format: 1,\n    players: [(deck: \"red\")],\n)").unwrap();
    refused(here, &["match", "field.ron", "--out", "run"], &["field.ron:3:", "did you mean `schedule`?"]);
    refused(here, &["match", "one.ron", "--out", "run"], &["1 player: match needs two"]);
    refused(here, &["match", "nowhere.ron"], &["nowhere.ron"]);
    let odd = ["match", "--player", "red", "--player", "green", "--games", "5", "--out", "run"];
    refused(here, &odd, &["games: 5", "even"]);
    refused(here, &with(&["--out", "run", "--deal", "twice"]), &["by-place"]);
    refused(here, &with(&["--out", "run", "--sprt", "p0=0.6,p1=0.5"]), &["p0 < p1"]);
    refused(here, &with(&["--out", "run", "--shard", "3/2"]), &["3/2"]);
    refused(here, &with(&["--out", "run", "--sprt", "p0=0.5,p1=0.6", "--shard", "1/2"]), &["no parts"]);
    refused(here, &["match", "--player", "red", "--player", "green,agent=mcts:5ms"], &["by the clock"]);
    refused(here, &["match", "--player", "red", "--player", "unknown.txt"], &["Lightning Bolf", "line 2"]);
    refused(
        here,
        &["match", "--player", "red", "--player", "premodern-red", "--format", "pauper"],
        &["illegal in pauper"],
    );
    refused(here, &["match", "--resume", "run"], &["manifest.json"]);
    refused(here, &["merge", "run"], &["manifest.json"]);
    assert!(!here.join("run").exists());
    // A manifest that was changed is another run.
    summary(here, &with(&["--out", "run", "--summary", "json"]));
    let manifest = rows(here, "run/manifest.json");
    fs::write(here.join("run/manifest.json"), manifest.replace("\"seed\": 1", "\"seed\": 2")).unwrap();
    refused(here, &["match", "--resume", "run"], &["the manifest was changed"]);
    fs::write(here.join("run/manifest.json"), &manifest[..manifest.len() / 2]).unwrap();
    refused(here, &["merge", "run"], &["run/manifest.json:", "column"]);
}

#[test]
fn sideboards_are_used_from_the_second_game_on() {
    let folder = folder();
    let here = folder.path();
    let deck = "20 Mountain\n20 Lightning Bolt\n\n4 Lava Spike\n";
    let plan = "// Sideboard vs green\n// -4 Lightning Bolt\n// +4 Lava Spike\n";
    fs::write(here.join("mine.txt"), format!("{deck}{plan}")).unwrap();
    let run = ["match", "--player", "mine.txt", "--player", "green", "--pairs", "4", "--best-of", "3", "--detail"];
    let report = summary(here, &[&run[..], &["--out", "run", "--summary", "json"]].concat());
    let matches: Vec<u64> =
        report["pairings"][0]["matches"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(matches.iter().sum::<u64>(), 8);
    let text = rows(here, "run/games.jsonl");
    let games: Vec<Value> = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let spikes = |row: &Value| {
        let own = &row["detail"][0];
        ["opening", "drawn"].iter().filter(|zone| !own[**zone]["Lava Spike"].is_null()).count()
    };
    assert!(games.iter().filter(|row| row["part"] == 0).all(|row| spikes(row) == 0));
    assert!(games.iter().filter(|row| row["part"] != 0).any(|row| spikes(row) > 0));
    // CR 103.1: who lost begins the next game.
    for two in games.windows(2).filter(|two| two[1]["part"] != 0) {
        assert_ne!(two[0]["winner"], two[1]["first"]);
    }
    let row = games.iter().find(|row| row["part"] == 1).unwrap();
    let (status, _, error) = dracones(here, &["replay", "run", "--game", &row["game"].to_string()]);
    assert_eq!((status, error.as_str()), (0, ""));
    fs::write(here.join("mine.txt"), format!("{deck}{}", plan.replace("+4", "+5"))).unwrap();
    refused(here, &run, &["mine.txt:7:", "5 copies of Lava Spike", "sideboard has 4"]);
}

#[test]
fn tables_that_would_be_empty_are_refused() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let run = ["match", "--player", "red", "--player", "green", "--pairs", "2"];
    let said = ["--csv-cards: the rows of this run don't tell cards", "--detail"];
    refused(here, &[&run[..], &["--csv-cards", "cards.csv"]].concat(), &said);
    summary(here, &[&run[..], &["--out", "run", "--summary", "json"]].concat());
    refused(here, &["merge", "run", "--csv-cards", "cards.csv"], &said);
    assert!(!here.join("cards.csv").exists());
    let both = ["--csv", "games.csv", "--parquet", "games.parquet"];
    let said = ["--csv, --parquet: with --resume no tables are written", "`dracones merge DIR"];
    refused(here, &[&["match", "--resume", "run"], &both[..]].concat(), &said);
    summary(here, &["merge", "run", "--csv", "games.csv", "--summary", "json"]);
    assert_eq!(fs::read_to_string(here.join("games.csv")).unwrap().lines().count(), 5);
}

#[test]
fn what_is_missing_is_said() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::create_dir(here.join("empty")).unwrap();
    for command in [&["merge", "empty"][..], &["match", "--resume", "empty"], &["report", "empty", "-o", "x.html"]] {
        refused(here, command, &["empty: there is no run in this folder", "manifest.json"]);
    }
    refused(here, &["match"], &["0 players: match needs two", "--player"]);
    refused(here, &["match", "--player", "red"], &["1 player: match needs two", "--player"]);
}

#[test]
fn a_signature_has_its_form() {
    let folder = TempDir::new().unwrap();
    let run = ["match", "--player", "red", "--player", "green", "--pairs", "2", "--signature"];
    for wrong in ["xyz", "", "0123456789abcde", "0123456789abcdefg", "0123456789abcdeg"] {
        for command in [&run[..], &["merge", "nowhere", "--signature"], &["bench", "--seconds", "0", "--signature"]] {
            refused(folder.path(), &[command, &[wrong]].concat(), &["--signature", "expected 16 hexadecimal digits"]);
        }
    }
}

#[test]
fn a_plan_against_nobody_is_told() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let deck = "// Name: Mine\n// Sideboard vs grene\n// -1 Shock\n// +1 Searing Spear\n// Sideboard vs *\n20 Mountain\n40 Shock\n\n1 Searing Spear\n";
    fs::write(here.join("mine.txt"), deck).unwrap();
    let run = |players: [&str; 2]| {
        let players = players.map(|player| ["--player", player]).concat();
        dracones(here, &[&["match", "--pairs", "1", "--best-of", "3"], &players[..]].concat())
    };
    let (status, _, error) = run(["mine.txt", "green"]);
    assert_eq!(
        (status, error.as_str()),
        (0, "note: `Mine` has a plan against `grene`, but plays against `green` alone\n")
    );
    fs::write(here.join("mine.txt"), deck.replace("grene", "Green")).unwrap();
    let (status, _, error) = run(["mine.txt", "green"]);
    assert_eq!((status, error.as_str()), (0, ""));
}
