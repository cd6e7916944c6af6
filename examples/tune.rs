//! Tunes the numbers of the greedy agent by paired matches.
//!
//! ```text
//! cargo run --release --example tune
//! ```
//!
//! In each step every number is moved up or down by chance, and the agent with these numbers plays against the one that has them the other
//! way around: mirrors of the embedded decks, each twice with sides changed. All numbers then move a little towards the side that won more
//! (simultaneous perturbation, Spall 1992). What is printed in the end is the mean of the second half of the steps, as the name of an
//! agent; the numbers belong in `src/agents/greedy/style.rs`.
//!
//! Every fourth deck is kept apart: what the numbers score against those that they were tuned from, with the decks that were tuned on and
//! with the others, is told on the error output. Everything follows from the seed, so that two runs print the same. The first argument is the
//! number of steps, the second the seed.

use dracones::agents::{Agent, AgentMaker, Greedy, stream};
use dracones::cards::CardDb;
use dracones::game::view::{Opening, SeatView};
use dracones::model::ids::Seat;
use dracones::model::outcome::Outcome;
use dracones::model::rng::Stream;
use dracones::tools::decks::{DeckRules, embedded_decks, load_deck};
use dracones::{Game, GameSetup};

const STEPS: u64 = 4000;
const SEED: u64 = 11;
/// How many pairs of games a step plays.
const PAIRS: u64 = 42;
/// How many pairs of games each deck plays to check the numbers in the end.
const CHECKS: u64 = 200;
/// How far numbers are moved for a step's games, and by how much the result moves them for good: in parts of what a number can well be
/// changed by.
const REACH: f64 = 0.4;
const RATE: f64 = 0.15;
/// A number can well be changed by this part of it, and at least by this much.
const PART: f64 = 0.25;
const LEAST: f64 = 2.0;
/// Longer games are nobody's.
const LONGEST: u32 = 4000;

/// The numbers that are tuned.
struct Numbers {
    names: Vec<&'static str>,
    /// What they begin with, and what each can well be changed by.
    begin: Vec<(f64, f64)>,
}

impl Numbers {
    /// Those of the greedy agent.
    fn of_greedy() -> Self {
        let begin = |(_, value): (&str, i32)| (f64::from(value), (f64::from(value.abs()) * PART).max(LEAST));
        Self { names: Greedy::numbers().map(|(name, _)| name).collect(), begin: Greedy::numbers().map(begin).collect() }
    }

    /// The name of the agent with numbers that are moved by that much.
    fn name(&self, moved: &[f64]) -> String {
        let values = self.begin.iter().zip(moved).map(|((begin, unit), moved)| (begin + unit * moved).round());
        let parts: Vec<String> = self.names.iter().zip(values).map(|(name, value)| format!("{name}={value}")).collect();
        format!("greedy:{}", parts.join("/"))
    }

    /// The agent with numbers that are moved by that much.
    fn agent(&self, moved: &[f64]) -> AgentMaker {
        AgentMaker::built_in(&self.name(moved)).expect("they are numbers of the agent")
    }
}

/// What the first of two agents gets from a game: 1 if it wins, 0 if it loses.
fn score(setup: &GameSetup, makers: [&AgentMaker; 2], seed: u64, number: u64) -> f64 {
    let mut game = Game::new(setup, seed, number);
    let mut agents: Vec<(Box<dyn Agent>, Stream)> =
        makers.iter().zip(0..).map(|(maker, seat)| (maker.make(), stream(seed, number, Seat(seat)))).collect();
    for (agent, _) in &mut agents {
        agent.begin(&Opening::new(&game));
    }
    for _ in 0..LONGEST {
        let Some(decision) = game.decision() else { break };
        let (agent, random) = &mut agents[decision.decider.index()];
        let answer = agent.answer(&SeatView::new(game.world(), decision.decider), decision, random);
        game.submit(answer).expect("agents answer legally");
    }
    match game.outcome() {
        Outcome::Win(winner) => f64::from(u8::from(winner == Seat(0))),
        _ => 0.5,
    }
}

