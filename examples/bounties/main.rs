//! A plugin of your own in a game: its state, its task, a question of its own; and rules left out that nobody needs.
//!
//! ```text
//! cargo run --release --example bounties
//! ```
//!
//! [`plugin`] has the house rule. Here it is played: forks, snapshots and hashes have its state like that of the rules, so
//! agents that look ahead, replays and saved games work with it.

mod plugin;

use dracones::bevy_app::{App, PluginGroup};
use dracones::game::Rules;
use dracones::prelude::*;
use dracones::rules::variants::{CommanderPlugin, PlanesPlugin, SchemesPlugin};
use plugin::{Bounties, Bounty, Wanted};

fn main() {
    // Which rules there are: a game makes the worlds of its forks by this function.
    let rules = Rules::new(|app: &mut App| {
        let plain = RulesPlugins.build();
        app.add_plugins(plain.disable::<CommanderPlugin>().disable::<PlanesPlugin>().disable::<SchemesPlugin>());
        app.add_plugins(Bounties);
    });
    let db = CardDb::embedded();
    let green = vec![("Forest", 24), ("Grizzly Bears", 18), ("Leatherback Baloth", 18)];
    let red = vec![("Mountain", 24), ("Goblin Guide", 18), ("Lightning Bolt", 18)];
    let setup = GameSetup::from_names(&db, &[green, red]).expect("these cards are shipped");
    let mut game = rules.game(&setup, 7, 0).expect("nobody has a commander");

    let mut random = Stream::new(1, 1);
    let (mut questions, mut bounties) = (0, 0);
    while let Some(decision) = game.decision() {
        if let Prompt::ChooseObjects(_) = decision.prompt {
            // The question of the plugin is data like every other one: saved and continued here.
            questions += 1;
            let text = ron::to_string(&game.snapshot()).expect("snapshots serialise");
            let saved = ron::from_str(&text).expect("and can be read again");
            let resumed = rules.restore(&saved, &db).expect("it is whole");
            assert_eq!(resumed.sync_hash(), game.sync_hash());
            // Rules without the plugin refuse it.
            assert!(Game::restore(&saved, &db).is_err());
            game = resumed;
        }
        let answer = game.decision().expect("it is the same one").sample(&mut random);
        game.submit(answer).expect("it is legal");
        bounties = bounties.max(game.world_mut().query::<&Bounty>().iter(game.world()).count());
        assert_eq!(game.fork().sync_hash(), game.sync_hash());
    }
    let wanted = game.world().resource::<Wanted>();
    println!("{:?}: {} bounties paid, {bounties} at once, {questions} questions", game.outcome(), wanted.paid);
    assert!(game.outcome().is_over());
    assert!(questions > 3 && wanted.paid > 0 && bounties > 0);
}
