//! `dracones scenario`.

use super::{dracones, refused};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A scenario in which something is otherwise than expected, and one that passes.
const BOTH: &str = r#"[
    Scenario(
        format: 1,
        title: "too much is expected",
        players: [
            (battlefield: ["fanatic = Mogg Fanatic"]),
            (battlefield: ["bear = Grizzly Bears"], hand: ["Lightning Bolt"], mana: "{R}"),
        ],
        script: [
            Activate(by: 1, of: "fanatic", answers: [Pick(["bear"])]),
            Pass(by: 1),
            Cast(by: 2, card: "Lightning Bolt", answers: [Pick(["P1"])]),
            Resolve,
            Cite(["R045"], [Expect([Life(1, 18), PT("bear", 3, 2), Unattached("bear"), In("wolf", Hand)])]),
        ],
    ),
    Scenario(
        format: 1,
        title: "all is well",
        players: [(battlefield: ["bear = Grizzly Bears"]), ()],
        script: [Expect([PT("bear", 2, 2)])],
    ),
]
"#;

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("both.ron"), BOTH).unwrap();
    fs::write(folder.path().join("bad.ron"), "Scenario(\nformat: 1, tilte: \"\")").unwrap();
    folder
}

fn rows(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_file_that_cant_be_read_is_a_failure_of_its_own() {
    let folder = folder();
    let here = folder.path();
    let (status, out, _) = dracones(here, &["scenario", "run", "nowhere.ron", "bad.ron", "both.ron"]);
    assert_eq!(status, 2, "{out}");
    for part in ["nowhere.ron: can't be read", "bad.ron:2:12", "ok    both.ron: all is well", "1 failed, 2 not read"] {
        assert!(out.contains(part), "`{part}` isn't in: {out}");
    }
    let (status, out, _) = dracones(here, &["scenario", "run", "bad.ron", "both.ron", "--json"]);
    assert_eq!(status, 2, "{out}");
    let rows = rows(&out);
    let read: Vec<_> = rows.iter().map(|r| (r["read"].as_bool().unwrap(), r["passed"].as_bool().unwrap())).collect();
    assert_eq!(read, [(false, false), (true, false), (true, true)]);
    assert!(rows[0]["error"].as_str().unwrap().contains("tilte"));
    let (status, ..) = dracones(here, &["scenario", "run", "both.ron"]);
    assert_eq!(status, 1);
}

#[test]
fn all_that_is_otherwise_is_shown() {
    let folder = folder();
    let (_, out, _) = dracones(folder.path(), &["scenario", "run", "both.ron"]);
    let lines: Vec<String> = out.lines().map(|l| l.replace('│', " ").trim().to_owned()).collect();
    let expected = [
        "the life of P1",
        "expected  18",
        "is        17",
        "power and toughness of `bear`",
        "expected  3/2",
        "is        2/2",
        "the zone of `wolf`",
        "expected  Hand",
        "is        there is no `wolf`",
    ];
    let start = lines.iter().position(|l| l == expected[0]).unwrap_or_else(|| panic!("{out}"));
    assert_eq!(lines[start..start + expected.len()], expected);
    let (_, out, _) = dracones(folder.path(), &["scenario", "run", "both.ron", "--json"]);
    let row = rows(&out).swap_remove(0);
    assert!(row["error"].as_str().unwrap().contains("3 of 4 expectations aren't met (citing R045)"), "{row}");
    assert_eq!(row["differences"][1]["is"], "2/2");
    assert_eq!(row["differences"].as_array().unwrap().len(), 3);
}

#[test]
fn blocks_that_nobody_can_declare_are_told_at_their_step() {
    let folder = folder();
    let fixture = r#"Scenario(format: 1, title: "no blocker", why: "",
        players: [(battlefield: ["bear = Grizzly Bears"]), (hand: ["tusker = Kalonian Tusker"])],
        script: [
            Attack([("bear", "P2")]),
            Block([("tusker", "bear")]),
        ])"#;
    fs::write(folder.path().join("block.ron"), fixture).unwrap();
    let (status, out, _) = dracones(folder.path(), &["scenario", "run", "block.ron", "--json"]);
    assert_eq!(status, 1);
    let error = rows(&out)[0]["error"].as_str().unwrap().to_owned();
    assert!(error.contains("block.ron:5:13: no blocker: nobody is asked to block: no creature can"), "{error}");
}

