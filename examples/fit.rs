//! Fits the weights of `agents::evaluation`: games of greedy play against itself, then a logistic regression on who won.
//!
//! ```text
//! cargo run --release --example fit > weights.rs && mv weights.rs src/agents/evaluation/
//! ```
//!
//! Then the weights of hands to begin with: mirrors of greedy play in which it is left to chance whether a hand is kept, and the same regression on
//! what is counted of both hands.
//!
//! Each deck meets itself and three others. Of each game, the positions at the beginning of turns are samples. Every fourth deck is
//! kept apart: no game with it is fitted on, and how well the weights tell who wins games with those decks is told on the error
//! output. Everything follows from the seed, so that two runs print the same.

use dracones::agents::evaluation::{
    FEATURES, HAND_FEATURES, HAND_NAMES, HandCard, HandFeatures, Hands, NAMES, features, hand_features,
};
use dracones::agents::{Agent, AgentMaker, stream};
use dracones::cards::CardDb;
use dracones::game::view::{Opening, SeatView};
use dracones::model::decision::{Answer, Prompt};
use dracones::model::ids::Seat;
use dracones::model::outcome::Outcome;
use dracones::model::rng::Stream;
use dracones::tools::decks::{DeckRules, embedded_decks, load_deck};
use dracones::{Game, GameSetup};

const SEED: u64 = 21;
/// How many games each pair of decks plays, unless the first argument says otherwise.
const GAMES: u64 = 24;
/// How many games each deck plays against itself for hands, for each game of a pair of decks.
const HANDS: u64 = 20;
/// One hand of this many is given up, whatever it is.
const GIVEN_UP: u32 = 4;
/// After how many mulligans a hand is kept.
const MOST_TAKEN: u8 = 3;
/// How much weights are held back, as if each had been seen to do nothing in this many samples.
const RIDGE: f64 = 20.0;
/// Longer games say little of positions.
const LONGEST: u32 = 4000;
const STEPS: usize = 12;

/// The difference of what both have at the beginning of a turn, and whether the first of them won.
struct Sample<const N: usize> {
    features: [f64; N],
    won: bool,
}

