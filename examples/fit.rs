//! Fits the weights of `agents::evaluation`: games of greedy play against itself, then a logistic regression on who won.
//!
//! ```text
//! cargo run --release --example fit > weights.rs && mv weights.rs src/agents/evaluation/
//! ```
//!
//! Each deck meets itself and three others. Of each game, the positions at the beginning of turns are samples. Every fourth deck is
//! kept apart: no game with it is fitted on, and how well the weights tell who wins games with those decks is told on the error
//! output. Everything follows from the seed, so that two runs print the same.

use dracones::agents::evaluation::{FEATURES, Features, NAMES, features};
use dracones::agents::{Agent, AgentMaker, stream};
use dracones::cards::CardDb;
use dracones::game::view::{Opening, SeatView};
use dracones::model::ids::Seat;
use dracones::model::outcome::Outcome;
use dracones::tools::decks::{DeckRules, load_deck};
use dracones::{Game, GameSetup};

const SEED: u64 = 21;
/// How many games each pair of decks plays, unless the first argument says otherwise.
const GAMES: u64 = 24;
/// How much weights are held back, as if each had been seen to do nothing in this many samples.
const RIDGE: f64 = 20.0;
/// Longer games say little of positions.
const LONGEST: u32 = 4000;
const STEPS: usize = 12;

/// The difference of what both have at the beginning of a turn, and whether the first of them won.
struct Sample {
    features: Features,
    won: bool,
}

/// The samples of one game.
fn samples(setup: &GameSetup, maker: &AgentMaker, number: u64) -> Vec<Sample> {
    let mut game = Game::new(setup, SEED, number);
    let mut agents: Vec<(Box<dyn Agent>, _)> =
        (0..2).map(|seat| (maker.make(), stream(SEED, number, Seat(seat)))).collect();
    for (agent, _) in &mut agents {
        agent.begin(&Opening::new(&game));
    }
    let (mut turn, mut seen) = (1, Vec::new());
    for _ in 0..LONGEST {
        let Some(decision) = game.decision() else { break };
        let views = [0, 1].map(|seat| SeatView::new(game.world(), Seat(seat)));
        if views[0].turn().number != turn {
            turn = views[0].turn().number;
            let [own, other] = views.each_ref().map(features);
            seen.push(std::array::from_fn(|i| own[i] - other[i]));
        }
        let (agent, random) = &mut agents[decision.decider.index()];
        let answer = agent.answer(&views[decision.decider.index()], decision, random);
        game.submit(answer).expect("agents answer legally");
    }
    let Outcome::Win(winner) = game.outcome() else { return Vec::new() };
    seen.into_iter().map(|features| Sample { features, won: winner == Seat(0) }).collect()
}

fn chance(weights: &Features, features: &Features) -> f64 {
    let points: f64 = weights.iter().zip(features).map(|(w, f)| w * f).sum();
    1.0 / (1.0 + (-points).exp())
}

/// The weights that fit best, by Newton's method.
fn fit(samples: &[Sample]) -> Features {
    let mut weights = [0.0; FEATURES];
    for _ in 0..STEPS {
        let mut gradient = weights.map(|w| -RIDGE * w);
        let mut matrix = [[0.0; FEATURES]; FEATURES];
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] = RIDGE;
        }
        for Sample { features, won } in samples {
            let p = chance(&weights, features);
            let (off, bend) = (f64::from(u8::from(*won)) - p, p * (1.0 - p));
            for ((place, row), feature) in gradient.iter_mut().zip(&mut matrix).zip(features) {
                if *feature != 0.0 {
                    *place += off * feature;
                    for (cell, other) in row.iter_mut().zip(features) {
                        *cell += bend * feature * other;
                    }
                }
            }
        }
        let step = solve(&matrix, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights
}

/// Solves a symmetric positive system by Cholesky's method.
fn solve(matrix: &[[f64; FEATURES]; FEATURES], mut right: Features) -> Features {
    let mut root = [[0.0; FEATURES]; FEATURES];
    for (i, row) in matrix.iter().enumerate() {
        for (j, cell) in row.iter().enumerate().take(i + 1) {
            let sum: f64 = (0..j).map(|k| root[i][k] * root[j][k]).sum();
            let rest: f64 = cell - sum;
            root[i][j] = if i == j { rest.max(1e-9).sqrt() } else { rest / root[j][j] };
        }
    }
    for (i, row) in root.iter().enumerate() {
        let sum: f64 = row.iter().zip(&right).take(i).map(|(a, b)| a * b).sum();
        right[i] = (right[i] - sum) / row[i];
    }
    for i in (0..FEATURES).rev() {
        let sum: f64 = (i + 1..FEATURES).map(|k| root[k][i] * right[k]).sum();
        right[i] = (right[i] - sum) / root[i][i];
    }
    right
}

/// How well weights tell who wins: the mean logarithm of the chance of what happened, and how often the likelier side won.
fn tell(name: &str, samples: &[Sample], weights: &Features) {
    let (mut sum, mut right) = (0.0, 0);
    for Sample { features, won } in samples {
        let p = chance(weights, features);
        sum += if *won { p } else { 1.0 - p }.max(1e-9).ln();
        right += usize::from((p > 0.5) == *won);
    }
    let count = samples.len().max(1) as f64;
    eprintln!("{name}: {count} samples, loss {:.4}, {:.1} % right", -sum / count, 100.0 * right as f64 / count);
}

fn main() {
    let games = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let db = CardDb::embedded();
    let mut names: Vec<String> = std::fs::read_dir("assets/decks")
        .expect("run it in the folder of the crate")
        .map(|file| file.expect("it can be read").path().file_stem().expect("it is a file").display().to_string())
        .collect();
    names.sort();
    let decks: Vec<_> =
        names.iter().map(|name| load_deck(name, &db, &DeckRules::default()).expect("the deck is shipped").1).collect();
    let maker = AgentMaker::built_in("greedy").expect("it is built in");
    let (mut fitted, mut apart) = (Vec::new(), Vec::new());
    for (one, deck) in decks.iter().enumerate() {
        for far in [0, 1, 7, 16] {
            let other = (one + far) % decks.len();
            let setup = GameSetup::new(&db, &[deck.clone(), decks[other].clone()]).expect("two decks make a game");
            let place = if one % 4 == 3 || other % 4 == 3 { &mut apart } else { &mut fitted };
            (0..games).for_each(|number| place.extend(samples(&setup, &maker, number)));
        }
    }
    let weights = fit(&fitted);
    tell("fitted on", &fitted, &weights);
    tell("other decks", &apart, &weights);
    println!(
        "//! What features weigh, in logits. Printed by `cargo run --release --example fit`: don't change them by hand.\n"
    );
    println!("use super::FEATURES;\n");
    println!("/// The weight of each feature, in order.");
    println!("#[rustfmt::skip]");
    println!("pub(super) const WEIGHTS: [f64; FEATURES] = [");
    for (name, weight) in NAMES.iter().zip(weights) {
        println!("    {weight:.3}, // {name}");
    }
    println!("];");
}
