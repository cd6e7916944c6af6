//! What scenario files include stays below a folder, and nothing else is read or repeated.

use super::{AT_ONCE, dracones, refused};
use dracones::tools::scenario::{self, IncludeError, MAX_INCLUDES, Root};
use std::fs;
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

/// What is in a file that is none of ours.
const SECRET: &str = "root:x:0:0:hunter2 (secret";

fn scenario(include: &str) -> String {
    format!(
        "Scenario(\n    format: 1,\n    title: \"shared\",\n    include: [{include}],\n    players: [(), ()],\n    \
         script: [Expect([In(\"bear\", Battlefield)])],\n)\n"
    )
}

const SETUP: &str = "// Shared.\nSetup(format: 1, players: [(battlefield: [\"bear = Grizzly Bears\"])])\n";

/// A folder with a secret beside `tests`, which has a set-up, and a scenario below that includes it.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::create_dir_all(here.join("tests/layers")).unwrap();
    fs::write(here.join("secret.txt"), SECRET).unwrap();
    fs::write(here.join("outside.ron"), SETUP).unwrap();
    fs::write(here.join("tests/common.ron"), SETUP).unwrap();
    fs::write(here.join("tests/layers/x.ron"), scenario("\"../common.ron\"")).unwrap();
    folder
}

/// Runs a file that can't be read: answers what is said.
fn unread(here: &Path, arguments: &[&str]) -> String {
    let begin = Instant::now();
    let (status, out, error) = dracones(here, &[&["scenario", "run"], arguments].concat());
    let said = format!("{out}{error}").replace("\n  │ ", " ");
    assert_eq!(status, 2, "{arguments:?}: {said}");
    assert!(begin.elapsed() < AT_ONCE, "{arguments:?} took {:?}", begin.elapsed());
    assert!(!said.contains("hunter2") && said.len() < 20_000, "{arguments:?}: {said}");
    said
}

#[test]
fn the_root_is_the_current_folder_that_of_the_file_or_a_given_one() {
    let folder = folder();
    let here = folder.path();
    let tests = here.join("tests");
    let elsewhere = TempDir::new().unwrap();
    let passes = |here: &Path, arguments: &[&str]| {
        let (status, out, error) = dracones(here, arguments);
        assert_eq!(status, 0, "{arguments:?}: {out}{error}");
    };
    let (x, layers) = (tests.join("layers/x.ron"), tests.join("layers"));
    let (x, layers, tests) = (x.to_str().unwrap(), layers.to_str().unwrap(), tests.to_str().unwrap());
    // From a folder above, the current folder is the root.
    passes(here, &["scenario", "run", "tests/layers/x.ron"]);
    passes(here, &["scenario", "run", "tests/layers"]);
    passes(here, &["scenario", "run", x]);
    // From elsewhere the folder that is given, or that of the file.
    passes(elsewhere.path(), &["scenario", "run", tests]);
    for given in [x, layers] {
        let said = unread(elsewhere.path(), &[given]);
        for part in ["x.ron:4:15", "`../common.ron`", "outside of the folder", "--root DIR"] {
            assert!(said.contains(part), "{part}: {said}");
        }
        passes(elsewhere.path(), &["scenario", "run", given, "--root", tests]);
    }
    // So it is for all commands that read scenario files.
    let commands: [&[&str]; 4] = [
        &["scenario", "explain", x, "--object", "bear"],
        &["perft", x, "--depth", "1"],
        &["simulate", "--from", x, "--games", "1", "--agent", "random"],
        &["scenario", "cited", x],
    ];
    for command in commands {
        refused(elsewhere.path(), command, &["../common.ron", "--root DIR"]);
        passes(elsewhere.path(), &[command, &["--root", tests]].concat());
    }
    refused(here, &["scenario", "run", x, "--root", "nowhere"], &["nowhere"]);
    refused(here, &["scenario", "run", x, "--root", "secret.txt"], &["isn't a folder"]);
    // A root in which the current folder is.
    assert!(unread(here, &["tests/layers/x.ron", "--root", layers]).contains("outside of"));
}

