//! `report`: the page, as a browser has it. The tests that need one say so and end where there is no Chromium;
//! `DRACONES_CHROMIUM` names one that isn't found by itself.

use super::{dracones, folder, refused, summary};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What looks at a page from within.
const CHECK: &str = include_str!("check.js");

/// A browser, if there is one.
fn chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("DRACONES_CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let found = std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    let found = found.into_iter().find(|place| place.is_file());
    if found.is_none() {
        eprintln!("skipped: no Chromium is installed (DRACONES_CHROMIUM names one that isn't found)");
    }
    found
}

/// Opens a page in a frame of a width, and answers what the check within it found.
fn look(browser: &Path, page: &str, width: u32, dark: bool) -> Value {
    let (head, end) = CHECK.split_once("// END").unwrap();
    let (_, head) = head.split_once("// HEAD").unwrap();
    let with_check = page.replacen("<style>", &format!("<script>{head}</script>\n<style>"), 1).replacen(
        "</body>",
        &format!("<script>{end}</script>\n</body>"),
        1,
    );
    let quoted = serde_json::to_string(&with_check).unwrap().replace("</", "<\\/").replace("<!--", "<\\!--");
    let around = format!(
        "<!DOCTYPE html><link rel=\"icon\" href=\"data:,\"><body><script>\n\
         const frame = document.createElement(\"iframe\");\n\
         frame.style = \"border:0;width:{width}px;height:900px\";\nframe.srcdoc = {quoted};\n\
         document.body.append(frame);\n</script></body>"
    );
    let folder = tempfile::TempDir::new().unwrap();
    let place = folder.path().join("around.html");
    fs::write(&place, around).unwrap();
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]);
    command.args(["--disable-background-networking", "--disable-component-update", "--dump-dom"]);
    command.args(["--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--virtual-time-budget=5000"]);
    command.arg(format!("--window-size={},1000", width.max(500) + 40));
    command.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
    if dark {
        command.arg("--blink-settings=preferredColorScheme=0");
    }
    let output = command.arg(format!("file://{}", place.display())).output().unwrap();
    let (dom, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let found = dom.split_once("<pre id=\"found\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let found = found.unwrap_or_else(|| panic!("the check didn't run: {log}\n{dom}")).0;
    let mut found: Value = serde_json::from_slice(&unbase64(found)).unwrap();
    found["console"] = log.lines().filter(|line| line.contains(":CONSOLE")).collect::<Vec<_>>().into();
    found
}

/// Decodes base64.
fn unbase64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut have) = (Vec::new(), 0_u32, 0);
    for digit in text.bytes().filter(|byte| *byte != b'=') {
        let value = DIGITS.iter().position(|d| *d == digit).expect("a digit of base64") as u32;
        (bits, have) = (bits << 6 | value, have + 6);
        if have >= 8 {
            have -= 8;
            bytes.push((bits >> have) as u8);
            bits &= (1 << have) - 1;
        }
    }
    bytes
}

/// What must hold of every page, at every width, in light and in the dark.
fn holds_anywhere(found: &Value, width: u32, dark: bool) {
    assert_eq!(found["faults"], Value::Array(Vec::new()), "{width} pixels");
    assert_eq!((&found["resources"], &found["console"]), (&Value::Array(Vec::new()), &Value::Array(Vec::new())));
    assert_eq!((&found["width"], &found["dark"]), (&width.into(), &dark.into()));
    assert!(found["overflow"].as_i64().unwrap() <= 0, "the page is wider than {width} pixels: {}", found["too_wide"]);
    assert_eq!((&found["language"], &found["unnamed"]), (&"en".into(), &0.into()));
    assert_eq!((&found["double_ids"], &found["tables_without_headers"]), (&Value::Array(Vec::new()), &0.into()));
    let contrast = &found["contrast"];
    assert!(contrast[0].as_f64().unwrap() >= 4.5, "{contrast} at {width} pixels, dark: {dark}");
    assert!(found["checked"].as_u64().unwrap() > 40);
    for (name, tip) in found["tips"].as_object().unwrap() {
        assert!(tip[0] == true && tip[2] == true && tip[1].as_str().unwrap().contains('%'), "{name}: {tip}");
    }
    for (name, both) in found["sorts"].as_object().into_iter().flatten() {
        sorted(name, both);
    }
}

/// Whether a column was sorted in both directions, with what has no value at the end.
fn sorted(name: &str, both: &Value) {
    let mut directions = Vec::new();
    for one in both.as_array().unwrap() {
        let values: Vec<&str> = one[1].as_array().unwrap().iter().map(|value| value.as_str().unwrap()).collect();
        assert!(values.len() > 3, "{name}: {values:?}");
        let given: Vec<&&str> = values.iter().take_while(|value| !value.is_empty()).collect();
        assert!(values[given.len()..].iter().all(|value| value.is_empty()), "{name}: {values:?}");
        let up = one[0] == "ascending";
        directions.push(up);
        if name == "card" {
            let lower: Vec<String> = given.iter().map(|value| value.to_lowercase()).collect();
            assert!(if up { lower.is_sorted() } else { lower.iter().rev().is_sorted() }, "{lower:?}");
        } else {
            let numbers: Vec<f64> = given.iter().map(|value| value.parse().unwrap()).collect();
            assert!(if up { numbers.is_sorted() } else { numbers.iter().rev().is_sorted() }, "{numbers:?}");
        }
    }
    assert_ne!(directions[0], directions[1], "{name}");
}

