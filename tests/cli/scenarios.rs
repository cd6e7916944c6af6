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

/// `docs/cited.md` is what the project's own scenarios cite. `UPDATE_EXPECT=1 cargo test --test cli` rewrites it.
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

/// Runs the script of two bears and what else is there, and gives the error, if there is one.
fn error_of(here: &Path, rest: &str) -> Option<String> {
    let bears = r#"players: [(battlefield: ["bear = Grizzly Bears"]), (battlefield: ["other = Grizzly Bears"])]"#;
    let players = if rest.contains("players:") { String::new() } else { format!("{bears}, ") };
    fs::write(here.join("one.ron"), format!("Scenario(format: 1, title: \"t\", {players}{rest})")).unwrap();
    let (_, out, error) = dracones(here, &["scenario", "run", "one.ron", "--json"]);
    let row = rows(&out).pop().unwrap_or_else(|| panic!("{error}"));
    row["error"].as_str().map(str::to_owned)
}

/// That the script fails with all of `parts` in its error.
#[track_caller]
fn fails(here: &Path, rest: &str, parts: &[&str]) {
    let error = error_of(here, rest).unwrap_or_else(|| panic!("this passes: {rest}"));
    for part in parts {
        assert!(error.contains(part), "`{part}` isn't in: {error}");
    }
}

