//! A short soak, and a failure that is found and shrunk.

use dracones::cards::CardDb;
use dracones::tools::soak::{Soak, Watch, run};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[test]
fn a_short_soak_finds_nothing() {
    let stop = AtomicBool::new(false);
    let soak = Soak { time: Duration::from_secs(20), seed: 77, games: 12, threads: 2, ..Soak::default() };
    let failed = |_: &_, broken: &dracones::tools::soak::Broken| panic!("{}: {}", broken.row.index, broken.message);
    let report = run(&soak, &CardDb::embedded(), Watch { stop: &stop, failed: &failed });
    assert!(report.games > 0 && report.decisions > 100 && report.broken == 0, "{report}");
}
