//! Files of texts as Scryfall and MTGJSON have them: imported, covered, played with. The cards are our own.

use super::{dracones, refused};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;

/// Two cards without text, one with a text that says nothing, a token.
const SCRYFALL: &str = r#"[
{"object":"card","name":"Moor Example","layout":"normal","mana_cost":"{1}{R}","type_line":"Creature — Goblin","oracle_text":"","power":"2","toughness":"2","released_at":"2026-03-01","legalities":{"pauper":"legal","modern":"legal","historic":"legal"}},
{"object":"card","name":"Fen Example","layout":"normal","mana_cost":"{R}","type_line":"Creature — Goblin","oracle_text":"","power":"1","toughness":"1","legalities":{"pauper":"legal","modern":"banned"}},
{"object":"card","name":"Riddle Example","layout":"normal","mana_cost":"{R}","type_line":"Sorcery","oracle_text":"Zork the example.\nZork it again.","legalities":{"modern":"legal"}},
{"object":"card","name":"Lightning Bolt","layout":"normal","mana_cost":"{R}","type_line":"Instant","oracle_text":"Zork.","legalities":{"modern":"legal"}},
{"object":"card","name":"Goblin Example","layout":"token","type_line":"Token Creature — Goblin"}
]"#;

const ATOMIC: &str = r#"{"meta": {"date": "2026-04-03"}, "data": {
"Moor Example": [{"name": "Moor Example", "layout": "normal", "manaCost": "{1}{R}", "type": "Creature — Goblin", "power": "2", "toughness": "2", "legalities": {"pauper": "Legal", "modern": "Legal"}}]
}}"#;

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::write(here.join("cards.json"), SCRYFALL).unwrap();
    fs::write(here.join("atomic.json"), ATOMIC).unwrap();
    let mut packed = GzEncoder::new(fs::File::create(here.join("cards.json.gz")).unwrap(), Compression::default());
    packed.write_all(SCRYFALL.as_bytes()).unwrap();
    packed.finish().unwrap();
    fs::write(here.join("moor.txt"), "36 Mountain\n24 Moor Example\n").unwrap();
    fs::write(here.join("riddle.txt"), "56 Mountain\n4 Riddle Example\n").unwrap();
    folder
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_record_is_reported_on() {
    let folder = folder();
    let here = folder.path();
    let (status, out, error) = dracones(here, &["cards", "import", "cards.json", "--report", "report.jsonl"]);
    assert_eq!(status, 0, "{error}");
    let expected = [
        "cards.json: 5 records, as of 2026-03-01",
        "2 accepted",
        "2 declined",
        "1 skipped: tokens and emblems",
        "1 card with a definition that is written by hand",
    ];
    assert!(out.lines().map(str::trim).eq(expected), "{out}");
    let report = fs::read_to_string(here.join("report.jsonl")).unwrap();
    let rows: Vec<Value> = report.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts: Vec<(&str, u64, &str)> = rows
        .iter()
        .map(|row| (row["name"].as_str().unwrap(), row["at"].as_u64().unwrap(), row["verdict"].as_str().unwrap()))
        .collect();
    let expected = [
        ("Moor Example", 2, "accepted"),
        ("Fen Example", 3, "accepted"),
        ("Riddle Example", 4, "declined"),
        ("Lightning Bolt", 5, "declined"),
        ("Goblin Example", 6, "skipped"),
    ];
    assert_eq!(verdicts, expected);
    let riddle = &rows[2];
    assert_eq!(
        (&riddle["face"], &riddle["line"], &riddle["waiting"]),
        (&"Riddle Example".into(), &1.into(), &1.into())
    );
    assert_eq!(riddle["columns"][0], 1);
    assert!(riddle["words"].as_str().unwrap().starts_with("Zork"), "{riddle}");
    assert_eq!(rows[3]["by_hand"], true);
    // It isn't written over what is there.
    refused(here, &["cards", "import", "cards.json", "--report", "report.jsonl"], &["report.jsonl", "--force"]);
    refused(here, &["cards", "import", "cards.json", "--report", "cards.json", "--force"], &["also an input"]);
    let (_, packed, _) = dracones(here, &["cards", "import", "cards.json.gz", "--report", "report.jsonl", "--force"]);
    assert_eq!(packed.lines().skip(1).collect::<Vec<_>>(), out.lines().skip(1).collect::<Vec<_>>());
    assert_eq!(fs::read_to_string(here.join("report.jsonl")).unwrap(), report);
}

