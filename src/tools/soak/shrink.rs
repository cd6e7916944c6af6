//! Fewer and simpler answers that still break.

use super::game::Broken;
use super::invariants::position;
use super::probe::{Probe, Probes};
use crate::cards::CardDb;
use crate::model::decision::{Answer, Decision, Prompt, Shape};
use crate::model::rng::Stream;
use crate::tools::replay::{Given, Recording};
use crate::tools::simulate::{Plan, Row, catch};
use std::time::{Duration, Instant};

/// The answer that does least: to pass, to choose nothing.
fn least(decision: &Decision) -> Option<Answer> {
    let answer = match &decision.shape {
        Shape::ChooseOne(_) => Answer::One(0),
        Shape::ChooseSome { min: 0, .. } => Answer::Some(Vec::new()),
        Shape::Confirm => Answer::Confirm(matches!(decision.prompt, Prompt::Mulligan { .. })),
        Shape::Number { min, .. } => Answer::Number(*min),
        Shape::Order(options) => Answer::Order((0..options.len() as u16).collect()),
        Shape::ChooseSome { .. } | Shape::Distribute { .. } | Shape::Name(_) => return None,
    };
    decision.check(&answer).is_ok().then_some(answer)
}

/// Plays a game by answers; what isn't legal any more becomes the answer that does least. Checks every position, and one
/// probe at every decision.
pub(super) fn attempt(
    plan: &Plan,
    index: u64,
    given: &[Given],
    probe: Option<Probe>,
    db: &CardDb,
    until: Instant,
) -> Option<Broken> {
    let (mut game, mut recording) = Recording::begin(plan, index);
    let mut probes = Probes::new(&game, db);
    let (mut incarnations, mut rng) = (Vec::new(), Stream::new(1, index));
    let mut wanted = given.iter().cloned();
    loop {
        let next = wanted.next();
        let last = next.is_none();
        if let Some(Given::Concede(seat)) = next {
            if !matches!(catch(|| recording.concede(&mut game, seat)), Ok(Ok(()))) {
                return None;
            }
            continue;
        }
        let decision = game.decision()?.clone();
        if Instant::now() > until {
            return None;
        }
        let answer = match next {
            Some(Given::Answer(answer)) if decision.check(&answer).is_ok() => answer,
            _ => least(&decision).unwrap_or_else(|| decision.sample(&mut rng)),
        };
        let found = catch(|| {
            position(&game, &mut incarnations)?;
            match probe {
                Some(probe) => probe.check(&mut game, &answer, &mut probes, &mut rng),
                None => Ok(()),
            }
        });
        if let Err(message) = found.and_then(|r| r) {
            let row = match probe {
                Some(_) => recording.broken(&decision, answer, message.clone()),
                None => Row { end: "error".to_owned(), why: message.clone(), ..recording.row(&game) },
            };
            return Some(Broken { probe, message, row });
        }
        if last {
            return None;
        }
        let submitted = catch(|| recording.submit(&mut game, answer.clone()).map_err(|e| e.to_string()));
        if let Err(message) = submitted.and_then(|r| r) {
            let row = recording.broken(&decision, answer, message.clone());
            return Some(Broken { probe: None, message, row });
        }
    }
}

/// A game that breaks in the same way with as few answers as are found in `time`, the simplest ones where it doesn't matter.
pub fn shrink(plan: &Plan, index: u64, broken: Broken, db: &CardDb, time: Duration) -> Broken {
    let until = Instant::now() + time;
    let mut best = broken;
    let kind = best.kind();
    let probe = best.probe;
    let answers = |of: &Broken| {
        let text = of.row.record.as_ref().map(|r| r.given.clone()).unwrap_or_default();
        Given::read(&text).unwrap_or_default()
    };
    let mut given = answers(&best);
    let mut size = given.len().div_ceil(2).max(1);
    while size > 0 && Instant::now() < until {
        let (mut at, mut better) = (0, false);
        while at < given.len() && Instant::now() < until {
            // Without a stretch, then with the simplest answers in its place.
            let end = (at + size).min(given.len());
            let without = [&given[..at], &given[end..]].concat();
            let simple = [&given[..at], &vec![Given::Answer(Answer::Cancel); end - at][..], &given[end..]].concat();
            let found = [without, simple].into_iter().find_map(|shorter| {
                let found = attempt(plan, index, &shorter, probe, db, until)?;
                let now = answers(&found);
                let simpler = now.len() < given.len() || (now.len() == given.len() && weight(&now) < weight(&given));
                (found.kind() == kind && simpler).then_some((found, now))
            });
            match found {
                Some((found, now)) => {
                    (best, given, better) = (found, now, true);
                }
                None => at += size,
            }
        }
        if !better || size > 1 {
            size /= 2;
        }
    }
    best
}

/// How much a game's answers do.
fn weight(given: &[Given]) -> usize {
    given
        .iter()
        .filter(|g| !matches!(g, Given::Answer(Answer::One(0) | Answer::Confirm(false))))
        .map(|g| g.to_string().len())
        .sum()
}