#[test]
fn declarations_are_judged_where_the_script_stands() {
    let folder = folder();
    let here = folder.path();
    let pair = r#"[("bear", "P2")]"#;
    // What is legal is said to be, without going on to a later step.
    fails(here, &format!("script: [IllegalAttack({pair})]"), &["[(\"bear\", \"P2\")] is legal"]);
    fails(here, "script: [IllegalAttack([])]", &["[] is legal"]);
    let block = r#"IllegalBlock([("other", "bear")])"#;
    fails(here, &format!("script: [Attack({pair}), {block}]"), &["[(\"other\", \"bear\")] is legal"]);
    fails(here, &format!("script: [Attack({pair}), IllegalBlock([])]"), &["[] is legal"]);
    // Nobody would be asked: nothing can be declared but nothing.
    let sick = r#"players: [(battlefield: ["bear = Grizzly Bears"], status: [Sick("bear")]), ()], "#;
    fails(here, &format!("{sick}script: [IllegalAttack([])]"), &["[] is legal"]);
    let tapped = r#"players: [(battlefield: ["bear = Grizzly Bears"]), (battlefield: ["other = Grizzly Bears"], status: [Tapped("other")])], "#;
    fails(here, &format!("{tapped}script: [Attack({pair}), IllegalBlock([])]"), &["[] is legal"]);
    // What would prove nothing is refused.
    fails(here, &format!("script: [{block}]"), &["nothing attacks"]);
    fails(here, &format!("script: [Attack({pair}), Block([]), {block}]"), &["have been declared"]);
    fails(here, r#"script: [IllegalAttack([("other", "P1")])]"#, &["`other` is P2's", "in the turn of P1"]);
    fails(here, &format!(r#"script: [Attack({pair}), IllegalBlock([("bear", "bear")])]"#), &["`bear` is P1's"]);
    fails(here, r#"script: [IllegalAttack([("wolf", "P2")])]"#, &["there is no `wolf`"]);
    // What is on the stack hasn't happened.
    let pump = r#"players: [(battlefield: ["bear = Grizzly Bears"], hand: ["Giant Growth"], mana: "{G}"), ()], "#;
    let cast = r#"Cast(by: 1, card: "Giant Growth", answers: [Pick(["bear"])])"#;
    fails(here, &format!("{pump}script: [{cast}, IllegalAttack({pair})]"), &["is legal now, with 1 on the stack"]);
}

/// Two replacement effects, triggers, a land and things to do.
const TABLE: &str = r#"cards: [
    Card(format: 1, name: "Test Twice", types: "Artifact", abilities: [
        Static(effect: Replace(event: GainLife(You), with: Amount(Times(N(2), EventAmount)))),
        Activated(cost: [PayLife(N(1))], effects: [GainLife(You, N(1))]),
        Activated(cost: [PayLife(N(2))], effects: [LoseLife(You, N(1))]),
    ]),
    Card(format: 1, name: "Test More", types: "Artifact", abilities: [
        Static(effect: Replace(event: GainLife(You), with: Amount(Sum([N(2), EventAmount])))),
        Static(effect: Rule(Permit(who: You, what: In(Hand(You), Type("Instant")), cast_only: true, cost: []))),
    ]),
],
players: [(battlefield: ["twice = Test Twice", "Test More"], hand: ["Forest", "bolt = Lightning Bolt"], mana: "{R}"), ()], "#;

#[test]
fn a_refused_answer_says_what_is_accepted() {
    let folder = folder();
    let here = folder.path();
    let effect = r#"script: [Activate(by: 1, of: "twice"), ResolveWith([Pick(["effect 1"])])]"#;
    let named = ["`effect 1` isn't offered", "\"replacement 1\" (twice)", "\"replacement 2\" (Test More)"];
    fails(here, &format!("{TABLE}{effect}"), &named);
    // What the error offers is taken.
    let taken =
        r#"script: [Activate(by: 1, of: "twice"), ResolveWith([Pick(["replacement 2"])]), Expect([Life(1, 25)])]"#;
    assert_eq!(error_of(here, &format!("{TABLE}{taken}")), None);
    // With priority: steps, with all that tells them apart.
    let way = r#"script: [Cast(by: 1, card: "bolt", way: 3)]"#;
    let steps = [
        r#"Cast(card: "bolt")"#,
        r#"Cast(card: "bolt", permit: "Test More")"#,
        r#"Play(card: "Forest")"#,
        r#"Activate(of: "twice")"#,
        r#"Activate(of: "twice", ability: 1)"#,
        "Pass",
    ];
    fails(here, &format!("{TABLE}{way}"), &steps);
    let target = r#"script: [Cast(by: 1, card: "bolt", answers: [Pick(["wolf"])])]"#;
    fails(here, &format!("{TABLE}{target}"), &["`wolf` isn't offered", "\"P1\"; \"P2\""]);
    let number = r#"script: [Cast(by: 1, card: "bolt", answers: [Number(2)])]"#;
    fails(here, &format!("{TABLE}{number}"), &["Number(2) isn't an answer"]);
    // Declarations as pairs.
    fails(here, r#"script: [Attack([("bear", "P1")])]"#, &[r#"("bear", "P2")"#]);
}

#[test]
fn unknown_terms_of_the_format_point_at_its_guide() {
    let folder = folder();
    let here = folder.path();
    let about = |script: &str| {
        fs::write(here.join("one.ron"), format!("Scenario(format: 1, title: \"t\", players: [(), ()], {script})"))
            .unwrap();
        let (status, out, _) = dracones(here, &["scenario", "run", "one.ron", "--json"]);
        assert_eq!(status, 2, "{out}");
        rows(&out)[0]["error"].as_str().unwrap().to_owned()
    };
    let own = ["script: [Zz(2)]", "script: [Expect([Zz(1)])]", "script: [ResolveWith([Zz])]", "script: [Legal(Zz)]"];
    for script in own {
        let error = about(script);
        assert!(!error.contains("docs/cards.md"), "{error}");
    }
    let step = about("script: [NotAsked(2)]");
    assert!(step.contains("unknown term `NotAsked` of `Step`") && step.contains("docs/scenarios.md"), "{step}");
    let cards =
        r#"cards: [Card(format: 1, name: "X", types: "Instant", abilities: [Spell(effects: [Zz])])], script: []"#;
    let card = about(cards);
    assert!(card.contains("docs/cards.md"), "{card}");
}

#[test]
fn what_cant_be_done_in_the_middle_of_a_script_is_told() {
    let folder = folder();
    let here = folder.path();
    fails(here, r#"script: [PutCounters("wolf", "+1/+1", 1)]"#, &["there is no `wolf`"]);
    fails(here, r#"script: [PutCounters("P3", "poison", 1)]"#, &["P3"]);
    fails(here, r#"script: [ActivateMana(by: 1, of: "bear")]"#, &["this of `bear` isn't legal"]);
    fails(here, r#"script: [ActivateMana(by: 2, of: "other")]"#, &["P2 doesn't have priority"]);
    fails(here, r#"script: [Labels(["a", "b"], "Grizzly Bears")]"#, &["there is no `Grizzly Bears` without a label"]);
    fails(here, r#"script: [Pass(by: 1, answers: [Concede(2)])]"#, &["Concede(2) isn't asked for"]);
    fails(here, r#"script: [Concede(2), Concede(2)]"#, &["the game is over"]);
    fails(here, r#"script: [Expect([BasePT("bear", 3, 3), CountNamed(1, Library, "Forest", 9)])]"#, &["2/2", "10"]);
}

#[test]
fn a_die_has_no_other_results() {
    let folder = folder();
    let here = folder.path();
    let die = r#"cards: [Card(format: 1, name: "Test Die", cost: "{0}", types: "Sorcery", abilities: [Spell(effects: [
        RollDice(sides: 6, into: "roll"), GainLife(You, Var("roll")),
    ])])], players: [(hand: ["die = Test Die"]), ()], "#;
    let rolled = |result: i32, life: i32| {
        format!(
            r#"{die}script: [Cast(by: 1, card: "die"), ResolveWith([Roll([{result}])]), Expect([Life(1, {life})])]"#
        )
    };
    assert_eq!(error_of(here, &rolled(6, 26)), None);
    for result in [7, 0, -1] {
        fails(here, &rolled(result, 20 + result), &[&format!("the result {result} is scripted")]);
    }
}
