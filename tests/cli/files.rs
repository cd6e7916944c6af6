//! Files and folders as users have them: links in circles, names that steer terminals, places that are taken or full.

use super::{dracones, refused};
use std::fs;
use tempfile::TempDir;

#[test]
fn accents_and_parts_of_names_are_understood() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::write(here.join("plain.txt"), "56 Island\n4 Lorien Revealed\n").unwrap();
    let (status, out, error) = dracones(here, &["deck", "check", "plain.txt"]);
    assert_eq!((status, out.trim_end()), (0, "plain: 60 cards; all cards are known"), "{error}");
    let (status, out, _) = dracones(here, &["cards", "show", "ragav"]);
    assert!(status == 0 && out.starts_with("Ragavan, Nimble Pilferer"), "{out}");
    refused(here, &["cards", "show", "goblin"], &["did you mean", "Goblin", "more cards have a word like it"]);
    // Whole words come first, and each face of a card counts.
    let (_, _, error) = dracones(here, &["cards", "show", "bolt"]);
    let named = error.split(['(', '?']).nth(1).unwrap().replace("did you mean ", "").to_lowercase();
    let whole = |name: &str| name.split(|c: char| !c.is_alphanumeric()).any(|word| word == "bolt");
    assert!(named.split(" or ").all(whole), "{error}");
    let (name, typo) = ("Delver of Secrets // Insectile Aberration", "Delver of Secrts");
    refused(here, &["cards", "show", typo], &[name]);
    fs::write(here.join("typo.txt"), format!("56 Island\n4 {typo}\n")).unwrap();
    refused(here, &["deck", "check", "typo.txt"], &[name]);
    assert!(dracones(here, &["cards", "coverage", "typo.txt"]).1.contains(name));
}

#[test]
fn lists_as_people_keep_them() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let list = "Lands \u{2014} 20\n20 Mountain // basic // of course\nSorceries: 8\n4 Lava Spike [CHK]\n4 Fire // Ice\n\n\
                Instants - 10\n2 Fire // Ice // for two\n8 Lightning Bolt // all of it\n4 Delver of Secrets // Insectile Aberration\n\n\
                Maybeboard\n1 Shock\n\n2 Opt\n\nSideboard 2\n2 Smash to Smithereens // vs artifacts\n";
    fs::write(here.join("list.txt"), list).unwrap();
    let (status, out, error) = dracones(here, &["deck", "check", "list.txt"]);
    assert_eq!((status, error.as_str()), (0, ""), "{out}");
    assert_eq!(
        out,
        "list: 42 cards, 2 in the sideboard; all cards are known\nthe maybeboard of 3 cards isn't part of the deck\n"
    );
    let coverage = dracones(here, &["cards", "coverage", "list.txt"]).1;
    assert!(coverage.contains("44 of 44 cards"), "{coverage}");
    let (status, _, error) =
        dracones(here, &["simulate", "--deck", "list.txt", "--games", "1", "--agent", "random", "--allow-small"]);
    assert_eq!(status, 0, "{error}");
    // What is shown can be read again, and is the same deck.
    fs::write(here.join("again.txt"), dracones(here, &["deck", "show", "list.txt"]).1).unwrap();
    assert_eq!(dracones(here, &["deck", "check", "again.txt"]).1, out);
    // Without a card before it, it isn't a comment.
    fs::write(here.join("list.txt"), "40 Lightnin Bolt // all of it\n4 Lava Spike [Burn, fast]\n").unwrap();
    refused(
        here,
        &["deck", "check", "list.txt"],
        &["Lightnin Bolt // all of it (did you mean Lightning Bolt", "[Burn, fast]"],
    );
}

