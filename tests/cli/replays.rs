//! `dracones replay`: games that are recorded, cut off and taken up.

use super::{dracones, folder, refused};
use serde_json::Value;
use std::fs;

#[test]
fn a_game_is_cut_off_in_one_process_and_ends_in_another_as_it_would_have() {
    let folder = folder();
    let here = folder.path();
    let simulate = ["simulate", "--games", "3", "--seed", "9", "--agent", "greedy,random"];
    let (status, _, error) = dracones(here, &[&simulate[..], &["--out", "games.jsonl", "--record"]].concat());
    assert_eq!(status, 0, "{error}");
    let (status, _, error) = dracones(here, &[&simulate[..], &["--out", "plain.jsonl"]].concat());
    assert_eq!(status, 0, "{error}");
    let hash = |file: &str, line: usize| {
        let text = fs::read_to_string(here.join(file)).unwrap();
        let row: Value = serde_json::from_str(text.lines().nth(line).unwrap()).unwrap();
        (row["hash"].as_str().unwrap().to_owned(), row["end"].as_str().unwrap().to_owned())
    };
    assert_eq!(hash("games.jsonl", 3), hash("plain.jsonl", 3));
    // From a file with answers and from one without.
    for from in ["games.jsonl", "plain.jsonl"] {
        let cut = ["replay", from, "--game", "2", "--at", "30", "--save", "half.jsonl"];
        let (status, out, error) = dracones(here, &cut);
        assert_eq!(status, 0, "{error}");
        assert!(out.starts_with("running; "), "{out}");
        assert_eq!(hash("half.jsonl", 1).1, "running");
        let (status, out, error) = dracones(here, &["replay", "half.jsonl"]);
        assert_eq!(status, 0, "{error}");
        assert!(out.contains("30 decisions"), "{out}");
        let (status, _, error) = dracones(here, &["replay", "half.jsonl", "--play-on", "--save", "whole.jsonl"]);
        assert_eq!(status, 0, "{error}");
        assert_eq!(hash("whole.jsonl", 1), hash("games.jsonl", 3));
        let (status, _, error) = dracones(here, &["replay", "whole.jsonl"]);
        assert_eq!((status, error.as_str()), (0, ""));
        for made in ["half.jsonl", "whole.jsonl"] {
            fs::remove_file(here.join(made)).unwrap();
        }
    }
    // Nobody has to be there who played.
    let text = fs::read_to_string(here.join("games.jsonl")).unwrap();
    assert!(text.contains("\"given\":"));
    let cards = text.replace("\"card_set\":\"", "\"card_set\":\"0");
    fs::write(here.join("cards.jsonl"), cards).unwrap();
    refused(here, &["replay", "cards.jsonl", "--game", "0"], &["line 1", "other definitions"]);
    refused(here, &["replay", "games.jsonl", "--at", "3"], &["--scenario or --save"]);
    refused(here, &["replay", "games.jsonl", "--at", "99999", "--save", "x.jsonl"], &["99999"]);
}

