//! Scenarios are run: once for each variant in each order of timestamps that is asked for.

use super::build::Case;
use super::def::Scenario;
use super::error::{Mistake, ScenarioError};
use super::load::File;
use super::place::{place, place_in_set_up};
use super::play::{Place, Play};
use super::problem::{Problem, Unfit};
use super::trace::Trace;
use crate::cards::CardDb;
use crate::game::Game;

/// How many permanents' timestamps are put into every order, at most.
const MAX_ORDER: usize = 5;

/// Runs a scenario of a file with all of its variants and orders.
///
/// # Errors
/// The first thing that doesn't happen as it says, with its place.
pub fn run(file: &File, number: usize, db: &CardDb) -> Result<(), Box<ScenarioError>> {
    run_all(file, number, db, &mut Trace::default(), &|_| {})
}

/// Runs a scenario like [`run`]; `prepare` gets the game of each run before the first step of the script. For tests that
/// have the game check itself, as [`check_skipped`](crate::rules::layers::check_skipped) does.
///
/// # Errors
/// As [`run`].
pub fn run_prepared(
    file: &File,
    number: usize,
    db: &CardDb,
    prepare: &dyn Fn(&mut Game),
) -> Result<(), Box<ScenarioError>> {
    run_all(file, number, db, &mut Trace::default(), prepare)
}

/// Like [`run`]; `say` gets the runs, their steps, and everything that is asked, answered or happens, line by line.
///
/// # Errors
/// As [`run`].
pub fn trace(file: &File, number: usize, db: &CardDb, say: &mut dyn FnMut(&str)) -> Result<(), Box<ScenarioError>> {
    run_all(file, number, db, &mut Trace::new(say), &|_| {})
}

fn run_all(
    file: &File,
    number: usize,
    db: &CardDb,
    trace: &mut Trace<'_>,
    prepare: &dyn Fn(&mut Game),
) -> Result<(), Box<ScenarioError>> {
    let scenario = &file.scenarios[number];
    let runs = all(scenario).map_err(|message| failed(file, number, &scenario.title, (0, 0), message.into()))?;
    let several = runs.len() > 1;
    for run in &runs {
        if several {
            trace.say(&format!("== {}", run.title));
        }
        let mut play = Play::new(scenario, &run.case, db, std::mem::take(trace))
            .map_err(|unfit| impossible(file, number, &run.title, &unfit))?;
        prepare(&mut play.game);
        let result = play.follow(scenario, run.variant);
        *trace = play.trace;
        result.map_err(|(place, problem)| failed(file, number, &run.title, place, problem))?;
    }
    Ok(())
}

/// What went wrong with a step, for people.
pub(super) fn failed(
    file: &File,
    number: usize,
    title: &str,
    place_of_step: Place,
    problem: Problem,
) -> Box<ScenarioError> {
    let before: usize = file.scenarios[..number].iter().map(|s| 1 + s.variants.len()).sum();
    let count = 1 + file.scenarios[number].variants.len();
    let place = place(&file.text, before, count, place_of_step);
    let mut error = ScenarioError::at(&file.path, &file.text, place, format!("{title}: "), problem.to_string());
    error.differences = problem.differences;
    error
}

/// What is wrong with a set-up, for people.
pub(super) fn impossible(file: &File, number: usize, title: &str, unfit: &Unfit) -> Box<ScenarioError> {
    let before: usize = file.scenarios[..number].iter().map(|s| 1 + s.variants.len()).sum();
    let mistake = |unfit: &Unfit| Mistake {
        offset: place_in_set_up(&file.text, before, unfit.at.as_deref()),
        title: format!("{title}: "),
        message: unfit.message.clone(),
        include: None,
    };
    let all = std::iter::once(unfit).chain(&unfit.others).map(mistake);
    ScenarioError::all(&file.path, &file.text, all, 1 + unfit.others.len()).expect("there is at least one mistake")
}

/// One run of a scenario.
pub(super) struct Run<'a> {
    /// What it is called.
    pub title: String,
    /// Its variant.
    pub variant: Option<usize>,
    /// What is special about its set-up.
    pub case: Case<'a>,
}

/// Every variant in every order of timestamps that is asked for; without variants the scenario itself.
///
/// # Errors
/// Both `timestamps` and `any_order`, or too many for every order.
pub(super) fn all(scenario: &Scenario) -> Result<Vec<Run<'_>>, String> {
    let mut runs = Vec::new();
    let variants: Vec<Option<usize>> = match scenario.variants.len() {
        0 => vec![None],
        n => (0..n).map(Some).collect(),
    };
    for variant in variants {
        runs.extend(of(scenario, variant)?);
    }
    Ok(runs)
}

/// A variant, or the scenario without any, in every order of timestamps that is asked for: first that of the list.
///
/// # Errors
/// As [`all`].
fn of<'a>(scenario: &'a Scenario, variant: Option<usize>) -> Result<Vec<Run<'a>>, String> {
    let (mut title, mut fixed, mut any) = (scenario.title.clone(), &scenario.timestamps, &scenario.any_order);
    let mut without: &'a [String] = &[];
    if let Some(v) = variant.map(|v| &scenario.variants[v]) {
        title = format!("{title}, {}", v.title);
        without = &v.without;
        if !v.timestamps.is_empty() || !v.any_order.is_empty() {
            (fixed, any) = (&v.timestamps, &v.any_order);
        }
    }
    let there = |words: &'a [String]| -> Vec<&'a str> {
        words.iter().filter(|w| !without.contains(w)).map(String::as_str).collect()
    };
    if !fixed.is_empty() && !any.is_empty() {
        return Err(format!("{title}: either `timestamps` or `any_order`"));
    }
    if any.len() > MAX_ORDER {
        return Err(format!("{title}: `any_order` is for at most {MAX_ORDER} permanents"));
    }
    if any.is_empty() {
        return Ok(vec![Run { title, variant, case: Case { timestamps: there(fixed), without } }]);
    }
    let run = |order: Vec<&'a str>| {
        let title = format!("{title}, in the order {}", order.join(", "));
        Run { title, variant, case: Case { timestamps: order, without } }
    };
    Ok(permutations(there(any)).into_iter().map(run).collect())
}

/// Runs a scenario in the first order alone.
///
/// # Errors
/// As [`all`].
pub(super) fn first(scenario: &Scenario, variant: Option<usize>) -> Result<Run<'_>, String> {
    let mut runs = of(scenario, variant)?;
    Ok(runs.swap_remove(0))
}

/// All orders of some words.
fn permutations(words: Vec<&str>) -> Vec<Vec<&str>> {
    if words.len() < 2 {
        return vec![words];
    }
    let mut all = Vec::new();
    for (i, first) in words.iter().enumerate() {
        let mut rest = words.clone();
        rest.remove(i);
        all.extend(permutations(rest).into_iter().map(|mut order| {
            order.insert(0, *first);
            order
        }));
    }
    all
}