/// Quotes around a name and comments behind it are no part of it; a line that begins with `#` is a comment.
#[test]
fn quotes_and_comments_are_no_part_of_names() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let deck = "# a comment\n// another\n4 \"Shock\"\n4 \u{201c}Lightning Bolt\u{201d} // burn\n2 Fire // Ice // for two\n\
                50 Mountain // mana\n";
    fs::write(here.join("deck.txt"), deck).unwrap();
    let (status, out, error) = dracones(here, &["deck", "check", "deck.txt"]);
    assert_eq!((status, out.as_str()), (0, "deck: 60 cards; all cards are known\n"), "{error}");
    // It is shown as it is understood.
    let (_, out, _) = dracones(here, &["deck", "show", "deck.txt"]);
    assert_eq!(out, "// Name: deck\n4 Shock\n4 Lightning Bolt\n2 Fire // Ice\n50 Mountain\n");
    let (_, out, _) = dracones(here, &["cards", "coverage", "deck.txt"]);
    assert_eq!(out, "deck.txt: 4 of 4 names, 60 of 60 cards\n");
    fs::write(here.join("typo.txt"), "60 \"Montain\"\n").unwrap();
    refused(here, &["deck", "check", "typo.txt"], &["60 Montain (did you mean Mountain"]);
}

#[test]
fn a_deck_is_shown_as_a_file_that_can_be_read() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let (status, out, _) = dracones(here, &["deck", "show", "premodern-replenish"]);
    assert_eq!(status, 0);
    assert!(out.contains("4 Parallax Wave\n") && out.contains("\nSideboard\n"), "{out}");
    fs::write(here.join("again.txt"), &out).unwrap();
    assert_eq!(dracones(here, &["deck", "show", "again.txt"]).1, out);
}

