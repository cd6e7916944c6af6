//! The position at the end of a script, for what looks at it or plays on.

use super::error::ScenarioError;
use super::load::File;
use super::names::Labels;
use super::play::Play;
use super::runs::{self, failed, impossible};
use super::trace::Trace;
use crate::cards::CardDb;
use crate::game::Game;

/// The end of a script.
#[derive(Debug)]
pub struct After {
    /// What was played: the title, with that of the variant.
    pub title: String,
    /// The game as the script leaves it.
    pub game: Game,
    /// The labels of its objects.
    pub labels: Labels,
    /// What was otherwise than expected on the way; the script was followed all the same.
    pub unmet: Vec<ScenarioError>,
}

/// Plays the script of a scenario to its end, and that of a variant if one is given. Of several orders of timestamps the
/// one in which the scenario lists them is played.
///
/// # Errors
/// A set-up that isn't possible, a step that can't be taken.
pub fn after(file: &File, number: usize, variant: Option<usize>, db: &CardDb) -> Result<After, Box<ScenarioError>> {
    let scenario = &file.scenarios[number];
    let wrong = |title: &str, message: String| failed(file, number, title, (0, 0), message.into());
    let run = runs::first(scenario, variant).map_err(|message| wrong(&scenario.title, message))?;
    let play = Play::new(scenario, &run.case, db, Trace::default());
    let mut play = play.map_err(|unfit| impossible(file, number, &run.title, &unfit))?;
    play.unmet = Some(Vec::new());
    play.follow(scenario, variant).map_err(|(place, problem)| failed(file, number, &run.title, place, problem))?;
    let unmet = play.unmet.take().unwrap_or_default().into_iter();
    let unmet = unmet.map(|(place, problem)| *failed(file, number, &run.title, place, problem)).collect();
    Ok(After { title: run.title, game: play.game, labels: play.labels, unmet })
}