#[test]
fn a_changed_answer_is_refused_with_its_place() {
    let folder = folder();
    let here = folder.path();
    let simulate = ["simulate", "--games", "2", "--seed", "4", "--agent", "greedy", "--out", "games.jsonl", "--record"];
    assert_eq!(dracones(here, &simulate).0, 0);
    let text = fs::read_to_string(here.join("games.jsonl")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut row: Value = serde_json::from_str(&lines[2]).unwrap();
    let given = row["record"]["given"].as_str().unwrap().to_owned();
    let mut words: Vec<&str> = given.split(' ').collect();
    words[20] = "4444";
    row["record"]["given"] = words.join(" ").into();
    lines[2] = row.to_string();
    fs::write(here.join("changed.jsonl"), lines.join("\n")).unwrap();
    let (status, _, error) = dracones(here, &["replay", "changed.jsonl", "--game", "1"]);
    assert_eq!(status, 1, "{error}");
    assert!(error.contains("changed.jsonl: line 3, decision 21: "), "{error}");
    for more in [["--at", "5", "--save", "x.jsonl"], ["--at", "5", "--scenario", "x.ron"]] {
        let (status, _, error) = dracones(here, &[&["replay", "changed.jsonl", "--game", "1"][..], &more].concat());
        assert_eq!(status, 1, "{error}");
        assert!(error.contains("line 3, decision 21: "), "{error}");
    }
    assert!(!here.join("x.jsonl").exists() && !here.join("x.ron").exists());
}

#[test]
fn a_seat_s_view_tells_nothing_that_is_hidden_from_it() {
    let folder = folder();
    let here = folder.path();
    // The decks have no card in common.
    fs::write(here.join("mine.txt"), "20 Mountain\n20 Shock\n20 Shivan Dragon\n").unwrap();
    fs::write(here.join("theirs.txt"), "20 Forest\n20 Giant Growth\n20 Grizzly Bears\n").unwrap();
    let simulate =
        ["simulate", "--allow-small", "--deck", "mine.txt", "--deck", "theirs.txt", "--games", "1", "--seed"];
    let simulate =
        [&simulate[..], &["7", "--first", "A", "--agent", "greedy", "--out", "g.jsonl", "--record"]].concat();
    let (status, _, error) = dracones(here, &simulate);
    assert_eq!(status, 0, "{error}");
    let seen = |seat: &str, more: &[&str]| {
        let (status, out, error) = dracones(here, &[&["replay", "g.jsonl", "--seat", seat][..], more].concat());
        assert_eq!((status, error.as_str()), (0, ""));
        out
    };
    // Before anything is played each seat sees its own seven cards, and none of the other's.
    let (mine, theirs) = (seen("A", &["--at", "2"]), seen("b", &["--at", "2"]));
    for card in ["Forest", "Giant Growth", "Grizzly Bears", "theirs"] {
        assert!(!mine.contains(card), "{card}:\n{mine}");
    }
    for card in ["Mountain", "Shock", "Shivan Dragon", "mine"] {
        assert!(!theirs.contains(card), "{card}:\n{theirs}");
    }
    assert!(mine.contains("7 cards in hand") && mine.contains("  hand: "), "{mine}");
    // Later each draws what they see, and the other draws a card.
    let (mine, theirs) = (seen("A", &[]), seen("B", &[]));
    let names = |out: &str, who: &str| {
        let lines = out.lines().filter_map(|line| line.strip_prefix(&format!("{who} draws ")).map(str::to_owned));
        lines.collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(names(&mine, "B").into_iter().collect::<Vec<_>>(), ["a card"]);
    assert_eq!(names(&theirs, "A").into_iter().collect::<Vec<_>>(), ["a card"]);
    assert!(names(&mine, "A").contains("Mountain"), "{mine}");
    // Neither the seed, from which everything follows, nor a hash of it.
    assert!(!mine.contains("seed") && !mine.contains("hash"), "{mine}");
    refused(here, &["replay", "g.jsonl", "--seat", "C"], &["there is no seat `C`; they are A to B"]);
    refused(here, &["replay", "g.jsonl", "--seat", "A", "--trace"], &["cannot be used with"]);
}

/// The log of a replay names the way of a cast, as that of a seat does, and what comes into being isn't told as a move.
#[test]
fn the_log_names_the_way_of_a_cast() {
    let folder = folder();
    let here = folder.path();
    let text = r#"Scenario(format: 1, title: "ways", script: [],
        players: [(battlefield: ["2 Swamp", "Grizzly Bears"], graveyard: ["Cabal Therapy"], library: ["5 Swamp"]), ()])"#;
    fs::write(here.join("ways.ron"), text).unwrap();
    let simulate = ["simulate", "--from", "ways.ron", "--games", "20", "--agent", "random", "--seed", "3"];
    assert_eq!(dracones(here, &[&simulate[..], &["--out", "games.jsonl"]].concat()).0, 0);
    let told = |game: usize, seat: &[&str]| {
        let game = game.to_string();
        let (status, out, error) = dracones(here, &[&["replay", "games.jsonl", "--game", &game], seat].concat());
        assert_eq!(status, 0, "{error}");
        out.lines().find(|line| line.contains("casts Cabal Therapy")).map(str::to_owned)
    };
    let (game, line) = (0..20).find_map(|game| Some((game, told(game, &[])?))).expect("somebody casts it");
    assert!(line.contains(" by flashback"), "{line}");
    let seen = told(game, &["--seat", "B"]).unwrap();
    assert!(seen.contains(" by flashback"), "{seen}");
}

#[test]
fn events_are_lines_of_json() {
    let folder = folder();
    let here = folder.path();
    let simulate = [
        "simulate",
        "--deck",
        "green",
        "--deck",
        "red",
        "--games",
        "1",
        "--seed",
        "4",
        "--agent",
        "greedy",
        "--out",
        "games.jsonl",
    ];
    assert_eq!(dracones(here, &simulate).0, 0);
    let lines = |more: &[&str]| -> Vec<Value> {
        let (status, out, error) = dracones(here, &[&["replay", "games.jsonl", "--json"], more].concat());
        assert_eq!((status, error.as_str()), (0, ""));
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let (all, seen) = (lines(&[]), lines(&["--seat", "b"]));
    for events in [&all, &seen] {
        let (first, last) = (&events[0], &events[events.len() - 1]);
        assert_eq!(first["players"].as_array().unwrap().len(), 2);
        assert!(!last["outcome"].is_null(), "{last}");
        let numbers: Vec<u64> = events[1..events.len() - 1].iter().map(|e| e["number"].as_u64().unwrap()).collect();
        assert!(numbers.len() > 50 && numbers.windows(2).all(|two| two[0] < two[1]), "{numbers:?}");
    }
    assert_eq!((&all[0]["players"][0]["deck"], &seen[0]["players"][0]["deck"]), (&"green".into(), &Value::Null));
    assert_eq!((&all[0]["seen_by"], &seen[0]["seen_by"]), (&Value::Null, &1.into()));
    // What A draws is told to those who see everything, not to B.
    let drawn = |events: &[Value]| {
        let of_a = events.iter().filter(|event| event["what"]["Drew"]["seat"] == 0);
        of_a.filter(|event| event["what"]["Drew"]["card"].to_string().contains("Forest")).count()
    };
    assert!(drawn(&all) > 0, "{:?}", all[30]);
    assert_eq!(drawn(&seen), 0);
    refused(here, &["replay", "games.jsonl", "--json", "--seat", "C"], &["--seat", "A to B"]);
}

#[test]
fn answers_are_judged() {
    let folder = folder();
    let here = folder.path();
    let simulate =
        ["simulate", "--deck", "green", "--games", "1", "--seed", "4", "--agent", "random", "--out", "games.jsonl"];
    assert_eq!(dracones(here, &simulate).0, 0);
    let judge = |more: &[&str]| {
        let (status, out, error) =
            dracones(here, &[&["replay", "games.jsonl", "--judge", "--deals", "6"], more].concat());
        assert_eq!((status, error.as_str()), (0, ""));
        out
    };
    let out = judge(&[]);
    // A player who answers at random gives up a good deal, and each mark says what would have been better.
    let marks: Vec<&str> = out.lines().filter(|line| line.starts_with('[')).collect();
    assert!(marks.len() >= 2, "{out}");
    assert_eq!(out.matches("better by ").count(), marks.len(), "{out}");
    for seat in ["A: of ", "B: of "] {
        assert_eq!(out.lines().filter(|line| line.starts_with(seat)).count(), 1, "{out}");
    }
    assert_eq!(judge(&[]), out);
    let of_b = judge(&["--seat", "b"]);
    assert!(of_b.lines().filter(|line| line.starts_with('[')).all(|line| line.contains(", B ")), "{of_b}");
    assert!(!of_b.contains("A: of "), "{of_b}");
    assert!(!judge(&["--threshold", "100"]).contains("better by"));
    refused(here, &["replay", "games.jsonl", "--judge", "--threshold", "101"], &["--threshold", "0 to 100"]);
    refused(here, &["replay", "games.jsonl", "--deals", "6"], &["--judge"]);
}
