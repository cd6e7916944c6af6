//! Plugins of others, and rules that are left out. The plugins are those of `examples/bounties` and `examples/house_rules`, the board that
//! of `examples/bevy_app`.

#[path = "../../examples/bevy_app/board.rs"]
mod bevy_board;
mod board;
#[path = "../../examples/bounties/plugin.rs"]
mod bounties;
mod facts;
mod house;
#[path = "../../examples/house_rules/plugin.rs"]
mod house_rules;
mod left_out;
mod state;
mod tasks;

use bounties::Bounties;
use dracones::bevy_app::App;
use dracones::game::Rules;
use dracones::prelude::*;

/// All rules and the plugin.
fn rules() -> Rules {
    Rules::new(|app: &mut App| {
        app.add_plugins((RulesPlugins, Bounties));
    })
}

fn setup() -> GameSetup {
    let green = vec![("Forest", 24), ("Grizzly Bears", 18), ("Leatherback Baloth", 18)];
    let red = vec![("Mountain", 24), ("Goblin Guide", 18), ("Lightning Bolt", 18)];
    of_decks(&[green, red])
}

/// A setup in which questions with one answer are asked, too.
fn of_decks(decks: &[Vec<(&str, u32)>]) -> GameSetup {
    let mut setup = GameSetup::from_names(&CardDb::embedded(), decks).expect("these cards are shipped");
    setup.settings.skip_forced = false;
    setup
}

/// A game in which the question of the plugin is open.
fn game_with_question() -> Game {
    let setup = setup();
    let games = (0..20).map(|number| rules().game(&setup, 5, number).expect("nothing is left out"));
    let open = |mut game: Game| asked(&mut game, &mut Stream::new(1, 1)).then_some(game);
    games.filter_map(open).next().expect("somebody has a creature")
}

/// Plays until the question of the plugin is open.
fn asked(game: &mut Game, random: &mut Stream) -> bool {
    while let Some(decision) = game.decision() {
        if matches!(decision.prompt, Prompt::ChooseObjects(_)) {
            return true;
        }
        let answer = decision.sample(random);
        game.submit(answer).expect("it is legal");
    }
    false
}
