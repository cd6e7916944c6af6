//! Files that were made to do harm are refused at once, and nothing of them acts on a terminal.

use super::{AT_ONCE, dracones, folder};
use std::fs;
use std::path::Path;
use std::time::Instant;

/// Runs a command on a file with this content; it is refused with a message with all of `parts`.
fn refuses(here: &Path, command: &[&str], (file, content): (&str, &[u8]), parts: &[&str]) {
    fs::write(here.join(file), content).unwrap();
    let begin = Instant::now();
    let (status, out, error) = dracones(here, &[command, &[file]].concat());
    let took = begin.elapsed();
    let shown = format!("{out}{error}");
    let start: String = shown.chars().take(600).collect();
    assert_eq!(status, 2, "{file}: {start}");
    assert!(shown.len() < 20_000, "{file}: a message of {} bytes: {start}", shown.len());
    assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{file}: {start:?}");
    for part in parts {
        assert!(shown.contains(part), "{file}: `{part}` isn't in: {start}");
    }
    assert!(took < AT_ONCE, "{file} took {took:?}");
}

fn huge() -> Vec<u8> {
    vec![b'('; 3_000_000]
}

#[test]
fn decks() {
    let folder = folder();
    let refuses = |file: &str, content: &[u8], parts: &[&str]| {
        refuses(folder.path(), &["deck", "check"], (file, content), parts);
    };
    refuses("counts.txt", b"4000000000 Mountain\n", &["4000000000"]);
    refuses("sum.txt", "1000 Mountain\n".repeat(2000).as_bytes(), &["5000"]);
    refuses("names.txt", format!("4 {}\n", "Mountain".repeat(10_000)).as_bytes(), &["names.txt:1:", "200"]);
    refuses("escapes.txt", b"4 Light\x1b[2J\x1b]0;owned\x07ning\n", &[]);
    refuses("unknown.txt", "1 Mountian\n".repeat(4_000).as_bytes(), &["Mountian"]);
    refuses("deep.json", "[".repeat(100_000).as_bytes(), &[]);
    refuses("deep.cod", format!("<?xml version=\"1.0\"?><cockatrice_deck>{}", "<a>".repeat(50_000)).as_bytes(), &[]);
    let bomb = "<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]><d>&b;</d>";
    refuses("bomb.dek", bomb.as_bytes(), &[]);
    refuses("huge.txt", &huge(), &[]);
}

#[test]
fn cards() {
    let folder = folder();
    let refuses = |file: &str, content: &[u8], parts: &[&str]| {
        refuses(folder.path(), &["cards", "check"], (file, content), parts);
    };
    let card = |rest: &str| format!("Card(format: 1, name: \"x\", types: \"Artifact\", abilities: [{rest}])");
    let deep = format!("Activated(cost: [Tap], effects: [{}{}])", "Repeat(N(2), [".repeat(2_000), "])".repeat(2_000));
    refuses("deep.ron", card(&deep).as_bytes(), &["deep.ron:1:"]);
    refuses("deeper.ron", "(".repeat(200_000).as_bytes(), &[]);
    refuses("huge.ron", &huge(), &["262144"]);
    let name = card("").replace("\"x\"", &format!("\"{}\"", "x".repeat(5_000)));
    refuses("name.ron", name.as_bytes(), &["200"]);
    refuses("escape.ron", card("").replace("\"x\"", "\"x\x1b[2J\"").as_bytes(), &["escape.ron:1:", "U+001B"]);
    refuses("written.ron", card("").replace("\"x\"", "\"x\\u{1b}[2J\"").as_bytes(), &["written.ron:1:", "U+001B"]);
    refuses("comment.ron", format!("// \u{202e}\n{}", card("Tpyo")).as_bytes(), &["comment.ron:1:", "U+202E"]);
    refuses("term.ron", card(&"Tpyo".repeat(50_000)).as_bytes(), &["term.ron"]);
    refuses("bytes.ron", &[0xff, 0xfe, 0x00], &["bytes.ron"]);
    // Thousands of mistakes: as many as are told are looked for, not all.
    refuses("many.ron", card(&"Keywords([Tpyo]),".repeat(14_000)).as_bytes(), &["many.ron:1:", "... and"]);
}

