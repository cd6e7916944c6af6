//! Dependency by trial application (CR 613.8).
//!
//! A depends on B if applying B to an overlay of the table changes whether A applies, to what, or what it does to
//! any of them: in short, if it changes A's [`Plan`]. Only pairs in which B writes a facet that A reads are tried.

use super::explain::Record;
use super::facets::{self, Facets};
use super::pass::{Ctx, Item, Overlay, Pass, What, Working};
use super::plan::{self, Plan};
use super::stages::{self, Stage};
use crate::cards::def::CounterKind;
use serde::Serialize;
use std::fmt;

/// Memory for trials, and what a stage's survey has found.
#[derive(Default)]
pub(super) struct Trial {
    /// Some pending effect reads what another one writes.
    pub possible: bool,
    overlay: Overlay,
    before: Vec<Option<Plan>>,
    after: Plan,
    /// Definitions that a trial has missed.
    wanted: Vec<crate::cards::Reworded>,
    /// What each pending item reads and writes.
    facets: Vec<(Facets, Facets)>,
    /// Whether the one depends on the other, once known; a square.
    known: Vec<Option<Option<Through>>>,
}

/// What of an effect another one would change (CR 613.8a).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Through {
    /// Whether it exists.
    Existence,
    /// The text that it gives.
    Text,
    /// What it applies to.
    Objects,
    /// What it does to any of them.
    Deed,
}

impl fmt::Display for Through {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Existence => "whether it exists",
            Self::Text => "its text",
            Self::Objects => "what it applies to",
            Self::Deed => "what it does",
        })
    }
}

/// What an item reads and writes in a stage.
fn of(ctx: &Ctx<'_>, pass: &Pass, item: Item, stage: Stage) -> (Facets, Facets) {
    match item.what {
        What::Effect(i) => facets::of(ctx.table, &pass.instances[i as usize], stage),
        What::Counters(i) => match pass.counters[i as usize].kind {
            CounterKind::Keyword(_) => (Facets::empty(), Facets::KEYWORDS),
            _ => (Facets::empty(), Facets::POWER),
        },
    }
}

/// Looks once for pairs that could depend on one another.
pub(super) fn survey(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) {
    pass.trial.possible = false;
    if pass.pending.len() < 2 {
        return;
    }
    // Who reads what somebody else writes: for each facet, whether one or several write it.
    let (mut once, mut twice) = (Facets::empty(), Facets::empty());
    let mut found = std::mem::take(&mut pass.trial.facets);
    found.clear();
    found.extend(pass.pending.iter().map(|item| of(ctx, pass, *item, stage)));
    for (_, writes) in &found {
        twice |= once & *writes;
        once |= *writes;
    }
    let possible = found.iter().any(|(reads, writes)| reads.intersects((once - *writes) | twice));
    pass.trial.facets = found;
    pass.trial.possible = possible;
}

/// CR 613.8b: the earliest pending effect that waits for no other. Effects that wait for one another in a loop don't.
pub(super) fn first_free(ctx: &Ctx<'_>, pass: &mut Pass, stage: Stage) -> usize {
    let mut trial = std::mem::take(&mut pass.trial);
    let count = pass.pending.len();
    trial.facets.clear();
    trial.facets.extend(pass.pending.iter().map(|item| of(ctx, pass, *item, stage)));
    trial.before.clear();
    trial.before.resize_with(count, || None);
    trial.known.clear();
    trial.known.resize(count * count, None);
    // Pending items stand with the earliest last.
    let free = (0..count).rev().find(|a| is_free(ctx, pass, stage, &mut trial, *a)).unwrap_or(count - 1);
    if let Some(mut record) = pass.record.take() {
        note(ctx, pass, stage, &mut trial, free, &mut record);
        pass.record = Some(record);
    }
    pass.wanted.append(&mut trial.wanted);
    pass.trial = trial;
    free
}

/// Notes what the earlier ones wait for, and which loops the one that is taken stands in.
fn note(ctx: &Ctx<'_>, pass: &Pass, stage: Stage, trial: &mut Trial, free: usize, record: &mut Record) {
    let count = pass.pending.len();
    for a in free..count {
        for b in 0..count {
            let Some(through) = dependency(ctx, pass, stage, trial, a, b) else { continue };
            let looped = reaches(ctx, pass, stage, trial, b, a);
            let list = if looped { &mut record.loops } else { &mut record.waits };
            let pair = (pass.pending[a].what, pass.pending[b].what, through);
            if !list.contains(&pair) {
                list.push(pair);
            }
        }
    }
}