/// The page of a run of these players.
fn page_of(here: &Path, run: &[&str], page: &str) -> String {
    summary(here, &[&["match", "--detail", "--summary", "json", "--out", "run", "--force"], run].concat());
    let (status, out, error) = dracones(here, &["report", "run", "-o", page, "--force"]);
    assert_eq!((status, out.as_str(), error.as_str()), (0, "", ""));
    fs::read_to_string(here.join(page)).unwrap()
}

#[test]
fn a_page_is_one_file_that_needs_nothing_else() {
    let folder = folder();
    let here = folder.path();
    let run = ["--player", "red,name=<i>&\"x\"", "--player", "green", "--pairs", "4", "--sprt", "p0=0.5,p1=0.6"];
    let page = page_of(here, &run, "report.html");
    // Names are texts, wherever they stand.
    assert!(page.contains("&lt;i&gt;&amp;&quot;x&quot;") && !page.contains("<i>&\"x\""), "{page}");
    for outside in [" src=", "@import", "url(", "<link rel=\"stylesheet\"", "fetch(", "XMLHttpRequest", "import("] {
        assert!(!page.contains(outside), "{outside}");
    }
    // What names a place elsewhere are names of XML, which nobody fetches.
    for (at, _) in page.match_indices("http") {
        let rest: String = page[at..].chars().take(40).collect();
        assert!(rest.starts_with("http-equiv") || rest.starts_with("http://www.w3.org/2000/svg"), "{rest}");
    }
    assert!(page.contains("default-src 'none'"));
    let manifest: Value = serde_json::from_str(&fs::read_to_string(here.join("run/manifest.json")).unwrap()).unwrap();
    assert!(page.contains(manifest["id"].as_str().unwrap()));
    for part in ["result", "test", "convergence", "play-draw", "length", "mulligans", "lands", "cards", "run", "again"]
    {
        assert!(page.contains(&format!("<section id=\"{part}\">")), "{part}");
    }
    // What the page says about playing it again is true.
    fs::copy(here.join("run/manifest.json"), here.join("manifest.json")).unwrap();
    let again = summary(here, &["match", "manifest.json", "--out", "again", "--summary", "json"]);
    assert!(page.contains(again["hash"].as_str().unwrap()));
    refused(here, &["match", "manifest.json", "--seed", "3"], &["options can't change it"]);
    refused(here, &["report", "run", "-o", "report.html"], &["--force"]);
    refused(here, &["report", "nowhere", "-o", "other.html"], &["manifest.json"]);
    refused(here, &["report", "run", "-o", "other.html", "--confidence", "95"], &["between 0 and 1"]);
    assert!(!here.join("other.html").exists());
}

#[test]
fn a_run_that_isnt_finished_has_a_page_too() {
    let folder = folder();
    let here = folder.path();
    page_of(here, &["--player", "red", "--player", "green,agent=random", "--pairs", "5"], "whole.html");
    let text = fs::read_to_string(here.join("run/games.jsonl")).unwrap();
    fs::write(here.join("run/games.jsonl"), &text[..text.len() * 2 / 3]).unwrap();
    assert_eq!(dracones(here, &["report", "run", "-o", "part.html"]).0, 0);
    assert!(fs::read_to_string(here.join("part.html")).unwrap().contains("The run isn't finished"));
    let header = text.find('\n').unwrap() + 1;
    fs::write(here.join("run/games.jsonl"), &text[..header]).unwrap();
    refused(here, &["report", "run", "-o", "none.html"], &["no game has been played yet"]);
}

#[test]
fn a_browser_shows_a_matrix_at_any_width() {
    let Some(browser) = chromium() else { return };
    let folder = folder();
    let players = ["red", "green", "vanilla,agent=random", "green,name=A player with a rather long name,agent=random"];
    let players: Vec<&str> = players.iter().flat_map(|player| ["--player", player]).collect();
    let run = [&players[..], &["--schedule", "matrix", "--pairs", "4"]].concat();
    let page = page_of(folder.path(), &run, "matrix.html");
    for (width, dark) in [(360, false), (800, true), (1280, false)] {
        let found = look(&browser, &page, width, dark);
        holds_anywhere(&found, width, dark);
        assert_eq!((&found["arrow"], &found["stops"]), (&true.into(), &1.into()));
        assert_eq!(found["tips"].as_object().unwrap().len(), 3, "{}", found["tips"]);
        assert_eq!((&found["sorted_headers"], &found["count"]), (&1.into(), &"0 rows".into()));
        assert_eq!(found["players_shown"], Value::Array(vec![found["player_chosen"].clone()]));
        // The way of the scores, and the lengths: of each the drawing for this width.
        assert_eq!(found["plots"], 2);
        assert_ne!(found["background"] == "rgb(255, 255, 255)", dark);
    }
}

#[test]
fn a_browser_shows_a_match_at_any_width() {
    let Some(browser) = chromium() else { return };
    let folder = folder();
    let run = ["--player", "red", "--player", "green,agent=random", "--pairs", "40", "--sprt", "p0=0.5,p1=0.55"];
    let page = page_of(folder.path(), &run, "match.html");
    for (width, dark) in [(360, true), (1280, false)] {
        let found = look(&browser, &page, width, dark);
        holds_anywhere(&found, width, dark);
        assert_eq!(found["plots"], 3);
    }
    // A check that finds nothing wrong has to find what is.
    let broken = page.replacen("</main>", "<img src=\"http://127.0.0.1:9/x.png\" alt=\"x\"></main>", 1);
    let found = look(&browser, &broken, 800, false);
    assert!(found["faults"][0].as_str().unwrap().contains("img-src"), "{}", found["faults"]);
    assert!(found["console"][0].as_str().unwrap().contains("127.0.0.1"), "{}", found["console"]);
}