#[test]
fn a_trace_tells_steps_decisions_and_events() {
    let folder = folder();
    let (status, out, _) = dracones(folder.path(), &["scenario", "run", "both.ron", "--trace"]);
    assert_eq!(status, 1);
    let order = [
        "run   both.ron: too much is expected",
        "> Activate(by: 1, of: \"fanatic\"",
        "P1 targets (an ability of Mogg Fanatic #",
        "P1 sacrifices Mogg Fanatic #",
        "P2 casts Lightning Bolt #",
        "deals 3 damage to P1",
        "P1 loses 3 life",
        "> Cite R045",
        "FAIL  both.ron: too much is expected",
        "run   both.ron: all is well",
        "ok    both.ron: all is well",
    ];
    let mut rest = out.as_str();
    for part in order {
        let at = rest.find(part).unwrap_or_else(|| panic!("`{part}` doesn't come in its place: {out}"));
        rest = &rest[at..];
    }
    let (_, out, _) = dracones(folder.path(), &["scenario", "run", "both.ron", "--trace", "--json"]);
    let trace = &rows(&out)[0]["trace"];
    assert!(trace.as_array().unwrap().iter().any(|line| line.as_str().unwrap().contains("P1 loses 3 life")), "{trace}");
}

#[test]
fn bad_arguments_are_refused() {
    let folder = folder();
    refused(folder.path(), &["scenario", "run"], &["PATH"]);
    refused(folder.path(), &["scenario", "run", "both.ron", "--cards", "nowhere"], &["nowhere"]);
}

/// Two effects in one layer, a variant without one of them, and an expectation that isn't met.
const LAYERS: &str = r#"Scenario(
    format: 1,
    title: "Humility and a counter",
    players: [
        (battlefield: ["Humility", "bear = Grizzly Bears"], status: [Counters("bear", "+1/+1", 1)]),
        (battlefield: ["Mutavault"], mana: "{C}"),
    ],
    script: [Expect([PT("bear", 3, 3)])],
    variants: [
        Variant(title: "the land wakes up", script: [Pass(by: 1), Activate(by: 2, of: "Mutavault"), Resolve]),
        Variant(title: "nothing else", without: ["Humility"], script: []),
    ],
)"#;

#[test]
fn an_object_is_explained_layer_by_layer() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("layers.ron"), LAYERS).unwrap();
    let (status, out, error) = dracones(here, &["scenario", "explain", "layers.ron", "--object", "bear"]);
    assert_eq!(status, 0, "{error}");
    // The script is followed although it fails; where, is told beside.
    assert!(error.contains("layers.ron:8:14") && error.contains("2/2"), "{error}");
    assert!(out.starts_with("bear (Grizzly Bears), at the end of: Humility and a counter\n"), "{out}");
    for part in ["starts as", "layer 6", "Humility (timestamp", "by timestamp", "layer 7c", "2/2, controlled by P1"] {
        assert!(out.contains(part), "`{part}` isn't in: {out}");
    }
    let variant = ["scenario", "explain", "layers.ron", "--object", "Mutavault", "--variant", "wakes", "--json"];
    let (status, out, error) = dracones(here, &variant);
    assert_eq!(status, 0, "{error}");
    let data: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(data["scenario"], "Humility and a counter, the land wakes up");
    assert_eq!(data["start"]["abilities"][1]["of"], "Mutavault");
    let layers: Vec<&str> = data["layers"].as_array().unwrap().iter().map(|l| l["layer"].as_str().unwrap()).collect();
    assert_eq!(layers, ["4", "6", "7b"]);
    let last = &data["layers"][2]["applied"];
    assert_eq!([&last[0]["effect"]["source"], &last[1]["effect"]["source"]], ["Humility", "Mutavault"]);
    assert_eq!(
        (&last[0]["effect"]["from"], &last[0]["why"][0]["reason"]),
        (&"static ability".into(), &"started".into())
    );
    assert_eq!((&data["end"]["power"], &data["end"]["controller"]), (&2.into(), &"P2".into()));
    let variant = ["scenario", "explain", "layers.ron", "--object", "bear", "--variant", "2"];
    let (_, out, _) = dracones(here, &variant);
    assert!(out.contains("3/3") && !out.contains("Humility ("), "{out}");
}