#[test]
fn only_relative_paths_to_regular_files_below_the_root_are_read() {
    let folder = folder();
    let here = folder.path().join("tests");
    let refuses = |include: &str, parts: &[&str]| {
        let text = scenario(&format!("{include:?}"));
        fs::write(here.join("layers/hostile.ron"), text).unwrap();
        let said = unread(&here, &["layers/hostile.ron"]);
        for part in parts {
            assert!(said.contains(part), "{include:?}: `{part}` isn't in: {said}");
        }
    };
    let at = "hostile.ron:4:15";
    let absolute = here.join("common.ron");
    refuses(absolute.to_str().unwrap(), &[at, "expected a path that begins at the folder of the file"]);
    refuses("/etc/passwd", &[at, "expected a path"]);
    refuses("../../secret.txt", &[at, "outside of the current folder", "--root DIR"]);
    refuses("../../outside.ron", &[at, "outside of the current folder", "--root DIR"]);
    refuses("../../tests/../outside.ron", &[at, "outside of"]);
    // What isn't there says no more than what is.
    refuses("../../nowhere.txt", &[at, "outside of the current folder"]);
    refuses(&"../".repeat(5_000), &[at, "outside of"]);
    refuses("nowhere.ron", &[at, "can't be included"]);
    refuses("", &[at, "expected a path"]);
    refuses(".", &[at, "isn't a regular file"]);
    refuses("..", &[at, "isn't a regular file"]);
    refuses("..\\common.ron", &["expected a path with `/`"]);
    refuses("C:\\common.ron", &["expected a path with `/`"]);
    refuses("a\0b", &["U+0000"]);
    refuses(&"x".repeat(5_000), &[at]);
    fs::write(here.join("layers/huge.ron"), vec![b'('; 3_000_000]).unwrap();
    refuses("huge.ron", &[at, "262144"]);
    fs::write(here.join("layers/bytes.ron"), [0xff, 0xfe]).unwrap();
    refuses("bytes.ron", &[at, "UTF-8"]);
    // What isn't a set-up isn't repeated, not even in part.
    for (file, text) in
        [("notes.txt", SECRET), ("list.ron", "[hunter2, Setup(format: 1)]"), ("like.ron", "SetupOf(hunter2)")]
    {
        fs::write(here.join("layers").join(file), text).unwrap();
        refuses(file, &[at, "expected a file with one `Setup(format: 1, ...)`"]);
    }
    // The file itself, and a set-up that includes another one.
    refuses("hostile.ron", &[at, "expected a file with one `Setup"]);
    fs::write(here.join("layers/cycle.ron"), "Setup(\n    format: 1,\n    include: [\"cycle.ron\"],\n)\n").unwrap();
    refuses("cycle.ron", &["cycle.ron:3:", "unknown field `include` of `Setup`"]);
    let deep = format!("Setup(format: 1, players: {}", "[".repeat(10_000));
    fs::write(here.join("layers/deep.ron"), deep).unwrap();
    refuses("deep.ron", &["deep.ron:1:"]);
    // A mistake in a set-up is shown where it is.
    fs::write(here.join("layers/typo.ron"), "Setup(\n    format: 1,\n    plyers: [],\n)\n").unwrap();
    refuses("typo.ron", &["typo.ron:3:", "`players`"]);
}

