//! Games that begin with a position, and positions of games: `simulate --from`, `replay --at`.

use super::{dracones, refused, summary};
use dracones::agents::AgentMaker;
use dracones::cards::CardDb;
use dracones::model::decision::{Answer, Decision};
use dracones::model::ids;
use dracones::tools::decks::{DeckRules, load_deck};
use dracones::tools::scenario::{self, Export};
use dracones::tools::simulate::{Plan, play};
use dracones::{Game, GameSetup};
use std::cell::Cell;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A position with all that set-ups have for permanents and players, and what should be so.
const RACE: &str = r#"[Scenario(
    format: 1,
    title: "a race",
    tokens: { "elephant": (types: "Creature - Elephant", colors: [Green], pt: (3, 3)) },
    players: [
        (
            life: 6,
            battlefield: ["4 Mountain", "Mogg Fanatic", "goblin = Goblin Guide", "clone = Clone", "Confiscate"],
            status: [
                CopyOf("clone", "Grizzly Bears"), Attached("Confiscate", "clone"), ChosenNumber("goblin", 3),
                ChosenPlayer("goblin", 2), Counters("clone", "+1/+1", 1), Exiled("goblin", ["card"]),
            ],
            exile: ["card = Duress"],
            hand: ["Lightning Bolt"],
            library: ["Mountain", "Lightning Bolt", "Fireblast"],
            forests: 25,
            lands_played: 1,
        ),
        (
            life: 9,
            battlefield: ["3 Forest", "wall = token elephant", "token Savannah Lions"],
            counters: [("poison", 3)],
        ),
    ],
    turn: (number: 5, active: 1, step: DeclareBlockers, priority: 2),
    attackers: [("goblin", "P2"), ("clone", "P2")],
    blockers: [("wall", "clone")],
    script: [
        Expect([
            Asked(2), PT("wall", 3, 3), Named("wall", "Elephant Token"), Is("Savannah Lions", "Creature - Cat"),
            PlayerCounters(2, "poison", 3), Count(1, Library, 28), Named("clone", "Grizzly Bears"), PT("clone", 3, 3),
        ]),
    ],
    variants: [
        Variant(title: "damage", script: [
            To(EndCombat),
            Expect([Life(2, 7), In("clone", Graveyard), Named("clone", "Clone"), In("wall", Outside)]),
        ]),
    ],
)]
"#;

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("race.ron"), RACE).unwrap();
    folder
}

#[test]
fn set_ups_say_tokens_copies_combat_and_priority() {
    let folder = folder();
    let (status, out, _) = dracones(folder.path(), &["scenario", "run", "race.ron"]);
    assert_eq!(status, 0, "{out}");
    let land = "players: [(hand: [\"Forest\"], lands_played: 1), ()], script: [Illegal(Play(\"Forest\"))]";
    fs::write(folder.path().join("land.ron"), format!("Scenario(format: 1, title: \"land\", {land})")).unwrap();
    assert_eq!(dracones(folder.path(), &["scenario", "run", "land.ron"]).0, 0);
    let wrong = [
        ("token elephant", "token mouse", "there is no card `mouse`"),
        ("(\"wall\", \"clone\")", "(\"wall\", \"Mogg Fanatic\")", "blocks what doesn't attack"),
        ("(\"wall\", \"clone\")", "(\"Mogg Fanatic\", \"clone\")", "`Mogg Fanatic` can't block"),
        ("[(\"goblin\", \"P2\")", "[(\"goblin\", \"P1\")", "`goblin` can't attack so"),
        ("[(\"goblin\", \"P2\")", "[(\"clone\", \"P2\")", "`clone` can't attack so"),
        ("step: DeclareBlockers", "step: Upkeep", "no such `attackers`"),
        ("priority: 2", "priority: 3", "no player 3"),
        ("forests: 25", "forests: 2500", "at most 1000"),
        ("hand: [\"Lightning Bolt\"]", "hand: [\"token elephant\"]", "tokens are on the battlefield"),
        ("CopyOf(\"clone\", \"Grizzly Bears\")", "CopyOf(\"clone\", \"Nothing\")", "there is no card `Nothing`"),
    ];
    for (part, other, message) in wrong {
        fs::write(folder.path().join("wrong.ron"), RACE.replace(part, other)).unwrap();
        let (status, out, _) = dracones(folder.path(), &["scenario", "run", "wrong.ron"]);
        let flat = out.replace('│', "").split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(status, 1, "{out}");
        assert!(flat.contains(message), "`{message}` isn't in: {out}");
    }
}

