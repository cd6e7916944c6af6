//! The systems of the rules' schedules in the order in which they run, as `tests/data/schedules.txt` lists them. After a
//! change on purpose, `DRACONES_WRITE=1 cargo test --test schedules` writes the file again.

use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use dracones::cards::CardDb;
use dracones::rules::schedule::{Layers, StateBasedActions};
use dracones::{Game, GameSetup};
use std::fmt::Write;
use std::path::Path;

/// The systems of a schedule, a line each.
fn listed(game: &mut Game, title: &str, label: InternedScheduleLabel) -> String {
    let mut text = format!("{title}\n");
    game.world_mut().schedule_scope(label, |world, schedule| {
        schedule.initialize(world).expect("it can be put in order");
        for (_, system) in schedule.systems().expect("it has been put in order") {
            writeln!(text, "  {}", system.name()).expect("strings grow");
        }
    });
    text
}

#[test]
fn systems_run_in_the_listed_order() {
    let db = CardDb::embedded();
    let forest = db.get("Forest").expect("it is shipped");
    let decks = vec![vec![forest.clone(); 60]; 2];
    let setup = GameSetup::new(&db, &decks).expect("two decks of Forests");
    let mut game = Game::new(&setup, 1, 0);
    let found = listed(&mut game, "Layers", Layers.intern())
        + &listed(&mut game, "StateBasedActions", StateBasedActions.intern());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/schedules.txt");
    if std::env::var_os("DRACONES_WRITE").is_some() {
        std::fs::write(&path, &found).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("the list is there");
    assert_eq!(found, expected);
}