/// The samples of one game.
fn samples(setup: &GameSetup, maker: &AgentMaker, number: u64) -> Vec<Sample<FEATURES>> {
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

/// The sample of the hands of one game, in which chance decides whether they are kept.
fn hands(setup: &GameSetup, maker: &AgentMaker, number: u64) -> Option<Sample<HAND_FEATURES>> {
    let mut game = Game::new(setup, !SEED, number);
    let mut agents: Vec<(Box<dyn Agent>, _)> =
        (0..2).map(|seat| (maker.make(), stream(!SEED, number, Seat(seat)))).collect();
    let mut kept: [Option<HandFeatures>; 2] = [None; 2];
    for _ in 0..LONGEST {
        let Some(decision) = game.decision() else { break };
        let seat = decision.decider;
        let view = SeatView::new(game.world(), seat);
        let (agent, random) = &mut agents[seat.index()];
        let answer = match decision.prompt {
            Prompt::Mulligan { taken } => Answer::Confirm(taken >= MOST_TAKEN || random.below(GIVEN_UP) > 0),
            _ => agent.answer(&view, decision, random),
        };
        if let (Prompt::Mulligan { .. }, Answer::Confirm(true)) = (&decision.prompt, &answer) {
            let hand: Vec<HandCard> = view.hand().map(|seen| HandCard::new(view.table(), seen.chars)).collect();
            kept[seat.index()] = Some(hand_features(&hand, view.turn().active == seat));
        }
        game.submit(answer).expect("agents answer legally");
    }
    let (Outcome::Win(winner), [Some(own), Some(other)]) = (game.outcome(), kept) else { return None };
    Some(Sample { features: std::array::from_fn(|i| own[i] - other[i]), won: winner == Seat(0) })
}

fn chance<const N: usize>(weights: &[f64; N], features: &[f64; N]) -> f64 {
    let points: f64 = weights.iter().zip(features).map(|(w, f)| w * f).sum();
    1.0 / (1.0 + (-points).exp())
}

/// The weights that fit best, by Newton's method.
fn fit<const N: usize>(samples: &[Sample<N>]) -> [f64; N] {
    let mut weights = [0.0; N];
    for _ in 0..STEPS {
        let mut gradient = weights.map(|w| -RIDGE * w);
        let mut matrix = [[0.0; N]; N];
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
fn solve<const N: usize>(matrix: &[[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    let mut root = [[0.0; N]; N];
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
    for i in (0..N).rev() {
        let sum: f64 = (i + 1..N).map(|k| root[k][i] * right[k]).sum();
        right[i] = (right[i] - sum) / root[i][i];
    }
    right
}

/// How well weights tell who wins: the mean logarithm of the chance of what happened, and how often the likelier side won.
fn tell<const N: usize>(name: &str, samples: &[Sample<N>], weights: &[f64; N]) {
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
    let names: Vec<String> = embedded_decks().into_iter().map(|(name, _)| name).collect();
    let decks: Vec<_> =
        names.iter().map(|name| load_deck(name, &db, &DeckRules::default()).expect("the deck is shipped").1).collect();
    // What is fitted doesn't depend on what was fitted before.
    let maker = AgentMaker::built_in("greedy:hands=0").expect("it is built in");
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
    let (mut fitted, mut apart) = (Vec::new(), Vec::new());
    for (one, deck) in decks.iter().enumerate() {
        let setup = GameSetup::new(&db, &[deck.clone(), deck.clone()]).expect("two decks make a game");
        let place = if one % 4 == 3 { &mut apart } else { &mut fitted };
        place.extend((0..games * HANDS).filter_map(|number| hands(&setup, &maker, number)));
    }
    let hand_weights = fit(&fitted);
    tell("hands, fitted on", &fitted, &hand_weights);
    tell("hands, other decks", &apart, &hand_weights);
    for (name, deck) in names.iter().zip(&decks) {
        tell_expected(
            name,
            &GameSetup::new(&db, &[deck.clone(), deck.clone()]).expect("two decks make a game"),
            &hand_weights,
        );
    }
    println!(
        "//! What features weigh, in logits. Printed by `cargo run --release --example fit`: don't change them by hand.\n"
    );
    println!("use super::{{FEATURES, HAND_FEATURES}};\n");
    print("WEIGHTS", "FEATURES", "feature", &NAMES, &weights);
    println!();
    print("HANDS", "HAND_FEATURES", "feature of a hand to begin with", &HAND_NAMES, &hand_weights);
}

/// What hands of seven, six and five cards of a deck are expected to be worth, with and without the first turn.
fn tell_expected(name: &str, setup: &GameSetup, weights: &HandFeatures) {
    let game = Game::new(setup, SEED, 0);
    let view = SeatView::new(game.world(), Seat(0));
    let pool = Opening::new(&game).pool();
    let deck = HandCard::of_deck(view.table(), pool.list(Seat(0)).expect("the lists are known"));
    let expected = |begins| {
        let hands = Hands::by(weights, begins);
        [7, 6, 5].map(|cards| format!("{:.2}", hands.expected(&deck, cards, &mut Stream::new(SEED, 0)))).join(" ")
    };
    eprintln!("{name}: {}, on the draw {}", expected(true), expected(false));
}

/// Prints weights as a table of the program.
fn print(name: &str, count: &str, what: &str, names: &[&str], weights: &[f64]) {
    println!("/// The weight of each {what}, in order.");
    println!("#[rustfmt::skip]");
    println!("pub(super) const {name}: [f64; {count}] = [");
    for (name, weight) in names.iter().zip(weights) {
        println!("    {weight:.3}, // {name}");
    }
    println!("];");
}
