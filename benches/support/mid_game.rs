//! Positions from the middle of games.

use dracones::agents::{Agent, Greedy, stream};
use dracones::model::decision::{Decision, Prompt};
use dracones::model::ids::Seat;
use dracones::model::turn::Turn;
use dracones::rules::state::ReadGame;
use dracones::{Game, GameSetup};

const SEED: u64 = 5;

/// The first position of greedy games in or after turn `turn` in which a player with priority has at least `options`
/// options, passing included. Always the same one.
pub(crate) fn mid_game(setup: &GameSetup, turn: u32, options: usize) -> Game {
    let mut game = Game::new(setup, SEED, 0);
    for number in 0..1000 {
        game.reset(setup, SEED, number, None).expect("nothing is left out");
        let mut seats = [0, 1].map(|seat| (Greedy::default(), stream(SEED, number, Seat(seat))));
        while let Some(decision) = game.decision() {
            if game.world().part::<Turn>().number >= turn && offers(decision, options) {
                return game;
            }
            let (agent, random) = &mut seats[decision.decider.index()];
            let answer = agent.answer(&game.seat_view(decision.decider).unwrap(), decision, random);
            game.submit(answer).expect("agents answer legally");
        }
    }
    panic!("no game of a thousand comes to such a position");
}

fn offers(decision: &Decision, options: usize) -> bool {
    decision.prompt == Prompt::Priority && decision.options().len() >= options
}
