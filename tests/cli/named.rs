//! What is opened: what the user names, if it is a regular file; of what files and folders name only what lies below.

use super::{AT_ONCE, dracones, folder, refused};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use tempfile::TempDir;

/// What is in a file that is none of ours.
const SECRET: &str = "hunter2: a secret";

fn run_of(decks: &[&str]) -> String {
    let players: Vec<String> = decks.iter().map(|deck| format!("(deck: {deck:?})")).collect();
    format!("Run(\n    format: 1,\n    players: [{}],\n    pairs: 1,\n)\n", players.join(", "))
}

/// Runs with bad input: what is said has all of `parts`, soon, and nothing of the secret.
fn refuses(here: &Path, arguments: &[&str], parts: &[&str]) {
    let begin = Instant::now();
    let (status, out, error) = dracones(here, arguments);
    let said = format!("{out}{error}").replace("\n  │ ", " ");
    assert_eq!(status, 2, "{arguments:?}: {said}");
    assert!(begin.elapsed() < AT_ONCE, "{arguments:?} took {:?}", begin.elapsed());
    assert!(!said.contains("hunter2"), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: `{part}` isn't in: {said}");
    }
}

#[cfg(unix)]
fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn the_decks_of_a_description_lie_below_its_root() {
    let outer = TempDir::new().unwrap();
    let here = outer.path().join("runs");
    fs::create_dir_all(here.join("inner")).unwrap();
    for (file, text) in [("secret.txt", SECRET), ("outside.txt", "60 Mountain\n")] {
        fs::write(outer.path().join(file), text).unwrap();
    }
    fs::write(here.join("mine.txt"), "60 Mountain\n").unwrap();
    fs::write(here.join(".env"), SECRET).unwrap();
    // A file in the current folder that is called like an embedded deck isn't meant by a description elsewhere.
    fs::write(here.join("red"), SECRET).unwrap();
    let refused = |deck: &str, parts: &[&str]| {
        fs::write(here.join("inner/run.ron"), run_of(&[deck, "green"])).unwrap();
        refuses(&here, &["match", "inner/run.ron"], parts);
    };
    let at = "run.ron:3:";
    refused("/etc/passwd", &[at, "/etc/passwd", "expected a path that begins at the folder of the file"]);
    refused("../../secret.txt", &[at, "outside of the current folder", "--root DIR"]);
    refused("../../outside.txt", &[at, "outside of the current folder"]);
    refused("../../nowhere.txt", &[at, "outside of the current folder"]);
    refused("nowhere.txt", &[at, "nowhere.txt", "no embedded deck"]);
    refused("..", &[at, "isn't a regular file"]);
    refused("..\\mine.txt", &[at, "a path with `/`"]);
    // What turns out not to be a deck isn't repeated, not even in part.
    refused("../.env", &[".env:1", "isn't a deck"]);
    let passes = |folder: &Path, arguments: &[&str]| {
        let (status, out, error) = dracones(folder, &[&["match"], arguments].concat());
        assert_eq!(status, 0, "{arguments:?}: {out}{error}");
    };
    fs::write(here.join("inner/run.ron"), run_of(&["../mine.txt", "red"])).unwrap();
    passes(&here, &["inner/run.ron"]);
    let run = here.join("inner/run.ron");
    let run = run.to_str().unwrap();
    // From elsewhere the folder of the description is the root, if no other is given.
    refuses(Path::new("/"), &["match", run], &["outside of the folder", "--root DIR"]);
    passes(Path::new("/"), &[run, "--root", here.to_str().unwrap()]);
    refuses(&here, &["match", "inner/run.ron", "--root", "mine.txt"], &["isn't a folder"]);
}