#[test]
fn what_cant_be_explained_is_refused() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("layers.ron"), LAYERS).unwrap();
    let stuck = LAYERS.replace("Expect([PT(\"bear\", 3, 3)])", "Cast(by: 1, card: \"bear\")");
    fs::write(here.join("stuck.ron"), stuck).unwrap();
    let explain = |arguments: &[&str], parts: &[&str]| {
        refused(here, &[&["scenario", "explain"], arguments].concat(), parts);
    };
    explain(&["both.ron", "--object", "bear"], &["several scenarios", "1  too much is expected"]);
    explain(&["both.ron", "--object", "bear", "--scenario", "3"], &["no scenario `3`", "2  all is well"]);
    explain(&["both.ron", "--object", "wolf", "--scenario", "2"], &["there is no `wolf`", "labels: `bear`"]);
    explain(&["layers.ron", "--object", "bear", "--variant", "x"], &["no variant `x`", "2  nothing else"]);
    explain(&["stuck.ron", "--object", "bear"], &["stuck.ron:8:14", "isn't legal"]);
    explain(&["bad.ron", "--object", "bear"], &["bad.ron:2:12"]);
    explain(&["nowhere.ron", "--object", "bear"], &["nowhere.ron"]);
}

#[test]
fn cited_rules_come_in_the_order_of_their_numbers() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir_all(here.join("all/more")).unwrap();
    fs::copy(here.join("both.ron"), here.join("all/more/both.ron")).unwrap();
    let other = LAYERS.replace(
        "title: \"Humility",
        "rules: [\"613.10\", \"613.4b\"], covers: [\"R045\", \"R007\"], title: \"Humility",
    );
    fs::write(here.join("all/layers.ron"), other).unwrap();
    let (status, out, error) = dracones(here, &["scenario", "cited", "all"]);
    assert_eq!(status, 0, "{error}");
    let rows: Vec<&str> = out.lines().filter(|l| l.starts_with("| ") && !l.contains("---")).collect();
    let expected = [
        "| line | `Cite` | named |",
        "| R007 |  | layers |",
        "| R045 | more/both (1) | layers |",
        "| rule | `Cite` | named |",
        "| 613.4b |  | layers |",
        "| 613.10 |  | layers |",
    ];
    assert_eq!(rows, expected);
    refused(here, &["scenario", "cited", "nowhere"], &["nowhere"]);
    refused(here, &["scenario", "cited", "bad.ron"], &["bad.ron:2:12"]);
}

/// `docs/cited.md` is what the project's own scenarios cite. `UPDATE_EXPECT=1 cargo test --test cli` writes it anew.
#[test]
fn the_table_of_the_project_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (status, out, error) = dracones(root, &["scenario", "cited"]);
    assert_eq!(status, 0, "{error}");
    expect_test::expect_file!["../../docs/cited.md"].assert_eq(&out);
}

/// What `PROPERTIES.md` lists are tests of the program.
#[test]
fn tests_of_properties_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(root.join("tests/scenarios/PROPERTIES.md")).expect("it is there");
    let rows: Vec<&str> = list.lines().filter(|line| line.starts_with("| S3-")).collect();
    assert!(!rows.is_empty());
    for row in rows {
        let test = row.split('`').nth(1).unwrap_or_else(|| panic!("{row} names no test"));
        let (module, name) = test.rsplit_once("::").unwrap_or_else(|| panic!("{test} is in no module"));
        let file = root.join("src").join(module.replace("::", "/")).with_extension("rs");
        let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert!(text.contains(&format!("#[test]\nfn {name}()")), "{test}");
    }
}