#[test]
fn games_from_a_position_depend_on_seed_and_number_alone() {
    let folder = folder();
    let here = folder.path();
    let hash = |extra: &[&str]| {
        let common = ["simulate", "--from", "race.ron", "--agent", "random,greedy", "--summary", "json"];
        let all = summary(here, &[&common[..], extra].concat());
        assert_eq!((&all["errors"], &all["inconclusive"], &all["from"]), (&0.into(), &0.into(), &"a race".into()));
        all["batch_hash"].as_str().unwrap().to_owned()
    };
    let one = hash(&["--games", "40", "--seed", "3", "--threads", "1", "--out", "rows.jsonl"]);
    assert_eq!(one, hash(&["--games", "40", "--seed", "3", "--threads", "5"]));
    assert_ne!(one, hash(&["--games", "40", "--seed", "4"]));
    hash(&["--games", "5", "--seed", "3", "--out", "few.jsonl"]);
    let rows = |name: &str| {
        let text = fs::read_to_string(here.join(name)).unwrap();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rows("rows.jsonl")[..5], rows("few.jsonl")[..]);
    // A row is all that is needed: the scenario stands in the file.
    fs::remove_file(here.join("race.ron")).unwrap();
    for game in ["0", "39"] {
        let (status, out, error) = dracones(here, &["replay", "rows.jsonl", "--game", game]);
        assert_eq!((status, error.as_str()), (0, ""));
        assert!(out.starts_with("A P1 (random)\nB P2 (greedy)\n"), "{out}");
    }
}

#[test]
fn a_variant_is_a_position_too_and_bad_ones_are_refused() {
    let folder = folder();
    let here = folder.path();
    let all =
        summary(here, &["simulate", "--from", "race.ron", "--variant", "damage", "--games", "3", "--summary", "json"]);
    assert_eq!((&all["games"], &all["from"]), (&3.into(), &"a race, damage".into()));
    fs::write(here.join("fails.ron"), RACE.replace("PT(\"wall\", 3, 3)", "PT(\"wall\", 4, 4)")).unwrap();
    let over = "Scenario(format: 1, title: \"over\", players: [(), ()], script: [Concede(1)])";
    fs::write(here.join("over.ron"), over).unwrap();
    let simulate = |arguments: &[&str], parts: &[&str]| refused(here, &[&["simulate"], arguments].concat(), parts);
    simulate(&["--from", "nowhere.ron"], &["nowhere.ron"]);
    simulate(&["--from", "race.ron", "--scenario", "2"], &["no scenario `2`", "1  a race"]);
    simulate(&["--from", "race.ron", "--deck", "red"], &["--from", "--deck"]);
    simulate(&["--from", "race.ron", "--first", "A"], &["--from", "--first"]);
    simulate(&["--from", "race.ron", "--agent", "random,random,random"], &["3 agents for 2 seats"]);
    simulate(&["--from", "fails.ron"], &["fails.ron:", "4/4"]);
    simulate(&["--from", "over.ron"], &["the game is over"]);
    simulate(&["--scenario", "1"], &["--from"]);
}

#[test]
fn a_position_of_a_game_becomes_a_fixture() {
    let folder = folder();
    let here = folder.path();
    let (status, ..) =
        dracones(here, &["simulate", "--games", "5", "--seed", "9", "--agent", "greedy", "--out", "rows.jsonl"]);
    assert_eq!(status, 0);
    let at = |n| ["replay", "rows.jsonl", "--game", "3", "--at", n, "--scenario", "out.ron"];
    let (status, out, error) = dracones(here, &at("60"));
    assert_eq!(status, 0, "{error}");
    assert!(out.starts_with("out.ron: game 3 of seed 9 after decision 60: turn "), "{out}");
    let text = fs::read_to_string(here.join("out.ron")).unwrap();
    // What is left out stands in the file and on standard error.
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// - ")).collect();
    let told: Vec<&str> = error.lines().map(|line| line.strip_prefix("left out: ").unwrap()).collect();
    assert_eq!(lines, told);
    let (status, out, _) = dracones(here, &["scenario", "run", "out.ron"]);
    assert_eq!(status, 0, "{out}");
    refused(here, &at("6000"), &["rows.jsonl", "after 6000"]);
    refused(here, &["replay", "rows.jsonl", "--game", "3", "--at", "6"], &["--scenario"]);
    refused(here, &["replay", "rows.jsonl", "--game", "3", "--scenario", "x.ron"], &["--at"]);
    let nowhere = ["replay", "rows.jsonl", "--game", "3", "--at", "6", "--scenario", "no/such.ron"];
    refused(here, &nowhere, &["no/such.ron"]);
    // A game that goes another way than its row has no position to write.
    let rows = fs::read_to_string(here.join("rows.jsonl")).unwrap();
    let hash = rows.lines().nth(4).unwrap().split("\"hash\":\"").nth(1).unwrap()[..16].to_owned();
    fs::write(here.join("rows.jsonl"), rows.replace(&hash, "0123456789abcdef")).unwrap();
    fs::remove_file(here.join("out.ron")).unwrap();
    let (status, _, error) = dracones(here, &at("60"));
    assert_eq!(status, 1, "{error}");
    assert!(!here.join("out.ron").exists());
}

