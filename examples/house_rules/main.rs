//! Rules of your own in the places that are open to them: in a layer, in a change of zones, among state-based actions.
//!
//! ```text
//! cargo run --release --example house_rules
//! ```
//!
//! [`plugin`] has the house rules. Here some games are played by them, and without them.

mod plugin;

use dracones::bevy_app::App;
use dracones::game::Rules;
use dracones::model::player::Players;
use dracones::model::turn::Turn;
use dracones::prelude::*;
use dracones::rules::state::ReadGame;
use plugin::HouseRules;

/// Plays some games with random answers: how many turns they take, and how many end by a player with much life.
fn play(rules: &Rules, setup: &GameSetup) -> (u32, u32) {
    let (mut turns, mut outlived) = (0, 0);
    for number in 0..20 {
        let mut game = rules.game(setup, 7, number).expect("nothing is left out");
        let mut random = Stream::new(1, number);
        while let Some(decision) = game.decision() {
            let answer = decision.sample(&mut random);
            game.submit(answer).expect("it is legal");
        }
        assert!(game.outcome().is_over());
        turns += game.world().part::<Turn>().number;
        outlived += u32::from(game.world().part::<Players>().0.iter().any(|player| player.life >= plugin::EXALTED));
    }
    (turns, outlived)
}

fn main() {
    let db = CardDb::embedded();
    let green = vec![("Forest", 24), ("Grizzly Bears", 18), ("Leatherback Baloth", 18)];
    let red = vec![("Mountain", 24), ("Goblin Guide", 18), ("Lightning Bolt", 18)];
    let setup = GameSetup::from_names(&db, &[green, red]).expect("these cards are shipped");
    let plain = Rules::default();
    let house = Rules::new(|app: &mut App| {
        app.add_plugins((RulesPlugins, HouseRules));
    });
    let (turns, _) = play(&plain, &setup);
    let (longer, outlived) = play(&house, &setup);
    println!("20 games: {turns} turns by the rules alone, {longer} by house rules; {outlived} ended by much life");
    assert!(turns != longer);
}
