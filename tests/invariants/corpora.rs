//! The corpora of the fuzz targets as ordinary tests.

#[path = "../../fuzz/checks.rs"]
mod checks;

use std::fs;
use std::path::Path;

fn each(corpus: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(corpus);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5, "{corpus}: {} files", files.len());
    for file in files {
        let data = fs::read(&file).unwrap();
        // The file, what is left of it when it is cut off, and with a byte changed here and there.
        check(&data);
        check(&data[..data.len() / 2]);
        for at in (0..data.len()).step_by((data.len() / 6).max(1)) {
            let mut changed = data.clone();
            changed[at] ^= 0x15;
            check(&changed);
        }
    }
}

#[test]
fn decks() {
    each("decks", checks::deck);
}

#[test]
fn cards() {
    each("cards", checks::card);
}

#[test]
fn scenarios() {
    each("scenarios", checks::scenario);
}

#[test]
fn replays() {
    each("replays", checks::replay);
}

#[test]
fn answers() {
    each("answers", checks::answers);
}

#[test]
fn snapshots() {
    each("snapshots", checks::snapshot);
}