#[test]
fn scenarios() {
    let folder = folder();
    let refuses = |file: &str, content: &[u8], parts: &[&str]| {
        refuses(folder.path(), &["scenario", "run"], (file, content), parts);
    };
    let scenario = |players: &str| format!("Scenario(format: 1, title: \"x\", players: [{players}], script: [])");
    refuses("deep.ron", "[".repeat(200_000).as_bytes(), &["deep.ron"]);
    refuses("huge.ron", &huge(), &["262144"]);
    refuses("escape.ron", scenario("").replace("\"x\"", "\"x\x1b]0;owned\x07\"").as_bytes(), &["U+001B"]);
    refuses("written.ron", scenario("").replace("\"x\"", "\"x\\x1b[2J\"").as_bytes(), &["U+001B"]);
    // These can be read, and are no positions.
    let fails = |file: &str, content: &str, part: &str| {
        fs::write(folder.path().join(file), content).unwrap();
        let begin = Instant::now();
        let (status, out, error) = dracones(folder.path(), &["scenario", "run", file]);
        let start: String = out.chars().take(600).collect();
        assert_eq!(status, 1, "{file}: {start} {error}");
        assert!(out.contains(part) && out.len() < 20_000, "{file}: {} bytes: {start}", out.len());
        assert!(begin.elapsed() < AT_ONCE, "{file} took {:?}", begin.elapsed());
    };
    fails("counts.ron", &scenario("(hand: [\"4000000000 Forest\"]), ()"), "4000000000");
    let many = vec!["\"100 Forest\""; 5_000].join(", ");
    fails("many.ron", &scenario(&format!("(library: [{many}]), ()")), "1000");
    fails("players.ron", &scenario(&"(), ".repeat(2_000)), "2000 players");
    fails("name.ron", &scenario(&format!("(hand: [\"{}\"]), ()", "Forest".repeat(10_000))), "characters");
}

#[test]
fn replays() {
    let folder = folder();
    let here = folder.path();
    let refuses = |file: &str, content: &[u8], parts: &[&str]| {
        refuses(here, &["replay"], (file, content), parts);
    };
    let simulate = ["simulate", "--games", "1", "--seed", "4", "--agent", "greedy", "--out", "games.jsonl", "--record"];
    assert_eq!(dracones(here, &simulate).0, 0);
    let text = fs::read_to_string(here.join("games.jsonl")).unwrap();
    let (header, row) = text.split_once('\n').unwrap();
    refuses("deep.jsonl", "[".repeat(1_000_000).as_bytes(), &["line 1"]);
    refuses(
        "nested.jsonl",
        header.replace("\"games\":1", &format!("\"games\":{}", "[".repeat(100_000))).as_bytes(),
        &["line 1"],
    );
    refuses("empty.jsonl", b"", &["empty"]);
    refuses("headless.jsonl", row.as_bytes(), &["line 1"]);
    refuses("no_row.jsonl", header.as_bytes(), &["no"]);
    refuses("bytes.jsonl", &[b'{', 0xff, 0xfe], &["line 1"]);
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1).into_bytes()
    };
    refuses("counts.jsonl", &changed("\"Mountain\",", "\"Mountain\",40000"), &["line 1", "100000"]);
    refuses("objects.jsonl", &changed("\"max_objects\":4000", "\"max_objects\":4000000000"), &["line 1", "100000"]);
    refuses("seats.jsonl", &changed("\"agents\":[", &format!("\"agents\":[{}", "\"x\",".repeat(20))), &["16 seats"]);
    refuses("first.jsonl", &changed("\"first\":\"alternate\"", "\"first\":\"P\""), &["seat P"]);
    refuses("escape.jsonl", &changed("\"Mountain\"", "\"Mount\\u001b[2Jain\""), &["line 1", "u{1b}"]);
    refuses("why.jsonl", &changed("\"first\":\"A\"", "\"first\":\"\\u001b[2J\""), &["line 2"]);
    refuses("name.jsonl", &changed("\"Mountain\"", &format!("\"{}\"", "Mountain".repeat(5_000))), &["line 1"]);
    refuses("card.jsonl", &changed("\"Mountain\"", "\"Mountian\""), &["Mountian"]);
    refuses("format.jsonl", &changed("\"format\":2", "\"format\":3"), &["format 3"]);
    // Answers without number.
    let words = changed("\"given\":\"", &format!("\"given\":\"{}", "0 ".repeat(1_000_000)));
    fs::write(here.join("words.jsonl"), words).unwrap();
    let begin = Instant::now();
    let (status, _, error) = dracones(here, &["replay", "words.jsonl"]);
    assert_eq!(status, 1, "{error}");
    assert!(error.contains("line 2, decision"), "{error}");
    assert!(begin.elapsed() < AT_ONCE, "{:?}", begin.elapsed());
}

/// A file without an end isn't read to its end.
#[cfg(unix)]
#[test]
fn endless_files() {
    let folder = folder();
    for command in [&["deck", "check"][..], &["cards", "check"], &["scenario", "run"], &["replay"]] {
        let begin = Instant::now();
        let (status, ..) = dracones(folder.path(), &[command, &["/dev/zero"]].concat());
        assert_eq!(status, 2, "{command:?}");
        assert!(begin.elapsed() < AT_ONCE, "{command:?} took {:?}", begin.elapsed());
    }
}