/// Differences that something which is left out explains.
fn is_explained(exported: &Export) -> bool {
    let reasons = [
        "an effect of",
        "that counters were put on it this turn",
        "what it is linked to",
        "on the stack",
        "hasn't begun",
        "combat damage",
        "regenerate",
        "phased out",
        "counters on",
        "keyword counters",
        "is bestowed",
        "it was exerted",
        ": suspected",
        ": Ring-bearer",
        "is plotted",
        "is foretold",
        "an emblem in",
        "face down",
        "it is flipped",
        "another face than the first is up",
        "a copy with exceptions",
        "is a commander of",
        "came to the command zone",
        "what was announced as it was cast",
        "has completed",
        "has the initiative",
        "a dungeon in the command zone",
        "has left the game",
    ];
    exported.left_out.iter().any(|line| reasons.iter().any(|reason| line.contains(reason)))
}

fn is_difference(line: &str) -> bool {
    line.contains("; in the fixture") && !line.contains(" is asked: ")
}

/// The set-up of a fixture gives the position of the game, read back from its text, too.
fn check(game: &Game, db: &CardDb) {
    let exported = scenario::export(game, "a position", db).unwrap_or_else(|e| panic!("{e}"));
    let different: Vec<&String> = exported.left_out.iter().filter(|line| is_difference(line)).collect();
    assert!(different.is_empty() || is_explained(&exported), "{:#?}", exported.left_out);
    let file = scenario::parse("out.ron", exported.text().unwrap()).unwrap_or_else(|e| panic!("{e}"));
    let after = scenario::after(&file, 0, None, db).unwrap_or_else(|e| panic!("{e}"));
    if different.is_empty() && exported.left_out.is_empty() {
        assert_eq!(
            after.game.seat_view(ids::Seat(0)).unwrap().turn().number,
            game.seat_view(ids::Seat(0)).unwrap().turn().number
        );
    }
    // The fixture of the fixture is the same.
    let again = scenario::export(&after.game, "a position", db).unwrap_or_else(|e| panic!("{e}"));
    let [one, two] = [&exported.scenario, &again.scenario].map(|s| scenario::to_ron(s).unwrap());
    assert!(one == two || is_explained(&exported), "{one}\n{two}");
}

#[test]
fn fixtures_give_the_positions_of_games() {
    let db = CardDb::embedded();
    let deck =
        |name| load_deck(name, &db, &DeckRules::default()).map(|(_, list)| list).unwrap_or_else(|e| panic!("{e:?}"));
    let mut count = 0;
    for (one, two) in [("premodern-red", "premodern-green-white"), ("pauper-red", "premodern-black")] {
        let setup = GameSetup::new(&db, &[deck(one), deck(two)]).unwrap();
        let plan = Plan::new(setup, &AgentMaker::built_in("random").unwrap());
        for index in 0..4 {
            let mut seen = 0;
            let mut look = |game: &mut Game, _: &Decision, _: &Answer| {
                seen += 1;
                if seen % 11 == 0 && game.seat_view(ids::Seat(0)).unwrap().turn().number > 0 {
                    count += 1;
                    check(game, &db);
                }
            };
            let mut game = Game::new(&plan.setup, plan.seed, index);
            play(&mut game, &plan, index, &Cell::new(0), Some(&mut look));
        }
    }
    assert!(count > 50, "{count}");
}

/// Every fixture of the project can be written and read back.
#[test]
fn scenarios_are_written_as_they_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let root = scenario::Root::new(&folder).unwrap();
    for path in scenario::files(&folder).unwrap() {
        let file = scenario::load(&path, &root).unwrap_or_else(|e| panic!("{e}"));
        for one in &file.scenarios {
            let text = scenario::to_ron(one).unwrap_or_else(|e| panic!("{}: {e}", file.path));
            let back = scenario::parse(&file.path, text.clone()).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(scenario::to_ron(&back.scenarios[0]).unwrap(), text);
        }
    }
}

/// Whatever scenarios come to can be set up, with everything that is otherwise listed.
#[test]
fn ends_of_scenarios_become_fixtures() {
    let db = CardDb::embedded();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut count = 0;
    let root = scenario::Root::new(&folder).unwrap();
    for path in scenario::files(&folder).unwrap() {
        let file = scenario::load(&path, &root).unwrap_or_else(|e| panic!("{e}"));
        for (i, one) in file.scenarios.iter().enumerate() {
            let variants = (0..one.variants.len()).map(Some).chain([None]);
            for variant in variants {
                // A script that has to wait for its variant may not go on alone.
                let Ok(after) = scenario::after(&file, i, variant, &db) else { continue };
                if after.game.decision().is_none() {
                    continue;
                }
                let exported = scenario::export(&after.game, &after.title, &db);
                let exported = exported.unwrap_or_else(|e| panic!("{}: {e}", after.title));
                let text = exported.text().unwrap();
                let back = scenario::parse("out.ron", text).unwrap_or_else(|e| panic!("{e}"));
                scenario::after(&back, 0, None, &db).unwrap_or_else(|e| panic!("{e}"));
                let different = exported.left_out.iter().any(|line| is_difference(line));
                assert!(!different || is_explained(&exported), "{}: {:#?}", after.title, exported.left_out);
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count}");
}