#[cfg(unix)]
#[test]
fn links_pipes_and_devices_lead_nowhere() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let folder = folder();
    let here = folder.path().join("tests");
    let layers = here.join("layers");
    symlink("../../secret.txt", layers.join("link.ron")).unwrap();
    symlink("../../outside.ron", layers.join("setup.ron")).unwrap();
    symlink("../..", layers.join("above")).unwrap();
    symlink("/dev/zero", layers.join("zero.ron")).unwrap();
    symlink("circle.ron", layers.join("circle.ron")).unwrap();
    symlink("../common.ron", layers.join("inside.ron")).unwrap();
    let pipe = std::process::Command::new("mkfifo").arg(layers.join("pipe.ron")).status();
    let mut hostile = vec!["link.ron", "setup.ron", "above/secret.txt", "above/outside.ron", "zero.ron", "circle.ron"];
    if pipe.is_ok_and(|status| status.success()) {
        hostile.push("pipe.ron");
    }
    for include in hostile {
        fs::write(layers.join("hostile.ron"), scenario(&format!("{include:?}"))).unwrap();
        let said = unread(&here, &["layers/hostile.ron"]);
        assert!(said.contains("hostile.ron:4:15") && said.contains("can't be included"), "{include}: {said}");
    }
    // A link below the root to a file below it is fine.
    fs::write(layers.join("hostile.ron"), scenario("\"inside.ron\"")).unwrap();
    assert_eq!(dracones(&here, &["scenario", "run", "layers/hostile.ron"]).0, 0);
    // A link in a folder isn't a way out either: its file isn't one that somebody has named.
    let said = unread(&here, &["layers"]);
    assert!(said.contains("link.ron: it is a link to a file outside of the current folder"), "{said}");
    // Folders may be called as they like.
    let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"odd\xff"));
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("common.ron"), SETUP).unwrap();
    fs::write(odd.join("x.ron"), scenario("\"common.ron\"")).unwrap();
    let root = Root::of(&odd).unwrap();
    assert!(scenario::load(&odd.join("x.ron"), &root).is_ok());
}

/// A text without a file includes nothing: neither in the library nor in the header of a file of games.
#[test]
fn texts_include_nothing() {
    let folder = folder();
    let here = folder.path().join("tests/layers");
    let text = scenario("\"../common.ron\", \"nowhere.ron\"");
    let path = here.join("x.ron");
    let error = scenario::parse(path.to_str().unwrap(), text.clone()).expect_err("a text isn't a file");
    assert_eq!(error.include, Some(IncludeError::NoFile { path: "../common.ron".to_owned() }));
    assert_eq!((error.line, error.column, error.others.len()), (4, 15, 1), "{error}");
    assert_eq!(error.others[0].include, Some(IncludeError::NoFile { path: "nowhere.ron".to_owned() }));

    let from = ["simulate", "--from", "x.ron", "--games", "1", "--agent", "random", "--out", "games.jsonl"];
    let (status, _, error) = dracones(&here, &[&from[..], &["--root", ".."]].concat());
    assert_eq!(status, 0, "{error}");
    let rows = fs::read_to_string(here.join("games.jsonl")).unwrap();
    let place = rows.find("players:").expect("the scenario is in the header");
    let evil = format!("{}include: [\\\"../../secret.txt\\\"], {}", &rows[..place], &rows[place..]);
    fs::write(here.join("evil.jsonl"), evil).unwrap();
    let (status, out, error) = dracones(&here, &["replay", "evil.jsonl"]);
    let said = format!("{out}{error}").replace("\n  │ ", " ");
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("../../secret.txt") && said.contains("includes nothing"), "{said}");
    assert!(!said.contains("hunter2"), "{said}");
}

#[test]
fn what_is_included_is_bounded() {
    let folder = folder();
    let here = folder.path().join("tests");
    let many = vec!["\"common.ron\""; MAX_INCLUDES + 1].join(", ");
    fs::write(here.join("many.ron"), scenario(&many)).unwrap();
    let error = scenario::load(&here.join("many.ron"), &Root::new(&here).unwrap()).expect_err("too many");
    assert_eq!(error.include, Some(IncludeError::TooMany { count: MAX_INCLUDES + 1 }));
    // A large set-up, again and again.
    fs::write(here.join("large.ron"), format!("Setup(format: 1){}", " ".repeat(250_000))).unwrap();
    let one = scenario("\"large.ron\", \"large.ron\"");
    fs::write(here.join("often.ron"), format!("[{}]", vec![one; 500].join(","))).unwrap();
    let error = scenario::load(&here.join("often.ron"), &Root::new(&here).unwrap()).expect_err("too much");
    assert_eq!(error.include, Some(IncludeError::TooMuch { path: "large.ron".to_owned() }));
    // For more players than there are.
    fs::write(here.join("three.ron"), "Setup(format: 1, players: [(), (), ()])").unwrap();
    fs::write(here.join("two.ron"), scenario("\"three.ron\"")).unwrap();
    let error = scenario::load(&here.join("two.ron"), &Root::new(&here).unwrap()).expect_err("three players");
    assert_eq!(error.include, Some(IncludeError::Players { path: "three.ron".to_owned(), players: 3 }));
}
