//! The greedy agent finds the lethal attack that it can see, and beats random play.

use dracones::agents::{Agent, Greedy, Random, stream};
use dracones::cards::CardDb;
use dracones::model::ids::Seat;
use dracones::model::outcome::Outcome;
use dracones::model::turn::Turn;
use dracones::rules::state::ReadGame;
use dracones::tools::scenario;
use dracones::{Game, GameSetup};

/// Positions in which player 1 can win this turn, whatever player 2 does who can do nothing but block.
const LETHAL: &str = include_str!("data/lethal.ron");

#[test]
fn every_lethal_position_is_won_this_turn() {
    let file = scenario::parse("lethal.ron", LETHAL.to_owned()).unwrap_or_else(|e| panic!("{e}"));
    assert!(file.scenarios.len() >= 20);
    let mut missed = Vec::new();
    for position in &file.scenarios {
        let (mut game, _) = scenario::position(position, &scenario::Case::default(), &CardDb::embedded())
            .unwrap_or_else(|e| panic!("{e}"));
        let turn = game.world().part::<Turn>().number;
        let mut seats = [0, 1].map(|seat| (Greedy::default(), stream(1, 1, Seat(seat))));
        while let Some(decision) = game.decision()
            && game.world().part::<Turn>().number == turn
        {
            let (agent, random) = &mut seats[decision.decider.index()];
            let answer = agent.answer(&game.seat_view(decision.decider).unwrap(), decision, random);
            game.submit(answer).unwrap();
        }
        if game.outcome() != Outcome::Win(Seat(0)) {
            missed.push(position.title.as_str());
        }
    }
    assert!(missed.is_empty(), "not won: {missed:#?}");
}

/// Kiki-Jiki with a nonlegendary copy of it: as many tokens as one likes, each turn.
const LOOP: &str = r#"Scenario(format: 1, title: "an optional loop", script: [],
    players: [(battlefield: ["Helm of the Host", "Kiki-Jiki, Mirror Breaker"], status: [Attached("Helm of the Host", "Kiki-Jiki, Mirror Breaker")]), ()])"#;

#[test]
fn a_loop_of_tokens_ends_and_the_game_is_won() {
    let file = scenario::parse("loop.ron", LOOP.to_owned()).unwrap_or_else(|e| panic!("{e}"));
    let (mut game, _) = scenario::position(&file.scenarios[0], &scenario::Case::default(), &CardDb::embedded())
        .unwrap_or_else(|e| panic!("{e}"));
    let mut seats = [0, 1].map(|seat| (Greedy::default(), stream(1, 1, Seat(seat))));
    let mut decisions = 0;
    while let Some(decision) = game.decision() {
        let (agent, random) = &mut seats[decision.decider.index()];
        let answer = agent.answer(&game.seat_view(decision.decider).unwrap(), decision, random);
        game.submit(answer).unwrap();
        decisions += 1;
    }
    assert_eq!(game.outcome(), Outcome::Win(Seat(0)));
    assert!(decisions < 1_000, "{decisions} decisions");
}

#[test]
fn random_play_is_beaten() {
    let decks = ["premodern-red", "premodern-black", "premodern-green-white", "pauper-red", "vanilla", "green", "red"];
    for deck in decks {
        let path = format!("{}/assets/decks/{deck}.txt", env!("CARGO_MANIFEST_DIR"));
        let list = dracones::tools::decks::read(std::path::Path::new(&path)).unwrap();
        let cards: Vec<(&str, u32)> = list.main.iter().map(|e| (e.name.as_str(), e.count)).collect();
        let setup = GameSetup::from_names(&CardDb::embedded(), &[cards.clone(), cards]).unwrap();
        let mut game = Game::new(&setup, 1, 0);
        let mut won = 0;
        for number in 0..60 {
            game.reset(&setup, 1, number, Some(Seat((number % 2) as u8))).unwrap();
            let (mut greedy, mut random) = (Greedy::default(), Random);
            let mut streams = [0, 1].map(|seat| stream(1, number, Seat(seat)));
            while let Some(decision) = game.decision() {
                let seat = decision.decider;
                let agent: &mut dyn Agent = if seat == Seat(0) { &mut greedy } else { &mut random };
                let answer = agent.answer(&game.seat_view(seat).unwrap(), decision, &mut streams[seat.index()]);
                game.submit(answer).unwrap();
            }
            won += u32::from(game.outcome() == Outcome::Win(Seat(0)));
        }
        // In a thousand games it is more than nine in ten; in sixty this much is all but certain.
        assert!(won >= 50, "{deck}: {won} of 60");
    }
}