/// Whether nothing has to come before an effect: none that it depends on, but for those of a loop that it stands in, and
/// of these no older one; for the members of a loop keep the order of their timestamps, whatever else they wait for.
fn is_free(ctx: &Ctx<'_>, pass: &Pass, stage: Stage, trial: &mut Trial, a: usize) -> bool {
    let older = |b: usize| b > a;
    (0..pass.pending.len()).filter(|b| *b != a).all(|b| {
        let waits = depends(ctx, pass, stage, trial, a, b);
        let looped =
            (waits || (older(b) && reaches(ctx, pass, stage, trial, a, b))) && reaches(ctx, pass, stage, trial, b, a);
        if looped { !older(b) } else { !waits }
    })
}

/// Whether a chain of dependencies leads from one effect to another.
fn reaches(ctx: &Ctx<'_>, pass: &Pass, stage: Stage, trial: &mut Trial, from: usize, to: usize) -> bool {
    let count = pass.pending.len();
    let mut seen = vec![false; count];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        open.extend((0..count).filter(|next| depends(ctx, pass, stage, trial, at, *next)));
    }
    false
}

fn depends(ctx: &Ctx<'_>, pass: &Pass, stage: Stage, trial: &mut Trial, a: usize, b: usize) -> bool {
    dependency(ctx, pass, stage, trial, a, b).is_some()
}

/// CR 613.8a.
fn dependency(ctx: &Ctx<'_>, pass: &Pass, stage: Stage, trial: &mut Trial, a: usize, b: usize) -> Option<Through> {
    let square = a * pass.pending.len() + b;
    if let Some(known) = trial.known[square] {
        return known;
    }
    // (c): neither is from a characteristic-defining ability, or both are.
    let defining = |i: usize| pass.pending[i].order.class == 0;
    let possible = a != b && defining(a) == defining(b) && trial.facets[a].0.intersects(trial.facets[b].1);
    let answer = if possible { changes(ctx, pass, stage, trial, a, b) } else { None };
    trial.known[square] = Some(answer);
    answer
}

/// (b): tries it.
fn changes(ctx: &Ctx<'_>, pass: &Pass, stage: Stage, trial: &mut Trial, a: usize, b: usize) -> Option<Through> {
    planned(ctx, pass, stage, trial, a);
    planned(ctx, pass, stage, trial, b);
    let Trial { overlay, before, after, wanted, .. } = trial;
    let (Some(plan_a), Some(plan_b)) = (&before[a], &before[b]) else { return None };
    if !plan_b.applies {
        return None;
    }
    overlay.clear();
    match pass.pending[b].what {
        What::Effect(i) => {
            let instance = &pass.instances[i as usize];
            plan::each(ctx, instance, &pass.taken, stage, plan_b, |m, hand, row, values| {
                let chars = overlay.touch(&pass.rows, row);
                stages::text::missing(hand.table, m, values, chars, wanted);
                stages::write(m, hand, values, chars);
            });
        }
        What::Counters(i) => {
            let counters = pass.counters[i as usize];
            let row = overlay.touch(&pass.rows, counters.row);
            stages::write_counters(counters.kind, counters.count, row);
        }
    }
    let board = Working { live: ctx.live, rows: &pass.rows, over: Some(overlay) };
    plan::make(ctx, &board, pass, pass.pending[a], stage, after);
    difference(plan_a, after)
}

fn difference(before: &Plan, after: &Plan) -> Option<Through> {
    if before.applies != after.applies {
        Some(Through::Existence)
    } else if before.text != after.text {
        Some(Through::Text)
    } else if before.set != after.set {
        Some(Through::Objects)
    } else if before != after {
        Some(Through::Deed)
    } else {
        None
    }
}

/// What an effect would do now.
fn planned(ctx: &Ctx<'_>, pass: &Pass, stage: Stage, trial: &mut Trial, i: usize) {
    if trial.before[i].is_none() {
        let mut plan = Plan::default();
        plan::make(ctx, &pass.board(ctx), pass, pass.pending[i], stage, &mut plan);
        trial.before[i] = Some(plan);
    }
}