/// What the first of two agents scores on average in pairs of games, each with its setup and its number.
fn paired(pairs: &[(&GameSetup, u64)], one: &AgentMaker, other: &AgentMaker, seed: u64) -> f64 {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let play = |part: &[(&GameSetup, u64)]| -> f64 {
        let pair = |(setup, number): &(&GameSetup, u64)| {
            score(setup, [one, other], seed, *number) + 1.0 - score(setup, [other, one], seed, *number)
        };
        part.iter().map(pair).sum()
    };
    let play = &play;
    // Scores are halves: their sum is the same in any order.
    let sum: f64 = std::thread::scope(|scope| {
        let parts = pairs.chunks(pairs.len().div_ceil(threads).max(1));
        let playing: Vec<_> = parts.map(|part| scope.spawn(move || play(part))).collect();
        playing.into_iter().map(|thread| thread.join().expect("games don't panic")).sum()
    });
    sum / (2 * pairs.len()) as f64
}

/// Tells what an agent scores against another in mirrors of some decks.
fn tell(name: &str, setups: &[GameSetup], one: &AgentMaker, other: &AgentMaker, seed: u64) {
    let pairs: Vec<(&GameSetup, u64)> = setups.iter().flat_map(|setup| (0..CHECKS).map(move |n| (setup, n))).collect();
    eprintln!("{name}: {:.1} % of {} games", 100.0 * paired(&pairs, one, other, seed), 2 * pairs.len());
}

fn main() {
    let mut given = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("steps and seed are numbers"));
    let (steps, seed) = (given.next().unwrap_or(STEPS), given.next().unwrap_or(SEED));
    let db = CardDb::embedded();
    let names: Vec<String> = embedded_decks().into_iter().map(|(name, _)| name).collect();
    let (mut tuned_on, mut apart) = (Vec::new(), Vec::new());
    for (place, name) in names.iter().enumerate() {
        let deck = load_deck(name, &db, &DeckRules::default()).expect("the deck is shipped").1;
        let setup = GameSetup::new(&db, &[deck.clone(), deck]).expect("two decks make a game");
        if place % 4 == 3 { apart.push(setup) } else { tuned_on.push(setup) }
    }

    let numbers = Numbers::of_greedy();
    let count = numbers.names.len();
    let (mut moved, mut mean) = (vec![0.0; count], vec![0.0; count]);
    let mut dice = Stream::new(seed, 1);
    let mut order: Vec<usize> = Vec::new();
    for step in 0..steps {
        let signs: Vec<f64> = (0..count).map(|_| if dice.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let side = |way: f64| {
            let place: Vec<f64> = moved.iter().zip(&signs).map(|(moved, sign)| moved + way * REACH * sign).collect();
            numbers.agent(&place)
        };
        let pairs: Vec<(&GameSetup, u64)> = (0..PAIRS)
            .map(|pair| {
                if order.is_empty() {
                    order = (0..tuned_on.len()).collect();
                    dice.shuffle(&mut order);
                }
                let deck = order.pop().expect("it was filled");
                (&tuned_on[deck], step * PAIRS + pair)
            })
            .collect();
        let lead = paired(&pairs, &side(1.0), &side(-1.0), seed) - 0.5;
        moved.iter_mut().zip(&signs).for_each(|(moved, sign)| *moved += RATE * sign * lead);
        if step >= steps / 2 {
            let part = 1.0 / (step - steps / 2 + 1) as f64;
            mean.iter_mut().zip(&moved).for_each(|(mean, moved)| *mean += (moved - *mean) * part);
        }
        if step % (steps / 20).max(1) == 0 {
            eprintln!("step {step}: {}", numbers.name(&moved));
        }
    }
    let (tuned, begin) = (numbers.agent(&mean), numbers.agent(&vec![0.0; count]));
    tell("decks that were tuned on", &tuned_on, &tuned, &begin, !seed);
    tell("other decks", &apart, &tuned, &begin, !seed);
    println!("{}", numbers.name(&mean));
}