/// A card a line, some of them with lines that others have, some that are declined or skipped.
fn many_cards(count: usize) -> String {
    let card = |n: usize| {
        let text = match n % 5 {
            0 => "Flying".to_owned(),
            1 => format!("When this creature enters, scry {}.", n % 3 + 1),
            2 => format!("Flying\\nZork the example {} times.", n % 4),
            3 => "Whenever this creature attacks, you gain 1 life.".to_owned(),
            _ => String::new(),
        };
        let name = format!("{}Example {n}", if n.is_multiple_of(7) { "A-" } else { "" });
        let face = format!(
            r#"{{"name":"{name}","manaCost":"{{1}}{{R}}","type":"Creature - Goblin","text":"{text}","power":"2","toughness":"2"}}"#
        );
        format!(r#"{{"name":"{name}","layout":"normal","faces":[{face}],"legalities":{{"modern":"Legal"}}}}"#)
    };
    (0..count).map(|n| card(n) + "\n").collect()
}

#[test]
fn the_report_and_the_files_are_the_same_on_any_number_of_threads() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("many.jsonl"), many_cards(300)).unwrap();
    let run = |threads: &str| {
        let (report, out) = (format!("report-{threads}.jsonl"), format!("made-{threads}"));
        let import = ["cards", "import", "many.jsonl", "--report", &report, "--out", &out, "--threads", threads];
        let (status, told, error) = dracones(here, &import);
        assert_eq!(status, 0, "{error}");
        let report = fs::read_to_string(here.join(report)).unwrap();
        let text = |name: String| {
            let text = fs::read_to_string(here.join(&out).join(&name)).unwrap();
            (name, text)
        };
        let made: Vec<(String, String)> = files(&here.join(&out)).into_iter().map(text).collect();
        let coverage = ["cards", "coverage", "many.jsonl", "--json", "--threads", threads];
        let (status, coverage, error) = dracones(here, &coverage);
        assert_eq!(status, 0, "{error}");
        (told.replace(&out, "made"), report, made, coverage)
    };
    let one = run("1");
    let count = |verdict: &str| one.1.matches(&format!("\"verdict\":\"{verdict}\"")).count();
    assert_eq!((count("accepted"), count("declined"), count("skipped")), (206, 51, 43), "{}", one.1);
    for threads in ["2", "4"] {
        assert_eq!(run(threads), one, "{threads} threads");
    }

    // What is wrong with a file is told with the same place, and nothing is half-written.
    fs::write(here.join("cut.jsonl"), many_cards(300) + "{\"name\": ").unwrap();
    for threads in ["1", "4"] {
        let cut = ["cards", "import", "cut.jsonl", "--report", "cut", "--out", "cut-made", "--threads", threads];
        refused(here, &cut, &["cut.jsonl:301:", "broken JSON after the card `Example 299`"]);
        assert!(!here.join("cut").exists() && !here.join("cut-made").exists(), "{threads} threads");
    }
    for command in ["import", "coverage"] {
        refused(here, &["cards", command, "many.jsonl", "--threads", "0"], &["0 threads", "at least 1"]);
    }
}