#[cfg(unix)]
#[test]
fn descriptions_wait_for_no_pipe_and_follow_no_link_out() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let here = folder.path().join("runs");
    fs::create_dir(&here).unwrap();
    fs::write(folder.path().join("secret.txt"), SECRET).unwrap();
    pipe(&here.join("pipe.txt"));
    symlink("../secret.txt", here.join("link.txt")).unwrap();
    for (deck, part) in [("pipe.txt", "isn't a regular file"), ("link.txt", "outside of")] {
        fs::write(here.join("run.ron"), run_of(&[deck, "green"])).unwrap();
        refuses(&here, &["match", "run.ron"], &["run.ron:3:", part]);
    }
    refuses(&here, &["match", "pipe.txt"], &["pipe.txt", "isn't a regular file"]);
    // The file of plans beside a deck: nobody has named it.
    fs::write(here.join("mine.txt"), "60 Mountain\n\n4 Shock\n").unwrap();
    let plans = ["match", "--player", "mine.txt", "--player", "green", "--best-of", "3", "--pairs", "1"];
    symlink("../secret.txt", here.join("mine.plans")).unwrap();
    refuses(&here, &plans, &["mine.plans", "a link to a file outside of the folder"]);
    fs::remove_file(here.join("mine.plans")).unwrap();
    fs::write(here.join("all"), "Sideboard vs *\n-1 Mountain\n+1 Shock\n").unwrap();
    symlink("all", here.join("mine.plans")).unwrap();
    let (status, _, error) = dracones(&here, &plans);
    assert_eq!(status, 0, "{error}");
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_that_is_walked_stay_below_it() {
    use std::os::unix::fs::symlink;
    let outer = folder();
    let here = outer.path();
    fs::write(here.join("secret.txt"), SECRET).unwrap();
    fs::create_dir_all(here.join("l/deep")).unwrap();
    let bear = "Card(format: 1, name: \"Link Bear\", cost: \"{1}{G}\", types: \"Creature - Bear\", pt: (2, 2))";
    fs::write(here.join("l/deep/bear.txt"), bear).unwrap();
    symlink("deep/bear.txt", here.join("l/bear.ron")).unwrap();
    let (status, out, error) = dracones(here, &["cards", "check", "l"]);
    assert!(status == 0 && out.contains("1 card"), "{out}{error}");
    symlink("../secret.txt", here.join("l/x.ron")).unwrap();
    let leads_out = ["l/x.ron", "a link to a file outside of the folder"];
    refuses(here, &["cards", "check", "l"], &leads_out);
    refuses(here, &["cards", "list", "--cards", "l"], &leads_out);
    refuses(here, &["cards", "coverage", "l"], &leads_out);
    refuses(here, &["scenario", "run", "l", "--root", "l"], &["l/x.ron", "a link to a file outside of the folder l"]);
    let texts = "{\"object\":\"card\",\"name\":\"Test\",\"layout\":\"normal\",\"type_line\":\"Instant\",\"oracle_text\":\"Draw a card.\"}\n";
    fs::write(here.join("cards.jsonl"), texts).unwrap();
    fs::remove_file(here.join("l/bear.ron")).unwrap();
    refuses(here, &["cards", "coverage", "cards.jsonl", "--decks", "l"], &leads_out);
    // A link that is named is followed.
    symlink("many.txt", here.join("named.txt")).unwrap();
    assert_eq!(dracones(here, &["deck", "check", "named.txt"]).0, 0);
}

#[cfg(unix)]
#[test]
fn pipes_with_names_are_refused_and_not_waited_for() {
    let folder = folder();
    let here = folder.path();
    pipe(&here.join("ff"));
    fs::create_dir_all(here.join("run")).unwrap();
    let commands: [&[&str]; 15] = [
        &["deck", "check", "ff"],
        &["deck", "show", "ff"],
        &["cards", "check", "ff"],
        &["cards", "coverage", "ff"],
        &["cards", "list", "--cards", "ff"],
        &["cards", "import", "ff", "--out", "made"],
        &["cards", "compare", "ff"],
        &["replay", "ff"],
        &["play", "--resume", "ff"],
        &["soak", "--check", "ff"],
        &["match", "ff"],
        &["match", "--player", "red", "--player", "ff"],
        &["scenario", "run", "ff"],
        &["perft", "ff", "--depth", "1"],
        &["simulate", "--from", "ff"],
    ];
    for command in commands {
        refuses(here, command, &["ff", "isn't a regular file"]);
    }
    refuses(here, &["simulate", "--games", "1", "--out", "ff"], &["can't write `ff`", "isn't a regular file"]);
    refuses(here, &["replay", "run"], &["run", "folder"]);
    // What the program was started with may be a pipe.
    let shell = |line: &str| {
        let program = assert_cmd::cargo::cargo_bin("dracones");
        let output = Command::new("sh").current_dir(here).args(["-c", line, "sh"]).arg(program).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for line in [
        "cat many.txt | \"$1\" deck check /dev/stdin",
        "cat many.txt | \"$1\" deck check /dev/fd/0",
        "cat many.txt | \"$1\" deck check -",
        "\"$1\" deck check - < many.txt",
    ] {
        let (status, out) = shell(line);
        assert!(status == Some(0) && out.contains("60 cards"), "{line}: {out}");
    }
    let (status, out) = shell("cat many.txt | \"$1\" cards coverage -");
    assert!(status == Some(0) && out.contains("2 of 2 names"), "{out}");
    let (status, out) =
        shell("\"$1\" simulate --games 1 --agent random --deck red --out /dev/fd/3 3>&1 >/dev/null | cat");
    assert!(status == Some(0) && out.lines().count() == 2, "{out}");
    let error = here.join("empty.txt");
    fs::write(&error, "").unwrap();
    refused(here, &["deck", "check", "empty.txt"], &["empty"]);
}
