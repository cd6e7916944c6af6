//! One game with probes.

use super::invariants::position;
use super::probe::{Probe, Probes};
use crate::agents::{Agent, Greedy};
use crate::game::Game;
use crate::game::view::SeatView;
use crate::model::ids::Seat;
use crate::model::outcome::Outcome;
use crate::model::player::Players;
use crate::model::rng::Stream;
use crate::rules::state::ReadGame;
use crate::tools::replay::Recording;
use crate::tools::simulate::{Row, catch};
use std::time::{Duration, Instant};

/// Something that doesn't hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Broken {
    /// What was tried; `None` if the game itself broke.
    pub probe: Option<Probe>,
    /// What doesn't hold, as a sentence.
    pub message: String,
    /// The game up to there.
    pub row: Row,
}

impl Broken {
    /// What two failures of one cause have in common: the message without its numbers.
    pub fn kind(&self) -> String {
        self.message.chars().filter(|c| !c.is_ascii_digit()).take(200).collect()
    }
}

/// How a game went.
#[derive(Debug)]
pub struct Soaked {
    /// How many decisions were answered.
    pub decisions: u64,
    /// How many probes were tried.
    pub probes: u64,
    /// How it ended; [`Outcome::Running`] if it was given up because it took too long.
    pub outcome: Outcome,
    /// What doesn't hold, if something was found.
    pub broken: Option<Box<Broken>>,
}

/// Plays a game out at random and checks every position of it, without probes.
///
/// # Errors
/// What doesn't hold, with the decision.
pub fn play_checked(game: &mut Game, rng: &mut Stream) -> Result<(), String> {
    let mut incarnations = Vec::new();
    while let Some(decision) = game.decision() {
        let answer = decision.sample(rng);
        let at = game.decisions();
        position(game, &mut incarnations).map_err(|problem| format!("decision {at}: {problem}"))?;
        game.submit(answer.clone()).map_err(|error| format!("decision {at}: {answer:?} was refused: {error}"))?;
    }
    if game.outcome() == Outcome::Running { Err("it is not over, and nothing is asked".to_owned()) } else { Ok(()) }
}

/// Plays on from the end of a recording, by chance or with sense, until the game is over or `time` is.
pub(super) fn play(
    game: &mut Game,
    recording: &mut Recording,
    probes: &mut Probes,
    rng: &mut Stream,
    time: Duration,
) -> Soaked {
    let begin = Instant::now();
    let mut soaked = Soaked { decisions: 0, probes: 0, outcome: Outcome::Running, broken: None };
    let (mut incarnations, mut greedy) = (Vec::new(), Greedy::default());
    // Some play with sense, so that games get somewhere.
    let sensible = u64::from(rng.below(4));
    while let Some(decision) = game.decision().cloned() {
        if begin.elapsed() > time {
            return soaked;
        }
        let row = |game: &Game, recording: &Recording| catch(|| recording.row(game)).unwrap_or_default();
        let chosen = catch(|| match (sensible >> decision.decider.index().min(1)) & 1 {
            1 => greedy.answer(&SeatView::new(game.world(), decision.decider), &decision, rng),
            _ => decision.sample(rng),
        });
        let mut failed = None;
        let answer = chosen.unwrap_or_else(|e| {
            failed = Some((None, format!("an agent panicked: {e}")));
            decision.sample(rng)
        });
        if failed.is_none() {
            failed = catch(|| position(game, &mut incarnations)).and_then(|r| r).err().map(|e| (None, e));
        }
        for (probe, rarely) in Probe::ALL {
            if failed.is_none() && rng.below(rarely) == 0 {
                soaked.probes += 1;
                failed =
                    catch(|| probe.check(game, &answer, probes, rng)).and_then(|r| r).err().map(|e| (Some(probe), e));
            }
        }
        if let Some((probe, message)) = failed {
            // The answer that would have been given belongs to it.
            let row = match probe {
                Some(_) => recording.broken(&decision, answer, message.clone()),
                None => Row { end: "error".to_owned(), why: message.clone(), ..row(game, recording) },
            };
            soaked.broken = Some(Box::new(Broken { probe, message, row }));
            return soaked;
        }
        let submitted =
            catch(|| recording.submit(game, answer.clone()).map_err(|e| format!("{answer:?} was refused: {e}")));
        if let Err(message) = submitted.and_then(|r| r) {
            let row = recording.broken(&decision, answer, message.clone());
            soaked.broken = Some(Box::new(Broken { probe: None, message, row }));
            return soaked;
        }
        soaked.decisions += 1;
        // With more than two players the others play on.
        let seats = u32::from(game.world().part::<Players>().seats());
        let rarely = if seats > 2 { 200 } else { 4_000 };
        if game.decision().is_some() && rng.below(rarely) == 0 {
            recording.concede(game, Seat(rng.below(seats) as u8)).expect("the seat is there");
        }
    }
    soaked.outcome = game.outcome();
    if soaked.outcome == Outcome::Running {
        let message = "the game is not over, and nothing is asked".to_owned();
        let row = Row { end: "error".to_owned(), why: message.clone(), ..recording.row(game) };
        soaked.broken = Some(Box::new(Broken { probe: None, message, row }));
    }
    soaked
}