#[test]
fn definitions_are_written_and_compared() {
    let folder = folder();
    let here = folder.path();
    let import = ["cards", "import", "cards.json", "--out", "made"];
    let check = [&import[..], &["--check"]].concat();
    refused(here, &check, &["made"]);
    assert_eq!(dracones(here, &import).0, 0);
    let made = here.join("made");
    assert_eq!(files(&made), ["f.ron", "formats.txt", "m.ron"]);
    let line = "Card(format: 1, name: \"Moor Example\", cost: \"{1}{R}\", types: \"Creature - Goblin\", pt: (2, 2))\n";
    assert_eq!(fs::read_to_string(made.join("m.ron")).unwrap(), line);
    let formats = "as of 2026-03-01\nFen Example\tpauper\nMoor Example\tmodern pauper\n";
    assert_eq!(fs::read_to_string(made.join("formats.txt")).unwrap(), formats);
    // A line is a card file.
    fs::create_dir(here.join("own")).unwrap();
    fs::write(here.join("own/moor.ron"), line).unwrap();
    let (status, out, error) = dracones(here, &["cards", "show", "Moor Example", "--cards", "own"]);
    assert!(status == 0 && out.ends_with("moor.ron)\n"), "{out}{error}");
    let (status, out, _) = dracones(here, &check);
    assert!(status == 0 && out.ends_with("made: current\n"), "{out}");

    // What changes is told, and written again; what isn't needed any more goes.
    fs::write(here.join("cards.json"), SCRYFALL.replace("{1}{R}", "{2}{R}").replace("Fen Example", "Moss Example"))
        .unwrap();
    let (status, out, _) = dracones(here, &check);
    assert_eq!(status, 1, "{out}");
    let differences =
        ["- Card(format: 1, name: \"Fen Example\"", "+ Card(format: 1, name: \"Moss Example\"", "cost: \"{2}{R}\""];
    assert!(differences.iter().all(|part| out.contains(part)), "{out}");
    assert_eq!(files(&made), ["f.ron", "formats.txt", "m.ron"]);
    assert_eq!(dracones(here, &import).0, 0);
    assert_eq!(files(&made), ["formats.txt", "m.ron"]);
    assert_eq!(dracones(here, &check).0, 0);

    // A file of somebody else is not replaced, and nothing is half-written.
    fs::write(made.join("x.ron"), "my notes").unwrap();
    refused(here, &import, &["x.ron", "isn't a file of compiled definitions"]);
    fs::remove_file(made.join("x.ron")).unwrap();
    let before = fs::read_to_string(made.join("m.ron")).unwrap();
    fs::write(here.join("cards.json"), &SCRYFALL[..SCRYFALL.len() - 100]).unwrap();
    let broken = [&import[..], &["--report", "report.jsonl"]].concat();
    refused(here, &broken, &["cards.json:6:", "broken JSON after the card `Lightning Bolt`"]);
    assert_eq!(
        (files(&made), fs::read_to_string(made.join("m.ron")).unwrap()),
        (vec!["formats.txt".into(), "m.ron".into()], before)
    );
    assert!(!here.join("report.jsonl").exists());
    assert!(files(here).iter().all(|name| !name.contains("partial")), "{:?}", files(here));
}

#[test]
fn files_of_texts_are_played_with() {
    let folder = folder();
    let here = folder.path();
    for cards in ["cards.json", "cards.json.gz", "atomic.json"] {
        let run = [
            "simulate",
            "--deck",
            "moor.txt",
            "--games",
            "2",
            "--cards",
            cards,
            "--format",
            "pauper",
            "--summary",
            "json",
        ];
        let (status, out, error) = dracones(here, &run);
        // It is legal there, but not in twenty-four copies; without a format any number will do.
        assert!(
            status == 2 && error.contains("24 copies of Moor Example") && !error.contains("is not"),
            "{out}{error}"
        );
        let (status, out, error) =
            dracones(here, &["simulate", "--deck", "moor.txt", "--games", "2", "--cards", cards]);
        assert!(status == 0 && out.contains("2 games"), "{out}{error}");
        let (_, out, _) = dracones(here, &["cards", "show", "moor ex", "--cards", cards]);
        assert!(out.starts_with("Moor Example  {1}{R}") && out.contains(&format!("in {cards})")), "{out}");
    }
    // Why a card can't be played is said, with the place in its text.
    let riddle = ["Riddle Example", "line 1", "Zork the example."];
    refused(here, &["simulate", "--deck", "riddle.txt", "--cards", "cards.json"], &riddle);
    refused(here, &["cards", "show", "Riddle Example", "--cards", "cards.json"], &riddle);
    refused(here, &["cards", "show", "Goblin Example", "--cards", "cards.json"], &["a token or emblem"]);
    refused(here, &["simulate", "--deck", "riddle.txt"], &["unknown cards", "Riddle Example"]);
    // What is written by hand wins, and says so.
    let (_, out, _) = dracones(here, &["cards", "show", "Lightning Bolt", "--cards", "cards.json"]);
    assert!(out.contains("3 damage") && out.ends_with("(written by hand)\n"), "{out}");
    let (_, out, _) = dracones(here, &["cards", "list", "--cards", "cards.json"]);
    assert!(out.contains("Moor Example\n") && !out.contains("Riddle Example"), "{out}");
    let (status, out, error) = dracones(here, &["cards", "coverage", "riddle.txt", "--cards", "cards.json"]);
    assert!(status == 0 && out.contains("4 Riddle Example (Riddle Example: line 1"), "{out}{error}");
}

