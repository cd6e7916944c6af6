//! A short soak, and a failure that is found and shrunk.

use dracones::cards::CardDb;
use dracones::cards::oracle::terms;
use dracones::model::rng::Stream;
use dracones::tools::soak::{Pool, Soak, Watch, deck, run};
use std::collections::BTreeSet;
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

#[test]
fn decks_of_a_soak_meet_every_term_of_the_vocabulary() {
    let db = CardDb::embedded();
    let pool = Pool::new(&db, true);
    let (mut met, mut cards) = (BTreeSet::new(), BTreeSet::new());
    for game in 0..800 {
        for card in deck(&pool, &mut Stream::new(5, game), false).main {
            if cards.insert(card.name.clone()) {
                met.extend(terms(&card.source));
            }
        }
    }
    let basic = |name: &str| ["Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes"].contains(&name);
    let all = db.definitions().filter(|card| !basic(&card.name)).flat_map(|card| terms(&card.source));
    let missed: BTreeSet<_> = all.filter(|term| !met.contains(term)).collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert!(met.len() > 300 && cards.len() > 2_000, "{} {}", met.len(), cards.len());
}