#[test]
fn rows_are_not_written_over_what_is_there() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::write(here.join("night.jsonl"), "a night's work").unwrap();
    let run = ["simulate", "--deck", "red", "--games", "3", "--seed", "1", "--agent", "random", "--out", "night.jsonl"];
    refused(here, &run, &["night.jsonl", "--force"]);
    assert_eq!(fs::read_to_string(here.join("night.jsonl")).unwrap(), "a night's work");
    assert_eq!(dracones(here, &[&run[..], &["--force"]].concat()).0, 0);
    assert_eq!(fs::read_to_string(here.join("night.jsonl")).unwrap().lines().count(), 4);
    // A game of it as a file of its own, likewise.
    let save = ["replay", "night.jsonl", "--at", "5", "--scenario", "position.ron"];
    assert_eq!(dracones(here, &save).0, 0);
    refused(here, &save, &["position.ron", "--force"]);
    assert_eq!(dracones(here, &[&save[..], &["--force"]].concat()).0, 0);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let run = ["simulate", "--deck", "red", "--games", "3", "--agent", "random", "--out", "-"];
    let (status, out, error) = dracones(here, &run);
    assert_eq!(status, 0);
    assert_eq!(out.lines().count(), 4);
    assert!(out.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{out}");
    assert!(error.contains("3 games, seed 1"), "{error}");
    assert_eq!(fs::read_dir(here).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_summary() {
    let folder = TempDir::new().unwrap();
    let run = ["simulate", "--deck", "red", "--games", "400", "--agent", "random", "--out", "/dev/full"];
    let (status, out, error) = dracones(folder.path(), &run);
    assert_eq!(status, 2);
    assert!(error.contains("can't write `/dev/full`"), "{error}");
    assert!(out.contains("batch hash") && out.contains("(interrupted)"), "{out}");
}

#[cfg(unix)]
#[test]
fn links_in_circles_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::create_dir(here.join("inner")).unwrap();
    for (name, to) in [("a", "."), ("b", "."), ("inner/up", "..")] {
        symlink(to, here.join(name)).unwrap();
    }
    let bear = "Card(format: 1, name: \"Link Bear\", cost: \"{1}{G}\", types: \"Creature - Bear\", pt: (2, 2))";
    fs::write(here.join("bear.ron"), bear).unwrap();
    let (status, out, error) = dracones(here, &["cards", "check", "."]);
    assert_eq!(status, 0, "{error}");
    assert!(out.contains("1 card"), "{out}");
    let (status, out, _) = dracones(here, &["cards", "list", "--cards", "."]);
    assert_eq!((status, out.lines().filter(|line| *line == "Link Bear").count()), (0, 1));
    fs::remove_file(here.join("bear.ron")).unwrap();
    fs::write(here.join("deck.txt"), "60 Forest\n").unwrap();
    let (status, out, error) = dracones(here, &["cards", "coverage", "."]);
    assert_eq!(status, 0, "{error}");
    assert_eq!(out.matches("deck.txt").count(), 1, "{out}");
    assert_eq!(dracones(here, &["scenario", "run", "."]).0, 2);
    // A pipe that nobody writes to isn't waited for.
    assert!(std::process::Command::new("mkfifo").arg(here.join("pipe.ron")).status().unwrap().success());
    refused(here, &["cards", "check", "."], &["pipe.ron: it isn't a regular file"]);
}

/// What is called like a file and isn't one is told by all readers of folders, and the others are read all the same.
#[cfg(unix)]
#[test]
fn what_is_called_like_a_file_is_one_or_is_told() {
    use std::os::unix::fs::symlink;
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let made = |folder: &str, ending: &str, good: &str| {
        let place = here.join(folder);
        fs::create_dir_all(place.join(format!("inner.{ending}"))).unwrap();
        // A folder is looked into, whatever it is called.
        fs::write(place.join(format!("inner.{ending}/good.{ending}")), good).unwrap();
        symlink("nowhere", place.join(format!("gone.{ending}"))).unwrap();
        symlink(format!("inner.{ending}"), place.join(format!("folder.{ending}"))).unwrap();
        symlink("/dev/null", place.join(format!("null.{ending}"))).unwrap();
        assert!(
            std::process::Command::new("mkfifo").arg(place.join(format!("pipe.{ending}"))).status().unwrap().success()
        );
        symlink(".", place.join("circle")).unwrap();
    };
    made(
        "cards",
        "ron",
        "Card(format: 1, name: \"Link Bear\", cost: \"{1}{G}\", types: \"Creature - Bear\", pt: (2, 2))",
    );
    made("scenarios", "ron", "Scenario(format: 1, title: \"nothing\", players: [(), ()], script: [])");
    made("decks", "txt", "60 Forest\n");
    let said = [
        ("gone", "it is a link that leads nowhere"),
        ("folder", "it is a link to a folder, and those aren't followed"),
        ("null", "it isn't a regular file"),
        ("pipe", "it isn't a regular file"),
    ];
    let runs: [(&[&str], &str, &str); 4] = [
        (&["cards", "check", "cards"], "ron", ""),
        (&["cards", "show", "Link Bear", "--cards", "cards"], "ron", ""),
        (&["scenario", "run", "scenarios"], "ron", "ok    scenarios/inner.ron/good.ron: nothing"),
        (&["cards", "coverage", "decks"], "txt", "decks/inner.txt/good.txt: 1 of 1 name, 60 of 60 cards"),
    ];
    for (arguments, ending, good) in runs {
        let (status, out, error) = dracones(here, arguments);
        assert_eq!(status, 2, "{arguments:?}: {out}{error}");
        // Long lines are broken.
        let told: String = (out.clone() + &error).replace("\n  │ ", " ");
        for (name, why) in said {
            let line = told.lines().find(|line| line.contains(&format!("{name}.{ending}")) && line.contains('×'));
            assert!(line.is_some_and(|line| line.contains(why)), "{arguments:?}: {name}: {told}");
        }
        assert!(told.contains(good) && !told.contains("circle"), "{arguments:?}: {told}");
    }
}

#[cfg(unix)]
#[test]
fn names_of_files_steer_no_terminal() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let deck = "\u{1b}]0;owned\u{7}.txt";
    fs::write(here.join(deck), "60 Mountain\n").unwrap();
    let run = ["simulate", "--deck", deck, "--games", "2", "--agent", "random", "--out", "rows.jsonl"];
    let (status, out, error) = dracones(here, &run);
    assert_eq!(status, 0, "{error}");
    let clean = |text: &str| !text.contains(['\u{1b}', '\u{7}']);
    assert!(clean(&out) && clean(&error) && out.contains("owned"), "{out}{error}");
    // What was written can be read again.
    let (status, out, error) = dracones(here, &["replay", "rows.jsonl"]);
    assert!(status == 0 && clean(&out), "{error}");
    fs::write(here.join("bad\u{1b}[31m.ron"), "Card(").unwrap();
    for command in [["cards", "check"], ["scenario", "run"], ["cards", "coverage"]] {
        let (_, out, error) = dracones(here, &[command[0], command[1], "."]);
        assert!(clean(&out) && clean(&error), "{command:?}: {out}{error}");
        assert!(out.contains("bad") || error.contains("bad") || command[1] == "coverage", "{command:?}: {out}{error}");
    }
}