#[test]
fn coverage_counts_by_format_and_in_decks() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir_all(here.join("decks/pauper")).unwrap();
    fs::copy(here.join("moor.txt"), here.join("decks/pauper/moor.txt")).unwrap();
    let rows = "{\"format\": \"Modern\", \"main\": [[56, \"Mountain\"], [4, \"Riddle Example\"]]}\n\
                {\"format\": \"Modern\", \"main\": [[60, \"Mountain\"]], \"side\": [[2, \"Riddle Example\"]]}\n";
    fs::write(here.join("decks/rows.jsonl"), rows).unwrap();
    let (status, out, error) = dracones(here, &["cards", "coverage", "cards.json", "--decks", "decks"]);
    assert_eq!(status, 0, "{error}");
    let words: Vec<String> = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let expected = [
        "cards.json: 4 cards, 3 of them can be played (75.0 %)",
        "2 compiled from their text, 1 with a definition written by hand",
        "skipped: 1 tokens and emblems",
        "modern 3 2 66.7 %",
        "pauper 2 2 100.0 %",
        "modern 2 0 1 95.1 %",
        "pauper 1 1 1 100.0 %",
        "in 2 decks: Riddle Example",
    ];
    for line in expected {
        assert!(words.iter().any(|w| w == line), "`{line}` isn't in:\n{out}");
    }
    assert!(words.iter().any(|w| w.starts_with("0 1 6 no rule") && w.ends_with("(Riddle Example)")), "{out}");
    let (_, json, _) = dracones(here, &["cards", "coverage", "cards.json", "--decks", "decks", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["playable"], &json["decks"][0]["whole_main"]), (&3.into(), &1.into()));
    assert_eq!(json["next"].as_array().unwrap().len(), 2);
    // Decks that can't be read don't keep the others from being counted.
    fs::write(here.join("decks/bad.jsonl"), "{\"main\": 4}\n").unwrap();
    let (status, out, error) = dracones(here, &["cards", "coverage", "cards.json", "--decks", "decks"]);
    assert!(status == 2 && out.contains("Riddle Example") && error.contains("bad.jsonl:1"), "{out}{error}");
    refused(here, &["cards", "coverage", "moor.txt", "--decks", "decks"], &["--decks needs a file of texts"]);
    refused(here, &["cards", "coverage", "cards.json", "--decks", "nowhere"], &["nowhere"]);
}

#[test]
fn broken_files_of_texts_are_refused() {
    let folder = folder();
    let here = folder.path();
    let packed = fs::read(here.join("cards.json.gz")).unwrap();
    fs::write(here.join("cut.json.gz"), &packed[..packed.len() / 2]).unwrap();
    fs::write(here.join("none.json"), "[]").unwrap();
    fs::write(here.join("name.json"), SCRYFALL.replace("Moor", "Mo\\u001b[2Jor")).unwrap();
    for command in [&["cards", "import"][..], &["cards", "list", "--cards"]] {
        refused(here, &[command, &["cut.json.gz"]].concat(), &["cut.json.gz", "gzip data is damaged or cut off"]);
        refused(here, &[command, &["none.json"]].concat(), &["there is no card in it"]);
        refused(here, &[command, &["nothing.json"]].concat(), &["nothing.json"]);
    }
    // A name that steers a terminal is told without what it would do.
    let (status, out, error) = dracones(here, &["cards", "import", "name.json", "--report", "-"]);
    assert_eq!(status, 0, "{error}");
    assert!(out.contains("U+001B") && !out.contains('\u{1b}'), "{out:?}");
}

/// What is shipped is played without any file.
#[test]
fn compiled_cards_of_the_binary_are_played_with() {
    let folder = folder();
    let here = folder.path();
    let (_, out, _) = dracones(here, &["cards", "show", "Alpha Tyrranax"]);
    assert_eq!(out, "Alpha Tyrranax  {4}{G}{G}\nCreature - Dinosaur Beast\n6/5\n(compiled from its text)\n");
    fs::write(here.join("green.txt"), "24 Forest\n36 Alpha Tyrranax\n").unwrap();
    let (status, out, error) = dracones(here, &["simulate", "--deck", "green.txt", "--games", "2"]);
    assert!(status == 0 && out.contains("2 games"), "{out}{error}");
    let check = ["deck", "check", "green.txt", "--format", "premodern", "--allow-small"];
    refused(here, &check, &["Alpha Tyrranax is not legal in premodern"]);
}
